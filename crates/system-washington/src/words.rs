//! The closed word lists of the system: what units, guns, commanders and ground are called, in files, forms and states alike.

use firelock_core::words;

words! {
    /// What a unit is (WA-ROST-01).
    Troop {
        /// Regular foot in close order.
        #[default]
        Line,
        /// Light infantry, close or loose.
        Light,
        /// Militia.
        Militia,
        /// Riflemen.
        Rifle,
        /// Indians.
        Indian,
        /// Horse, mounted or not.
        Cavalry,
    }
}

words! {
    /// How good a unit is (WA-ROST-02).
    Quality {
        /// Newly raised.
        Raw,
        /// As most.
        #[default]
        Average,
        /// Seasoned.
        Veteran,
    }
}

words! {
    /// A name that counts in the falter test (WA-ROST-03).
    Tag {
        /// None.
        #[default]
        None,
        /// Hessians.
        Hessian,
        /// Scots loyalists.
        ScotsLoyalist,
    }
}

words! {
    /// How the bases of a unit stand side by side (WA-ROST-08).
    Formation {
        /// Without gaps.
        #[default]
        Close,
        /// A base width apart.
        Loose,
    }
}

words! {
    /// What became of a unit's latest fight (WA-ROST-11).
    LastFight {
        /// It has not fought.
        #[default]
        None,
        /// It won.
        Won,
        /// It lost.
        Lost,
    }
}

words! {
    /// What a commander commands (WA-ROST-21).
    Rank {
        /// A brigade.
        #[default]
        Brigade,
        /// The army.
        General,
    }
}

words! {
    /// Whether a commander is with a unit, and how (WA-ROST-24).
    Officer {
        /// None is.
        #[default]
        None,
        /// One on foot is.
        OnFoot,
        /// One on horseback is.
        Mounted,
    }
}

words! {
    /// What a side does in the battle (WA-ROST-26).
    Role {
        /// It had the initiative and takes the first turn.
        #[default]
        Attacker,
        /// The other.
        Defender,
    }
}

words! {
    /// A short table edge, as seen from the own base line (WA-ROST-14).
    ShortEdge {
        /// The left one.
        #[default]
        Left,
        /// The right one.
        Right,
    }
}

words! {
    /// A kind of ground (WA-TERR-01), in the order of T-TERRAIN.
    Terrain {
        /// Nothing in particular.
        #[default]
        Open,
        /// A wood.
        Wood,
        /// A building.
        Building,
        /// A marsh.
        Marsh,
        /// A hill.
        Hill,
        /// A rough hill.
        RoughHill,
        /// A river.
        River,
        /// A stream, a line.
        Stream,
        /// A fence, wall, hedge or works, a line.
        Obstacle,
        /// A road, a line.
        Road,
    }
}

words! {
    /// From where a unit is assaulted (WA-ASL-04).
    Facet {
        /// Ahead.
        #[default]
        Front,
        /// A flank.
        Flank,
        /// Behind.
        Rear,
    }
}

words! {
    /// What the target of an assault stands on, seen by the assaulter (WA-TERR-06).
    Slope {
        /// Not uphill.
        #[default]
        Level,
        /// Uphill.
        Hill,
        /// Uphill on a rough hill.
        RoughHill,
    }
}

words! {
    /// A range band of small arms (WA-FIRE-04).
    Range {
        /// Short.
        #[default]
        Short,
        /// Long.
        Long,
    }
}

words! {
    /// A range band of guns (WA-ART-02, WA-ART-03).
    GunRange {
        /// Canister.
        #[default]
        Canister,
        /// Short.
        Short,
        /// Long.
        Long,
        /// Gun and target in the same wood or building.
        WithinCover,
    }
}

words! {
    /// What a side spends its dice on before the battle (WA-PRE-04).
    Effort {
        /// Who attacks.
        #[default]
        Aggression,
        /// Flank marches.
        Scouting,
        /// An enemy commander.
        Sharpshooters,
        /// Second volleys.
        Powder,
    }
}

impl Troop {
    /// Whether it is foot; cavalry is not, not even dismounted.
    pub const fn is_infantry(self) -> bool {
        !matches!(self, Troop::Cavalry)
    }

    /// Whether it may stand so (WA-FORM-03); `mounted` counts for cavalry only.
    pub const fn may_form(self, mounted: bool, formation: Formation) -> bool {
        match self {
            Troop::Line => matches!(formation, Formation::Close),
            Troop::Light | Troop::Militia => true,
            Troop::Rifle | Troop::Indian => matches!(formation, Formation::Loose),
            Troop::Cavalry => matches!((mounted, formation), (true, Formation::Close) | (false, Formation::Loose)),
        }
    }

    /// Whether it counts as line infantry (WA-ROST-16).
    pub const fn is_line_like(self, formation: Formation) -> bool {
        match self {
            Troop::Line => true,
            Troop::Light => matches!(formation, Formation::Close),
            _ => false,
        }
    }
}

impl Officer {
    /// Whether one is there at all.
    pub const fn is_with(self) -> bool {
        !matches!(self, Officer::None)
    }
}

impl Facet {
    /// Whether it is not the front.
    pub const fn is_flank_or_rear(self) -> bool {
        !matches!(self, Facet::Front)
    }
}

impl Role {
    /// The other one.
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}
