//! Battles for tests: those of the project, and points armies.

#![allow(dead_code, unused_imports, reason = "each test file uses a part")]

pub(crate) mod bold;
mod drawn;

use firelock_core::{Overlay, Rulebook};
use firelock_scenario::{Battle, Muster, System};
use firelock_washington::Washington;
use firelock_washington::charts::{CHARTS, SWITCHES};
use firelock_washington::muster::{ArmyList, Detachment, points_battle};
use firelock_washington::state::State;
use firelock_washington::words::{Quality, Tag, Troop};

pub(crate) use drawn::{commander, state, transcript, unit};

/// A battle of this project, mustered.
pub(crate) fn battle(name: &str) -> State {
    battle_by(name, Overlay::default())
}

/// The same by other readings.
pub(crate) fn battle_by(name: &str, overlay: Overlay) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    let battle = Battle::read(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
    let overlay = if overlay == Overlay::default() { battle.overlay(System::Washington) } else { overlay };
    let book = Rulebook::with_overlay(CHARTS, SWITCHES, overlay).expect("known switches");
    Washington::muster(&battle, &book).unwrap_or_else(|faults| panic!("{faults}")).state
}

/// A unit of a points army.
pub(crate) fn troops(name: &str, troop: Troop, quality: Quality, bases: u8) -> Detachment {
    Detachment::Unit { name: name.into(), troop, quality, bases, tag: Tag::None, battalion_gun: false }
}

/// A field gun of a points army.
pub(crate) fn gun(name: &str) -> Detachment {
    Detachment::Gun { name: name.into() }
}

/// The sample British army of the chapter.
pub(crate) fn british() -> ArmyList {
    use Quality::{Average, Veteran};
    use Troop::{Cavalry, Indian, Light, Line, Militia};
    let tagged = |name: &str, tag| Detachment::Unit {
        name: name.into(),
        troop: Line,
        quality: Average,
        bases: 6,
        tag,
        battalion_gun: false,
    };
    ArmyList {
        name: "British".into(),
        brigades: vec![
            vec![
                troops("1st line", Line, Average, 6),
                troops("2nd line", Line, Average, 6),
                troops("Grenadiers", Line, Veteran, 6),
                gun("6-pounder"),
            ],
            vec![
                troops("3rd line", Line, Average, 6),
                troops("4th line", Line, Average, 6),
                tagged("Hessians", Tag::Hessian),
                tagged("Highland loyalists", Tag::ScotsLoyalist),
            ],
            vec![
                troops("Lights", Light, Average, 5),
                troops("Loyal militia", Militia, Average, 5),
                troops("Warriors", Indian, Average, 4),
                troops("Dragoons", Cavalry, Average, 4),
            ],
        ],
    }
}

/// The sample American army of the chapter.
pub(crate) fn americans() -> ArmyList {
    use Quality::{Average, Raw};
    use Troop::{Cavalry, Light, Line, Militia, Rifle};
    let line = |name: &str, battalion_gun| Detachment::Unit {
        name: name.into(),
        troop: Line,
        quality: Average,
        bases: 6,
        tag: Tag::None,
        battalion_gun,
    };
    ArmyList {
        name: "Americans".into(),
        brigades: vec![
            vec![line("1st Continentals", true), line("2nd Continentals", true), gun("4-pounder")],
            vec![
                line("3rd Continentals", false),
                line("4th Continentals", false),
                troops("Light companies", Light, Average, 5),
                troops("Riflemen", Rifle, Average, 4),
                gun("3-pounder"),
            ],
            vec![
                troops("State militia", Militia, Average, 6),
                troops("1st militia", Militia, Raw, 7),
                troops("2nd militia", Militia, Raw, 7),
                troops("3rd militia", Militia, Raw, 7),
                troops("4th militia", Militia, Raw, 7),
                troops("Light horse", Cavalry, Average, 4),
            ],
        ],
    }
}

/// The two sample armies before their pre-game.
pub(crate) fn points_game() -> State {
    points_battle(&Rulebook::default(), [british(), americans()]).unwrap_or_else(|fault| panic!("{fault}"))
}
