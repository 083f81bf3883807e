//! A server with a few helpers to ask it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use firelock_game::SYSTEMS;
use firelock_server::{Library, Limits, Server};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// A server and the folder of its file, which goes with it.
pub(crate) struct Desk {
    pub(crate) server: Server,
    router: Router,
    folder: Folder,
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn library() -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let files = std::fs::read_dir(folder).expect("the battles are there").map(|entry| entry.expect("readable").path());
    // A few battles do: every test reads and musters them anew.
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name == "cowpens.toml" || (name.starts_with("first-") && name.ends_with(".toml"))
    };
    let battles = files.filter(is_wanted);
    let named = battles.map(|path| {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a text"))
    });
    Library::new(SYSTEMS, named).expect("sound battles")
}

/// Limits that a test does not run into.
pub(crate) fn generous() -> Limits {
    Limits { rate: 1e9, burst: 1e9, new_games: 1e9, ..Limits::default() }
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk::with(generous())
    }

    pub(crate) fn with(limits: Limits) -> Desk {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("firelock-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).expect("a folder for the test");
        Desk::open(folder, limits)
    }

    fn open(folder: Folder, limits: Limits) -> Desk {
        let server = Server::new(library(), &folder.0.join("games.db"), limits).expect("a new file");
        Desk { router: server.router(), server, folder }
    }

    /// The same file served by a new server.
    pub(crate) fn again(self) -> Desk {
        self.again_after(|_| {})
    }

    /// The same file served by a new server, after something was done to it.
    pub(crate) fn again_after(self, change: impl FnOnce(&Path)) -> Desk {
        let Desk { server, router, folder } = self;
        server.stop();
        drop((server, router));
        change(&folder.0.join("games.db"));
        Desk::open(folder, generous())
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> (StatusCode, axum::http::HeaderMap, Bytes) {
        let response = self.router.clone().oneshot(request).await.expect("a router answers");
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, body.collect().await.expect("a whole body").to_bytes())
    }

    pub(crate) async fn stream(&self, address: &str, last: Option<u32>) -> Body {
        let mut request = Request::get(address);
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("a router answers");
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body()
    }

    pub(crate) async fn ask(&self, address: &str) -> (StatusCode, Value) {
        let (status, _, body) = self.send(Request::get(address).body(Body::empty()).expect("a request")).await;
        (status, serde_json::from_slice(&body).unwrap_or_else(|_| panic!("{address}: {body:?}")))
    }

    /// A text that is no JSON.
    pub(crate) async fn text(&self, address: &str) -> String {
        let (status, _, body) = self.send(Request::get(address).body(Body::empty()).expect("a request")).await;
        assert_eq!(status, StatusCode::OK, "{address}");
        String::from_utf8(body.to_vec()).expect("a text")
    }

    /// An answer that must be a success.
    pub(crate) async fn get(&self, address: &str) -> Value {
        let (status, body) = self.ask(address).await;
        assert_eq!(status, StatusCode::OK, "{address}: {body}");
        body
    }

    pub(crate) async fn post(&self, address: &str, body: Value) -> (StatusCode, Value) {
        let request = Request::post(address).header("content-type", "application/json");
        let (status, _, body) = self.send(request.body(Body::from(body.to_string())).expect("a request")).await;
        (status, serde_json::from_slice(&body).unwrap_or_else(|_| panic!("{address}: {body:?}")))
    }

    /// A new game; the answer with its links.
    pub(crate) async fn new_game(&self, wanted: Value) -> Value {
        let (status, links) = self.post("/api/games", wanted).await;
        assert_eq!(status, StatusCode::CREATED, "{links}");
        links
    }

    /// A game of two at one screen, by its link.
    pub(crate) async fn at_one_screen(&self, system: &str) -> String {
        let battle = format!("first-volley-{system}");
        let links = self.new_game(json!({"battle": battle, "system": system, "opponent": {"kind": "screen"}})).await;
        links["link"].as_str().expect("a link").to_owned()
    }

    /// Gives the first legal command of a sample that is no resignation; its answer.
    pub(crate) async fn play_one(&self, link: &str) -> Value {
        let sample = self.get(&format!("/api/games/{link}/candidates?grain=coarse")).await;
        let commands = sample["candidates"].as_array().expect("a list");
        let command = commands.iter().find(|candidate| candidate["command"] != "resign").expect("a legal command");
        let asked = json!({"at": sample["seq"], "command": command["command"]});
        let (status, answer) = self.post(&format!("/api/games/{link}/commands"), asked).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }
}
