//! Every way to break a rule of movement, formation, charge, fire and command is refused by its clause, at a place.

use expect_test::{Expect, expect};
use firelock_core::Side::{self, Blue, Red};
use firelock_core::{Place, RuleSystem, UnitId};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::{Act, Command};
use firelock_napoleonic::share::Share;
use firelock_napoleonic::state::{Asking, CommanderId, Fight, Fire, State, Step, Wrapped};
use firelock_napoleonic::words::{Ammunition, Formation, Hand, Reaction, Zone};
use firelock_table::{Angle, FeatureId, Length, Pose};

use crate::field::{ask, at, charges, field, fires, id, man, mm, moves, say};

/// The rule, the place and the words of a refusal.
fn why(state: &State, side: Side, command: &Command) -> String {
    let Err(refusal) = Napoleonic::check(state, side, command) else { return "allowed".into() };
    let place = match refusal.place {
        Some(Place::Unit(unit)) => format!("at {}", state.stage.roster[unit.index()].id),
        Some(Place::At(point)) => format!("at {},{}", Length::grid(point.x).in_cm(), Length::grid(point.y).in_cm()),
        Some(Place::Along(_)) => "along a line".into(),
        None => "nowhere".into(),
    };
    format!("{} {place}: {}", refusal.clause, refusal.reason)
}

fn all(lines: impl IntoIterator<Item = String>, expect: Expect) {
    expect.assert_eq(&lines.into_iter().collect::<Vec<_>>().join("\n"));
}

fn order(state: &State, unit: &str, acts: &[Act]) -> Command {
    Command::Move { unit: id(state, unit), acts: acts.to_vec() }
}

fn locked(state: &State, a: &str, b: &str) -> Fight {
    let units = [id(state, a), id(state, b)];
    Fight { units, turn: 1, struck: [Zone::Front; 2], wrapped: [Wrapped::default(); 2] }
}

/// A house, a bog, a river with a ford, a wall and a road.
const GROUND: &str = "[[feature]]\nid = \"house\"\nkind = \"building\"\nrectangle = [300, 450, 80, 80]\n\
    [[feature]]\nid = \"bog\"\nkind = \"marsh\"\nrectangle = [1000, 450, 200, 100]\n\
    [[feature]]\nid = \"river\"\nkind = \"river\"\nline = [[1300, 500], [1790, 500]]\nwidth = 10\n\
    [[feature]]\nid = \"wall\"\nkind = \"stone-wall\"\nline = [[700, 450], [850, 450]]\n\
    [[feature]]\nid = \"road\"\nkind = \"road\"\nline = [[1250, 0], [1250, 1200]]\nwidth = 30\n";

#[test]
fn moves_that_break_a_rule() {
    // NQ-MOV-01, NQ-MOV-04..08, NQ-MOV-14, NQ-MOV-18, NQ-MOV-23, NQ-MOV-28, NQ-TER-01, NQ-TER-12, NQ-TER-13, NQ-SEQ-07, NQ-SEQ-08
    let lines = [
        "A a line-infantry 60,30 0 line",
        "A behind line-infantry 60,20 0 line",
        "A square line-infantry 20,20 0 square",
        "A guns foot-artillery 110,40 0 deployed guns=ii",
        "A mortar foot-artillery 165,30 0 deployed guns=mortar",
        "A horse light-cavalry 77,44 0 line bases=4",
        "A skirmishers light-infantry 33,44 0 skirmish bases=4",
        "A marching line-infantry 125,20 0 column bases=4",
        "A edge line-infantry 160,4 180 line",
        "A stream line-infantry 150,45 0 line",
        "B b line-infantry 60,39 180 line",
        "B held line-infantry house 0 in bases=4",
    ];
    let state = moves(GROUND, &lines);
    let road = FeatureId(4);
    let with = |change: &dyn Fn(&mut State), command: &Command| {
        let mut state = state.clone();
        change(&mut state);
        why(&state, Red, command)
    };
    let one = |unit: &str, act: Act| why(&state, Red, &order(&state, unit, &[act]));
    let turn = Angle::degrees;
    let ahead = order(&state, "a", &[Act::Ahead(mm(10))]);
    let lines = vec![
        why(&state, Red, &order(&state, "a", &[])),
        why(&state, Red, &order(&state, "a", &[Act::About; 9])),
        one("a", Act::Ahead(mm(0))),
        one("behind", Act::Back(mm(60))),
        one("behind", Act::Back(mm(26))),
        one("a", Act::Oblique(turn(46), mm(10))),
        one("a", Act::Wheel(Hand::Left, turn(0))),
        one("a", Act::Wheel(Hand::Left, turn(181))),
        one("a", Act::To(Pose::new(at(600, 310), turn(0)))),
        one("a", Act::Shift(0, mm(10))),
        one("a", Act::Ahead(mm(70))),
        one("behind", Act::Ahead(mm(90))),
        one("square", Act::Wheel(Hand::Left, turn(10))),
        one("square", Act::About),
        one("guns", Act::Ahead(mm(90))),
        one("mortar", Act::Ahead(mm(1))),
        one("skirmishers", Act::Ahead(mm(20))),
        one("edge", Act::Ahead(mm(60))),
        one("stream", Act::Ahead(mm(60))),
        one("a", Act::Follow(road, mm(50))),
        one("marching", Act::Follow(FeatureId(0), mm(50))),
        one("horse", Act::Follow(road, mm(50))),
        with(&|state| state.units[0].routing = true, &ahead),
        with(&|state| state.units[0].marks.done = true, &ahead),
        with(&|state| state.units[0].marks.declared = true, &ahead),
        with(&|state| state.units[0].marks.countercharged = true, &ahead),
        with(&|state| state.units[0].marks.fled = true, &ahead),
        with(&|state| state.units[0].marks.hesitant = true, &ahead),
        with(&|state| state.fights.push(locked(state, "a", "b")), &ahead),
        why(&state, Red, &order(&state, "b", &[Act::Ahead(mm(10))])),
        why(&state, Blue, &ahead),
        why(&state, Red, &Command::Hold),
        why(&state, Red, &Command::Reform(id(&state, "a"))),
        why(&state, Red, &Command::BreakOff(id(&state, "horse"))),
    ];
    all(
        lines,
        expect![[r#"
            NQ-SEQ-07 at a: a is given one to eight acts
            NQ-SEQ-07 at a: a is given one to eight acts
            NQ-MOV-01 at a: a is given no distance to move
            NQ-MOV-06 at behind: behind may step back with half of its budget at most
            NQ-MOV-06 at behind: behind may step back with half of its budget at most
            NQ-MOV-04 at a: a may go 45 degrees off its facing at most
            NQ-MOV-05 at a: a wheels by more than nothing and half a turn at most
            NQ-MOV-05 at a: a wheels by more than nothing and half a turn at most
            NQ-MOV-08 at a: a is not in open order
            NQ-MOV-23 at a: a is not a square
            NQ-MOV-14 at b: a comes within 3 cm of b
            NQ-MOV-18 at a: behind would stand on a
            NQ-MOV-23 at square: square is a square and keeps its facing
            NQ-MOV-23 at square: square is a square and looks all ways
            NQ-TER-01 at 110,45: guns may not enter the marsh
            NQ-ART-08 at mortar: mortar has a mortar, which cannot be moved in play
            NQ-TER-12 at 33,45: skirmishers may not enter the building
            NQ-MOV-28 at 160,4: edge may not leave the table
            NQ-TER-01 at 150,49.5: stream may not enter the river
            NQ-TER-13 at a: a follows a road only in column or limbered
            NQ-TER-13 at marching: marching follows a road only in column or limbered
            NQ-TER-13 at horse: horse follows a road only in column or limbered
            NQ-MOV-25 at a: a routs and moves of itself
            NQ-SEQ-07 at a: a has had its move
            NQ-SEQ-08 at a: a declared a charge this turn
            NQ-SEQ-08 at a: a countercharged this turn
            NQ-SEQ-08 at a: a fell back this turn
            NQ-CMD-06 at b: a hesitates and would come nearer to b
            NQ-SEQ-08 at a: a: engaged
            NQ-ROS-01 at b: b: not yours to command
            NQ-SEQ-01 nowhere: the other side decides now
            NQ-SEQ-01 nowhere: that is not what is decided now
            NQ-MOV-12 at a: a is not unformed
            NQ-MEL-31 at horse: horse: no cavalry in contact"#]],
    );
}

#[test]
fn formations_and_buildings_that_break_a_rule() {
    // NQ-MOV-09, NQ-MOV-22, NQ-FOR-01, NQ-FOR-06, NQ-ART-08, NQ-TER-11, NQ-TER-12
    let lines = [
        "A a line-infantry 60,30 0 line",
        "A few light-infantry 60,60 0 line bases=4",
        "A guns foot-artillery 110,40 0 deployed guns=ii",
        "A mortar foot-artillery 165,30 0 deployed guns=mortar",
        "A horse light-cavalry 34,40 0 line bases=4",
        "A big line-infantry 34,44.9 0 line bases=9",
        "A inside line-infantry house 0 in bases=4",
    ];
    let mut state = moves(GROUND, &lines);
    state.units[1].bases = 3;
    let form = |formation| Act::Form(formation, Hand::Left);
    let one = |unit: &str, act: Act| why(&state, Red, &order(&state, unit, &[act]));
    let mut changed = state.clone();
    changed.units[0].marks.formation_changed = true;
    let house = FeatureId(0);
    let empty = moves(GROUND, &lines[..6]);
    let enter = |unit: &str| why(&empty, Red, &order(&empty, unit, &[Act::Enter(house)]));
    let lines = vec![
        one("a", form(Formation::Line)),
        why(&changed, Red, &order(&changed, "a", &[form(Formation::Column)])),
        one("a", form(Formation::Skirmish)),
        one("few", form(Formation::Square)),
        one("mortar", form(Formation::Limbered)),
        one("a", Act::Pivot(Angle::degrees(10))),
        why(&state, Red, &order(&state, "guns", &[Act::Pivot(Angle::degrees(10)), Act::Pivot(Angle::degrees(10))])),
        one("a", Act::Enter(FeatureId(1))),
        enter("horse"),
        enter("big"),
        enter("a"),
        one("big", Act::Enter(house)),
        one("inside", Act::Ahead(mm(10))),
        one("inside", Act::Enter(house)),
        one("inside", Act::Leave(Pose::new(at(340, 300), Angle::HALF), Formation::Line)),
        one("inside", Act::Leave(Pose::new(at(340, 429), Angle::HALF), Formation::Square)),
        one("a", Act::Leave(Pose::new(at(340, 429), Angle::HALF), Formation::Line)),
    ];
    all(
        lines,
        expect![[r#"
        NQ-MOV-09 at a: a stands so already
        NQ-MOV-09 at a: a has changed formation this turn
        NQ-FOR-01 at a: a may not form so
        NQ-FOR-06 at few: few has too few bases for a square
        NQ-ART-08 at mortar: mortar has a mortar, which cannot be moved in play
        NQ-MOV-22 at a: a has no deployed guns
        NQ-MOV-22 at guns: guns pivots once a turn
        NQ-TER-12 at a: a finds no building there
        NQ-TER-12 at horse: horse is no infantry
        NQ-TER-11 at big: big is too large for it
        NQ-TER-12 at a: a does not touch it
        NQ-TER-11 at big: big is too large for it
        NQ-TER-12 at inside: inside is in a building and must leave it first
        NQ-TER-11 at inside: inside finds it held
        NQ-TER-12 at inside: inside must stand beside the building it leaves
        NQ-FOR-01 at inside: inside may not form so
        NQ-TER-12 at a: a is in no building"#]],
    );
}

#[test]
fn charges_and_reactions_that_break_a_rule() {
    // NQ-CHG-02..06, NQ-CHG-08..13, NQ-CHG-26, NQ-SPC-04, NQ-CMD-06, NQ-SEQ-08, NQ-TER-12, NQ-MOV-29
    let lines = [
        "A a line-infantry 60,30 0 line",
        "A guns foot-artillery 100,30 0 deployed guns=ii",
        "A inside line-infantry house 0 in bases=4",
        "A square line-infantry 20,30 0 square",
        "A militia militia 140,30 0 attack-column quality=raw",
        "A loose line-infantry 60,50 180 open-order bases=4",
        "A horse light-cavalry 110,36 0 line bases=4",
        "B b line-infantry 60,40 180 line",
        "B far line-infantry 60,80 180 line",
        "B beyond line-infantry 110,60 180 line",
    ];
    let state = charges(GROUND, &lines);
    let charge = |unit: &str, target: &str, turn: i32| Command::Charge {
        unit: id(&state, unit),
        target: id(&state, target),
        turn: Angle::degrees(turn),
    };
    let with = |change: &dyn Fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        why(&state, Red, &charge("a", "b", 0))
    };
    let one = |unit: &str, target: &str, turn: i32| why(&state, Red, &charge(unit, target, turn));
    let mut lines = vec![
        one("guns", "b", 0),
        one("inside", "b", 0),
        one("square", "b", 0),
        one("militia", "b", 0),
        one("loose", "b", 0),
        one("a", "guns", 0),
        one("a", "b", 46),
        one("a", "b", 45),
        one("a", "far", 0),
        one("horse", "beyond", 0),
        with(&|state| state.units[0].unformed = true),
        with(&|state| state.units[0].marks.hesitant = true),
        with(&|state| state.units[0].marks.declared = true),
        with(&|state| state.units[0].marks.fled = true),
        with(&|state| state.fights.push(locked(state, "a", "b"))),
    ];
    let (asked, _) = say(
        &charges(
            "",
            &[
                "A h light-cavalry 60,30 0 line",
                "B b line-infantry 60,45 180 line",
                "B c line-infantry 120,45 180 line",
            ],
        ),
        Red,
        &Command::Charge { unit: UnitId(0), target: UnitId(1), turn: Angle::ZERO },
        &[],
    );
    let react = |unit: &str, reaction: Reaction, about: bool| {
        why(&asked, Blue, &Command::React { unit: id(&asked, unit), reaction, about })
    };
    lines.extend([
        react("c", Reaction::Stand, false),
        react("b", Reaction::Stand, true),
        react("b", Reaction::Evade, false),
        react("b", Reaction::Countercharge, false),
        react("h", Reaction::Stand, false),
    ]);
    all(
        lines,
        expect![[r#"
            NQ-CHG-04 at guns: guns is artillery
            NQ-TER-12 at inside: inside is in a building
            NQ-CHG-03 at square: square may not charge in this formation
            NQ-SPC-04 at militia: militia is raw militia in attack column
            NQ-CHG-03 at loose: loose is in open order and its target is formed
            NQ-CHG-06 at guns: guns is no enemy on the table
            NQ-CHG-02 at a: a may wheel by 45 degrees at most
            NQ-CHG-02 at a: a does not reach so far over this ground
            NQ-CHG-02 at far: a does not reach so far
            NQ-CHG-05 at horse: horse may not charge into the marsh
            NQ-CHG-03 at a: a is not in order
            NQ-CMD-06 at a: a hesitates
            NQ-CHG-06 at a: a has declared a charge
            NQ-SEQ-08 at a: a has had its move this turn
            NQ-CHG-03 at a: a is engaged
            NQ-CHG-08 at c: c is not charged
            NQ-MOV-29 at b: b does not evade
            NQ-CHG-12 at b: b may not react so
            NQ-CHG-11 at b: b may not react so
            NQ-ROS-01 at h: h: not yours to command"#]],
    );
}

#[test]
fn fire_that_breaks_a_rule() {
    // NQ-SAF-02..06, NQ-SAF-12, NQ-SAF-29, NQ-SPC-08, NQ-ART-01..03, NQ-ART-05, NQ-ART-06, NQ-ART-09, NQ-ART-10, NQ-ART-37, NQ-LOS-08
    let lines = [
        "A a line-infantry 60,30 0 line",
        "A square line-infantry 20,30 0 square",
        "A guns foot-artillery 100,30 0 deployed guns=ii",
        "A horse light-cavalry 140,30 0 line weapon=none",
        "A friend line-infantry 100,56 0 line bases=4",
        "B b line-infantry 60,40 180 line",
        "B far line-infantry 60,80 180 line",
        "B c line-infantry 100,60 180 line",
        "B aside line-infantry 165,40 180 line",
    ];
    let state = fires("", &lines);
    let volley = |unit: &str, face: Option<u8>, target: &str, combine: bool| {
        Command::Fire(Fire::Volley { unit: id(&state, unit), face, target: id(&state, target), combine })
    };
    let shot = |unit: &str, gun: u8, target: &str, (x, y): (i32, i32), ammunition: Ammunition| {
        Command::Fire(Fire::Shot { unit: id(&state, unit), gun, target: id(&state, target), at: at(x, y), ammunition })
    };
    let with = |change: &dyn Fn(&mut State), command: &Command| {
        let mut state = state.clone();
        change(&mut state);
        why(&ask(state, Step::FireDeclare, Asking::Fire(Red)), Red, command)
    };
    let at_b = volley("a", None, "b", false);
    let at_far = shot("guns", 0, "far", (600, 810), Ammunition::Shot);
    let marched = |state: &mut State, unit: usize| state.units[unit].marks.marched = Share::hundredths(51);
    let lines = vec![
        why(&state, Red, &volley("a", None, "far", false)),
        why(&state, Red, &volley("a", None, "square", false)),
        why(&state, Red, &volley("a", Some(0), "b", false)),
        why(&state, Red, &volley("a", None, "b", true)),
        why(&state, Red, &volley("square", None, "b", false)),
        why(&state, Red, &volley("horse", None, "aside", false)),
        with(&|state| state.units[0].marks.fired = 1, &at_b),
        with(&|state| marched(state, 0), &at_b),
        with(&|state| state.units[0].routing = true, &at_b),
        with(&|state| state.units[0].marks.declared = true, &at_b),
        with(&|state| state.units[0].marks.fled = true, &at_b),
        with(&|state| state.fights.push(locked(state, "a", "c")), &at_b),
        with(&|state| state.fights.push(locked(state, "friend", "b")), &at_b),
        with(&|state| state.units[1].marks.moved = true, &volley("square", Some(0), "b", false)),
        why(&state, Red, &shot("a", 0, "b", (600, 410), Ammunition::Shot)),
        why(&state, Red, &shot("guns", 3, "far", (600, 810), Ammunition::Shot)),
        why(&state, Red, &shot("guns", 0, "far", (600, 810), Ammunition::Shell)),
        why(&state, Red, &shot("guns", 0, "far", (600, 700), Ammunition::Shot)),
        why(&state, Red, &shot("guns", 0, "c", (1000, 605), Ammunition::Canister)),
        why(&state, Red, &shot("guns", 0, "aside", (1650, 410), Ammunition::Shot)),
        why(&state, Red, &shot("guns", 0, "c", (1000, 605), Ammunition::Shot)),
        with(&|state| state.units[2].formation = Formation::Limbered, &at_far),
        with(&|state| state.units[2].marks.towed = true, &at_far),
        with(&|state| state.units[2].marks.fired = 1, &at_far),
        with(&|state| state.units[2].marks.fled = true, &at_far),
        with(&|state| state.units[2].routing = true, &at_far),
    ];
    all(
        lines,
        expect![[r#"
            NQ-SAF-02 at far: a: no base with arc, sight and range to far
            NQ-SAF-03 at square: square is no enemy on the table
            NQ-SAF-03 at a: a has no faces
            NQ-SAF-12 at a: a combines bases at long range only
            NQ-SAF-03 at square: square fires face by face
            NQ-SPC-08 at horse: horse has nothing to shoot with
            NQ-SAF-03 at a: a has fired this turn
            NQ-SAF-04 at a: a marched too far to fire
            NQ-SAF-05 at a: a routs
            NQ-SAF-05 at a: a charged this turn
            NQ-SAF-05 at a: a fell back this turn
            NQ-SAF-05 at a: a is engaged
            NQ-SAF-06 at b: b is engaged
            NQ-SAF-05 at square: square is a square that moved
            NQ-ART-01 at a: a has no guns
            NQ-ART-01 at guns: guns has no such gun
            NQ-ART-05 at guns: guns does not fire that from this gun
            NQ-ART-09 at far: far has no base at that point
            NQ-ART-10 at friend: friend is too near to that point
            NQ-LOS-08 at 165,41: guns has no arc to that point
            NQ-ART-10 at friend: friend is too near to that point
            NQ-ART-02 at guns: guns is not deployed
            NQ-ART-03 at guns: guns marched limbered this turn
            NQ-ART-01 at guns: guns has fired that gun this turn
            NQ-SAF-05 at guns: guns fell back this turn
            NQ-ART-37 at guns: guns is engaged or routs"#]],
    );
}

#[test]
fn orders_to_commanders_that_break_a_rule() {
    // NQ-CMD-07..10, NQ-MOV-18
    let lines =
        ["A a line-infantry 90,20 0 line", "A c line-infantry 120,20 0 line", "B b line-infantry 90,50 180 line"];
    let state = moves("", &lines);
    let ride = |state: &State, who: &str, x: i32, y: i32, join: Option<&str>| Command::Ride {
        commander: man(state, who),
        to: at(x, y),
        join: join.map(|unit| id(state, unit)),
    };
    let one = |who: &str, x: i32, y: i32, join: Option<&str>| why(&state, Red, &ride(&state, who, x, y, join));
    let (joined, _) = say(&state, Red, &ride(&state, "red-army", 900, 170, Some("a")), &[]);
    let mut fighting = field("", &lines, Step::Move, Asking::Move(Red));
    fighting.commanders[0].attached = Some(id(&fighting, "a"));
    fighting.fights.push(locked(&fighting, "a", "b"));
    let lines = vec![
        one("blue-army", 900, 1100, None),
        one("red-army", 900, 900, None),
        one("red-army", 900, -50, None),
        one("red-army", 900, 190, None),
        one("red-army", 900, 450, None),
        one("red-army", 900, 100, Some("a")),
        why(&joined, Red, &ride(&joined, "red-army", 900, 60, None)),
        why(&joined, Red, &ride(&joined, "red-brigade", 900, 170, Some("a"))),
        why(&fighting, Red, &ride(&fighting, "red-army", 900, 60, None)),
        why(&fighting, Red, &ride(&fighting, "red-brigade", 900, 170, Some("a"))),
        why(&state, Red, &Command::Ride { commander: CommanderId(9), to: at(0, 0), join: None }),
        why(&state, Red, &order(&state, "b", &[Act::About])),
        why(&state, Red, &Command::Move { unit: UnitId(77), acts: vec![Act::About] }),
    ];
    all(
        lines,
        expect![[r#"
            NQ-CMD-07 at 90,117: this commander is not yours to move
            NQ-CMD-07 at 90,90: that is farther than 40 cm
            NQ-CMD-07 at 90,-5: he would stand off the table
            NQ-MOV-18 at a: he would stand on a unit
            NQ-CMD-07 at 90,45: that is farther than 40 cm
            NQ-CMD-08 at a: he does not touch that unit
            NQ-CMD-07 at 90,17: he has had his move this turn
            NQ-CMD-10 at a: another commander is with that unit
            NQ-CMD-09 at a: he is with a unit that is engaged
            NQ-CMD-10 at a: another commander is with that unit
            NQ-ROS-13 nowhere: there is no commander 9
            NQ-ROS-01 at b: b: not yours to command
            NQ-ROS-01 nowhere: there is no unit #77"#]],
    );
}
