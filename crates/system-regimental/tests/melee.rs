//! Charge combats: groups, numbers, modifiers, every result, breakthroughs and recalls.

mod charging;
mod field;

use charging::{charge, clause, contacts, declaring, drawn, fighting, in_combat, stage, stands, steel};
use expect_test::{Expect, expect};
use field::{Field, pose};
use firelock_core::{Form, Grain, Place as Where, RuleSystem, Side, Wish};
use firelock_regimental::Regimental;
use firelock_regimental::command::{ChargeWay, Command};
use firelock_regimental::event::Event;
use firelock_regimental::results::ManeuverEffect::WellHandled;
use firelock_regimental::state::{ChargeStage, Colonel, Flank, LeaderStatus, Place, Task};
use firelock_regimental::words::{Effectiveness, Formation, Order};
use firelock_table::Angle;

fn fight(field: &Field, unit: &str) -> Command {
    Command::Fight(field.unit(unit))
}

/// Equal lines of 12 stands: the difference of the dice is the result.
fn first_combat(faces: &[i16]) -> String {
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue infantry line at 24,16 facing 180 men=480";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

fn check(told: String, expected: Expect) {
    expected.assert_eq(&told);
}

// First combats of troops.

#[test]
fn swept_from_the_field() {
    // RF-CHG-35, RF-CHG-41, RF-CHG-42
    check(
        first_combat(&[10, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        9 Swept from the Field
        foot: Line 12 24,16 facing 0°, good, to break through
        line: Mob 10 24,35.75 facing 0°, broken
    "#]],
    );
}

#[test]
fn driven_back() {
    // RF-CHG-35, RF-CHG-43, RF-CHG-45
    check(
        first_combat(&[9, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        8 Driven Back
        foot: Line 12 24,16 facing 0°, good
        line: Line 11 24,20.25 facing 180°, disordered
    "#]],
    );
    check(
        first_combat(&[6, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        5 Driven Back
        foot: Line 12 24,16 facing 0°, good
        line: Line 11 24,20.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn hard_pressed() {
    // RF-CHG-35, RF-CHG-46, RF-CHG-49
    check(
        first_combat(&[2, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        1 Hard Pressed
        foot: Line 12 24,16 facing 0°, good
        line: Line 12 24,18 facing 180°, disordered
    "#]],
    );
}

#[test]
fn desperate_struggle() {
    // RF-CHG-35, RF-CHG-50
    check(
        first_combat(&[4, 4, 5, 5, 7, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +1: +2 fresh troops, -1 disordered troops
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +1: +2 fresh troops, -1 disordered troops
        1 Hard Pressed
        foot: Line 10 24,16 facing 0°, disordered
        line: Line 9 24,18 facing 180°, disordered
    "#]],
    );
}

#[test]
fn falter() {
    // RF-CHG-35, RF-CHG-52, RF-CHG-55
    check(
        first_combat(&[1, 5]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -4 Falter
        foot: Line 12 24,14 facing 0°, disordered
        line: Line 12 24,16 facing 180°, good
    "#]],
    );
}

#[test]
fn recoil() {
    // RF-CHG-35, RF-CHG-53
    check(
        first_combat(&[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -5 Recoil
        foot: Line 11 24,11.75 facing 0°, disordered
        line: Line 12 24,16 facing 180°, good
    "#]],
    );
}

#[test]
fn repulsed() {
    // RF-CHG-35, RF-CHG-54
    check(
        first_combat(&[1, 10]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops
        -9 Repulsed
        foot: FledTable
        line: Line 12 24,16 facing 180°, good
    "#]],
    );
}

// Second combats of troops.

/// Guns are swept away, and the breakthrough meets a line as good as itself: the difference of the dice is the result.
fn second_combat(faces: &[i16]) -> String {
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue artillery guns at 24,14 facing 180\n\
                blue infantry line at 24,18 facing 180 men=480 | experience=veteran";
    let mut field = in_combat(text, &[("foot", "guns")]);
    let go = fight(&field, "foot");
    field.play(&go, &[10, 1]);
    let go = Command::BreakThrough(field.unit("foot"));
    field.play(&go, &[]);
    assert_eq!(contacts(&field), ["foot line"]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

#[test]
fn swept_from_the_field_in_a_second_combat() {
    // RF-CHG-36, RF-CHG-41, RF-CHG-42, RF-CHG-39
    check(
        second_combat(&[10, 1]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        9 Swept from the Field
        foot: Line 12 24,18 facing 0°, disordered
        guns: GunsLost
        line: FledTable
    "#]],
    );
}

#[test]
fn driven_back_in_a_second_combat() {
    // RF-CHG-43, RF-CHG-45, RF-CHG-39
    check(
        second_combat(&[6, 1]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        5 Driven Back
        foot: Line 12 24,18 facing 0°, disordered
        guns: GunsLost
        line: Line 11 24,22.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn hard_pressed_in_a_second_combat() {
    // RF-CHG-46, RF-CHG-49, RF-CHG-39
    check(
        second_combat(&[2, 1]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        1 Hard Pressed
        foot: Line 12 24,18 facing 0°, disordered
        guns: GunsLost
        line: Line 12 24,20 facing 180°, disordered
    "#]],
    );
}

#[test]
fn desperate_struggle_in_a_second_combat() {
    // RF-CHG-50: the breakthrough counts no more.
    check(
        second_combat(&[4, 4, 2, 7]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +2: +1 veteran, +2 fresh troops, -1 disordered troops
        -6 Recoil
        foot: Line 10 24,13.75 facing 0°, disordered
        guns: GunsLost
        line: Line 11 24,18 facing 180°, disordered
    "#]],
    );
}

#[test]
fn falter_in_a_second_combat() {
    // RF-CHG-52
    check(
        second_combat(&[1, 5]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        -4 Falter
        foot: Line 12 24,16 facing 0°, disordered
        guns: GunsLost
        line: Line 12 24,18 facing 180°, good
    "#]],
    );
}

#[test]
fn recoil_in_a_second_combat() {
    // RF-CHG-53
    check(
        second_combat(&[1, 6]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        -5 Recoil
        foot: Line 11 24,13.75 facing 0°, disordered
        guns: GunsLost
        line: Line 12 24,18 facing 180°, good
    "#]],
    );
}

#[test]
fn repulsed_in_a_second_combat() {
    // RF-CHG-54
    check(
        second_combat(&[1, 10]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 breakthrough
        defense +3: +1 veteran, +2 fresh troops
        -9 Repulsed
        foot: FledTable
        guns: GunsLost
        line: Line 12 24,18 facing 180°, good
    "#]],
    );
}

// Guns.

/// Foot or horse against guns, with a die each.
fn against_guns(charger: &str, guns: &str, faces: &[i16]) -> String {
    let text = format!("red {charger} foot at 24,10 facing 0\nblue artillery guns at 24,16 facing 180 {guns}");
    let mut field = in_combat(&text, &[("foot", "guns")]);
    let go = fight(&field, "foot");
    drawn(&mut field, &go, faces)
}

const LIGHT: &str = "guns=[{number=4,pounds=6}]";
const HEAVY: &str = "guns=[{number=4,pounds=12}]";
const LIMBERED: &str = "guns=[{number=4,pounds=12}] | formation=limbered";

#[test]
fn swept_guns_are_lost_unless_limbered() {
    // RF-CHG-41, RF-GUN-21
    check(
        against_guns("infantry", LIGHT, &[10, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        15 Swept from the Field
        foot: Line 8 24,16 facing 0°, good, to break through
        guns: GunsLost
    "#]],
    );
    // Four stands limbered: two are lost, two get away.
    let column = "guns=[{number=8,pounds=12}] | formation=limbered";
    check(
        against_guns("infantry", column, &[2, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -6: -2 outnumbered 2 to 1, -1 unsupported guns, -3 limbered guns
        9 Swept from the Field
        foot: Line 8 24,16 facing 0°, good, to break through
        guns: Limbered 2 24,27 facing 0°, silenced, silenced
    "#]],
    );
}

#[test]
fn driven_back_guns_get_away_if_light_or_limbered() {
    // RF-CHG-44, RF-RET-11
    check(
        against_guns("infantry", LIGHT, &[1, 2]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, good
        guns: Limbered 2 24,27 facing 0°, silenced, silenced
    "#]],
    );
    check(
        against_guns("infantry", HEAVY, &[1, 2]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, good
        guns: GunsLost
    "#]],
    );
    check(
        against_guns("infantry", LIMBERED, &[1, 5]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -7: -3 outnumbered 3 to 1, -1 unsupported guns, -3 limbered guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, good
        guns: Limbered 2 24,27 facing 0°, silenced, silenced
    "#]],
    );
}

#[test]
fn unlimbered_guns_are_lost_to_cavalry() {
    // RF-CHG-44, RF-CHG-38
    check(
        against_guns("cavalry", LIGHT, &[1, 4]),
        expect![[r#"
        attack +4: +2 fresh troops, +2 cavalry charge over open ground
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        5 Driven Back
        foot: Line 8 24,16 facing 0°, disordered, to break through
        guns: GunsLost
    "#]],
    );
}

#[test]
fn hard_pressed_guns_are_silenced_and_damaged_and_heavy_ones_lost() {
    // RF-CHG-47, RF-GUN-24
    check(
        against_guns("infantry", LIGHT, &[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        guns: Limbered 2 24,27 facing 0°, damaged silenced, silenced
    "#]],
    );
    check(
        against_guns("infantry", HEAVY, &[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        guns: GunsLost
    "#]],
    );
    check(
        against_guns("infantry", "guns=[{number=4,pounds=6}] | fixed=true", &[1, 6]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        guns: GunsLost
    "#]],
    );
}

#[test]
fn a_struggle_silences_guns_and_costs_a_stand() {
    // RF-CHG-50, RF-MOR-05
    check(
        against_guns("infantry", LIGHT, &[1, 7, 5, 5]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense -5: -3 outnumbered 3 to 1, -1 unsupported guns, -1 silenced gun
        6 Driven Back
        foot: Line 7 24,16 facing 0°, disordered
        guns: Limbered 1 24,25.5 facing 0°, silenced
    "#]],
    );
}

#[test]
fn guns_that_win_stay_where_they_are() {
    // RF-CHG-52, RF-CHG-55
    check(
        against_guns("infantry", LIGHT, &[1, 10]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -3 outnumbered 3 to 1, -1 unsupported guns
        -3 Falter
        foot: Line 8 24,14 facing 0°, disordered
        guns: Unlimbered 2 24,16 facing 180°, ready, ready
    "#]],
    );
}

#[test]
fn fortified_guns_hold_when_hard_pressed() {
    // RF-CHG-48
    let works = "guns=[{number=4,pounds=12}]\nground works redoubt area 20,16 28,16 28,20 20,20";
    check(
        against_guns("infantry", works, &[1, 4]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -2: -3 outnumbered 3 to 1, -1 unsupported guns, +2 fortified
        1 Hard Pressed
        foot: Line 8 24,14 facing 0°, disordered
        guns: Unlimbered 2 24,16 facing 180°, damaged silenced, silenced
    "#]],
    );
}

// Groups, leads and numbers.

#[test]
fn all_who_are_joined_by_contact_fight_together_under_the_strongest() {
    // RF-CHG-20, RF-CHG-21, RF-CHG-22, RF-CHG-23, RF-CHG-24
    let text = "red infantry big at 22,10 facing 0 men=400 | experience=raw\n\
                red infantry small at 26.8,10 facing 0 men=160 | experience=elite\n\
                blue infantry line at 24,16 facing 180 men=320";
    let mut field = in_combat(text, &[("big", "line"), ("small", "line")]);
    let decision = Regimental::decision(&field.state);
    assert_eq!(decision.asks[0].listed, [fight(&field, "big")]);
    // Raw leads, 14 stands against 8.
    let go = fight(&field, "small");
    check(
        drawn(&mut field, &go, &[6, 5]),
        expect![[r#"
        attack +1: -1 raw, +2 fresh troops
        defense +1: +2 fresh troops, -1 outnumbered 3 to 2
        1 Hard Pressed
        big: Line 10 22,16 facing 0°, good
        small: Line 4 26.8,16 facing 0°, good
        line: Line 8 26.8,18.1 facing 180°, disordered
    "#]],
    );
}

#[test]
fn of_equally_strong_units_the_owner_chooses_the_lead() {
    // RF-CHG-21
    let text = "red infantry west at 22,10 facing 0 | experience=raw\nred infantry east at 26,10 facing 0 | experience=elite\n\
                blue infantry line at 24,16 facing 180 men=640";
    let mut field = in_combat(text, &[("west", "line"), ("east", "line")]);
    let go = fight(&field, "west");
    field.play(&go, &[]);
    assert_eq!((field.prompt(), field.asked()), ("choose the unit that leads", Side::Red));
    assert_eq!(clause(&field, &Command::LeadWith(field.unit("line"))), "RF-CHG-21");
    let go = Command::LeadWith(field.unit("east"));
    check(
        drawn(&mut field, &go, &[5, 5]),
        expect![[r#"
        attack +4: +2 elite, +2 fresh troops
        defense +2: +2 fresh troops
        2 Hard Pressed
        west: Line 8 22,16 facing 0°, good
        east: Line 8 26,16 facing 0°, good
        line: Line 16 21.2,18.1 facing 180°, disordered
    "#]],
    );
}

#[test]
fn both_sides_choose_their_lead_if_they_must() {
    // RF-CHG-21
    // Each red unit touches both blue ones.
    let text = "red infantry west at 22,10 facing 0\nred infantry east at 26,10 facing 0\n\
                blue infantry left at 25,16 facing 180\nblue infantry right at 21,16 facing 180 | experience=elite";
    let mut field = in_combat(text, &[("west", "left"), ("east", "left")]);
    // A charge touches the first it meets; the second contact is drawn by hand.
    let mut second = field.state.contacts[0];
    second.target = field.unit("right");
    field.happen(Event::Met(second));
    let go = fight(&field, "west");
    field.play(&go, &[]);
    let go = Command::LeadWith(field.unit("east"));
    field.play(&go, &[]);
    assert_eq!((field.prompt(), field.asked()), ("choose the unit that leads", Side::Blue));
    let go = Command::LeadWith(field.unit("right"));
    let told = drawn(&mut field, &go, &[5, 5]);
    assert!(told.contains("defense +4: +2 elite, +2 fresh troops"), "{told}");
}

/// Nine stands against eight that are supported or not: half of 12 more make it three to two.
fn is_outnumbered_with(support: firelock_table::Pose, change: impl Fn(&mut Field)) -> bool {
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180 men=360\n\
                red infantry support at 10,4 facing 0 men=480";
    let mut field = in_combat(text, &[("foot", "line")]);
    let (unit, place) = (field.unit("support"), Place::At(support));
    field.happen(Event::Placed { unit, place, formation: Formation::Line, gap: 0, flank: None, mounted: false });
    change(&mut field);
    let go = fight(&field, "foot");
    let told = drawn(&mut field, &go, &[6, 5]);
    told.lines().any(|line| line.starts_with("defense") && line.contains("outnumbered 3 to 2"))
}

#[test]
fn supports_close_behind_or_beside_count_half_their_stands() {
    // RF-CHG-09, RF-CHG-10, RF-CHG-23
    let counts = |x: f64, y: f64, facing: i32| is_outnumbered_with(pose(x, y, facing), |_| {});
    assert!(counts(24.0, 14.5, 0), "touching behind");
    assert!(counts(24.0, 13.5, 0), "an inch behind");
    assert!(!counts(24.0, 13.49, 0), "more than an inch");
    assert!(counts(30.0, 15.0, 0), "beside, an inch off");
    assert!(!counts(30.01, 15.0, 0), "farther off");
    assert!(counts(24.0, 11.5, 45), "turned by 45 degrees");
    assert!(!counts(24.0, 11.5, 46), "turned farther");
    assert!(!counts(29.2, 14.3, 0), "neither behind nor beside");
}

#[test]
fn who_is_broken_or_in_contact_is_no_support() {
    // RF-CHG-09, RF-MOR-03
    let behind = pose(24.0, 14.5, 0);
    assert!(is_outnumbered_with(behind, |_| {}));
    assert!(!is_outnumbered_with(behind, |field| {
        field.happen(Event::Ordered { unit: field.unit("support"), order: Order::Broken });
    }));
    // A unit that another enemy has in hand; that combat is fought apart.
    assert!(!is_outnumbered_with(behind, |field| {
        let contact = field.state.contacts[0];
        let (charger, target) = (field.unit("support"), field.unit("support"));
        field.happen(Event::Met(firelock_regimental::state::Contact { charger, target, ..contact }));
    }));
}

#[test]
fn the_combat_of_the_active_players_choice_is_next_and_all_are_fought() {
    // RF-SEQ-17, RF-SEQ-19
    let text = "red infantry west at 14,10 facing 0\nred infantry east at 34,10 facing 0\n\
                blue infantry left at 34,16 facing 180\nblue infantry right at 14,16 facing 180\nblue infantry idle at 4,30 facing 180";
    let mut field = in_combat(text, &[("west", "right"), ("east", "left")]);
    let decision = Regimental::decision(&field.state);
    assert_eq!(decision.asks[0].listed, [fight(&field, "west"), fight(&field, "east")]);
    assert_eq!((decision.asks[0].side, decision.asks[0].form), (Side::Red, Form::Choose));
    assert!(decision.asks[0].end.is_none(), "no combat is left out");
    assert_eq!(clause(&field, &fight(&field, "idle")), "RF-CHG-20");
    let go = fight(&field, "left");
    field.play(&go, &[2, 6]);
    assert_eq!(field.prompt(), "choose the next combat");
    assert_eq!(clause(&field, &fight(&field, "east")), "RF-CHG-20");
    let go = fight(&field, "west");
    field.play(&go, &[2, 6]);
    assert_ne!(field.prompt(), "choose the next combat");
}

// Modifiers.

/// The modifiers of both sides in a combat, with equal dice.
fn modifiers(mut field: Field, unit: &str) -> (String, String) {
    let go = fight(&field, unit);
    let told = drawn(&mut field, &go, &[10, 1]);
    let line = |side: &str| {
        let line = told.lines().find_map(|line| line.strip_prefix(side)).unwrap_or_default();
        line.split_once(": ").map_or("", |(_, reasons)| reasons).to_string()
    };
    (line("attack"), line("defense"))
}

#[test]
fn the_lead_brings_its_training_its_losses_its_order_and_its_bayonets() {
    // RF-CHG-65, RF-CHG-32, RF-CHG-30, RF-CHG-25, RF-MOR-02
    let of = |foot: &str, change: &dyn Fn(&mut Field)| {
        let text = format!("red infantry foot at 24,10 facing 0 {foot}\nblue infantry line at 24,16 facing 180");
        modifiers(fighting(&text, &[("foot", "line")], |field| change(field), |command| command), "foot").0
    };
    assert_eq!(of("| experience=elite", &|_| {}), "+2 elite, +2 fresh troops");
    assert_eq!(of("| experience=veteran", &|_| {}), "+1 veteran, +2 fresh troops");
    assert_eq!(of("| experience=raw", &|_| {}), "-1 raw, +2 fresh troops");
    let lose =
        |stands: u8| move |field: &mut Field| field.happen(Event::StandsLost { unit: field.unit("foot"), stands });
    assert_eq!(of("", &lose(2)), "", "worn");
    assert_eq!(of("men=480", &lose(6)), "-2 spent troops");
    let disordered =
        |field: &mut Field| field.happen(Event::Ordered { unit: field.unit("foot"), order: Order::Disordered });
    assert_eq!(of("", &disordered), "+2 fresh troops, -1 disordered troops");
    assert_eq!(of("| weapon=rifle", &|_| {}), "+2 fresh troops, -1 no bayonets");
    let both = of("| traits=militia formation=open-order", &|_| {});
    assert_eq!(both, "+2 fresh troops, -1 open order", "once");
}

#[test]
fn a_leader_or_a_brave_colonel_adds_one_once() {
    // RF-CHG-31, RF-LDR-11
    let text = "red leader howe at 24,8\nred infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    let attach =
        |field: &mut Field| field.happen(Event::Attached { leader: field.leader("howe"), unit: field.unit("foot") });
    let colonel =
        |field: &mut Field| field.happen(Event::ColonelFared { unit: field.unit("foot"), colonel: Colonel::Leads });
    let of = |change: &dyn Fn(&mut Field)| {
        modifiers(fighting(text, &[("foot", "line")], |field| change(field), |command| command), "foot").0
    };
    assert_eq!(of(&|_| {}), "+2 fresh troops", "he is near, not attached");
    assert_eq!(of(&attach), "+2 fresh troops, +1 leader attached");
    assert_eq!(of(&colonel), "+2 fresh troops, +1 brave colonel");
    let both = of(&|field| {
        attach(field);
        colonel(field);
    });
    assert_eq!(both, "+2 fresh troops, +1 brave colonel", "once");
}

#[test]
fn cold_steel_adds_one_in_the_first_combat() {
    // RF-CHG-07, RF-CHG-27
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    assert_eq!(
        modifiers(fighting(text, &[("foot", "line")], |_| {}, steel), "foot").0,
        "+2 fresh troops, +1 cold steel"
    );
    assert_eq!(modifiers(in_combat(text, &[("foot", "line")]), "foot").0, "+2 fresh troops");
}

#[test]
fn indians_in_woods_add_one() {
    // RF-CHG-27, RF-TER-13
    let of = |woods: &str| {
        let text = format!(
            "red infantry foot at 24,10 facing 0\nblue infantry line at 24,13 facing 180 | traits=indian formation=open-order\n{woods}"
        );
        modifiers(in_combat(&text, &[("foot", "line")]), "foot").1
    };
    let woods = "ground wood light-woods area 16,12 32,12 32,20 16,20";
    assert_eq!(of(woods), "+2 fresh troops, -1 open order, +1 favorable ground, +1 Indians in woods");
    assert_eq!(of(""), "+2 fresh troops, -1 open order");
}

#[test]
fn cavalry_counts_the_ground_it_charges_over() {
    // RF-CHG-28
    let of = |more: &str| {
        let text = format!("red cavalry foot at 24,10 facing 0\nblue infantry line at 24,13.5 facing 180\n{more}");
        modifiers(in_combat(&text, &[("foot", "line")]), "foot").0
    };
    assert_eq!(of(""), "+2 fresh troops, +2 cavalry charge over open ground");
    let fence = "ground hedge fence line 16,12 32,12";
    assert_eq!(of(fence), "+2 fresh troops, +1 cavalry charge over broken ground");
    let woods = "ground wood dense-woods area 16,11 32,11 32,12 16,12";
    assert_eq!(of(woods), "+2 fresh troops");
    // Standing cavalry has nothing of it.
    let text = "red infantry foot at 24,10 facing 0\nblue cavalry line at 24,16 facing 180";
    assert_eq!(modifiers(in_combat(text, &[("foot", "line")]), "foot").1, "+2 fresh troops");
}

#[test]
fn guns_want_troops_near() {
    // RF-CHG-29, RF-MOR-05
    let of = |more: &str, silenced: bool| {
        let text =
            format!("red infantry foot at 24,10 facing 0 men=120\nblue artillery guns at 24,16 facing 180\n{more}");
        let quiet = |field: &mut Field| {
            if silenced {
                let marks = firelock_regimental::state::Gun { silenced: true, ..Default::default() };
                field.happen(Event::GunMarked { unit: field.unit("guns"), gun: 1, marks });
            }
        };
        modifiers(fighting(&text, &[("foot", "guns")], quiet, |command| command), "foot").1
    };
    assert_eq!(of("", false), "-1 outnumbered 3 to 2, -1 unsupported guns");
    assert_eq!(of("blue infantry near at 24,19.5 facing 180", false), "-1 outnumbered 3 to 2, +1 supported guns");
    assert_eq!(of("blue infantry near at 24,19.6 facing 180", false), "-1 outnumbered 3 to 2, -1 unsupported guns");
    assert_eq!(of("", true), "-1 outnumbered 3 to 2, -1 unsupported guns, -1 silenced gun");
}

#[test]
fn against_several_chargers_the_best_ground_counts() {
    // RF-CHG-72, RF-CHG-33, RF-TER-17
    // One comes over the wall, the other round its end.
    let text = "red infantry foot at 24,10 facing 0 men=400\nred infantry round at 34,15 facing 270\n\
                blue infantry line at 24,16 facing 180 men=640\nground wall stone-wall line 20,15.8 25,15.8";
    let both = in_combat(text, &[("foot", "line"), ("round", "line")]);
    assert!(both.state.contacts.iter().all(|contact| !contact.flank));
    assert!(modifiers(both, "line").1.contains("+2 strong position"));
    let alone = in_combat(text, &[("round", "line")]);
    assert!(!modifiers(alone, "line").1.contains("strong position"));
}

#[test]
fn outflanked_broken_march_column_and_limbered_cost_three_once() {
    // RF-CHG-26, RF-ARC-12, RF-TER-17, RF-MOR-04
    let of = |line: &str, change: &dyn Fn(&mut Field)| {
        let text = format!("red infantry foot at 24,10 facing 0\nblue {line}");
        modifiers(fighting(&text, &[("foot", "line")], |field| change(field), |command| command), "foot").1
    };
    assert_eq!(of("infantry line at 23.5,16 facing 270", &|_| {}), "+2 fresh troops, -3 outflanked");
    let wall = "infantry line at 23.5,16 facing 270\nground wood light-woods area 16,15 32,15 32,25 16,25";
    assert_eq!(of(wall, &|_| {}), "+2 fresh troops, -3 outflanked", "the ground helps no more");
    let broken = |field: &mut Field| field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Broken });
    assert_eq!(of("infantry line at 24,16 facing 180", &broken), "+2 fresh troops, -3 broken");
    assert_eq!(
        of("infantry line at 24,16 facing 180 | formation=march-column", &|_| {}),
        "+2 fresh troops, -3 march column"
    );
    let limbered = of("artillery line at 24,16 facing 0 | formation=limbered", &|_| {});
    assert_eq!(limbered, "-3 outnumbered 3 to 1, -1 unsupported guns, -3 limbered guns");
}

// Losses.

/// Elite foot against three small units in one contact: three stands, and twice two or one.
fn against_three(few: bool, faces: &[i16]) -> (Field, String) {
    let text = "red infantry foot at 24,10 facing 0 men=640 | experience=elite\nblue infantry a at 22,16 facing 180 men=120\n\
                blue infantry b at 24.5,16 facing 180 men=80\nblue infantry c at 26,16 facing 180 men=80";
    let mut field = in_combat(text, &[("foot", "a")]);
    for target in ["b", "c"] {
        let mut other = field.state.contacts[0];
        other.target = field.unit(target);
        field.happen(Event::Met(other));
        field.happen(Event::StandsLost { unit: field.unit(target), stands: u8::from(few) });
    }
    let go = fight(&field, "foot");
    let told = drawn(&mut field, &go, faces);
    (field, told)
}

#[test]
fn losses_fall_on_the_lead_and_then_as_the_owner_likes() {
    // RF-CHG-37, RF-MOR-15, RF-CHG-41
    // Swept by 9 + 2: four stands, of which the lead has three.
    let (mut field, told) = against_three(false, &[10, 3]);
    check(
        told,
        expect![[r#"
        attack +4: +2 elite, +2 fresh troops
        defense +0: +2 fresh troops, -2 outnumbered 2 to 1
        11 Swept from the Field
        foot: Line 16 24,16 facing 0°, good, to break through
        a: Destroyed
        b: Line 2 24.5,16 facing 180°, broken
        c: Line 2 26,16 facing 180°, broken
    "#]],
    );
    assert_eq!((field.prompt(), field.asked()), ("share out the losses", Side::Blue));
    let (foot, b, c) = (field.unit("foot"), field.unit("b"), field.unit("c"));
    for (unit, stands) in [(foot, 1), (b, 0), (b, 2)] {
        let refusal = field.check(&Command::Lose { unit, stands }).expect_err("not so");
        assert_eq!((refusal.clause.to_string().as_str(), refusal.place), ("RF-CHG-37", Some(Where::Unit(unit))));
    }
    let listed = Regimental::decision(&field.state).asks[0].listed.clone();
    assert_eq!(listed, [Command::Lose { unit: b, stands: 1 }, Command::Lose { unit: c, stands: 1 }]);
    check(
        drawn(&mut field, &Command::Lose { unit: c, stands: 1 }, &[]),
        expect![[r#"
        foot: Line 16 24,16 facing 0°, good, to break through
        a: Destroyed
        b: Mob 2 24.5,32.75 facing 0°, broken
        c: Mob 1 26,32.75 facing 0°, broken
    "#]],
    );
    // Losses beyond all the stands there are leave no choice.
    let (field, told) = against_three(true, &[10, 1]);
    check(
        told,
        expect![[r#"
        attack +4: +2 elite, +2 fresh troops
        defense -1: +2 fresh troops, -3 outnumbered 3 to 1
        14 Swept from the Field
        foot: Line 16 24,16 facing 0°, good, to break through
        a: Destroyed
        b: Destroyed
        c: Destroyed
    "#]],
    );
    assert_ne!(field.prompt(), "share out the losses");
}

#[test]
fn a_side_without_stands_has_lost_the_struggle() {
    // RF-CHG-51
    let text = "red infantry foot at 24,10 facing 0 men=80\nblue infantry line at 24,16 facing 180 men=80";
    let small = |own: u8, other: u8| {
        let text = text.to_string();
        fighting(
            &text,
            &[("foot", "line")],
            |field| {
                field.happen(Event::StandsLost { unit: field.unit("foot"), stands: 2 - own });
                field.happen(Event::StandsLost { unit: field.unit("line"), stands: 2 - other });
            },
            |command| command,
        )
    };
    // Two stands against one: fresh against spent and outnumbered two to one.
    let mut field = small(2, 1);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[1, 7]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -4: -2 spent troops, -2 outnumbered 2 to 1
        0 Desperate Struggle
        0 Hard Pressed
        foot: Line 1 24,16 facing 0°, disordered
        line: Destroyed
    "#]],
    );
    let mut field = small(1, 1);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[5, 5]),
        expect![[r#"
        attack -2: -2 spent troops
        defense -2: -2 spent troops
        0 Desperate Struggle
        foot: Destroyed
        line: Destroyed
    "#]],
    );
}

#[test]
fn the_order_of_a_result_is_losses_markers_loser_winner_leaders() {
    // RF-CHG-68, RF-CHG-41, RF-LDR-07
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue leader gates at 24,20\n\
                blue infantry line at 24,16 facing 180 men=480";
    let attach =
        |field: &mut Field| field.happen(Event::Attached { leader: field.leader("gates"), unit: field.unit("line") });
    let mut field = fighting(text, &[("foot", "line")], attach, |command| command);
    let go = fight(&field, "foot");
    // Worn, so that the leader does not save it.
    field.happen(Event::StandsLost { unit: field.unit("line"), stands: 3 });
    let told = field.play(&go, &[10, 1, 9]);
    check(
        told.join("\n") + "\n",
        expect![[r#"
            foot against line: +10, Swept from the Field
            line loses 3 stands
            line is broken
            foot is to break through
            line forms mob
            line moves 18.25" to 24, 34.25
            gates is lost; a new man comes in turn 2
            red, charge phase: breakthroughs
        "#]],
    );
    assert!(matches!(field.state.leader(field.leader("gates")).status, LeaderStatus::ReplacedIn(_)));
}

#[test]
fn a_brave_colonel_is_checked_when_no_leader_is_near() {
    // RF-LDR-10, RF-CHG-54
    let lost = |leader: &str, faces: &[i16]| {
        let text = format!(
            "{leader}\nred infantry foot at 24,20 facing 0 men=480\nblue infantry line at 24,26 facing 180 men=480"
        );
        let brave = |field: &mut Field| {
            field.happen(Event::ColonelFared { unit: field.unit("foot"), colonel: Colonel::Leads });
            field.happen(Event::StandsLost { unit: field.unit("foot"), stands: 3 });
        };
        let mut field = fighting(&text, &[("foot", "line")], brave, |command| command);
        let go = fight(&field, "foot");
        field.play(&go, faces);
        field.state.unit(field.unit("foot")).colonel
    };
    assert_eq!(lost("", &[1, 9, 8]), Colonel::None);
    assert_eq!(lost("", &[1, 9, 6]), Colonel::Leads);
    // A leader within four inches of the unit, not attached, keeps him from being checked.
    assert_eq!(lost("red leader howe at 24,22.5", &[1, 9]), Colonel::Leads);
}

// What the winner does.

#[test]
fn winners_are_disordered_over_bad_ground_mounted_or_in_a_second_combat() {
    // RF-CHG-39, RF-MOR-12
    let won = |text: &str| {
        let mut field = in_combat(text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        field.play(&go, &[4, 1]);
        field.state.unit(field.unit("foot")).order
    };
    let foot = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    assert_eq!(won(foot), Order::Good);
    assert_eq!(won(&format!("{foot}\nground hedge fence line 20,13 28,13")), Order::Disordered);
    assert_eq!(won(&foot.replace("red infantry", "red cavalry")), Order::Disordered);
}

#[test]
fn a_carried_position_may_be_followed_by_turning_a_flank_back() {
    // RF-CHG-40, RF-FRM-21
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    field.play(&go, &[2, 1]);
    assert_eq!((field.prompt(), field.asked()), ("turn a flank back or not", Side::Red));
    let unit = field.unit("foot");
    let listed = Regimental::decision(&field.state).asks[0].listed.clone();
    assert_eq!(listed.len(), 4);
    assert!(listed.iter().all(|command| field.check(command).is_ok()));
    let too_many = Command::Flank { unit, flank: Some(Flank { left: true, files: 3, by: Angle::degrees(45) }) };
    assert_eq!(clause(&field, &too_many), "RF-FRM-20");
    let flank = Some(Flank { left: true, files: 2, by: Angle::degrees(45) });
    field.play(&Command::Flank { unit, flank }, &[]);
    assert_eq!(field.state.unit(unit).flank, flank);
    // Or it is left as it is.
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    field.play(&go, &[2, 1]);
    field.done();
    assert_eq!(field.state.unit(unit).flank, None);
}

#[test]
fn who_stood_in_corner_contact_closes_up_four_inches_at_most() {
    // RF-CHG-40, RF-CHG-75
    let carried = |men: i32| {
        let text = format!("red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 230 men={men}");
        let mut field = in_combat(&text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        field.play(&go, &[10, 1]);
        stands(&field, "foot")
    };
    // Its right corner touched the front at 26,13.6; the front line crosses its middle at 24,16.
    assert_eq!(carried(960), "24,16 facing 0°");
}

#[test]
fn a_garrison_driven_out_leaves_its_place_to_the_winner() {
    // RF-CHG-67, RF-RET-14
    let taken = |men: i32| {
        let text = format!(
            "red infantry foot at 24,10 facing 0 men={men}\nblue infantry line garrison=\"house\" men=160\n\
             ground house building area 22,15 26,15 26,17 22,17"
        );
        let mut field = in_combat(&text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        drawn(&mut field, &go, &[10, 4])
    };
    // The house holds eight stands.
    check(
        taken(320),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops, -2 outnumbered 2 to 1, +2 strong position
        6 Driven Back
        foot: Garrison 8 inside, disordered
        line: Line 3 24,19.25 facing 180°, disordered
    "#]],
    );
    check(
        taken(360),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +2: +2 fresh troops, -2 outnumbered 2 to 1, +2 strong position
        6 Driven Back
        foot: Line 9 24,15 facing 0°, disordered
        line: Line 3 24,19.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn fortified_defenders_hold_when_hard_pressed() {
    // RF-CHG-48, RF-EX-22
    let text = "red infantry foot at 24,10 facing 0 men=360\nblue infantry line at 24,15 facing 180 men=240\n\
                ground works redoubt area 20,15 28,15 28,20 20,20";
    let disorder =
        |field: &mut Field| field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Disordered });
    let mut field = fighting(text, &[("foot", "line")], disorder, steel);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[6, 5]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 cold steel
        defense +2: +2 fresh troops, -1 outnumbered 3 to 2, -1 disordered troops, +2 fortified
        2 Hard Pressed
        foot: Line 9 24,13 facing 0°, disordered
        line: Line 5 24,15 facing 180°, disordered
    "#]],
    );
    // Driven back they leave, and the works are entered.
    let mut field = fighting(text, &[("foot", "line")], disorder, steel);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[9, 5]),
        expect![[r#"
            attack +3: +2 fresh troops, +1 cold steel
            defense +2: +2 fresh troops, -1 outnumbered 3 to 2, -1 disordered troops, +2 fortified
            5 Driven Back
            foot: Garrison 9 inside, disordered
            line: Line 5 24,20 facing 180°, disordered
        "#]],
    );
}

#[test]
fn foot_that_carries_a_position_behind_an_obstacle_climbs_over_it() {
    // RF-CHG-67
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,14.3 facing 180\nground trees abatis line 20,14 28,14";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[9, 1]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense +3: +2 fresh troops, +1 favorable ground
        7 Driven Back
        foot: Line 8 24,15.5 facing 0°, disordered
        line: Line 7 24,18.05 facing 180°, disordered
    "#]],
    );
}

#[test]
fn beaten_by_cavalry_or_outflanked_troops_flee() {
    // RF-CHG-43, RF-CHG-46, RF-CHG-53, RF-CHG-38
    let beaten = |attacker: &str, line: &str, faces: &[i16]| {
        let text = format!("red {attacker} foot at 24,10 facing 0\nblue infantry line at {line}");
        let mut field = in_combat(&text, &[("foot", "line")]);
        let go = fight(&field, "foot");
        drawn(&mut field, &go, faces)
    };
    check(
        beaten("cavalry", "24,16 facing 180", &[4, 1]),
        expect![[r#"
        attack +4: +2 fresh troops, +2 cavalry charge over open ground
        defense +2: +2 fresh troops
        5 Driven Back
        foot: Line 8 24,16 facing 0°, disordered, to break through
        line: Mob 6 24,34.25 facing 0°, broken
    "#]],
    );
    check(
        beaten("infantry", "23.5,16 facing 270", &[1, 3]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -1: +2 fresh troops, -3 outflanked
        1 Hard Pressed
        foot: Line 8 24,14 facing 0°, good
        line: Mob 8 23.5,35 facing 0°, broken
    "#]],
    );
}

#[test]
fn broken_troops_flee_from_any_lost_combat() {
    // RF-MOR-17, RF-MOR-04, RF-CHG-46
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,16 facing 180";
    let broken = |field: &mut Field| field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Broken });
    let mut field = fighting(text, &[("foot", "line")], broken, |command| command);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[1, 3]),
        expect![[r#"
        attack +2: +2 fresh troops
        defense -1: +2 fresh troops, -3 broken
        1 Hard Pressed
        foot: Line 8 24,16 facing 0°, good
        line: Mob 7 24,35 facing 0°, broken
    "#]],
    );
}

// Cavalry: recalls and countercharges.

/// Red horse charges blue horse, met halfway or not.
fn cavalry_combat(countercharge: bool) -> Field {
    let text = "red cavalry horse at 24,8 facing 0 men=240\nblue cavalry dragoons at 24,20 facing 180 men=240";
    let mut field = declaring(text, &[("horse", WellHandled)]);
    let go = charge(&field, "horse", "dragoons");
    field.play(&go, &[]);
    match countercharge {
        true => {
            let go = Command::Countercharge { unit: field.unit("dragoons"), charger: field.unit("horse") };
            field.play(&go, &[]);
        }
        false => {
            field.done();
        }
    }
    field.skip_to("choose the next combat");
    field
}

#[test]
fn beaten_cavalry_may_recall_in_a_first_combat() {
    // RF-CHG-46, RF-CHG-52, RF-CHG-57, RF-CHG-73
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[1, 4]);
    let horse = field.unit("horse");
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Red));
    // Up to 18 inches, straight or aslant, any facing.
    let to = |x: f64, y: f64, facing: i32| Command::Recall { unit: horse, pose: pose(x, y, facing) };
    assert_eq!(field.check(&to(24.0, 2.0, 0)), Ok(()));
    assert_eq!(field.check(&to(30.0, 10.0, 0)), Ok(()));
    assert_eq!(field.check(&to(24.0, 4.0, 180)), Ok(()));
    let refused = |command: &Command| {
        let refusal = field.check(command).expect_err("not so");
        assert!(refusal.place.is_some());
        refusal.clause.to_string()
    };
    assert_eq!(refused(&to(24.0, 21.0, 0)), "RF-CHG-57", "not towards the enemy");
    assert_eq!(refused(&to(24.0, 19.5, 0)), "RF-MOV-27", "an inch from enemies");
    assert_eq!(refused(&to(41.0, 12.0, 0)), "RF-CHG-57", "too far");
    assert_eq!(refused(&to(24.0, 0.5, 0)), "RF-MOV-30", "on the table");
    assert_eq!(refused(&Command::DoNotRecall(field.unit("dragoons"))), "RF-CHG-57");
    field.play(&to(24.0, 4.0, 180), &[]);
    assert_eq!(stands(&field, "horse"), "24,4 facing 180°");
    assert_eq!(field.state.unit(horse).order, Order::Disordered);
    assert!(contacts(&field).is_empty());
}

#[test]
fn cavalry_that_does_not_recall_does_what_the_result_says() {
    // RF-CHG-52, RF-CHG-53, RF-RET-04
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[1, 4]);
    let stay = Command::DoNotRecall(field.unit("horse"));
    check(
        drawn(&mut field, &stay, &[]),
        expect![[r#"
        horse: Line 6 24,18 facing 0°, disordered
        dragoons: Line 6 24,20 facing 180°, disordered
    "#]],
    );
}

#[test]
fn a_recall_passes_friends_but_not_obstacles() {
    // RF-CHG-57, RF-TER-19, RF-MOV-29
    let recalled = |more: &str| {
        let text = format!(
            "red cavalry horse at 24,14 facing 0 men=240\nblue cavalry dragoons at 24,20 facing 180 men=240\n{more}"
        );
        let mut field = declaring(&text, &[("horse", WellHandled)]);
        let go = charge(&field, "horse", "dragoons");
        field.play(&go, &[]);
        field.skip_to("choose the next combat");
        let go = fight(&field, "horse");
        field.play(&go, &[1, 4]);
        let back = Command::Recall { unit: field.unit("horse"), pose: pose(24.0, 8.0, 0) };
        field.check(&back).map_err(|refusal| refusal.clause.to_string())
    };
    assert_eq!(recalled("red infantry foot at 24,11.5 facing 0"), Ok(()));
    assert_eq!(recalled("red infantry foot at 24,8.5 facing 0"), Err("RF-MOV-29".into()), "not onto them");
    assert_eq!(recalled("ground trees abatis line 20,10 28,10"), Err("RF-TER-19".into()));
    assert_eq!(recalled("ground pond lake area 20,10 28,10 28,11 20,11"), Err("RF-MOV-29".into()));
    assert_eq!(recalled("blue infantry line at 27.8,11 facing 270"), Err("RF-CHG-57".into()), "past an enemy");
}

#[test]
fn candidates_for_a_recall_are_legal_and_a_pointer_finds_the_nearest() {
    // RF-CHG-57
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[1, 4]);
    for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
        let mut found = Vec::new();
        Regimental::candidates(&field.state, Side::Red, grain, &mut found);
        assert!(found.iter().any(|command| matches!(command, Command::Recall { .. })), "{grain:?}");
        assert!(found.iter().all(|command| field.check(command).is_ok()), "{grain:?}");
    }
    let wish = Wish { unit: field.unit("horse"), at: field::at(24.0, 1.5), ..Wish::default() };
    let fitted = Regimental::fit(&field.state, Side::Red, &wish).expect("a place on the way");
    assert_eq!(field.check(&fitted.command), Ok(()));
    assert_eq!(
        fitted.short.map(|refusal| refusal.clause.to_string()),
        Some("RF-CHG-57".into()),
        "18.5 inches are too far"
    );
    let far = Wish { unit: field.unit("horse"), at: field::at(24.0, 30.0), ..Wish::default() };
    assert_eq!(Regimental::fit(&field.state, Side::Red, &far).expect_err("forward").clause.to_string(), "RF-CHG-57");
}

#[test]
fn defending_cavalry_that_wins_is_disordered() {
    // RF-CHG-55
    let text = "red infantry foot at 24,10 facing 0\nblue cavalry line at 24,16 facing 180";
    let mut field = in_combat(text, &[("foot", "line")]);
    let go = fight(&field, "foot");
    field.play(&go, &[1, 9]);
    assert_eq!(field.state.unit(field.unit("line")).order, Order::Disordered);
    assert_eq!(stands(&field, "line"), "24,16 facing 180°");
}

#[test]
fn cavalry_that_countercharged_and_won_carries_or_recalls() {
    // RF-SEQ-21, RF-CHG-55
    let won = || {
        let mut field = cavalry_combat(true);
        let go = fight(&field, "horse");
        field.play(&go, &[1, 4]);
        // The beaten horse goes back first.
        let stay = Command::DoNotRecall(field.unit("horse"));
        field.play(&stay, &[]);
        assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Blue));
        field
    };
    let mut field = won();
    let stay = Command::DoNotRecall(field.unit("dragoons"));
    check(
        drawn(&mut field, &stay, &[]),
        expect![[r#"
        horse: Line 6 24,12 facing 0°, disordered
        dragoons: Line 6 24,14 facing 180°, disordered
    "#]],
    );
    let mut field = won();
    let back = Command::Recall { unit: field.unit("dragoons"), pose: pose(24.0, 28.0, 180) };
    check(
        drawn(&mut field, &back, &[]),
        expect![[r#"
        horse: Line 6 24,12 facing 0°, disordered
        dragoons: Line 6 24,28 facing 180°, disordered
    "#]],
    );
}

#[test]
fn both_sides_of_a_countercharge_count_their_gallop_and_no_ground() {
    // RF-CHG-28, RF-CHG-33
    let mut field = cavalry_combat(true);
    let go = fight(&field, "horse");
    let told = drawn(&mut field, &go, &[5, 4]);
    assert!(
        told.starts_with(
            "attack +4: +2 fresh troops, +2 cavalry charge over open ground\ndefense +4: +2 fresh troops, +2"
        ),
        "{told}"
    );
}

#[test]
fn hard_pressing_cavalry_may_recall() {
    // RF-CHG-49
    let mut field = cavalry_combat(false);
    let go = fight(&field, "horse");
    field.play(&go, &[2, 1]);
    // First the beaten dragoons, then the winner.
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Blue));
    let stay = Command::DoNotRecall(field.unit("dragoons"));
    field.play(&stay, &[]);
    assert_eq!((field.prompt(), field.asked()), ("recall the cavalry or not", Side::Red));
    let back = Command::Recall { unit: field.unit("horse"), pose: pose(24.0, 8.0, 0) };
    field.play(&back, &[]);
    assert_eq!(stands(&field, "horse"), "24,8 facing 0°");
}

// Breakthroughs.

/// Horse sweeps guns away and is to break through, with more behind them.
fn breaking_through(more: &str) -> Field {
    let text = format!("red cavalry horse at 24,8 facing 0 men=240\nblue artillery guns at 24,14 facing 180\n{more}");
    let mut field = in_combat(&text, &[("horse", "guns")]);
    let go = fight(&field, "horse");
    field.play(&go, &[10, 1]);
    field
}

#[test]
fn a_breakthrough_goes_half_a_move_at_the_closest_enemy_ahead() {
    // RF-CHG-60, RF-CHG-63, RF-SEQ-18, RF-EX-16
    let mut field =
        breaking_through("blue infantry near at 24,22.9 facing 180\nblue infantry far at 30,23.2 facing 180");
    assert_eq!((field.prompt(), field.asked()), ("choose the next breakthrough", Side::Red));
    assert!(Regimental::decision(&field.state).asks[0].end.is_none(), "mandatory");
    assert_eq!(clause(&field, &Command::BreakThrough(field.unit("near"))), "RF-CHG-60");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert_eq!(
        (contacts(&field), stands(&field, "horse")),
        (vec!["horse near".into()], "24,22.9 facing 0°".to_string())
    );
    // It takes the +1 and keeps its gallop.
    let go = fight(&field, "horse");
    let told = drawn(&mut field, &go, &[5, 4]);
    let attack =
        "attack +4: +2 fresh troops, -1 disordered troops, +1 breakthrough, +2 cavalry charge over open ground";
    assert!(told.starts_with(attack), "{told}");
}

#[test]
fn without_an_enemy_within_reach_and_arc_the_position_is_carried() {
    // RF-CHG-61
    let carries = |more: &str| {
        let mut field = breaking_through(more);
        let go = Command::BreakThrough(field.unit("horse"));
        field.play(&go, &[]);
        (contacts(&field).is_empty(), stands(&field, "horse"))
    };
    let stays = (true, "24,14 facing 0°".to_string());
    assert_eq!(carries(""), stays);
    assert_eq!(carries("blue infantry line at 24,23.1 facing 180"), stays, "half of 18 inches");
    assert_eq!(carries("blue infantry line at 38,15 facing 180"), stays, "beside, out of the arc");
    assert_eq!(
        carries("blue infantry line at 24,20 facing 180\nground wood light-woods area 20,15 28,15 28,19 20,19"),
        (false, "24,20 facing 0°".into())
    );
    assert_eq!(
        carries("blue infantry line at 24,20.1 facing 180\nground wood light-woods area 20,15 28,15 28,19 20,19"),
        stays,
        "half of 12"
    );
}

#[test]
fn a_breakthrough_wheels_at_an_enemy_aside() {
    // RF-CHG-60, RF-CHG-74
    let mut field = breaking_through("blue infantry line at 29,17.7 facing 225");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert_eq!(contacts(&field), ["horse line"]);
    assert_eq!(field.state.unit(field.unit("horse")).pose().map(|pose| pose.facing), Some(Angle::degrees(45)));
    assert!(matches!(field.state.unit(field.unit("horse")).turn.way, ChargeWay::Wheel { .. }));
}

#[test]
fn a_breakthrough_stops_at_friends() {
    // RF-CHG-60
    let mut field = breaking_through("blue infantry line at 24,22 facing 180\nred infantry foot at 26,19.5 facing 0");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert!(contacts(&field).is_empty());
    assert_eq!((stands(&field, "horse"), stage(&field, "horse")), ("24,18 facing 0°".to_string(), None));
}

#[test]
fn nobody_fires_or_countercharges_at_a_breakthrough() {
    // RF-CHG-62, RF-SEQ-19
    let mut field = breaking_through("blue cavalry dragoons at 24,20 facing 180 men=240");
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    assert_eq!((contacts(&field), field.prompt()), (vec!["horse dragoons".into()], "choose the next combat"));
}

#[test]
fn who_fought_before_fights_again_as_it_is() {
    // RF-CHG-64
    let mut field = breaking_through("blue infantry line at 24,20 facing 180");
    field.happen(Event::StandsLost { unit: field.unit("line"), stands: 2 });
    field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Disordered });
    let go = Command::BreakThrough(field.unit("horse"));
    field.play(&go, &[]);
    let go = fight(&field, "horse");
    let told = drawn(&mut field, &go, &[5, 4]);
    assert!(told.contains("defense -1: -1 disordered troops"), "{told}");
}

// Fire that ends a charge.

#[test]
fn a_charger_whose_target_fire_destroyed_carries_the_position() {
    // RF-FIR-44, RF-CHG-40, RF-CHG-67
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line garrison=\"house\" men=80\n\
                ground house building area 22,15 26,15 26,17 22,17";
    let mut field = in_combat(text, &[("foot", "line")]);
    let (foot, line) = (field.unit("foot"), field.unit("line"));
    field.happen(Event::Removed { unit: line, fate: firelock_regimental::state::Fate::Destroyed });
    field.happen(Event::Answered);
    field.happen(Event::Asked(firelock_regimental::state::Asking::Refuse(foot)));
    field.happen(Event::Queued(vec![Task::TargetGone(foot)]));
    field.happen(Event::Asked(firelock_regimental::state::Asking::Refuse(foot)));
    field.done();
    assert_eq!(
        (stage(&field, "foot"), field.state.unit(foot).formation),
        (Some(ChargeStage::Fought), Formation::Garrison)
    );
}

// Worked examples on the table.

#[test]
fn example_14_cold_steel_over_a_fence() {
    // RF-EX-14, RF-CHG-43, RF-CHG-45, RF-CHG-39
    let text = "red infantry foot at 24,10 facing 0 men=480 | experience=elite\nblue infantry line at 24,16 facing 180 men=480\n\
                ground hedge fence line 18,15.9 30,15.9";
    let worn = |field: &mut Field| field.happen(Event::StandsLost { unit: field.unit("line"), stands: 4 });
    let mut field = fighting(text, &[("foot", "line")], worn, steel);
    assert_eq!(field.state.effectiveness(field.unit("line")), Effectiveness::Worn);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[6, 4]),
        expect![[r#"
        attack +5: +2 elite, +2 fresh troops, +1 cold steel
        defense +0: -1 outnumbered 3 to 2, +1 favorable ground
        7 Driven Back
        foot: Line 12 24,16 facing 0°, disordered
        line: Line 7 24,20.25 facing 180°, disordered
    "#]],
    );
}

#[test]
fn example_16_cavalry_on_guns() {
    // RF-EX-16
    let text =
        "red cavalry horse at 24,8 facing 0 men=240 | experience=veteran\nblue artillery guns at 24,16 facing 180";
    let silence = |field: &mut Field| {
        let marks = firelock_regimental::state::Gun { silenced: true, ..Default::default() };
        field.happen(Event::GunMarked { unit: field.unit("guns"), gun: 0, marks });
    };
    let mut field = fighting(text, &[("horse", "guns")], silence, |command| command);
    let go = fight(&field, "horse");
    check(
        drawn(&mut field, &go, &[7, 3]),
        expect![[r#"
        attack +5: +1 veteran, +2 fresh troops, +2 cavalry charge over open ground
        defense -5: -3 outnumbered 3 to 1, -1 unsupported guns, -1 silenced gun
        14 Swept from the Field
        horse: Line 6 24,16 facing 0°, disordered, to break through
        guns: GunsLost
    "#]],
    );
}

#[test]
fn example_15_a_tie() {
    // RF-EX-15, RF-CHG-50
    let text = "red infantry foot at 24,10 facing 0 men=480\nblue infantry line at 24,16 facing 180 men=480\n\
                ground wall stone-wall line 18,15.9 30,15.9";
    let mut field = fighting(text, &[("foot", "line")], |_| {}, steel);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[5, 4, 7, 9]),
        expect![[r#"
        attack +3: +2 fresh troops, +1 cold steel
        defense +4: +2 fresh troops, +2 strong position
        0 Desperate Struggle
        attack +1: +2 fresh troops, -1 disordered troops
        defense +3: +2 fresh troops, -1 disordered troops, +2 strong position
        -4 Falter
        foot: Line 10 24,14 facing 0°, disordered
        line: Line 11 24,16 facing 180°, disordered
    "#]],
    );
}

#[test]
fn example_19_a_breakthrough() {
    // RF-EX-19
    let text = "red infantry foot at 24,10 facing 0 men=240 | experience=elite\nblue artillery guns at 24,14 facing 180\n\
                blue infantry line at 24,18 facing 180 men=480 | experience=raw";
    let mut field = in_combat(text, &[("foot", "guns")]);
    let go = fight(&field, "foot");
    field.play(&go, &[10, 1]);
    field.happen(Event::StandsLost { unit: field.unit("line"), stands: 6 });
    field.happen(Event::Ordered { unit: field.unit("line"), order: Order::Disordered });
    let go = Command::BreakThrough(field.unit("foot"));
    field.play(&go, &[]);
    let go = fight(&field, "foot");
    check(
        drawn(&mut field, &go, &[2, 8]),
        expect![[r#"
        attack +5: +2 elite, +2 fresh troops, +1 breakthrough
        defense -4: -1 raw, -2 spent troops, -1 disordered troops
        3 Hard Pressed
        foot: Line 6 24,18 facing 0°, disordered
        guns: GunsLost
        line: Line 5 24,20 facing 180°, disordered
    "#]],
    );
}

#[test]
fn an_amusette_stays_behind_when_its_unit_charges() {
    // RF-SPC-22, RF-SPC-21
    let text = "red infantry foot at 24,10 facing 0 | amusette=true\nground wall stone-wall line 18,10.2 30,10.2\n\
                blue infantry line at 24,14 facing 180";
    let field = in_combat(text, &[("foot", "line")]);
    assert!(!field.state.unit(field.unit("foot")).amusette);
    assert_eq!(field.state.army(Side::Red).lost, 0);
}
