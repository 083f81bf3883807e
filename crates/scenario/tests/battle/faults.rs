//! What the reader says of files with mistakes in them.

use expect_test::{Expect, expect};
use firelock_scenario::{Battle, FaultKind, LARGEST_FILE, MOST_FAULTS};

/// A small battle without fault; tests put their mistakes into it.
const SOUND: &str = r#"
[battle]
id = "ford"
name = "The Ford"
date = 1777-06-01
place = "a ford"
minutes = 60
first = "red"
attacker = "red"

[side.red]
name = "British"
edge = "south"

[side.blue]
name = "Americans"
edge = "north"

[map]
width = 800
height = 600

[[feature]]
id = "wood"
kind = "light-woods"
area = [[100, 100], [300, 100], [200, 300]]

[[command]]
id = "howe"
name = "Howe's army"
side = "red"
rank = "army"

[[command]]
id = "greene"
name = "Greene's army"
side = "blue"
rank = "army"

[[unit]]
id = "foot"
name = "5th Foot"
side = "red"
command = "howe"
arm = "infantry"
men = 300
training = "trained"
at = [400, 100]
facing = "north"

[[unit]]
id = "line"
name = "1st Maryland"
side = "blue"
command = "greene"
arm = "infantry"
men = 300
training = 2
at = [400, 500]
facing = 180
"#;

fn check(text: &str, expected: Expect) {
    let faults = Battle::read("t.toml", text).expect_err("the file has faults");
    expected.assert_eq(&faults.to_string());
}

/// The sound battle with one line replaced, and what is then said.
fn check_with(from: &str, to: &str, expected: Expect) {
    assert_eq!(SOUND.matches(from).count(), 1, "{from} stands once in the sound battle");
    check(&SOUND.replace(from, to), expected);
}

#[test]
fn the_small_battle_is_sound() {
    let battle = Battle::read("t.toml", SOUND).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(battle.units.len(), 2);
}

#[test]
fn twenty_and_more_different_faults_are_all_reported_at_once() {
    let text = r#"
[battle]
id = "bad battle"
name = ""
date = "1777-02-30"
start = "25:00"
minutes = 2
first = "green"
attacker = "red"
wether = "clear"

[side.red]
name = "British"
edge = "south"

[side.blue]
name = "Americans"
edge = "south"

[map]
width = "wide"
height = 600

[[feature]]
id = "wood"
kind = "light-wood"
area = [[100, 100], [300, 100], [200, 300]]

[[feature]]
id = "wood"
kind = "fence"
line = [[100, 100], [100, 100]]

[[feature]]
id = "knot"
kind = "dense-woods"
area = [[0, 0], [50, 50], [50, 0], [0, 50]]

[[feature]]
id = "two"
kind = "building"
at = [100, 200]
circle = [100, 200, 20]

[[feature]]
id = "pond"
kind = "lake"
area = [[300, 300], [400, 300]]

[[command]]
id = "howe"
name = "Howe's army"
side = "red"
rank = "army"

[[command]]
id = "idle"
name = "Nobody's brigade"
side = "red"

[[command]]
id = "lost"
name = "A brigade without a side"

[[unit]]
id = "foot"
name = "5th Foot"
side = "red"
command = "hwoe"
arm = "infantry"
men = 300
training = 7
at = [400, 100]
facing = "nort"

[[unit]]
id = "horse"
name = "17th Light Dragoons"
side = "red"
command = "howe"
arm = "cavalri"
men = -5
training = "elite"
at = [410.55, 100]
facing = 0

[[unit]]
id = "guns"
name = "Battery"
side = "blue"
command = "howe"
arm = "artillery"
training = "elite"
formation = "square"

[[unit]]
id = "garrison"
name = "Garrison"
side = "blue"
command = "howe"
arm = "infantry"
men = 100
training = true
garrison = "woood"

[[objective]]
id = "hill"
name = "The hill"
feature = "hill"
worth = 50

[[arrival]]
minute = 30
turn = 3
units = ["foot"]
at = [100, 0]

[history]
winner = "red"
result = "British victory"

[[history.loss]]
side = "red"
killed = [20, 10]

[regimental]
fit = "clam"

[regimental.units.foot]
stands = 7.5

[regimental.units.nobody]
stands = 7
"#;
    let faults = Battle::read("bad.toml", text).expect_err("the file has faults");
    assert!(faults.list().len() >= 20);
    expect![[r#"
        bad.toml:2:1: battle.place: place is missing; expected a text in quotes
        bad.toml:3:6: battle.id: "bad battle" is no id; expected 1 to 40 letters, digits, hyphens and underscores
        bad.toml:4:8: battle.name: a text of 0 characters; expected 1 to 120 characters
        bad.toml:5:8: battle.date: "1777-02-30" is out of range; expected a date such as 1781-01-17
        bad.toml:6:9: battle.start: "25:00" is out of range; expected a time of day such as "07:00"
        bad.toml:7:11: battle.minutes: 2 is out of range; expected a whole number from 5 to 1440
        bad.toml:8:9: battle.first: "green" is no side; expected one of red, blue
        bad.toml:10:1: battle.wether: battle knows no key "wether"; did you mean "weather"?
        bad.toml:18:8: side.blue.edge: both sides have the south edge behind them; expected two different edges
        bad.toml:21:9: map.width: this is the text "wide"; expected a whole number from 50 to 20000
        bad.toml:26:8: feature[0].kind: "light-wood" is no kind of ground; expected one of clear, crops, vineyard, orchard, light-woods, dense-woods, brush, rocky, rough, marsh, beach, gentle-hill, steep-hill, hollow and 31 more; did you mean "light-woods"?
        bad.toml:30:6: feature[1].id: another feature is called "wood" already; expected an id of its own
        bad.toml:32:21: feature[1].line[1]: [100, 100] is given twice running; expected another point
        bad.toml:37:8: feature[2].area: the edge from [0, 0] to [50, 50] meets the one from [50, 0] to [0, 50]; expected a polygon that does not cross itself
        bad.toml:43:10: feature[3].circle: at and circle are both given; expected exactly one of area, line, at, rectangle, circle
        bad.toml:48:8: feature[4].area: a list of 2; expected 3 to 300 members
        bad.toml:56:1: command[1]: "idle" commands nobody; expected a unit with this command, or rank = "staff"
        bad.toml:61:1: command[2].side: side is missing; expected one of red, blue
        bad.toml:61:1: command[2]: "lost" commands nobody; expected a unit with this command, or rank = "staff"
        bad.toml:69:11: unit[0].command: no command is called "hwoe"; expected the id of a command; did you mean "howe"?
        bad.toml:72:12: unit[0].training: 7 is out of range; expected one of raw, drilled, trained, veteran, elite, or a number from 0 to 4
        bad.toml:73:6: unit[0].at: "foot" stands on the map and arrives later; expected one of the two
        bad.toml:74:10: unit[0].facing: "nort" is no point of the compass; expected degrees from 0 to 359 (0 is north, 90 east) or a word such as "north-east"; did you mean "north"?
        bad.toml:81:7: unit[1].arm: "cavalri" is no arm; expected one of infantry, cavalry, dragoons, artillery, wagons; did you mean "cavalry"?
        bad.toml:82:7: unit[1].men: -5 is out of range; expected a whole number from 0 to 20000
        bad.toml:84:7: unit[1].at: 410.55 is out of range; expected a number from -100000 to 100000, to one decimal place
        bad.toml:87:1: unit[2].guns: "guns" is artillery without guns; expected guns = [{ number = 2, pounds = 6 }]
        bad.toml:91:11: unit[2].command: "howe" is a command of red; expected a command of blue
        bad.toml:94:13: unit[2].formation: artillery does not form "square"; expected a formation of artillery
        bad.toml:100:11: unit[3].command: "howe" is a command of red; expected a command of blue
        bad.toml:103:12: unit[3].training: this is true; expected one of raw, drilled, trained, veteran, elite, or a number from 0 to 4
        bad.toml:104:12: unit[3].garrison: no feature is called "woood"; expected the id of a feature; did you mean "wood"?
        bad.toml:109:11: objective[0].feature: no feature is called "hill"; expected the id of a feature
        bad.toml:110:9: objective[0].worth: 50 is out of range; expected a whole number from 1 to 20
        bad.toml:114:8: arrival[0].turn: minute and turn are both given; expected exactly one of minute, turn
        bad.toml:124:10: history.loss[0].killed: this is no count; expected a whole number, or [least, most] with the least first
        bad.toml:127:7: regimental.fit: "clam" is no fit; expected one of fault, clamp; did you mean "clamp"?
        bad.toml:130:10: regimental.units.foot.stands: this is no setting; expected a whole number, true or false, a word, or a list of words
        bad.toml:132:19: regimental.units.nobody: no unit is called "nobody"; expected the id of a unit"#]]
    .assert_eq(&faults.to_string());
}

#[test]
fn a_missing_key_is_reported_at_its_table() {
    check_with(
        "men = 300\ntraining = \"trained\"\n",
        "men = 300\n",
        expect![
            "t.toml:40:1: unit[0].training: training is missing; expected one of raw, drilled, trained, veteran, elite, or a number from 0 to 4"
        ],
    );
    check_with("[map]\nwidth = 800\nheight = 600\n", "", expect!["t.toml:1:1: map: map is missing; expected a table"]);
}

#[test]
fn a_mistake_in_one_table_is_not_held_against_the_others() {
    // The command's id cannot be read, so nobody complains that the unit's command does not exist.
    check_with(
        "id = \"howe\"",
        "id = 5",
        expect![
            "t.toml:29:6: command[0].id: this is the number 5; expected a short name of letters, digits, hyphens and underscores, in quotes"
        ],
    );
    // The map's size cannot be read, so nothing lies off it.
    check_with(
        "width = 800",
        "width = 8",
        expect!["t.toml:20:9: map.width: 8 is out of range; expected a whole number from 50 to 20000"],
    );
    // The unit's side cannot be read, so it is not on the wrong one, and red is not without troops.
    check_with(
        "name = \"5th Foot\"\nside = \"red\"",
        "name = \"5th Foot\"\nside = \"rot\"",
        expect![[r#"t.toml:43:8: unit[0].side: "rot" is no side; expected one of red, blue"#]],
    );
}

#[test]
fn the_chain_of_command_is_checked() {
    check_with(
        "rank = \"army\"\n\n[[unit]]",
        "rank = \"wing\"\n\n[[unit]]",
        expect![[
            r#"t.toml:15:1: side.blue: nobody commands the army of blue; expected one [[command]] with side = "blue" and rank = "army""#
        ]],
    );
    check_with(
        "[[unit]]\nid = \"foot\"",
        r#"[[command]]
id = "a"
name = "A"
side = "red"
rank = "wing"
superior = "b"

[[command]]
id = "b"
name = "B"
side = "red"
rank = "wing"
superior = "a"

[[command]]
id = "c"
name = "C"
side = "blue"
superior = "howe"
leader = "Nobody in particular"

[[command]]
id = "d"
name = "D"
side = "red"
rank = "army"

[[unit]]
id = "foot""#,
        expect![[r#"
            t.toml:40:1: command[2]: "a" commands nobody; expected a unit with this command, or rank = "staff"
            t.toml:47:1: command[3]: "b" commands nobody; expected a unit with this command, or rank = "staff"
            t.toml:54:1: command[4]: "c" commands nobody; expected a unit with this command, or rank = "staff"
            t.toml:65:8: command[5].rank: red has an army commander already; expected one army a side"#]],
    );
    check_with(
        "command = \"greene\"",
        "command = \"howe\"",
        expect![[r#"t.toml:55:11: unit[1].command: "howe" is a command of red; expected a command of blue"#]],
    );
}

#[test]
fn a_side_needs_troops() {
    check_with(
        "side = \"blue\"\ncommand = \"greene\"",
        "side = \"red\"\ncommand = \"howe\"",
        expect![[r#"t.toml:15:1: side.blue: blue has no troops; expected at least one [[unit]] with side = "blue""#]],
    );
}

#[test]
fn units_stand_on_the_map_on_ground_that_bears_them() {
    check_with(
        "at = [400, 100]",
        "at = [400, 601]",
        expect!["t.toml:48:6: unit[0].at: [400, 601] lies off the map; expected a place from [0, 0] to [800, 600]"],
    );
    check_with(
        "at = [400, 100]",
        "at = [400, 500]",
        expect![[r#"t.toml:59:6: unit[1].at: "foot" stands on [400, 500] already; expected a place of its own"#]],
    );
    check_with(
        "at = [400, 100]\n",
        "",
        expect![[r#"t.toml:40:1: unit[0].at: "foot" stands nowhere; expected at = [x, y], a garrison or an arrival"#]],
    );
    check_with(
        "facing = \"north\"\n",
        "",
        expect![[
            r#"t.toml:40:1: unit[0].facing: nothing says where "foot" faces; expected degrees, or a word such as "north""#
        ]],
    );
    let lake =
        "[[feature]]\nid = \"lake\"\nkind = \"lake\"\nrectangle = [350, 50, 100, 100]\n\n[[command]]\nid = \"howe\"";
    check_with(
        "[[command]]\nid = \"howe\"",
        lake,
        expect![[
            r#"t.toml:53:6: unit[0].at: [400, 100] lies in "lake" (lake), where infantry cannot stand; expected passable ground"#
        ]],
    );
    let bar = "kind = \"light-woods\"\nbars = [\"infantry\"]";
    check(
        &SOUND.replace("kind = \"light-woods\"", bar).replace("at = [400, 100]", "at = [200, 200]"),
        expect![[
            r#"t.toml:49:6: unit[0].at: [200, 200] lies in "wood" (light-woods), where infantry cannot stand; expected passable ground"#
        ]],
    );
}

#[test]
fn a_bridge_bears_what_the_river_does_not() {
    let ground = "[[feature]]\nid = \"river\"\nkind = \"river\"\nrectangle = [350, 50, 100, 100]\n\n\
        [[feature]]\nid = \"bridge\"\nkind = \"bridge\"\nrectangle = [390, 50, 20, 100]\nover = \"river\"\n\n\
        [[command]]\nid = \"howe\"";
    let text = SOUND.replace("[[command]]\nid = \"howe\"", ground);
    assert!(Battle::read("t.toml", &text).is_ok());
}

#[test]
fn arms_and_weapons_fit_each_other() {
    check_with(
        "arm = \"infantry\"\nmen = 300\ntraining = \"trained\"",
        "arm = \"artillery\"\ntraining = 2",
        expect![[
            r#"t.toml:40:1: unit[0].guns: "foot" is artillery without guns; expected guns = [{ number = 2, pounds = 6 }]"#
        ]],
    );
    check_with(
        "arm = \"infantry\"\nmen = 300\ntraining = \"trained\"",
        "arm = \"infantry\"\nmen = 0\ntraining = 2\ncuirass = true\nblades = [\"lance\"]\nformation = \"echelon\"\nguns = [{ number = 2 }]",
        expect![[r#"
            t.toml:46:7: unit[0].men: "foot" has no men; expected men present and fit
            t.toml:48:11: unit[0].cuirass: infantry does not wear breast plates; expected cavalry
            t.toml:49:10: unit[0].blades: infantry has no lances; expected cavalry
            t.toml:50:13: unit[0].formation: infantry does not form "echelon"; expected a formation of infantry
            t.toml:51:8: unit[0].guns: "foot" is infantry with guns of its own; expected a unit of artillery, or battalion_gun = true"#]],
    );
}

#[test]
fn arrivals_bring_each_unit_once_and_in_time() {
    let arrivals = r#"[[arrival]]
minute = 61
units = ["foot", "line"]
at = [0, 0]

[[arrival]]
turn = 2
units = ["foot"]
at = [-1, 0]

[[unit]]
id = "foot""#;
    check_with(
        "[[unit]]\nid = \"foot\"",
        arrivals,
        expect![[r#"
        t.toml:41:10: arrival[0].minute: minute 61 lies after the end; expected at most 60, the battle's length
        t.toml:42:18: arrival[0].units[1]: "line" is a unit of blue; expected units of one side
        t.toml:47:10: arrival[1].units[0]: "foot" arrives with arrival[0] already; expected each unit once
        t.toml:48:6: arrival[1].at: [-1, 0] lies off the map; expected a place from [0, 0] to [800, 600]
        t.toml:58:6: unit[0].at: "foot" stands on the map and arrives later; expected one of the two
        t.toml:69:6: unit[1].at: "line" stands on the map and arrives later; expected one of the two"#]],
    );
}

#[test]
fn a_shape_must_suit_its_kind() {
    check_with(
        "kind = \"light-woods\"",
        "kind = \"road\"",
        expect![[r#"t.toml:26:8: feature[0].area: "road" does not lie as an area; expected a line"#]],
    );
    check_with(
        "area = [[100, 100], [300, 100], [200, 300]]",
        "",
        expect!["t.toml:23:1: feature[0]: none of area, line, at, rectangle, circle is given; expected exactly one"],
    );
    check_with(
        "[300, 100], [200, 300]]",
        "[300, 100], [200, 300], [100, 100]]",
        expect![
            "t.toml:26:45: feature[0].area[3]: the last point is the first again; expected each point once: a polygon closes itself"
        ],
    );
    check_with(
        "[300, 100], [200, 300]]",
        "[300, 100], [200, 100]]",
        expect![
            "t.toml:26:8: feature[0].area: the edge from [100, 100] to [300, 100] meets the one from [300, 100] to [200, 100]; expected a polygon that does not cross itself"
        ],
    );
}

#[test]
fn plans_name_a_command_a_place_and_rising_minutes() {
    let plans = r#"
[[plan]]
command = "howe"
task = "attack"
minute = 20

[[plan]]
command = "how"
task = "attack"
target = "wod"

[[plan]]
command = "howe"
task = "hold"
minute = 20
at = [900, 100]

[[plan]]
command = "greene"
task = "reserve"
minute = 70
at = [400, 500]
target = "wood"

[[plan]]
command = "greene"
task = "withdraw"
minute = 75
"#;
    check(
        &format!("{SOUND}{plans}"),
        expect![[r#"
            t.toml:62:1: plan[0]: none of at, target is given; expected exactly one
            t.toml:68:11: plan[1].command: no command is called "how"; expected the id of a command; did you mean "howe"?
            t.toml:70:10: plan[1].target: no feature is called "wod"; expected the id of a feature; did you mean "wood"?
            t.toml:75:10: plan[2].minute: an earlier entry plans for "howe" at that minute or later; expected the entries of a command in their order
            t.toml:76:6: plan[2].at: [900, 100] lies off the map; expected a place from [0, 0] to [800, 600]
            t.toml:81:10: plan[3].minute: minute 70 lies after the end; expected at most 60, the battle's length
            t.toml:83:10: plan[3].target: at and target are both given; expected exactly one of at, target
            t.toml:88:10: plan[4].minute: minute 75 lies after the end; expected at most 60, the battle's length"#]],
    );
    let sound = "[[plan]]\ncommand = \"howe\"\ntask = \"attack\"\ntarget = \"line\"\n";
    let battle = Battle::read("t.toml", &format!("{SOUND}{sound}")).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(battle.plans.len(), 1);
}

#[test]
fn zones_are_needed_where_players_set_up() {
    check_with(
        "attacker = \"red\"",
        "attacker = \"red\"\ndeployment = \"zones\"",
        expect![[r#"
        t.toml:10:14: battle.deployment: red has no zone to set up in; expected a [[deploy]] with side = "red"
        t.toml:10:14: battle.deployment: blue has no zone to set up in; expected a [[deploy]] with side = "blue""#]],
    );
}

#[test]
fn broken_lines_are_reported_and_hide_no_other_mistake() {
    check(
        "[battle]\nid = \"x\"\nname = = \"y\"\ndate = 5\nminutes = 2000\n[map\nwidth = 1\n",
        expect![[r#"
            t.toml:3:8: extra `=`; expected nothing
            t.toml:4:8: battle.date: this is the number 5; expected a date such as 1781-01-17
            t.toml:5:11: battle.minutes: 2000 is out of range; expected a whole number from 5 to 1440
            t.toml:6:5: unclosed table; expected `]`"#]],
    );
    check(
        "id = \"unclosed\nx",
        expect![[r#"
        t.toml:1:15: invalid basic string; expected `"`
        t.toml:2:2: key with no value; expected `=`"#]],
    );
}

#[test]
fn a_key_given_twice_is_a_fault_among_others() {
    check_with(
        "name = \"5th Foot\"",
        "name = \"5th Foot\"\nname = \"6th Foot\"\nmen = 4",
        expect![[r#"
        t.toml:43:1: the key "name" is given twice; expected each key once
        t.toml:48:1: the key "men" is given twice; expected each key once"#]],
    );
}

#[test]
fn an_empty_file_lacks_its_tables() {
    check(
        "",
        expect![[r#"
        t.toml:1:1: battle: battle is missing; expected a table
        t.toml:1:1: side: side is missing; expected a table
        t.toml:1:1: map: map is missing; expected a table
        t.toml:1:1: side.red: red has no troops; expected at least one [[unit]] with side = "red"
        t.toml:1:1: side.red: nobody commands the army of red; expected one [[command]] with side = "red" and rank = "army"
        t.toml:1:1: side.blue: blue has no troops; expected at least one [[unit]] with side = "blue"
        t.toml:1:1: side.blue: nobody commands the army of blue; expected one [[command]] with side = "blue" and rank = "army""#]],
    );
}

#[test]
fn a_file_that_is_too_large_or_no_text_is_refused() {
    let faults = Battle::read("big.toml", &" ".repeat(LARGEST_FILE + 1)).expect_err("too large");
    expect!["big.toml:1:1: the file has 1048577 bytes; expected at most 1048576 bytes"].assert_eq(&faults.to_string());
    let faults = Battle::read_bytes("raw.toml", b"[battle]\nname = \"Gy\xF5r\"").expect_err("no text");
    expect!["raw.toml:2:11: this is no text; expected UTF-8"].assert_eq(&faults.to_string());
}

#[test]
fn lists_and_faults_have_an_end() {
    let many: String = (0..MOST_FAULTS + 50).map(|nth| format!("key{nth} = 1\n")).collect();
    let faults = Battle::read("many.toml", &many).expect_err("unknown keys");
    assert_eq!(faults.list().len(), MOST_FAULTS);
    assert!(faults.left_out() >= 50);
    let long = format!("[[feature]]\nid = \"x\"\nkind = \"clear\"\narea = [{}]\n", "[1, 2], ".repeat(400));
    let faults = Battle::read("long.toml", &long).expect_err("a long list");
    assert!(faults.list().iter().any(|fault| fault.kind == FaultKind::TooMuch && fault.path == "feature[0].area"));
}
