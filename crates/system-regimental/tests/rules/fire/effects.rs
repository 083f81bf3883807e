//! What a volley does (RF-FIR-26..41, RF-FIR-44).

use expect_test::expect;
use firelock_core::{Grain, RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Contributor, Gun};
use firelock_regimental::words::Order;

use super::scene::{SIX, check, fire, offensive, ordered, refused, shoot, with};
use crate::field::Field;

/// What a die does to a target of trained foot in the open, beside the lines of the ledgers.
fn struck(text: &str, prepare: impl Fn(&mut Field), die: i16) -> String {
    let mut field = offensive(text);
    prepare(&mut field);
    let told = fire(&mut field, "enemy", &[die]);
    told.lines().skip(3).collect::<Vec<_>>().join("\n")
}

#[test]
fn effects_on_troops_in_good_order() {
    // RF-FIR-26..31: pure musketry.
    let at = |die: i16| struck(SIX, |_| {}, die);
    check(
        [10, 9, 8, 5, 3].map(at).join("\n"),
        expect![[r#"
            foot at enemy: 10, Telling Fire
            enemy lost 1 stand
            enemy disordered
            foot ran low on ammunition
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered
            foot at enemy: 8, Galling Fire
            enemy disordered
            foot at enemy: 5, Lively Fire
            foot at enemy: 3, Desultory Fire"#]],
    );
}

#[test]
fn effects_on_disordered_and_broken_troops() {
    // RF-FIR-27..31, RF-MOR-12, RF-MOR-17, RF-MAN-30
    let at = |order: Order| [9, 8, 5].map(|die| struck(SIX, |field| ordered(field, "enemy", order), die)).join("\n");
    check(
        at(Order::Disordered),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            foot at enemy: 8, Galling Fire
            enemy lost 1 stand
            foot at enemy: 5, Lively Fire"#]],
    );
    check(
        at(Order::Broken),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            foot at enemy: 8, Galling Fire
            enemy lost 1 stand
            foot at enemy: 5, Lively Fire"#]],
    );
}

/// A battery of three light guns at 10 inches, nine points: one is added to the die.
const CANNON: &str = "
red artillery guns at 24,10 facing 0 | stands=3 gun=LG
blue infantry enemy at 24,20 facing 180 | stands=12";

#[test]
fn lively_fire_disorders_when_guns_take_part() {
    // RF-FIR-30, RF-GUN-22
    check(
        struck(CANNON, |_| {}, 4),
        expect![[r#"
            guns at enemy: 5, Lively Fire
            enemy disordered"#]],
    );
    check(
        struck(CANNON, |field| ordered(field, "enemy", Order::Disordered), 4),
        expect!["guns at enemy: 5, Lively Fire"],
    );
    check(struck(CANNON, |_| {}, 2), expect!["guns at enemy: 3, Desultory Fire"]);
}

#[test]
fn effects_on_guns() {
    // RF-FIR-27..30, RF-FIR-33: six musket stands against a battery of three.
    let text = |stands: u8| {
        format!(
            "
red infantry foot at 24,10 facing 0 | stands=6
blue artillery enemy at 24,14 facing 180 | stands={stands}"
        )
    };
    let at = |die: i16| struck(&text(3), |_| {}, die);
    check(
        [9, 8, 5, 3].map(at).join("\n"),
        expect![[r#"
        foot at enemy: 9, Telling Fire
        gun 1 of enemy is damaged
        gun 2 of enemy is silenced
        foot at enemy: 8, Galling Fire
        gun 1 of enemy is silenced
        foot at enemy: 5, Lively Fire
        foot at enemy: 3, Desultory Fire"#]],
    );
    check(
        struck(&text(1), |_| {}, 9),
        expect![[r#"
        foot at enemy: 9, Telling Fire
        gun 1 of enemy is silenced and is damaged"#]],
    );
    let marked = |marks: Gun| {
        move |field: &mut Field| {
            let unit = field.unit("enemy");
            field.happen(Event::GunMarked { unit, gun: 0, marks });
        }
    };
    let damaged = Gun { damaged: true, ..Gun::default() };
    let silenced = Gun { silenced: true, ..Gun::default() };
    check(
        struck(&text(2), marked(damaged), 9),
        expect![[r#"
        foot at enemy: 9, Telling Fire
        gun 1 of enemy is silenced
        gun 2 of enemy is damaged"#]],
    );
    check(
        struck(&text(2), marked(silenced), 8),
        expect![[r#"
        foot at enemy: 8, Galling Fire
        gun 2 of enemy is silenced"#]],
    );
    check(struck(&text(1), marked(silenced), 8), expect!["foot at enemy: 8, Galling Fire"]);
    check(
        struck(&text(1), marked(damaged), 9),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            gun 1 of enemy is lost
            enemy destroyed"#]],
    );
}

#[test]
fn withering_fire_wrecks_one_gun_and_silences_the_rest() {
    // RF-FIR-27: 24 points, half of them from the flank: 6 are added to the die. At 15 or more a further stand goes.
    let text = "
red infantry foot at 24,10 facing 0 | stands=12
red infantry flank at 20,14.5 facing 90 | stands=12
blue artillery enemy at 24,14 facing 180 | stands=3";
    check(
        struck(text, |_| {}, 8),
        expect![[r#"
        foot and flank at enemy: 14, Withering Fire
        gun 2 of enemy is silenced
        gun 3 of enemy is silenced
        gun 1 of enemy is lost"#]],
    );
    check(
        struck(text, |_| {}, 10),
        expect![[r#"
        foot and flank at enemy: 16, Withering Fire
        gun 3 of enemy is silenced
        gun 2 of enemy is lost
        gun 1 of enemy is lost"#]],
    );
}

#[test]
fn withering_fire_at_fifteen_costs_a_further_stand() {
    // RF-FIR-27, RF-EX-13
    let text = "
red infantry foot at 24,10 facing 0 | stands=20
red artillery guns at 31,10 facing 330 | stands=1 gun=HG
blue infantry enemy at 24,13 facing 0 | stands=12";
    let mut field = offensive(text);
    check(
        fire(&mut field, "enemy", &[9]),
        expect![[r#"
            +5 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = 7
            +80 muskets [RF-FIR-07], +20 heavy guns [RF-GUN-01] = 25 points
            fire: [9]
            foot and guns at enemy: 16, Withering Fire
            enemy lost 3 stands
            enemy disordered
        "#]],
    );
}

#[test]
fn a_unit_without_stands_is_removed() {
    // RF-FIR-44, RF-MOR-15: its leader stays on the spot.
    let text = "
red infantry foot at 24,12 facing 0 | stands=12
blue leader howe at 24,15
blue infantry enemy at 24,14 facing 180 | stands=2
blue infantry other at 10,30 facing 180";
    let mut field = offensive(text);
    let (leader, unit) = (field.leader("howe"), field.unit("enemy"));
    field.happen(Event::Attached { leader, unit });
    check(
        fire(&mut field, "enemy", &[9]),
        expect![[r#"
            +2 fire points [RF-FIR-46] = 2
            +48 muskets [RF-FIR-07] = 12 points
            fire: [9]
            foot at enemy: 11, Withering Fire
            enemy lost 2 stands
            enemy destroyed
            howe left enemy
        "#]],
    );
    assert_eq!(field.state.leader(leader).attached, None);
    assert_eq!(field.state.armies[1].lost, 2);
    // A ten also endangers him, though his unit is gone.
    let mut field = offensive(text);
    field.happen(Event::Attached { leader, unit });
    check(
        fire(&mut field, "enemy", &[10, 7]),
        expect![[r#"
            +2 fire points [RF-FIR-46] = 2
            +48 muskets [RF-FIR-07] = 12 points
            fire: [10]
            foot at enemy: 12, Withering Fire
            enemy lost 2 stands
            enemy destroyed
            howe left enemy
            foot ran low on ammunition
            fallen leader: [7]
            howe is wounded and back in turn 2
        "#]],
    );
}

#[test]
fn rout_by_fire_alone_does_not_exist() {
    // RF-FIR-45
    let mut field = offensive(SIX);
    ordered(&mut field, "enemy", Order::Disordered);
    fire(&mut field, "enemy", &[10]);
    assert_eq!(field.state.unit(field.unit("enemy")).order, Order::Disordered);
}

#[test]
fn units_close_behind_suffer_the_next_lower_effect() {
    // RF-FIR-36, RF-FIR-37, RF-EX-12: the target's rear edge is at 15.5.
    let text = |y: f64| {
        format!(
            "
red infantry foot at 24,10 facing 0 | stands=6
blue infantry enemy at 24,14 facing 180 | stands=12
blue infantry behind at 24,{y} facing 180 | stands=12
blue infantry third at 24,{} facing 180 | stands=12",
            y + 1.6
        )
    };
    check(
        struck(&text(17.5), |_| {}, 9),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered
            behind disordered"#]],
    );
    check(
        struck(&text(17.6), |_| {}, 9),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered"#]],
    );
    check(
        struck(&text(17.5), |_| {}, 8),
        expect![[r#"
            foot at enemy: 8, Galling Fire
            enemy disordered"#]],
    );
}

#[test]
fn massed_means_within_the_targets_width_on_the_far_side() {
    // RF-FIR-36, RF-FIR-49: the target's front runs from 21 to 27.
    let text = |x: f64| {
        format!(
            "
red infantry foot at 24,10 facing 0 | stands=6
blue infantry enemy at 24,14 facing 180 | stands=12
blue infantry beside at {x},16 facing 180 | stands=4"
        )
    };
    check(
        struck(&text(27.9), |_| {}, 9),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered
            beside disordered"#]],
    );
    check(
        struck(&text(28.0), |_| {}, 9),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered"#]],
    );
    // Fired on from the left flank, the far side is the other flank.
    let flank = "
red infantry foot at 16,14.75 facing 90 | stands=6
blue infantry enemy at 24,14 facing 180 | stands=12
blue infantry beside at 30,14 facing 180 | stands=4
blue infantry behind at 24,16 facing 180 | stands=4";
    check(
        struck(flank, |_| {}, 9),
        expect![[r#"
            foot at enemy: 9, Telling Fire
            enemy lost 1 stand
            enemy disordered
            beside disordered"#]],
    );
}

#[test]
fn guns_close_behind_a_cannonade_are_silenced() {
    // RF-FIR-36: Galling gives Lively, which counts from a cannonade.
    let text = format!("{CANNON}\nblue artillery battery at 24,22 facing 180 | stands=2");
    check(
        struck(&text, |_| {}, 5),
        expect![[r#"
            guns at enemy: 6, Galling Fire
            enemy disordered
            gun 1 of battery is silenced"#]],
    );
}

#[test]
fn a_ten_runs_one_firer_low_whom_its_side_picks() {
    // RF-FIR-38
    let text = "
red infantry foot at 22,10 facing 0 | stands=4
red artillery guns at 26,10 facing 0 | stands=2
blue infantry enemy at 24,13 facing 180 | stands=12";
    let mut field = offensive(text);
    check(
        fire(&mut field, "enemy", &[10]),
        expect![[r#"
            +2 fire points [RF-FIR-46] = 2
            +16 muskets [RF-FIR-07], +16 light guns [RF-GUN-01], +16 light guns [RF-GUN-01] = 12 points
            fire: [10]
            foot and guns at enemy: 12, Withering Fire
            enemy lost 2 stands
            enemy disordered
        "#]],
    );
    assert_eq!((field.prompt(), field.asked()), ("who runs low on ammunition", Side::Red));
    let (foot, guns) = (field.unit("foot"), field.unit("guns"));
    let mut picks = Vec::new();
    Regimental::candidates(&field.state, Side::Red, Grain::Coarse, &mut picks);
    let all = [Contributor::Unit(foot), Contributor::Gun(guns, 0), Contributor::Gun(guns, 1)];
    assert_eq!(picks, all.map(Command::RunLow).to_vec());
    check(
        refused(&field, &Command::RunLow(Contributor::Gun(guns, 2))),
        expect!["it cannot run low for this fire (RF-FIR-38)"],
    );
    check(
        shoot(&mut field, &Command::RunLow(Contributor::Gun(guns, 1)), &[]),
        expect![[r#"
        gun 2 of guns is low on ammunition
    "#]],
    );
    assert!(field.state.unit(guns).guns[1].low_ammo && !field.state.unit(guns).guns[0].low_ammo);
    let mut field = offensive(text);
    fire(&mut field, "enemy", &[9]);
    assert_ne!(field.prompt(), "who runs low on ammunition");
}

#[test]
fn only_units_that_fired_with_half_of_their_stands_run_low() {
    // RF-FIR-38, RF-FIR-41
    let low = |stands: u32| {
        let mut field = offensive(SIX);
        let part = with(&field, "enemy", &[("foot", stands)]);
        shoot(&mut field, &part, &[10]);
        field.state.unit(field.unit("foot")).low_ammo
    };
    assert!(low(0b111) && !low(0b11));
    let mut field = offensive(SIX);
    let unit = field.unit("foot");
    field.happen(Event::AmmoChanged { unit, low: true });
    check(
        fire(&mut field, "enemy", &[10]),
        expect![[r#"
            -2 fire points [RF-FIR-46] = -2
            +24 muskets [RF-FIR-07], -12 halved: low on ammunition [RF-FIR-12] = 3 points
            fire: [10]
            foot at enemy: 8, Galling Fire
            enemy disordered
        "#]],
    );
}

#[test]
fn a_ten_endangers_the_nearest_leader_within_four_inches() {
    // RF-FIR-39, RF-LDR-07, RF-EX-20: his base is an inch across; the target's rear edge is at 15.5.
    let text = |y: f64| format!("{SIX}\nblue leader howe at 24,{y}");
    let mut field = offensive(&text(20.0));
    check(
        fire(&mut field, "enemy", &[10, 6]),
        expect![[r#"
             = 0
            +24 muskets [RF-FIR-07] = 6 points
            fire: [10]
            foot at enemy: 10, Telling Fire
            enemy lost 1 stand
            enemy disordered
            foot ran low on ammunition
            fallen leader: [6]
            howe lost his horse and goes on foot until turn 2
        "#]],
    );
    let mut field = offensive(&text(20.1));
    check(
        fire(&mut field, "enemy", &[10]),
        expect![[r#"
             = 0
            +24 muskets [RF-FIR-07] = 6 points
            fire: [10]
            foot at enemy: 10, Telling Fire
            enemy lost 1 stand
            enemy disordered
            foot ran low on ammunition
        "#]],
    );
}

#[test]
fn of_leaders_equally_near_the_owner_picks() {
    // RF-FIR-39
    let mut field = offensive(&format!("{SIX}\nblue leader howe at 23,17\nblue leader gage at 25,17 rank=\"staff\""));
    check(
        fire(&mut field, "enemy", &[10]),
        expect![[r#"
             = 0
            +24 muskets [RF-FIR-07] = 6 points
            fire: [10]
            foot at enemy: 10, Telling Fire
            enemy lost 1 stand
            enemy disordered
            foot ran low on ammunition
        "#]],
    );
    assert_eq!((field.prompt(), field.asked()), ("which leader is checked", Side::Blue));
    let mut picks = Vec::new();
    Regimental::candidates(&field.state, Side::Blue, Grain::Coarse, &mut picks);
    let both = [field.leader("howe"), field.leader("gage")];
    assert_eq!(picks, both.map(Command::CheckLeader).to_vec());
    let other = Command::CheckLeader(field.leader("red-general"));
    assert!(field.check(&other).expect_err("another side's").to_string().ends_with("(RF-FIR-39)"));
    let gage = Command::CheckLeader(field.leader("gage"));
    check(
        shoot(&mut field, &gage, &[9]),
        expect![[r#"
        fallen leader: [9]
        gage is lost; a new man comes in turn 2
    "#]],
    );
}

#[test]
fn without_a_leader_near_a_brave_colonel_is_checked() {
    // RF-LDR-10
    let mut field = offensive(&format!("{SIX} brave_colonel=true"));
    check(
        fire(&mut field, "enemy", &[10, 8]),
        expect![[r#"
             = 0
            +24 muskets [RF-FIR-07] = 6 points
            fire: [10]
            foot at enemy: 10, Telling Fire
            enemy lost 1 stand
            enemy disordered
            foot ran low on ammunition
            fallen leader: [8]
            the colonel of enemy fell
        "#]],
    );
}
