//! Men and guns as units: stands, castings, ratings, arms (FD-SCL-01, FD-ROS, T16, T21).

use arrayvec::ArrayVec;
use firelock_core::Rulebook;
use firelock_scenario::{
    Arm as Service, Battle, Bayonet, Blade, Class as Sort, Clerk, Derived, FaultKind, FireDrill, Firearm as Shoots,
    Formation as Drawn, GunKind, Subject, Tactic as Fights, Training, Unit as Described, Word, divide,
};
use firelock_table::{Angle, MOST_BASES, Pose};

use super::{section, yards};
use crate::charts::{self, Ways, numbers, ways};
use crate::facts::Stands;
use crate::roster::{BrigadeNo, Corps, Guns, Roster, Stand, Troops};
use crate::state::{Body, Kind, State, UnitNo};
use crate::words::{Arm, Class, FireMode, Firearm, Formation, GunState, MeleeWeapon, Nation, Piece, Size, Tactic};

/// A unit of the battle as these rules see it.
pub(crate) struct Enlisted {
    /// Its roster line.
    pub(crate) roster: Roster,
    /// How it is drawn up.
    formation: Formation,
    /// In the saddle.
    mounted: bool,
    /// All its half-stands apart, in open order.
    loose: bool,
    /// Guns of each section.
    guns: Vec<u8>,
}

impl Enlisted {
    /// Its stand values at the start, in half-stands.
    pub(crate) fn halves(&self) -> u16 {
        let first = self.roster.stands.iter().filter(|stand| stand.of.is_none());
        first.map(|stand| stand.size.halves()).sum()
    }

    /// Its bodies with their poses about the place of the unit: each section is one (FD-ROS-21, FD-ROS-40).
    pub(crate) fn bodies(&self, state: &State, unit: UnitNo, at: Option<Pose>) -> Vec<(Option<Pose>, Body)> {
        let side = self.roster.side;
        let list = |stands: &[u8]| stands.iter().copied().collect::<ArrayVec<u8, MOST_BASES>>();
        let row = |nth: usize, all: usize, width: firelock_table::Length| {
            let off = width * (2 * nth as i32 - (all as i32 - 1)) / 2;
            at.map(|pose| pose.slid(pose.facing + Angle::RIGHT, off))
        };
        match &self.roster.corps {
            Corps::Troops(_) => {
                let own: Vec<u8> = (0..self.roster.stands.len() as u8)
                    .filter(|nth| {
                        let of = self.roster.stands[usize::from(*nth)].of;
                        if self.on_foot() { of.is_some() } else { of.is_none() }
                    })
                    .collect();
                let body = |stands: &[u8]| Body {
                    mounted: self.mounted,
                    formation: self.formation,
                    ..Body::new(unit, side, Kind::Troops, list(stands))
                };
                if !self.loose {
                    return vec![(at, body(&own))];
                }
                let width = state.stage.sizes[charts::Base::Half as usize].width + yards(state.stage.scale, 10);
                let each = own.iter().enumerate();
                let alone = |stand: u8| Body { formation: Formation::Line, ..body(&[stand]) };
                each.map(|(nth, stand)| (row(nth, own.len(), width), alone(*stand))).collect()
            }
            Corps::Guns(_) => {
                let width = state.stage.sizes[charts::Base::Stand as usize].width + yards(state.stage.scale, 1);
                let all = self.guns.len();
                let limbered =
                    if self.formation == Formation::Limbered { GunState::Limbered } else { GunState::Unlimbered };
                let each = self.guns.iter().enumerate().filter_map(|(nth, guns)| {
                    let gun = section(&state.stage.book, &self.roster.corps, *guns, limbered)?;
                    let body = Body::new(unit, side, Kind::Section(gun), list(&[nth as u8]));
                    Some((row(nth, all, width), Body { formation: self.formation, ..body }))
                });
                each.collect()
            }
            Corps::Train => {
                let body = Body::new(unit, side, Kind::Wagon { hits: 0 }, list(&[0]));
                vec![(at, Body { formation: Formation::Limbered, ..body })]
            }
        }
    }

    /// Dragoons that begin the day on foot.
    fn on_foot(&self) -> bool {
        !self.mounted && self.roster.stands.iter().any(|stand| stand.of.is_some())
    }
}

/// Reads one unit.
pub(crate) fn enlist(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    book: &Rulebook,
    nth: usize,
    brigade: BrigadeNo,
) -> Enlisted {
    let (unit, subject) = (&battle.units[nth], Subject::Unit(nth));
    let nation = clerk.word(subject, "nation", nation(battle, unit));
    let rating = clerk.whole(subject, "rating", "training", 0..=4, rating(unit)) as u8;
    let roster = |corps: Corps, stands: Vec<Stand>| {
        let first = stands.iter().filter(|stand| stand.of.is_none());
        let mut sum = Stands::default();
        for stand in first {
            match stand.size {
                Size::Full => sum.full += 1,
                Size::Half => sum.half += 1,
                Size::Double => sum.double += 1,
            }
        }
        Roster {
            id: unit.id.to_string(),
            name: unit.name.clone(),
            side: unit.side,
            nation,
            brigade,
            rating,
            boxes: sum.boxes(book, rating).max(1),
            stands,
            corps,
        }
    };
    match unit.arm {
        Service::Artillery => {
            let (corps, guns, formation) = guns(clerk, book, subject, unit);
            let each = |nth: usize| Stand { size: Size::Full, castings: 2, troop: nth as u8, of: None };
            let stands = (0..guns.len()).map(each).collect();
            Enlisted { roster: roster(corps, stands), formation, mounted: false, loose: false, guns }
        }
        Service::Wagons => {
            let stands = vec![Stand { size: Size::Full, castings: 1, troop: 0, of: None }];
            let roster = roster(Corps::Train, stands);
            Enlisted { roster, formation: Formation::Limbered, mounted: false, loose: false, guns: Vec::new() }
        }
        Service::Infantry | Service::Cavalry | Service::Dragoons => {
            let (troops, stands, mounted) = troops(clerk, battle, book, (nth, nation));
            let halves_only = stands.iter().all(|stand| stand.size == Size::Half);
            let wide = matches!(unit.formation, Some(Drawn::OpenOrder | Drawn::Skirmish));
            let loose = wide && halves_only && !mounted && unit.garrison.is_none();
            let formation = match unit.formation {
                Some(Drawn::Column | Drawn::AttackColumn | Drawn::MarchColumn | Drawn::Mass) => Formation::Column,
                _ => Formation::Line,
            };
            Enlisted { roster: roster(Corps::Troops(troops), stands), formation, mounted, loose, guns: Vec::new() }
        }
    }
}

/// The row of T21: the unit's nation, else its side's first; Britain where the chart knows neither.
fn nation(battle: &Battle, unit: &Described) -> Derived<Nation> {
    let known = |nation: firelock_scenario::Nation| charts::nation(nation.word()).map(|row| (row, nation.word()));
    let own = unit.nation.and_then(known);
    let side = || battle.side(unit.side).nations.first().copied().and_then(known);
    match own.or_else(side) {
        Some((nation, word)) => Derived::new(nation, format!("nation {word}")),
        None => Derived::new(Nation::default(), "T21 does not know its nation"),
    }
}

/// FD-ROS-19: raw 0 to elite 4; Indians have 2 (FD-SPC-04), militia 0 or 1 (FD-SPC-06).
fn rating(unit: &Described) -> Derived<i64> {
    if unit.is(Sort::Indian) {
        return Derived::new(2, "Indians");
    }
    if unit.is(Sort::Militia) && !matches!(unit.training, Training::Raw | Training::Drilled) {
        return Derived::new(1, "the best of militia");
    }
    let (rating, source) = match unit.training {
        Training::Raw => (0, "training raw"),
        Training::Drilled => (1, "training drilled"),
        Training::Trained => (2, "training trained"),
        Training::Veteran => (3, "training veteran"),
        Training::Elite => (4, "training elite"),
    };
    Derived::new(rating, source)
}

fn class(unit: &Described, arm: Arm) -> Derived<Class> {
    let foot = arm == Arm::Infantry;
    let sorts = [
        (foot && (unit.is(Sort::Irregular) || unit.is(Sort::Indian) || unit.is(Sort::Highland)), Class::Irregular),
        (foot && (unit.is(Sort::Grenadier) || unit.is(Sort::Guard)), Class::Elite),
        (!foot && (unit.is(Sort::Light) || unit.is(Sort::Hussar)), Class::Light),
        (!foot, Class::Horse),
    ];
    let found = sorts.into_iter().find(|(holds, _)| *holds).map(|(_, class)| class);
    Derived::new(found.unwrap_or(Class::Line), "arm and class")
}

fn troops(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    book: &Rulebook,
    (nth, nation): (usize, Nation),
) -> (Troops, Vec<Stand>, bool) {
    let (unit, subject) = (&battle.units[nth], Subject::Unit(nth));
    let arm = match unit.arm {
        Service::Cavalry => Arm::Cavalry,
        Service::Dragoons => Arm::Dragoon,
        _ => Arm::Infantry,
    };
    let class = clerk.word(subject, "class", class(unit, arm));
    let household = unit.is(Sort::Guard);
    let ways: Ways = ways(nation, i32::from(battle.year())).for_unit(nation, arm, class, household);
    let in_t21 = || "T21".to_string();
    let firearm = match (unit.firearm, arm) {
        (Some(Shoots::Bow), _) => Derived::new(Firearm::Bow, "firearm bow"),
        (Some(Shoots::Matchlock), _) => Derived::new(Firearm::Matchlock, "firearm matchlock"),
        (Some(Shoots::Firelock), _) => Derived::new(Firearm::Firelock, "firearm firelock"),
        (Some(Shoots::None | Shoots::Pistol), _) => Derived::new(Firearm::None, "firearm"),
        // FD-MUS-01: rifles are not allowed; they count as the best musket.
        (Some(Shoots::Musket | Shoots::Flintlock | Shoots::Rifle | Shoots::Carbine), _) => {
            Derived::new(Firearm::Flintlock, "firearm")
        }
        (None, Arm::Cavalry) => Derived::new(Firearm::None, "cavalry"),
        (None, _) => Derived::new(ways.firearm, in_t21()),
    };
    let firearm = clerk.word(subject, "firearm", firearm);
    let mode = match unit.fire {
        Some(FireDrill::Volley) => Derived::new(FireMode::Volley, "fire volley"),
        Some(FireDrill::Platoon) => Derived::new(FireMode::Platoon, "fire platoon"),
        None => Derived::new(ways.mode, in_t21()),
    };
    let mode = clerk.word(subject, "mode", mode);
    let melee = match (unit.has_blade(Blade::Pike), unit.bayonet) {
        (true, _) => Derived::new(MeleeWeapon::Pike, "pikes"),
        (false, Some(Bayonet::All | Bayonet::Plug)) => Derived::new(MeleeWeapon::Bayonet, "bayonets"),
        (false, Some(Bayonet::None | Bayonet::Few)) => Derived::new(MeleeWeapon::Mixed, "few bayonets or none"),
        // FD-SPC-04, FD-MEL-42
        (false, None) if unit.is(Sort::Indian) => Derived::new(MeleeWeapon::Mixed, "Indians"),
        // FD-SPC-09
        (false, None) => Derived::new(ways.weapon, in_t21()),
    };
    let melee = clerk.word(subject, "melee", melee);
    // FD-ROS-15: a third of those with pikes carry no firearm.
    let mixed = match melee == MeleeWeapon::Pike {
        true => Derived::new(true, "pikes"),
        false => Derived::new(ways.mixed_armed && unit.bayonet.is_none(), "T21"),
    };
    let mixed_armed = clerk.flag(subject, "mixed_armed", mixed);
    let tactic = match unit.tactic {
        Some(Fights::Steel) => Derived::new(Tactic::Steel, "tactic steel"),
        Some(Fights::Fire) => Derived::new(Tactic::Fire, "tactic fire"),
        Some(Fights::Mix) => Derived::new(Tactic::Mix, "tactic mix"),
        None => Derived::new(ways.tactic, in_t21()),
    };
    let tactic = clerk.word(subject, "tactic", tactic);
    let personal = clerk.flag(subject, "personal_force", Derived::new(false, "not said"));
    let six_mm = clerk.flag(subject, "six_mm", Derived::new(false, "not said"));
    let (mut stands, elites) = stands(clerk, book, subject, unit, (arm, class), ways);
    if personal && stands.len() > usize::from(charts::count(book, &numbers::PERSONAL_FORCE)) {
        let path = clerk.path(subject);
        clerk.fault(path, FaultKind::OutOfRange, "a personal force has two stands at most", "fewer stands");
    }
    let horse = arm != Arm::Infantry;
    let dismounts = arm == Arm::Dragoon || (arm == Arm::Cavalry && firearm != Firearm::None);
    if dismounts {
        on_foot(&mut stands);
    }
    let mounted = horse && !(dismounts && unit.dismounted);
    let troops = Troops {
        arm,
        class,
        firearm,
        mode,
        melee,
        mixed_armed,
        tactic,
        elites,
        personal,
        indian: unit.is(Sort::Indian),
        militia: unit.is(Sort::Militia),
        six_mm,
    };
    (troops, stands, mounted)
}

/// The stands of a unit (FD-ROS-02, FD-ROS-03, FD-ROS-44), and how many half-stands may leave it.
fn stands(
    clerk: &mut Clerk<'_>,
    book: &Rulebook,
    subject: Subject,
    unit: &Described,
    (arm, class): (Arm, Class),
    ways: Ways,
) -> (Vec<Stand>, u8) {
    let horse = arm != Arm::Infantry;
    let per = u32::try_from(book.number(&numbers::MEN_PER_CASTING)).unwrap_or(1).max(1);
    // FD-SCL-06: a stand is a company of foot, about sixty men, or a troop of horse, thirty.
    let men_per_stand = if horse { 3 * per } else { 6 * per };
    let derived = match unit.companies {
        Some(companies) => Derived::new(i64::from(companies), "companies"),
        None => Derived::share("men", unit.men, men_per_stand, "stands"),
    };
    let n = clerk.whole(subject, "stands", "men", 1..=16, derived);
    let each = divide(i64::from(unit.men), i64::from(per) * n.max(1));
    let most = if horse { 6 } else { i64::from(book.number(&numbers::FOOT_CASTINGS_MOST)) };
    let source = format!("men {} / {per} / {n} stands = {each} castings", unit.men);
    let castings = clerk.whole(subject, "castings", "men", 1..=most, Derived::new(each, source)) as u8;
    let size = match (horse, castings) {
        (false, 0..=2) | (true, 0..=1) => Size::Half,
        (true, 4..) => Size::Double,
        _ => Size::Full,
    };
    let pairs = if horse {
        clerk.whole(subject, "troop_stands", "companies", 1..=2, Derived::new(1, "usual")) as u8
    } else {
        1
    };
    let n = n as u8;
    let mut stands: Vec<Stand> =
        (0..n).map(|nth| Stand { size, castings, troop: nth / pairs.max(1), of: None }).collect();
    if horse {
        return (stands, 0);
    }
    let values: u16 = stands.iter().map(|stand| stand.size.halves()).sum::<u16>() / 2;
    let detachable = match (unit.elites, ways.detachable(values)) {
        (said @ 1.., _) => Derived::new(i64::from(said), "elites"),
        // FD-ODD-24: light infantry are half-stands.
        _ if unit.is(Sort::Light) => Derived::new(i64::from(2 * n), "light infantry"),
        (0, u16::MAX) => Derived::new(i64::from(2 * n), "all of them, by T21 and class"),
        (0, some) => Derived::new(i64::from(some), "T21"),
    };
    let elites = clerk.whole(subject, "elites", "elites", 0..=40, detachable) as u8;
    let listed =
        clerk.whole(subject, "half_stands", "companies", 0..=i64::from(n), Derived::new(0, "none listed")) as u8;
    for stand in stands.iter_mut().rev().take(usize::from(listed)) {
        (stand.size, stand.castings) = (Size::Half, half_castings(book, castings));
    }
    // FD-ROS-44: as many of the last full stands as needed are replaced by two half-stands each.
    let halves = stands.iter().filter(|stand| stand.size == Size::Half).count() as u8;
    let halves_only = class == Class::Irregular || unit.is(Sort::Light);
    let mut needed = if halves_only && elites >= 2 * n { u8::MAX } else { elites.saturating_sub(halves) };
    while needed > 0 {
        let Some(last) = stands.iter().rposition(|stand| stand.size == Size::Full) else { break };
        let half = Stand { size: Size::Half, castings: half_castings(book, stands[last].castings), troop: 0, of: None };
        stands.splice(last..=last, [half, half]);
        needed = needed.saturating_sub(2);
    }
    // The regimental commander is with a full stand where there is one.
    for (nth, stand) in (0_u8..).zip(&mut stands) {
        stand.troop = nth;
    }
    (stands, elites)
}

/// Half of a stand's castings, within what a half-stand holds (FD-ROS-02).
fn half_castings(book: &Rulebook, castings: u8) -> u8 {
    castings.div_ceil(2).clamp(1, charts::count(book, &numbers::FOOT_HALF_CASTINGS_MOST))
}

/// Adds the half-stands on foot of mounted stands, the larger share of castings first (FD-MOV-36).
fn on_foot(stands: &mut Vec<Stand>) {
    let mounted = stands.clone();
    for (nth, stand) in (0_u8..).zip(&mounted) {
        let parts: u8 = match stand.size {
            Size::Half => 1,
            Size::Full => 2,
            Size::Double => 4,
        };
        for part in 0..parts {
            let castings = stand.castings / parts + u8::from(part < stand.castings % parts);
            stands.push(Stand { size: Size::Half, castings: castings.max(1), troop: stand.troop, of: Some(nth) });
        }
    }
}

fn guns(clerk: &mut Clerk<'_>, book: &Rulebook, subject: Subject, unit: &Described) -> (Corps, Vec<u8>, Formation) {
    let most = unit.guns.iter().max_by_key(|guns| guns.number);
    let piece = match most.map(|guns| guns.kind) {
        Some(GunKind::Howitzer) => Derived::new(Piece::Howitzer, "howitzers"),
        Some(GunKind::Mortar) => Derived::new(Piece::Mortar, "mortars"),
        _ => Derived::new(Piece::Gun, "guns"),
    };
    let piece = clerk.word(subject, "piece", piece);
    let pounds = match most.and_then(|guns| guns.pounds) {
        Some(pounds) => Derived::new(divide(i64::from(pounds.0), 10).max(1), format!("{pounds}-pounder")),
        None if unit.is(Sort::BattalionGuns) => Derived::new(3, "battalion guns"),
        None if unit.is(Sort::Siege) => Derived::new(18, "siege guns"),
        None => Derived::new(6, "weight unknown"),
    };
    let pounds = clerk.whole(subject, "poundage", "guns", 1..=68, pounds) as u8;
    let rockets = clerk.flag(subject, "rockets", Derived::new(false, "not said"));
    let per = u32::try_from(book.number(&numbers::SECTION_GUNS)).unwrap_or(2).max(1);
    let count = unit.gun_count().max(1);
    let sections = i64::from(count.div_ceil(per));
    let source = format!("{count} guns, {per} to a section");
    let n = clerk.whole(subject, "sections", "guns", 1..=8, Derived::new(sections, source)) as u32;
    let share = |nth: u32| {
        let left = count.saturating_sub(nth * per).min(per);
        left.max(1) as u8
    };
    let guns = (0..n).map(share).collect();
    let formation = match unit.formation {
        Some(Drawn::Limbered | Drawn::Column | Drawn::MarchColumn) => Formation::Limbered,
        _ => Formation::Unlimbered,
    };
    (Corps::Guns(Guns { piece, pounds, rockets }), guns, formation)
}
