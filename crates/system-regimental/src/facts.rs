//! The plain facts of each test, and what follows from them: no table, no state, no player.
//!
//! A test has three pieces that can be called apart: its ledger (a chart read against the facts), its roll, and the result of what fell.

mod clash;
mod fallen;
mod guns;
mod handling;
mod march;
mod outcome;
mod strength;
mod volley;

pub use clash::{Clash, Combat, Fighter, LeaderAt, Outnumbered, Party, Rated, Stance, clash_roll};
pub use fallen::{Fallen, Fell, Succession, fallen_roll, successor_roll};
pub use guns::{GunStand, Guns};
pub use handling::{Handled, Handling, Scope, check_roll};
pub use march::{Allowance, March, Road};
pub use outcome::{Outcome, SideOutcome, UnitOutcome};
pub use strength::{Shot, Strength};
pub use volley::{ChargeFate, Fired, Firing, Struck, Target, Volley, Weighed, fire_roll};

use firelock_core::{Die, Lot, Side};

/// One ten-sided die, the only one of the game (RF-SCL-12).
fn d10(side: Side) -> Lot {
    Lot::of(side, 1, Die::D(10))
}
