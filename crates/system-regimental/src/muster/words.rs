//! The words by which a battle file overrides what is derived, and by which the table names things.

use firelock_scenario::Word;

use crate::state::Road;
use crate::words::{
    ChargeGround, Cover, Experience, Formation, GunRole, GunType, Morale, MoveClass, Obstacle, Rank, Rating, Weapon,
};

macro_rules! file_words {
    ($($type:ident: $noun:literal { $($variant:ident = $word:literal,)+ })+) => {
        $(
            impl Word for $type {
                const NOUN: &'static str = $noun;
                const WORDS: &'static [&'static str] = &[$($word),+];

                fn from_word(word: &str) -> Option<$type> {
                    match word {
                        $($word => Some($type::$variant),)+
                        _ => None,
                    }
                }

                fn word(self) -> &'static str {
                    match self {
                        $($type::$variant => $word,)+
                    }
                }
            }
        )+
    };
}

/// A class flag of a troop unit (RF-ROS-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    LightInfantry,
    LtDetachment,
    Militia,
    Indian,
    Marksmen,
    BuckAndBall,
    Dragoon,
    Marines,
}

file_words! {
    Experience: "experience" { Elite = "elite", Veteran = "veteran", Trained = "trained", Raw = "raw", }
    Morale: "morale class" {
        Spirited = "spirited", Reliable = "reliable", Unreliable = "unreliable", Dispirited = "dispirited",
    }
    Weapon: "weapon" { Rifle = "rifle", Musket = "musket", Carbine = "carbine", None = "none", }
    Trait: "class flag" {
        LightInfantry = "light-infantry", LtDetachment = "lt-detachment", Militia = "militia", Indian = "indian",
        Marksmen = "marksmen", BuckAndBall = "buck-and-ball", Dragoon = "dragoon", Marines = "marines",
    }
    Formation: "formation" {
        Line = "line", OpenOrder = "open-order", FieldColumn = "field-column", MarchColumn = "march-column",
        Garrison = "garrison", Mob = "mob", Limbered = "limbered", Unlimbered = "unlimbered",
    }
    GunType: "type of gun" { SG = "SG", HG = "HG", MG = "MG", LG = "LG", GG = "GG", SH = "SH", H = "H", }
    GunRole: "role of guns" { Battery = "battery", BattalionGun = "battalion-gun", }
    Rating: "rating" { Gallant = "gallant", Able = "able", Poor = "poor", }
    Rank: "rank" { Brigade = "brigade", Wing = "wing", Army = "army", }
    MoveClass: "class of ground" {
        Open = "open", Broken = "broken", Rough = "rough", Impassable = "impassable",
    }
    Cover: "cover" { None = "none", Partial = "partial", Full = "full", Fortified = "fortified", }
    ChargeGround: "charge ground" {
        None = "none", Favorable = "favorable", Strong = "strong", Fortified = "fortified",
    }
    Obstacle: "obstacle" { None = "none", Minor = "minor", Major = "major", GarrisonOnly = "garrison-only", }
    Road: "condition of a road" { Good = "good", Poor = "poor", }
}
