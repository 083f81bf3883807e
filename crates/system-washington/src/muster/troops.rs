//! Rosters from what a battle says of its troops (WA-ROST-01..09, WA-ROST-17).

use firelock_core::Rulebook;
use firelock_scenario::{
    Arm, Class, Clerk, Derived, FaultKind, Firearm, Formation as Drawn, Nation, Subject, Training, Unit as Described,
    divide,
};

use crate::charts::{self, numbers};
use crate::roster::{Kind, Roster};
use crate::state::BrigadeId;
use crate::words::{Formation, Quality, Tag, Troop};

/// Men to a base of foot and of horse, and guns to a model.
const MEN_PER_BASE: u32 = 80;
const HORSE_PER_BASE: u32 = 40;
const GUNS_PER_MODEL: u32 = 3;
/// The most models of one unit of artillery.
const MOST_MODELS: i64 = 6;

/// A unit, or a gun of a battery, as it is mustered.
pub(super) struct Enlisted {
    pub(super) roster: Roster,
    pub(super) formation: Formation,
    pub(super) front: u8,
    pub(super) mounted: bool,
    pub(super) limbered: bool,
    /// Which gun of its battery it is, and of how many.
    pub(super) nth_of: (u8, u8),
}

/// A unit of the battle by these rules: one unit, or a gun for each model; nothing for baggage.
pub(super) fn enlist(
    clerk: &mut Clerk<'_>,
    book: &Rulebook,
    nth: usize,
    unit: &Described,
    brigade: Option<BrigadeId>,
) -> Vec<Enlisted> {
    let subject = Subject::Unit(nth);
    match unit.arm {
        Arm::Wagons => Vec::new(),
        Arm::Artillery => guns(clerk, subject, unit, brigade),
        Arm::Infantry | Arm::Cavalry | Arm::Dragoons => vec![troops(clerk, book, subject, unit, brigade)],
    }
}

fn roster(unit: &Described, id: String, name: String, brigade: Option<BrigadeId>, kind: Kind) -> Roster {
    Roster { id, name, side: unit.side, brigade, kind }
}

fn troops(
    clerk: &mut Clerk<'_>,
    book: &Rulebook,
    subject: Subject,
    unit: &Described,
    brigade: Option<BrigadeId>,
) -> Enlisted {
    let troop = clerk.word(subject, "troop", troop(unit));
    let quality = clerk.word(subject, "quality", quality(unit));
    let tag = clerk.word(subject, "tag", tag(unit));
    let horse = troop == Troop::Cavalry;
    let (least, most) = match horse {
        true => (&numbers::CAVALRY_LEAST, &numbers::CAVALRY_MOST),
        false => (&numbers::FOOT_LEAST, &numbers::FOOT_MOST),
    };
    let range = i64::from(charts::count(book, least))..=i64::from(charts::count(book, most));
    let per = if horse { HORSE_PER_BASE } else { MEN_PER_BASE };
    let bases = clerk.whole(subject, "bases", "men", range, Derived::share("men", unit.men, per, "bases"));
    let start_bases = u8::try_from(bases).unwrap_or(1);
    let battalion_gun = match troop {
        Troop::Line => clerk.flag(subject, "battalion_gun", Derived::new(unit.battalion_gun, "battalion_gun")),
        _ => false,
    };
    let mounted = match horse {
        true => clerk.flag(subject, "mounted", Derived::new(!unit.dismounted, "dismounted")),
        false => true,
    };
    let formation = clerk.word(subject, "formation", formation(unit, troop, mounted));
    if !troop.may_form(mounted, formation) || (battalion_gun && formation == Formation::Loose) {
        let path = format!("{}.formation", clerk.path(subject));
        let problem = format!("\"{}\" does not stand so", unit.id);
        clerk.fault(path, FaultKind::Contradiction, problem, "the other formation");
    }
    let least_front = match formation {
        Formation::Close => 1,
        Formation::Loose => divide(i64::from(start_bases), 2),
    };
    let front = clerk.whole(subject, "front", "formation", least_front..=bases, front(unit, start_bases));
    let kind = Kind::Troops { troop, quality, tag, start_bases, battalion_gun };
    Enlisted {
        roster: roster(unit, unit.id.to_string(), unit.name.clone(), brigade, kind),
        formation,
        front: u8::try_from(front).unwrap_or(1).max(1),
        mounted,
        limbered: false,
        nth_of: (0, 1),
    }
}

fn guns(clerk: &mut Clerk<'_>, subject: Subject, unit: &Described, brigade: Option<BrigadeId>) -> Vec<Enlisted> {
    let mut shared = Derived::share("guns", unit.gun_count(), GUNS_PER_MODEL, "models");
    if shared.value == 0 {
        shared = Derived::new(1, format!("{} guns, at least one model", unit.gun_count()));
    }
    let models = clerk.whole(subject, "guns", "guns", 1..=MOST_MODELS, shared);
    let limbered = unit.formation == Some(Drawn::Limbered);
    let limbered = clerk.flag(subject, "limbered", Derived::new(limbered, "formation"));
    let n = u8::try_from(models).unwrap_or(1);
    let one = |nth: u8| {
        let (id, name) = match n {
            1 => (unit.id.to_string(), unit.name.clone()),
            _ => (format!("{}-{}", unit.id, nth + 1), format!("{}, gun {}", unit.name, nth + 1)),
        };
        Enlisted {
            roster: roster(unit, id, name, brigade, Kind::Gun),
            formation: Formation::Close,
            front: 1,
            mounted: false,
            limbered,
            nth_of: (nth, n),
        }
    };
    (0..n).map(one).collect()
}

fn troop(unit: &Described) -> Derived<Troop> {
    let (troop, source) = match unit.arm {
        Arm::Cavalry => (Troop::Cavalry, "arm cavalry"),
        Arm::Dragoons => (Troop::Cavalry, "arm dragoons"),
        _ if unit.is(Class::Indian) => (Troop::Indian, "class indian"),
        _ if unit.is(Class::Rifle) => (Troop::Rifle, "class rifle"),
        _ if unit.firearm == Some(Firearm::Rifle) => (Troop::Rifle, "firearm rifle"),
        _ if unit.is(Class::Militia) => (Troop::Militia, "class militia"),
        _ if unit.is(Class::Light) => (Troop::Light, "class light"),
        _ if unit.is(Class::Irregular) => (Troop::Militia, "class irregular"),
        _ => (Troop::Line, "usual"),
    };
    Derived::new(troop, source)
}

fn quality(unit: &Described) -> Derived<Quality> {
    let (quality, source) = match unit.training {
        Training::Raw => (Quality::Raw, "training raw"),
        Training::Drilled => (Quality::Average, "training drilled"),
        Training::Trained => (Quality::Average, "training trained"),
        Training::Veteran => (Quality::Veteran, "training veteran"),
        Training::Elite => (Quality::Veteran, "training elite"),
    };
    Derived::new(quality, source)
}

fn tag(unit: &Described) -> Derived<Tag> {
    let (tag, source) = match unit.nation {
        Some(Nation::HesseKassel | Nation::HesseHanau) => (Tag::Hessian, "nation"),
        Some(Nation::ScotsLoyalists) => (Tag::ScotsLoyalist, "nation"),
        _ => (Tag::None, "nation"),
    };
    Derived::new(tag, source)
}

/// The formation nearest to the one history gives that the troops may take (WA-FORM-03).
fn formation(unit: &Described, troop: Troop, mounted: bool) -> Derived<Formation> {
    let wished = match unit.formation {
        Some(Drawn::OpenOrder | Drawn::Skirmish) => Formation::Loose,
        _ => Formation::Close,
    };
    let source = unit.formation.map_or("usual".to_owned(), |drawn| format!("formation {drawn}"));
    if troop.may_form(mounted, wished) {
        return Derived::new(wished, source);
    }
    let other = if wished == Formation::Close { Formation::Loose } else { Formation::Close };
    Derived::new(other, format!("{source}, which these troops do not take"))
}

/// Two ranks, a narrow front in column.
fn front(unit: &Described, bases: u8) -> Derived<i64> {
    let two_ranks = i64::from(bases.div_ceil(2));
    match unit.formation {
        Some(Drawn::MarchColumn) => Derived::new(1, "march column"),
        Some(Drawn::Column | Drawn::AttackColumn | Drawn::Mass) => Derived::new(2.min(two_ranks), "column"),
        _ => Derived::new(two_ranks, "two ranks"),
    }
}
