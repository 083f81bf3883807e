//! A game played over HTTP, and its record verified by the program.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use firelock_game::SYSTEMS;
use serde_json::{Value, json};

use crate::{firelock, path, scratch};

/// A server in a process of its own, which ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start() -> Served {
        let data = scratch("served.db", "");
        std::fs::remove_file(&data).expect("just written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_firelock"))
            .args(["serve", "--port", "0", "--data", path(&data), "--rate", "100000"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stderr.take().expect("piped")).read_line(&mut line).expect("it says where it is");
        let address = line.split(['/', ';']).nth(2).expect("an address").to_owned();
        Served { child, address }
    }

    fn ask(&self, method: &str, at: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "{method} {at} HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.0 20"), "{method} {at}: {answer}");
        body.to_owned()
    }

    fn post(&self, at: &str, body: &Value) -> Value {
        serde_json::from_str(&self.ask("POST", at, &body.to_string())).expect("JSON")
    }

    fn get(&self, at: &str) -> Value {
        serde_json::from_str(&self.ask("GET", at, "")).expect("JSON")
    }
}

#[test]
fn the_record_of_a_served_game_is_verified() {
    let server = Served::start();
    for system in SYSTEMS {
        let battle = format!("first-volley-{}", system.name);
        let made = server.post("/api/games", &json!({"battle": battle, "opponent": {"kind": "screen"}}));
        let game = format!("/api/games/{}", made["link"].as_str().expect("a link"));
        let commitment =
            server.get(&game)["commitment"].as_str().expect("a fingerprint before the first die").to_owned();
        for nth in 0..40 {
            let sample = server.get(&format!("{game}/candidates?grain=coarse"));
            let candidates = sample["candidates"].as_array().expect("a list");
            let legal: Vec<_> = candidates.iter().filter(|candidate| candidate["command"] != "resign").collect();
            let command = &legal[nth * 5 % legal.len()]["command"];
            server.post(&format!("{game}/commands"), &json!({"at": sample["seq"], "command": command}));
        }
        server.post(&format!("{game}/resign"), &json!({"at": 40, "side": "blue"}));
        let record = server.ask("GET", &format!("{game}/record"), "");
        assert!(record.lines().next().is_some_and(|header| header.contains(&commitment)), "{record}");

        let file = scratch(&format!("served-{}.jsonl", system.name), &record);
        let said = firelock(&["replay", path(&file)]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", system.name);
        assert!(said.out.ends_with("verified: 41 commands, every line as the game goes\n"), "{}", said.out);

        // Another key than the one that was committed to is told, whatever the dice.
        let (before, key) = record.rsplit_once("\"key\":\"").expect("the key is revealed at the end");
        let other = if key.starts_with('0') { "1" } else { "0" };
        let file =
            scratch(&format!("served-{}-forged.jsonl", system.name), format!("{before}\"key\":\"{other}{}", &key[1..]));
        let said = firelock(&["replay", path(&file)]);
        assert!(
            said.code != 0 && said.err.contains("not the one that was committed to"),
            "{}: {}",
            system.name,
            said.err
        );
    }
}
