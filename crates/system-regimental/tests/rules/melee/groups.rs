//! Groups, leads, numbers and modifiers.

use expect_test::expect;
use firelock_core::{Form, RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Colonel, Place};
use firelock_regimental::words::{Formation, Order};

use super::{check, fight};
use crate::charging::{clause, drawn, fighting, in_combat, steel};
use crate::field::{Field, pose};

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
