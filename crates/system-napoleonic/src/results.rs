//! What tests and fights come to: the effects in printed order, and the words of what follows from them.

use firelock_core::{Clause, words};

use crate::clauses::*;

words! {
    /// What a morale test comes to, worst first (T-MORALE).
    MoraleEffect {
        /// It runs.
        Rout,
        /// It falls back.
        Retreat,
        /// It falls into disorder.
        Unformed,
        /// Nothing.
        #[default]
        Steady,
    }
}

words! {
    /// Why a unit tests morale (NQ-MOR-03..05, NQ-MOR-18).
    Cause {
        /// Fire.
        #[default]
        Fire,
        /// A charge comes at it (NQ-CHG-15).
        Stand,
        /// Fire at its own charge (NQ-CHG-20).
        Charge,
        /// It lost a fight.
        Melee,
        /// A friend fled or fell near by.
        Panic,
    }
}

words! {
    /// What an accuracy die comes to (NQ-ART-17, NQ-ART-18, NQ-ART-26).
    ShotEffect {
        /// It strikes where it was aimed.
        #[default]
        Accurate,
        /// It strikes elsewhere.
        Deviates,
        /// Canister that loses effect.
        Inaccurate,
    }
}

words! {
    /// One of two opponents.
    Contender {
        /// The first named.
        #[default]
        Own,
        /// The other.
        Enemy,
    }
}

words! {
    /// What becomes of a command unit in danger (NQ-LDR-01, NQ-LDR-02).
    Hurt {
        /// Nothing.
        #[default]
        Unhurt,
        /// Wounded: it leaves play.
        Wounded,
        /// Killed.
        Killed,
    }
}

words! {
    /// What a charge comes to before contact (NQ-CHG-10..16).
    ChargeEffect {
        /// It goes on, the target stands.
        #[default]
        GoesOn,
        /// Both ride at each other.
        Countercharge,
        /// The target makes off.
        Evaded,
        /// The charger does not press home.
        TurnedAway,
        /// The target retreats before contact.
        TargetRetreats,
        /// The target routs before contact.
        TargetRouts,
        /// The guns are abandoned before contact.
        GunsAbandoned,
    }
}

impl MoraleEffect {
    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            MoraleEffect::Rout => "Rout",
            MoraleEffect::Retreat => "Retreat",
            MoraleEffect::Unformed => "Unformed",
            MoraleEffect::Steady => "Steady",
        }
    }

    /// Its rule.
    pub const fn clause(self) -> Clause {
        match self {
            MoraleEffect::Rout => NQ_MOR_09,
            MoraleEffect::Retreat => NQ_MOR_08,
            MoraleEffect::Unformed => NQ_MOR_07,
            MoraleEffect::Steady => NQ_MOR_06,
        }
    }
}

impl ShotEffect {
    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            ShotEffect::Accurate => "Accurate",
            ShotEffect::Deviates => "Deviates",
            ShotEffect::Inaccurate => "Inaccurate",
        }
    }

    /// Its rule.
    pub const fn clause(self) -> Clause {
        match self {
            ShotEffect::Accurate => NQ_ART_17,
            ShotEffect::Deviates => NQ_ART_18,
            ShotEffect::Inaccurate => NQ_ART_26,
        }
    }
}

impl ChargeEffect {
    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            ChargeEffect::GoesOn => "Charge goes on",
            ChargeEffect::Countercharge => "Countercharge",
            ChargeEffect::Evaded => "Target evades",
            ChargeEffect::TurnedAway => "Charge turned away",
            ChargeEffect::TargetRetreats => "Target retreats",
            ChargeEffect::TargetRouts => "Target routs",
            ChargeEffect::GunsAbandoned => "Guns abandoned",
        }
    }

    /// Its rule.
    pub const fn clause(self) -> Clause {
        match self {
            ChargeEffect::GoesOn => NQ_CHG_21,
            ChargeEffect::Countercharge => NQ_CHG_11,
            ChargeEffect::Evaded => NQ_CHG_12,
            ChargeEffect::TurnedAway => NQ_CHG_14,
            ChargeEffect::TargetRetreats | ChargeEffect::TargetRouts => NQ_CHG_16,
            ChargeEffect::GunsAbandoned => NQ_MOR_10,
        }
    }
}
