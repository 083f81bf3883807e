//! The closed word lists of the system: what units, guns, commands and ground are called, in files, forms and states alike.

use firelock_core::words;

words! {
    /// The arm of a unit (NQ-ROS-01).
    Arm {
        /// On foot.
        #[default]
        Infantry,
        /// On horseback.
        Cavalry,
        /// With guns.
        Artillery,
    }
}

words! {
    /// What a unit is (NQ-ROS-04), in the order of T-CLASS.
    Class {
        /// Line infantry, grenadiers and guard included.
        #[default]
        LineInfantry,
        /// Light infantry.
        LightInfantry,
        /// Riflemen.
        RifleInfantry,
        /// Militia.
        Militia,
        /// Hussars, chasseurs, light dragoons, lancers (NQ-SPC-06).
        LightCavalry,
        /// Dragoons, cuirassiers, carabiniers, heavy guards (NQ-SPC-05).
        HeavyCavalry,
        /// Cossacks, Mamelukes.
        IrregularCavalry,
        /// A foot battery.
        FootArtillery,
        /// A horse battery (NQ-SPC-09).
        HorseArtillery,
    }
}

words! {
    /// How good a unit is (NQ-ROS-02), worst first.
    Quality {
        /// Newly raised.
        Raw,
        /// As most.
        #[default]
        Regular,
        /// Seasoned.
        Veteran,
        /// The best.
        Elite,
    }
}

words! {
    /// What a unit shoots with (NQ-ROS-03), in the order of T-RANGE.
    Weapon {
        /// M: infantry musket or carbine.
        #[default]
        Musket,
        /// LM: light infantry musket.
        LightMusket,
        /// RF: rifle.
        Rifle,
        /// CM: cavalry musket or carbine.
        CavalryMusket,
        /// CR: cavalry rifle.
        CavalryRifle,
        /// Nothing.
        None,
    }
}

words! {
    /// The type of a gun (NQ-ROS-10), in the order of T-GRANGE.
    GunType {
        /// Type I, the lightest.
        I,
        /// Type II; every gun of horse artillery but a howitzer counts as one.
        #[default]
        Ii,
        /// Type III, the heaviest.
        Iii,
        /// A howitzer.
        Howitzer,
        /// A mortar.
        Mortar,
    }
}

words! {
    /// What a gun fires (NQ-ART-05).
    Ammunition {
        /// Canister.
        Canister,
        /// Round shot.
        #[default]
        Shot,
        /// Shell.
        Shell,
    }
}

words! {
    /// How a unit stands (NQ-FOR-01), in the order of T-MOVE.
    Formation {
        /// One row without gaps.
        #[default]
        Line,
        /// Two files wide, infantry only.
        AttackColumn,
        /// One file wide; cavalry two.
        Column,
        /// Four faces, infantry only.
        Square,
        /// One row with gaps.
        OpenOrder,
        /// One row with wide gaps, light infantry and riflemen only.
        Skirmish,
        /// One row set back file by file, cavalry only.
        Echelon,
        /// Guns ready to fire.
        Deployed,
        /// Guns on their limbers.
        Limbered,
    }
}

words! {
    /// The state that tables ask for (NQ-ROS-18..20).
    Order {
        /// In close order.
        #[default]
        Formed,
        /// In open order or skirmishing.
        Open,
        /// In disorder.
        Unformed,
    }
}

words! {
    /// A cover class (NQ-TER-02).
    Cover {
        /// None.
        #[default]
        None,
        /// Crops, hedges, light woods.
        Light,
        /// Dense woods, walls.
        Medium,
        /// Buildings, earthworks.
        Hard,
    }
}

words! {
    /// A range band of small arms (NQ-SAF-08).
    Range {
        /// The nearest.
        #[default]
        Short,
        /// The next.
        Medium,
        /// The farthest.
        Long,
    }
}

words! {
    /// A range band of guns (NQ-ART-09).
    GunRange {
        /// The nearer.
        #[default]
        Effective,
        /// The farther.
        Long,
    }
}

words! {
    /// Where something lies, seen from a unit (NQ-FOR-14).
    Zone {
        /// Ahead.
        #[default]
        Front,
        /// Beside.
        Flank,
        /// Behind.
        Rear,
    }
}

words! {
    /// What a command unit commands (NQ-ROS-13).
    Level {
        /// A brigade.
        #[default]
        Brigade,
        /// The army.
        Army,
    }
}

words! {
    /// How a commander is (NQ-ROS-13).
    Status {
        /// In command.
        #[default]
        Active,
        /// Carried off.
        Wounded,
        /// Dead or taken.
        Killed,
    }
}

words! {
    /// How a charged unit reacts (NQ-CHG-08).
    Reaction {
        /// It holds, and may fire.
        #[default]
        Stand,
        /// It tries to form square.
        FormSquare,
        /// It tries to meet the charge.
        Countercharge,
        /// It makes off.
        Evade,
    }
}

words! {
    /// What the winner does when all enemies have left (NQ-MEL-32).
    Aftermath {
        /// It stays.
        #[default]
        Hold,
        /// Infantry goes ahead a little.
        FollowUp,
        /// Cavalry goes after them.
        Pursue,
    }
}

words! {
    /// A side of a unit, as seen along its facing (NQ-FOR-10).
    Hand {
        /// The left.
        #[default]
        Left,
        /// The right.
        Right,
    }
}

words! {
    /// A kind of ground (NQ-TER-01), in the order of T-TERRAIN.
    Terrain {
        /// Nothing in particular.
        #[default]
        Open,
        /// A road.
        Road,
        /// A gentle hill.
        GentleHill,
        /// A steep hill.
        SteepHill,
        /// Crops or a vineyard.
        Crops,
        /// A light wood or an orchard.
        LightWood,
        /// A dense wood.
        DenseWood,
        /// A building or a village block.
        Building,
        /// A marsh.
        Marsh,
        /// A hedge or a fence.
        Hedge,
        /// A stone wall.
        Wall,
        /// An earthwork or the face of a redoubt.
        Earthwork,
        /// A stream.
        Stream,
        /// A river.
        River,
        /// A bridge or a ford.
        Bridge,
    }
}

impl Class {
    /// Its arm (T-CLASS).
    pub const fn arm(self) -> Arm {
        match self {
            Class::LineInfantry | Class::LightInfantry | Class::RifleInfantry | Class::Militia => Arm::Infantry,
            Class::LightCavalry | Class::HeavyCavalry | Class::IrregularCavalry => Arm::Cavalry,
            Class::FootArtillery | Class::HorseArtillery => Arm::Artillery,
        }
    }

    /// Light infantry or riflemen (NQ-SPC-01, NQ-SPC-02).
    pub const fn is_light_infantry(self) -> bool {
        matches!(self, Class::LightInfantry | Class::RifleInfantry)
    }

    /// Its weapon where a battle file names none (T-CLASS).
    pub const fn weapon(self) -> Weapon {
        match self {
            Class::LineInfantry | Class::Militia => Weapon::Musket,
            Class::LightInfantry => Weapon::LightMusket,
            Class::RifleInfantry => Weapon::Rifle,
            Class::LightCavalry => Weapon::CavalryMusket,
            Class::HeavyCavalry | Class::IrregularCavalry | Class::FootArtillery | Class::HorseArtillery => {
                Weapon::None
            }
        }
    }

    /// Its quality where a battle file names none (T-CLASS).
    pub const fn quality(self) -> Quality {
        match self {
            Class::LightInfantry | Class::RifleInfantry | Class::HorseArtillery => Quality::Veteran,
            Class::Militia | Class::IrregularCavalry => Quality::Raw,
            Class::LineInfantry | Class::LightCavalry | Class::HeavyCavalry | Class::FootArtillery => Quality::Regular,
        }
    }

    /// Whether it may stand so (T-FORM, NQ-FOR-08..11, NQ-SPC-03, NQ-SPC-07); a square also asks for its least bases.
    pub const fn may_form(self, formation: Formation) -> bool {
        match (self.arm(), formation) {
            (Arm::Infantry, Formation::Skirmish) => self.is_light_infantry(),
            (Arm::Infantry, Formation::Line | Formation::AttackColumn | Formation::Column) => true,
            (Arm::Infantry, Formation::Square | Formation::OpenOrder) => true,
            (Arm::Cavalry, Formation::Column | Formation::OpenOrder) => true,
            (Arm::Cavalry, Formation::Line | Formation::Echelon) => !matches!(self, Class::IrregularCavalry),
            (Arm::Artillery, Formation::Deployed | Formation::Limbered) => true,
            _ => false,
        }
    }

    /// Whether it may evade from such a formation (T-CLASS, NQ-CHG-12).
    pub const fn may_evade(self, formation: Formation) -> bool {
        match self {
            Class::LightCavalry | Class::IrregularCavalry => true,
            _ => matches!(formation, Formation::OpenOrder | Formation::Skirmish | Formation::Limbered),
        }
    }
}

impl Formation {
    /// Open order or skirmishing (NQ-ROS-19).
    pub const fn is_open(self) -> bool {
        matches!(self, Formation::OpenOrder | Formation::Skirmish)
    }

    /// The state that tables ask for; a router counts as unformed (NQ-ROS-18..20, NQ-MEL-61).
    pub const fn order(self, unformed: bool) -> Order {
        match (unformed, self.is_open()) {
            (true, _) => Order::Unformed,
            (false, true) => Order::Open,
            (false, false) => Order::Formed,
        }
    }
}

impl GunType {
    /// The type whose numbers count: guns of horse artillery but howitzers are of type II (NQ-ROS-10).
    pub const fn of(self, class: Class) -> GunType {
        match (class, self) {
            (_, GunType::Howitzer) => GunType::Howitzer,
            (Class::HorseArtillery, _) => GunType::Ii,
            (_, own) => own,
        }
    }

    /// Howitzers and mortars, which fire shell and need no sight of their own (NQ-ART-05, NQ-ART-11).
    pub const fn lobs(self) -> bool {
        matches!(self, GunType::Howitzer | GunType::Mortar)
    }

    /// Whether it fires that (NQ-ART-05).
    pub const fn fires(self, ammunition: Ammunition) -> bool {
        self.lobs() == matches!(ammunition, Ammunition::Shell)
    }
}

impl Zone {
    /// Anything but the front (NQ-LOS-10, NQ-MEL-45).
    pub const fn is_flank_or_rear(self) -> bool {
        !matches!(self, Zone::Front)
    }
}
