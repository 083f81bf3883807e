//! Skirmish fire and its effects (FD-MUS-20 to FD-MUS-29).

use firelock_core::{Clause, Cuts, Die, Ledger, Lot, Read, Roll, Rolled, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Harm, Loaded, Struck, Target};
use crate::charts::{T8, body_reach, count, numbers, skirmish_effect, skirmish_faces, yards};
use crate::clauses::*;
use crate::results::SkirmishEffect;
use crate::words::{Branch, Firearm, Weather};
use crate::yards::Yards;

/// The facts of skirmish fire by one body in open order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Skirmish {
    /// What it fires with.
    pub firearm: Firearm,
    /// Its morale rating.
    #[schemars(range(max = 4))]
    pub rating: u8,
    /// Only some of its men have firearms.
    pub mixed_armed: bool,
    /// It has shot at the same unit before.
    pub same_target: bool,
    /// It is horse on foot.
    pub dismounted: bool,
    /// How far it fires.
    pub range: Yards,
    /// The weather of the day.
    pub weather: Weather,
    /// At whom.
    pub target: Target,
}

impl Default for Skirmish {
    fn default() -> Skirmish {
        Skirmish {
            firearm: Firearm::Flintlock,
            rating: 2,
            mixed_armed: false,
            same_target: false,
            dismounted: false,
            range: Yards::whole(60),
            weather: Weather::Clear,
            target: Target::default(),
        }
    }
}

/// What skirmish fire came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Galled {
    /// The effect of each hit.
    pub effects: Vec<SkirmishEffect>,
    /// The worst of them.
    pub worst: SkirmishEffect,
    /// The casualties of all of them, and what they leave. No check follows (FD-MUS-26).
    pub struck: Struck,
    /// The target halts (FD-MOR-10); a section does not fire for a while (FD-MOR-17).
    pub halts: bool,
    /// The target, or the crew of the section, goes back so far.
    pub retreats: Option<Yards>,
}

/// The most hits whose effects one roll holds.
pub const HITS_A_ROLL: usize = 4;

/// The dice of the effects of up to four hits, a lot for each; band 1 of each lot counts the 9s (FD-MUS-23).
pub fn effect_roll(book: &Rulebook, side: Side, hits: usize) -> Roll {
    let face = book.number(&numbers::EFFECT_FACE).clamp(0, 10) as i16;
    let lot = Lot::of(side, count(book, &numbers::EFFECT_DICE).min(60), Die::Z10).cut(Cuts::at(face));
    Roll::new(FD_MUS_23, "skirmish effect", Read::Tally, std::iter::repeat_n(lot, hits.min(HITS_A_ROLL)))
}

/// How many 9s each hit of a roll of effects has.
pub fn nines(rolled: &Rolled) -> impl Iterator<Item = usize> {
    rolled.answer.chunks(2).map(|lot| lot.get(1).copied().unwrap_or(0).max(0) as usize)
}

impl Skirmish {
    /// Why it cannot fire, if it cannot.
    pub fn bar(&self, book: &Rulebook) -> Option<(Clause, &'static str)> {
        match body_reach(book, self.firearm, self.dismounted) {
            None => Some((FD_MUS_20, "It has nothing to fire with.")),
            Some(reach) if self.range > reach => Some((FD_MUS_20, "Its weapon does not reach so far.")),
            Some(_) => None,
        }
    }

    /// Weighs the fire up; none when there can be none. The drill by platoons does not count (FD-MUS-22).
    pub fn loaded(&self, book: &Rulebook) -> Option<Loaded> {
        if self.bar(book).is_some() {
            return None;
        }
        Some(
            Loaded {
                skirmishers: book.number(&numbers::SKIRMISH_DICE),
                faces: skirmish_faces(book, self.firearm, self.range)?,
                high_rating: i32::from(self.rating) >= book.number(&numbers::HIGH_RATING),
                same_target: self.same_target,
                mixed_armed: self.mixed_armed,
                poor_weather: self.weather == Weather::Poor,
                ..Loaded::default()
            }
            .at(book, &self.target),
        )
    }

    /// How many dice, with the reasons.
    pub fn ledger(&self, book: &Rulebook, loaded: &Loaded) -> Ledger {
        T8.ledger(book, loaded)
    }

    /// Only its total.
    pub fn score(&self, book: &Rulebook, loaded: &Loaded) -> i32 {
        T8.sum(book, loaded)
    }

    /// What the 9s of each hit do.
    pub fn galled(&self, book: &Rulebook, nines: impl IntoIterator<Item = usize>) -> Galled {
        let target = &self.target;
        let mut effects = Vec::new();
        let mut harm = Harm::default();
        for nines in nines {
            let (effect, casualties) = skirmish_effect(book, nines);
            effects.push(effect);
            harm = harm.and(target.small_arms(casualties));
        }
        let worst = effects.iter().copied().max().unwrap_or_default();
        let wagon = target.branch == Branch::Wagon;
        let goes_back = worst == SkirmishEffect::Retreats && target.garrison().is_none() && !wagon;
        let struck = target.struck(book, harm);
        let gone = struck.shattered || struck.destroyed || struck.abandoned;
        Galled {
            effects,
            worst,
            struck: Struck { checks: false, ..struck },
            halts: worst != SkirmishEffect::None && !wagon && !gone,
            retreats: (goes_back && !gone).then(|| yards(book, &numbers::SKIRMISH_RETREAT)),
        }
    }
}
