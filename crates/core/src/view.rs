use firelock_table::{Angle, Length, Point, Segment};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Clause, Form, Ledger, Measure, Refusal, Side, UnitId};

/// The table as a client draws it. A client knows tables, not rules: it paints what stands here and sends commands back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct View {
    /// The system's name.
    pub system: &'static str,
    /// The turn, from 1.
    pub turn: u16,
    /// The last turn, if there is one.
    pub turns: Option<u16>,
    /// The phase and the step, in words.
    pub phase: String,
    /// Whose turn it is, if it is somebody's.
    pub active: Option<Side>,
    /// Width (west to east) and depth (south to north) of the table.
    pub size: (Length, Length),
    /// What the table is measured in: scales, rulers and lengths in words.
    pub measure: Measure,
    /// The ground, back to front.
    pub ground: Vec<FeatureView>,
    /// Everything that stands on the table.
    pub pieces: Vec<Piece>,
    /// Who has left the battle for good, with his name: what was told of him still speaks of his number.
    pub gone: Vec<(UnitId, String)>,
    /// What stands in no place of its own: garrisons, off-table trays, couriers.
    pub places: Vec<PlaceView>,
    /// Counters of the sides and the game.
    pub tracks: Vec<Track>,
    /// Shapes drawn for a reason: arcs, zones, radii, rays.
    pub overlays: Vec<ViewOverlay>,
    /// What this viewer is asked.
    pub prompt: Option<Prompt>,
    /// Who else is being asked.
    pub waiting: Vec<Side>,
    /// The end of the game in words.
    pub over: Option<String>,
}

/// A piece of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FeatureView {
    /// Its number on the table.
    pub id: u16,
    /// What it is, by the battle file's word: the drawing follows it.
    pub kind: String,
    /// Its name, if it has one.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Levels above the plain.
    pub level: i8,
    /// What it means in this system, in words ("broken ground, partial cover").
    pub meaning: String,
}

/// A shape to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A closed outline.
    Area(Vec<Point>),
    /// An open line, with the width of what it shows.
    Line(Vec<Point>, Length),
    /// A circle.
    Circle(Point, Length),
    /// A point.
    Point(Point),
}

/// What a piece is, for its symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PieceKind {
    /// Foot.
    #[default]
    Infantry,
    /// Light foot, skirmishers.
    Light,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
    /// A leader.
    Leader,
    /// A marker on the table: objective, courier, chit.
    Marker,
}

/// Something that stands on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// Its number.
    pub id: UnitId,
    /// Whose it is.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Its brigade or command.
    pub group: String,
    /// Its symbol.
    pub kind: PieceKind,
    /// The corners of each base: front left, front right, rear right, rear left.
    pub bases: Vec<[Point; 4]>,
    /// The outline of the whole.
    pub outline: Vec<Point>,
    /// The front edge, where it has one.
    pub front: Option<Segment>,
    /// The facing.
    pub facing: Angle,
    /// Formation, in a word.
    pub formation: String,
    /// Strength and state at a glance.
    pub badge: Badge,
    /// Markers.
    pub marks: Vec<Mark>,
    /// Who leads it, if a leader is with it.
    pub leader: Option<UnitId>,
    /// All it is, in words, for cards and the text table.
    pub facts: Vec<(String, String)>,
}

/// Strength and state at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Badge {
    /// Strength now.
    pub now: u16,
    /// Strength at the start.
    pub full: u16,
    /// The quality, in a word.
    pub quality: String,
    /// The state, in a word: fresh, worn, spent.
    pub state: String,
}

/// A marker on a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mark {
    /// The word ("disordered").
    pub word: String,
    /// The rule behind it.
    pub clause: Clause,
}

/// A place that holds pieces without a position of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlaceView {
    /// Its name.
    pub name: String,
    /// The feature it belongs to, if it stands on the table.
    pub feature: Option<u16>,
    /// How much it holds, if that is limited.
    pub capacity: Option<u16>,
    /// Who is in it.
    pub units: Vec<UnitId>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Track {
    /// Whose; none is the game's.
    pub side: Option<Side>,
    /// What it counts.
    pub name: String,
    /// Where it stands.
    pub now: i32,
    /// Its end or its threshold, if it has one.
    pub of: Option<i32>,
    /// The rule behind it.
    pub clause: Clause,
}

/// A shape drawn for a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewOverlay {
    /// The kind of reason: "arc", "radius", "zone", "ray", "reach", "box", "objective".
    pub kind: &'static str,
    /// The piece it belongs to.
    pub unit: Option<UnitId>,
    /// The side it belongs to.
    pub side: Option<Side>,
    /// In words ("close range 4 inches").
    pub label: String,
    /// The rule behind it.
    pub clause: Clause,
    /// The shape.
    pub shape: Shape,
}

/// What a viewer is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Prompt {
    /// Who is asked.
    pub side: Side,
    /// The rule that asks.
    pub clause: Clause,
    /// The question in a few words.
    pub words: String,
    /// How it is answered.
    pub form: Form,
    /// What can be chosen from a list.
    pub options: Vec<Choice>,
    /// What each unit may do on the table, by name of the act.
    pub acts: Vec<(UnitId, String)>,
    /// Why it cannot be ended yet.
    pub not_yet: Option<Refusal>,
}

/// A listed choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choice {
    /// In a few words.
    pub words: String,
    /// The unit it is about.
    pub unit: Option<UnitId>,
    /// The enemy it is about.
    pub target: Option<UnitId>,
    /// The command, as JSON, to be sent back as it is.
    pub command: serde_json::Value,
    /// The tally it would be made with.
    pub ledger: Option<Ledger>,
}
