//! Musketry: volleys, platoon fire and protective fire (FD-MUS).

use firelock_core::{Clause, Cuts, Die, Ledger, Lot, Read, Roll, Rulebook, Side, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Stands, Target};
use crate::charts::{MODS_OR, T8, body_reach, numbers, volley_faces, yards};
use crate::clauses::*;
use crate::words::{Cover, FireMode, Firearm, Weather};
use crate::yards::Yards;

words! {
    /// When a body fires.
    Occasion {
        /// In Phase III.
        #[default]
        Volley,
        /// In Phase IV, by platoons.
        Platoon,
        /// At a charge, just before it comes home.
        Protective,
    }
}

/// The facts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    /// When it is fired.
    pub occasion: Occasion,
    /// Full stands in the front row; all of a garrison's.
    pub stands: u8,
    /// Half-stands in the front row; all of a garrison's.
    pub half_stands: u8,
    /// What they fire with.
    pub firearm: Firearm,
    /// How they are drilled.
    pub mode: FireMode,
    /// Their morale rating.
    #[schemars(range(max = 4))]
    pub rating: u8,
    /// Only some of them have firearms.
    pub mixed_armed: bool,
    /// They have shot at the same unit before.
    pub same_target: bool,
    /// They are horse on foot.
    pub dismounted: bool,
    /// They hold a zone.
    pub garrison: bool,
    /// How far they fire; protective fire has its own range.
    pub range: Yards,
    /// The weather of the day.
    pub weather: Weather,
    /// At whom.
    pub target: Target,
}

impl Default for Volley {
    fn default() -> Volley {
        Volley {
            occasion: Occasion::Volley,
            stands: 6,
            half_stands: 0,
            firearm: Firearm::Flintlock,
            mode: FireMode::Volley,
            rating: 2,
            mixed_armed: false,
            same_target: false,
            dismounted: false,
            garrison: false,
            range: Yards::whole(30),
            weather: Weather::Clear,
            target: Target::default(),
        }
    }
}

/// Fire weighed up: what T8 is read against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Loaded {
    /// Dice of a front row.
    pub front_row: i32,
    /// Dice of a garrison.
    pub garrison: i32,
    /// Dice of skirmishers.
    pub skirmishers: i32,
    /// How many faces hit.
    pub faces: i32,
    /// Rating 3 or 4.
    pub high_rating: bool,
    /// The same unit was shot at before.
    pub same_target: bool,
    /// Platoon-rated.
    pub platoon: bool,
    /// Mixed armed.
    pub mixed_armed: bool,
    /// The weather is poor.
    pub poor_weather: bool,
    /// The cover of the target.
    pub cover: Cover,
    /// It is in open order.
    pub open_order: bool,
    /// It is mounted.
    pub mounted: bool,
}

/// The faces of a hit set of so many, as bands: 1 hits (FD-GEN-07).
pub fn hit_set(faces: i32) -> Cuts {
    match faces.clamp(1, 10) {
        10 => Cuts::new([(0, 1)]),
        faces => Cuts::new([(0, 1), (faces as i16, 0)]),
    }
}

/// Dice of which each face of the set hits; a 0 is zero (FD-GEN-03).
pub(crate) fn hit_lot(side: Side, dice: i32, faces: i32) -> Lot {
    Lot::of(side, dice.clamp(0, 60) as u8, Die::Z10).cut(hit_set(faces))
}

/// The dice of musketry; band 1 of the answer counts the hits.
pub fn musket_roll(side: Side, dice: i32, faces: i32) -> Roll {
    Roll::new(FD_MUS_19, "musketry", Read::Tally, [hit_lot(side, dice, faces)])
}

impl Volley {
    /// How far it is fired.
    pub fn distance(&self, book: &Rulebook) -> Yards {
        match self.occasion {
            Occasion::Protective => yards(book, &numbers::PROTECTIVE_RANGE),
            Occasion::Volley | Occasion::Platoon => self.range,
        }
    }

    /// Why it cannot fire, if it cannot.
    pub fn bar(&self, book: &Rulebook) -> Option<(Clause, &'static str)> {
        let Some(reach) = body_reach(book, self.firearm, self.dismounted) else {
            return Some((FD_MUS_01, "It has nothing to fire with."));
        };
        let twice = self.mode == FireMode::Platoon && self.firearm != Firearm::Bow;
        match self {
            _ if self.stands == 0 && self.half_stands == 0 => Some((FD_MUS_09, "No stand is in the front row.")),
            _ if self.occasion == Occasion::Platoon && !twice => {
                Some((FD_MUS_07, "Only muskets drilled by platoons fire again."))
            }
            _ if self.distance(book) > reach => Some(match (self.firearm, self.dismounted) {
                (_, true) => (FD_MUS_06, "Horse on foot do not fire so far."),
                (Firearm::Bow, _) => (FD_MUS_04, "Bows do not reach so far."),
                (Firearm::Matchlock, _) => (FD_MUS_03, "Matchlocks do not reach so far."),
                _ => (FD_MUS_02, "Muskets do not reach so far."),
            }),
            _ if volley_faces(book, self.firearm, self.distance(book)).is_none() => {
                Some((FD_MUS_19, "No face hits at that range."))
            }
            _ => None,
        }
    }

    /// Weighs the fire up; none when there can be none.
    pub fn loaded(&self, book: &Rulebook) -> Option<Loaded> {
        if self.bar(book).is_some() {
            return None;
        }
        let stands = Stands { full: self.stands, half: self.half_stands, double: 0 };
        let share = i32::from(stands.share(book.number(&numbers::GARRISON_SHARE)));
        Some(
            Loaded {
                front_row: if self.garrison { 0 } else { stands.value().into() },
                garrison: if self.garrison { share } else { 0 },
                faces: volley_faces(book, self.firearm, self.distance(book))?,
                high_rating: i32::from(self.rating) >= book.number(&numbers::HIGH_RATING),
                same_target: self.same_target,
                platoon: self.mode == FireMode::Platoon,
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
}

impl Loaded {
    /// With what the target adds and takes. Of pairs joined by OR the second counts only without the first (FD-OPT-16).
    pub(super) fn at(self, book: &Rulebook, target: &Target) -> Loaded {
        let either = book.is_on(&MODS_OR);
        let cover = target.shelter();
        Loaded {
            same_target: self.same_target && !(either && self.high_rating),
            mixed_armed: self.mixed_armed && !(either && self.platoon),
            cover,
            open_order: target.is_open_order() && !(either && cover == Cover::Protective),
            mounted: target.branch.is_mounted(),
            ..self
        }
    }
}
