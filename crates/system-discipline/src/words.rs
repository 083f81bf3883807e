//! The closed word lists of the system: what bodies, guns and ground are called, in files, forms and states alike.

use firelock_core::words;

words! {
    /// The arm of a unit (FD-ROS-10).
    Arm {
        /// Foot.
        #[default]
        Infantry,
        /// Horse.
        Cavalry,
        /// Horse that may fight on foot.
        Dragoon,
        /// Guns.
        Artillery,
        /// Wagons.
        Wagon,
    }
}

words! {
    /// What sort of foot or horse a unit is (FD-ROS-11).
    Class {
        /// Foot of the line.
        #[default]
        Line,
        /// Picked foot.
        Elite,
        /// Foot without drill.
        Irregular,
        /// Horse of the line; dragoons too.
        Horse,
        /// Light cavalry.
        Light,
    }
}

words! {
    /// What a body fights as at the moment.
    Branch {
        /// On foot: infantry, and dragoons or cavalry dismounted.
        #[default]
        Foot,
        /// Mounted cavalry of the line.
        Horse,
        /// Mounted light cavalry.
        LightHorse,
        /// Mounted dragoons.
        Dragoons,
        /// A gun section ready to fire.
        Unlimbered,
        /// A gun section hitched up.
        Limbered,
        /// A crew away from its guns.
        Crew,
        /// A wagon.
        Wagon,
    }
}

words! {
    /// The size of a stand (FD-ROS-01).
    Size {
        /// A company, a troop or a section.
        #[default]
        Full,
        /// Half of a company.
        Half,
        /// A large troop.
        Double,
    }
}

words! {
    /// How closely a body stands (FD-ROS-51). Open order is skirmish order (FD-FRM-13).
    Order {
        /// Shoulder to shoulder.
        #[default]
        Close,
        /// Scattered.
        Open,
    }
}

words! {
    /// How a body is drawn up (FD-FRM-02, FD-FRM-05, FD-FRM-06); there are no squares and nobody lies down (FD-FRM-03).
    Formation {
        /// Side by side.
        #[default]
        Line,
        /// One behind the other.
        Column,
        /// Guns hitched up.
        Limbered,
        /// Guns ready to fire.
        Unlimbered,
        /// Inside a zone, without front or rear.
        Garrison,
    }
}

words! {
    /// What a foot unit shoots with (FD-ROS-12).
    Firearm {
        /// Nothing.
        None,
        /// Bows.
        Bow,
        /// Fired by a burning match.
        Matchlock,
        /// An early flint lock.
        Firelock,
        /// The common musket of the later years.
        #[default]
        Flintlock,
    }
}

words! {
    /// How a unit is drilled to fire (FD-MUS-07).
    FireMode {
        /// All at once, once a turn.
        #[default]
        Volley,
        /// By platoons, twice a turn.
        Platoon,
    }
}

words! {
    /// What a foot unit strikes with (FD-ROS-12).
    MeleeWeapon {
        /// Bayonets.
        #[default]
        Bayonet,
        /// Pikes.
        Pike,
        /// Swords, axes, clubs.
        Mixed,
    }
}

words! {
    /// How horse fights (FD-ROS-13).
    Tactic {
        /// With the sword, at speed.
        Steel,
        /// With the pistol.
        Fire,
        /// Something of both.
        #[default]
        Mix,
    }
}

words! {
    /// What a body stands behind or inside (FD-TER-05).
    Cover {
        /// Nothing.
        #[default]
        None,
        /// A wall, hedge, fence, ditch or bank, or a building.
        Protective,
        /// A breastwork, a trench, a rampart.
        Earthworks,
    }
}

words! {
    /// What grows or lies about a body (FD-TER-08).
    Woods {
        /// Nothing.
        #[default]
        None,
        /// Light woods, or rough ground.
        Light,
        /// Heavy woods.
        Heavy,
    }
}

words! {
    /// What a gun is.
    Piece {
        /// A gun of some poundage.
        #[default]
        Gun,
        /// A howitzer.
        Howitzer,
        /// A mortar.
        Mortar,
    }
}

words! {
    /// The class of a gun (FD-ROS-22).
    GunClass {
        /// Up to 5 pounds.
        Light,
        /// 6 to 9 pounds.
        #[default]
        Field,
        /// 10 to 12 pounds.
        Position,
        /// 13 pounds and more.
        Siege,
        /// A howitzer.
        Howitzer,
        /// A mortar.
        Mortar,
    }
}

words! {
    /// The state of a gun section (FD-ROS-20).
    GunState {
        /// Hitched up.
        #[default]
        Limbered,
        /// Ready to fire.
        Unlimbered,
        /// Left by its crew.
        Abandoned,
        /// In enemy hands.
        Captured,
        /// Knocked to pieces.
        Destroyed,
    }
}

words! {
    /// What a gun fires (FD-ART-16, FD-ART-17).
    Ammunition {
        /// Round shot.
        #[default]
        Ball,
        /// A tin of bullets, at short range.
        Cannister,
        /// A bursting shell, over the heads of others.
        Shell,
    }
}

words! {
    /// The weather of a battle (FD-TER-10).
    Weather {
        /// Dry and clear.
        #[default]
        Clear,
        /// Wet or thick.
        Poor,
    }
}

words! {
    /// How high a stand is (FD-TER-04).
    Level {
        /// On the plain.
        #[default]
        Ground,
        /// On the slope of a hill.
        Slope,
        /// On top of it.
        Hilltop,
    }
}

words! {
    /// The class of an objective zone (FD-OBJ-01).
    ZoneClass {
        /// A bridge, a ford, a crossroads.
        #[serde(rename = "A")]
        A,
        /// A farm, hasty works.
        #[default]
        #[serde(rename = "B")]
        B,
        /// A village.
        #[serde(rename = "C")]
        C,
        /// A town block.
        #[serde(rename = "D")]
        D,
        /// A walled place.
        #[serde(rename = "E")]
        E,
        /// A redoubt.
        #[serde(rename = "F")]
        F,
    }
}

words! {
    /// The directive of a regiment (FD-CMD-01).
    Directive {
        /// Close on the enemy in front.
        GeneralAdvance,
        /// Take a named feature.
        Assault,
        /// Keep a place.
        #[default]
        Hold,
        /// Go back to a named place.
        Withdrawal,
    }
}

words! {
    /// A chit (FD-OPT-02).
    Chit {
        /// Turn right, then move.
        #[serde(rename = "R")]
        Right,
        /// Turn left, then move.
        #[serde(rename = "L")]
        Left,
        /// Move, and hold if charged.
        #[default]
        #[serde(rename = "H")]
        Hold,
        /// Move, and perhaps meet a charge.
        #[serde(rename = "C")]
        Countercharge,
        /// Charge.
        #[serde(rename = "A")]
        Attack,
        /// Unlimber.
        #[serde(rename = "U")]
        Unlimber,
    }
}

words! {
    /// How a body answers a charge (FD-MEL-10, FD-MEL-11, FD-MEL-12).
    Answer {
        /// It stands.
        #[default]
        Hold,
        /// It goes to meet the charge.
        Countercharge,
        /// It runs.
        Flee,
    }
}

words! {
    /// The rank of a commander, lowest first (FD-ROS-30, FD-ROS-31, FD-ROS-33).
    Rank {
        /// Leads a regiment.
        #[default]
        Regimental,
        /// Leads a brigade.
        Brigade,
        /// Commands the army.
        Chief,
    }
}

words! {
    /// What has become of a commander (FD-ROS-31).
    CommanderStatus {
        /// At his post.
        #[default]
        Present,
        /// Out of this battle.
        Wounded,
        /// Killed.
        Dead,
        /// In enemy hands.
        Captured,
    }
}

words! {
    /// Why a body checks its morale (FD-MOR-08).
    Cause {
        /// A casualty by artillery.
        #[default]
        Artillery,
        /// A casualty by musketry, skirmish fire apart.
        Musketry,
        /// It lost a melee.
        MeleeLost,
        /// It lost, as garrison, the fight for its zone.
        ZoneLost,
        /// It charged and met nobody.
        NoContact,
        /// A commander was hit.
        CommanderHit,
        /// A friendly body beside it failed.
        NeighborFailed,
        /// Raw troops want to charge.
        RawCharge,
    }
}

words! {
    /// The scale of a table (FD-SCL-05).
    Scale {
        /// 15 mm castings, an inch is ten yards.
        #[default]
        #[serde(rename = "15mm_inch")]
        Inch15,
        /// 20 mm castings, an inch is ten yards.
        #[serde(rename = "20mm_inch")]
        Inch20,
        /// 15 mm castings, a centimeter is five yards.
        #[serde(rename = "15mm_cm")]
        Cm15,
        /// 20 mm castings, a centimeter is five yards.
        #[serde(rename = "20mm_cm")]
        Cm20,
    }
}

words! {
    /// Whose ways troops have: the rows of T21.
    Nation {
        /// England, and Britain from 1707.
        #[default]
        Britain,
        /// The Dutch Republic.
        Dutch,
        /// Denmark.
        Denmark,
        /// Brandenburg, and Prussia from 1701.
        Prussia,
        /// Hanover and Brunswick.
        Hanover,
        /// Hesse-Kassel.
        Hesse,
        /// France.
        France,
        /// Spain.
        Spain,
        /// The Emperor's own troops.
        Austria,
        /// Bavaria.
        Bavaria,
        /// Saxony.
        Saxony,
        /// Troops of the Imperial Circles.
        GermanCircles,
        /// Savoy and Piedmont.
        Savoy,
        /// Portugal.
        Portugal,
        /// Sweden.
        Sweden,
        /// Russia.
        Russia,
        /// Poland and Lithuania.
        Poland,
        /// The Ottoman Empire.
        Ottomans,
        /// King James's army in Ireland.
        IrishJacobites,
        /// Highland clans in arms for the Stuarts.
        HighlandJacobites,
        /// Native American nations.
        NativeAmericans,
        /// Militia of a colony.
        ColonialMilitia,
    }
}

impl Size {
    /// Its value in half-stands (FD-ROS-04).
    pub const fn halves(self) -> u16 {
        match self {
            Size::Half => 1,
            Size::Full => 2,
            Size::Double => 4,
        }
    }
}

impl Branch {
    /// Whether it is on horseback.
    pub const fn is_mounted(self) -> bool {
        matches!(self, Branch::Horse | Branch::LightHorse | Branch::Dragoons)
    }

    /// Whether it is a gun section with its crew.
    pub const fn is_section(self) -> bool {
        matches!(self, Branch::Unlimbered | Branch::Limbered)
    }

    /// Whether its casualties are crewmen (FD-ART-21).
    pub const fn loses_crew(self) -> bool {
        matches!(self, Branch::Unlimbered | Branch::Limbered | Branch::Crew)
    }
}

impl Directive {
    /// Whether a regiment under it may charge at will; under Hold only to retake its place (T18).
    pub const fn may_charge(self) -> bool {
        matches!(self, Directive::GeneralAdvance | Directive::Assault)
    }

    /// Whether a regiment under it may meet a charge (T18).
    pub const fn may_countercharge(self) -> bool {
        !matches!(self, Directive::Withdrawal)
    }
}

impl Chit {
    /// Whether its body must stand if charged (FD-OPT-02).
    pub const fn must_hold(self) -> bool {
        matches!(self, Chit::Right | Chit::Left | Chit::Hold)
    }
}

impl Scale {
    /// The grid steps of a yard (FD-SCL-03).
    pub const fn steps(self) -> i32 {
        match self {
            Scale::Inch15 | Scale::Inch20 => 254,
            Scale::Cm15 | Scale::Cm20 => 200,
        }
    }

    /// Its name as a setting.
    pub const fn name(self) -> &'static str {
        match self {
            Scale::Inch15 => "15mm_inch",
            Scale::Inch20 => "20mm_inch",
            Scale::Cm15 => "15mm_cm",
            Scale::Cm20 => "20mm_cm",
        }
    }
}
