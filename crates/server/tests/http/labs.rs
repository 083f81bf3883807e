//! The odds of an attack, a referee's table, the laboratory.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::streams::Events;

#[tokio::test]
async fn an_attack_has_odds_both_ways() {
    let desk = Desk::new();
    for system in ["regimental", "washington", "discipline", "napoleonic"] {
        let page = desk.get(&format!("/api/odds/{system}")).await;
        assert!(page["schema"]["properties"].is_object() && page["facts"].is_object(), "{system}");
        let (status, answer) = desk.post(&format!("/api/odds/{system}"), json!({})).await;
        assert_eq!((status, &answer["there"]["facts"]), (StatusCode::OK, &page["facts"]), "{system}");
        for way in ["there", "back"] {
            let fates = answer[way]["odds"]["fates"].as_array().expect("fates");
            let sum: f64 = fates.iter().filter_map(|fate| fate["p"].as_f64()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{system} {way}");
        }
    }
    let facts = json!({"facts": {"cold_steel": true, "attacker.order": "disordered"}});
    let (_, steel) = desk.post("/api/odds/regimental", facts).await;
    assert_eq!(steel["there"]["facts"]["attacker"]["order"], "disordered");
    let bad = json!({"facts": {"attacker.oder": "good"}});
    let (status, problem) = desk.post("/api/odds/regimental", bad).await;
    assert_eq!((status, &problem["error"]), (StatusCode::BAD_REQUEST, &json!("bad")));
    // The broken cannot charge: one way has odds, the other says why not.
    let (_, one) = desk.post("/api/odds/regimental", json!({"facts": {"defender.order": "broken"}})).await;
    assert!(one["back"].is_null() && one["back_bar"].as_str().is_some_and(|words| words.contains("RF-CHG-02")));
}

/// A referee's table of a system.
async fn table(desk: &Desk) -> String {
    let (status, made) = desk.post("/api/referee", json!({"system": "regimental", "name": "The club"})).await;
    assert_eq!(status, StatusCode::CREATED);
    format!("/api/referee/{}", made["link"].as_str().expect("a link"))
}

#[tokio::test]
async fn phones_share_a_referees_table() {
    let desk = Desk::new();
    let path = table(&desk).await;
    let mut phone = Events::of(&desk, &format!("{path}/events?after=0"), None).await;
    let unit = |id: &str| json!({"kind": "unit", "id": id, "name": id, "side": "red", "strength": 7});
    for (at, id) in ["71st", "legion"].into_iter().enumerate() {
        let (status, written) = desk.post(&path, json!({"at": at, "act": unit(id)})).await;
        assert_eq!((status, &written["seq"]), (StatusCode::OK, &json!(at + 1)));
        let (seq, heard) = phone.next().await;
        assert_eq!((seq, &heard["entry"]["id"]), (Some(at as u32 + 1), &json!(id)));
    }
    // One who has not seen the second card is told, and nothing is written.
    let fire =
        json!({"kind": "test", "test": "fire", "units": ["71st", null], "facts": {"target.stands": 3}, "faces": [8]});
    let (status, problem) = desk.post(&path, json!({"at": 1, "act": fire})).await;
    assert_eq!((status, &problem["error"], &problem["now"]), (StatusCode::CONFLICT, &json!("stale"), &json!(2)));
    let (_, written) = desk.post(&path, json!({"at": 2, "act": fire})).await;
    // Ten muskets at 4 inches: 8 and 1 make 9, telling against trained troops.
    assert_eq!((&written["entry"]["result"], &written["entry"]["effect"]["name"]), (&json!(9), &json!("Telling Fire")));
    let (_, one_too_few) = desk.post(&path, json!({"at": 3, "act": {"kind": "test", "test": "fire"}})).await;
    assert_eq!(one_too_few["error"], "not-understood");
    let (_, rolled) = desk.post(&path, json!({"at": 3, "act": {"kind": "test", "test": "fire", "roll": true}})).await;
    assert_eq!(rolled["entry"]["faces"].as_array().map(Vec::len), Some(1));
    desk.post(&path, json!({"at": 4, "act": {"kind": "loss", "unit": "legion", "lost": 1}})).await;
    desk.post(&path, json!({"at": 5, "act": {"kind": "undo"}})).await;
    drop(phone);
    // A phone that comes back hears what it missed, each once.
    let mut phone = Events::of(&desk, &format!("{path}/events"), Some(4)).await;
    assert_eq!([phone.next().await.0, phone.next().await.0], [Some(5), Some(6)]);
    // All of it is on disk.
    let table = desk.get(&path).await;
    let again = desk.again();
    assert_eq!(again.get(&path).await, table);
    assert_eq!((&table["seq"], &table["name"]), (&json!(6), &json!("The club")));
}

#[tokio::test]
async fn nothing_is_taken_back_from_an_empty_table() {
    let desk = Desk::new();
    let path = table(&desk).await;
    let (status, problem) = desk.post(&path, json!({"at": 0, "act": {"kind": "undo"}})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::CONFLICT, &json!("barred")));
    let (status, _) = desk.post("/api/referee", json!({"system": "chess"})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let long = "x".repeat(400);
    let (status, _) = desk.post(&path, json!({"at": 0, "act": {"kind": "note", "words": long}})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

fn plan(games: u32) -> Value {
    json!({"battle": "first-volley-regimental", "systems": ["regimental"], "games": games, "red": "recruit", "blue": "recruit", "vary": ["battle.turns=2,3"]})
}

/// Waits until a laboratory is over.
async fn over(desk: &Desk, path: &str) -> Value {
    let mut events = Events::of(desk, &format!("{path}/events"), None).await;
    loop {
        let (_, state) = events.next().await;
        if !matches!(state["phase"].as_str(), Some("waiting" | "running")) {
            return state;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_laboratory_plays_and_goes_on_after_a_restart() {
    let desk = Desk::new();
    let (status, made) = desk.post("/api/lab", plan(3)).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let path = format!("/api/lab/{}", made["link"].as_str().expect("a link"));
    let state = over(&desk, &path).await;
    assert_eq!((&state["phase"], &state["done"], &state["total"]), (&json!("done"), &json!(6), &json!(6)));
    assert_eq!(state["report"]["cells"].as_array().map(Vec::len), Some(2));
    for (file, start) in [("report.json", "{"), ("report.csv", "system,"), ("report.html", "<!doctype html>")] {
        assert!(desk.text(&format!("{path}/{file}")).await.starts_with(start), "{file}");
    }
    // The same plan, broken off: what is on disk counts, the rest is played, and the report is the same.
    let (_, made) = desk.post("/api/lab", plan(3)).await;
    let other = format!("/api/lab/{}", made["link"].as_str().expect("a link"));
    let again = desk.again();
    again.server.resume();
    assert_eq!(over(&again, &other).await["report"], state["report"]);
    // The strength of the commanders stands beside, if it is asked for.
    let mut gauged = plan(1);
    (gauged["gauge"], gauged["vary"]) = (json!(2), json!([]));
    let (_, made) = again.post("/api/lab", gauged).await;
    let measured = over(&again, &format!("/api/lab/{}", made["link"].as_str().expect("a link"))).await;
    let gauge = &measured["report"]["gauges"][0];
    assert_eq!((&gauge["commander"], &gauge["against"]), (&json!("recruit:historical"), &json!("captain:historical")));
    assert_eq!(gauge["games"], 2);
    // Stopped, it keeps what was played.
    let (_, made) = again.post("/api/lab", plan(500)).await;
    let long = format!("/api/lab/{}", made["link"].as_str().expect("a link"));
    again.post(&format!("{long}/stop"), json!({})).await;
    let stopped = over(&again, &long).await;
    assert_eq!(stopped["phase"], "stopped");
    assert!(stopped["done"].as_u64() < stopped["total"].as_u64());
}

#[tokio::test]
async fn a_laboratory_has_limits() {
    let desk = Desk::new();
    let bad = |key: &str, value: Value| {
        let mut plan = plan(3);
        plan[key] = value;
        plan
    };
    for plan in [
        bad("games", json!(1_000_000)),
        bad("games", json!(0)),
        bad("red", json!("marshal")),
        bad("vary", json!(["x"])),
    ] {
        let (status, problem) = desk.post("/api/lab", plan.clone()).await;
        assert_eq!((status, &problem["error"]), (StatusCode::BAD_REQUEST, &json!("bad")), "{plan}");
    }
    let (status, _) = desk.post("/api/lab", bad("battle", json!("waterloo"))).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = desk.post("/api/lab/nolink/stop", json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
