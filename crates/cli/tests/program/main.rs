//! The program as people and scripts meet it.

mod battles;
mod contests;
mod lab;
mod odds;
mod served;

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};
use firelock_core::{Overlay, Side};
use firelock_game::{Agreed, BattleFile, DiceSource, Key, SYSTEMS};
use serde_json::Value;

struct Said {
    out: String,
    err: String,
    code: i32,
}

fn firelock(args: &[&str]) -> Said {
    let output = Command::new(env!("CARGO_BIN_EXE_firelock")).args(args).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// Runs the program, which must find nothing wrong, and compares what it says.
fn check(args: &[&str], expected: Expect) {
    let said = firelock(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    expected.assert_eq(&said.out);
}

/// Runs the program, which must find the input bad, and compares its complaint.
fn check_bad(args: &[&str], expected: Expect) {
    let said = firelock(args);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    expected.assert_eq(&said.err);
    let as_json = firelock(&[args, &["--json"]].concat());
    let document: Value = serde_json::from_str(&as_json.out).expect("one JSON document");
    assert!(as_json.code == 2 && document["error"].is_string(), "{document}");
}

fn json(args: &[&str]) -> Value {
    let said = firelock(&[args, &["--json"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&said.out).expect("one JSON document")
}

/// A file of this test run.
fn scratch(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the scratch folder can be written");
    path
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// The record of the first commands of a game, each the first that the prompt lists.
fn record(n_commands: usize) -> String {
    let text = include_str!("../../../../scenarios/first-volley-regimental.toml");
    let file = BattleFile::read("first-volley-regimental.toml", text).expect("it comes with the program");
    let players = ["Ann".to_owned(), "Bob".to_owned()];
    let agreed = Agreed { overlay: Overlay::default(), dice: DiceSource::Open(Key::from_seed(1)), players };
    let mut game = (SYSTEMS[0].start)(&file, agreed).expect("it musters");
    for at in 0..n_commands {
        let options = Side::BOTH.into_iter().find_map(|side| game.view(Some(side)).prompt);
        let prompt = options.expect("somebody is asked");
        let command = prompt.options.first().expect("there is something to say").command.to_string();
        game.submit(prompt.side, &command, at).expect("what is listed is legal");
    }
    game.record().text()
}

#[test]
fn systems_and_battles_are_listed() {
    let battles = firelock(&["battles"]).out;
    assert!(
        battles.lines().any(|line| line.starts_with("cowpens ") && line.contains("1781-01-17  Cowpens ")),
        "{battles}"
    );
    let systems = json(&["systems"]);
    assert_eq!(systems["systems"][0]["name"], "regimental");
    assert!(systems["systems"][0]["clauses"].as_u64() > Some(400));
    let battles = json(&["battles"]);
    let cowpens = battles["battles"].as_array().and_then(|all| all.iter().find(|battle| battle["id"] == "cowpens"));
    assert_eq!(cowpens.map(|battle| &battle["date"]), Some(&"1781-01-17".into()));
}

#[test]
fn clauses_are_told_in_words() {
    let said = firelock(&["clauses", "regimental"]);
    assert!(said.out.contains("  RF-SCL-02  1.0\" of table = 25 yards.\n"), "{}", said.out);
    let clauses = json(&["clauses", "regimental"]);
    let first = &clauses["clauses"][1];
    assert_eq!(
        (&first["clause"], &first["kind"], &first["section"]),
        (&"RF-SCL-02".into(), &"rule".into(), &"Scale & table".into())
    );
    let said = firelock(&["clauses", "regimentl"]);
    assert!(said.code == 2 && said.err.starts_with("firelock: \"regimentl\" is no system; the systems are regimental"));
}

#[test]
fn clauses_without_a_test_are_told() {
    let untested = json(&["clauses", "regimental", "--untested"]);
    let ids: Vec<_> = untested["clauses"].as_array().expect("a list").iter().map(|entry| &entry["clause"]).collect();
    assert_eq!(ids, ["RF-SCL-10", "RF-OPT-03"], "what docs/rules/not-done.toml lists");
}

#[test]
fn tests_and_their_facts_are_listed() {
    check(
        &["check", "regimental"],
        expect![[r#"
        maneuver            RF-CHK-01  Whether and how a unit maneuvers, rallies, falls back or flees.
        fire                RF-FIR-18  What all who fire at one target in a step do to it.
        charge              RF-CHG-22  Who wins a charge combat, desperate struggles included, and what becomes of both sides.
        fallen-leader       RF-LDR-03  What befalls a leader or a brave colonel in danger.
        leader-replacement  RF-LDR-08  How good the successor of a lost leader is.
        road-move           RF-MOV-08  How far a unit goes, on and off the road.
        fire-points         RF-FIR-07  How many fire points stands have at a range, and what they add to the die.
        effectiveness       RF-ROS-12  Whether a unit is fresh, worn or spent.
    "#]],
    );
    check(
        &["check", "regimental", "effectiveness", "--schema"],
        expect![[r#"
        fact          kind                                           default     meaning
        morale        spirited | reliable | unreliable | dispirited  "reliable"  Its morale.
        stands        0..255                                         12          Stands now.
        start_stands  2..25                                          12          Stands at the start, 2 to 25.
    "#]],
    );
    let schema = json(&["check", "regimental", "maneuver", "--schema"]);
    assert_eq!(schema["facts"]["order"], "good");
    assert!(schema["schema"]["properties"]["order"].is_object());
}

#[test]
fn a_check_shows_its_tally_and_its_odds_and_with_dice_its_effect() {
    check(
        &["check", "regimental", "fallen-leader"],
        expect![[r#"
        fallen-leader, regimental (RF-LDR-03)

        roll d10

        odds
           10.00 %  Killed            1/10
           10.00 %  Mortally wounded  1/10
           10.00 %  Badly wounded     1/10
           10.00 %  Flesh wound       1/10
           10.00 %  Horse shot        1/10
           10.00 %  Coat pierced      1/10
           10.00 %  Aide hit          1/10
           30.00 %  Unmoved           3/10
    "#]],
    );
    check(
        &["check", "regimental", "maneuver", "--set", "order=disordered", "--set", "stands=5", "--roll", "7"],
        expect![[r#"
            maneuver, regimental (RF-CHK-01)

                (+1)  gallant leader              RF-CMD-09
                  +0  able leader                 RF-CMD-09
                (-1)  poor leader                 RF-CMD-09
                (+1)  leader attached             RF-CMD-10
                (+1)  brave colonel               RF-CMD-10
                (-1)  provisional command         RF-CMD-07
                (-2)  out of command              RF-CMD-08
                (+2)  elite                       RF-CHK-12
                (+1)  veteran                     RF-CHK-12
                  +0  trained                     RF-CHK-12
                (-1)  raw                         RF-CHK-12
                  +2  fresh troops                RF-CHK-10
                (+0)  worn troops                 RF-CHK-10
                (-2)  spent troops                RF-CHK-10
                (+2)  battery                     RF-CHK-05
                (+2)  battalion gun near friends  RF-CHK-05
                (+1)  field or march column       RF-CHK-03
                (+1)  garrison                    RF-CHK-03
                (+1)  limbered                    RF-CHK-03
                (+1)  linear cover                RF-CHK-03
                (+1)  Indians in woods            RF-CHK-06
                (-1)  Indians in the open         RF-CHK-06
                (-2)  outflanked                  RF-CHK-07
                (-2)  broken                      RF-CHK-07
                (-1)  key position lost           RF-CHK-08
                (-1)  heavy casualties            RF-CHK-13
                (-2)  greater losses              RF-CHK-14
                   =  2

            d10: rolled 7, result 9
              Rally (RF-MAN-06): Back in good order, then one maneuver of Tardy; or it stays disordered for a full move.

            odds
               20.00 %  Rally with Elan  1/5
               60.00 %  Rally            3/5
               20.00 %  Shaken           1/5
        "#]],
    );
}

#[test]
fn the_document_of_a_check_is_what_scripts_rely_on() {
    let keys = |document: &Value| document.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let wanted = ["dice", "effect", "facts", "ledger", "odds", "result", "roll", "system", "test", "total"];
    let before = json(&["check", "regimental", "maneuver", "--set", "outflanked=true"]);
    assert_eq!(keys(&before), wanted);
    assert_eq!(
        (&before["system"], &before["test"], &before["dice"]),
        (&"regimental".into(), &"maneuver".into(), &"d10".into())
    );
    assert_eq!((&before["roll"], &before["result"], &before["effect"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(before["facts"]["outflanked"], true);
    assert_eq!(before["total"], 0);
    let line = before["ledger"]
        .as_array()
        .and_then(|lines| lines.iter().find(|line| line["label"] == "outflanked"))
        .expect("the row");
    assert_eq!(keys(line), ["applies", "clause", "label", "value"]);
    assert_eq!((&line["value"], &line["applies"], &line["clause"]), (&(-2).into(), &true.into(), &"RF-CHK-07".into()));
    let sum: i64 = before["ledger"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|line| line["applies"] == true)
        .filter_map(|line| line["value"].as_i64())
        .sum();
    assert_eq!(before["total"], sum);
    assert_eq!(keys(&before["odds"][0]), ["effect", "exact", "p"]);
    let p: f64 = before["odds"].as_array().into_iter().flatten().filter_map(|odds| odds["p"].as_f64()).sum();
    assert!((p - 1.0).abs() < 1e-12);

    let after = json(&["check", "regimental", "maneuver", "--set", "outflanked=true", "--roll", "7"]);
    assert_eq!(keys(&after), wanted);
    assert_eq!((&after["roll"], &after["result"]), (&serde_json::json!([7]), &7.into()));
    assert_eq!(keys(&after["effect"]), ["clause", "name", "text"]);
    let tried = json(&["check", "regimental", "maneuver", "--what-if", "outflanked"]);
    assert_eq!(tried["what_if"]["values"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_bad_check_is_told_what_was_expected() {
    check_bad(
        &["check", "regimental", "fier"],
        expect![[r#"
        firelock: "fier" is no test of regimental; its tests are maneuver, fire, charge, fallen-leader, leader-replacement, road-move, fire-points, effectiveness
    "#]],
    );
    check_bad(
        &["check", "regimental", "effectiveness", "--set", "stand=3"],
        expect![[r#"
        firelock: regimental effectiveness: "stand" is no fact of this test; its facts are morale, stands, start_stands
    "#]],
    );
    check_bad(
        &["check", "regimental", "maneuver", "--set", "order=brokn"],
        expect![[r#"
        firelock: regimental maneuver: order: unknown variant `brokn`, expected one of `good`, `disordered`, `broken`
    "#]],
    );
    check_bad(
        &["check", "regimental", "maneuver", "--roll", "11"],
        expect![[r#"
        firelock: regimental maneuver: a d10 has no 11: maneuver check (RF-CHK-01)
    "#]],
    );
    check_bad(
        &["check", "regimental", "maneuver", "--roll", "7,3"],
        expect![[r#"
            firelock: regimental maneuver: too many faces for d10: 1 left over
        "#]],
    );
    check_bad(
        &["check", "regimental", "charge", "--roll", "3"],
        expect![[r#"
        firelock: regimental charge: more dice are wanted: d10 +2 against d10 +2 is to be rolled: charge (RF-CHG-22)
    "#]],
    );
    check_bad(
        &["check", "regimental", "effectiveness", "--roll", "3"],
        expect![[r#"
        firelock: regimental effectiveness: the result is certain; no dice are rolled
    "#]],
    );
    assert_eq!(firelock(&["check", "regimental", "maneuver", "--set", "order"]).code, 2);
}

#[test]
fn house_rules_change_a_check() {
    let toml = scratch("house.toml", "[cells]\n\"T-MAN-MOD.outflanked\" = -4\n");
    let strict = json(&["check", "regimental", "maneuver", "--set", "outflanked=true", "--overlay", path(&toml)]);
    let plain = json(&["check", "regimental", "maneuver", "--set", "outflanked=true"]);
    assert_eq!(strict["total"].as_i64(), plain["total"].as_i64().map(|total| total - 2));
    let wrong = scratch("wrong.toml", "[cells]\n\"T-MAN-MOD.outflankd\" = -4\n[switches]\nx = \"on\"\n");
    for command in [&["check", "regimental", "maneuver"][..], &["muster", "cowpens", "--system", "regimental"]] {
        let said = firelock(&[command, &["--overlay", path(&wrong)]].concat());
        assert_eq!(said.code, 2);
        let faults: Vec<&str> = said.err.lines().collect();
        assert!(faults[0].ends_with("wrong.toml: cells: there is no number at \"T-MAN-MOD.outflankd\""), "{faults:?}");
        assert!(faults[1].ends_with("wrong.toml: switches: there is no switch \"x\""), "{faults:?}");
    }
    let garbled = scratch(
        "garbled.toml",
        "[cells
",
    );
    assert!(firelock(&["check", "regimental", "maneuver", "--overlay", path(&garbled)]).err.contains("garbled.toml: "));
}

#[test]
fn battle_files_are_validated_with_all_their_faults() {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/first-volley-regimental.toml");
    let said = firelock(&["validate", path(&good)]);
    assert!(said.code == 0 && said.out.ends_with("first-volley-regimental.toml: no faults, musters by regimental\n"));
    let text = std::fs::read_to_string(&good).expect("it is there");
    let bad = scratch(
        "bad.toml",
        text.replacen("fictional = true", "fictionl = true", 1).replacen(
            "[map]",
            "[map]\nunit = \"yards\"\nheigth = 3",
            1,
        ),
    );
    let said = firelock(&["validate", path(&good), path(&bad)]);
    assert_eq!(said.code, 2);
    assert!(said.out.contains("fictionl") && said.out.contains("did you mean \"fictional\"?"), "{}", said.out);
    assert!(said.out.contains("heigth"), "{}", said.out);
    let as_json = firelock(&["validate", path(&bad), "--json"]);
    let document: Value = serde_json::from_str(&as_json.out).expect("one JSON document");
    assert!(as_json.code == 2 && document["files"][0]["faults"].as_array().is_some_and(|faults| faults.len() >= 2));
    assert_eq!(document["files"][0]["faults"][0]["nearest"], "fictional");
    let latin = scratch("latin.toml", b"[battle]\nname = \"Caf\xe9\"\n");
    assert!(firelock(&["validate", path(&latin)]).out.ends_with("latin.toml:2: the text is not UTF-8\n"));
    assert_eq!(firelock(&["validate", "no such file"]).code, 2);
}

#[test]
fn a_battle_is_mustered_with_reasons() {
    let said = firelock(&["muster", "first-volley-regimental", "--system", "regimental"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(" / 40 = "), "{}", said.out);
    let document = json(&["muster", "first-volley-regimental", "--system", "regimental"]);
    assert!(document["report"].as_array().is_some_and(|lines| lines.iter().all(|line| line["source"].is_string())));
    let said = firelock(&["muster", "cowpen", "--system", "regimental"]);
    assert!(
        said.code == 2 && said.err.starts_with("firelock: \"cowpen\" is neither a file nor one of the battles "),
        "{}",
        said.err
    );
}

#[test]
fn an_honest_record_is_verified_and_a_changed_one_is_not() {
    let text = record(12);
    let honest = scratch("honest.jsonl", &text);
    let said = firelock(&["replay", path(&honest)]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.ends_with("\nverified: 12 commands, every line as the game goes\n"), "{}", said.out);
    assert_eq!(json(&["replay", path(&honest)])["commands"].as_array().map(Vec::len), Some(12));

    let changed = scratch("changed.jsonl", text.replacen("\"Ann\"", "\"Eve\"", 1));
    let said = firelock(&["replay", path(&changed)]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("changed.jsonl:1:"), "{}", said.err);
    let broken = scratch("broken.jsonl", text.replacen("\"n\":3,", "\"n\":3;", 1));
    let said = firelock(&["replay", path(&broken)]);
    assert!(said.code == 2 && said.err.contains("broken.jsonl:5:7:"), "{}", said.err);
    let older = scratch("older.jsonl", text.replacen("\"firelock\":3", "\"firelock\":1", 1));
    assert!(firelock(&["replay", path(&older)]).err.contains("another form"));
    let none = scratch("none.jsonl", "hello\n");
    assert!(firelock(&["replay", path(&none)]).err.contains("none.jsonl:1:1: this is no Firelock record"));
}

#[test]
fn a_battle_and_a_record_are_drawn() {
    let svg = firelock(&["draw", "cowpens", "--system", "regimental"]);
    assert_eq!(svg.code, 0);
    assert!(svg.out.starts_with("<svg ") && svg.out.contains("Tarleton"));
    let game = scratch("drawn.jsonl", record(6));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawn.svg");
    let said = firelock(&["draw", path(&game), "--at", "2", "--side", "blue", "--show", "arc", "-o", path(&file)]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let drawn = std::fs::read_to_string(&file).expect("it was written");
    assert!(drawn.contains("after 2 commands") && drawn.contains("class=\"arc"));
    assert!(json(&["draw", path(&game)])["svg"].is_string());
    check_bad(
        &["draw", "cowpens", "--at", "3"],
        expect![[r#"
        firelock: --at 3 asks for a moment of a game, but "cowpens" is a battle
    "#]],
    );
    assert!(firelock(&["draw", path(&game), "--at", "7"]).err.contains("the record has 6 commands, not 7"));
    assert!(firelock(&["draw", "cowpens", "-o", "picture.gif"]).err.contains("ends in .svg or .png"));
}

#[test]
fn a_picture_is_written_as_png() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawn.png");
    let said = firelock(&["draw", "first-volley-regimental", "--width", "400", "-o", path(&file)]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let bytes = std::fs::read(&file).expect("it was written");
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    // Width and height stand big-endian after the header's name.
    assert_eq!(&bytes[16..20], &460_u32.to_be_bytes());
}
