//! One unit of a battle as these rules see it (NQ-ROS).

use firelock_core::Rulebook;
use firelock_scenario::{
    Arm as Service, Battle, Blade, Class as Sort, Clerk, Derived, Firearm, Formation as Drawn, GunKind, Nation,
    Subject, Training, Unit as Described,
};

use crate::charts::numbers;
use crate::roster::Roster;
use crate::state::BrigadeNo;
use crate::words::{Arm, Class, Formation, GunType, Quality, Weapon};

/// Men of a base: four figures of thirty (NQ-SCA-04, NQ-SCA-05).
const MEN: u32 = 120;
/// Real guns that one gun model stands for.
const PIECES: u32 = 3;

/// Reads one unit.
pub(crate) fn enlist(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    book: &Rulebook,
    nth: usize,
    brigade: BrigadeNo,
) -> (Roster, Formation) {
    let (unit, subject) = (&battle.units[nth], Subject::Unit(nth));
    let class = clerk.word(subject, "class", Derived::new(class(unit), "arm and class"));
    let quality = match unit.training {
        Training::Raw => Derived::new(Quality::Raw, "training raw"),
        Training::Drilled | Training::Trained => Derived::new(Quality::Regular, "training"),
        Training::Veteran => Derived::new(Quality::Veteran, "training veteran"),
        Training::Elite => Derived::new(Quality::Elite, "training elite"),
    };
    let quality = clerk.word(subject, "quality", quality);
    let weapon = clerk.word(subject, "weapon", weapon(unit, class));
    let [least, most] = match class.arm() {
        Arm::Infantry => [&numbers::INFANTRY_LEAST, &numbers::INFANTRY_MOST],
        Arm::Cavalry => [&numbers::CAVALRY_LEAST, &numbers::CAVALRY_MOST],
        Arm::Artillery => [&numbers::GUNS_LEAST, &numbers::GUNS_MOST],
    };
    let range = i64::from(book.number(least))..=i64::from(book.number(most));
    let (bases, guns) = match class.arm() {
        Arm::Artillery => {
            let said = guns(unit);
            let source = format!("{} guns, {PIECES} to a model", unit.gun_count());
            let n = clerk.whole(subject, "guns", "guns", range, Derived::new(said.len() as i64, source));
            let said = clerk.words(subject, "gun_types", Derived::new(said, "weight and kind"));
            let last = said.last().copied().unwrap_or_default();
            let guns: Vec<GunType> = (0..n as usize).map(|nth| said.get(nth).copied().unwrap_or(last)).collect();
            (n as u8, guns)
        }
        _ => {
            let derived = Derived::share("men", unit.men, MEN, "bases");
            (clerk.whole(subject, "bases", "men", range, derived) as u8, Vec::new())
        }
    };
    let two = class.arm() == Arm::Infantry
        && (unit.ranks == Some(2)
            || (unit.ranks.is_none() && matches!(unit.nation, Some(Nation::Britain | Nation::Portugal))));
    let two_rank = clerk.flag(subject, "two_rank", Derived::new(two, "nation or ranks"));
    let lance = unit.is(Sort::Lancer) || unit.has_blade(Blade::Lance);
    let roster = Roster {
        id: unit.id.to_string(),
        name: unit.name.clone(),
        side: unit.side,
        brigade,
        class,
        quality,
        weapon,
        bases,
        two_rank,
        lance: lance && class.arm() == Arm::Cavalry,
        cuirass: unit.cuirass && class.arm() == Arm::Cavalry,
        guns,
    };
    (roster, formation(unit, class, bases))
}

fn class(unit: &Described) -> Class {
    match unit.arm {
        Service::Artillery | Service::Wagons if unit.is(Sort::HorseArtillery) => Class::HorseArtillery,
        Service::Artillery | Service::Wagons => Class::FootArtillery,
        Service::Infantry if unit.is(Sort::Rifle) || unit.firearm == Some(Firearm::Rifle) => Class::RifleInfantry,
        Service::Infantry if unit.is(Sort::Light) || unit.is(Sort::Indian) => Class::LightInfantry,
        Service::Infantry if unit.is(Sort::Militia) || unit.is(Sort::Irregular) => Class::Militia,
        Service::Infantry => Class::LineInfantry,
        _ if unit.is(Sort::Irregular) => Class::IrregularCavalry,
        _ if unit.is(Sort::Light) || unit.is(Sort::Hussar) || unit.is(Sort::Lancer) => Class::LightCavalry,
        Service::Cavalry | Service::Dragoons => Class::HeavyCavalry,
    }
}

fn weapon(unit: &Described, class: Class) -> Derived<Weapon> {
    let horse = class.arm() == Arm::Cavalry;
    match (unit.firearm, class.arm()) {
        (_, Arm::Artillery) => Derived::new(Weapon::None, "crews"),
        (None, _) => Derived::new(class.weapon(), "T-CLASS"),
        (Some(Firearm::None | Firearm::Pistol | Firearm::Bow), _) => Derived::new(Weapon::None, "firearm"),
        (Some(Firearm::Rifle), _) if horse => Derived::new(Weapon::CavalryRifle, "firearm rifle"),
        (Some(Firearm::Rifle), _) => Derived::new(Weapon::Rifle, "firearm rifle"),
        (Some(_), _) if horse => Derived::new(Weapon::CavalryMusket, "firearm"),
        (Some(_), _) if class.is_light_infantry() => Derived::new(Weapon::LightMusket, "firearm"),
        (Some(_), _) => Derived::new(Weapon::Musket, "firearm"),
    }
}

/// The gun models of a battery, sort by sort.
fn guns(unit: &Described) -> Vec<GunType> {
    let mut models = Vec::new();
    for guns in &unit.guns {
        let pounds = guns.pounds.map_or(6, |pounds| pounds.0 / 10);
        let kind = match guns.kind {
            GunKind::Howitzer => GunType::Howitzer,
            GunKind::Mortar => GunType::Mortar,
            _ if pounds <= 4 => GunType::I,
            _ if pounds <= 9 => GunType::Ii,
            _ => GunType::Iii,
        };
        models.extend((0..u32::from(guns.number).div_ceil(PIECES)).map(|_| kind));
    }
    if models.is_empty() {
        models.push(GunType::Ii);
    }
    models
}

fn formation(unit: &Described, class: Class, bases: u8) -> Formation {
    let wished = match unit.formation {
        Some(Drawn::Limbered) => Formation::Limbered,
        _ if class.arm() == Arm::Artillery => Formation::Deployed,
        Some(Drawn::OpenOrder) => Formation::OpenOrder,
        Some(Drawn::Skirmish) if class.may_form(Formation::Skirmish) => Formation::Skirmish,
        Some(Drawn::Skirmish) => Formation::OpenOrder,
        Some(Drawn::Column | Drawn::MarchColumn) => Formation::Column,
        Some(Drawn::AttackColumn | Drawn::Mass) => Formation::AttackColumn,
        Some(Drawn::Square) if bases >= 4 => Formation::Square,
        Some(Drawn::Echelon) => Formation::Echelon,
        _ => Formation::Line,
    };
    let usual = if class == Class::IrregularCavalry { Formation::OpenOrder } else { Formation::Line };
    if class.may_form(wished) { wished } else { usual }
}
