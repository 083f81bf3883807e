//! Computer commanders: opponents that play by the same rules and dice, see no more than their side sees, and say what they try to do.
//!
//! [`staff`] finds the commanders of a system by name: that is all a program needs. [`Sense`] is what a rule system tells them about a
//! battle; everything else is the same for all systems. Nothing here reads a clock or starts a thread: the caller hands in a
//! [`Watch`].

mod captain;
mod choose;
mod expect;
mod field;
mod fight;
mod follow;
mod general;
mod level;
mod outlook;
mod plan;
mod recruit;
mod sense;
mod settle;
mod staff;
mod value;
mod weights;
mod words;

pub use choose::{Order, Weighed, command};
pub use field::{Arm, Body, Field, Goal, Leader, Spot};
pub use fight::{Contest, Fought, NoEnd, fight, fight_shown};
pub use level::{Brief, BriefFault, Level, Style, Watch};
pub use outlook::{CELLS, FAR, Numbers, Outlook, OutlookFault};
pub use sense::{Act, Pains, Sense, Way};
pub use staff::{Advice, Arena, ArenaOr, STAFF, Staff, staff};
pub use value::terms;
pub use weights::Weights;

/// A battle that comes with the program, and how it begins, for tests.
#[cfg(test)]
fn mustered<S: firelock_scenario::Muster>(name: &str) -> (firelock_scenario::Battle, S::State) {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("it comes with the program");
    let battle = firelock_game::BattleFile::read(name, &text).expect("a sound battle").battle;
    let book = battle.book::<S>(Default::default()).expect("the printed rules");
    let state = S::muster(&battle, &book).expect("it musters").state;
    (battle, state)
}
