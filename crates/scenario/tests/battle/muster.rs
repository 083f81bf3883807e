//! The clerk: derived values with their reasons, the file's own settings, ranges.

use expect_test::{Expect, expect};
use firelock_scenario::{Arrival, Battle, Clerk, Derived, MapPoint, Skill, Subject, System, Training, divide};

use crate::head;

fn battle(extra: &str) -> Battle {
    let head = head("yards", "south", "north");
    let text = format!(
        r#"{head}[[command]]
id = "r"
name = "R"
side = "red"
rank = "army"
[[command]]
id = "b"
name = "B"
side = "blue"
rank = "army"
[[unit]]
id = "foot"
name = "Foot"
side = "red"
command = "r"
arm = "infantry"
men = 612
training = "veteran"
at = [500, 100]
facing = "north"
[[unit]]
id = "horse"
name = "Horse"
side = "blue"
command = "b"
arm = "cavalry"
men = 50
training = 2
at = [500, 700]
facing = 180
{extra}"#
    );
    Battle::read("t.toml", &text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Musters stands, experience and a flag for both units, and shows the report or the faults.
fn check(extra: &str, expected: Expect) {
    let battle = battle(extra);
    let mut clerk = Clerk::new(&battle, System::Regimental);
    clerk.turns(12);
    for (nth, unit) in battle.units.iter().enumerate() {
        let subject = Subject::Unit(nth);
        clerk.whole(subject, "stands", "men", 2..=25, Derived::share("men", unit.men, 40, "stands"));
        clerk.word(subject, "training", Derived::new(unit.training, "as the battle says"));
        if unit.is_horse() {
            clerk.flag(subject, "dragoon", Derived::new(false, "cavalry"));
        }
    }
    clerk.words(Subject::Command(0), "skills", Derived::new(vec![Skill::Able], "example"));
    let text = match clerk.finish() {
        Ok(report) => report.iter().map(|line| format!("{line}\n")).collect(),
        Err(faults) => format!("{faults}\n"),
    };
    expected.assert_eq(&text);
}

#[test]
fn division_rounds_halves_up() {
    assert_eq!([divide(612, 40), divide(20, 40), divide(19, 40), divide(60, 40), divide(0, 40)], [15, 1, 0, 2, 0]);
}

#[test]
fn each_value_is_reported_with_its_source() {
    check(
        "[regimental]\nfit = \"clamp\"\n",
        expect![[r#"
        t turns 5: minutes 60 / 12 = 5 turns
        foot stands 15: men 612 / 40 = 15 stands
        foot training veteran: as the battle says
        horse stands 2: men 50 / 40 = 1 stands, set to 2 (from 2 to 25)
        horse training trained: as the battle says
        horse dragoon no: cavalry
        r skills able: example
    "#]],
    );
}

#[test]
fn a_value_out_of_its_range_is_a_fault_at_what_it_was_derived_from() {
    check(
        "",
        expect![[r#"
            t.toml:46:7: unit[1].men: stands would be 1 (men 50 / 40 = 1 stands); expected 2 to 25, a setting for regimental, or fit = "clamp"
        "#]],
    );
}

#[test]
fn the_file_overrides_what_would_be_derived() {
    check(
        "[regimental]\nturns = 9\n[regimental.units]\nhorse = { stands = 3, dragoon = true }\nfoot = { training = \"elite\" }\n\
         [regimental.commands.r]\nskills = [\"poor\", \"gallant\"]\n",
        expect![[r#"
            t turns 9: set in the battle file for regimental
            foot stands 15: men 612 / 40 = 15 stands
            foot training elite: set in the battle file for regimental
            horse stands 3: set in the battle file for regimental
            horse training trained: as the battle says
            horse dragoon yes: set in the battle file for regimental
            r skills poor, gallant: set in the battle file for regimental
        "#]],
    );
}

#[test]
fn settings_that_make_no_sense_are_all_reported() {
    check(
        "[regimental.units]\nhorse = { stands = \"three\", training = \"elit\" }\n\
         foot = { stnds = 4, dragoon = true, stands = 40, training = 3 }\n[regimental.commands.r]\nskills = [\"pore\"]\n",
        expect![[r#"
            t.toml:51:11: regimental.units.horse.stands: stands is a number; expected a whole number from 2 to 25
            t.toml:51:29: regimental.units.horse.training: "elit" is no training; expected one of raw, drilled, trained, veteran, elite; did you mean "elite"?
            t.toml:52:10: regimental.units.foot.stnds: regimental knows no stnds of units; expected one of dragoon, stands, training; did you mean "stands"?
            t.toml:52:21: regimental.units.foot.dragoon: dragoon means nothing for "foot"
            t.toml:52:37: regimental.units.foot.stands: stands 40 is out of range; expected 2 to 25
            t.toml:52:50: regimental.units.foot.training: training is a word; expected one of raw, drilled, trained, veteran, elite
            t.toml:54:1: regimental.commands.r.skills: "pore" is no skill; expected one of poor, fair, able, gallant
        "#]],
    );
}

#[test]
fn arrivals_fall_into_the_turn_of_their_minute() {
    let battle = battle("");
    let clerk = Clerk::new(&battle, System::Regimental);
    let turn = |minute: Option<u16>, turn: Option<u16>| {
        let (at, to) = (MapPoint::default(), None);
        let (units, commands, facing, formation, note) = (Vec::new(), Vec::new(), None, None, None);
        clerk.turn_of(&Arrival { minute, turn, units, commands, at, to, facing, formation, note }, 10)
    };
    // Ten turns for sixty minutes: six minutes each.
    assert_eq!([turn(Some(1), None), turn(Some(6), None), turn(Some(29), None), turn(Some(30), None)], [2, 2, 5, 6]);
    assert_eq!(turn(None, Some(7)), 7);
}

#[test]
fn switches_become_an_overlay() {
    let battle = battle("[regimental.switches]\nchange_front = true\nrifle_full_8 = \"off\"\n");
    let switches: Vec<(String, String)> = battle.overlay(System::Regimental).switches.into_iter().collect();
    assert_eq!(switches, [("change_front".into(), "on".into()), ("rifle_full_8".into(), "off".into())]);
    assert!(battle.overlay(System::Napoleonic).switches.is_empty());
}

#[test]
fn periods_follow_the_rulebooks() {
    let fitting = |year: u16| -> Vec<System> { System::ALL.iter().copied().filter(|s| s.in_period(year)).collect() };
    assert_eq!(fitting(1777), [System::Regimental, System::Washington]);
    assert_eq!(fitting(1745), [System::Discipline]);
    assert_eq!(fitting(1815), [System::Napoleonic]);
    assert!(fitting(1760).is_empty());
    assert_eq!(battle("").units[1].training, Training::Trained);
}
