//! The plain facts of each test, and what follows from them: no table, no state, no player.
//!
//! A test has pieces that can be called apart: its ledgers (charts read against the facts), its rolls, and the result of what fell.
//! Where the facts are not yet as a chart reads them (lengths in inches, limits of the rulebook), a function of the facts weighs them up.

mod arrivals;
mod assault;
mod before;
mod command;
mod disorder;
mod fight;
mod guns;
mod impact;
mod leaders;
mod march;
mod morale;
mod pool;
mod score;
mod volley;

pub use arrivals::{Arrivals, Countdown, Flankers, Flanking, Reinforcement, countdown_roll, reinforcement_roll};
pub use assault::{Approach, Assault, Faltered, Fighter, Onset, Stand, falter_dice, falter_roll};
pub use before::{Army, Commission, Contest, Contested, Troubled, contest_roll, roll_off, trouble_roll, value_roll};
pub use command::{
    Activation, Asked, Bond, Call, Determination, Motivation, ap_roll, determination_roll, motivation_dice,
    motivation_roll,
};
pub use disorder::{Removal, Scenery, disorder_roll, removal_roll};
pub use fight::{Came, Fight, Fought, Melee};
pub use guns::{Cannonade, Laying};
pub use impact::{Arms, Impact, Struck, Target};
pub use leaders::{Endangered, Succession, danger_roll, ride_roll, successor_roll};
pub use march::{March, Marched, Price};
pub use morale::{Losses, Lost, Mood, Morale, Retire, Tested, morale_roll, retire_roll};
pub use pool::{Held, Pool};
pub use score::{Reckoned, Score, Tallied};
pub use volley::{Aim, Shooter, Volley};

use firelock_core::{Cuts, Die, Lot, Side};
use firelock_table::Length;

/// Six-sided dice, the only ones of the game (WA-SCALE-10).
fn dice(side: Side, n: u8) -> Lot {
    Lot::of(side, n, Die::D(6))
}

/// Dice of which each score from there on counts.
fn counted(side: Side, n: u8, from: i32) -> Lot {
    dice(side, n).cut(Cuts::at(from.clamp(i16::MIN.into(), i16::MAX.into()) as i16))
}

/// How often a length is gone through completely (WA-SCALE-06).
fn complete(distance: Length, step: Length) -> u16 {
    match step.get() {
        ..=0 => 0,
        step => (distance.get().max(0) / step).min(u16::MAX.into()) as u16,
    }
}

/// As many dice as a ledger says; no pool of the game comes near sixty.
fn n_dice(total: i32) -> u8 {
    total.clamp(0, 60) as u8
}
