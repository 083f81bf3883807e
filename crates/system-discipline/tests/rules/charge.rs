//! Charges: who may, how they are answered, how they move and align (FD-MEL-01..27, FD-MUS-40..45). Lengths are yards.

use expect_test::expect;
use firelock_core::Side::{Blue, Red};
use firelock_core::{RuleSystem as _, UnitId};
use firelock_discipline::Discipline;
use firelock_discipline::command::Command;
use firelock_discipline::event::{Event, Motion};
use firelock_discipline::state::{Contact, FormOn, Goal, GunOrder, Hold, Mission, Response, Turn};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::{Directive, GunState};
use firelock_table::{Angle, Length};

use crate::drill::{
    DECLARE, ELSEWHERE, FACE, GUNS, MOVE, PURSUE, STAND, answer, charge, charge_turning, charged, charging, counter,
    fire, hold, moves, rest, run, scattered, shows,
};
use crate::field::{Field, at, by, field, pose};

#[test]
fn a_charge_is_declared_at_an_enemy_straight_ahead_within_its_rate() {
    // FD-MEL-01, FD-MEL-03, FD-MEL-04, FD-LOS-18
    let check = |y: f64, more: &str| {
        let field = charging(&format!(
            "{ELSEWHERE}{more}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,{y} facing 180 | elites=0"
        ));
        field.check(Red, &charge(&field, "foot", "foe")).map_err(|refusal| refusal.clause.to_string())
    };
    assert_eq!(check(180.0, ""), Ok(()));
    assert_eq!(check(180.1, ""), Err("FD-MEL-03".into()));
    // Ground is not deducted when the reach is tested; a wall neither.
    assert_eq!(check(180.0, "ground rough rough area 200,120 400,120 400,150 200,150\n"), Ok(()));
    assert_eq!(check(180.0, "ground hedge hedge line 200,130 400,130\n"), Ok(()));
    // A friend in the path, even partly.
    let friend = "red infantry friend at 330,130 facing 0 men=60 | stands=1 elites=0\n";
    assert_eq!(check(180.0, friend), Err("FD-MEL-03".into()));
    // Unseen behind more than 30 yards of wood.
    assert_eq!(check(180.0, "ground wood light-woods area 200,110 400,110 400,140 200,140\n"), Ok(()));
    assert_eq!(check(180.0, "ground wood light-woods area 200,110 400,110 400,141 200,141\n"), Err("FD-LOS-18".into()));
}

#[test]
fn a_look_that_fails_tells_what_hides() {
    // FD-LOS-18
    let look = |y: u16, more: &str| {
        let field = field(&format!(
            "table 900 1800\n{more}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,{y} facing 180 | elites=0"
        ));
        let seen = Discipline::sees(&field.state, field.body("foot"), field.body("foe")).expect("it looks");
        seen.map_err(|refusal| format!("{}: {}", refusal.clause, refusal.reason))
    };
    let wood = |depth: u16| format!("ground wood light-woods area 200,110 400,110 400,{0} 200,{0}\n", 110 + depth);
    assert_eq!(look(180, &wood(30)), Ok(()));
    assert_eq!(look(180, &wood(31)), Err("FD-LOS-18: the light woods hides foe".into()));
    assert_eq!(look(1400, ""), Err("FD-LOS-18: foe is 1312.5 yards off and one sees 900".into()));
}

#[test]
fn a_charge_may_begin_with_a_turn_that_brings_the_target_ahead() {
    // FD-MEL-03, FD-MEL-04, FD-MEL-09, FD-MOV-04, FD-MOV-23
    let field = charging(&format!(
        "{ELSEWHERE}red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 380,145 facing 250 men=60 | stands=1 elites=0"
    ));
    let at = |turn| charge_turning(&field, "foot", "foe", turn);
    assert_eq!(field.refused(Red, &at(None)), "FD-MEL-03");
    assert_eq!(field.check(Red, &at(Some(by(45)))), Ok(()));
    assert_eq!(field.refused(Red, &at(Some(by(-45)))), "FD-MEL-03");
    // Five stands are 75 yards wide: at 80 yards the corner turns 61.1 degrees.
    assert_eq!(field.check(Red, &at(Some(by(61)))), Ok(()));
    assert_eq!(field.refused(Red, &at(Some(by(62)))), "FD-MOV-23");
    assert_eq!(field.refused(Red, &at(Some(Turn::Form(FormOn::Left)))), "FD-MEL-09");
}

#[test]
fn a_charger_turns_at_the_start_of_the_facing_step() {
    // FD-MEL-09, FD-SEQ-13: it turns before anybody else, and goes at half rate.
    let mut field = charging(
        "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 330,125 facing 225 men=60 | stands=1 elites=0",
    );
    field.play(Red, &charge_turning(&field, "foot", "foe", Some(by(30))), &[]);
    assert_eq!(field.stands_at("foot").2, 0, "not yet");
    field.ends(Red, DECLARE);
    field.play(Blue, &hold(&field, "foe"), &[]);
    let side = field.prompts()[0].0;
    assert_eq!(field.prompts()[0].1, FACE);
    assert_eq!(field.stands_at("foot").2, 30);
    assert_eq!(field.refused(Red, &field.face("foot", by(5))), if side == Red { "FD-MOV-02" } else { "FD-SEQ-04" });
}

#[test]
fn halted_fled_engaged_and_bereaved_bodies_do_not_charge() {
    // FD-MEL-02, FD-MOR-10, FD-MOR-16, FD-LDR-06, FD-MEL-47, FD-ROS-50
    let text = format!(
        "{ELSEWHERE}red infantry foot at 300,100 facing 0 | elites=0\nred artillery guns at 400,100 facing 0\nred wagons carts at 500,100 facing 0\n\
         blue infantry foe at 300,170 facing 180 | elites=0\nblue infantry third at 400,170 facing 180 | elites=0"
    );
    let refused = |event: &dyn Fn(&Field) -> Event| {
        let mut field = charging(&text);
        let event = event(&field);
        field.happen(event);
        field.refused(Red, &charge(&field, "foot", "foe"))
    };
    let halted =
        |fled: bool| refused(&|field: &Field| Event::Halted { body: field.body("foot"), until: 1, fled, silent: 0 });
    assert_eq!(halted(false), "FD-MOR-10");
    assert_eq!(halted(true), "FD-MOR-16");
    assert_eq!(refused(&|field: &Field| Event::NoCharge(vec![field.body("foot")])), "FD-LDR-06");
    let contact = |field: &Field| {
        Event::Met(Contact {
            charger: field.body("third"),
            target: field.body("foot"),
            since: 1,
            mutual: false,
            flank: false,
            caught: false,
            reach: Length::ZERO,
            pursuit: false,
            fought: true,
        })
    };
    assert_eq!(refused(&contact), "FD-MEL-47");
    let field = charging(&text);
    assert_eq!(field.check(Red, &charge(&field, "foot", "foe")), Ok(()));
    assert_eq!(field.refused(Red, &charge(&field, "guns", "third")), "FD-MEL-02");
    assert_eq!(field.refused(Red, &charge(&field, "carts", "third")), "FD-MEL-02");
    assert_eq!(field.refused(Red, &charge(&field, "foe", "foot")), "FD-SEQ-04");
}

#[test]
fn open_order_charges_open_order_and_crews_but_no_close_order() {
    // FD-MEL-05, FD-FRM-13, FD-SPC-07
    let text = format!(
        "{ELSEWHERE}red infantry jaegers at 300,100 facing 0 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\n\
         red infantry friends at 330,60 facing 0 | elites=0\n\
         blue infantry foe at 300,170 facing 180 men=60 | stands=1 elites=0\nblue infantry guides at 330,150 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\n\
         blue artillery guns at 265,160 facing 180"
    );
    let field = charging(&text);
    assert_eq!(field.refused(Red, &charge(&field, "jaegers", "foe")), "FD-MEL-05");
    assert_eq!(field.check(Red, &charge_turning(&field, "jaegers", "guides", Some(by(32)))), Ok(()));
    assert_eq!(field.check(Red, &charge_turning(&field, "jaegers", "guns", Some(by(-32)))), Ok(()));
}

#[test]
fn raw_troops_check_before_they_charge() {
    // FD-MEL-07, FD-MEL-09, FD-MOR-08, FD-MOR-18
    let text = "red infantry raw at 300,100 facing 0 training=\"raw\" | elites=0\nblue infantry foe at 340,150 facing 180 | elites=0";
    let mut field = charging(text);
    let command = charge_turning(&field, "raw", "foe", Some(by(30)));
    shows(
        &field.play(Red, &command, &[5]),
        &expect![[r#"
            raw will charge foe
            raw passed the check (raw troops charge, 5 needed)
        "#]],
    );
    assert!(field.state.body(field.body("raw")).declared().is_some());
    let mut field = charging(text);
    shows(
        &field.play(Red, &command, &[6, 2]),
        &expect![[r#"
            raw will charge foe
            raw failed the check (raw troops charge, 5 needed)
            raw gave the charge up
            raw halted
        "#]],
    );
    assert!(field.state.body(field.body("raw")).declared().is_none());
    field.to(Blue, FACE);
    assert_eq!(field.stands_at("raw").2, 0, "it does not turn");
    // Rating 1 does not check.
    let mut field = charging(&text.replace("\"raw\" |", "\"drilled\" |"));
    let command = charge_turning(&field, "raw", "foe", Some(by(30)));
    shows(
        &field.play(Red, &command, &[]),
        &expect![[r#"
        raw will charge foe
    "#]],
    );
}

#[test]
fn several_may_charge_one_target_and_a_target_charges_nobody_else() {
    // FD-MEL-08
    let mut field = charging(
        "red infantry foot at 260,100 facing 0 | elites=0\nred infantry more at 340,100 facing 0 | elites=0\n\
         blue infantry foe at 300,170 facing 180 | elites=0\nblue cavalry horse at 420,170 facing 180",
    );
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.play(Red, &charge(&field, "more", "foe"), &[]);
    field.ends(Red, DECLARE);
    field.to(Blue, DECLARE);
    assert_eq!(field.refused(Blue, &charge(&field, "foe", "foot")), "FD-MEL-08");
    assert_eq!(field.check(Blue, &charge_turning(&field, "horse", "more", Some(by(30)))), Ok(()));
}

#[test]
fn close_order_holds_or_meets_a_charge_and_cannot_run() {
    // FD-MEL-10, FD-MEL-14, FD-CMD-12
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,170 facing 180 | elites=0";
    let answering = |text: &str| {
        let mut field = charging(text);
        field.play(Red, &charge(&field, "foot", "foe"), &[]);
        field.ends(Red, DECLARE);
        field
    };
    let field = answering(text);
    assert_eq!(field.check(Blue, &hold(&field, "foe")), Ok(()));
    assert_eq!(field.check(Blue, &fire(&field, "foe", "foot")), Ok(()));
    assert_eq!(field.check(Blue, &counter(&field, "foe", "foot")), Ok(()));
    assert_eq!(field.refused(Blue, &answer(&field, "foe", Response::Flee)), "FD-MEL-10");
    assert_eq!(field.refused(Red, &hold(&field, "foot")), "FD-SEQ-04", "red is not asked");
    // Halted: no counter-charge. A no-charge marker does not forbid it.
    let mut field = answering(text);
    field.happen(Event::NoCharge(vec![field.body("foe")]));
    assert_eq!(field.check(Blue, &counter(&field, "foe", "foot")), Ok(()));
    field.happen(Event::Halted { body: field.body("foe"), until: 1, fled: false, silent: 0 });
    assert_eq!(field.refused(Blue, &counter(&field, "foe", "foot")), "FD-MEL-14");
    // Not straight ahead.
    let field = answering(&text.replace("300,170 facing 180", "300,170 facing 90"));
    assert_eq!(field.refused(Blue, &counter(&field, "foe", "foot")), "FD-MEL-14");
    // Withdrawing.
    let mut field = answering(text);
    let unit = field.unit("foe");
    let place = Goal::Place(at(300.0, 400.0));
    let mission = Mission { kind: Directive::Withdrawal, goal: place };
    field.happen(Event::MissionTaken { side: Blue, unit, mission });
    assert_eq!(field.refused(Blue, &counter(&field, "foe", "foot")), "FD-CMD-12");
}

#[test]
fn open_order_stands_or_runs_and_crews_too() {
    // FD-MEL-11, FD-MEL-12, FD-MEL-13, FD-ART-28, FD-MUS-43
    let text = "red cavalry horse at 300,100 facing 0\nred cavalry second at 400,100 facing 0\nred cavalry third at 500,100 facing 0\nred cavalry fourth at 600,100 facing 0\n\
        blue infantry guides at 300,170 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\nblue infantry foe at 320,200 facing 180 | elites=0\n\
        blue artillery guns at 400,170 facing 180\nblue artillery limbered at 500,170 facing 180 formation=\"limbered\"\nblue wagons carts at 600,170 facing 180";
    let mut field = charging(text);
    for (who, whom) in [("horse", "guides"), ("second", "guns"), ("third", "limbered"), ("fourth", "carts")] {
        field.play(Red, &charge(&field, who, whom), &[]);
    }
    field.ends(Red, DECLARE);
    assert_eq!(field.check(Blue, &answer(&field, "guides", Response::Flee)), Ok(()));
    assert_eq!(field.check(Blue, &hold(&field, "guides")), Ok(()));
    assert_eq!(field.refused(Blue, &counter(&field, "guides", "horse")), "FD-MEL-10");
    assert_eq!(field.refused(Blue, &fire(&field, "guides", "horse")), "FD-MUS-43");
    assert_eq!(field.check(Blue, &answer(&field, "guns", Response::Flee)), Ok(()));
    assert_eq!(field.check(Blue, &hold(&field, "guns")), Ok(()), "it did not hold its fire");
    assert_eq!(field.refused(Blue, &fire(&field, "guns", "second")), "FD-ART-26");
    assert_eq!(field.refused(Blue, &answer(&field, "limbered", Response::Flee)), "FD-MEL-13");
    assert_eq!(field.refused(Blue, &answer(&field, "carts", Response::Flee)), "FD-MEL-13");
    assert_eq!(field.refused(Blue, &counter(&field, "carts", "fourth")), "FD-MEL-10");
}

#[test]
fn a_charger_that_is_charged_carries_on() {
    // FD-MEL-15: of two that charge each other the active one is the charger. FD-MEL-22, FD-MEL-54
    let mut field = charging(
        "red infantry foot at 300,100 facing 0 | elites=0\nred infantry other at 400,100 facing 0 | elites=0\nblue cavalry horse at 300,170 facing 180\nblue infantry last at 400,170 facing 180 | elites=0",
    );
    field.play(Red, &charge(&field, "other", "last"), &[]);
    field.ends(Red, DECLARE);
    field.play(Blue, &hold(&field, "last"), &[]);
    field.play(Blue, &charge(&field, "horse", "foot"), &[]);
    let command = hold(&field, "other");
    field.ends(Blue, DECLARE);
    assert_eq!(field.refused(Red, &command), "FD-MEL-15");
    field.play(Red, &counter(&field, "foot", "horse"), &[]);
    shows(
        &moves(&mut field, &[]),
        &expect![[r#"
            horse charged 42 yards ahead
            foot charged 28 yards ahead
            horse closed up
            horse met foot
            other charged 70 yards ahead
            other closed up
            other struck last
        "#]],
    );
}

#[test]
fn a_target_that_holds_may_still_turn() {
    // FD-MEL-16
    let mut field = charging(
        "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,160 facing 140 men=60 | stands=1 elites=0",
    );
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.ends(Red, DECLARE);
    field.play(Blue, &hold(&field, "foe"), &[]);
    field.to(Blue, FACE);
    assert_eq!(field.check(Blue, &field.face("foe", by(40))), Ok(()));
    field.happen(Event::Halted { body: field.body("foe"), until: 1, fled: false, silent: 0 });
    assert_eq!(field.refused(Blue, &field.face("foe", by(40))), "FD-MOR-10");
}

#[test]
fn who_runs_from_a_charge_goes_his_skirmish_rate_before_it_moves() {
    // FD-MEL-17, FD-MEL-20, FD-MEL-23: the charger whose target fled checks. FD-MOV-30
    let text = "red infantry foot at 300,100 facing 0 | elites=0\n\
        blue infantry guides at 300,170 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\nblue infantry foe at 400,220 facing 180 | elites=0";
    let (field, told) = charged(text, "foot", "guides", Response::Flee, &[7]);
    shows(
        &told,
        &expect![[r#"
            guides ran from the charge
            guides ran 80 yards to the north
            foot charged 80 yards ahead
            foot passed the check (a charge without contact, 7 needed)
        "#]],
    );
    assert_eq!(field.state.body(field.body("guides")).fled, None, "no marker");
    // Light cavalry in open order: 120 yards. It cannot move again.
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nblue cavalry hussars at 300,170 facing 180 class=[\"hussar\"] men=30 formation=\"open-order\" | stands=1\n\
        blue infantry foe at 420,220 facing 180 | elites=0";
    let mut field = charging(text);
    field.happen(scattered(&field, "hussars"));
    let command = charge(&field, "foot", "hussars");
    shows(
        &run(&mut field, &command, "hussars", Response::Flee, &[7]),
        &expect![[r#"
            hussars ran from the charge
            hussars ran 120 yards to the north
            foot charged 80 yards ahead
            foot passed the check (a charge without contact, 7 needed)
        "#]],
    );
    field.to(Blue, MOVE);
    assert_eq!(field.refused(Blue, &field.ahead("hussars", 5.0)), "FD-MOV-34");
}

#[test]
fn a_runner_that_is_caught_counts_as_taken_in_flank() {
    // FD-MEL-18: horse charges 120, foot runs 80.
    let text = "red cavalry horse at 300,100 facing 0\n\
        blue infantry guides at 300,120 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\nblue infantry foe at 400,220 facing 180 | elites=0";
    let (field, told) = charged(text, "horse", "guides", Response::Flee, &[]);
    shows(
        &told,
        &expect![[r#"
            guides ran from the charge
            guides ran 80 yards to the north
            horse charged 100 yards ahead
            horse closed up
            horse struck guides
        "#]],
    );
    assert!(field.state.contacts[0].caught);
}

#[test]
fn flights_come_first_then_meetings_then_charges_of_the_active_side() {
    // FD-MEL-20, FD-GEN-11
    let mut field = charging(
        "red infantry a at 100,100 facing 0 | elites=0\nred infantry b at 200,100 facing 0 | elites=0\nred infantry c at 300,100 facing 0 | elites=0\nred infantry d at 400,100 facing 0 | elites=0\n\
         blue infantry e at 100,160 facing 180 | elites=0\nblue infantry f at 200,160 facing 180 | elites=0\n\
         blue infantry guides at 300,160 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\n\
         blue infantry g at 330,200 facing 180 | elites=0\nblue infantry h at 400,160 facing 180 | elites=0",
    );
    for (who, whom) in [("a", "e"), ("b", "f"), ("c", "guides")] {
        field.play(Red, &charge(&field, who, whom), &[]);
    }
    field.ends(Red, DECLARE);
    field.play(Blue, &hold(&field, "e"), &[]);
    field.play(Blue, &counter(&field, "f", "b"), &[]);
    field.play(Blue, &answer(&field, "guides", Response::Flee), &[]);
    field.play(Blue, &charge(&field, "h", "d"), &[]);
    field.ends(Blue, DECLARE);
    field.play(Red, &hold(&field, "d"), &[]);
    shows(
        &moves(&mut field, &[7]),
        &expect![[r#"
            guides ran from the charge
            guides ran 80 yards to the north-west
            b charged 30 yards ahead
            f charged 30 yards ahead
            b closed up
            b met f
            a charged 60 yards ahead
            a closed up
            a struck e
            c charged 80 yards ahead
            h charged 60 yards ahead
            h closed up
            h struck d
            c passed the check (a charge without contact, 7 needed)
        "#]],
    );
}

#[test]
fn a_charge_stops_at_the_first_enemy_met_which_becomes_its_target() {
    // FD-MEL-21, FD-MUS-45: the body met did not expect it and gives no fire.
    let mut field = charging(
        "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,175 facing 180 | elites=0\nblue infantry between at 400,160 facing 270 | elites=0",
    );
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.ends(Red, DECLARE);
    field.play(Blue, &fire(&field, "foe", "foot"), &[]);
    field.to(Blue, FACE);
    // Another comes between, out of turn.
    field.happen(Event::Moved {
        body: field.body("between"),
        pose: pose(300.0, 150.0, 180),
        bent: None,
        how: Motion::March,
    });
    shows(
        &moves(&mut field, &[]),
        &expect![[r#"
            foot charged 50 yards ahead
            foot closed up
            foot struck between
        "#]],
    );
}

#[test]
fn a_charge_that_meets_nobody_checks_and_a_countercharge_does_not() {
    // FD-MEL-22, FD-MEL-23, FD-MOR-08, FD-EX-23: woods cut the charge short.
    let text = "ground wood light-woods area 200,115 400,115 400,180 200,180\nred infantry foot at 300,100 facing 0 men=360 | stands=6 elites=0\n\
        blue infantry foe at 300,130 facing 180 men=60 | stands=1 elites=0";
    let mut field = charging(text);
    // With a turn the rate is 40: 15 open, then 12.5 of wood.
    let command = charge_turning(&field, "foot", "foe", Some(Turn::By(Angle::steps(1))));
    shows(
        &run(&mut field, &command, "foe", STAND, &[7]),
        &expect![[r#"
            foot charged 27 yards ahead
            foot passed the check (a charge without contact, 7 needed)
        "#]],
    );
    // Both halved by a marsh: they stop apart.
    let text = "ground bog marsh area 200,90 400,90 400,260 200,260\nred infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,175 facing 180 | elites=0";
    let (_, told) = charged(text, "foot", "foe", STAND, &[7]);
    shows(
        &told,
        &expect![[r#"
            foot charged 40 yards ahead
            foot passed the check (a charge without contact, 7 needed)
        "#]],
    );
}

#[test]
fn horse_and_foot_meet_on_their_way() {
    // FD-EX-24, FD-MEL-22, FD-MEL-54, FD-MOV-08
    let text = "red cavalry horse at 300,100 facing 0\nblue infantry foe at 300,200 facing 180 | elites=0";
    let mut field = charging(text);
    let response = Response::Counter(field.body("horse"));
    let command = charge(&field, "horse", "foe");
    shows(
        &run(&mut field, &command, "foe", response, &[]),
        &expect![[r#"
            foe went to meet horse
            foe will meet horse
            horse charged 60 yards ahead
            foe charged 40 yards ahead
            horse closed up
            horse met foe
        "#]],
    );
}

#[test]
fn a_charger_lies_flush_stand_to_stand_by_the_least_shift() {
    // FD-MEL-24, FD-MEL-25
    let shifted = |x: f64| {
        let text = format!(
            "red infantry foot at {x},100 facing 0 | elites=0\nblue infantry foe at 300,150 facing 180 | elites=0"
        );
        let (field, _) = charged(&text, "foot", "foe", STAND, &[]);
        field.stands_at("foot")
    };
    // Stands are 15 wide: six off goes back six, eight off goes on seven.
    assert_eq!(shifted(306.0), (300.0, 150.0, 0));
    assert_eq!(shifted(308.0), (315.0, 150.0, 0));
    assert_eq!(shifted(300.0), (300.0, 150.0, 0));
    // Askew, it turns to face it squarely.
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,150 facing 190 | elites=0";
    let (field, _) = charged(text, "foot", "foe", STAND, &[]);
    assert_eq!(field.stands_at("foot").2, 10);
    // Unequal widths: one stand wholly within the other's edge.
    let text = "red cavalry troop at 334,100 facing 0 men=120 | stands=2 castings=6\nblue infantry foe at 300,150 facing 180 | elites=0";
    let (field, _) = charged(text, "troop", "foe", STAND, &[]);
    shows(
        &[format!("{:?}", field.stands_at("troop"))],
        &expect![[r#"
        (334.0, 150.0, 0)
    "#]],
    );
}

#[test]
fn a_charge_from_behind_the_rear_edge_takes_in_flank() {
    // FD-MEL-26, FD-MEL-27, FD-EX-16, FD-MUS-43: no protective fire against it.
    let text = "red cavalry horse at 410,160 facing 270 men=30 | stands=1 tactic=steel castings=3\nred infantry friend at 60,60 facing 0 | elites=0\n\
        blue infantry pikes at 300,150 facing 180 men=360 | stands=6 castings=3 elites=0 melee=pike";
    let mut field = charging(text);
    let command = charge(&field, "horse", "pikes");
    let response = Response::Hold(Hold { fire: Some(field.body("horse")) });
    shows(
        &run(&mut field, &command, "pikes", response, &[]),
        &expect![[r#"
            horse charged 65 yards ahead
            horse closed up
            horse struck the flank of pikes
        "#]],
    );
    // Horse {0}+1: 1 hits; the flanked stand {0}: 4 misses. It checks 7 with 8, loses 7: flees and marks one more.
    shows(
        &rest(&mut field, &[1, 4, 8, 7]),
        &expect![[r#"
            melee, inflicted-received: horse 1-0, pikes 0-1
            pikes marked 1 box (1 of 12)
            pikes failed the check (a lost melee, 7 needed)
            pikes marked 1 box (2 of 12)
            pikes fled
            pikes ran 100 yards to the west
            horse may pursue
        "#]],
    );
}

#[test]
fn frontal_contact_from_the_side_lies_on_the_front_edge() {
    // FD-MEL-26: no part of the charger behind the line of the rear edge.
    let text = "red cavalry horse at 360,140 facing 315 men=30 | stands=1 castings=3\nblue infantry foe at 300,150 facing 180 | elites=0";
    let mut field = charging(text);
    field.happen(Event::Moved {
        body: field.body("horse"),
        pose: pose(352.0, 110.0, 315),
        bent: None,
        how: Motion::March,
    });
    let command = charge(&field, "horse", "foe");
    shows(
        &run(&mut field, &command, "foe", STAND, &[]),
        &expect![[r#"
            horse charged 49 yards ahead
            horse closed up
            horse struck foe
        "#]],
    );
    assert!(!field.state.contacts[0].flank);
}

#[test]
fn protective_fire_stops_a_charge_ten_yards_short() {
    // FD-EX-21, FD-MUS-40, FD-MUS-41, FD-MUS-42, FD-MEL-19, FD-SEQ-19
    let text = "red infantry foot at 300,100 facing 0 men=360 | stands=6 elites=0\nblue infantry foe at 300,160 facing 180 training=\"veteran\" | elites=0";
    let mut field = charging(text);
    let response = Response::Hold(Hold { fire: Some(field.body("foot")) });
    let command = charge(&field, "foot", "foe");
    // 5 +1 dice: 0 2 6 8 1 9, three hits; its commander is safe; 8 fails, 3 halts.
    let told = run(&mut field, &command, "foe", response, &[0, 2, 6, 8, 1, 9, 9, 8, 3]);
    shows(
        &told,
        &expect![[r#"
            foot charged 50 yards ahead
            foe fired at stand 1 of foot at the charge: 3 hits on foot
            the commander of foot is in danger and unhurt
            foot marked 3 boxes (3 of 12)
            foot failed the check (musketry, 7 needed)
            foot halted
        "#]],
    );
    assert_eq!(field.stands_at("foot"), (300.0, 150.0, 0));
    // Who passes comes on; who flees goes from there.
    let mut field = charging(text);
    shows(
        &run(&mut field, &command, "foe", response, &[0, 2, 6, 8, 1, 9, 9, 7]),
        &expect![[r#"
            foot charged 50 yards ahead
            foe fired at stand 1 of foot at the charge: 3 hits on foot
            the commander of foot is in danger and unhurt
            foot marked 3 boxes (3 of 12)
            foot passed the check (musketry, 7 needed)
            foot charged 10 yards ahead
            foot closed up
            foot struck foe
        "#]],
    );
    let mut field = charging(text);
    shows(
        &run(&mut field, &command, "foe", response, &[0, 2, 6, 8, 1, 9, 9, 8, 4]),
        &expect![[r#"
            foot charged 50 yards ahead
            foe fired at stand 1 of foot at the charge: 3 hits on foot
            the commander of foot is in danger and unhurt
            foot marked 3 boxes (3 of 12)
            foot failed the check (musketry, 7 needed)
            foot fled
            foot ran 100 yards to the south
        "#]],
    );
}

#[test]
fn who_has_fired_gives_no_protective_fire() {
    // FD-MUS-40
    let mut field =
        field("red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,170 facing 180 | elites=0")
            .free();
    field.to(Blue, "choose the targets of volleys");
    let at = Aim::Stand(field.body("foot"), 2);
    field.play(Blue, &Command::Fire { body: field.body("foe"), at }, &[]);
    field.done(Blue, &[]);
    field.done(Red, &[9, 9, 9, 9, 9]);
    field.to(Red, DECLARE);
    field.play(Red, &charge(&field, "foot", "foe"), &[]);
    field.ends(Red, DECLARE);
    assert_eq!(field.refused(Blue, &fire(&field, "foe", "foot")), "FD-MUS-40");
}

#[test]
fn held_guns_fire_at_their_charger_and_then_fight() {
    // FD-EX-27, FD-ART-26, FD-ART-27, FD-ART-29, FD-MEL-12
    let mut field = field(
        "red cavalry horse at 300,100 facing 0 men=60 | stands=2 castings=3 tactic=steel\nblue artillery guns at 300,160 facing 180 guns=[{number=2,pounds=4}]\nblue infantry far at 600,400 facing 180 | elites=0",
    )
    .free();
    field.to(Blue, GUNS);
    field.play(Blue, &Command::Guns { body: field.body("guns"), order: GunOrder::Hold }, &[]);
    field.to(Red, DECLARE);
    field.play(Red, &charge(&field, "horse", "guns"), &[]);
    field.ends(Red, DECLARE);
    assert_eq!(field.refused(Blue, &hold(&field, "guns")), "FD-MEL-12", "it fires and stands, or runs");
    field.play(Blue, &fire(&field, "guns", "horse"), &[]);
    // 80 +10 +10 = 100: one hit and no second; commander 9; check 5.
    shows(
        &moves(&mut field, &[9, 5]),
        &expect![[r#"
            horse charged 50 yards ahead
            guns fired cannister at stand 1 of horse at the charge: 1 hit on horse
            the commander of horse is in danger and unhurt
            horse marked 1 box (1 of 4)
            horse passed the check (artillery, 7 needed)
            horse charged 10 yards ahead
            horse closed up
            horse struck guns
        "#]],
    );
    // Horse {0,1,2}: 2, one crewman; crew {0}: 6. The crew checks 7: 9 fails, 4 flees.
    shows(
        &rest(&mut field, &[2, 6, 9, 4]),
        &expect![[r#"
            melee, inflicted-received: horse 1-0, guns 0-1
            guns suffered 1 crewman
            guns failed the check (a lost melee, 7 needed)
            the crew left guns
            the crew of guns fled
            the crew of guns ran 100 yards to the north-west
            red captured guns
            horse may pursue
        "#]],
    );
    let guns = field.state.body(field.body("guns"));
    assert_eq!(guns.gun().map(|gun| gun.state), Some(GunState::Captured));
}

#[test]
fn a_charger_takes_the_guns_whose_crew_ran() {
    // FD-ART-31, FD-MEL-17, FD-MEL-23: contact, so no check.
    let text = "red cavalry horse at 300,100 facing 0\nblue artillery guns at 300,160 facing 180\nblue infantry far at 600,400 facing 180 | elites=0";
    let (field, told) = charged(text, "horse", "guns", Response::Flee, &[]);
    shows(
        &told,
        &expect![[r#"
            the crew left guns
            the crew of guns ran from the charge
            the crew of guns ran 80 yards to the north
            horse charged 60 yards ahead
            red captured guns
        "#]],
    );
    assert_eq!(field.state.body(field.body("guns")).gun().map(|gun| gun.state), Some(GunState::Captured));
    assert_eq!(field.state.body(UnitId(3)).crew(), 4, "the crew is a body of its own");
}

#[test]
fn open_order_stops_ten_yards_short_of_close_order() {
    // FD-MEL-21, FD-MEL-05
    let text = format!(
        "{ELSEWHERE}red infantry jaegers at 300,100 facing 0 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\nred infantry friends at 330,60 facing 0 | elites=0\n\
         blue infantry guides at 300,140 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\nblue infantry foe at 300,170 facing 180 | elites=0"
    );
    let (_, told) = charged(&text, "jaegers", "guides", Response::Flee, &[7]);
    shows(
        &told,
        &expect![[r#"
            guides ran from the charge
            guides ran through friends 80 yards to the north
            guides marked 1 box (1 of 1)
            guides shattered
            guides removed
            jaegers charged 60 yards ahead
            jaegers passed the check (a charge without contact, 7 needed)
        "#]],
    );
}

#[test]
fn a_body_may_charge_into_an_engaged_melee() {
    // FD-MEL-48, FD-SEQ-17: the melee is then fought whole in VII.2 and not again. FD-MEL-37, FD-MEL-53
    let mut field = charging(
        "red infantry foot at 300,100 facing 0 men=180 | stands=3 elites=0\nred infantry more at 340,100 facing 0 men=120 | stands=2 elites=0\nblue infantry foe at 315,150 facing 180 men=300 | elites=0",
    );
    let command = charge(&field, "foot", "foe");
    run(&mut field, &command, "foe", STAND, &[]);
    // Two hits each way of three against three: engaged.
    shows(
        &rest(&mut field, &[0, 0, 9, 1, 2, 9]),
        &expect![[r#"
            melee, inflicted-received: foot 2-2, foe 2-2
            foot marked 2 boxes (2 of 6)
            foe marked 2 boxes (2 of 10)
        "#]],
    );
    field.to(Red, DECLARE);
    let command = charge(&field, "more", "foe");
    shows(
        &run(&mut field, &command, "foe", STAND, &[]),
        &expect![[r#"
            more will charge foe
            more charged 50 yards ahead
            more closed up
            more struck foe
        "#]],
    );
    shows(
        &rest(&mut field, &[3, 9, 9, 2, 9, 3, 3, 9, 9, 2, 6]),
        &expect![[r#"
            melee, inflicted-received: foot 1-2, more 1-1, foe 3-2
            foot marked 2 boxes (4 of 6)
            more marked 1 box (1 of 4)
            foe marked 2 boxes (4 of 10)
            foot passed the check (a lost melee, 6 needed)
        "#]],
    );
}

#[test]
fn foot_beats_pikes_and_pursues() {
    // FD-EX-13, FD-MEL-30, FD-MEL-31, FD-MEL-43..46, FD-MEL-50, FD-SEQ-15
    let text = "red infantry foot at 307.5,100 facing 0 men=360 training=\"veteran\" | stands=6 elites=0\nblue infantry pikes at 300,160 facing 180 | elites=0 melee=pike\nblue infantry behind at 300,200 facing 180 | elites=0";
    let mut field = charging(text);
    let command = charge(&field, "foot", "pikes");
    run(&mut field, &command, "pikes", STAND, &[]);
    shows(
        &rest(&mut field, &[2, 5, 0, 8, 9, 1, 4, 6, 7, 3, 9, 6]),
        &expect![[r#"
            melee, inflicted-received: foot 4-1, pikes 1-4
            foot marked 1 box (1 of 18)
            pikes marked 4 boxes (4 of 10)
            pikes failed the check (a lost melee, 7 needed)
            pikes fled
            pikes ran 100 yards to the west
            foot may pursue
        "#]],
    );
    assert_eq!(field.prompts(), [(Red, PURSUE)]);
    // FD-MEL-51, FD-MEL-52: the pursuit is a first contact of its own, and there is none after it.
    let told = field.play(Red, &Command::Pursue(field.body("foot")), &[]);
    shows(
        &told,
        &expect![[r#"
            foot pursued 30 yards ahead
        "#]],
    );
}
