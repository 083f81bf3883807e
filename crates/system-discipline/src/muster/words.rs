//! The words by which a battle file overrides what is derived.

use firelock_scenario::Word;

use crate::charts::Terrain;
use crate::words::{Class, Cover, FireMode, Firearm, MeleeWeapon, Nation, Piece, Tactic};

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
        Line = "line", Elite = "elite", Irregular = "irregular", Horse = "horse", Light = "light",
    }
    Firearm: "firearm" {
        None = "none", Bow = "bow", Matchlock = "matchlock", Firelock = "firelock", Flintlock = "flintlock",
    }
    FireMode: "way of fire" { Volley = "volley", Platoon = "platoon", }
    MeleeWeapon: "melee weapon" { Bayonet = "bayonet", Pike = "pike", Mixed = "mixed", }
    Tactic: "tactic" { Steel = "steel", Fire = "fire", Mix = "mix", }
    Piece: "kind of gun" { Gun = "gun", Howitzer = "howitzer", Mortar = "mortar", }
    Cover: "cover" { None = "none", Protective = "protective", Earthworks = "earthworks", }
    Terrain: "kind of ground" {
        Open = "open", Road = "road", LightWoods = "light-woods", HeavyWoods = "heavy-woods", Rough = "rough",
        Slope = "slope", Hilltop = "hilltop", Marsh = "marsh", Buildings = "buildings", Zone = "zone",
        Stream = "stream", River = "river", Wall = "wall", Earthworks = "earthworks",
    }
    Nation: "nation of T21" {
        Britain = "britain", Dutch = "dutch", Denmark = "denmark", Prussia = "prussia", Hanover = "hanover",
        Hesse = "hesse", France = "france", Spain = "spain", Austria = "austria", Bavaria = "bavaria",
        Saxony = "saxony", GermanCircles = "german-circles", Savoy = "savoy", Portugal = "portugal",
        Sweden = "sweden", Russia = "russia", Poland = "poland", Ottomans = "ottomans",
        IrishJacobites = "irish-jacobites", HighlandJacobites = "highland-jacobites",
        NativeAmericans = "native-americans", ColonialMilitia = "colonial-militia",
    }
}
