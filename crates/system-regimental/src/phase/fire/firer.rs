//! Who may fire in this step, and from where (RF-FIR-01..06, RF-GUN-04, RF-GUN-14, RF-SPC-20).

use firelock_core::{Clause, UnitId};
use firelock_table::{Base, Length};

use super::arc::Arc;
use super::clause;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::phase::movement::branch;
use crate::roster::BodyOf;
use crate::sequence::firing_side;
use crate::sight::Purpose;
use crate::state::{ChargeStage, Edge, Place, State, Step};
use crate::words::{Branch, Experience, Firearm, Formation, Order};

/// The bit of an amusette among the stands of its unit.
pub(crate) const AMUSETTE: u32 = 1 << 31;

/// The number of its front, beside those of the stands.
const AMUSETTE_FRONT: u8 = 31;

/// A unit that may fire now.
#[derive(Debug)]
pub(crate) struct Firer {
    /// Who.
    pub(crate) unit: UnitId,
    /// Its stands by the front from which they fire, those that have fired left out.
    pub(crate) muzzles: Vec<Muzzle>,
    /// The enemy it charges: its only target (RF-FIR-17).
    pub(crate) charging: Option<UnitId>,
    /// Enemies who charge it, and whether they struck its front edge.
    pub(crate) charged_by: Vec<(UnitId, Struck)>,
}

/// Where a charge struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Struck {
    /// The front edge: all stands fire at the charger (RF-FIR-43).
    Front,
    /// Elsewhere: those with the charger in their arc.
    Elsewhere,
}

/// A front from which stands fire: a stand of the first rank with those behind it (RF-LOS-05), or the walls of a garrison.
#[derive(Debug)]
pub(crate) struct Muzzle {
    /// Which stand of the first rank it is, or the amusette; none for walls.
    pub(crate) front: Option<u8>,
    /// The stands that fire from here, a bit each.
    pub(crate) stands: u32,
    /// What they fire.
    pub(crate) firearm: Firearm,
    /// How far that reaches.
    pub(crate) reach: Length,
    /// Where they fire from.
    pub(crate) post: Post,
}

/// Where stands fire from.
#[derive(Debug)]
pub(crate) enum Post {
    /// The front of a stand.
    Front(Arc),
    /// Any side of the place they hold (RF-ARC-04).
    Walls,
}

impl Firer {
    /// A unit with the stands that may still fire; none where it may not, or has none left.
    pub(crate) fn of(state: &State, id: UnitId) -> Option<Firer> {
        may_fire(state, id).ok()?;
        let muzzles = muzzles(state, id);
        (!muzzles.is_empty()).then(|| Firer {
            unit: id,
            muzzles,
            charging: charges(state, id),
            charged_by: charged_by(state, id),
        })
    }

    /// Whether all its stands fire at that enemy, whatever their arc: it charges it, or was struck by it on its front edge
    /// (RF-FIR-43).
    pub(crate) fn is_at_blows_with(&self, enemy: UnitId) -> bool {
        self.charging == Some(enemy) || self.charged_by.contains(&(enemy, Struck::Front))
    }

    /// Whether it charges that enemy, or that enemy charges it (RF-FIR-21).
    pub(crate) fn is_in_charge_with(&self, enemy: UnitId) -> bool {
        self.charging == Some(enemy) || self.charged_by.iter().any(|(charger, _)| *charger == enemy)
    }
}

impl Muzzle {
    /// Whether it is a gun, which chooses freely at a distance and may fire over troops (RF-GUN-19, RF-LOS-07). An amusette is none
    /// (RF-SPC-25).
    pub(crate) fn is_gun(&self) -> bool {
        self.firearm.is_cannon() && self.firearm != Firearm::Amusette
    }

    /// What its look at a target is for.
    pub(crate) fn purpose(&self) -> Purpose {
        if self.is_gun() { Purpose::Guns } else { Purpose::Muskets }
    }
}

/// Whether a unit may fire in this step, else the rule and what it is or did.
pub(crate) fn may_fire(state: &State, id: UnitId) -> Result<(), (Clause, &'static str)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    if unit.side != firing_side(state) {
        return Err((clause(state), "does not fire in this step"));
    }
    match &roster.body {
        BodyOf::Guns { .. } if unit.formation != Formation::Unlimbered => return Err((RF_FIR_03, "is limbered")),
        BodyOf::Guns { .. } => {}
        BodyOf::Troops { weapon, .. } => {
            let idle = [
                (unit.order == Order::Broken, "is broken"),
                (unit.formation == Formation::MarchColumn, "is in march column"),
                (branch(roster, unit.mounted) == Branch::Cavalry, "is mounted"),
                (weapon.firearm().is_none(), "has nothing to fire with"),
            ];
            if let Some((_, words)) = idle.into_iter().find(|(holds, _)| *holds) {
                return Err((RF_FIR_03, words));
            }
        }
    }
    match state.step == Step::OffensiveFire {
        true => may_fire_offensively(state, id),
        false => Ok(()),
    }
}

/// What the unit did in this player turn may cost its offensive fire.
fn may_fire_offensively(state: &State, id: UnitId) -> Result<(), (Clause, &'static str)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let marks = &unit.turn;
    if roster.is_guns() && marks.checked && !marks.fire_action {
        return Err((RF_GUN_14, "did something else than fire"));
    }
    let elite_foot = roster.experience == Experience::Elite && branch(roster, unit.mounted) == Branch::Infantry;
    let steel = marks.steel || marks.charge.as_ref().is_some_and(|charge| charge.cold_steel);
    // RF-CHG-06: also where the charge did not get home, and never for elite foot (RF-SPC-06).
    if steel && !elite_foot {
        return Err((RF_FIR_04, "charged with cold steel"));
    }
    match (marks.no_fire, marks.retreated, marks.formation_changed) {
        (false, ..) => Ok(()),
        (true, true, _) => Err((RF_FIR_06, "retreated for its check")),
        (true, false, true) => Err((RF_FIR_05, "changed formation")),
        (true, false, false) => Err((RF_FIR_05, "did something that costs its fire")),
    }
}

/// The enemy a unit charges, while its charge stands.
pub(crate) fn charges(state: &State, id: UnitId) -> Option<UnitId> {
    let charge = state.unit(id).turn.charge.as_ref()?;
    (charge.stage == ChargeStage::Home).then_some(charge.target)
}

/// The enemies who charge a unit.
fn charged_by(state: &State, id: UnitId) -> Vec<(UnitId, Struck)> {
    let enemies = state.on_table(state.unit(id).side.enemy());
    let chargers = enemies.map(|(enemy, _)| enemy).filter(|enemy| charges(state, *enemy) == Some(id));
    let struck = |charger: UnitId| {
        let met = state.contacts.iter().find(|contact| contact.charger == charger && contact.target == id);
        let front = met.is_some_and(|contact| contact.edge == Edge::Front) && state.garrisoned(id).is_none();
        if front { Struck::Front } else { Struck::Elsewhere }
    };
    chargers.map(|charger| (charger, struck(charger))).collect()
}

/// The stands of a unit that its formation lets fire, fired or not (RF-FIR-02), silenced guns left out (RF-GUN-04).
pub(crate) fn firing_stands(state: &State, id: UnitId) -> u32 {
    let unit = state.unit(id);
    let most = match unit.formation {
        Formation::FieldColumn => charts::count(&state.stage.book, &numbers::COLUMN_FIRERS).min(unit.stands),
        _ => unit.stands,
    };
    let silenced = |slot: &u8| unit.guns.get(usize::from(*slot)).is_some_and(|gun| gun.silenced);
    (0..most.min(31)).filter(|slot| !silenced(slot)).fold(0, |stands, slot| stands | 1 << slot)
}

/// What a unit fires, its amusette aside.
fn firearm(state: &State, id: UnitId) -> Option<Firearm> {
    match &state.roster(id).body {
        BodyOf::Guns { gun, .. } => Some((*gun).into()),
        BodyOf::Troops { weapon, .. } => weapon.firearm(),
    }
}

/// How far any of a unit's arms reaches.
pub(crate) fn longest_reach(state: &State, id: UnitId) -> Length {
    let book = &state.stage.book;
    let own = firearm(state, id).map_or(Length::ZERO, |firearm| charts::reach(book, firearm));
    match state.unit(id).amusette {
        true => own.max(charts::reach(book, Firearm::Amusette)),
        false => own,
    }
}

fn muzzles(state: &State, id: UnitId) -> Vec<Muzzle> {
    let (unit, book) = (state.unit(id), &state.stage.book);
    let Some(firearm) = firearm(state, id) else { return Vec::new() };
    let open = firing_stands(state, id) & !unit.turn.fired;
    let amusette = unit.amusette && unit.turn.fired & AMUSETTE == 0;
    let muzzle = |front: Option<u8>, stands: u32, firearm: Firearm, post: Post| Muzzle {
        front,
        stands,
        firearm,
        reach: charts::reach(book, firearm),
        post,
    };
    let mut muzzles = match unit.place {
        Place::In(_) => vec![muzzle(None, open, firearm, Post::Walls)],
        Place::At(_) => {
            let fronts = fronts(state, id, open);
            let of_front =
                |(front, base, stands)| muzzle(Some(front), stands, firearm, Post::Front(Arc::of(state, &base)));
            fronts.into_iter().map(of_front).collect()
        }
        Place::Off => Vec::new(),
    };
    if amusette {
        // RF-SPC-25: it stands in the middle of its unit.
        let (front, post) = match unit.place {
            Place::In(_) => (None, Some(Post::Walls)),
            _ => {
                let middle = front_stand(state, id, AMUSETTE_FRONT);
                (Some(AMUSETTE_FRONT), middle.map(|base| Post::Front(Arc::of(state, base))))
            }
        };
        muzzles.extend(post.map(|post| muzzle(front, AMUSETTE, Firearm::Amusette, post)));
    }
    muzzles.retain(|muzzle| muzzle.stands != 0);
    muzzles
}

/// The stand of a front; an amusette has that in the middle of the first rank.
pub(super) fn front_stand(state: &State, id: UnitId, front: u8) -> Option<&Base> {
    let rank = state.front_rank(id);
    rank.get(if front == AMUSETTE_FRONT { rank.len() / 2 } else { usize::from(front) })
}

/// The stands of the first rank, each with the open stands that fire from it: itself, and those behind it, who use the arc, sight
/// and range of the stand before them (RF-LOS-05, RF-LOS-11, RF-ARC-03).
fn fronts(state: &State, id: UnitId, open: u32) -> Vec<(u8, Base, u32)> {
    let Some(stance) = state.stance(id) else { return Vec::new() };
    let slots = stance.body().layout.slots();
    let first_rank = slots.iter().filter(|slot| slot.rank == 0);
    let mut fronts: Vec<(usize, u32)> = first_rank.enumerate().map(|(nth, _)| (nth, 0)).collect();
    for (nth, slot) in slots.iter().enumerate().filter(|(nth, _)| open & 1 << nth != 0) {
        let before = match slot.rank {
            0 => Some(nth),
            // The nearest of those that face the same way; the left one of two.
            _ => (0..fronts.len()).min_by_key(|front| {
                let front = &slots[*front];
                (front.facing != slot.facing, front.left.distance_squared(slot.left), front.file)
            }),
        };
        if let Some((_, stands)) = before.and_then(|front| fronts.get_mut(front)) {
            *stands |= 1 << nth;
        }
    }
    let firing = fronts.into_iter().filter(|(_, stands)| *stands != 0);
    // At most 32 bases.
    firing.map(|(nth, stands)| (nth as u8, stance.bases()[nth], stands)).collect()
}
