//! The words by which a battle file overrides what is derived.

use firelock_scenario::Word;

use crate::words::{Formation, Quality, Tag, Terrain, Troop};

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
    Troop: "kind of troops" {
        Line = "line", Light = "light", Militia = "militia", Rifle = "rifle", Indian = "indian", Cavalry = "cavalry",
    }
    Quality: "quality" { Raw = "raw", Average = "average", Veteran = "veteran", }
    Tag: "tag" { None = "none", Hessian = "hessian", ScotsLoyalist = "scots-loyalist", }
    Formation: "formation" { Close = "close", Loose = "loose", }
    Terrain: "kind of scenery" {
        Open = "open", Wood = "wood", Building = "building", Marsh = "marsh", Hill = "hill", RoughHill = "rough-hill",
        River = "river", Stream = "stream", Obstacle = "obstacle", Road = "road",
    }
}
