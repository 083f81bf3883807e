//! Exact odds: distributions and the dice that enumerate.
//!
//! [`explore`] runs any code that rolls dice once per path and merges equal outcomes into a [`Distribution`]; each roll branches over
//! its [`answers`], not its faces. Longer chains are joined by [`Distribution::then`], which merges between the steps. [`odds_of`] gives
//! the odds of each effect of a published test, [`chain_odds`] those of a whole encounter.
//!
//! Odds are exact, as ratios of whole numbers of any size, or they say that they were sampled; there is nothing between.

mod answers;
mod chain;
mod chance;
mod closed;
mod distribution;
mod enumerated;
mod landing;
mod lots;
mod natural;
mod published;
mod rounds;
mod spread;
mod what_if;

pub use answers::{Answer, answers};
pub use chain::{ChainOdds, EndingOdds, FateOdds, LossOdds, LostOdds, Odds, StageOdds, chain_odds};
pub use chance::{Chance, Exactness};
pub use closed::{hits, margin, unsaved_hits, wins_and_ties};
pub use distribution::{Distribution, Shift};
pub use enumerated::{Enumerated, PATHS, explore};
pub use lots::Unanswered;
pub use published::{EffectOdds, TestOdds, odds_of, outcomes_of};
pub use what_if::{vary, what_if};
