//! Taking back what dice have decided: with a friend's leave, or alone.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::desk::Desk;

/// Plays on from a link until dice have fallen that cannot be taken back freely.
async fn until_dice(desk: &Desk, link: &str, other: &str, side: &str) -> Value {
    for _ in 0..200 {
        let state = desk.get(&format!("/api/games/{link}")).await;
        if state["take_back"].is_string() && state["view"]["prompt"]["side"] == side {
            return state;
        }
        let asked = if state["view"]["prompt"].is_null() { other } else { link };
        desk.play_one(asked).await;
    }
    panic!("no dice fell in 200 commands");
}

#[tokio::test]
async fn a_friend_may_let_dice_be_taken_back() {
    let desk = Desk::new();
    let wanted = json!({"battle": "first-volley-regimental", "side": "red", "opponent": {"kind": "friend"}});
    let links = desk.new_game(wanted).await;
    let (red, blue) = (links["link"].as_str().expect("a link"), links["friend"].as_str().expect("a link"));
    let state = until_dice(&desk, red, blue, "red").await;
    assert_eq!(state["take_back"], "ask");
    let length = state["length"].as_u64().expect("a number");

    let (status, asked) = desk.post(&format!("/api/games/{red}/plea"), json!({"at": state["seq"]})).await;
    assert_eq!((status, &asked["kind"]), (StatusCode::OK, &json!("asked")), "{asked}");
    // Nothing has gone yet, nobody answers his own question, and a restart forgets nothing.
    let answer = json!({"at": asked["seq"], "agreed": true});
    let (status, _) = desk.post(&format!("/api/games/{red}/plea/answer"), answer.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let desk = desk.again();
    let seen = desk.get(&format!("/api/games/{blue}")).await;
    assert_eq!((&seen["plea"], seen["length"].as_u64()), (&json!("red"), Some(length)));

    let no = json!({"at": asked["seq"], "agreed": false});
    let (status, kept) = desk.post(&format!("/api/games/{blue}/plea/answer"), no).await;
    assert_eq!((status, &kept["kind"]), (StatusCode::OK, &json!("kept")), "{kept}");
    assert_eq!(desk.get(&format!("/api/games/{red}")).await["plea"], Value::Null);

    let (_, asked) = desk.post(&format!("/api/games/{red}/plea"), json!({"at": kept["seq"]})).await;
    let yes = json!({"at": asked["seq"], "agreed": true});
    let (status, back) = desk.post(&format!("/api/games/{blue}/plea/answer"), yes).await;
    assert_eq!((status, &back["kind"]), (StatusCode::OK, &json!("back")), "{back}");
    let now = desk.get(&format!("/api/games/{red}")).await;
    assert_eq!(now["length"].as_u64(), Some(length - back["back"].as_u64().expect("a number")));
    assert_eq!(now["plea"], Value::Null);
    let again = desk.again();
    assert_eq!(again.get(&format!("/api/games/{red}")).await, now);
    again.play_one(red).await;
}

#[tokio::test]
async fn alone_at_a_screen_dice_are_taken_back_at_once_and_fall_the_same() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    let mut rolled = None;
    for _ in 0..60 {
        let before = desk.get(&format!("/api/games/{link}/log")).await;
        let answer = desk.play_one(&link).await;
        if answer["entry"]["told"].as_array().is_some_and(|told| told.iter().any(|one| !one["card"].is_null())) {
            rolled = Some((before, answer));
            break;
        }
    }
    let (before, answer) = rolled.expect("dice fall within 60 commands");
    let side = answer["entry"]["side"].clone();
    let (status, back) =
        desk.post(&format!("/api/games/{link}/plea"), json!({"at": answer["seq"], "side": side})).await;
    assert_eq!((status, &back["kind"]), (StatusCode::OK, &json!("back")), "{back}");
    assert_eq!(desk.get(&format!("/api/games/{link}/log")).await["entries"], before["entries"]);
    assert_eq!(desk.play_one(&link).await["entry"]["told"], answer["entry"]["told"]);
    let desk = desk.again();
    let report = desk.get(&format!("/api/games/{link}/report")).await;
    assert_eq!(report["recalls"], 1, "it is told that dice were taken back");
    assert!(report["text"].as_str().is_some_and(|text| text.contains("had spoken: once")), "{report}");
}

#[tokio::test]
async fn reach_and_sight_are_the_rules_own() {
    let desk = Desk::new();
    for system in ["regimental", "washington", "discipline", "napoleonic"] {
        let link = desk.at_one_screen(system).await;
        // Units go somewhere, and where the rules have such an act they turn where they stand.
        let turn = if system == "washington" { "face" } else { "turn" };
        let (mut went, mut turned) = (false, !["washington", "discipline"].contains(&system));
        for _ in 0..150 {
            let state = desk.get(&format!("/api/games/{link}")).await;
            let acts = state["view"]["prompt"]["acts"].as_array().cloned().unwrap_or_default();
            for (found, names) in [(&mut went, &["move", "advance"][..]), (&mut turned, &[turn][..])] {
                let Some(act) = acts.iter().find(|act| names.iter().any(|name| act[1] == *name)) else { continue };
                let asked = json!({"unit": act[0], "act": act[1]});
                let (status, reach) = desk.post(&format!("/api/games/{link}/reach"), asked).await;
                assert_eq!(status, StatusCode::OK, "{reach}");
                *found |= reach["ends"].as_array().is_some_and(|ends| ends.len() > 4);
            }
            if went && turned {
                break;
            }
            desk.play_one(&link).await;
        }
        assert!(went && turned, "{system}: some unit may go somewhere, and turn");
        let view = desk.get(&format!("/api/games/{link}")).await["view"].clone();
        let pieces = view["pieces"].as_array().expect("pieces");
        let of = |side: &str| {
            let stands = |piece: &&Value| piece["bases"].as_array().is_some_and(|bases| !bases.is_empty());
            let troops = |piece: &&Value| piece["side"] == side && piece["kind"] == "infantry" && stands(piece);
            pieces.iter().find(troops).expect("infantry")["id"].clone()
        };
        let asked = json!({"from": {"unit": of("red")}, "to": {"unit": of("blue")}});
        let (status, measured) = desk.post(&format!("/api/games/{link}/measure"), asked).await;
        assert_eq!(status, StatusCode::OK, "{measured}");
        let sight = &measured["sight"];
        assert_eq!(sight["seen"] == true, sight["hidden"].is_null(), "{system}: {measured}");
    }
}
