//! Going back (RF-RET, RF-MOR, RF-GUN-16..18). Lengths are inches.

use crate::field::{Field, field};
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Asking, Fate, Place, Retreat, Task};
use firelock_regimental::words::{Formation, Order};
use firelock_table::{Angle, Length, overlaps};

const CHECK: &str = "choose a leader and the units that check";

fn ready(text: &str, order: Order) -> Field {
    let mut field = field(text);
    field.skip_to(CHECK);
    let unit = field.unit("foot");
    if order != Order::Good {
        field.happen(Event::Ordered { unit, order });
    }
    if let (Order::Broken, Place::At(pose)) = (order, field.state.unit(unit).place) {
        let place = Place::At(pose);
        field.happen(Event::Placed { unit, place, formation: Formation::Mob, gap: 0, flank: None, mounted: false });
    }
    field
}

fn check(field: &mut Field, unit: &str, die: i16) {
    let command = Command::Check { leader: None, units: vec![field.unit(unit)] };
    field.play(&command, &[die]);
}

fn stands_at(field: &Field, unit: &str) -> (f64, f64, i32) {
    let pose = field.state.unit(field.unit(unit)).pose().expect("on the table");
    let place = |value: i32| (f64::from(value) / 25.4).round() / 100.0;
    (place(pose.at.x), place(pose.at.y), pose.facing.get() / 100)
}

const NEAR: &str = "red infantry foot at 24,18 facing 0\nblue infantry enemy at 24,21 facing 180";

#[test]
fn wavering_troops_go_back_until_no_muskets_have_them_in_close_range() {
    // RF-RET-01, RF-RET-02, RF-RET-03, RF-RET-06, RF-MOR-07: a disordered unit reads 1 or 2.
    let mut field = ready(NEAR, Order::Disordered);
    check(&mut field, "foot", 2);
    // 3 inches apart; the first quarter inch beyond 4 is 1.25 back.
    assert_eq!(stands_at(&field, "foot"), (24.0, 16.75, 0));
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!((unit.order, unit.turn.no_fire), (Order::Disordered, true));
}

#[test]
fn troops_out_of_close_range_hold_where_they_are() {
    // RF-RET-02, RF-MOR-07, RF-FIR-06
    let mut field =
        ready("red infantry foot at 24,18 facing 0\nblue infantry enemy at 24,22.1 facing 180", Order::Disordered);
    check(&mut field, "foot", 2);
    assert_eq!(stands_at(&field, "foot"), (24.0, 18.0, 0));
    assert!(!field.state.unit(field.unit("foot")).turn.no_fire);
}

#[test]
fn enemies_who_look_elsewhere_drive_nobody_back() {
    // RF-RET-02
    let mut field =
        ready("red infantry foot at 24,18 facing 0\nblue infantry enemy at 24,20 facing 0", Order::Disordered);
    check(&mut field, "foot", 2);
    assert_eq!(stands_at(&field, "foot"), (24.0, 18.0, 0));
}

#[test]
fn shaken_troops_retreat_and_are_in_good_order() {
    // RF-MOR-06, RF-MAN-07, RF-FIR-06
    let mut field = ready(NEAR, Order::Disordered);
    check(&mut field, "foot", 4);
    assert_eq!(stands_at(&field, "foot"), (24.0, 16.75, 0));
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!((unit.order, unit.turn.no_fire), (Order::Good, false));
}

#[test]
fn good_troops_that_fall_back_are_disordered() {
    // RF-MOR-08: worn to nothing on the die: -2 spent, -2 out of command.
    let mut field = ready(NEAR, Order::Good);
    let unit = field.unit("foot");
    field.happen(Event::StandsLost { unit, stands: 5 });
    check(&mut field, "foot", 4);
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!(unit.order, Order::Disordered);
    assert_eq!(stands_at(&field, "foot").1, 16.75);
}

#[test]
fn troops_in_works_hold() {
    // RF-TER-14, RF-TER-24, RF-MOR-07
    let mut field = ready(&format!("{NEAR}\nground works breastworks line 10,18.3 40,18.3"), Order::Disordered);
    check(&mut field, "foot", 2);
    assert_eq!(stands_at(&field, "foot"), (24.0, 18.0, 0));
}

#[test]
fn panicking_troops_flee_broken_at_the_broken_rate_towards_their_edge() {
    // RF-MOR-09, RF-RET-05, RF-RET-06, RF-FRM-09, RF-MOV-05
    let text = "table 60 60\nred infantry foot at 24,40 facing 0\nblue infantry enemy at 24,43 facing 180";
    let mut field = ready(text, Order::Disordered);
    let unit = field.unit("foot");
    field.happen(Event::StandsLost { unit, stands: 5 });
    // 1 - 2 spent - 2 out of command: -3 costs three stands; three are left, so none.
    check(&mut field, "foot", 2);
    let unit = field.state.unit(unit);
    assert_eq!((unit.order, unit.stands, unit.formation), (Order::Broken, 1, Formation::Mob));
    assert_eq!(unit.outline.facing(), Angle::HALF, "it shows its back");
    // Its rear starts on the old front line; 16 inches on.
    let (_, y, _) = stands_at(&field, "foot");
    assert!((y - (40.0 - 0.75 - 16.0)).abs() < 0.02, "{y}");
}

#[test]
fn fleeing_troops_disorder_the_friends_they_run_through() {
    // RF-RET-07
    let text = "table 60 60\nred infantry foot at 24,40 facing 0\nblue infantry enemy at 24,43 facing 180\nred infantry line at 24,36 facing 0\nred infantry loose at 24,33 facing 0 class=[\"light\"] formation=\"open-order\"";
    let mut field = ready(text, Order::Broken);
    check(&mut field, "foot", 1);
    assert_eq!(field.state.unit(field.unit("line")).order, Order::Disordered);
    assert_eq!(field.state.unit(field.unit("loose")).order, Order::Good);
}

#[test]
fn troops_that_cross_the_edge_are_lost() {
    // RF-RET-10, RF-VIC-01
    let mut field = ready("red infantry foot at 24,9 facing 0\nblue infantry enemy at 24,12 facing 180", Order::Broken);
    check(&mut field, "foot", 1);
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!(unit.fate, Some(Fate::FledTable));
    assert_eq!(field.state.army(firelock_core::Side::Red).lost, 8);
}

#[test]
fn a_barred_retreat_turns_to_the_side_of_the_friendly_edge() {
    // RF-RET-03, RF-RET-12: a lake behind, narrow enough to pass at 15 degrees.
    let mut field = ready(&format!("{NEAR}\nground lake lake area 20,10 27,10 27,16 20,16"), Order::Disordered);
    check(&mut field, "foot", 2);
    let (x, y, _) = stands_at(&field, "foot");
    assert!((x, y) != (24.0, 16.75), "not straight back into the lake");
    assert!(field.state.unit(field.unit("foot")).is_on_table());
}

#[test]
fn without_a_way_out_troops_surrender_or_stand_an_inch_off() {
    // RF-RET-09, RF-EX-23
    let trap = |rear: &str| {
        format!(
            "table 48 36\nred infantry foot at 24,18 facing 0\nblue infantry front at 24,21 facing 180\nblue infantry rear at {rear}\nground west lake area 0,0 21.5,0 21.5,36 0,36\nground east lake area 26.5,0 48,0 48,36 26.5,36"
        )
    };
    // Its back to us, three quarters of an inch behind our rear.
    let mut near = ready(&trap("24,14.25 facing 180"), Order::Disordered);
    check(&mut near, "foot", 2);
    assert_eq!(near.state.unit(near.unit("foot")).fate, Some(Fate::Surrendered));
    // Its muskets on us, three inches behind: no way leads out of close range.
    let mut far = ready(&trap("24,13.5 facing 0"), Order::Disordered);
    // Outflanked costs two more.
    check(&mut far, "foot", 4);
    let unit = far.state.unit(far.unit("foot"));
    assert_eq!((unit.fate, unit.stands, unit.order), (None, 7, Order::Disordered));
    let gap = far.state.gap(far.unit("foot"), far.unit("rear")).length();
    assert_eq!(gap.in_inches(), "1");
    // A friend where it would end: it stops short of him.
    let friend = format!("{}\nred infantry friend at 24,15.8 facing 0 | stands=4", trap("24,13.5 facing 0"));
    let mut among = ready(&friend, Order::Disordered);
    check(&mut among, "foot", 4);
    assert_eq!(among.state.unit(among.unit("foot")).stands, 7);
    assert!(!is_on(&among, "foot", "friend"));
}

/// Whether some stand of one unit lies on one of another.
fn is_on(field: &Field, one: &str, two: &str) -> bool {
    let others = field.state.bases(field.unit(two));
    field.state.bases(field.unit(one)).iter().any(|base| others.iter().any(|other| overlaps(base, other)))
}

#[test]
fn a_retreat_of_two_inches_is_measured_as_the_unit_then_stands() {
    // RF-RET-04, RF-RET-06: it turns to face the enemy who struck it off its middle, and no corner of it is nearer than 2 inches.
    for (x, y, facing) in [(23.0, 18.5, 180), (25.5, 19.0, 180), (24.0, 18.2, 180)] {
        let text = format!("red infantry foot at 24,18 facing 0\nblue infantry enemy at {x},{y} facing {facing}");
        let mut field = ready(&text, Order::Good);
        let (unit, enemy) = (field.unit("foot"), field.unit("enemy"));
        field.happen(Event::Queued(vec![Task::Retreat { unit, kind: Retreat::TwoInches, from: Some(enemy) }]));
        field.happen(Event::Asked(Asking::Refuse(unit)));
        field.done();
        let apart = field.state.gap(unit, enemy).length();
        assert!(apart >= Length::inches(2) && apart < Length::inches(3), "{apart} from {x},{y} facing {facing}");
        let towards = Angle::towards(field.state.unit(unit).outline.center(), field.state.unit(enemy).outline.center());
        assert!(field.state.unit(unit).outline.facing().between(towards) < Angle::degrees(1));
    }
}

#[test]
fn a_garrison_that_panics_leaves_its_house() {
    // RF-RET-14, RF-MOR-13
    let text = "table 60 60\nred infantry foot at 24,38.9 facing 0\nblue infantry enemy at 24,45 facing 180\nground house building area 22,39 26,39 26,42 22,42";
    let mut field = ready(text, Order::Good);
    let unit = field.unit("foot");
    let place = Place::In(firelock_table::FeatureId(0));
    field.happen(Event::Placed { unit, place, formation: Formation::Garrison, gap: 0, flank: None, mounted: false });
    field.happen(Event::Ordered { unit, order: Order::Disordered });
    field.happen(Event::StandsLost { unit, stands: 4 });
    check(&mut field, "foot", 3);
    let unit = field.state.unit(unit);
    assert!(matches!(unit.place, Place::At(_)), "{:?}", unit.place);
    assert_eq!(unit.order, Order::Broken);
}

const GUNS: &str = "red infantry foot at 4,4 facing 0\nred artillery guns at 24,18 facing 0";

#[test]
fn heavy_guns_in_close_range_are_lost_when_they_fall_back() {
    // RF-GUN-16, RF-EX-05
    let heavy = format!(
        "{GUNS} guns=[{{number=4,pounds=12}}]\nblue infantry enemy at 24,21 facing 180\nblue infantry flank at 30,17 facing 270"
    );
    let mut field = ready(&heavy, Order::Good);
    // +2 battery, -2 out of command, -2 outflanked: 1 is -1.
    check(&mut field, "guns", 1);
    assert_eq!(field.state.unit(field.unit("guns")).fate, Some(Fate::GunsLost));
}

#[test]
fn light_guns_limber_and_retreat_silenced_when_they_fall_back() {
    // RF-GUN-16, RF-RET-11
    let light = format!("{GUNS}\nblue infantry enemy at 24,21 facing 180\nblue infantry flank at 30,17 facing 270");
    let mut field = ready(&light, Order::Good);
    check(&mut field, "guns", 1);
    let unit = field.state.unit(field.unit("guns"));
    assert_eq!(unit.formation, Formation::Limbered);
    assert!(unit.guns[..usize::from(unit.stands)].iter().all(|gun| gun.silenced));
    assert!(stands_at(&field, "guns").1 < 12.0);
}

#[test]
fn guns_out_of_close_range_hold_and_fire() {
    // RF-GUN-17
    let far = format!("{GUNS}\nblue infantry enemy at 24,30 facing 180\nblue infantry flank at 31,17 facing 270");
    let mut field = ready(&far, Order::Good);
    check(&mut field, "guns", 1);
    let unit = field.state.unit(field.unit("guns"));
    assert_eq!((unit.formation, unit.fate), (Formation::Unlimbered, None));
    assert!(unit.turn.fire_action && !unit.turn.no_fire);
}

#[test]
fn limbered_guns_flee_along_a_road_that_leads_home() {
    // RF-RET-13
    let text = "table 60 60\nred infantry foot at 4,4 facing 0\nred artillery guns at 24,40 facing 0 formation=\"limbered\"\nblue infantry enemy at 24,43 facing 180\nground lane road line 24,60 24,0";
    let mut field = ready(text, Order::Good);
    let unit = field.unit("guns");
    field.happen(Event::Tallied { side: firelock_core::Side::Red, heavy: true, greater: true, key_lost: true });
    // 1 + 2 battery - 2 out of command + 1 limbered - 2 greater losses - 1 key position: -1, Fall Back.
    check(&mut field, "guns", 1);
    let moved = 40.0 - stands_at(&field, "guns").1;
    assert_eq!(field.state.unit(unit).fate, None);
    // The rate of 8 doubled by the road.
    assert!(moved > 14.0, "{moved}");
}

#[test]
fn a_full_retreat_over_slow_ground_is_shorter() {
    // RF-RET-08, RF-MOV-02: 12 inches in rough ground instead of 16.
    let far = |ground: &str| {
        let text = format!(
            "table 60 60\nred infantry foot at 24,40 facing 0\nblue infantry enemy at 24,43 facing 180\n{ground}"
        );
        let mut field = ready(&text, Order::Broken);
        check(&mut field, "foot", 1);
        40.0 - stands_at(&field, "foot").1
    };
    let (open, rough) = (far(""), far("ground moor marsh area 10,20 40,20 40,42 10,42"));
    assert!((open - rough - 4.0).abs() < 0.05, "{open} and {rough}");
}

#[test]
fn broken_troops_that_are_shaken_form_up_after_they_have_gone_back() {
    // RF-MOR-11, RF-MOR-06: 6 - 2 broken + 2 fresh - 2 out of command = 4.
    let mut field = ready(NEAR, Order::Broken);
    check(&mut field, "foot", 6);
    let unit = field.state.unit(field.unit("foot"));
    assert_eq!((unit.order, unit.formation), (Order::Good, Formation::Line));
    // Broken troops flee wherever they must retreat; they form up where that ends.
    assert!(stands_at(&field, "foot").1 < 17.0);
    assert_eq!(unit.outline.facing(), Angle::ZERO, "facing the enemy again");
}

#[test]
fn the_maneuver_check_is_the_only_morale_test() {
    // RF-MOR-01
    use firelock_core::RuleSystem;
    let names: Vec<&str> = firelock_regimental::Regimental::tests().iter().map(|test| test.name).collect();
    assert!(names.contains(&"maneuver") && names.iter().all(|name| !name.contains("morale")), "{names:?}");
}
