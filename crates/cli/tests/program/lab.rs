//! The laboratory from the outside: threads, kills, files.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{firelock, json, path, scratch};

const LAB: &[&str] = &["lab", "first-volley-washington", "--system", "washington", "--games", "12", "--seed", "7"];

fn lab(more: &[&str]) -> serde_json::Value {
    json(&[LAB, more].concat())
}

#[test]
fn one_thread_and_two_give_the_same_report() {
    let report = lab(&["--threads", "1"]);
    assert_eq!(lab(&["--threads", "2"]), report);
    assert_eq!(report["report"]["cells"][0]["games"], 12);
}

#[test]
fn a_kill_loses_no_finished_game_and_changes_nothing() {
    let whole = lab(&[]);
    let keep = scratch("kept.jsonl", "");
    std::fs::remove_file(&keep).expect("just written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_firelock"))
        .args([LAB, &["--keep", path(&keep), "--threads", "1"]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let lines = || std::fs::read_to_string(&keep).unwrap_or_default().lines().count();
    let begun = Instant::now();
    while lines() < 4 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs, or has ended");
    child.wait().expect("it has ended");
    let kept = lines();
    assert!(kept >= 4, "a plan and three games at least");
    // A line that was cut off.
    let mut file = std::fs::OpenOptions::new().append(true).open(&keep).expect("the kept file");
    file.write_all(b"{\"cell\":0,\"ga").expect("it can be written");
    assert_eq!(lab(&["--keep", path(&keep)]), whole);
    assert_eq!(lines(), 13, "the plan and every game once");
    // Nothing is left to play, and it is quick.
    assert_eq!(lab(&["--keep", path(&keep)]), whole);
    let other =
        firelock(&["lab", "first-volley-washington", "--system", "washington", "--games", "13", "--keep", path(&keep)]);
    assert!(
        other.code == 2 && other.err.contains("kept.jsonl:1: the file holds games of another plan"),
        "{}",
        other.err
    );
    assert_eq!(lines(), 13, "and the file is as it was");
}

#[test]
fn a_report_is_written_as_csv_and_as_a_page() {
    let (csv, html) = (scratch("lab.csv", ""), scratch("lab.html", ""));
    let said = firelock(&[
        "lab",
        "first-volley-washington",
        "--system",
        "washington",
        "--games",
        "2",
        "--csv",
        path(&csv),
        "--html",
        path(&html),
    ]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(std::fs::read_to_string(&csv).expect("written").starts_with("system,changes,games,"));
    assert!(std::fs::read_to_string(&html).expect("written").contains("<h2>washington, as written</h2>"));
}

#[test]
fn bad_plans_are_told() {
    for (args, words) in [
        (&["lab", "first-volley-washington"][..], "which system?"),
        (&["lab", "first-volley-washington", "--system", "chess"], "there is no such system"),
        (&["lab", "nowhere", "--system", "washington"], "is neither a file nor one of the battles"),
        (
            &["lab", "first-volley-washington", "--system", "washington", "--vary", "rule:K.nothing=1"],
            "there is no number at",
        ),
    ] {
        let said = firelock(args);
        assert!(said.code == 2 && said.err.contains(words), "{args:?}: {}", said.err);
    }
}

#[test]
fn the_strength_of_the_commanders_stands_beside_the_result() {
    let gauged = json(&["lab", "first-volley-washington", "--system", "washington", "--games", "2", "--gauge", "4"]);
    let gauges = gauged["report"]["gauges"].as_array().expect("a list");
    assert_eq!(gauges.len(), 1, "both are captains");
    assert_eq!((&gauges[0]["against"], &gauges[0]["games"]), (&"recruit:historical".into(), &4.into()));
    let [low, at, high] = ["low", "at", "high"].map(|word| gauges[0]["won"][word].as_f64().expect("a share"));
    assert!(low <= at && at <= high && high - low > 0.2, "four games say little: {low} to {high}");
}
