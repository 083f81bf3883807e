//! Men and guns become units, ground gets its meaning, and the first decision is put.

use crate::field::{Field, at, field, muster};
use firelock_core::{RuleSystem, Rulebook, Side, UnitId};
use firelock_regimental::Regimental;
use firelock_regimental::roster::BodyOf;
use firelock_regimental::state::{Colonel, Leader, Place, Road, State, Step, Unit};
use firelock_regimental::words::{
    Arm, Carriage, Experience, Formation, GunRole, GunType, Morale, Order, Rank, Rating, Visibility, Weapon,
};
use firelock_scenario::{Battle, Muster, Mustered};
use firelock_table::{Extent, Length, TableEdge};

const BLUE: &str = "blue infantry foe at 24,30 facing 180";
const RED: &str = "red infantry foot at 24,6 facing 0";

/// A battle with this line of red's beside one unit of blue's.
fn red(line: &str) -> Field {
    field(&format!("{line}\n{BLUE}"))
}

/// The report on one thing.
fn report(field: &Field, id: &str) -> String {
    let of = field.report.iter().filter(|line| line.id == id);
    of.map(|line| format!("{} {}: {}\n", line.field, line.value, line.source)).collect()
}

/// What is wrong with a battle, fault by fault.
fn faults(text: &str) -> Vec<String> {
    let faults = muster(text).expect_err("a fault");
    faults.into_iter().map(|fault| format!("{}: {}", fault.path, fault.problem)).collect()
}

/// The first unit as it stands.
fn first(field: &Field) -> (&firelock_regimental::state::Unit, &firelock_regimental::roster::Roster) {
    (field.state.unit(UnitId(0)), field.state.roster(UnitId(0)))
}

fn troops(field: &Field) -> (Arm, Morale, Weapon, firelock_regimental::words::Traits) {
    match first(field).1.body {
        BodyOf::Troops { arm, morale, weapon, traits } => (arm, morale, weapon, traits),
        BodyOf::Guns { .. } => panic!("guns"),
    }
}

fn guns(field: &Field) -> (GunType, GunRole, bool, u8) {
    match first(field).1.body {
        BodyOf::Guns { gun, role, fixed } => (gun, role, fixed, first(field).0.stands),
        BodyOf::Troops { .. } => panic!("troops"),
    }
}

// Troops.

#[test]
fn every_value_of_a_unit_is_told_with_its_source() {
    // RF-SCL-04, RF-ROS-02
    let field = red("red infantry foot at 12,6 facing 0 men=612 training=\"veteran\" spirit=\"spirited\"");
    assert_eq!(
        report(&field, "foot"),
        "stands 15: men 612 / 40 = 15 stands\n\
         experience veteran: training veteran\n\
         morale spirited: spirit spirited\n\
         traits none: arm and class\n\
         weapon musket: usual for its kind\n\
         bayonets yes: usual for its kind\n\
         brave_colonel no: brave_colonel\n\
         lt_stands 0: no light companies\n\
         formation line: usual\n\
         amusette no: none given\n"
    );
}

#[test]
fn forty_men_are_a_stand_and_half_a_stand_is_one() {
    // RF-SCL-04, RF-SCL-13
    for (men, stands) in [(80, 2), (99, 2), (100, 3), (1000, 25), (1019, 25)] {
        let field = red(&format!("red infantry foot at 24,6 facing 0 men={men}"));
        assert_eq!((first(&field).0.start, first(&field).0.stands), (stands, stands), "{men} men");
    }
}

#[test]
fn a_unit_has_2_to_25_stands() {
    // RF-ROS-11
    let line = |men: u32| format!("red infantry foot at 24,6 facing 0 men={men}\n{BLUE}");
    assert_eq!(faults(&line(59)), ["unit[0].men: stands would be 1 (men 59 / 40 = 1 stands)"]);
    assert_eq!(faults(&line(1020)), ["unit[0].men: stands would be 26 (men 1020 / 40 = 26 stands)"]);
    let set = field(&format!("red infantry foot at 24,6 facing 0 men=59 | stands=2\n{BLUE}"));
    assert_eq!(first(&set).0.stands, 2);
}

#[test]
fn training_is_experience() {
    // RF-ROS-04
    let words = [
        ("raw", Experience::Raw),
        ("drilled", Experience::Trained),
        ("trained", Experience::Trained),
        ("veteran", Experience::Veteran),
        ("elite", Experience::Elite),
    ];
    for (training, experience) in words {
        let field = red(&format!("red infantry foot at 24,6 facing 0 training=\"{training}\""));
        assert_eq!(first(&field).1.experience, experience, "{training}");
    }
}

#[test]
fn spirit_is_morale() {
    // RF-ROS-09, RF-ROS-10
    let words = [
        ("spirited", Morale::Spirited),
        ("reliable", Morale::Reliable),
        ("unreliable", Morale::Unreliable),
        ("dispirited", Morale::Dispirited),
    ];
    for (spirit, morale) in words {
        let field = red(&format!("red infantry foot at 24,6 facing 0 spirit=\"{spirit}\""));
        assert_eq!(troops(&field).1, morale, "{spirit}");
    }
}

#[test]
fn weapons_and_bayonets_follow_the_kind_of_troops() {
    // RF-ROS-16, RF-ROS-17, RF-ROS-18, RF-SPC-01, RF-SPC-07, RF-SPC-08
    let cases = [
        ("infantry x", "", Weapon::Musket, true),
        ("infantry x", "class=[\"militia\"]", Weapon::Musket, false),
        ("infantry x", "class=[\"militia\"] bayonet=\"all\"", Weapon::Musket, true),
        ("infantry x", "class=[\"rifle\"]", Weapon::Rifle, false),
        ("infantry x", "class=[\"indian\"]", Weapon::Musket, false),
        ("infantry x", "class=[\"marines\"]", Weapon::Carbine, true),
        ("infantry x", "bayonet=\"few\"", Weapon::Musket, false),
        ("cavalry x", "", Weapon::None, false),
        ("dragoons x", "", Weapon::Carbine, false),
    ];
    for (arm, keys, weapon, bayonets) in cases {
        let field = red(&format!("red {arm} at 24,6 facing 0 {keys}"));
        let (_, _, has, traits) = troops(&field);
        assert_eq!((has, traits.bayonets), (weapon, bayonets), "{arm} {keys}");
    }
}

#[test]
fn classes_and_plain_words_are_flags() {
    // RF-ROS-03, RF-ROS-19, RF-ROS-20
    let keys = "class=[\"light\"] marksmen=true buck_and_ball=true brave_colonel=true";
    let field = red(&format!("red infantry foot at 24,6 facing 0 {keys}"));
    let (arm, _, _, traits) = troops(&field);
    assert_eq!(arm, Arm::Infantry);
    assert!(traits.light_infantry && traits.marksmen && traits.buck_and_ball && traits.brave_colonel);
    assert!(!traits.militia && !traits.indian && !traits.dragoon && !traits.marines && !traits.lt_detachment);
    assert_eq!(first(&field).0.colonel, Colonel::Leads);
    let field = red("red dragoons horse at 24,6 facing 0");
    let (arm, _, _, traits) = troops(&field);
    assert!(arm == Arm::Cavalry && traits.dragoon && first(&field).0.mounted);
    assert_eq!(first(&field).0.colonel, Colonel::None);
}

#[test]
fn a_setting_for_the_system_goes_before_what_is_derived() {
    // RF-ROS-02
    let set =
        "stands=5 experience=elite morale=dispirited weapon=rifle bayonets=true traits=militia,marksmen lt_stands=2";
    let field = red(&format!("red infantry foot at 24,6 facing 0 | {set}"));
    let (_, morale, weapon, traits) = troops(&field);
    assert_eq!((first(&field).0.stands, first(&field).1.experience), (5, Experience::Elite));
    assert_eq!((morale, weapon, first(&field).0.light_stands), (Morale::Dispirited, Weapon::Rifle, 2));
    assert!(traits.militia && traits.marksmen && traits.bayonets);
    assert!(report(&field, "foot").contains("stands 5: set in the battle file for regimental\n"));
}

#[test]
fn a_setting_nobody_knows_is_a_fault_with_the_word_that_was_meant() {
    let faults = muster(&format!("red infantry foot at 24,6 facing 0 | experience=elit stand=4\n{BLUE}"))
        .expect_err("two faults");
    let told: Vec<String> =
        faults.list().iter().map(|fault| format!("{} -> {:?}", fault.problem, fault.nearest)).collect();
    assert_eq!(
        told,
        ["\"elit\" is no experience -> Some(\"elite\")", "regimental knows no stand of units -> Some(\"stands\")"]
    );
    assert!(faults.list().iter().all(|fault| fault.position.line > 1), "{faults}");
}

#[test]
fn light_companies_become_light_stands() {
    // RF-ROS-21
    let cases = [
        ("class=[\"light\"]", 8),
        ("companies=10 light_companies=1", 1),
        ("companies=8 light_companies=2", 2),
        ("light_companies=3", 3),
        ("", 0),
    ];
    for (keys, stands) in cases {
        let field = red(&format!("red infantry foot at 24,6 facing 0 {keys}"));
        assert_eq!(first(&field).0.light_stands, stands, "{keys}");
    }
}

#[test]
fn a_unit_stands_in_the_nearest_formation_it_may_take() {
    // RF-FRM-11..17
    let cases = [
        ("infantry x at 24,6 facing 0", Formation::Line),
        ("infantry x at 24,6 facing 0 formation=\"attack-column\"", Formation::FieldColumn),
        ("infantry x at 24,6 facing 0 formation=\"skirmish\"", Formation::Line),
        ("infantry x at 24,6 facing 0 class=[\"light\"] formation=\"skirmish\"", Formation::OpenOrder),
        ("infantry x at 24,6 facing 0 class=[\"militia\"] formation=\"line\"", Formation::OpenOrder),
        ("infantry x at 24,6 facing 0 class=[\"militia\"] formation=\"march-column\"", Formation::MarchColumn),
        ("infantry x at 24,9 facing 0 formation=\"march-column\"", Formation::MarchColumn),
        ("cavalry x at 24,6 facing 0 formation=\"echelon\"", Formation::Line),
        ("dragoons x at 24,6 facing 0 dismounted=true", Formation::OpenOrder),
        ("artillery x at 24,6 facing 0", Formation::Unlimbered),
        ("artillery x at 24,6 facing 0 formation=\"limbered\"", Formation::Limbered),
    ];
    for (line, formation) in cases {
        assert_eq!(first(&red(&format!("red {line}"))).0.formation, formation, "{line}");
    }
}

#[test]
fn low_ammunition_marks_troops_and_every_gun() {
    // RF-ROS-27, RF-ROS-32, RF-ROS-33
    let foot = red("red infantry x at 24,6 facing 0 low_ammunition=true");
    assert!(first(&foot).0.low_ammo && first(&foot).0.order == Order::Good);
    let field = red("red artillery x at 24,6 facing 0 low_ammunition=true");
    assert!(!first(&field).0.low_ammo && first(&field).0.guns[..2].iter().all(|gun| gun.low_ammo));
}

// Guns.

#[test]
fn guns_are_named_by_their_weight_and_howitzers_by_their_bore() {
    // RF-ROS-23, RF-ROS-24
    let cases = [
        ("pounds=24", GunType::SG, Carriage::Heavy),
        ("pounds=18", GunType::SG, Carriage::Heavy),
        ("pounds=12", GunType::HG, Carriage::Heavy),
        ("pounds=9", GunType::MG, Carriage::Heavy),
        ("pounds=8", GunType::MG, Carriage::Heavy),
        ("pounds=6", GunType::LG, Carriage::Light),
        ("pounds=4", GunType::LG, Carriage::Light),
        ("pounds=3", GunType::GG, Carriage::Light),
        ("pounds=6,kind=\"galloper\"", GunType::GG, Carriage::Light),
        ("inches=8,kind=\"howitzer\"", GunType::SH, Carriage::Heavy),
        ("inches=5.5,kind=\"howitzer\"", GunType::H, Carriage::Light),
        ("kind=\"howitzer\"", GunType::H, Carriage::Light),
    ];
    for (keys, gun, carriage) in cases {
        let field = red(&format!("red artillery x at 24,6 facing 0 guns=[{{number=4,{keys}}}]"));
        assert_eq!((guns(&field).0, guns(&field).0.carriage()), (gun, carriage), "{keys}");
    }
}

#[test]
fn two_guns_are_a_stand_and_the_most_of_a_kind_name_the_battery() {
    // RF-SCL-04, RF-ROS-22, RF-ROS-25
    for (number, stands) in [(1, 1), (2, 1), (3, 2), (8, 4)] {
        let field = red(&format!("red artillery x at 24,6 facing 0 guns=[{{number={number},pounds=6}}]"));
        assert_eq!(guns(&field).3, stands, "{number} guns");
    }
    let mixed = "guns=[{number=2,pounds=6},{number=4,pounds=12}]";
    assert_eq!(
        guns(&red(&format!("red artillery x at 24,6 facing 0 {mixed}"))),
        (GunType::HG, GunRole::Battery, false, 3)
    );
    let nine = format!("red artillery x at 24,6 facing 0 guns=[{{number=9,pounds=6}}]\n{BLUE}");
    assert_eq!(faults(&nine), ["unit[0].guns: stands would be 5 (guns 9 / 2 = 5 stands)"]);
}

#[test]
fn battalion_guns_are_one_stand_and_fixed_guns_never_limber() {
    // RF-ROS-25, RF-ROS-26, RF-SPC-09
    let line = |keys: &str| format!("red artillery x at 24,6 facing 0 {keys}");
    let two = line("class=[\"battalion-guns\"] guns=[{number=2,pounds=3}]");
    assert_eq!(guns(&red(&two)), (GunType::GG, GunRole::BattalionGun, false, 1));
    let four = line("class=[\"battalion-guns\"]");
    assert_eq!(faults(&format!("{four}\n{BLUE}")), ["unit[0].guns: stands would be 2 (guns 4 / 2 = 2 stands)"]);
    let fixed = red(&line("class=[\"fixed\"] formation=\"limbered\""));
    assert_eq!((guns(&fixed).2, first(&fixed).0.formation), (true, Formation::Unlimbered));
    assert!(guns(&red(&line("guns=[{number=4,pounds=24,carriage=\"fixed\"}]"))).2);
    let set = format!("{} | formation=limbered\n{BLUE}", line("class=[\"fixed\"]"));
    assert_eq!(faults(&set), ["unit[0].formation: \"x\" cannot form Limbered"]);
}

#[test]
fn an_amusette_goes_with_infantry_that_holds_a_position() {
    // RF-ROS-23, RF-SPC-20
    let fence = "ground fence fence line 18,6.25 30,6.25";
    let behind = field(&format!("{RED} | amusette=true\n{fence}\n{BLUE}"));
    assert!(first(&behind).0.amusette);
    assert_eq!(behind.state.stage.armies[0].start_total, 8, "it is no stand of the army (RF-ROS-35)");
    let open = faults(&format!("{RED} | amusette=true\n{BLUE}"));
    assert!(open[0].contains("RF-SPC-20"), "{open:?}");
    let alone = faults(&format!("red artillery x at 24,6 facing 0 guns=[{{number=2,kind=\"amusette\"}}]\n{BLUE}"));
    assert_eq!(alone, ["unit[0].guns: amusettes are no gun unit in these rules"]);
}

// Leaders.

#[test]
fn skill_is_rating_and_the_chain_ends_at_the_army() {
    // RF-ROS-01, RF-ROS-29, RF-ROS-30, RF-CMD-16
    let field = red("red leader howe at 24,1 rank=\"army\" skill=\"fair\"
         red leader left at 20,2 rank=\"wing\" skill=\"gallant\"
         red leader grey at 18,4 superior=\"left\" skill=\"poor\" mounted=false
         red infantry foot at 18,6 facing 0 command=\"grey\"
         red artillery guns at 24,6 facing 0 command=\"howe\"");
    let (howe, left, grey) = (field.leader("howe"), field.leader("left"), field.leader("grey"));
    let state = &field.state;
    assert_eq!([howe, left, grey].map(|id| state.leader(id).rating), [Rating::Able, Rating::Gallant, Rating::Poor]);
    assert_eq!([howe, left, grey].map(|id| state.officer(id).rank), [Rank::Army, Rank::Wing, Rank::Brigade]);
    assert_eq!([howe, left, grey].map(|id| state.officer(id).superior), [None, Some(howe), Some(left)]);
    assert_eq!([howe, left, grey].map(|id| state.is_on_foot(id)), [false, false, true]);
    assert_eq!(state.roster(field.unit("foot")).brigade, grey);
    assert_eq!(state.roster(field.unit("guns")).brigade, howe);
    assert_eq!(state.leader(grey).at, at(18.0, 4.0));
    let gallant = self::red("red leader x at 24,1 | rating=gallant\nred infantry foot at 18,6 facing 0");
    assert_eq!(gallant.state.leader(gallant.leader("x")).rating, Rating::Gallant);
}

#[test]
fn units_of_a_command_without_a_leader_belong_to_the_next_one_above() {
    // RF-ROS-01, RF-LDR-09
    let file = crate::field::battle_file(&format!("{RED} command=\"gap\"\n{BLUE}"));
    let file = file.replace("[[feature]]", "").replacen(
        "[[unit]]",
        "[[command]]\nid = \"gap\"\nname = \"no leader\"\nside = \"red\"\n[[unit]]",
        1,
    );
    let battle = Battle::read("field", &file).expect("sound");
    let Mustered { state, .. } = Regimental::muster(&battle, &Rulebook::default()).expect("sound");
    let brigade = state.roster(UnitId(0)).brigade;
    assert_eq!(state.officer(brigade).name, "red general");
    assert_eq!(state.leaders.len(), 2);
}

#[test]
fn a_leader_off_the_table_is_a_fault() {
    let file = crate::field::battle_file(&format!("{RED}\n{BLUE}"))
        .replace("scale = 10", "scale = 10\nframe = [20, 0, 460, 360]");
    let battle = Battle::read("field", &file).expect("sound");
    let faults = Regimental::muster(&battle, &Rulebook::default()).expect_err("both generals stand at x = 10");
    let paths: Vec<&str> = faults.list().iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["command[0].at", "command[1].at"]);
}

// Ground.

#[test]
fn an_inch_is_25_yards() {
    // RF-SCL-01, RF-SCL-02
    let state = first_volley();
    assert_eq!((state.stage.table.width(), state.stage.table.depth()), (Length::inches(40), Length::inches(32)));
    let grenadiers = state.unit(UnitId(0));
    assert_eq!(grenadiers.pose().expect("in the field").at, at(680.0 / 25.0, 170.0 / 25.0));
}

/// What a feature means, by its kind.
fn meaning(line: &str) -> String {
    let field = field(&format!("ground x {line}\n{RED}\n{BLUE}"));
    Regimental::view(&field.state, None).ground[0].meaning.clone()
}

#[test]
fn each_kind_of_ground_means_what_its_row_says() {
    // RF-TER-01, RF-TER-02, RF-TER-03, RF-TER-04, RF-TER-20, T-TER
    let area = "area 2,14 8,14 8,20 2,20";
    let line = "line 2,14 8,14";
    let rows = [
        ("clear", area, "open ground"),
        ("crops", area, "open ground"),
        ("orchard", area, "broken ground, partial cover, favorable in a charge, sight passes 8\""),
        ("light-woods", area, "broken ground, partial cover, favorable in a charge, sight passes 8\", wooded"),
        ("dense-woods", area, "rough ground, full cover, favorable in a charge, sight passes 4\", wooded"),
        ("rocky", area, "rough ground, partial cover, favorable in a charge"),
        ("marsh", area, "rough ground"),
        ("gentle-hill", area, "open ground, favorable in a charge uphill"),
        ("steep-hill", area, "rough ground, strong in a charge uphill"),
        ("stream", line, "broken ground, favorable in a charge, minor obstacle"),
        ("creek", line, "rough ground, partial cover inside, strong in a charge, major obstacle"),
        ("ravine", line, "rough ground, partial cover inside, strong in a charge, major obstacle"),
        ("river", area, "impassable"),
        ("lake", area, "impassable"),
        ("cliff", area, "impassable"),
        ("bridge", "at 4,14", "open ground"),
        ("ford", "at 4,14", "rough ground, favorable in a charge"),
        ("fence", line, "broken ground, partial cover, favorable in a charge, minor obstacle"),
        ("hedge", line, "broken ground, partial cover, favorable in a charge, minor obstacle"),
        ("stone-wall", line, "broken ground, full cover, strong in a charge, minor obstacle"),
        ("sunken-road", line, "broken ground, full cover, strong in a charge, minor obstacle"),
        ("breastworks", line, "broken ground, fortified, minor obstacle"),
        ("redoubt", area, "rough ground, fortified, major obstacle, closed works, holds 12 stands"),
        ("fort", area, "rough ground, fortified, major obstacle, closed works, holds 12 stands"),
        ("abatis", line, "rough ground, favorable in a charge, major obstacle"),
        ("palisade", line, "rough ground, favorable in a charge, major obstacle"),
        (
            "building",
            area,
            "rough ground, full cover, strong in a charge, blocks sight, entered by a garrison only, holds 12 stands",
        ),
        (
            "blockhouse",
            area,
            "rough ground, fortified, blocks sight, entered by a garrison only, closed works, holds 12 stands",
        ),
        ("road", line, "good road, open ground"),
    ];
    for (kind, shape, words) in rows {
        assert_eq!(meaning(&format!("{kind} {shape}")), words, "{kind}");
    }
}

#[test]
fn the_file_may_say_otherwise_of_a_feature() {
    // RF-TER-04, RF-TER-23
    let area = "area 2,14 8,14 8,20 2,20";
    assert_eq!(meaning(&format!("clear {area} passage=\"slow\"")), "broken ground");
    assert_eq!(meaning(&format!("crops {area} cover=\"light\"")), "open ground, partial cover");
    assert_eq!(meaning(&format!("marsh {area} passage=\"impassable\"")), "impassable");
    assert_eq!(
        meaning(&format!("building {area} fortified=true")),
        "rough ground, fortified, blocks sight, entered by a garrison only, closed works, holds 12 stands"
    );
    assert_eq!(
        meaning(&format!("rocky {area} | move=broken cover=full charge=strong obstacle=minor wooded=true")),
        "broken ground, full cover, strong in a charge, sight passes 8\", minor obstacle, wooded"
    );
    assert_eq!(meaning(&format!("light-woods {area} sight=50")).split(", ").nth(3), Some("sight passes 5\""));
}

#[test]
fn a_place_holds_two_stands_to_an_inch_of_its_longer_side() {
    // RF-FRM-08
    let holds = |shape: &str| meaning(&format!("building {shape}")).rsplit(", ").next().map(str::to_string);
    assert_eq!(holds("area 2,14 5,14 5,16 2,16").as_deref(), Some("holds 6 stands"));
    assert_eq!(holds("at 4,14 width=30").as_deref(), Some("holds 6 stands"));
    assert_eq!(holds("at 4,14").as_deref(), Some("holds 4 stands"));
    assert_eq!(holds("at 4,14 | capacity=9").as_deref(), Some("holds 9 stands"));
}

#[test]
fn a_road_is_one_stand_wide_whatever_the_file_says() {
    // RF-SCL-11
    let field = field(&format!("ground x road line 2,14 8,14 width=30\n{RED}\n{BLUE}"));
    let (_, feature) = field.state.stage.table.features().next().expect("a road");
    assert!(matches!(feature.extent, Extent::Line { width, .. } if width == Length::INCH));
}

#[test]
fn rain_and_tracks_make_poor_roads() {
    // RF-TER-07, RF-TER-08
    let road = |line: &str| field(&format!("{line}\n{RED}\n{BLUE}")).state.stage.land[0].road;
    assert_eq!(road("ground x road line 2,14 8,14"), Some(Road::Good));
    assert_eq!(road("ground x road line 2,14 8,14 condition=\"poor\""), Some(Road::Poor));
    assert_eq!(road("ground x track line 2,14 8,14"), Some(Road::Poor));
    assert_eq!(road("ground x road line 2,14 8,14\nbattle weather=\"rain\""), Some(Road::Poor));
    assert_eq!(road("ground x road line 2,14 8,14 | road=good\nbattle weather=\"rain\""), Some(Road::Good));
    assert_eq!(road("ground x fence line 2,14 8,14"), None);
}

#[test]
fn a_ford_on_a_road_is_open_ground() {
    // RF-TER-06
    let ford = "ground x ford at 4,14";
    let with = field(&format!("{ford}\nground lane road line 4,0 4,36\n{RED}\n{BLUE}"));
    assert_eq!(with.state.stage.land[0].road, Some(Road::Poor));
    let without = field(&format!("{ford}\nground lane road line 7,0 7,36\n{RED}\n{BLUE}"));
    assert_eq!(without.state.stage.land[0].road, None);
}

#[test]
fn a_wooded_hill_carries_light_woods() {
    // RF-TER-04
    let field = field(&format!("ground x gentle-hill area 2,14 8,14 8,20 2,20 wooded=true\n{RED}\n{BLUE}"));
    let kinds: Vec<&str> = field.state.stage.land.iter().map(|land| land.kind).collect();
    assert_eq!(kinds, ["light-woods", "gentle-hill"]);
    assert_eq!(field.state.stage.table.level_at(at(5.0, 17.0)), 1);
}

#[test]
fn the_ground_of_the_map_lies_under_everything() {
    let file = crate::field::battle_file(&format!("{RED}\n{BLUE}"))
        .replace("height = 360", "height = 360\nground = \"light-woods\"");
    let battle = Battle::read("field", &file).expect("sound");
    let Mustered { state, .. } = Regimental::muster(&battle, &Rulebook::default()).expect("sound");
    assert_eq!(state.stage.land.len(), 1);
    assert!(state.stage.land[0].wooded && state.stage.table.areas_at(at(30.0, 20.0)).count() == 1);
}

#[test]
fn a_clearing_in_a_wood_is_open_ground() {
    // RF-TER-04: in a battle file the later of two covers counts.
    let wood = "ground wood dense-woods area 2,14 20,14 20,26 2,26";
    let field = field(&format!("{wood}\nground glade clear area 6,18 12,18 12,22 6,22\n{RED}\n{BLUE}"));
    let at_place = |x: f64, y: f64| -> Vec<&str> {
        let table = &field.state.stage.table;
        table.areas_at(at(x, y)).map(|id| field.state.stage.land[usize::from(id.0)].kind).collect()
    };
    assert_eq!(at_place(4.0, 20.0), ["dense-woods"]);
    assert_eq!(at_place(9.0, 20.0), ["clear"]);
    // A hill is no cover and paints nothing over.
    let field = self::field(&format!("{wood}\nground hill gentle-hill area 6,18 12,18 12,22 6,22\n{RED}\n{BLUE}"));
    assert_eq!(field.state.stage.table.areas_at(at(9.0, 20.0)).count(), 2);
}

// Sides.

#[test]
fn a_quarter_of_the_stands_is_heavy() {
    // RF-VIC-03, RF-ROS-35
    let lines = "red infantry a at 10,6 facing 0 | stands=8\nred artillery b at 20,6 facing 0\nred infantry c at 30,6 facing 0 | stands=7";
    let field = field(&format!("{lines}\n{BLUE}"));
    let army = &field.state.stage.armies[Side::Red.index()];
    assert_eq!((army.start_total, army.heavy_level), (17, 5));
    assert!(report(&field, "red").contains("heavy_level 5: 25 % of 17 stands, rounded up"));
    let set = self::field(&format!("{lines}\n{BLUE}\nside red | heavy_level=3"));
    assert_eq!(set.state.stage.armies[0].heavy_level, 3);
}

#[test]
fn key_positions_are_worth_two_points_unless_the_file_says_otherwise() {
    // RF-VIC-06
    let field = field(&format!(
        "ground hill gentle-hill area 20,14 28,14 28,20 20,20
         objective road at 4,18
         objective ridge feature=\"hill\" worth=3 holder=\"blue\" side=\"blue\" radius=30
         objective away edge=\"north\" goal=\"exit\" side=\"red\"
         objective town at 40,18 | vp=7
         {RED}\n{BLUE}"
    ));
    let keys = &field.state.stage.keys;
    let said: Vec<(&str, i32, Length)> = keys.iter().map(|key| (key.name.as_str(), key.worth, key.reach)).collect();
    let inches = Length::inches;
    assert_eq!(said, [("road", 2, inches(2)), ("ridge", 6, inches(3)), ("town", 7, inches(2))]);
    assert_eq!((keys[0].holder, keys[1].holder, keys[1].only), (None, Some(Side::Blue), Some(Side::Blue)));
    assert_eq!(field.state.keys, [None, Some(Side::Blue), None]);
    // RF-MOV-30: an exit of the file.
    assert_eq!(field.state.stage.armies[0].exits, [TableEdge::North]);
    assert_eq!(field.state.stage.armies[1].exits, []);
}

#[test]
fn a_battle_lasts_as_long_as_the_file_says() {
    // RF-VIC-09, RF-TER-22
    let turns = |line: &str| field(&format!("{line}\n{RED}\n{BLUE}")).state.stage.turns;
    assert_eq!(turns("battle turns=3"), 3);
    let fog = field(&format!("battle visibility=\"fog\"\n{RED}\n{BLUE}"));
    assert_eq!(fog.state.stage.visibility, Visibility::Fog);
}

#[test]
fn the_edge_of_the_file_is_the_friendly_edge() {
    // RF-RET-15
    let field = field(&format!("{RED}\n{BLUE}"));
    assert_eq!(field.state.stage.armies.each_ref().map(|army| army.edge), [TableEdge::South, TableEdge::North]);
}

// Places.

#[test]
fn units_stand_where_the_file_says() {
    // RF-FRM-27
    let field = field(&format!("{RED}\n{BLUE}"));
    assert_eq!(first(&field).0.place, Place::At(crate::field::pose(24.0, 6.0, 0)));
    let set = self::field(&format!("{RED} | x=100 y=50 facing=90\n{BLUE}"));
    assert_eq!(first(&set).0.place, Place::At(crate::field::pose(10.0, 5.0, 90)));
}

#[test]
fn a_unit_off_the_table_on_another_or_in_water_is_a_fault() {
    // RF-MOV-29, RF-MOV-30
    let wrong = |lines: &str| faults(&format!("{lines}\n{BLUE}"));
    let foot = "red infantry foot at 24,6 facing 0";
    assert_eq!(wrong("red infantry foot at 1,6 facing 0"), ["unit[0].at: foot would stand off the table (RF-MOV-30)"]);
    let over = wrong(&format!("{foot}\nred infantry other at 27,6.5 facing 0"));
    assert_eq!(
        over,
        ["unit[0].at: foot would stand on other (RF-MOV-29)", "unit[1].at: other would stand on foot (RF-MOV-29)"]
    );
    assert_eq!(
        wrong(&format!("{foot}\nground x lake area 20,2 30,2 30,5 20,5 name=\"Mill Pond\"")),
        ["unit[0].at: foot cannot stand in Mill Pond (RF-MOV-29)"]
    );
    assert_eq!(
        wrong(&format!("{foot}\nground x building area 24,4 26,4 26,6 24,6")),
        ["unit[0].at: foot cannot stand in the building (RF-MOV-29)"]
    );
    // Side by side, and flush with the water: no fault.
    assert!(muster(&format!("{foot}\nred infantry other at 28,6 facing 0\n{BLUE}")).is_ok());
    assert!(muster(&format!("{foot}\nground x lake area 20,2 30,2 30,4.5 20,4.5\n{BLUE}")).is_ok());
    // A column on the road over the water.
    let column = "red infantry foot at 24,9 facing 0 formation=\"march-column\"";
    let road = "ground lane road line 24,0 24,36";
    assert!(muster(&format!("{column}\nground x lake area 20,2 30,2 30,5 20,5\n{road}\n{BLUE}")).is_ok());
}

#[test]
fn a_garrison_needs_room_for_all_its_stands() {
    // RF-FRM-08, RF-FRM-18
    let house = "ground house building area 20,4 24,4 24,6 20,6 name=\"The Mill\"";
    let garrison = |unit: &str| format!("red {unit} garrison=\"house\"\n{house}\n{BLUE}");
    let held = field(&garrison("infantry foot"));
    assert!(matches!(first(&held).0.place, Place::In(_)));
    assert_eq!(first(&held).0.formation, Formation::Garrison);
    assert_eq!(faults(&garrison("infantry foot men=400")), ["unit[0].garrison: The Mill holds 8 stands (RF-FRM-08)"]);
    let full = faults(&format!("red infantry other men=120 garrison=\"house\"\n{}", garrison("infantry foot")));
    assert_eq!(full.len(), 2, "{full:?}");
}

#[test]
fn what_was_not_there_and_what_has_no_rules_stays_away() {
    let field = field(&format!(
        "{RED}\nred infantry guess at 10,6 facing 0 what_if=true\nred wagons train at 30,2 facing 0\n{BLUE}"
    ));
    assert_eq!(field.state.stage.roster.len(), 2);
}

// The beginning.

#[test]
fn with_fixed_places_the_first_player_turn_begins() {
    // RF-SEQ-01
    let field = field(&format!("{RED}\n{BLUE}"));
    assert_eq!((field.state.turn, field.state.active, field.state.step), (1, Side::Red, Step::Leaders));
    assert_eq!((field.asked(), field.prompt()), (Side::Red, "attach or detach leaders"));
    let second = self::field(&format!("battle first=\"blue\"\n{RED}\n{BLUE}"));
    assert_eq!((second.state.active, second.asked()), (Side::Blue, Side::Blue));
}

#[test]
fn with_zones_the_defender_sets_up_first() {
    // RF-SEQ-24
    let zones = "battle deployment=\"zones\"\nzone red 0,0 48,12\nzone blue 0,24 48,36";
    let field = field(&format!("{zones}\n{RED}\n{BLUE}"));
    assert_eq!((field.state.turn, field.state.step), (0, Step::Deploy(Side::Blue)));
    assert_eq!((field.asked(), field.prompt()), (Side::Blue, "set up your army"));
    assert!(field.state.units.iter().all(|unit| unit.place == Place::Off));
    assert_eq!(field.state.stage.apart, Length::ZERO);
    let usual = "side red | usual_zone=true\nside blue | usual_zone=true";
    let strips = self::field(&format!("table 48 48\n{zones}\n{usual}\n{RED}\n{BLUE}"));
    let deep = |army: &firelock_regimental::state::Army| *army.zones[0].ground.bounds();
    let [red, blue] = strips.state.stage.armies.each_ref().map(deep);
    assert_eq!((red.min, red.max), (at(0.0, 0.0), at(48.0, 12.0)));
    assert_eq!((blue.min, blue.max), (at(0.0, 36.0), at(48.0, 48.0)));
    assert_eq!(strips.state.stage.apart, Length::inches(24));
    let shallow = faults(&format!("table 48 36\n{zones}\n{usual}\n{RED}\n{BLUE}"));
    assert_eq!(shallow, ["battle.deployment: a table 36\" deep has no room for the usual strips"]);
}

fn first_volley() -> State {
    let text = include_str!("../../../../scenarios/first-volley-regimental.toml");
    let battle = Battle::read("first-volley-regimental.toml", text).expect("a sound battle");
    let Mustered { state, .. } =
        Regimental::muster(&battle, &Rulebook::default()).unwrap_or_else(|faults| panic!("{faults}"));
    state
}

#[test]
fn the_battles_of_the_house_muster() {
    let state = first_volley();
    assert_eq!(state.stage.turns, 6);
    // The fence has a gap where the lane passes.
    let fences = state.stage.land.iter().filter(|land| land.kind == "fence").count();
    assert_eq!(fences, 2);
    let text = include_str!("../../../../scenarios/cowpens.toml");
    let battle = Battle::read("cowpens.toml", text).expect("a sound battle");
    let cowpens = Regimental::muster(&battle, &Rulebook::default());
    assert!(cowpens.is_ok(), "{}", cowpens.err().map(|faults| faults.to_string()).unwrap_or_default());
}

#[test]
fn a_state_is_small() {
    // Playouts copy it again and again; what never changes, and the stands of units that did not move, copies share.
    for (a_side, most) in [(12, 8 << 10), (30, 32 << 10)] {
        let line = |side: &str, n: usize, y: usize, facing: usize| {
            format!("{side} infantry {side}{n} at {},{} facing {facing}\n", 4 + 4 * (n % 10), y + 3 * (n / 10))
        };
        let lines = (0..a_side).map(|n| line("red", n, 4, 0) + &line("blue", n, 24, 180));
        let state = field(&lines.collect::<String>()).state;
        assert_eq!(state.units.len(), 2 * a_side);
        let pieces = state.units.len() * size_of::<Unit>() + state.leaders.len() * size_of::<Leader>();
        assert!(size_of_val(&state) + pieces <= most, "{} bytes", size_of_val(&state) + pieces);
    }
}
