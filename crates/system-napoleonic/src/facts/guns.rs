//! A gun's shot: accuracy, deviation, casualties (NQ-ART).

use firelock_core::{Die, Ledger, Lot, Read, Roll, Rulebook, Side, centimeters};
use firelock_table::{Angle, Length, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Target;
use crate::charts::{
    Mark, T_ACCMOD, T_CASMOD, accuracy_die, deviation_die, deviation_plus, gun_range, length, lone_die, numbers,
    table_casualties,
};
use crate::clauses::*;
use crate::results::ShotEffect;
use crate::words::{Ammunition, Class, Cover, GunRange, GunType, Quality};

/// The facts of a shot's accuracy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Accuracy {
    /// Foot or horse artillery.
    pub class: Class,
    /// How good the crew is.
    pub quality: Quality,
    /// The gun.
    pub gun: GunType,
    /// What it fires.
    pub ammunition: Ammunition,
    /// How far it is to the impact point, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// The target moved, charges, retreated, routed or evaded this turn (NQ-ART-16).
    pub target_moved: bool,
    /// The target charges across the front of the gun (NQ-ART-15).
    pub crossing: bool,
    /// The battery is or was fired at (NQ-ART-14).
    pub under_fire: bool,
    /// The gun moved this turn.
    pub gun_moved: bool,
    /// The gun sees its target; only howitzers and mortars may do without.
    pub direct_sight: bool,
    /// The battery is unformed.
    pub unformed: bool,
}

impl Default for Accuracy {
    fn default() -> Accuracy {
        Accuracy {
            class: Class::FootArtillery,
            quality: Quality::Regular,
            gun: GunType::Ii,
            ammunition: Ammunition::Shot,
            distance: Length::cm(30),
            target_moved: false,
            crossing: false,
            under_fire: false,
            gun_moved: false,
            direct_sight: true,
            unformed: false,
        }
    }
}

/// A shot as T-ACCMOD reads it (NQ-ART-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laying {
    /// What is fired.
    pub ammunition: Ammunition,
    /// The target moved.
    pub target_moved: bool,
    /// The target charges across the front.
    pub crossing: bool,
    /// The battery is under fire.
    pub under_fire: bool,
    /// The gun moved.
    pub moved: bool,
    /// A howitzer or mortar without sight of its own.
    pub blind: bool,
    /// The battery is unformed.
    pub unformed: bool,
}

impl Accuracy {
    /// The band, fixed before the die is rolled (NQ-ART-09); none out of range.
    pub fn range(&self, book: &Rulebook) -> Option<GunRange> {
        gun_range(book, self.gun.of(self.class), self.ammunition, self.distance)
    }

    /// As the chart reads it.
    pub fn laying(&self) -> Laying {
        Laying {
            ammunition: self.ammunition,
            target_moved: self.target_moved,
            crossing: self.crossing,
            under_fire: self.under_fire,
            moved: self.gun_moved,
            blind: !self.direct_sight && self.gun.lobs(),
            unformed: self.unformed,
        }
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_ACCMOD.ledger(book, &self.laying())
    }

    /// Only its total.
    pub fn plus(&self, book: &Rulebook) -> i32 {
        T_ACCMOD.sum(book, &self.laying())
    }

    /// The accuracy die.
    pub fn roll(&self, book: &Rulebook, side: Side, plus: i32) -> Roll {
        let lot = Lot::of(side, 1, accuracy_die(book, self.quality)).plus(plus);
        Roll::new(NQ_ART_12, "accuracy", Read::Sum, [lot])
    }

    /// What a score comes to.
    pub fn read(&self, book: &Rulebook, score: i32) -> ShotEffect {
        match (score <= book.number(&numbers::ACCURATE), self.ammunition) {
            (true, _) => ShotEffect::Accurate,
            (false, Ammunition::Canister) => ShotEffect::Inaccurate,
            (false, Ammunition::Shot | Ammunition::Shell) => ShotEffect::Deviates,
        }
    }
}

/// How far and whither a shot deviates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Drift {
    /// The scatter die was on target (NQ-ART-20).
    pub on_target: bool,
    /// Whither.
    pub heading: Angle,
    /// How far.
    pub distance: Length,
}

/// The scatter die, its direction and the deviation die, in this order.
pub fn deviation_roll(book: &Rulebook, side: Side, quality: Quality) -> Roll {
    let lots = [lone_die(book, &numbers::SCATTER_DIE), Die::Degrees, deviation_die(book, quality)];
    let [face, direction, distance] = lots.map(|die| Lot::of(side, 1, die));
    let distance = distance.plus(deviation_plus(book, quality));
    Roll::new(NQ_ART_19, "deviation", Read::Land, [face, direction, distance])
}

/// What the three faces of a deviation come to; missing faces count as nothing.
pub fn drift(book: &Rulebook, quality: Quality, range: GunRange, faces: &[i16]) -> Drift {
    let [face, direction, score] = [0, 1, 2].map(|at| i32::from(faces.get(at).copied().unwrap_or(0)));
    let on_target = face >= book.number(&numbers::ON_TARGET);
    // The addition of a raw crew belongs to the score that is halved, the one for long range does not (NQ-ART-20, NQ-ART-21).
    let score = Length::cm(score + deviation_plus(book, quality));
    let score = if on_target { score.scaled(book.number(&numbers::ON_TARGET_PART), 100) } else { score };
    let farther = match range {
        GunRange::Effective => Length::ZERO,
        GunRange::Long => length(book, &numbers::LONG_DEVIATION),
    };
    Drift { on_target, heading: Angle::degrees(direction), distance: score + farther }
}

impl Drift {
    /// Where the shot comes down.
    pub fn moved(&self, impact: Point) -> Point {
        impact.ahead(self.heading, self.distance)
    }
}

/// The facts of a deviation from the middle of a target that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Deviation {
    /// How good the crew is.
    pub quality: Quality,
    /// The band of the shot.
    pub range: GunRange,
    /// How wide the target stands, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub width: Length,
    /// How deep it stands, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub depth: Length,
    /// Its facing in degrees.
    pub facing: u16,
}

impl Default for Deviation {
    fn default() -> Deviation {
        Deviation {
            quality: Quality::Regular,
            range: GunRange::Effective,
            width: Length::cm(18),
            depth: Length::cm(2),
            facing: 0,
        }
    }
}

impl Deviation {
    /// Whether the three faces leave the shot on the target, its edge included (NQ-ART-22).
    pub fn strikes(&self, book: &Rulebook, faces: &[i16]) -> bool {
        let place = drift(book, self.quality, self.range, faces).moved(Point::new(0, 0));
        let seen = place.turned(-Angle::degrees(self.facing.into()));
        2 * seen.x.abs() <= self.width.get() && 2 * seen.y.abs() <= self.depth.get()
    }
}

/// The facts of a shot that strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Impact {
    /// Foot or horse artillery.
    pub class: Class,
    /// The gun.
    pub gun: GunType,
    /// What it fired.
    pub ammunition: Ammunition,
    /// The band of the shot, as it was aimed.
    pub range: GunRange,
    /// Canister that was not accurate (NQ-ART-26).
    pub inaccurate: bool,
    /// Who is struck.
    pub target: Target,
}

impl Default for Impact {
    fn default() -> Impact {
        Impact {
            class: Class::FootArtillery,
            gun: GunType::Ii,
            ammunition: Ammunition::Shot,
            range: GunRange::Effective,
            inaccurate: false,
            target: Target::default(),
        }
    }
}

/// A shot that strikes, as T-CASMOD reads it (NQ-ART-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Burst {
    /// What the tables give.
    pub table: i32,
    /// The target's cover.
    pub cover: Cover,
    /// The column of the tables.
    pub mark: Mark,
    /// From flank or rear.
    pub flank: bool,
    /// Inaccurate canister at long range.
    pub halved: bool,
}

impl Impact {
    /// As the chart reads it; none where the gun does not fire that.
    pub fn burst(&self, book: &Rulebook) -> Option<Burst> {
        let inaccurate = self.inaccurate && self.ammunition == Ammunition::Canister;
        let range = if inaccurate { GunRange::Long } else { self.range };
        let mark = self.target.mark();
        Some(Burst {
            table: table_casualties(book, self.gun.of(self.class), self.ammunition, mark, range)?,
            cover: self.target.cover,
            mark,
            flank: self.target.is_flanked(),
            halved: inaccurate && self.range == GunRange::Long,
        })
    }

    /// The casualties with their reasons.
    pub fn ledger(&self, book: &Rulebook) -> Option<Ledger> {
        self.burst(book).map(|burst| T_CASMOD.ledger(book, &burst))
    }

    /// The casualties; none where the gun does not fire that.
    pub fn casualties(&self, book: &Rulebook) -> u8 {
        self.burst(book).map_or(0, |burst| T_CASMOD.sum(book, &burst).clamp(0, 60) as u8)
    }
}

/// The facts of a whole shot at a target that stands alone, aimed at its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shot {
    /// Gun, crew, ammunition and range.
    pub accuracy: Accuracy,
    /// Who is shot at.
    pub target: Target,
    /// How wide it stands, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub width: Length,
    /// How deep it stands, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub depth: Length,
    /// Its facing in degrees.
    pub facing: u16,
}

impl Default for Shot {
    fn default() -> Shot {
        let Deviation { width, depth, facing, .. } = Deviation::default();
        Shot { accuracy: Accuracy::default(), target: Target::default(), width, depth, facing }
    }
}

impl Shot {
    /// Its deviation.
    pub fn deviation(&self, range: GunRange) -> Deviation {
        let Shot { width, depth, facing, .. } = *self;
        Deviation { quality: self.accuracy.quality, range, width, depth, facing }
    }

    /// Its effect where it strikes.
    pub fn impact(&self, range: GunRange, effect: ShotEffect) -> Impact {
        let Accuracy { class, gun, ammunition, .. } = self.accuracy;
        Impact { class, gun, ammunition, range, inaccurate: effect == ShotEffect::Inaccurate, target: self.target }
    }
}
