//! What checks and combats come to: the effects in printed order, and the words of what follows from them.

use firelock_core::{Clause, words};

use crate::clauses::*;

words! {
    /// What a maneuver check comes to: the Good Order column, then the Disordered one (T-MAN).
    ManeuverEffect {
        /// A maneuver at the faster rate.
        DoubleQuick,
        /// A full maneuver.
        #[default]
        WellHandled,
        /// A limited maneuver.
        Tardy,
        /// Back, or hold.
        FallBack,
        /// Order restored, a full maneuver.
        RallyWithElan,
        /// Order restored, a limited maneuver.
        Rally,
        /// Order restored, perhaps after going back.
        Shaken,
        /// Back, or hold, still disordered.
        Wavering,
        /// Flight.
        Panic,
    }
}

words! {
    /// What a fire combat comes to, worst for the target first (T-FIRE).
    FireEffect {
        /// Two stands, or more.
        Withering,
        /// A stand.
        Telling,
        /// Disorder.
        Galling,
        /// Disorder by guns alone.
        Lively,
        /// Nothing.
        #[default]
        Desultory,
    }
}

words! {
    /// What a charge combat comes to, best for the attacker first (T-CHG).
    ChargeEffect {
        /// The defender flees.
        Swept,
        /// The defender is pushed out of close range.
        DrivenBack,
        /// The defender gives a little ground.
        HardPressed,
        /// Nobody gives way; it goes on.
        #[default]
        Struggle,
        /// The attacker gives a little ground.
        Falter,
        /// The attacker is pushed out of close range.
        Recoil,
        /// The attacker flees.
        Repulsed,
    }
}

words! {
    /// What befell a leader under fire (T-FALL).
    FallEvent {
        /// Killed.
        Killed,
        /// Will not live.
        MortallyWounded,
        /// Out of the war.
        BadlyWounded,
        /// Back soon.
        FleshWound,
        /// On foot for a while.
        HorseShot,
        /// A hole in his coat.
        CoatPierced,
        /// Another man was hit.
        AideHit,
        /// He did not even look round.
        #[default]
        Unmoved,
    }
}

words! {
    /// What follows from it for the leader (RF-LDR-04).
    Fate {
        /// Out of the game.
        Removed,
        /// Out for a turn.
        RemovedOneTurn,
        /// On foot for a turn.
        DismountedOneTurn,
        /// Nothing.
        #[default]
        Unhurt,
    }
}

words! {
    /// Who may be hit (RF-LDR-07, RF-LDR-10).
    Casualty {
        /// A leader.
        #[default]
        Leader,
        /// A brave colonel.
        Colonel,
    }
}

words! {
    /// Where the result of a check or a fight takes a unit.
    Motion {
        /// It stays.
        #[default]
        Hold,
        /// It takes the loser's place (RF-CHG-40).
        Carry,
        /// It must go on half a move to the next enemy (RF-CHG-60).
        Breakthrough,
        /// Back until 2 inches off (RF-RET-04).
        GiveGround,
        /// Back out of the enemy's close range (RF-RET-01).
        OutOfCloseRange,
        /// Back by its full rate, broken troops as a mob, guns limbered (RF-RET-05).
        FullRetreat,
        /// It leaves the game.
        Removed,
    }
}

words! {
    /// How clearly a battle was won (RF-VIC-11).
    Margin {
        /// Not at all.
        #[default]
        Draw,
        /// By a little.
        Marginal,
        /// Without doubt.
        Clear,
        /// Beyond all doubt.
        Decisive,
    }
}

impl ManeuverEffect {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ManeuverEffect::DoubleQuick => "Double Quick",
            ManeuverEffect::WellHandled => "Well Handled",
            ManeuverEffect::Tardy => "Tardy",
            ManeuverEffect::FallBack => "Fall Back",
            ManeuverEffect::RallyWithElan => "Rally with Elan",
            ManeuverEffect::Rally => "Rally",
            ManeuverEffect::Shaken => "Shaken",
            ManeuverEffect::Wavering => "Wavering",
            ManeuverEffect::Panic => "Panic",
        }
    }
}

impl FireEffect {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            FireEffect::Withering => "Withering Fire",
            FireEffect::Telling => "Telling Fire",
            FireEffect::Galling => "Galling Fire",
            FireEffect::Lively => "Lively Fire",
            FireEffect::Desultory => "Desultory Fire",
        }
    }

    /// The rule of the effect.
    pub const fn clause(self) -> Clause {
        match self {
            FireEffect::Withering => RF_FIR_27,
            FireEffect::Telling => RF_FIR_28,
            FireEffect::Galling => RF_FIR_29,
            FireEffect::Lively => RF_FIR_30,
            FireEffect::Desultory => RF_FIR_31,
        }
    }

    /// What a unit close behind the target suffers (RF-FIR-36).
    pub const fn next_lower(self) -> FireEffect {
        match self {
            FireEffect::Withering => FireEffect::Telling,
            FireEffect::Telling => FireEffect::Galling,
            FireEffect::Galling => FireEffect::Lively,
            FireEffect::Lively | FireEffect::Desultory => FireEffect::Desultory,
        }
    }
}

impl ChargeEffect {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ChargeEffect::Swept => "Swept from the Field",
            ChargeEffect::DrivenBack => "Driven Back",
            ChargeEffect::HardPressed => "Hard Pressed",
            ChargeEffect::Struggle => "Desperate Struggle",
            ChargeEffect::Falter => "Falter",
            ChargeEffect::Recoil => "Recoil",
            ChargeEffect::Repulsed => "Repulsed",
        }
    }

    /// The rule of the effect, for troops.
    pub const fn clause(self) -> Clause {
        match self {
            ChargeEffect::Swept => RF_CHG_41,
            ChargeEffect::DrivenBack => RF_CHG_43,
            ChargeEffect::HardPressed => RF_CHG_46,
            ChargeEffect::Struggle => RF_CHG_50,
            ChargeEffect::Falter => RF_CHG_52,
            ChargeEffect::Recoil => RF_CHG_53,
            ChargeEffect::Repulsed => RF_CHG_54,
        }
    }
}

impl FallEvent {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            FallEvent::Killed => "Killed",
            FallEvent::MortallyWounded => "Mortally wounded",
            FallEvent::BadlyWounded => "Badly wounded",
            FallEvent::FleshWound => "Flesh wound",
            FallEvent::HorseShot => "Horse shot",
            FallEvent::CoatPierced => "Coat pierced",
            FallEvent::AideHit => "Aide hit",
            FallEvent::Unmoved => "Unmoved",
        }
    }

    /// What follows for a leader (RF-LDR-04).
    pub const fn fate(self) -> Fate {
        match self {
            FallEvent::Killed | FallEvent::MortallyWounded | FallEvent::BadlyWounded => Fate::Removed,
            FallEvent::FleshWound => Fate::RemovedOneTurn,
            FallEvent::HorseShot => Fate::DismountedOneTurn,
            FallEvent::CoatPierced | FallEvent::AideHit | FallEvent::Unmoved => Fate::Unhurt,
        }
    }
}
