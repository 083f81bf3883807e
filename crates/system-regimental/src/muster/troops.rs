//! Men and guns as units: stands, ratings, weapons, traits (RF-SCL-04, RF-ROS).

use firelock_core::Rulebook;
use firelock_scenario::{
    Arm as Service, Bayonet, Class, Clerk, Derived, FaultKind, Firearm, Formation as Drawn, GunKind, Guns, Spirit,
    Subject, Training, Unit as Described, divide,
};

use super::words::Trait;
use crate::charts;
use crate::roster::{BodyOf, Roster};
use crate::state::LeaderId;
use crate::words::{Arm, Branch, Experience, Formation, GunRole, GunType, Morale, Traits, Weapon};

/// A unit of the battle as these rules see it.
pub(crate) struct Enlisted {
    /// Its roster line.
    pub(crate) roster: Roster,
    /// Its stands.
    pub(crate) stands: u8,
    /// Stands that may go out as light infantry.
    pub(crate) light_stands: u8,
    /// In the saddle.
    pub(crate) mounted: bool,
    /// How it is drawn up.
    pub(crate) formation: Formation,
    /// Gaps between its stands, in hundredths of an inch (RF-FRM-05).
    pub(crate) gap: u16,
    /// An amusette stands with it.
    pub(crate) amusette: bool,
}

/// Reads one unit; none for what these rules have no place for.
pub(crate) fn enlist(
    clerk: &mut Clerk<'_>,
    book: &Rulebook,
    nth: usize,
    unit: &Described,
    brigade: LeaderId,
) -> Option<Enlisted> {
    let subject = Subject::Unit(nth);
    match unit.arm {
        Service::Artillery => Some(guns(clerk, book, subject, unit, brigade)),
        Service::Infantry | Service::Cavalry | Service::Dragoons => Some(troops(clerk, book, subject, unit, brigade)),
        Service::Wagons => None,
    }
}

fn troops(clerk: &mut Clerk<'_>, book: &Rulebook, subject: Subject, unit: &Described, brigade: LeaderId) -> Enlisted {
    let number = |number| i64::from(book.number(number));
    let per = u32::try_from(book.number(&charts::MEN_PER_STAND)).unwrap_or(1);
    let range = number(&charts::UNIT_LEAST)..=number(&charts::UNIT_MOST);
    // RF-SCL-13: half a stand is rounded up.
    let stands = clerk.whole(subject, "stands", "men", range, Derived::share("men", unit.men, per, "stands"));
    let experience = clerk.word(subject, "experience", experience(unit));
    let morale = clerk.word(subject, "morale", morale(unit));
    let arm = match unit.arm {
        Service::Infantry => Arm::Infantry,
        _ => Arm::Cavalry,
    };
    let traits = traits(clerk, subject, unit);
    let weapon = clerk.word(subject, "weapon", weapon(unit, traits, arm));
    let bayonets = match unit.bayonet {
        Some(Bayonet::All | Bayonet::Plug) => Derived::new(true, "bayonet all"),
        Some(Bayonet::None) => Derived::new(false, "bayonet none"),
        Some(Bayonet::Few) => Derived::new(false, "bayonet few"),
        None => Derived::new(traits.has_usual_bayonets(arm, weapon), "usual for its kind"),
    };
    let bayonets = clerk.flag(subject, "bayonets", bayonets);
    let brave_colonel = clerk.flag(subject, "brave_colonel", Derived::new(unit.brave_colonel, "brave_colonel"));
    let traits = Traits { bayonets, brave_colonel, ..traits };
    let light_stands = match arm {
        Arm::Infantry => {
            clerk.whole(subject, "lt_stands", "light_companies", 0..=stands, light_stands(unit, traits, stands))
        }
        Arm::Cavalry => 0,
    };
    let mounted = arm == Arm::Cavalry && !unit.dismounted;
    let branch = match (arm, mounted) {
        (Arm::Infantry, _) => Branch::Infantry,
        (Arm::Cavalry, true) => Branch::Cavalry,
        (Arm::Cavalry, false) => Branch::Dismounted,
    };
    let formation = clerk.word(subject, "formation", drawn_up(unit, branch, traits));
    if !branch.may_form(traits, formation) || formation == Formation::Mob {
        let path = format!("{}.formation", clerk.path(subject));
        clerk.fault(
            path,
            FaultKind::Contradiction,
            format!("\"{}\" cannot form {formation:?}", unit.id),
            "another formation",
        );
    }
    let amusette = match arm {
        Arm::Infantry => clerk.flag(subject, "amusette", Derived::new(false, "none given")),
        Arm::Cavalry => false,
    };
    Enlisted {
        roster: roster(unit, brigade, experience, BodyOf::Troops { arm, morale, weapon, traits }),
        stands: count(stands),
        light_stands: count(light_stands),
        mounted,
        formation,
        gap: match formation {
            Formation::OpenOrder => u16::try_from(book.number(&charts::OPEN_GAP_LEAST)).unwrap_or(0),
            _ => 0,
        },
        amusette,
    }
}

fn guns(clerk: &mut Clerk<'_>, book: &Rulebook, subject: Subject, unit: &Described, brigade: LeaderId) -> Enlisted {
    let experience = clerk.word(subject, "experience", experience(unit));
    let role = match unit.is(Class::BattalionGuns) {
        true => Derived::new(GunRole::BattalionGun, "class battalion-guns"),
        false => Derived::new(GunRole::Battery, "usual"),
    };
    let role = clerk.word(subject, "role", role);
    let most = match role {
        GunRole::Battery => i64::from(book.number(&charts::BATTERY_MOST)),
        GunRole::BattalionGun => 1,
    };
    let per = u32::try_from(book.number(&charts::GUNS_PER_STAND)).unwrap_or(1);
    let shared = Derived::share("guns", unit.gun_count(), per, "stands");
    let stands = clerk.whole(subject, "stands", "guns", 1..=most, shared);
    let gun = clerk.word(subject, "gun", gun_type(unit));
    let bolted = unit.guns.iter().any(|guns| guns.carriage == Some(firelock_scenario::Carriage::Fixed));
    let fixed = match (unit.is(Class::Fixed), bolted) {
        (true, _) => Derived::new(true, "class fixed"),
        (false, true) => Derived::new(true, "carriage fixed"),
        (false, false) => Derived::new(false, "usual"),
    };
    let fixed = clerk.flag(subject, "fixed", fixed);
    let formation = match unit.formation {
        Some(Drawn::Limbered) if !fixed => Derived::new(Formation::Limbered, "formation limbered"),
        _ => Derived::new(Formation::Unlimbered, "in battery"),
    };
    let formation = clerk.word(subject, "formation", formation);
    let path = clerk.path(subject);
    if !Branch::Guns.may_form(Traits::default(), formation) || (fixed && formation == Formation::Limbered) {
        let problem = format!("\"{}\" cannot form {formation:?}", unit.id);
        clerk.fault(format!("{path}.formation"), FaultKind::Contradiction, problem, "limbered or unlimbered");
    }
    if unit.guns.iter().all(|guns| guns.kind == GunKind::Amusette) {
        let problem = "amusettes are no gun unit in these rules";
        clerk.fault(format!("{path}.guns"), FaultKind::Contradiction, problem, "amusette = true for an infantry unit");
    }
    Enlisted {
        roster: roster(unit, brigade, experience, BodyOf::Guns { gun, role, fixed }),
        stands: count(stands),
        light_stands: 0,
        mounted: false,
        formation,
        gap: 0,
        amusette: false,
    }
}

fn roster(unit: &Described, brigade: LeaderId, experience: Experience, body: BodyOf) -> Roster {
    Roster { id: unit.id.to_string(), name: unit.name.clone(), side: unit.side, brigade, experience, body }
}

fn count(stands: i64) -> u8 {
    u8::try_from(stands).unwrap_or(0)
}

fn experience(unit: &Described) -> Derived<Experience> {
    let (experience, source) = match unit.training {
        Training::Raw => (Experience::Raw, "training raw"),
        Training::Drilled => (Experience::Trained, "training drilled"),
        Training::Trained => (Experience::Trained, "training trained"),
        Training::Veteran => (Experience::Veteran, "training veteran"),
        Training::Elite => (Experience::Elite, "training elite"),
    };
    Derived::new(experience, source)
}

/// The morale class; nobody is dispirited unless the file says so (RF-ROS-10).
fn morale(unit: &Described) -> Derived<Morale> {
    let (morale, source) = match unit.spirit {
        Spirit::Dispirited => (Morale::Dispirited, "spirit dispirited"),
        Spirit::Unreliable => (Morale::Unreliable, "spirit unreliable"),
        Spirit::Reliable => (Morale::Reliable, "spirit reliable"),
        Spirit::Spirited => (Morale::Spirited, "spirit spirited"),
    };
    Derived::new(morale, source)
}

/// The class flags (RF-ROS-19): from the classes of the file and its plain words.
fn traits(clerk: &mut Clerk<'_>, subject: Subject, unit: &Described) -> Traits {
    let foot = unit.arm == Service::Infantry;
    let flags = [
        (Trait::LightInfantry, foot && unit.is(Class::Light)),
        (Trait::Militia, foot && unit.is(Class::Militia)),
        (Trait::Indian, unit.is(Class::Indian)),
        (Trait::Marksmen, unit.marksmen),
        (Trait::BuckAndBall, unit.buck_and_ball),
        (Trait::Dragoon, unit.arm == Service::Dragoons || unit.dismounted),
        (Trait::Marines, unit.is(Class::Marines)),
    ];
    let held: Vec<Trait> = flags.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).collect();
    let flags = clerk.words(subject, "traits", Derived::new(held, "arm and class"));
    let has = |flag: Trait| flags.contains(&flag);
    Traits {
        light_infantry: has(Trait::LightInfantry),
        lt_detachment: has(Trait::LtDetachment),
        militia: has(Trait::Militia),
        indian: has(Trait::Indian),
        marksmen: has(Trait::Marksmen),
        buck_and_ball: has(Trait::BuckAndBall),
        dragoon: has(Trait::Dragoon),
        marines: has(Trait::Marines),
        ..Traits::default()
    }
}

fn weapon(unit: &Described, traits: Traits, arm: Arm) -> Derived<Weapon> {
    let (weapon, source) = match unit.firearm {
        Some(Firearm::Musket | Firearm::Flintlock | Firearm::Firelock | Firearm::Matchlock) => {
            (Weapon::Musket, "firearm")
        }
        Some(Firearm::Rifle) => (Weapon::Rifle, "firearm rifle"),
        Some(Firearm::Carbine) => (Weapon::Carbine, "firearm carbine"),
        Some(Firearm::Pistol) => (Weapon::None, "pistols do not reach"),
        Some(Firearm::Bow) => (Weapon::None, "these rules have no bows"),
        Some(Firearm::None) => (Weapon::None, "firearm none"),
        None if unit.is(Class::Rifle) => (Weapon::Rifle, "class rifle"),
        None => (traits.usual_weapon(arm), "usual for its kind"),
    };
    Derived::new(weapon, source)
}

/// All of a light infantry unit, else the share of its light companies (RF-ROS-21).
fn light_stands(unit: &Described, traits: Traits, stands: i64) -> Derived<i64> {
    if traits.light_infantry {
        return Derived::new(stands, "light infantry");
    }
    let light = i64::from(unit.light_companies);
    match unit.companies {
        _ if light == 0 => Derived::new(0, "no light companies"),
        Some(companies) => {
            let share = divide(light * stands, i64::from(companies.max(1)));
            Derived::new(share, format!("{light} light companies of {companies} in {stands} stands"))
        }
        None => Derived::new(light.min(stands), "a stand for each light company"),
    }
}

/// The formation nearest to the one history gives that the unit may take.
fn drawn_up(unit: &Described, branch: Branch, traits: Traits) -> Derived<Formation> {
    let wished = match unit.formation {
        _ if unit.garrison.is_some() => Formation::Garrison,
        None | Some(Drawn::Line | Drawn::Square | Drawn::Echelon | Drawn::Limbered | Drawn::Unlimbered) => {
            Formation::Line
        }
        Some(Drawn::OpenOrder | Drawn::Skirmish) => Formation::OpenOrder,
        Some(Drawn::Column | Drawn::AttackColumn | Drawn::Mass) => Formation::FieldColumn,
        Some(Drawn::MarchColumn) => Formation::MarchColumn,
        Some(Drawn::Garrison) => Formation::Garrison,
    };
    let source = match unit.formation {
        Some(drawn) => format!("formation {drawn}"),
        None => "usual".to_owned(),
    };
    if branch.may_form(traits, wished) {
        return Derived::new(wished, source);
    }
    let others = [Formation::Line, Formation::OpenOrder];
    let other = others.into_iter().find(|formation| branch.may_form(traits, *formation)).unwrap_or_default();
    Derived::new(other, format!("{source}, which it may not form"))
}

/// The type of most of its guns: the one whose weight or bore is nearest (RF-ROS-23).
fn gun_type(unit: &Described) -> Derived<GunType> {
    let most = unit.guns.iter().max_by_key(|guns| guns.number);
    let Some(guns) = most else { return Derived::new(GunType::LG, "no guns given") };
    let first = unit.guns.iter().find(|other| other.number == guns.number).unwrap_or(guns);
    one_type(first)
}

fn one_type(guns: &Guns) -> Derived<GunType> {
    let nearest = |list: &[(i32, GunType)], tenths: i32| {
        list.iter().min_by_key(|(weight, _)| (weight - tenths).abs()).map_or(GunType::LG, |(_, gun)| *gun)
    };
    match (guns.kind, guns.pounds, guns.inches) {
        (GunKind::Galloper, ..) => Derived::new(GunType::GG, "galloper"),
        (GunKind::Howitzer | GunKind::Mortar, _, Some(inches)) => {
            Derived::new(nearest(charts::HOWITZER_BORES, inches.0), format!("{inches} inch {}", guns.kind))
        }
        (GunKind::Howitzer | GunKind::Mortar, ..) => Derived::new(GunType::H, guns.kind.to_string()),
        (_, Some(pounds), _) => Derived::new(nearest(charts::GUN_WEIGHTS, pounds.0), format!("{pounds}-pounder")),
        _ => Derived::new(GunType::LG, "weight unknown"),
    }
}
