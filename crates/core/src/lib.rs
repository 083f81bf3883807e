//! What the four rule systems share.
//!
//! The core measures, counts, queues and remembers; a system judges, prices and names.
//! [`RuleSystem::check`] alone judges legality, [`RuleSystem::resolve`] alone rolls, [`RuleSystem::fold`] alone changes a state.
//! Chance enters by one door: a [`Dice`] that is handed in.

mod beside;
mod chart;
mod clause;
mod decision;
mod desk;
mod dice;
mod encounter;
mod ledger;
mod lengths;
mod lots;
mod measure;
mod published;
mod refusal;
mod roll;
mod rulebook;
mod side;
mod system;
mod view;
mod words;

pub use beside::Beside;
pub use chart::{Cells, Chart, Group, Quantity, Reason, Round, Row, Step, read};
pub use clause::{Clause, ClauseEntry, ClauseKind, Origin};
pub use decision::{Agenda, Ask, Chapter, Decision, Form, Frame, Landmark};
pub use desk::{Desk, Keep, Taken, Witness, carry_out, carry_out_before, replay, try_out};
pub use dice::{Dice, Given, Seeded, fall};
pub use encounter::{Encounter, Ending, Fate, Onset, Stage, Stepped, To};
pub use ledger::{Ledger, Line, Sink};
pub use lengths::{centimeters, inches};
pub use lots::Lots;
pub use measure::Measure;
pub use published::{Checked, Effect, Test, TestFault, facts_of, put_fact, schema_of};
pub use refusal::{Halt, Place, Refusal};
pub use roll::{Cuts, Die, Lot, Read, Roll, Rolled, Tie};
pub use rulebook::{CellInfo, Grid, Number, Numbers, Overlay, OverlayFault, Rulebook, Switch};
pub use side::{Side, UnitId};
pub use system::{Fitted, Grain, RuleSystem, Verdict, Wish};
pub use view::{
    Badge, Choice, FeatureView, Mark, Piece, PieceKind, PlaceView, Prompt, Shape, Track, View, ViewOverlay,
};
