use firelock_core::Side;

use crate::declare::{table, words};
use crate::values::{Clock, Count, Id};

words! {
    /// Who won.
    pub enum Winner: "winner" {
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Nobody.
        Draw = "draw",
    }
}

words! {
    /// By how much.
    pub enum Margin: "margin" {
        /// Just.
        Marginal = "marginal",
        /// Plainly.
        Clear = "clear",
        /// Wholly.
        Decisive = "decisive",
    }
}

table! {
    /// What was lost, by a side, a part of it, or a unit.
    pub struct Loss: "loss" {
        /// The side.
        side: Side,
        /// The unit, if the figures are for one.
        unit: Option<Id>,
        /// The part of the side, if the figures are for one that is no unit here.
        part: Option<String> [1..=120],
        /// Killed.
        killed: Option<Count>,
        /// Wounded.
        wounded: Option<Count>,
        /// Taken, and missing.
        captured: Option<Count>,
        /// All together, where the sources do not divide them or give another sum.
        total: Option<Count>,
        /// Guns lost.
        guns: Option<Count>,
        /// What else was lost, or who counted.
        note: Option<String> [1..=600],
    }
}

table! {
    /// Something that happened.
    pub struct Event: "event" {
        /// When, if the accounts say.
        time: Option<Clock>,
        /// What.
        text: String [1..=600],
        /// The battle turned on it.
        turning_point: bool = false,
    }
}

table! {
    /// How the battle went and ended.
    pub struct History: "history" {
        /// Red, blue or draw.
        winner: Winner,
        /// By how much.
        margin: Option<Margin>,
        /// The outcome in a sentence.
        result: String [1..=600],
        /// How long it took, in minutes.
        minutes: Option<Count>,
        /// What was lost.
        losses as "loss": Vec<Loss> [0..=60],
        /// What happened, in order.
        events as "event": Vec<Event> [0..=60],
    }
}

table! {
    /// A work that the file rests on.
    pub struct Source: "source" {
        /// Its title.
        title: String [1..=300],
        /// Who wrote it.
        author: Option<String> [1..=200],
        /// When.
        year: Option<u16> [1600..=2100],
        /// What was taken from it.
        note: Option<String> [1..=600],
    }
}

table! {
    /// Something doubtful, and how we chose.
    pub struct Doubt: "doubt" {
        /// What.
        text: String [1..=1000],
    }
}
