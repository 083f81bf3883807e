//! `firelock fight` and `firelock ladder`.

use expect_test::expect;

use super::{check_bad, firelock, json, path, scratch};

const FIGHT: [&str; 10] = [
    "fight",
    "first-volley-washington",
    "--system",
    "washington",
    "--seed",
    "3",
    "--red",
    "recruit:bold",
    "--blue",
    "recruit",
];

#[test]
fn a_fight_is_told_kept_and_verified() {
    let record = scratch("fight.jsonl", "");
    let said = firelock(&[&FIGHT[..], &["--intents", "--record", path(&record)]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    for words in ["recruit:bold", "turn 1, ", "  red: ", "        or ", "the record is in "] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    let replayed = json(&["replay", path(&record)]);
    assert!(replayed["verified"] == true && replayed["over"] == true);
    assert_eq!(replayed["commands"][0]["note"]["by"], "recruit:bold");
    let again = json(&FIGHT);
    assert_eq!(again["verdict"], replayed["verdict"], "the same seed gives the same battle");
    assert_eq!(again["commands"], replayed["commands"].as_array().expect("a list").len());
}

#[test]
fn a_ladder_swaps_the_sides_and_counts() {
    let args = ["ladder", "--system", "washington", "--battle", "first-volley-washington", "--games", "6"];
    let said = json(&[&args[..], &["--red", "recruit", "--blue", "recruit"]].concat());
    let sum =
        |part: &str| ["won", "drawn", "lost"].iter().map(|key| said[part][key].as_u64().unwrap_or(0)).sum::<u64>();
    assert_eq!((sum("as_red"), sum("as_blue"), sum("all")), (3, 3, 6));
    assert_eq!(said["faults"].as_array().map(Vec::len), Some(0));
}

#[test]
fn commanders_and_times_are_named_rightly() {
    check_bad(
        &["fight", "cowpens", "--system", "prussian"],
        expect![[r#"
            firelock: "prussian" is no system; the systems are regimental, washington, discipline, napoleonic
        "#]],
    );
    for wrong in [["--red", "major"], ["--blue", "captain:mad"], ["--time", "2"]] {
        let said = firelock(&[&FIGHT[..4], &wrong[..]].concat());
        assert!(said.code == 2 && said.err.contains(wrong[1]), "{}", said.err);
    }
}
