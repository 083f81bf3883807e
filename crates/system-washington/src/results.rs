//! What tests and fights come to: the effects in printed order, and the words of what follows from them.

use firelock_core::{Clause, words};

use crate::clauses::*;

words! {
    /// What a falter test comes to, best for the assaulter first (T-FALTER-RESULT).
    FalterEffect {
        /// The target runs.
        Rout,
        /// They fight.
        Contact,
        /// The assault fails.
        #[default]
        Repulse,
    }
}

words! {
    /// What a morale test comes to, worst first (T-MORALE-RESULT).
    MoraleEffect {
        /// It runs.
        Rout,
        /// It falls back and loses men.
        RetireWithLosses,
        /// It falls back.
        Retire,
        /// It stays put for a while.
        Steady,
        /// Nothing.
        #[default]
        Unaffected,
    }
}

words! {
    /// Why a unit tests morale (WA-MOR-02).
    Cause {
        /// Casualty markers at the start of its turn.
        #[default]
        Markers,
        /// A rout or a destruction near by.
        Rout,
        /// It lost a fight.
        LostFight,
    }
}

words! {
    /// What endangers a commander (WA-LEAD-02..04).
    Danger {
        /// A shot marked the unit he is with.
        #[default]
        Shot,
        /// A shot by riflemen did.
        Rifles,
        /// The unit he is with lost a fight.
        LostFight,
        /// The unit he is with routs or is destroyed.
        Rout,
    }
}

words! {
    /// A side of an assault.
    Contender {
        /// Who came on.
        #[default]
        Assaulter,
        /// Who was assaulted.
        Target,
    }
}

words! {
    /// What troubles a defending unit or gun before the battle (WA-PRE-06).
    Trouble {
        /// It comes later.
        Delayed,
        /// It starts weaker.
        Weakened,
        /// None.
        #[default]
        None,
    }
}

words! {
    /// How clearly a battle was won (WA-VIC-10).
    Margin {
        /// By a little, or by the tie.
        #[default]
        Marginal,
        /// Clearly.
        Clear,
        /// Utterly.
        Crushing,
    }
}

impl FalterEffect {
    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            FalterEffect::Rout => "Target routs",
            FalterEffect::Contact => "Contact",
            FalterEffect::Repulse => "Assault fails",
        }
    }

    /// Its rule.
    pub const fn clause(self) -> Clause {
        match self {
            FalterEffect::Rout => WA_ASL_20,
            FalterEffect::Contact => WA_ASL_21,
            FalterEffect::Repulse => WA_ASL_22,
        }
    }
}

impl MoraleEffect {
    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            MoraleEffect::Rout => "Rout",
            MoraleEffect::RetireWithLosses => "Retire and losses",
            MoraleEffect::Retire => "Retire",
            MoraleEffect::Steady => "Steady",
            MoraleEffect::Unaffected => "Unaffected",
        }
    }

    /// Its rule, in the test that ends a fight or in another.
    pub const fn clause(self, fighting: bool) -> Clause {
        match self {
            _ if fighting => WA_MOR_16,
            MoraleEffect::Rout => WA_MOR_15,
            MoraleEffect::RetireWithLosses => WA_MOR_14,
            MoraleEffect::Retire => WA_MOR_13,
            MoraleEffect::Steady => WA_MOR_12,
            MoraleEffect::Unaffected => WA_MOR_11,
        }
    }

    /// Whether the unit falls back.
    pub const fn retires(self) -> bool {
        matches!(self, MoraleEffect::Retire | MoraleEffect::RetireWithLosses)
    }
}

impl Danger {
    /// Its rule.
    pub const fn clause(self) -> Clause {
        match self {
            Danger::Shot | Danger::Rifles => WA_LEAD_02,
            Danger::LostFight => WA_LEAD_03,
            Danger::Rout => WA_LEAD_04,
        }
    }
}

impl Margin {
    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            Margin::Marginal => "Marginal",
            Margin::Clear => "Clear",
            Margin::Crushing => "Crushing",
        }
    }
}
