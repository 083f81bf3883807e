//! The plain facts of each test, and what follows from them: no table, no state, no player.
//!
//! A test has pieces that can be called apart: its ledgers (charts read against the facts), its rolls, and the result of what fell.
//! Where the facts are not yet as a chart reads them, a function of the facts weighs them up.

mod charge;
mod command;
mod discipline;
mod guns;
mod melee;
mod morale;
mod score;
mod strength;
mod target;
mod volley;

pub use charge::{ChargeReaction, Charged, Charger, Reacted};
pub use command::{CommandHit, Evasion, Initiative, command_hit_roll, evade_roll, roll_off, wound_roll};
pub use discipline::{
    Control, Counter, Countercharge, Drill, FormSquare, PressHome, Pressing, Rallied, Rally, Rallying, Reform,
    Squaring, discipline_roll, passes,
};
pub use guns::{Accuracy, Burst, Deviation, Drift, Impact, Laying, Shot, deviation_roll, drift};
pub use melee::{Bout, Duel, Fight, Fighter, Footing, Fought, Higher, Pairs, Won, pair_roll};
pub use morale::{Mood, Morale, Tested, melee_balance, morale_roll};
pub use score::{Army, Reckoned, Score};
pub use strength::{Losses, Strength, Toll, Worn};
pub use target::Target;
pub use volley::{Aim, OpenRow, Presented, Salvo, Shooter, Volley};

/// As many dice as facts ask for; no pool of the game comes near sixty.
fn n_dice(n: u16) -> u8 {
    n.min(60) as u8
}

/// A number as dice carry it.
fn small(n: i32) -> i16 {
    n.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
