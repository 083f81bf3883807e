//! A charge measured before it is declared: as if the target stood to receive it and nobody else did anything until it is fought out.

use firelock_core::{RuleSystem as _, Side, UnitId};

use super::contact::{edges, flush, further, met};
use super::declare::{approach, check_declare};
use super::measure;
use crate::Napoleonic;
use crate::chain::{self, AtContact, Unit};
use crate::command::Command;
use crate::event::{Event, Motion};
use crate::facts::{Fight as Facts, Higher, Morale, Volley};
use crate::phase::fire::{self as volleys, Moment};
use crate::phase::melee::pairs;
use crate::phase::morale::{self, Occasion};
use crate::results::Cause;
use crate::state::{Charge, State};
use crate::words::{Arm, Formation, Reaction, Weapon};

/// A charge by one unit of foot or horse at another, with what it does not tell of itself.
pub(crate) fn attack(state: &State, side: Side, command: &Command) -> Option<(chain::Charge, Vec<String>)> {
    let Command::Charge { unit, target, turn } = *command else { return None };
    let charge = check_declare(state, side, unit, target, turn).ok()?;
    let other = state.unit(target);
    let is_free = !state.is_engaged(target) && state.charges_at(target).next().is_none();
    let alone = is_free && !other.routing && other.building().is_none();
    let plain = state.unit(unit).formation != Formation::Echelon && state.roster(target).arm() != Arm::Artillery;
    if !alone || !plain {
        return None;
    }
    let facts = measure(state, &charge, Reaction::Stand);
    let volley = volley(state, &charge);
    let (fight, moods) = contact(state, &charge)?;
    let comes = volley.as_ref().map(|volley| &volley.target);
    let nerve = morale::measure(state, unit, Cause::Charge, Occasion::default());
    let whole = chain::Charge {
        charger: troops(state, unit, None, nerve.supported),
        target: troops(state, target, volley.as_ref(), facts.target.supported),
        reaction: Reaction::Stand,
        fires: volley.is_some(),
        distance: charge.distance,
        zone: charge.zone,
        cover: facts.target.cover,
        charger_cover: comes.map(|comes| comes.cover).unwrap_or_default(),
        charger_zone: comes.map(|comes| comes.zone).unwrap_or_default(),
        pairs: (fight.pairs + fight.pairs_higher + fight.pairs_lower).clamp(1, 20),
        higher: match (fight.pairs_higher > fight.pairs, fight.pairs_lower > fight.pairs) {
            (true, _) => Higher::Own,
            (_, true) => Higher::Enemy,
            _ => Higher::Neither,
        },
        at_contact: Some(AtContact {
            pairs: [fight.pairs, fight.pairs_higher, fight.pairs_lower],
            reinforcements: [fight.own.reinforcements, fight.enemy.reinforcements],
            cover: fight.enemy.cover,
            reduced_fires: volley.as_ref().is_some_and(|volley| volley.firer.reduction > 0),
            supported: moods.map(|mood| mood.supported),
            covers: moods.map(|mood| mood.cover),
        }),
    };
    Some((whole, vec!["It is taken that the target stands to receive the charge.".to_owned()]))
}

/// What the target fires at the charge (NQ-CHG-17).
fn volley(state: &State, charge: &Charge) -> Option<Volley> {
    let target = state.unit(charge.target);
    let ready = |face: &Option<u8>| volleys::loaded(state, charge.target, *face).is_ok();
    let moment = Moment::Reaction(charge.distance);
    let faces = volleys::faces(target).filter(ready);
    faces.filter_map(|face| volleys::measure(state, charge.target, face, charge.unit, false, moment)).next()
}

/// The melee once the charge has come home (NQ-CHG-21..23), and how charger and target would bear its loss; none where it would
/// touch further enemies.
fn contact(state: &State, charge: &Charge) -> Option<(Facts, [Morale; 2])> {
    let way = approach(state, charge.unit, charge.turn, None)?;
    let (enemy, base, _) = way.met?;
    let onto = edges(state, &way.body, enemy, base, charge.zone);
    let pose = flush(state, charge.unit, &way.body, enemy, &onto)?;
    let mut home = state.clone();
    Napoleonic::fold(&mut home, &Event::ChargeDeclared(charge.clone()));
    Napoleonic::fold(&mut home, &Event::Moved { unit: charge.unit, pose, motion: Motion::Charge });
    if !further(&home, charge.unit, &[enemy]).is_empty() {
        return None;
    }
    let fight = met([charge.unit, enemy], charge.zone);
    let mood = |id: UnitId, foe: UnitId| {
        let enemy = Some(home.unit(foe).outline.center());
        morale::measure(&home, id, Cause::Melee, Occasion { enemy, ..Occasion::default() })
    };
    let moods = [mood(charge.unit, enemy), mood(enemy, charge.unit)];
    Some((pairs::measure(&home, &fight, &pairs::matched(&home, &fight)), moods))
}

fn troops(state: &State, id: UnitId, volley: Option<&Volley>, supported: bool) -> Unit {
    let (unit, roster) = (state.unit(id), state.roster(id));
    Unit {
        class: roster.class,
        quality: roster.quality,
        formation: unit.read_as(),
        unformed: unit.unformed,
        bases_initial: roster.bases,
        bases: unit.bases,
        reduction: unit.reduction,
        weapon: if volley.is_some() { roster.weapon } else { Weapon::None },
        firing: volley.map_or(0, |volley| volley.firer.bases),
        first_volley: volley.is_some_and(|volley| volley.firer.first_volley),
        two_rank: roster.two_rank,
        lance: roster.lance,
        cuirass: roster.cuirass,
        command_attached: state.attached(id).is_some(),
        supported,
    }
}
