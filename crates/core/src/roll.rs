use std::fmt::{self, Write as _};

use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Clause, Ledger, Side, UnitId};

/// A kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Die {
    /// 1 to so many.
    D(u8),
    /// A ten-sided die whose 0 is zero.
    Z10,
    /// Two ten-sided dice, tens then units; 00 is 100.
    D100,
    /// A direction in whole degrees, 0 to 359.
    Degrees,
}

impl Die {
    /// The lowest and the highest face.
    pub const fn faces(self) -> (i16, i16) {
        match self {
            Die::D(most) => (1, most as i16),
            Die::Z10 => (0, 9),
            Die::D100 => (1, 100),
            Die::Degrees => (0, 359),
        }
    }

    /// How many faces it has.
    pub const fn sides(self) -> u32 {
        let (least, most) = self.faces();
        (most - least + 1) as u32
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Die::D(most) => write!(f, "d{most}"),
            Die::Z10 => f.write_str("d10 (0-9)"),
            Die::D100 => f.write_str("d100"),
            Die::Degrees => f.write_str("d360"),
        }
    }
}

/// Where a value falls: bands from given values upward. What lies below the first cut is band 0.
///
/// A band may return (odd faces): the cuts are a list of (from, band).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Cuts(ArrayVec<(i16, u8), 12>);

impl Cuts {
    /// No cut: the value itself is the answer.
    pub fn none() -> Cuts {
        Cuts::default()
    }

    /// Two bands: below is 0, from there on 1.
    pub fn at(from: i16) -> Cuts {
        Cuts::new([(from, 1)])
    }

    /// Bands by (from, band), in rising order of from.
    ///
    /// # Panics
    /// With more than 12 cuts, or out of order: charts are checked when the rulebook is made.
    pub fn new(cuts: impl IntoIterator<Item = (i16, u8)>) -> Cuts {
        let cuts: ArrayVec<_, 12> = cuts.into_iter().collect();
        assert!(cuts.windows(2).all(|pair| pair[0].0 < pair[1].0), "cuts rise");
        Cuts(cuts)
    }

    /// Whether there is no cut.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The band of a value.
    pub fn band(&self, value: i16) -> u8 {
        self.0.iter().rev().find(|(from, _)| value >= *from).map_or(0, |(_, band)| *band)
    }

    /// How many bands there are.
    pub fn bands(&self) -> usize {
        1 + self.0.iter().map(|(_, band)| *band).max().unwrap_or(0) as usize
    }
}

/// Equal dice of one side: so many trials, each of so many dice added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lot {
    /// Who rolls them.
    pub side: Side,
    /// How many times.
    pub trials: u8,
    /// How many dice are added in each trial.
    pub dice: u8,
    /// The kind of die.
    pub die: Die,
    /// Added to each trial's sum.
    pub plus: i16,
    /// The faces that are rolled again once, without choice: bit n for face n.
    pub again: u16,
    /// How each trial's value is read.
    pub cuts: Cuts,
    /// Which ledger of the roll explains it.
    pub why: u8,
}

impl Lot {
    /// So many single dice.
    pub fn of(side: Side, trials: u8, die: Die) -> Lot {
        Lot { side, trials, dice: 1, die, plus: 0, again: 0, cuts: Cuts::none(), why: 0 }
    }

    /// With so much added to each trial.
    pub fn plus(self, plus: i32) -> Lot {
        let plus = plus.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Lot { plus, ..self }
    }

    /// With so many dice added in each trial.
    pub fn dice(self, dice: u8) -> Lot {
        Lot { dice, ..self }
    }

    /// Read by these cuts.
    pub fn cut(self, cuts: Cuts) -> Lot {
        Lot { cuts, ..self }
    }

    /// With these faces rolled again once.
    pub fn again(self, faces: u16) -> Lot {
        Lot { again: faces, ..self }
    }

    /// Explained by that ledger of the roll.
    pub fn why(self, why: u8) -> Lot {
        Lot { why, ..self }
    }
}

/// What becomes of equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Tie {
    /// They stand.
    Stands,
    /// Both roll again until they differ.
    Again,
}

/// How a roll is read. Ask for it as the rules read it: ten dice then have eleven answers and not sixty million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Read {
    /// One lot of one trial: the sum.
    Sum,
    /// One lot of single dice: the faces, sorted.
    Faces,
    /// Each lot's trials counted by band.
    Tally,
    /// Lots in pairs: the first's value less the second's, cut by the first's cuts and counted by band over the trials; a
    /// single uncut pair gives the difference itself.
    Versus {
        /// What becomes of equal scores.
        tie: Tie,
    },
    /// Single dice in order, classed by what they hit.
    Land,
}

/// A roll the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Roll {
    /// The rule that asks.
    pub clause: Clause,
    /// What the roll is for, in a few words ("maneuver check").
    pub label: &'static str,
    /// The dice.
    pub lots: ArrayVec<Lot, 4>,
    /// How they are read.
    pub read: Read,
    /// Why: a ledger per unit concerned; empty in fast play.
    pub whys: Vec<(Option<UnitId>, Ledger)>,
}

impl Roll {
    /// A roll of these lots.
    ///
    /// # Panics
    /// With more than four lots.
    pub fn new(clause: Clause, label: &'static str, read: Read, lots: impl IntoIterator<Item = Lot>) -> Roll {
        Roll { clause, label, lots: lots.into_iter().collect(), read, whys: Vec::new() }
    }

    /// With its reasons.
    pub fn because(mut self, unit: Option<UnitId>, ledger: Ledger) -> Roll {
        self.whys.push((unit, ledger));
        self
    }

    /// The dice in words: `2 d6`, `d10 against d10`.
    pub fn in_words(&self) -> String {
        let mut words = String::with_capacity(32);
        self.put_in_words(&mut words);
        words
    }

    /// The same behind other words.
    pub fn put_in_words(&self, words: &mut String) {
        let joint = if matches!(self.read, Read::Versus { .. }) { " against " } else { ", " };
        for (at, lot) in self.lots.iter().enumerate() {
            let joint = if at > 0 { joint } else { "" };
            let n = u16::from(lot.trials) * u16::from(lot.dice);
            let said = match n {
                1 => write!(words, "{joint}{}", lot.die),
                n => write!(words, "{joint}{n} {}", lot.die),
            };
            let plus = if lot.plus == 0 { Ok(()) } else { write!(words, " {:+}", lot.plus) };
            said.and(plus).expect("text takes any text");
        }
    }
}

/// What fell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Rolled {
    /// The answer as the roll is read: the sum; the sorted faces; counts per band, lot after lot; the difference or its counts;
    /// the class.
    pub answer: ArrayVec<i16, 24>,
    /// The faces in the order they fell, re-rolls after the first dice of their lot; empty when only odds were asked for.
    pub faces: Vec<i16>,
}

impl Rolled {
    /// The only number of the answer: a sum, a difference, a class.
    pub fn value(&self) -> i32 {
        i32::from(self.answer.first().copied().unwrap_or(0))
    }

    /// The count of one band in a tally of one lot.
    pub fn count(&self, band: usize) -> i32 {
        i32::from(self.answer.get(band).copied().unwrap_or(0))
    }
}
