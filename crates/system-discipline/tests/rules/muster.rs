//! What a battle file makes of units, stands, commanders and arrivals (FD-ROS, FD-SCL, FD-SPC, FD-SEQ-02, FD-SEQ-21).

use expect_test::expect;
use firelock_core::Side::{Blue, Red};
use firelock_discipline::command::Command;
use firelock_discipline::state::{Kind, Place};
use firelock_discipline::words::{Arm, Class, FireMode, Firearm, Formation, MeleeWeapon, Order, Rank, Size, Tactic};

use crate::drill::{MOVE, shows};
use crate::field::{Field, at, field, muster, pose};

const FOE: &str = "\nblue infantry foe at 600,450 facing 180 | elites=0";

fn stands(field: &Field, id: &str) -> Vec<(Size, u8)> {
    field.state.line(field.unit(id)).stands.iter().map(|stand| (stand.size, stand.castings)).collect()
}

#[test]
fn men_become_stands_of_castings() {
    // FD-SCL-01, FD-SCL-06, FD-ROS-01, FD-ROS-02, FD-ROS-03, FD-ROS-17, FD-ROS-18, FD-ROS-44
    let field = field(&format!(
        "red infantry foot at 100,100 facing 0 men=360 | elites=0\nred infantry few at 250,100 facing 0 men=40 | stands=2 elites=0\nred cavalry horse at 400,100 facing 0 men=60\nred cavalry big at 500,100 facing 0 men=120 | stands=2\n\
         red cavalry one at 600,100 facing 0 men=10 | stands=1\nred infantry elite at 100,200 facing 0 men=300 | elites=1{FOE}"
    ));
    assert_eq!(stands(&field, "foot"), [(Size::Full, 6); 6]);
    assert_eq!(stands(&field, "few"), [(Size::Half, 2); 2], "one or two castings of foot are a half-stand");
    assert_eq!(stands(&field, "horse"), [(Size::Full, 3); 2]);
    assert_eq!(stands(&field, "big"), [(Size::Double, 6); 2]);
    assert_eq!(stands(&field, "one"), [(Size::Half, 1)]);
    let last = [(Size::Full, 6), (Size::Full, 6), (Size::Full, 6), (Size::Full, 6), (Size::Half, 3), (Size::Half, 3)];
    assert_eq!(stands(&field, "elite"), last);
    assert_eq!(field.state.line(field.unit("elite")).boxes, 10, "its boxes do not change");
    // More castings than a stand holds is a fault of the file.
    let faults =
        muster("red infantry foot at 100,100 facing 0 men=300 | castings=11\nblue infantry foe at 600,450 facing 180");
    assert!(faults.is_err_and(|faults| faults.to_string().contains("castings")));
    let faults =
        muster("red infantry foot at 100,100 facing 0 men=300 | rating=5\nblue infantry foe at 600,450 facing 180");
    assert!(faults.is_err_and(|faults| faults.to_string().contains("rating")));
}

#[test]
fn arms_classes_and_weapons_follow_nation_and_year() {
    // FD-ROS-10, FD-ROS-11, FD-ROS-12, FD-ROS-13, FD-ROS-14, FD-ROS-16, FD-SPC-09, FD-MEL-42
    let field = field(&format!(
        "red infantry foot at 100,100 facing 0 | elites=0\nred cavalry horse at 250,100 facing 0\nred cavalry hussars at 350,100 facing 0 class=[\"hussar\"]\nred infantry guard at 450,100 facing 0 class=[\"guard\"] | elites=0\n\
         red infantry wild at 100,200 facing 0 class=[\"irregular\"] bayonet=\"none\"\nred dragoons dragoons at 300,200 facing 0{FOE}"
    ));
    let troops = |id: &str| field.state.line(field.unit(id)).troops().expect("troops").clone();
    let foot = troops("foot");
    assert_eq!(
        (foot.arm, foot.class, foot.firearm, foot.mode),
        (Arm::Infantry, Class::Line, Firearm::Flintlock, FireMode::Volley)
    );
    assert_eq!((foot.melee, foot.mixed_armed), (MeleeWeapon::Bayonet, false));
    let horse = troops("horse");
    assert_eq!(
        (horse.arm, horse.class, horse.tactic, horse.firearm),
        (Arm::Cavalry, Class::Horse, Tactic::Mix, Firearm::None)
    );
    assert_eq!(troops("hussars").class, Class::Light);
    assert_eq!(troops("guard").class, Class::Elite);
    assert_eq!((troops("wild").class, troops("wild").melee), (Class::Irregular, MeleeWeapon::Mixed));
    assert_eq!((troops("dragoons").arm, troops("dragoons").firearm), (Arm::Dragoon, Firearm::Flintlock));
    // One rating for all stands of a unit, and what a file says goes before.
    let field = crate::field::field(&format!(
        "red infantry foot at 100,100 facing 0 fire=\"platoon\" training=\"elite\" | elites=0 firearm=bow{FOE}"
    ));
    let roster = field.state.line(field.unit("foot"));
    assert_eq!((roster.rating, roster.boxes), (4, 20));
    assert_eq!(roster.troops().map(|troops| (troops.mode, troops.firearm)), Some((FireMode::Platoon, Firearm::Bow)));
}

#[test]
fn indians_and_militia_have_their_ratings() {
    // FD-SPC-04, FD-SPC-06, FD-SPC-03, FD-ROS-19
    let field = field(&format!(
        "red infantry raw at 100,100 facing 0 class=[\"militia\"] training=\"raw\" | elites=0\nred infantry old at 250,100 facing 0 class=[\"militia\"] training=\"veteran\" | elites=0\n\
         red infantry indians at 400,100 facing 0 class=[\"indian\"] training=\"elite\" nation=\"native-americans\" men=60 formation=\"open-order\"{FOE}"
    ));
    let rating = |id: &str| field.state.line(field.unit(id)).rating;
    assert_eq!([rating("raw"), rating("old"), rating("indians")], [0, 1, 2]);
    let roster = field.state.line(field.unit("indians"));
    let troops = roster.troops().expect("troops");
    assert_eq!((troops.class, troops.melee, troops.indian), (Class::Irregular, MeleeWeapon::Mixed, true));
    assert!(roster.stands.iter().all(|stand| stand.size == Size::Half));
}

#[test]
fn half_stands_alone_are_open_order_and_together_close() {
    // FD-SPC-02, FD-SPC-05, FD-SPC-07, FD-FRM-09, FD-FRM-10, FD-ODD-24, FD-MOR-23
    let field = field(&format!(
        "red infantry converged at 100,100 facing 0 men=180 | stands=6 castings=3 half_stands=6 elites=6\nred infantry light at 300,100 facing 0 class=[\"light\"] men=60 formation=\"open-order\"\n\
         red infantry near at 330,80 facing 0 | elites=0\nred dragoons dragoons at 450,100 facing 0 dismounted=true men=60\nred cavalry hussars at 600,100 facing 0 class=[\"hussar\"]{FOE}"
    ));
    let order = |id: &str| field.state.order(field.body(id));
    assert_eq!(order("converged"), Order::Close, "half-stands in contact are close order");
    assert_eq!(order("light"), Order::Open, "light infantry are open-order half-stands");
    assert_eq!(stands(&field, "light"), [(Size::Half, 3); 2]);
    assert_eq!(order("hussars"), Order::Close, "light cavalry only when it scatters");
    assert_eq!(field.state.line(field.unit("dragoons")).stands.iter().filter(|stand| stand.of.is_some()).count(), 4);
}

#[test]
fn each_section_is_a_body_and_all_mark_one_track() {
    // FD-ROS-06, FD-ROS-20, FD-ROS-21, FD-ROS-40, FD-ROS-41
    let mut field = field(&format!("red artillery guns at 300,100 facing 0 guns=[{{number=3,pounds=6}}]{FOE}"));
    let unit = field.unit("guns");
    let bodies: Vec<_> =
        field.state.bodies_of(unit).map(|(id, body)| (id, body.gun().map(|gun| (gun.guns, gun.crew)))).collect();
    assert_eq!(bodies.iter().map(|(_, gun)| *gun).collect::<Vec<_>>(), [Some((2, 4)), Some((1, 2))]);
    assert_eq!(field.state.line(unit).boxes, 4, "two stands of rating 2");
    let second = bodies[1].0;
    field.happen(firelock_discipline::event::Event::Damaged { body: second, crew: 1, guns: 0, limber: 0 });
    assert_eq!(field.state.body(second).crew(), 1);
    assert_eq!(field.state.unit(unit).marked, 0, "crews lose men, not boxes");
    field.happen(firelock_discipline::event::Event::Marked { unit, boxes: 1 });
    assert_eq!(field.state.unit_of(bodies[0].0).marked, field.state.unit_of(second).marked);
}

#[test]
fn with_several_commanders_one_is_the_chief() {
    // FD-ROS-31, FD-ROS-32, FD-ROS-33, FD-FRM-19
    let field = field(&format!(
        "red leader webb at 300,60\nred cavalry guard at 300,100 facing 0 men=60 command=\"webb\" | personal_force=true\nred infantry foot at 450,100 facing 0 command=\"webb\" | elites=0{FOE}"
    ));
    let rank = |id: &str| field.state.commander(field.commander(id)).rank;
    assert_eq!([rank("red-general"), rank("webb"), rank("blue-general")], [Rank::Chief, Rank::Brigade, Rank::Brigade]);
    let webb = field.state.commander(field.commander("webb"));
    assert_eq!(webb.attached.map(|(body, _)| body), Some(field.body("guard")), "mounted with his personal force");
    assert!(!field.state.line(field.unit("guard")).is_regiment(), "it has no regimental commander");
    let faults = muster(&format!("red cavalry guard at 300,100 facing 0 men=90 | personal_force=true stands=3{FOE}"));
    assert!(faults.is_err_and(|faults| faults.to_string().contains("two stands at most")));
}

#[test]
fn castings_and_boxes_stay_as_they_are() {
    // FD-ROS-05, FD-MOR-21, FD-MOR-22
    let mut field = field(&format!("red infantry foot at 300,100 facing 0 | elites=0{FOE}"));
    let unit = field.unit("foot");
    field.happen(firelock_discipline::event::Event::Marked { unit, boxes: 3 });
    let before = stands(&field, "foot");
    field.until_turn(3);
    assert_eq!(field.state.unit(unit).marked, 3, "nothing restores them");
    assert_eq!(stands(&field, "foot"), before);
}

#[test]
fn both_sides_act_in_the_phases_of_one_turn() {
    // FD-SEQ-01, FD-SEQ-10, FD-SEQ-11, FD-SEQ-13, FD-SEQ-15, FD-OPT-01: each asked in the order of the phases.
    let text = "switch fd_chits=on\nred artillery guns at 200,100 facing 0\nred infantry foot at 300,100 facing 0 order={kind=\"advance\"} | elites=0 mode=platoon\nred infantry jaegers at 400,100 facing 0 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1\n\
        red artillery train at 500,40 facing 0 formation=\"limbered\"\nblue artillery batteries at 200,250 facing 180\nblue infantry foe at 300,180 facing 180 order={kind=\"advance\"} | elites=0\nblue infantry guides at 400,160 facing 180 class=[\"irregular\"] men=30 formation=\"open-order\" | stands=1 castings=3 half_stands=1";
    let mut field = field(text);
    let mut asked: Vec<String> = Vec::new();
    while field.state.turn < 2 {
        let now: Vec<String> = field.prompts().iter().map(|(side, words)| format!("{side} {words}")).collect();
        let line = now.join(", ");
        if asked.last() != Some(&line) {
            asked.push(line);
        }
        let side = field.prompts()[0].0;
        if words_are(&field, "give chits") && side == Red {
            let chit = firelock_discipline::words::Chit::Attack;
            let command = Command::Chit { body: field.body("foot"), chit };
            if field.check(Red, &command).is_ok() {
                field.play(Red, &command, &[]);
            }
        }
        field.done(side, &[]);
    }
    shows(
        &asked,
        &expect![[r#"
        red give each regiment its directive, blue give each regiment its directive
        blue give each regiment its directive
        red send directives
        blue send directives
        red give chits, blue give chits
        blue give chits
        red choose what each section does, blue choose what each section does
        blue choose what each section does
        red choose the targets of volleys, blue choose the targets of volleys
        blue choose the targets of volleys
        red choose the targets of skirmishers, blue choose the targets of skirmishers
        blue choose the targets of skirmishers
        red choose the targets of platoon fire
        red declare charges
        red change facing and formation
        blue change facing and formation
        red move
        blue move
        red unlimber
    "#]],
    );
}

fn words_are(field: &Field, words: &str) -> bool {
    field.prompts()[0].1 == words
}

#[test]
fn later_troops_come_on_in_column_at_the_edge() {
    // FD-SEQ-21
    let text = "red infantry foot at 300,100 facing 0 | elites=0\nred infantry late | elites=0\nred artillery guns formation=\"limbered\"\narrival turn=2 at 400,0 units=late,guns\nblue infantry foe at 600,450 facing 180 | elites=0";
    let mut scene = field(text);
    let body = scene.state.bodies_of(scene.unit("late")).next();
    assert!(body.is_none_or(|(_, body)| body.place == Place::Off));
    scene.until_turn(2);
    scene.to(Red, MOVE);
    let late = scene.state.body(scene.body("late"));
    assert_eq!(late.formation, Formation::Column);
    // Five stands of 12.5 deep: the front is 62.5 from the edge.
    assert_eq!(scene.stands_at("late"), (400.0, 62.5, 0));
    let guns = scene.state.body(scene.body("guns"));
    assert!(matches!(guns.kind, Kind::Section(_)) && guns.formation == Formation::Limbered);
    // Not within ten yards of an enemy: farther along the edge.
    let mut scene = field(&text.replace(
        "blue infantry foe at 600,450 facing 180",
        "blue infantry foe at 400,20 facing 180 men=60 | stands=1",
    ));
    scene.until_turn(2);
    scene.to(Red, MOVE);
    assert_ne!(scene.stands_at("late").0, 400.0);
}

#[test]
fn brigades_are_placed_in_turn_within_their_zones() {
    // FD-SEQ-02, FD-SCL-10, FD-FRM-02, FD-FRM-03, FD-FRM-06
    let text = "battle deployment=\"zones\"\nzone red 0,0 720,120\nzone blue 0,360 720,480\nground farm farm area 300,20 360,20 360,80 300,80 name=\"farm\"\nground mill farm area 300,100 360,100 360,160 300,160 name=\"mill\"\nred infantry foot | elites=0\nred artillery guns\nblue infantry foe | elites=0";
    let mut scene = field(text);
    let (side, words) = scene.prompts()[0];
    assert_eq!(words, "roll for who deploys first");
    // The lower die deploys first.
    scene.play(side, &Command::Begin, &[3, 8]);
    assert_eq!(scene.prompts()[0].0, Red);
    let place = |id: &str, place, formation| Command::Deploy { body: scene.body_anywhere(id), place, formation };
    let line = |y: f64| place("foot", Place::At(pose(200.0, y, 0)), Formation::Line);
    assert_eq!(scene.check(Red, &line(120.0)), Ok(()));
    assert_eq!(scene.refused(Red, &line(120.1)), "FD-SCL-10");
    assert_eq!(scene.refused(Red, &place("foe", Place::At(pose(200.0, 400.0, 180)), Formation::Line)), "FD-SEQ-02");
    // No squares: a line, a column or a garrison.
    assert_eq!(scene.refused(Red, &place("foot", Place::At(pose(200.0, 100.0, 0)), Formation::Limbered)), "FD-FRM-02");
    assert_eq!(scene.refused(Red, &place("guns", Place::At(pose(200.0, 100.0, 0)), Formation::Line)), "FD-FRM-06");
    // A zone wholly inside, not one that sticks out; and it must have room.
    let hold = |zone: &str| place("foot", Place::In(scene.zone(zone)), Formation::Garrison);
    assert_eq!(scene.refused(Red, &hold("farm")), "FD-OBJ-05", "five stands in a farm of four");
    assert_eq!(scene.refused(Red, &Command::Done), "FD-SEQ-02", "the brigade is not complete");
    scene.play(Red, &line(100.0), &[]);
    let guns = Command::Deploy {
        body: scene.body_anywhere("guns"),
        place: Place::At(pose(100.0, 100.0, 0)),
        formation: Formation::Limbered,
    };
    scene.play(Red, &guns, &[]);
    let commander = Command::DeployCommander { commander: scene.commander("red-general"), at: at(200.0, 60.0) };
    scene.play(Red, &commander, &[]);
    scene.ends(Red, "set up a brigade");
    assert_eq!(scene.prompts()[0].0, Blue, "then the other side");
}
