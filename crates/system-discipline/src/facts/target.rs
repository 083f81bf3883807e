//! A target of fire, and what hits do to it (FD-MUS-19, FD-ART-18 to FD-ART-25, FD-OBJ-08).

use firelock_core::{Cuts, Die, Lot, Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{count, location_from, numbers};
use crate::clauses::*;
use crate::words::{Branch, Cover, Order, Woods, ZoneClass};

/// A target of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    /// What it fights as.
    pub branch: Branch,
    /// How closely it stands.
    pub order: Order,
    /// The cover between it and the firer, or about it; that of its zone need not be said.
    pub cover: Cover,
    /// The woods it is in.
    pub woods: Woods,
    /// The zone it is in.
    pub zone: Option<ZoneClass>,
    /// It came into the zone too lately to hold it (FD-OBJ-04).
    pub in_transit: bool,
    /// The stand fired at is adjacent to others of its side (FD-ART-12).
    pub adjacent: bool,
    /// Boxes of its unit.
    pub boxes: u16,
    /// Those already marked.
    pub marked: u16,
    /// Working guns of a section.
    pub guns: u8,
    /// Men of a section, or of a crew away from it.
    pub crew: u8,
    /// Limber hits of a section or a wagon.
    pub limber_hits: u8,
    /// A commander is attached to the stand fired at.
    pub commander: bool,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            branch: Branch::Foot,
            order: Order::Close,
            cover: Cover::None,
            woods: Woods::None,
            zone: None,
            in_transit: false,
            adjacent: false,
            boxes: 12,
            marked: 0,
            guns: 2,
            crew: 4,
            limber_hits: 0,
            commander: false,
        }
    }
}

/// The facts of hits by guns on a section, a wagon or troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunHits {
    /// How many.
    #[schemars(range(max = 2))]
    pub hits: u8,
    /// What they hit.
    pub target: Target,
}

impl Default for GunHits {
    fn default() -> GunHits {
        GunHits { hits: 1, target: Target { branch: Branch::Unlimbered, boxes: 2, ..Target::default() } }
    }
}

/// What hits do: boxes of the unit, men, guns and limbers of a section. Several add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Harm {
    /// Boxes to mark.
    pub boxes: u16,
    /// Crewmen lost.
    pub crew: u8,
    /// Guns lost.
    pub guns: u8,
    /// Limber hits.
    pub limbers: u8,
}

/// A target after its hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Struck {
    /// What the hits did, as rolled.
    pub harm: Harm,
    /// Its unit has no box left (FD-MOR-20).
    pub shattered: bool,
    /// No gun is left, or the wagon is wrecked (FD-ART-22, FD-ART-25).
    pub destroyed: bool,
    /// No crewman is left; guns stand abandoned (FD-ART-24).
    pub abandoned: bool,
    /// Four limber hits: it stays where it is (FD-MOV-18).
    pub stuck: bool,
    /// It checks morale in the effects step (FD-MOR-08).
    pub checks: bool,
    /// The commander with it is in danger (FD-LDR-01).
    pub commander: bool,
}

impl Harm {
    /// Both together.
    pub fn and(self, other: Harm) -> Harm {
        Harm {
            boxes: self.boxes.saturating_add(other.boxes),
            crew: self.crew.saturating_add(other.crew),
            guns: self.guns.saturating_add(other.guns),
            limbers: self.limbers.saturating_add(other.limbers),
        }
    }

    /// Casualties: boxes and crewmen (FD-GEN-09).
    pub fn casualties(self) -> u16 {
        self.boxes.saturating_add(self.crew.into())
    }

    /// Whether it is none.
    pub fn is_none(self) -> bool {
        self == Harm::default()
    }
}

impl Target {
    /// The zone it holds as garrison.
    pub fn garrison(&self) -> Option<ZoneClass> {
        self.zone.filter(|_| !self.in_transit)
    }

    /// The cover that counts (FD-OBJ-08, FD-TER-09).
    pub fn shelter(&self) -> Cover {
        self.garrison().map_or(Cover::None, ZoneClass::cover).max(self.cover)
    }

    /// Whether it is shot at as in open order (FD-FRM-13, FD-OBJ-08).
    pub fn is_open_order(&self) -> bool {
        let loose = self.order == Order::Open && !self.branch.is_section() && self.branch != Branch::Wagon;
        loose || self.garrison().is_some_and(ZoneClass::is_open_order)
    }

    /// Whether it counts as adjacent to others: never in a zone (FD-ART-12).
    pub fn is_adjacent(&self) -> bool {
        self.adjacent && self.zone.is_none()
    }

    /// What so many hits by small arms do: boxes of troops, men of crews, the limber of a wagon (FD-MUS-19, FD-ART-21, FD-ART-25).
    pub fn small_arms(&self, hits: u8) -> Harm {
        match self.branch {
            Branch::Wagon => Harm { limbers: hits, ..Harm::default() },
            branch if branch.loses_crew() => Harm { crew: hits, ..Harm::default() },
            _ => Harm { boxes: hits.into(), ..Harm::default() },
        }
    }

    /// Whether hits by guns are rolled for place: they are on sections (FD-ART-20).
    pub fn has_locations(&self) -> bool {
        self.branch.is_section()
    }

    /// The dice that place such hits; band 1 of the answer counts those on limber or gun, band 0 those on the crew.
    pub fn location_roll(&self, book: &Rulebook, side: Side, hits: u8) -> Roll {
        let from = location_from(book, self.branch == Branch::Limbered).clamp(1, 11) as i16;
        // The 0 comes after the 9.
        let cuts = match from {
            1 => Cuts::new([(0, 1)]),
            2..=9 => Cuts::new([(0, 1), (1, 0), (from, 1)]),
            10 => Cuts::new([(0, 1), (1, 0)]),
            _ => Cuts::new([(0, 0), (11, 1)]),
        };
        Roll::new(FD_ART_20, "place of the hits", Read::Tally, [Lot::of(side, hits, Die::Z10).cut(cuts)])
    }

    /// What so many hits by guns do, of which so many strike limber or gun (FD-ART-18, FD-ART-20).
    pub fn artillery(&self, hits: u8, beside_crew: u8) -> Harm {
        let beside = beside_crew.min(hits);
        let crew = hits - beside;
        match self.branch {
            Branch::Limbered => Harm { crew, limbers: beside, ..Harm::default() },
            Branch::Unlimbered => Harm { crew, guns: beside, ..Harm::default() },
            _ => self.small_arms(hits),
        }
    }

    /// What becomes of it. Guns and limbers do not frighten, men do (FD-ART-21, FD-ART-22, FD-ART-23).
    pub fn struck(&self, book: &Rulebook, harm: Harm) -> Struck {
        let section = self.branch.is_section();
        let shattered = harm.boxes > 0 && self.marked.saturating_add(harm.boxes) >= self.boxes;
        let limbers = self.limber_hits.saturating_add(harm.limbers) >= count(book, &numbers::LIMBER_HITS);
        let destroyed = match self.branch {
            Branch::Wagon => limbers,
            _ => section && harm.guns > 0 && harm.guns >= self.guns,
        };
        let no_crew = self.branch.loses_crew() && harm.crew > 0 && harm.crew >= self.crew;
        let casualties = harm.casualties() > 0;
        let gone = shattered || destroyed || no_crew;
        Struck {
            harm,
            shattered,
            destroyed,
            abandoned: no_crew && !destroyed,
            stuck: self.branch == Branch::Limbered && limbers,
            checks: casualties && !gone && self.branch != Branch::Wagon,
            commander: casualties && self.commander,
        }
    }
}
