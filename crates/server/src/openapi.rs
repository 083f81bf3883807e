//! The OpenAPI document of the interface, and the TypeScript types of the client: both from the schemas of the wire types.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::wire::{
    Answer, AttackAnswer, AttackAsked, AttackPage, BattleCard, BattlePage, Candidates, Change, CheckAnswer, CheckAsked,
    Clauses, CommandAsked, FacesAsked, FitAnswer, FitAsked, GameState, Health, LabState, Log, MeasureAsked, Measured,
    Moment, NewGame, NewLab, NewLink, NewLinks, NewReferee, OpponentCard, OrderAsked, PlaceAsked, PleaAnswered,
    PreviewAnswer, PreviewAsked, Problem, Reach, ReachAsked, RefereeAsked, RefereeTable, RefereeWritten, Report,
    SystemCard, TestCard, TestPage, TextTable, Thinking,
};

/// Gathers the schemas of the types that are named: of answers, where every field is there, and of questions, where some may be
/// left out.
struct Scribe {
    answers: SchemaGenerator,
    questions: SchemaGenerator,
}

impl Scribe {
    fn new(definitions: &'static str) -> Scribe {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = definitions.into());
        Scribe { answers: settings.clone().for_serialize().into_generator(), questions: settings.into_generator() }
    }

    /// Of an answer.
    fn of<T: JsonSchema>(&mut self) -> Schema {
        self.answers.subschema_for::<T>()
    }

    /// Of a question.
    fn asked<T: JsonSchema>(&mut self) -> Schema {
        self.questions.subschema_for::<T>()
    }

    /// All of them by name. What may be left out of a question may be missing in an answer too.
    fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.answers.take_definitions(true);
        all.extend(self.questions.take_definitions(true));
        all
    }
}

/// What a question takes and gives.
enum Gives {
    /// JSON of that type.
    Json(Schema),
    /// Text of that kind.
    Text(&'static str),
}

/// One question.
struct Question {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    query: &'static [(&'static str, &'static str)],
    takes: Option<Schema>,
    gives: Gives,
}

/// What may be asked after a question mark: name and type.
const SIDE: (&str, &str) = ("side", "side");
const STATE: (&str, &str) = ("state", "boolean");

fn questions(scribe: &mut Scribe) -> Vec<Question> {
    let mut all = Vec::new();
    let mut get = |path, about, query, gives| {
        all.push(Question { method: "get", path, about, query, takes: None, gives });
    };
    let json = Gives::Json;
    get("/health", "How the server is.", &[], json(scribe.of::<Health>()));
    get("/metrics", "Counters for Prometheus.", &[], Gives::Text("text/plain"));
    get("/api/openapi.json", "This document.", &[], json(schemars::json_schema!({ "type": "object" })));
    get("/api/systems", "The rule systems.", &[], json(scribe.of::<Vec<SystemCard>>()));
    get("/api/systems/{system}/clauses", "The rules of a system in words.", &[], json(scribe.of::<Clauses>()));
    let clause = scribe.of::<firelock_core::ClauseEntry>();
    get("/api/systems/{system}/clauses/{clause}", "One rule in words.", &[], json(clause));
    get("/api/battles", "The battles.", &[], json(scribe.of::<Vec<BattleCard>>()));
    get("/api/battles/{battle}", "All about a battle.", &[], json(scribe.of::<BattlePage>()));
    let width: &[_] = &[("width", "width"), ("vignette", "vignette")];
    get("/api/battles/{battle}/{picture}", "The table as a picture: SYSTEM.svg.", width, Gives::Text("image/svg+xml"));
    get("/api/opponents", "The computer commanders.", &[], json(scribe.of::<Vec<OpponentCard>>()));
    get("/api/check/{system}", "The tests of the rules that need no table.", &[], json(scribe.of::<Vec<TestCard>>()));
    get("/api/check/{system}/{test}", "What a test wants to know.", &[], json(scribe.of::<TestPage>()));
    get("/api/odds/{system}", "What the odds of an attack want to know.", &[], json(scribe.of::<AttackPage>()));
    get("/api/referee/{link}", "A referee's table.", &[], json(scribe.of::<RefereeTable>()));
    let after: &[_] = &[("after", "count")];
    get("/api/referee/{link}/events", "What is written, from an entry on.", after, Gives::Text("text/event-stream"));
    get("/api/lab/{link}", "How a laboratory stands.", &[], json(scribe.of::<LabState>()));
    get("/api/lab/{link}/events", "The same, again and again as it plays.", &[], Gives::Text("text/event-stream"));
    get(
        "/api/lab/{link}/{file}",
        "Its report: report.json, report.csv or report.html.",
        &[],
        Gives::Text("text/plain"),
    );
    get("/api/games/{link}", "The game as the link sees it.", &[SIDE], json(scribe.of::<GameState>()));
    let events: &[_] = &[("after", "count")];
    get("/api/games/{link}/events", "What happens, from a change on.", events, Gives::Text("text/event-stream"));
    get("/api/games/{link}/log", "The commands in words.", &[("from", "count")], json(scribe.of::<Log>()));
    let sample: &[_] = &[("grain", "grain"), SIDE];
    get("/api/games/{link}/candidates", "A sample of legal commands.", sample, json(scribe.of::<Candidates>()));
    get("/api/games/{link}/text", "The table in words.", &[SIDE], json(scribe.of::<TextTable>()));
    get("/api/games/{link}/at/{n}", "The table after n commands.", &[SIDE], json(scribe.of::<Moment>()));
    get("/api/games/{link}/record", "The record.", &[], Gives::Text("application/x-ndjson"));
    get("/api/games/{link}/report", "Losses, luck and the story.", &[], json(scribe.of::<Report>()));

    let answer = scribe.of::<Answer>();
    let mut post = |path, about, query, takes, gives| {
        all.push(Question { method: "post", path, about, query, takes: Some(takes), gives: Gives::Json(gives) });
    };
    let (takes, gives) = (scribe.asked::<CheckAsked>(), scribe.of::<CheckAnswer>());
    post("/api/check/{system}/{test}", "Makes a test.", &[], takes, gives);
    let (takes, gives) = (scribe.asked::<AttackAsked>(), scribe.of::<AttackAnswer>());
    post("/api/odds/{system}", "The odds of an attack, both ways.", &[], takes, gives);
    post("/api/referee", "Opens a referee's table.", &[], scribe.asked::<NewReferee>(), scribe.of::<NewLink>());
    let (takes, gives) = (scribe.asked::<RefereeAsked>(), scribe.of::<RefereeWritten>());
    post("/api/referee/{link}", "Writes at a referee's table.", &[], takes, gives);
    post("/api/lab", "Begins a laboratory.", &[], scribe.asked::<NewLab>(), scribe.of::<NewLink>());
    let none = schemars::json_schema!({ "type": "object" });
    post("/api/lab/{link}/stop", "Stops a laboratory and keeps what was played.", &[], none, scribe.of::<LabState>());
    post("/api/games", "Makes a game.", &[], scribe.asked::<NewGame>(), scribe.of::<NewLinks>());
    let command = scribe.asked::<CommandAsked>();
    post("/api/games/{link}/commands", "Gives a command.", &[STATE], command, answer.clone());
    post(
        "/api/games/{link}/faces",
        "Types dice rolled by hand.",
        &[STATE],
        scribe.asked::<FacesAsked>(),
        answer.clone(),
    );
    let place = scribe.asked::<PlaceAsked>();
    post("/api/games/{link}/undo", "Takes the last command back.", &[STATE], place.clone(), answer.clone());
    post("/api/games/{link}/reset", "Takes back all that can be.", &[STATE], place.clone(), answer.clone());
    post("/api/games/{link}/resign", "Gives the battle up.", &[STATE], place.clone(), answer.clone());
    let about = "Asks for the last command back, though dice have been seen.";
    post("/api/games/{link}/plea", about, &[STATE], place, answer.clone());
    let settled = scribe.asked::<PleaAnswered>();
    post("/api/games/{link}/plea/answer", "Answers who asks so.", &[STATE], settled, answer.clone());
    let (takes, gives) = (scribe.asked::<ReachAsked>(), scribe.of::<Reach>());
    post("/api/games/{link}/reach", "How far a unit may go by an act.", &[], takes, gives);
    post("/api/games/{link}/orders", "Gives a typed order.", &[STATE], scribe.asked::<OrderAsked>(), answer);
    post(
        "/api/games/{link}/fit",
        "The nearest legal command.",
        &[],
        scribe.asked::<FitAsked>(),
        scribe.of::<FitAnswer>(),
    );
    let (takes, gives) = (scribe.asked::<PreviewAsked>(), scribe.of::<PreviewAnswer>());
    post("/api/games/{link}/preview", "What a command would roll, with odds.", &[], takes, gives);
    let (takes, gives) = (scribe.asked::<MeasureAsked>(), scribe.of::<Measured>());
    post("/api/games/{link}/measure", "A line from edge to edge.", &[], takes, gives);
    all
}

/// The OpenAPI document.
pub(crate) fn document() -> Value {
    let mut scribe = Scribe::new("/components/schemas");
    let problem = scribe.of::<Problem>();
    let mut paths: Map<String, Value> = Map::new();
    for question in questions(&mut scribe) {
        let method = question.method;
        let path = paths.entry(question.path.to_owned()).or_insert_with(|| json!({}));
        path[method] = operation(question, &problem);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Firelock",
            "version": firelock_game::ENGINE,
            "description": "Horse-and-musket battles by tabletop rules. docs/decisions/0016-server-and-wire.md explains it.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": scribe.definitions() },
    })
}

fn operation(question: Question, problem: &Schema) -> Value {
    let named = question.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = named
        .map(|name| {
            let schema =
                if name == "n" { json!({ "type": "integer", "minimum": 0 }) } else { json!({ "type": "string" }) };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect();
    parameters.extend(question.query.iter().map(|(name, kind)| {
        let schema = match *kind {
            "boolean" => json!({ "type": "boolean" }),
            "count" => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
            "vignette" => json!({ "type": "boolean" }),
            "width" => json!({ "type": "integer", "minimum": 200, "maximum": 2000 }),
            "grain" => json!({ "enum": ["coarse", "middle", "fine"] }),
            _ => json!({ "enum": ["red", "blue"] }),
        };
        json!({ "name": name, "in": "query", "schema": schema })
    }));
    let content = match question.gives {
        Gives::Json(schema) => json!({ "application/json": { "schema": schema } }),
        Gives::Text(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    };
    let makes = question.method == "post" && matches!(question.path, "/api/games" | "/api/referee" | "/api/lab");
    let good = if makes { "201" } else { "200" };
    let no = json!({ "description": "Why not.", "content": { "application/json": { "schema": problem } } });
    let mut responses =
        Map::from_iter([(good.to_owned(), json!({ "description": "The answer.", "content": content }))]);
    for status in ["400", "403", "404", "405", "409", "413", "422", "429", "500", "503"] {
        responses.insert(status.to_owned(), no.clone());
    }
    let mut operation = json!({ "summary": question.about, "parameters": parameters, "responses": responses });
    if let Some(takes) = question.takes {
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": takes } } });
    }
    operation
}

/// The wire types as TypeScript.
pub fn typescript() -> String {
    let mut scribe = Scribe::new("/$defs");
    questions(&mut scribe);
    scribe.of::<Problem>();
    scribe.of::<Change>();
    scribe.of::<Thinking>();
    let head = "// What is said on the wire. Generated by `cargo xtask generate` from crates/server/src/wire.rs; do not edit.\n";
    let definitions = scribe.definitions();
    definitions
        .iter()
        .fold(head.to_owned(), |text, (name, schema)| text + "\n" + &crate::typescript::declaration(name, schema))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut open = vec![&document];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(map) => {
                    if let Some(Value::String(path)) = map.get("$ref") {
                        assert!(document.pointer(path.trim_start_matches('#')).is_some(), "{path}");
                    }
                    open.extend(map.values());
                }
                Value::Array(all) => open.extend(all),
                _ => {}
            }
        }
    }

    #[test]
    fn the_client_has_the_types_it_reads() {
        let text = typescript();
        for line in [
            "export interface GameState {",
            "export type Seat = \"red\" | \"blue\" | \"both\" | \"spectator\";",
            "  prompt: Prompt | null;",
            "  bases: [Point, Point, Point, Point][];",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
