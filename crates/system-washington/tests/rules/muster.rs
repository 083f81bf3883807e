//! What a battle file becomes: rosters, ground, commanders, arrivals (WA-ROST, WA-TERR-01, WA-SCALE).

use crate::field::battle;
use expect_test::expect;
use firelock_core::{Rulebook, Side};
use firelock_scenario::{Battle, Muster};
use firelock_table::{Length, Point, TableEdge};
use firelock_washington::Washington;
use firelock_washington::roster::Kind;
use firelock_washington::state::{CommanderStatus, Place, State};
use firelock_washington::words::{Formation, Quality, Rank, ShortEdge, Tag, Terrain, Troop};

const HEAD: &str = r#"
[battle]
id = "field"
name = "Field"
date = 1777-05-01
place = "nowhere"
minutes = 60
first = "red"
attacker = "blue"
[side.red]
name = "Reds"
edge = "south"
[side.blue]
name = "Blues"
edge = "north"
[map]
width = 1500
height = 900
[[command]]
id = "howe"
name = "The army"
side = "red"
rank = "army"
leader = "Howe"
skill = "gallant"
at = [750, 50]
[[command]]
id = "grey"
name = "Grey's brigade"
side = "red"
leader = "Grey"
skill = "poor"
mounted = false
at = [700, 100]
[[command]]
id = "gates"
name = "The other army"
side = "blue"
rank = "army"
leader = "Gates"
at = [750, 850]
[[unit]]
id = "enemy"
name = "Enemy"
side = "blue"
command = "gates"
arm = "infantry"
men = 480
training = "trained"
at = [750, 700]
facing = "south"
"#;

fn muster(rest: &str) -> Result<State, String> {
    let text = format!("{HEAD}{rest}");
    let battle = Battle::read("field", &text).unwrap_or_else(|faults| panic!("{faults}"));
    Washington::muster(&battle, &Rulebook::default())
        .map(|mustered| mustered.state)
        .map_err(|faults| faults.to_string())
}

fn unit(id: &str, at: &str, rest: &str) -> String {
    format!(
        "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"red\"\ncommand = \"grey\"\nat = {at}\nfacing = \"north\"\n{rest}\n"
    )
}

#[test]
fn troops_follow_arm_class_and_training() {
    // WA-ROST-01, WA-ROST-02, WA-ROST-03, WA-ROST-04, WA-ROST-06, WA-ROST-07, WA-ROST-09
    let text = [
        unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"elite\"\nbattalion_gun = true"),
        unit("b", "[300, 200]", "arm = \"infantry\"\nclass = [\"light\"]\nmen = 400\ntraining = \"drilled\"\nformation = \"open-order\""),
        unit("c", "[500, 200]", "arm = \"infantry\"\nclass = [\"militia\"]\nmen = 560\ntraining = \"raw\""),
        unit("d", "[700, 200]", "arm = \"infantry\"\nfirearm = \"rifle\"\nmen = 320\ntraining = \"trained\""),
        unit("e", "[900, 200]", "arm = \"infantry\"\nclass = [\"indian\"]\nmen = 320\ntraining = \"veteran\""),
        unit("f", "[1100, 200]", "arm = \"dragoons\"\nmen = 160\ntraining = \"trained\"\ndismounted = true"),
        unit("g", "[1300, 200]", "arm = \"infantry\"\nnation = \"hesse-kassel\"\nmen = 480\ntraining = \"trained\"\nformation = \"march-column\""),
        unit("h", "[1150, 100]", "arm = \"infantry\"\nnation = \"scots-loyalists\"\nmen = 480\ntraining = \"trained\""),
    ]
    .concat();
    let state = muster(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let rosters: Vec<_> =
        state.stage.roster.iter().filter(|roster| roster.side == Side::Red).map(|roster| roster.kind).collect();
    let kind = |troop, quality, tag, start_bases, battalion_gun| Kind::Troops {
        troop,
        quality,
        tag,
        start_bases,
        battalion_gun,
    };
    assert_eq!(
        rosters,
        [
            kind(Troop::Line, Quality::Veteran, Tag::None, 6, true),
            kind(Troop::Light, Quality::Average, Tag::None, 5, false),
            kind(Troop::Militia, Quality::Raw, Tag::None, 7, false),
            kind(Troop::Rifle, Quality::Average, Tag::None, 4, false),
            kind(Troop::Indian, Quality::Veteran, Tag::None, 4, false),
            kind(Troop::Cavalry, Quality::Average, Tag::None, 4, false),
            kind(Troop::Line, Quality::Average, Tag::Hessian, 6, false),
            kind(Troop::Line, Quality::Average, Tag::ScotsLoyalist, 6, false),
        ]
    );
    let stands: Vec<_> = state.units[1..].iter().map(|unit| (unit.formation, unit.front, unit.mounted)).collect();
    assert_eq!(stands[1], (Formation::Loose, 3, true));
    assert_eq!(stands[3].0, Formation::Loose, "riflemen stand loose whatever is said");
    assert_eq!((stands[5].0, stands[5].2), (Formation::Loose, false));
    assert_eq!(stands[6].1, 1);
    // WA-ROST-05: full at the start.
    assert!(state.units[1..].iter().zip(&rosters).all(|(unit, kind)| match kind {
        Kind::Troops { start_bases, .. } => unit.half_bases == start_bases * 2,
        Kind::Gun => false,
    }));
}

#[test]
fn a_strength_outside_its_range_is_a_fault() {
    // WA-ROST-04
    let faults = muster(&unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 160\ntraining = \"trained\""))
        .expect_err("two bases");
    assert!(faults.contains("bases would be 2"), "{faults}");
}

#[test]
fn guns_are_models_side_by_side() {
    // WA-ROST-17, WA-ROST-18, WA-ROST-20
    let guns = "arm = \"artillery\"\nguns = [{ number = 6, pounds = 6 }]\nmen = 60\ntraining = \"trained\"";
    let foot = unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\"");
    let state = muster(&(unit("guns", "[500, 200]", guns) + &foot)).unwrap_or_else(|faults| panic!("{faults}"));
    let red = state.all_units().filter(|(id, unit)| unit.side == Side::Red && state.roster(*id).is_gun());
    let ids: Vec<_> = red.map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 2);
    assert!(ids.iter().all(|id| state.unit(*id).half_bases == 2));
    assert_eq!(state.battery(ids[0]), ids);
    assert_eq!(state.quality(ids[0]), Quality::Average);
}

#[test]
fn commanders_follow_the_commands() {
    // WA-ROST-21, WA-ROST-22, WA-ROST-23, WA-ROST-25, WA-ROST-26
    let state = muster(&unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""))
        .unwrap_or_else(|faults| panic!("{faults}"));
    let of: Vec<_> = state
        .stage
        .officers
        .iter()
        .zip(&state.commanders)
        .map(|(officer, own)| (officer.rank, own.value, own.mounted, own.status))
        .collect();
    assert_eq!(
        of,
        [
            (Rank::General, 0, true, CommanderStatus::Present),
            (Rank::Brigade, 3, false, CommanderStatus::Present),
            (Rank::General, 2, true, CommanderStatus::Present),
        ]
    );
    assert_eq!(state.attacker, Side::Blue);
    assert_eq!((state.base_line(Side::Red), state.base_line(Side::Blue)), (TableEdge::South, TableEdge::North));
    // Units that stand under the general himself have a brigade without a commander.
    let enemy = state.roster(firelock_core::UnitId(0)).brigade.expect("a brigade");
    assert_eq!(state.brigadier(enemy), None);
}

#[test]
fn ground_has_its_row_of_the_chart() {
    // WA-TERR-01, WA-TERR-08, WA-TERR-14, WA-TERR-15, WA-SCALE-01, WA-SCALE-02
    let text = r#"
[[feature]]
id = "wood"
kind = "dense-woods"
rectangle = [100, 300, 100, 100]
[[feature]]
id = "hill"
kind = "steep-hill"
rectangle = [300, 300, 100, 100]
wooded = true
[[feature]]
id = "river"
kind = "river"
line = [[0, 450], [1500, 450]]
width = 40
[[feature]]
id = "ford"
kind = "ford"
at = [800, 450]
[[feature]]
id = "pond"
kind = "lake"
rectangle = [900, 300, 100, 100]
[[feature]]
id = "house"
kind = "building"
at = [1200, 300]
[[feature]]
id = "lane"
kind = "road"
line = [[800, 0], [800, 900]]
[[feature]]
id = "wall"
kind = "stone-wall"
line = [[1000, 550], [1200, 550]]
gaps = [[1100, 550]]
"#;
    let foot = unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\"");
    let state = muster(&(text.to_string() + &foot)).unwrap_or_else(|faults| panic!("{faults}"));
    let rows: Vec<(Terrain, bool)> = state.ground.land.iter().map(|land| (land.terrain, land.impassable)).collect();
    use Terrain::{Building, Obstacle, River, Road, RoughHill, Wood};
    let expected = [Wood, RoughHill, Wood, River, Road, River, Building, Road, Obstacle, Obstacle];
    assert_eq!(rows.iter().map(|(terrain, _)| *terrain).collect::<Vec<_>>(), expected);
    assert_eq!(rows.iter().filter(|(_, impassable)| *impassable).count(), 1, "the pond");
    // 25 yards to the inch: the usual table.
    assert_eq!((state.ground.table.width(), state.ground.table.depth()), (Length::inches(60), Length::inches(36)));
    // A river is ground, a house is as wide as four bases.
    let house = state.ground.table.ground(firelock_table::FeatureId(6)).expect("an area").bounds();
    assert_eq!(Length::grid(house.max.x - house.min.x), Length::mm(120));
    assert!(state.ground.table.areas_at(Point::inches(20, 18)).next().is_some());
}

#[test]
fn troops_that_come_later_come_by_their_base_line_or_a_short_edge() {
    // WA-ROST-14
    let text = [
        unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""),
        unit("late", "[750, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""),
        unit("west", "[300, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""),
        unit("east", "[500, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""),
        "[[arrival]]\nturn = 2\nunits = [\"late\"]\nat = [750, 0]\n[[arrival]]\nturn = 3\nunits = [\"west\"]\nat = [0, 400]\n[[arrival]]\nturn = 3\nunits = [\"east\"]\nat = [1500, 400]\n".to_string(),
    ]
    .concat();
    let text = text.replace(
        "id = \"late\"\nname = \"late\"\nside = \"red\"\ncommand = \"grey\"\nat = [750, 200]\nfacing = \"north\"\n",
        "id = \"late\"\nname = \"late\"\nside = \"red\"\ncommand = \"grey\"\n",
    );
    let text =
        text.replace("at = [300, 200]\nfacing = \"north\"\n", "").replace("at = [500, 200]\nfacing = \"north\"\n", "");
    let state = muster(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let places: Vec<Place> = state.units[2..].iter().map(|unit| unit.place).collect();
    assert_eq!(
        places,
        [
            Place::Reinforcement { from: 3 },
            Place::Flanker { edge: ShortEdge::Left, from: 5 },
            Place::Flanker { edge: ShortEdge::Right, from: 5 },
        ]
    );
}

#[test]
fn units_on_each_other_and_unknown_settings_are_faults() {
    // WA-MOVE-15
    let text = [
        unit("a", "[100, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""),
        unit("b", "[110, 200]", "arm = \"infantry\"\nmen = 480\ntraining = \"trained\""),
        "[washington.units.a]\nfrnt = 2\n".to_string(),
    ]
    .concat();
    let faults = muster(&text).expect_err("two faults");
    assert!(faults.contains("it would end on") && faults.contains("frnt"), "{faults}");
}

#[test]
fn the_first_volley_is_mustered_as_written() {
    let state = battle("first-volley-washington");
    let told: String = state
        .all_units()
        .map(|(id, unit)| format!("{} {} {}\n", state.roster(id).name, unit.half_bases, unit.front))
        .collect();
    expect![[r#"
        Grenadier battalion 12 3
        Battalion of the line 12 3
        Hessian musketeers 12 3
        Light infantry 10 3
        Legion dragoons 8 2
        Royal Artillery 6-pounders 2 1
        Maryland Continentals 12 3
        Virginia Continentals 12 3
        Overmountain riflemen 8 2
        Western county militia 12 3
        Eastern county militia 14 4
        Continental 3-pounders 2 1
    "#]]
    .assert_eq(&told);
}
