//! A game from its making to its end.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::desk::{Desk, generous};

const SYSTEMS: [&str; 4] = ["regimental", "washington", "discipline", "napoleonic"];

#[tokio::test]
async fn commands_are_carried_out_once() {
    let desk = Desk::new();
    for system in SYSTEMS {
        let link = desk.at_one_screen(system).await;
        let state = desk.get(&format!("/api/games/{link}")).await;
        assert_eq!((&state["seq"], &state["seat"]), (&json!(0), &json!("both")), "{system}");
        let command = state["view"]["prompt"]["options"][0]["command"].clone();
        let sample = desk.get(&format!("/api/games/{link}/candidates")).await;
        let command = if command.is_null() { sample["candidates"][0]["command"].clone() } else { command };
        let asked = json!({"at": 0, "command": command});
        let address = format!("/api/games/{link}/commands");
        let (status, done) = desk.post(&address, asked.clone()).await;
        assert_eq!((status, &done["kind"], &done["seq"]), (StatusCode::OK, &json!("done"), &json!(1)), "{done}");
        let (status, again) = desk.post(&address, asked).await;
        assert_eq!((status, &again["kind"], &again["seq"]), (StatusCode::OK, &json!("already"), &json!(1)), "{again}");
        assert_eq!(again["entry"], done["entry"]);
    }
}

#[tokio::test]
async fn an_answer_to_an_older_position_changes_nothing() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    for _ in 0..3 {
        desk.play_one(&link).await;
    }
    let asked = json!({"at": 1, "command": "resign"});
    let (status, problem) = desk.post(&format!("/api/games/{link}/commands"), asked).await;
    assert_eq!((status, &problem["error"], &problem["now"]), (StatusCode::CONFLICT, &json!("stale"), &json!(3)));
    let (status, problem) = desk.post(&format!("/api/games/{link}/undo"), json!({"at": 2})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::CONFLICT, &json!("stale")));
    assert_eq!(desk.get(&format!("/api/games/{link}")).await["seq"], 3);
}

#[tokio::test]
async fn a_refusal_names_its_clause() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    let wish = json!({"wish": {"unit": 0, "act": "", "at": {"x": -900_000, "y": -900_000}}});
    let (status, problem) = desk.post(&format!("/api/games/{link}/fit"), wish).await;
    if status == StatusCode::UNPROCESSABLE_ENTITY {
        assert!(problem["refusal"]["clause"].is_string(), "{problem}");
    } else {
        assert!(problem["fitted"]["command"].is_object(), "{problem}");
    }
    let (status, problem) =
        desk.post(&format!("/api/games/{link}/commands"), json!({"at": 0, "command": {"dance": 1}})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::BAD_REQUEST, &json!("bad")), "{problem}");
}

#[tokio::test]
async fn a_game_outlives_its_server() {
    let desk = Desk::new();
    let mut links = Vec::new();
    for system in SYSTEMS {
        let link = desk.at_one_screen(system).await;
        for _ in 0..25 {
            desk.play_one(&link).await;
        }
        links.push((link.clone(), desk.get(&format!("/api/games/{link}")).await));
    }
    let logs = desk.get(&format!("/api/games/{}/log", links[0].0)).await;
    let desk = desk.again();
    for (link, before) in &links {
        assert_eq!(desk.get(&format!("/api/games/{link}")).await, *before);
    }
    assert_eq!(desk.get(&format!("/api/games/{}/log", links[0].0)).await, logs);
    desk.play_one(&links[0].0).await;
}

#[tokio::test]
async fn few_games_stay_in_memory() {
    let desk = Desk::with(firelock_server::Limits { loaded_games: 2, ..generous() });
    let mut links = Vec::new();
    for _ in 0..5 {
        let link = desk.at_one_screen("regimental").await;
        desk.play_one(&link).await;
        links.push(link);
    }
    let (_, _, metrics) = desk.send(Request::get("/metrics").body(Body::empty()).expect("a request")).await;
    assert!(String::from_utf8_lossy(&metrics).contains("firelock_loaded_games 2"), "{metrics:?}");
    for link in &links {
        assert_eq!(desk.play_one(link).await["seq"], 2);
    }
}

#[tokio::test]
async fn an_idle_game_leaves_memory_and_comes_back() {
    let idle = std::time::Duration::from_millis(20);
    let desk = Desk::with(firelock_server::Limits { idle, ..generous() });
    desk.server.resume();
    let link = desk.at_one_screen("regimental").await;
    desk.play_one(&link).await;
    while !desk.text("/metrics").await.contains("firelock_loaded_games 0") {
        tokio::time::sleep(idle).await;
    }
    assert_eq!(desk.play_one(&link).await["seq"], 2);
}

#[tokio::test]
async fn undo_takes_back_and_is_not_repeated() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    let first = desk.play_one(&link).await;
    let state = desk.get(&format!("/api/games/{link}?side=red")).await;
    assert!(state["undo"].is_string(), "{first}");
    let undo = format!("/api/games/{link}/undo");
    let (status, back) = desk.post(&undo, json!({"at": 1, "side": "red"})).await;
    assert_eq!(
        (status, &back["kind"], &back["back"], &back["seq"]),
        (StatusCode::OK, &json!("back"), &json!(1), &json!(2))
    );
    let (status, _) = desk.post(&undo, json!({"at": 1, "side": "red"})).await;
    assert_eq!(status, StatusCode::CONFLICT, "a double click takes back one");
    let (status, problem) = desk.post(&undo, json!({"at": 2, "side": "red"})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::CONFLICT, &json!("barred")), "{problem}");
    let desk = desk.again();
    let state = desk.get(&format!("/api/games/{link}")).await;
    assert_eq!((&state["seq"], &state["length"]), (&json!(2), &json!(0)));
    desk.play_one(&link).await;
}

#[tokio::test]
async fn each_seat_sees_its_own() {
    let desk = Desk::new();
    let links = desk
        .new_game(json!({"battle": "first-volley-regimental", "side": "red", "opponent": {"kind": "friend"}}))
        .await;
    let link = |name: &str| links[name].as_str().expect("a link").to_owned();
    let (mine, friend, spectator) = (link("link"), link("friend"), link("spectator"));
    let seat = async |link: &str| {
        let state = desk.get(&format!("/api/games/{link}")).await;
        (state["seat"].clone(), state["view"]["prompt"].is_object(), state["friend"].is_string())
    };
    assert_eq!(seat(&mine).await, (json!("red"), true, true));
    assert_eq!(seat(&friend).await, (json!("blue"), false, false));
    assert_eq!(seat(&spectator).await, (json!("spectator"), false, false));
    let sample = desk.get(&format!("/api/games/{mine}/candidates")).await;
    let asked = json!({"at": 0, "command": sample["candidates"][0]["command"]});
    for (other, expected) in [(&friend, "refused"), (&spectator, "not-yours")] {
        let (_, problem) = desk.post(&format!("/api/games/{other}/commands"), asked.clone()).await;
        assert_eq!(problem["error"], expected, "{problem}");
    }
    let (status, problem) = desk.ask(&format!("/api/games/{friend}/record")).await;
    assert_eq!((status, &problem["error"]), (StatusCode::CONFLICT, &json!("sealed")));
    assert_eq!(desk.ask("/api/games/AAAAAAAAAAAAAAAAAAAAAA").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn dice_by_hand_wait_for_faces() {
    let desk = Desk::new();
    let wanted = json!({"battle": "first-volley-regimental", "opponent": {"kind": "screen"}, "dice": "hand"});
    let link = desk.new_game(wanted).await["link"].as_str().expect("a link").to_owned();
    let mut answer = desk.play_one(&link).await;
    while answer["kind"] == "done" {
        answer = desk.play_one(&link).await;
    }
    assert_eq!(answer["kind"], "wanted", "{answer}");
    let (seq, length) = (answer["seq"].clone(), answer["length"].clone());
    let desk = desk.again();
    let state = desk.get(&format!("/api/games/{link}")).await;
    assert_eq!((&state["roll"], &state["seq"]), (&answer["roll"], &seq), "the wish outlives the server");
    let address = format!("/api/games/{link}/faces");
    let (status, problem) = desk.post(&address, json!({"at": seq, "faces": []})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not-understood")));
    let dice = |roll: &Value| -> usize {
        let count = |lot: &Value| lot["trials"].as_u64().unwrap_or(0) * lot["dice"].as_u64().unwrap_or(0);
        roll["lots"].as_array().expect("lots").iter().map(count).sum::<u64>() as usize
    };
    while answer["kind"] == "wanted" {
        let faces = vec![5; dice(&answer["roll"])];
        let (status, next) = desk.post(&address, json!({"at": answer["seq"], "faces": faces})).await;
        assert_eq!(status, StatusCode::OK, "{next}");
        answer = next;
    }
    assert_eq!(answer["length"].as_u64(), length.as_u64().map(|length| length + 1));
}

#[tokio::test]
async fn a_preview_tells_the_odds_before_the_roll() {
    let desk = Desk::new();
    for system in SYSTEMS {
        let link = desk.at_one_screen(system).await;
        let mut seen = false;
        for _ in 0..60 {
            let sample = desk.get(&format!("/api/games/{link}/candidates?grain=coarse")).await;
            let commands = sample["candidates"].as_array().expect("a list").clone();
            for candidate in commands.iter().take(6) {
                let asked = json!({"command": candidate["command"]});
                let (status, preview) = desk.post(&format!("/api/games/{link}/preview"), asked).await;
                assert_eq!(status, StatusCode::OK, "{preview}");
                if let Some(odds) = preview["card"]["odds"].as_array() {
                    let sum: f64 = odds.iter().filter_map(|row| row["p"].as_f64()).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{preview}");
                    assert_eq!(preview["seq"], sample["seq"], "looking changes nothing");
                    seen = true;
                }
            }
            if seen {
                break;
            }
            desk.play_one(&link).await;
        }
        assert!(seen, "{system}: nothing was rolled");
    }
}

#[tokio::test]
async fn the_table_is_played_in_words() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    let text = desk.get(&format!("/api/games/{link}/text")).await;
    assert!(text["text"].as_str().is_some_and(|text| text.contains("is asked")), "{text}");
    let orders = format!("/api/games/{link}/orders");
    let (status, problem) = desk.post(&orders, json!({"at": 0, "text": "dance"})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not-understood")));
    let (status, answer) = desk.post(&orders, json!({"at": 0, "text": "1"})).await;
    assert_eq!((status, &answer["kind"]), (StatusCode::OK, &json!("done")), "{answer}");
    let (status, answer) = desk.post(&orders, json!({"at": 1, "text": "undo"})).await;
    assert_eq!((status, &answer["kind"]), (StatusCode::OK, &json!("back")), "{answer}");
}

#[tokio::test]
async fn a_resigned_game_is_told_replayed_and_revealed() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    for _ in 0..12 {
        desk.play_one(&link).await;
    }
    let state = desk.get(&format!("/api/games/{link}")).await;
    let commitment = state["commitment"].as_str().expect("a fingerprint").to_owned();
    let (status, end) = desk.post(&format!("/api/games/{link}/resign?state=true"), json!({"at": 12})).await;
    assert_eq!((status, &end["over"]), (StatusCode::OK, &json!(true)), "{end}");
    assert!(end["state"]["verdict"]["words"].is_string(), "{end}");
    let (_, _, record) =
        desk.send(Request::get(format!("/api/games/{link}/record")).body(Body::empty()).expect("a request")).await;
    let record = String::from_utf8(record.to_vec()).expect("text");
    let read = firelock_game::Record::read("game", &record).expect("a record");
    assert_eq!(read.key().map(|key| key.commitment()), Some(commitment), "the key is told at the end");
    let moment = desk.get(&format!("/api/games/{link}/at/5")).await;
    assert_eq!((&moment["n"], &moment["length"], &moment["entry"]["n"]), (&json!(5), &json!(13), &json!(4)));
    assert_eq!(desk.ask(&format!("/api/games/{link}/at/14")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(desk.ask(&format!("/api/games/{link}/at/noon")).await.1["error"], "bad");
    let report = desk.get(&format!("/api/games/{link}/report")).await;
    assert!(report["sides"][0]["luck"]["words"].is_string(), "{report}");
    let (status, problem) = desk.post(&format!("/api/games/{link}/undo"), json!({"at": 13})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::CONFLICT, &json!("barred")));
}

#[tokio::test]
async fn the_same_game_again_keeps_opponent_dice_and_rules() {
    let desk = Desk::new();
    let opponent = json!({"kind": "computer", "id": "captain", "style": "bold"});
    let wanted = json!({
        "battle": "first-volley-washington", "system": "washington", "side": "blue", "opponent": opponent,
        "dice": "hand", "name": "Anna",
    });
    let (status, made) = desk.post("/api/games", wanted.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let link = made["link"].as_str().expect("a link");
    let again = desk.get(&format!("/api/games/{link}/report")).await["again"].take();
    assert_eq!(again["side"], "red");
    for same in ["battle", "system", "opponent", "dice", "name"] {
        assert_eq!(again[same], wanted[same], "{again}");
    }
    let (status, made) = desk.post("/api/games", again).await;
    assert_eq!((status, &made["seat"]), (StatusCode::CREATED, &json!("red")), "{made}");
    // Who looks on would take the other side of whoever made the game.
    let watcher = made["spectator"].as_str().expect("a link");
    assert_eq!(desk.get(&format!("/api/games/{watcher}/report")).await["again"]["side"], "blue");
}

#[tokio::test]
async fn a_line_is_measured_from_edge_to_edge() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    let asked = json!({"from": {"at": {"x": 0, "y": 0}}, "to": {"at": {"x": 25_400, "y": 0}}});
    let (status, line) = desk.post(&format!("/api/games/{link}/measure"), asked).await;
    assert_eq!((status, &line["length"]), (StatusCode::OK, &json!(25_400)), "{line}");
    for far in [i32::MIN, i32::MAX] {
        let far = json!({"at": {"x": 0, "y": far}});
        let (status, problem) =
            desk.post(&format!("/api/games/{link}/measure"), json!({"from": {"unit": 0}, "to": far})).await;
        assert_eq!((status, &problem["error"]), (StatusCode::BAD_REQUEST, &json!("bad")), "{problem}");
    }
    let (status, line) =
        desk.post(&format!("/api/games/{link}/measure"), json!({"from": {"unit": 0}, "to": {"unit": 5}})).await;
    assert!(status == StatusCode::OK && line["length"].as_i64() > Some(0), "{line}");
}

#[tokio::test]
async fn every_system_can_be_resigned_and_read_again() {
    let desk = Desk::new();
    let mut ended = Vec::new();
    for system in SYSTEMS {
        let link = desk.at_one_screen(system).await;
        desk.play_one(&link).await;
        let (status, end) =
            desk.post(&format!("/api/games/{link}/resign?state=true"), json!({"at": 1, "side": "blue"})).await;
        assert_eq!((status, &end["over"], &end["seq"]), (StatusCode::OK, &json!(true), &json!(2)), "{system}: {end}");
        assert_eq!(end["state"]["verdict"]["winner"], "red", "{system}");
        assert!(end["state"]["view"]["over"].is_string() && end["state"]["view"]["prompt"].is_null(), "{system}");
        ended.push((link, end["state"].clone()));
    }
    let desk = desk.again();
    for (link, state) in ended {
        assert_eq!(desk.get(&format!("/api/games/{link}")).await["verdict"], state["verdict"]);
        assert_eq!(desk.get(&format!("/api/games/{link}/log")).await["entries"].as_array().map(Vec::len), Some(2));
    }
}

#[tokio::test]
async fn a_game_that_was_stored_line_by_line_goes_on() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    for _ in 0..20 {
        desk.play_one(&link).await;
    }
    let asked = [format!("/api/games/{link}"), format!("/api/games/{link}/log")];
    let before = [desk.get(&asked[0]).await, desk.get(&asked[1]).await];
    let record = desk.text(&format!("/api/games/{link}/record")).await;
    let store_lines = |lines: String| {
        move |file: &std::path::Path| {
            let file = rusqlite::Connection::open(file).expect("the file of the games");
            for (seq, line) in lines.lines().enumerate().skip(1) {
                let stored =
                    file.execute("UPDATE change SET kind = 'done', body = ?1 WHERE seq = ?2", (line, seq as i64));
                assert_eq!(stored.expect("a row"), 1);
            }
        }
    };
    let desk = desk.again_after(store_lines(record.clone()));
    assert_eq!([desk.get(&asked[0]).await, desk.get(&asked[1]).await], before);
    desk.play_one(&link).await;
    let longer = desk.text(&format!("/api/games/{link}/record")).await;
    assert!(longer.starts_with(&record) && longer.lines().count() == record.lines().count() + 1);

    // Dice that were changed are found out.
    let (start, rest) = record.split_once("\"faces\":[").expect("dice fell");
    let end = rest.find([',', ']']).expect("the end of a face");
    let other = if &rest[..end] == "1" { 2 } else { 1 };
    let desk = desk.again_after(store_lines(format!("{start}\"faces\":[{other}{}", &rest[end..])));
    assert_eq!(desk.ask(&asked[0]).await.0, StatusCode::INTERNAL_SERVER_ERROR);
}

/// A later engine may play a finished game otherwise: its record is read all the same, line by line as it was written.
#[tokio::test]
async fn the_record_of_a_finished_game_outlives_its_engine() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    for _ in 0..12 {
        desk.play_one(&link).await;
    }
    let running = desk.text(&format!("/api/games/{link}/record")).await;
    let (status, end) = desk.post(&format!("/api/games/{link}/resign"), json!({"at": 12})).await;
    assert_eq!((status, &end["over"]), (StatusCode::OK, &json!(true)), "{end}");
    let record = desk.text(&format!("/api/games/{link}/record")).await;
    assert!(record.starts_with(&running) && record.lines().count() == running.lines().count() + 2, "{record}");
    assert!(record.lines().last().is_some_and(|line| line.starts_with("{\"end\":")), "{record}");

    // As an engine finds it that comes to another state at the seventh command.
    let desk = desk.again_after(|file| {
        let file = rusqlite::Connection::open(file).expect("the file of the games");
        let stored = file.execute(
            "UPDATE change SET body = json_set(body, '$.state', '0123456789abcdef') WHERE kind = 'played' AND seq = 7",
            [],
        );
        assert_eq!(stored.expect("a row"), 1);
    });
    let (status, problem) = desk.ask(&format!("/api/games/{link}")).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{problem}");
    assert!(problem["words"].as_str().is_some_and(|words| words.contains("/record")), "{problem}");
    assert_eq!(desk.text(&format!("/api/games/{link}/record")).await, record);
}
