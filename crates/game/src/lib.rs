//! A game in progress: its record, replay, undo and saves, and the table in words and as a picture.
//!
//! A game's truth is its [`Record`]; a save is the record, and loading it plays the game again.
//! No clock, no file and no generator here: keys and texts are handed in.

mod account;
mod back;
mod chain;
mod draw;
mod fault;
mod game;
mod key;
mod opening;
mod order;
mod pack;
mod preview;
mod reach;
mod record;
mod replay;
mod shorthand;
mod system;
mod tally;
mod text;
mod undo;
mod written;

pub use account::{Came, Card, Seen, Telling, VIEWERS, tell, viewer};
pub use chain::{CHAINS, Chain};
pub use draw::{Drawing, draw};
pub use fault::RecordFault;
pub use game::{Accepted, Agreed, DiceSource, Game, Outcome, Refused};
pub use key::{Key, fingerprint};
pub use opening::Opening;
pub use order::{Order, read_order};
pub use preview::{Consequence, Foreseen, Preview, WholeAttack};
pub use record::{BattleName, DiceRule, ENGINE, End, Entry, FORMAT, Header, Note, Record, Thought};
pub use replay::Step;
pub use shorthand::Shorthand;
pub use system::{
    AnyGame, BattleFile, Candidate, GameOr, Listener, LoadFault, MusteredTable, OpeningOr, SYSTEMS, StartFault, System,
    Told,
};
pub use tally::{Made, tally};
pub use text::text;
pub use undo::UndoBar;
