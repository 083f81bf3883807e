//! The switches of section 16 and the setting of the scale. All stand first at the reading of the chapter.

use firelock_core::{Rulebook, Switch};

use crate::clauses::*;
use crate::words::Scale;

const OFF_ON: &[&str] = &["off", "on"];

macro_rules! switches {
    ($($(#[$meta:meta])* $name:ident $word:literal $clause:ident $label:literal $choices:expr;)+) => {
        $(
            $(#[$meta])*
            pub static $name: Switch = Switch { name: $word, clause: $clause, label: $label, choices: $choices };
        )+

        /// All of them, in printed order.
        pub static SWITCHES: &[Switch] = &[$($name,)+];
    };
}

switches! {
    /// The ground scale and the size of castings.
    SCALE "fd_scale" FD_SCL_05 "ground scale and size of castings"
        &[Scale::Inch15.name(), Scale::Inch20.name(), Scale::Cm15.name(), Scale::Cm20.name()];
    /// Chits in place of open declarations.
    CHITS "fd_chits" FD_OPT_01 "chits say beforehand who charges and who holds" OFF_ON;
    /// Determined troops may go on in spite of a loss.
    FANATICISM "fd_fanaticism" FD_OPT_04 "determined troops may ignore a morale loss for boxes" OFF_ON;
    /// A ball goes on through all it meets.
    EXTENDED_KILL_ZONE "fd_extended_kill_zone" FD_OPT_05 "a ball rolls against every stand in the kill zone" OFF_ON;
    /// Shattered units walk off.
    SHATTERED_RETREAT "fd_shattered_retreat" FD_OPT_06 "a shattered unit walks off the table" OFF_ON;
    /// Commanders who are hit may live.
    CAMPAIGN_CASUALTIES "fd_campaign_casualties" FD_OPT_07 "a commander who is hit may be wounded only" OFF_ON;
    /// Castings are the morale base.
    CASTINGS_BASE "fd_castings_base" FD_OPT_10 "castings are the base of morale, not 5" OFF_ON;
    /// A higher rating widens the hit set.
    MMG_PLUS_ONE "fd_mmg_plus_one" FD_OPT_11 "a higher rating in melee adds a face, not casualties" OFF_ON;
    /// The printed cell of the artillery chart.
    CHART_AS_PRINTED "fd_chart_as_printed" FD_OPT_12 "8-9 pounders have 20 at 151-300 yards" OFF_ON;
    /// Where near artillery modifiers end.
    SPLIT_400 "fd_split_400" FD_OPT_13 "near artillery modifiers reach to 400 yards" OFF_ON;
    /// Skirmishers fire before volleys.
    SKIRMISH_FIRST "fd_skirmish_first" FD_OPT_14 "skirmish fire comes before volleys" OFF_ON;
    /// Bows reach 100 yards.
    BOW_100 "fd_bow_100" FD_OPT_15 "bows reach 100 yards" OFF_ON;
    /// Dice modifiers joined in pairs count once.
    MODS_OR "fd_mods_or" FD_OPT_16 "dice modifiers joined in pairs count once" OFF_ON;
    /// Neighbors of the own unit steady.
    ADJACENT_BONUS "fd_adjacent_bonus" FD_OPT_17 "stands of the own unit steady each other" OFF_ON;
    /// Winners check too.
    WINNER_CHECKS "fd_winner_checks" FD_OPT_18 "every body of a melee checks, winners too" OFF_ON;
    /// Short shifts.
    SHIFT_20 "fd_shift_20" FD_OPT_19 "tactical shifts go 20 yards at most" OFF_ON;
    /// A garrison keeps its bonus.
    ZONE_BONUS_KEPT "fd_zone_bonus_kept" FD_OPT_20 "a garrison keeps its bonus after a lost fight for its zone" OFF_ON;
}

/// The scale the game is played at (FD-SCL-05).
pub fn scale(book: &Rulebook) -> Scale {
    let word = book.switch(&SCALE);
    Scale::ALL.iter().copied().find(|scale| scale.name() == word).unwrap_or_default()
}
