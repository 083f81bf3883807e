//! Fire at a charge as it comes home: protective fire of foot and held fire of guns (FD-MUS-40 to FD-MUS-44, FD-ART-26, FD-ART-27).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cannonade, Check, Harm, Lost, Occasion, Struck, Target, Volley};
use crate::charts::{numbers, yards};
use crate::results::ChargeFate;
use crate::words::{Ammunition, Cause};
use firelock_core::Rulebook;

/// The facts of fire at one charger. The targets of volleys and shots are the charger, whatever they say themselves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reception {
    /// Protective fire.
    pub volleys: Vec<Volley>,
    /// Held fire.
    pub guns: Vec<Cannonade>,
    /// The charger as a target.
    pub charger: Target,
    /// What its check would be asked; its boxes are those of the target.
    pub body: Check,
}

impl Default for Reception {
    fn default() -> Reception {
        Reception {
            volleys: vec![Volley::default()],
            guns: Vec::new(),
            charger: Target::default(),
            body: Check::default(),
        }
    }
}

impl Reception {
    /// A volley at the charger.
    pub fn volley(&self, at: usize) -> Volley {
        Volley { occasion: Occasion::Protective, target: self.charger, ..self.volleys[at] }
    }

    /// A shot at the charger: just before contact (FD-ART-26).
    pub fn shot(&self, book: &Rulebook, at: usize) -> Cannonade {
        let ammunition = match self.guns[at].ammunition {
            Ammunition::Ball => Ammunition::Ball,
            _ => Ammunition::Cannister,
        };
        let range = yards(book, &numbers::PROTECTIVE_RANGE);
        Cannonade { range, ammunition, target: self.charger, ..self.guns[at] }
    }

    /// What all hits together do to the charger (FD-MUS-44).
    pub fn struck(&self, book: &Rulebook, harm: Harm) -> Struck {
        self.charger.struck(book, harm)
    }

    /// Its single check after them.
    pub fn check(&self, struck: &Struck) -> Check {
        Check {
            cause: if self.volleys.is_empty() { Cause::Artillery } else { Cause::Musketry },
            branch: self.charger.branch,
            boxes: self.charger.boxes,
            marked: self.charger.marked.saturating_add(struck.harm.boxes),
            ..self.body
        }
    }
}

impl ChargeFate {
    /// What becomes of a charge whose body was struck and lost so much, if it failed (FD-MUS-42).
    pub fn of(struck: &Struck, lost: Option<&Lost>) -> ChargeFate {
        match lost {
            _ if struck.shattered => ChargeFate::Gone,
            None => ChargeFate::GoesOn,
            Some(lost) if lost.surrenders || lost.shattered => ChargeFate::Gone,
            Some(lost) if lost.ignored => ChargeFate::GoesOn,
            Some(lost) if lost.flees.is_some() => ChargeFate::Flees,
            Some(_) => ChargeFate::HaltsShort,
        }
    }
}
