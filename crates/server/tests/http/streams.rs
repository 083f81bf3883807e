//! Events: each once, in order, after a break as before it.

use axum::body::Body;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use crate::desk::Desk;

/// Events of a stream, as id and data.
pub(crate) struct Events {
    body: Body,
    text: String,
}

impl Events {
    /// The stream of an address, after the event of that id.
    pub(crate) async fn of(desk: &Desk, address: &str, last: Option<u32>) -> Events {
        Events { body: desk.stream(address, last).await, text: String::new() }
    }

    pub(crate) async fn next(&mut self) -> (Option<u32>, Value) {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name).map(str::trim));
                let id = field("id:").map(|id| id.parse().expect("a number"));
                let data = field("data:").map(|data| serde_json::from_str(data).expect("JSON"));
                self.text = rest.to_owned();
                if let Some(data) = data {
                    return (id, data);
                }
                continue;
            }
            let frame = self.body.frame().await.expect("the stream goes on").expect("a frame");
            self.text += std::str::from_utf8(frame.data_ref().expect("data")).expect("text");
        }
    }
}

async fn listen(desk: &Desk, link: &str, after: Option<u32>, last: Option<u32>) -> Events {
    let query = after.map_or(String::new(), |after| format!("?after={after}"));
    Events::of(desk, &format!("/api/games/{link}/events{query}"), last).await
}

#[tokio::test]
async fn a_stream_resumes_without_loss_or_repeat() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    let mut events = listen(&desk, &link, Some(0), None).await;
    for seq in 1..=3 {
        desk.play_one(&link).await;
        let (id, change) = events.next().await;
        assert_eq!((id, &change["kind"], &change["entry"]["n"]), (Some(seq), &json!("done"), &json!(seq - 1)));
    }
    drop(events);
    for _ in 0..2 {
        desk.play_one(&link).await;
    }
    let mut events = listen(&desk, &link, Some(0), Some(3)).await;
    desk.play_one(&link).await;
    for seq in 4..=6 {
        assert_eq!(events.next().await.0, Some(seq));
    }
}

#[tokio::test]
async fn what_was_taken_back_is_told_as_such() {
    let desk = Desk::new();
    let link = desk.at_one_screen("regimental").await;
    desk.play_one(&link).await;
    desk.post(&format!("/api/games/{link}/undo"), json!({"at": 1, "side": "red"})).await;
    let desk = desk.again();
    let mut events = listen(&desk, &link, Some(0), None).await;
    let (_, done) = events.next().await;
    assert_eq!((&done["kind"], &done["entry"]), (&json!("done"), &Value::Null));
    let (id, back) = events.next().await;
    assert_eq!((id, &back["kind"], &back["back"], &back["length"]), (Some(2), &json!("back"), &json!(1), &json!(0)));
}

#[tokio::test]
async fn the_computer_answers_by_itself() {
    let desk = Desk::new();
    let links = desk.new_game(json!({"battle": "first-volley-regimental", "side": "blue"})).await;
    let link = links["link"].as_str().expect("a link");
    let mut events = listen(&desk, link, Some(0), None).await;
    let mut n = 0;
    // Red begins; sooner or later blue is asked.
    loop {
        let (id, change) = events.next().await;
        if id.is_some() {
            n += 1;
            assert_eq!((id, &change["side"]), (Some(n), &json!("red")), "{change}");
        }
        if n >= 3 {
            break;
        }
    }
}
