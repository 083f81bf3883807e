//! Moves (NQ-MOV), ground on the way (NQ-TER) and formations (NQ-FOR).

use firelock_core::Side::{Blue, Red};
use firelock_core::{Grain, RuleSystem, UnitId, Wish};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::{Act, Command};
use firelock_napoleonic::event::Event;
use firelock_napoleonic::share::Share;
use firelock_napoleonic::state::{Place, State};
use firelock_napoleonic::words::{Formation, Hand};
use firelock_table::{Angle, FeatureId, Length, Pose, arc_length};

use crate::field::{allowed, at, id, mm, moves, refused, say};

fn order(state: &State, unit: &str, acts: &[Act]) -> Command {
    Command::Move { unit: id(state, unit), acts: acts.to_vec() }
}

fn degrees(n: i32) -> Angle {
    Angle::degrees(n)
}

const LINE: &[&str] = &["A a line-infantry 60,40 0 line"];

#[test]
fn an_advance_costs_its_distance_by_the_rate_of_the_formation() {
    // NQ-MOV-01, NQ-MOV-02, NQ-MOV-03, NQ-MOV-13, NQ-SCA-01, NQ-ROS-16
    let state = moves("", LINE);
    allowed(&state, Red, &order(&state, "a", &[Act::Ahead(mm(100))]));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(101))])), "NQ-MOV-01");
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Ahead(mm(35))]), &[]);
    let unit = after.unit(id(&after, "a"));
    assert_eq!(unit.pose(), Some(Pose::new(at(600, 435), degrees(0))));
    assert!(unit.marks.moved);
    assert_eq!(unit.marks.marched, Share::hundredths(35));
    let mut unformed = moves("", &["A a light-infantry 60,40 0 skirmish"]);
    allowed(&unformed, Red, &order(&unformed, "a", &[Act::To(Pose::new(at(600, 600), degrees(0)))]));
    unformed.units[0].unformed = true;
    assert_eq!(refused(&unformed, Red, &order(&unformed, "a", &[Act::Ahead(mm(101))])), "NQ-MOV-01");
}

#[test]
fn an_oblique_keeps_the_facing_and_goes_45_degrees_off_at_most() {
    // NQ-MOV-04
    let state = moves("", LINE);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Oblique(degrees(45), mm(100))]), &[]);
    let pose = after.units[0].pose().expect("on the table");
    assert_eq!((pose.facing, pose.at), (degrees(0), at(600, 400).ahead(degrees(45), mm(100))));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Oblique(degrees(46), mm(10))])), "NQ-MOV-04");
}

#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner() {
    // NQ-MOV-05, NQ-MOV-33: 6 bases are 18.0 wide; 30 degrees are an arc of 9.42478.
    assert_eq!(arc_length(Length::cm(18), degrees(30)), Length::grid(9425));
    let state = moves("", LINE);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Wheel(Hand::Left, degrees(30))]), &[]);
    let unit = after.unit(id(&after, "a"));
    assert_eq!(unit.facing(), degrees(330));
    assert_eq!(unit.marks.marched, Share::of(Length::grid(9425), Length::cm(10)).expect("a rate"));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Wheel(Hand::Right, degrees(32))])), "NQ-MOV-01");
}

#[test]
fn a_backward_step_costs_double_and_half_of_the_budget_at_most() {
    // NQ-MOV-06
    let state = moves("", LINE);
    allowed(&state, Red, &order(&state, "a", &[Act::Back(mm(25))]));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Back(mm(26))])), "NQ-MOV-06");
    allowed(&state, Red, &order(&state, "a", &[Act::Back(mm(25)), Act::Ahead(mm(50))]));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Back(mm(25)), Act::Ahead(mm(51))])), "NQ-MOV-01");
}

#[test]
fn an_about_face_costs_half_a_budget_but_nothing_in_open_order() {
    // NQ-MOV-07
    let state = moves("", LINE);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::About, Act::Ahead(mm(50))]), &[]);
    assert_eq!(after.units[0].pose(), Some(Pose::new(at(600, 330), degrees(180))));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::About, Act::Ahead(mm(51))])), "NQ-MOV-01");
    let open = moves("", &["A a line-infantry 60,40 0 open-order"]);
    allowed(&open, Red, &order(&open, "a", &[Act::About, Act::Ahead(mm(150))]));
}

#[test]
fn open_order_goes_any_way_and_faces_any_way() {
    // NQ-MOV-08
    let open = moves("", &["A a line-infantry 60,40 0 open-order"]);
    let aside = Act::To(Pose::new(at(750, 400), degrees(200)));
    let (after, _) = say(&open, Red, &order(&open, "a", &[aside]), &[]);
    assert_eq!(after.units[0].pose(), Some(Pose::new(at(750, 400), degrees(200))));
    let state = moves("", LINE);
    assert_eq!(refused(&state, Red, &order(&state, "a", &[aside])), "NQ-MOV-08");
}

#[test]
fn open_order_goes_as_it_faces_and_turns_where_it_ends() {
    // NQ-MOV-08, NQ-MOV-14: turned, the files stand behind each other; on the way they stand side by side.
    let field = |enemy: &str| moves("", &["A a line-infantry 60,40 0 open-order", enemy]);
    let turned = Act::To(Pose::new(at(700, 400), degrees(90)));
    let (near, off) = (field("B b line-infantry 96,39 90 column"), field("B b line-infantry 99,39 90 column"));
    assert_eq!(refused(&near, Red, &order(&near, "a", &[turned])), "NQ-MOV-14");
    allowed(&off, Red, &order(&off, "a", &[turned]));
}

#[test]
fn a_formation_change_costs_its_part_once_a_turn_and_raw_troops_pay_double() {
    // NQ-MOV-09, NQ-MOV-10, NQ-MOV-11, NQ-FOR-04, NQ-FOR-05
    let state = moves("", LINE);
    let form = |formation| Act::Form(formation, Hand::Left);
    let (after, _) = say(&state, Red, &order(&state, "a", &[form(Formation::AttackColumn), Act::Ahead(mm(75))]), &[]);
    let unit = &after.units[0];
    assert!(unit.marks.formation_changed);
    assert_eq!(unit.marks.marched, Share::hundredths(50));
    assert_eq!((unit.outline.size.width, unit.outline.size.depth), (mm(60), mm(60)));
    let twice = [form(Formation::AttackColumn), form(Formation::Line)];
    assert_eq!(refused(&state, Red, &order(&state, "a", &twice)), "NQ-MOV-09");
    let raw = moves("", &["A a line-infantry 60,40 0 line quality=raw"]);
    allowed(&raw, Red, &order(&raw, "a", &[form(Formation::Column)]));
    assert_eq!(refused(&raw, Red, &order(&raw, "a", &[form(Formation::Column), Act::Ahead(mm(1))])), "NQ-MOV-01");
}

#[test]
fn a_square_forms_about_the_middle_and_closes_every_face() {
    // NQ-FOR-06, NQ-FOR-07, NQ-MOV-11: 6 bases, two a face at most, outside 8.0.
    let state = moves("", LINE);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Form(Formation::Square, Hand::Left)]), &[]);
    let unit = &after.units[0];
    assert_eq!((unit.outline.size.width, unit.outline.size.depth), (mm(80), mm(80)));
    assert_eq!(unit.outline.center(), state.units[0].outline.center());
    let facings: Vec<i32> = unit.stands.iter().map(|base| base.facing().get() / 100).collect();
    assert_eq!(facings, [0, 180, 270, 90, 0, 180]);
    let small = moves("", &["A a line-infantry 60,40 0 line bases=4"]);
    allowed(&small, Red, &order(&small, "a", &[Act::Form(Formation::Square, Hand::Left)]));
    let mut three = small.clone();
    three.units[0].bases = 3;
    assert_eq!(refused(&three, Red, &order(&three, "a", &[Act::Form(Formation::Square, Hand::Left)])), "NQ-FOR-06");
}

#[test]
fn only_light_infantry_skirmishes_and_irregular_horse_has_no_line() {
    // NQ-FOR-09, NQ-SPC-03, NQ-SPC-05, NQ-SPC-06, NQ-FOR-11
    let lines = [
        "A line line-infantry 30,40 0 line",
        "A light light-infantry 60,40 0 line",
        "A horse irregular-cavalry 90,40 0 open-order",
        "A heavy heavy-cavalry 120,40 0 line",
        "A hussars light-cavalry 150,40 0 line",
    ];
    let state = moves("", &lines);
    let skirmish = Act::Form(Formation::Skirmish, Hand::Left);
    assert_eq!(refused(&state, Red, &order(&state, "line", &[skirmish])), "NQ-FOR-01");
    let (after, _) = say(&state, Red, &order(&state, "light", &[skirmish]), &[]);
    assert_eq!(after.unit(id(&after, "light")).outline.size.width, mm(6 * 30 + 5 * 30));
    let form_line = Act::Form(Formation::Line, Hand::Left);
    assert_eq!(refused(&state, Red, &order(&state, "horse", &[form_line])), "NQ-FOR-01");
    for horse in ["heavy", "hussars"] {
        let echelon = Act::Form(Formation::Echelon, Hand::Left);
        allowed(&state, Red, &order(&state, horse, &[echelon]));
    }
    assert_eq!(
        refused(&state, Red, &order(&state, "line", &[Act::Form(Formation::Deployed, Hand::Left)])),
        "NQ-FOR-01"
    );
}

#[test]
fn an_unformed_unit_keeps_its_layout_and_reforms_by_itself_only() {
    // NQ-FOR-17, NQ-MOV-12, NQ-MOR-16
    let mut state = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,90 180 line"]);
    state.units[0].unformed = true;
    assert_eq!(state.units[0].outline.size.width, mm(180));
    let (after, events) = say(&state, Red, &Command::Reform(id(&state, "a")), &[]);
    assert!(!after.units[0].unformed && after.units[0].marks.reformed && after.units[0].marks.done);
    assert!(events.contains(&Event::Reformed(id(&state, "a"))));
    let near = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,60 180 line"]);
    let mut near = near;
    near.units[0].unformed = true;
    let (failed, _) = say(&near, Red, &Command::Reform(id(&near, "a")), &[7]);
    assert!(failed.units[0].unformed && failed.units[0].marks.done);
    let (passed, _) = say(&near, Red, &Command::Reform(id(&near, "a")), &[6]);
    assert!(!passed.units[0].unformed);
    assert_eq!(refused(&near, Red, &Command::Move { unit: id(&near, "b"), acts: vec![Act::About] }), "NQ-ROS-01");
    assert_eq!(refused(&moves("", LINE), Red, &Command::Reform(firelock_core::UnitId(0))), "NQ-MOV-12");
}

#[test]
fn nobody_comes_within_three_of_an_enemy_but_skirmishers() {
    // NQ-MOV-14, NQ-MOV-15, NQ-SCA-08: fronts face each other 10.0 apart.
    let lines = ["A a line-infantry 60,40 0 line", "B b line-infantry 60,50 180 line"];
    let state = moves("", &lines);
    allowed(&state, Red, &order(&state, "a", &[Act::Ahead(mm(70))]));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(Length::grid(7010))])), "NQ-MOV-14");
    let skirmish = moves("", &["A a light-infantry 60,40 0 skirmish bases=4", "B b line-infantry 60,50 180 line"]);
    let ahead = |length: i32| Act::To(Pose::new(at(600, 400 + length), degrees(0)));
    allowed(&skirmish, Red, &order(&skirmish, "a", &[ahead(90)]));
    assert_eq!(refused(&skirmish, Red, &order(&skirmish, "a", &[ahead(91)])), "NQ-MOV-14");
    let near = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,42 180 line"]);
    allowed(&near, Red, &order(&near, "a", &[Act::Back(mm(20))]));
    assert_eq!(refused(&near, Red, &order(&near, "a", &[Act::Ahead(mm(5))])), "NQ-MOV-14");
    allowed(&near, Red, &order(&near, "a", &[Act::Form(Formation::Column, Hand::Left)]));
}

#[test]
fn open_order_passes_through_friends_and_formed_friends_unform_each_other() {
    // NQ-MOV-16, NQ-MOV-17, NQ-MOV-18
    let lines = ["A a line-infantry 60,40 0 column bases=4", "A b line-infantry 60,46 0 line"];
    let state = moves("", &lines);
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(60))])), "NQ-MOV-18");
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Ahead(mm(150))]), &[]);
    assert!(after.units[..2].iter().all(|unit| unit.unformed));
    let loose = moves("", &["A a line-infantry 60,40 0 column bases=4", "A b line-infantry 60,46 0 open-order"]);
    let (after, _) = say(&loose, Red, &order(&loose, "a", &[Act::Ahead(mm(150))]), &[]);
    assert!(after.units.iter().all(|unit| !unit.unformed));
}

const GROUND: &str = "[[feature]]\nid = \"wood\"\nkind = \"light-woods\"\nrectangle = [500, 430, 200, 200]\n\
    [[feature]]\nid = \"hedge\"\nkind = \"hedge\"\nline = [[900, 450], [1100, 450]]\n\
    [[feature]]\nid = \"river\"\nkind = \"river\"\nline = [[1300, 450], [1500, 450]]\nwidth = 10\n\
    [[feature]]\nid = \"house\"\nkind = \"building\"\nrectangle = [300, 450, 80, 80]\n\
    [[feature]]\nid = \"road\"\nkind = \"road\"\nline = [[1700, 0], [1700, 1200]]\nwidth = 30\n";

#[test]
fn difficult_ground_costs_double_and_unforms_close_order() {
    // NQ-TER-08, NQ-TER-09, NQ-TER-10, NQ-TER-14: 3.0 in the open and then the wood.
    let state = moves(GROUND, &["A a line-infantry 60,40 0 line", "A o line-infantry 60,30 0 open-order"]);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Ahead(mm(65))]), &[]);
    assert!(after.units[0].unformed);
    assert_eq!(after.units[0].marks.marched.to_string(), "1.00");
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(66))])), "NQ-MOV-01");
    let open = moves(GROUND, &["A o line-infantry 60,40 0 open-order"]);
    let into = Act::To(Pose::new(at(600, 450), degrees(0)));
    let (after, _) = say(&open, Red, &order(&open, "o", &[into]), &[]);
    assert!(!after.units[0].unformed);
}

#[test]
fn a_hedge_costs_a_quarter_and_a_river_bars() {
    // NQ-MOV-19, NQ-TER-01
    let state = moves(GROUND, &["A a line-infantry 100,40 0 line", "A b line-infantry 140,40 0 line"]);
    allowed(&state, Red, &order(&state, "a", &[Act::Ahead(mm(75))]));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(76))])), "NQ-MOV-01");
    assert_eq!(refused(&state, Red, &order(&state, "b", &[Act::Ahead(mm(80))])), "NQ-TER-01");
}

#[test]
fn infantry_enters_a_building_for_half_a_budget() {
    // NQ-TER-11, NQ-TER-12
    let lines = [
        "A a line-infantry 34,44.9 0 line",
        "A big line-infantry 34,20 0 line bases=9",
        "A h light-cavalry 60,44.9 0 line",
    ];
    let state = moves(GROUND, &lines);
    let house = FeatureId(3);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Enter(house)]), &[]);
    assert_eq!(after.units[0].place, Place::In(house));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(5))])), "NQ-TER-12");
    assert_eq!(refused(&state, Red, &order(&state, "big", &[Act::Enter(house)])), "NQ-TER-11");
    assert_eq!(refused(&state, Red, &order(&state, "h", &[Act::Enter(house)])), "NQ-TER-12");
    let inside = moves(GROUND, &["A a line-infantry house 0 in"]);
    let out = Act::Leave(Pose::new(at(340, 449), degrees(180)), Formation::Line);
    assert_eq!(refused(&inside, Red, &order(&inside, "a", &[out])), "NQ-TER-12");
    let out = Act::Leave(Pose::new(at(340, 429), degrees(180)), Formation::Line);
    let (after, _) = say(&inside, Red, &order(&inside, "a", &[out]), &[]);
    assert!(after.units[0].pose().is_some());
}

/// A pointer and a commander find the way into a building that is not touched yet.
#[test]
fn infantry_goes_up_to_a_building_and_in() {
    // NQ-TER-12
    let house = FeatureId(3);
    for (line, wheels) in [("A a line-infantry 34,42 0 line", false), ("A a line-infantry 32,41 20 line", true)] {
        let state = moves(GROUND, &[line]);
        let mut listed: Vec<Command> = Vec::new();
        Napoleonic::candidates(&state, Red, Grain::Middle, &mut listed);
        let into =
            |command: &&Command| matches!(command, Command::Move { acts, .. } if acts.contains(&Act::Enter(house)));
        let ways: Vec<&Command> = listed.iter().filter(into).collect();
        let wheeled = |command: &&Command| matches!(command, Command::Move { acts, .. } if acts.len() == 3);
        assert_eq!(ways.iter().any(wheeled), wheels, "{ways:?}");
        for way in ways {
            let (after, _) = say(&state, Red, way, &[]);
            assert_eq!(after.units[0].place, Place::In(house));
        }
        let wish = Wish { unit: UnitId(0), act: "enter".into(), at: at(340, 500), facing: None, target: None };
        let fitted = Napoleonic::fit(&state, Red, &wish).expect("it lies within reach");
        assert!(into(&&fitted.command), "{:?}", fitted.command);
    }
    let far = moves(GROUND, &["A a line-infantry 34,30 0 line"]);
    let mut listed: Vec<Command> = Vec::new();
    Napoleonic::candidates(&far, Red, Grain::Middle, &mut listed);
    let enters = |command: &Command| matches!(command, Command::Move { acts, .. } if acts.contains(&Act::Enter(house)));
    assert!(!listed.iter().any(enters), "half a budget is left for the way");
}

#[test]
fn a_column_on_a_road_goes_half_as_far_again_and_bends_with_it() {
    // NQ-TER-13, NQ-MOV-32
    let state = moves(GROUND, &["A a line-infantry 170,40 0 column", "A l line-infantry 140,30 0 line"]);
    let road = FeatureId(4);
    allowed(&state, Red, &order(&state, "a", &[Act::Follow(road, mm(225))]));
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Follow(road, mm(226))])), "NQ-MOV-01");
    assert_eq!(refused(&state, Red, &order(&state, "l", &[Act::Follow(road, mm(50))])), "NQ-TER-13");
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Follow(road, mm(100))]), &[]);
    assert!(after.units[0].bent.is_some());
}

#[test]
fn guns_limber_by_part_of_the_budget_pivot_free_and_are_moved_by_hand() {
    // NQ-MOV-20, NQ-MOV-21, NQ-MOV-22, NQ-FOR-11, NQ-SPC-09, NQ-SPC-10
    let lines = [
        "A foot foot-artillery 30,40 0 deployed guns=ii,ii,howitzer",
        "A horse horse-artillery 80,40 0 deployed guns=ii,howitzer quality=regular",
        "A mortars foot-artillery 120,40 0 deployed guns=mortar",
    ];
    let state = moves("", &lines);
    let limber = Act::Form(Formation::Limbered, Hand::Left);
    allowed(&state, Red, &order(&state, "foot", &[limber, Act::Ahead(mm(75))]));
    assert_eq!(refused(&state, Red, &order(&state, "foot", &[limber, Act::Ahead(mm(76))])), "NQ-MOV-01");
    let (after, _) = say(&state, Red, &order(&state, "horse", &[limber, Act::Ahead(Length::grid(18750))]), &[]);
    let horse = after.unit(id(&after, "horse"));
    assert!(horse.marks.moved && horse.marks.limbered && horse.marks.formation_changed);
    allowed(&state, Red, &order(&state, "foot", &[Act::Ahead(mm(50))]));
    let (after, _) = say(&state, Red, &order(&state, "foot", &[Act::Pivot(degrees(45))]), &[]);
    assert!(!after.units[0].marks.moved);
    let (after, _) = say(&state, Red, &order(&state, "foot", &[Act::Pivot(degrees(46))]), &[]);
    assert!(after.units[0].marks.moved);
    let twice = [Act::Pivot(degrees(10)), Act::Pivot(degrees(10))];
    assert_eq!(refused(&state, Red, &order(&state, "foot", &twice)), "NQ-MOV-22");
    assert_eq!(refused(&state, Red, &order(&state, "mortars", &[Act::Ahead(mm(1))])), "NQ-ART-08");
}

#[test]
fn a_square_shifts_in_four_directions_and_is_then_a_moving_one() {
    // NQ-MOV-23, NQ-SAF-21
    let state = moves("", &["A a line-infantry 60,40 0 square"]);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Shift(1, mm(50))]), &[]);
    assert_eq!(after.units[0].pose(), Some(Pose::new(at(650, 400), degrees(0))));
    assert!(after.units[0].marks.moved);
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Shift(2, mm(51))])), "NQ-MOV-01");
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Wheel(Hand::Left, degrees(10))])), "NQ-MOV-23");
}

#[test]
fn a_hesitant_unit_comes_no_nearer() {
    // NQ-CMD-06
    let mut state = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,90 180 line"]);
    state.units[0].marks.hesitant = true;
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(10))])), "NQ-CMD-06");
    allowed(&state, Red, &order(&state, "a", &[Act::Back(mm(10))]));
    allowed(&state, Red, &order(&state, "a", &[Act::Form(Formation::AttackColumn, Hand::Left)]));
    let mut far = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,105 180 line"]);
    far.units[0].marks.hesitant = true;
    allowed(&far, Red, &order(&far, "a", &[Act::Ahead(mm(10))]));
}

#[test]
fn each_unit_moves_once_and_none_that_charged_or_fell_back() {
    // NQ-SEQ-07, NQ-SEQ-08
    let state = moves("", LINE);
    let (after, _) = say(&state, Red, &order(&state, "a", &[Act::Ahead(mm(10))]), &[]);
    assert_eq!(refused(&after, Red, &order(&after, "a", &[Act::Ahead(mm(10))])), "NQ-SEQ-07");
    for mark in 0..3 {
        let mut state = state.clone();
        let marks = &mut state.units[0].marks;
        (marks.declared, marks.countercharged, marks.fled) = (mark == 0, mark == 1, mark == 2);
        assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(10))])), "NQ-SEQ-08");
    }
    assert_eq!(refused(&state, Blue, &order(&state, "a", &[Act::Ahead(mm(10))])), "NQ-SEQ-01");
}

#[test]
fn nobody_leaves_the_table_of_his_own_will() {
    // NQ-MOV-28, NQ-SCA-07, NQ-SCA-13
    let state = moves("", &["A a line-infantry 60,5 180 line"]);
    assert_eq!(refused(&state, Red, &order(&state, "a", &[Act::Ahead(mm(51))])), "NQ-MOV-28");
    allowed(&state, Red, &order(&state, "a", &[Act::Ahead(mm(50))]));
}
