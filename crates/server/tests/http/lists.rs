//! Battles, systems, clauses, pictures, tests of the rules.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::desk::{Desk, generous};

#[tokio::test]
async fn battles_are_listed_first_battles_first() {
    let desk = Desk::new();
    let battles = desk.get("/api/battles").await;
    let first = &battles[0];
    assert_eq!(first["id"], "first-volley-regimental");
    assert_eq!(first["first_battle"], true);
    assert_eq!(first["sides"], json!(["British", "Americans"]));
    assert_eq!(first["systems"][0]["picture"], "/api/battles/first-volley-regimental/regimental.svg");
    let page = desk.get("/api/battles/cowpens").await;
    assert_eq!(page["year"], 1781);
    assert!(page["history"]["result"].is_string());
    assert_eq!(desk.ask("/api/battles/nowhere").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_battle_has_a_picture() {
    let desk = Desk::new();
    let get = |address: &str| Request::get(address).body(Body::empty()).expect("a request");
    let (status, headers, svg) = desk.send(get("/api/battles/cowpens/regimental.svg?width=400")).await;
    assert_eq!((status, &headers["content-type"]), (StatusCode::OK, &"image/svg+xml".parse().expect("a header")));
    assert!(svg.starts_with(b"<svg"), "{:?}", &svg[..40]);
    assert_eq!(desk.send(get("/api/battles/cowpens/regimental.svg?width=9")).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(desk.send(get("/api/battles/cowpens/chess.svg")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn clauses_have_words() {
    let desk = Desk::new();
    let systems = desk.get("/api/systems").await;
    let name = systems[0]["name"].as_str().expect("a name");
    let clauses = desk.get(&format!("/api/systems/{name}/clauses")).await;
    let id = clauses[0]["clause"].as_str().expect("an id");
    assert_eq!(desk.get(&format!("/api/systems/{name}/clauses/{id}")).await, clauses[0]);
    assert_eq!(desk.ask(&format!("/api/systems/{name}/clauses/XX-00")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_test_of_the_rules_is_made_by_steps() {
    let desk = Desk::new();
    let tests = desk.get("/api/check/regimental").await;
    assert!(tests.as_array().is_some_and(|tests| tests.iter().any(|test| test["name"] == "fire")), "{tests}");
    let page = desk.get("/api/check/regimental/fire").await;
    assert!(page["schema"]["properties"].is_object());
    let (status, before) = desk.post("/api/check/regimental/fire", json!({})).await;
    assert_eq!(status, StatusCode::OK, "{before}");
    assert!(before["wanted"].is_object() && before["effect"].is_null(), "{before}");
    let sum: f64 = before["odds"].as_array().expect("odds").iter().filter_map(|odds| odds["p"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let (_, after) = desk.post("/api/check/regimental/fire", json!({"roll": true})).await;
    assert!(after["effect"]["name"].is_string(), "{after}");
    let (status, problem) = desk.post("/api/check/regimental/fire", json!({"facts": {"dragons": 3}})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::BAD_REQUEST, &json!("bad")));
}

#[tokio::test]
async fn pages_and_health_are_served_with_safe_headers() {
    let desk = Desk::new();
    let get = |address: &str| Request::get(address).body(Body::empty()).expect("a request");
    let (status, headers, _) = desk.send(get("/play/abc")).await;
    assert_eq!(status, StatusCode::OK);
    for name in ["content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options"] {
        assert!(headers.contains_key(name), "{name}");
    }
    assert_eq!(desk.get("/health").await["ok"], true);
    let (_, _, metrics) = desk.send(get("/metrics")).await;
    assert!(String::from_utf8_lossy(&metrics).contains("firelock_live_games 0"));
    assert_eq!(desk.ask("/api/nothing").await.1["error"], "unknown");
    assert_eq!(desk.send(get("/favicon.nothing")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn who_asks_too_much_waits() {
    let desk = Desk::with(firelock_server::Limits { rate: 0.0, burst: 2.0, ..generous() });
    desk.get("/health").await;
    desk.get("/health").await;
    assert_eq!(desk.ask("/health").await.0, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_body_has_an_end() {
    let desk = Desk::new();
    let long = json!({"battle": "x".repeat(70_000)});
    let (status, problem) = desk.post("/api/games", long).await;
    assert_eq!((status, &problem["error"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("too-large")));
    let (status, problem) = desk.post("/api/games", json!({"battle": 7})).await;
    assert_eq!((status, &problem["error"]), (StatusCode::BAD_REQUEST, &json!("bad")));
}
