//! The words by which a battle file overrides what is derived.

use firelock_scenario::Word;

use crate::words::{Class, Cover, GunType, Quality, Terrain, Weapon};

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

file_words! {
    Class: "class of troops" {
        LineInfantry = "line-infantry", LightInfantry = "light-infantry", RifleInfantry = "rifle-infantry",
        Militia = "militia", LightCavalry = "light-cavalry", HeavyCavalry = "heavy-cavalry",
        IrregularCavalry = "irregular-cavalry", FootArtillery = "foot-artillery", HorseArtillery = "horse-artillery",
    }
    Quality: "quality" { Raw = "raw", Regular = "regular", Veteran = "veteran", Elite = "elite", }
    Weapon: "weapon" {
        Musket = "musket", LightMusket = "light-musket", Rifle = "rifle", CavalryMusket = "cavalry-musket",
        CavalryRifle = "cavalry-rifle", None = "none",
    }
    GunType: "type of gun" { I = "i", Ii = "ii", Iii = "iii", Howitzer = "howitzer", Mortar = "mortar", }
    Cover: "cover" { None = "none", Light = "light", Medium = "medium", Hard = "hard", }
    Terrain: "kind of ground" {
        Open = "open", Road = "road", GentleHill = "gentle-hill", SteepHill = "steep-hill", Crops = "crops",
        LightWood = "light-wood", DenseWood = "dense-wood", Building = "building", Marsh = "marsh", Hedge = "hedge",
        Wall = "wall", Earthwork = "earthwork", Stream = "stream", River = "river", Bridge = "bridge",
    }
}
