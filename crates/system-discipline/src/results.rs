//! What tests come to: the effects in printed order, and the words of what follows from them.

use firelock_core::{Clause, words};

use crate::clauses::*;

words! {
    /// What a hit on a gun section strikes (T14).
    Location {
        /// A crewman.
        #[default]
        Crew,
        /// The limber.
        Limber,
        /// The gun.
        Gun,
    }
}

words! {
    /// What a skirmish hit does, by the number of 9s (T9).
    SkirmishEffect {
        /// Nothing.
        #[default]
        None,
        /// The body halts.
        Halts,
        /// It halts and takes a casualty.
        HaltsWithLoss,
        /// It retreats and takes a casualty.
        Retreats,
    }
}

words! {
    /// What a failed check does, lightest first (T15).
    LossEffect {
        /// The body halts.
        #[default]
        Halts,
        /// It flees.
        Flees,
        /// It flees and marks a box.
        FleesWithLoss,
        /// It surrenders.
        Surrenders,
    }
}

words! {
    /// How a body came out of a round of melee (FD-MEL-43).
    Standing {
        /// It took less than it gave.
        Winner,
        /// It took as much as it gave.
        #[default]
        Drawn,
        /// It took more than it gave.
        Loser,
    }
}

words! {
    /// What becomes of a charge under fire (FD-MUS-42).
    ChargeFate {
        /// It goes on.
        #[default]
        GoesOn,
        /// It ends short of the enemy.
        HaltsShort,
        /// It ends in flight.
        Flees,
        /// Nothing of it is left on the table.
        Gone,
    }
}

words! {
    /// What becomes of a commander in danger (FD-LDR-01, FD-LDR-03).
    Fate {
        /// Nothing.
        #[default]
        Unhurt,
        /// Out of this battle.
        Wounded,
        /// Killed.
        Dead,
    }
}

words! {
    /// How clearly a battle was won (FD-VIC-05).
    Verdict {
        /// Not at all.
        #[default]
        Draw,
        /// By a little.
        Marginal,
        /// Beyond doubt.
        Decisive,
    }
}

impl SkirmishEffect {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            SkirmishEffect::None => "No effect",
            SkirmishEffect::Halts => "Halts",
            SkirmishEffect::HaltsWithLoss => "Halts with a casualty",
            SkirmishEffect::Retreats => "Retreats with a casualty",
        }
    }
}

impl LossEffect {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            LossEffect::Halts => "Halts",
            LossEffect::Flees => "Flees",
            LossEffect::FleesWithLoss => "Flees with loss",
            LossEffect::Surrenders => "Surrenders",
        }
    }

    /// The rule of the effect.
    pub const fn clause(self) -> Clause {
        match self {
            LossEffect::Halts => FD_MOR_10,
            LossEffect::Flees => FD_MOR_11,
            LossEffect::FleesWithLoss => FD_MOR_12,
            LossEffect::Surrenders => FD_MOR_13,
        }
    }
}

impl Standing {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Winner => "winner",
            Standing::Drawn => "drawn",
            Standing::Loser => "loser",
        }
    }

    /// Of so many casualties caused and taken.
    pub const fn of(inflicted: u16, received: u16) -> Standing {
        if received > inflicted {
            Standing::Loser
        } else if received < inflicted {
            Standing::Winner
        } else {
            Standing::Drawn
        }
    }
}

impl Verdict {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Draw => "Draw",
            Verdict::Marginal => "Marginal victory",
            Verdict::Decisive => "Decisive victory",
        }
    }
}
