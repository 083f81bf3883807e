//! The closed word lists of the system: what units and ground are called, in files, forms and states alike.

use firelock_core::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// The arm a troop unit belongs to (RF-ROS-03).
    Arm {
        /// Foot.
        #[default]
        Infantry,
        /// Horse, dragoons included.
        Cavalry,
    }
}

words! {
    /// What a unit moves and fights as at the moment.
    Branch {
        /// Foot.
        #[default]
        Infantry,
        /// Mounted cavalry.
        Cavalry,
        /// Dragoons on foot.
        Dismounted,
        /// A gun unit.
        Guns,
    }
}

words! {
    /// How well a unit is trained (RF-ROS-04).
    Experience {
        /// Renowned veterans or picked men.
        #[serde(alias = "crack")]
        Elite,
        /// Professionals who have seen much fighting.
        Veteran,
        /// Drilled, with less experience.
        #[default]
        Trained,
        /// Newly raised or badly drilled.
        #[serde(alias = "green")]
        Raw,
    }
}

words! {
    /// How soon losses tell on a unit (RF-ROS-09).
    Morale {
        /// High.
        Spirited,
        /// Average.
        #[default]
        Reliable,
        /// Low.
        Unreliable,
        /// Very low.
        Dispirited,
    }
}

words! {
    /// What losses have left of a unit's fighting power (RF-ROS-12).
    Effectiveness {
        /// Hardly touched.
        #[default]
        Fresh,
        /// Tired by losses.
        Worn,
        /// Used up.
        Spent,
    }
}

words! {
    /// The order of troops, exactly one at a time (RF-ROS-32).
    Order {
        /// Neither disordered nor broken.
        #[default]
        Good,
        /// In disorder.
        Disordered,
        /// A fleeing crowd.
        Broken,
    }
}

words! {
    /// How a unit stands (RF-FRM-01); there is no square (RF-FRM-31).
    Formation {
        /// Two ranks of foot, one rank of horse.
        #[default]
        Line,
        /// Two loose ranks, checkered.
        #[serde(alias = "extended-line")]
        OpenOrder,
        /// Two bases wide.
        FieldColumn,
        /// One base wide.
        MarchColumn,
        /// Inside a building or works.
        Garrison,
        /// The crowd of a broken unit.
        Mob,
        /// Guns hitched up.
        Limbered,
        /// Guns ready to fire.
        Unlimbered,
    }
}

words! {
    /// What the men of a troop unit carry (RF-ROS-16).
    Weapon {
        /// Rifles.
        Rifle,
        /// Smoothbore muskets.
        #[default]
        Musket,
        /// Short smoothbores.
        Carbine,
        /// Nothing to fire with.
        None,
    }
}

words! {
    /// The type of a gun unit's pieces (RF-ROS-23).
    GunType {
        /// Siege gun, 18 and 24 pounds.
        #[serde(rename = "SG")]
        SG,
        /// Heavy gun, 12 pounds.
        #[serde(rename = "HG")]
        HG,
        /// Medium gun, 8 pounds.
        #[serde(rename = "MG")]
        MG,
        /// Light gun, 4 and 6 pounds.
        #[default]
        #[serde(rename = "LG")]
        LG,
        /// Galloper, 3 pounds.
        #[serde(rename = "GG")]
        GG,
        /// Siege howitzer, 8 inches.
        #[serde(rename = "SH")]
        SH,
        /// Howitzer, 5.5 inches.
        #[serde(rename = "H")]
        H,
    }
}

words! {
    /// The weight of a gun carriage (RF-ROS-24).
    Carriage {
        /// Handy: limbers and fires at once.
        #[default]
        Light,
        /// Cumbersome: lost when it must retreat unlimbered.
        Heavy,
    }
}

words! {
    /// What a gun unit is (RF-ROS-25).
    GunRole {
        /// One to four stands together.
        #[default]
        Battery,
        /// One stand that follows the infantry.
        BattalionGun,
    }
}

words! {
    /// Whatever gives fire points: the rows of T-MUS, then those of T-CAN.
    Firearm {
        /// Rifles.
        Rifle,
        /// Muskets.
        #[default]
        Musket,
        /// Carbines.
        Carbine,
        /// Siege gun.
        #[serde(rename = "SG")]
        SG,
        /// Heavy gun.
        #[serde(rename = "HG")]
        HG,
        /// Medium gun.
        #[serde(rename = "MG")]
        MG,
        /// Light gun.
        #[serde(rename = "LG")]
        LG,
        /// Siege howitzer.
        #[serde(rename = "SH")]
        SH,
        /// Howitzer.
        #[serde(rename = "H")]
        H,
        /// Galloper.
        #[serde(rename = "GG")]
        GG,
        /// A wall piece that a company shares (RF-SPC-20).
        Amusette,
    }
}

words! {
    /// What a leader adds to a check he leads (RF-ROS-30).
    Rating {
        /// Inspires.
        Gallant,
        /// Does his duty.
        #[default]
        Able,
        /// Hinders.
        Poor,
    }
}

words! {
    /// A leader's rank, lowest first (RF-ROS-29).
    Rank {
        /// Leads a brigade.
        #[default]
        Brigade,
        /// Leads a wing or division.
        Wing,
        /// Commands the army.
        Army,
    }
}

words! {
    /// Who leads a unit's maneuver check (RF-CMD-07, RF-CMD-08).
    Control {
        /// Its brigade leader or a superior of its chain.
        #[default]
        Own,
        /// A leader from outside its chain.
        Provisional,
        /// Nobody.
        Out,
    }
}

words! {
    /// How ground is crossed, easiest first (RF-TER-01).
    MoveClass {
        /// Freely.
        #[default]
        Open,
        /// With some delay.
        Broken,
        /// With much delay.
        Rough,
        /// Not at all.
        Impassable,
    }
}

words! {
    /// Cover against fire, least first (RF-TER-02).
    Cover {
        /// None.
        #[default]
        None,
        /// A fence, an orchard.
        Partial,
        /// A stone wall, thick woods.
        Full,
        /// Works.
        Fortified,
    }
}

words! {
    /// What ground is worth to those who are charged on it, least first (RF-TER-03).
    ChargeGround {
        /// Nothing.
        #[default]
        None,
        /// A little.
        Favorable,
        /// Much.
        Strong,
        /// Much, and its holders do not give way to a light push.
        Fortified,
    }
}

words! {
    /// What crossing a feature asks (RF-TER-18, RF-TER-19).
    Obstacle {
        /// Nothing.
        #[default]
        None,
        /// The whole move counts as broken ground.
        Minor,
        /// A maneuver of its own.
        Major,
        /// Entered only by a garrison.
        GarrisonOnly,
    }
}

words! {
    /// How far one sees in a battle (RF-TER-22).
    Visibility {
        /// As far as the guns reach.
        #[default]
        Clear,
        /// Dusk or dawn.
        Twilight,
        /// Fog, smoke, driving snow.
        Fog,
    }
}

words! {
    /// How a unit takes part in a charge (RF-CHG-07, RF-CHG-11).
    Charging {
        /// It does not move to contact.
        #[default]
        No,
        /// It charges and may fire.
        Charge,
        /// It charges with the bayonet alone.
        ColdSteel,
        /// It rides to meet a charge.
        Countercharge,
    }
}

/// What marks a troop unit out from the line (RF-ROS-19, RF-ROS-20).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Traits {
    /// A whole unit of light infantry.
    pub light_infantry: bool,
    /// A detachment of light infantry.
    pub lt_detachment: bool,
    /// Militia.
    pub militia: bool,
    /// Indians.
    pub indian: bool,
    /// Picked shots.
    #[serde(alias = "sharpshooter")]
    pub marksmen: bool,
    /// Muskets loaded with ball and shot.
    pub buck_and_ball: bool,
    /// Horsemen who may fight on foot.
    pub dragoon: bool,
    /// Marines.
    pub marines: bool,
    /// Carries bayonets.
    pub bayonets: bool,
    /// Has a colonel who leads from the front.
    pub brave_colonel: bool,
}

impl Arm {
    /// What a unit of this arm fights as, cavalry mounted.
    pub const fn branch(self) -> Branch {
        match self {
            Arm::Infantry => Branch::Infantry,
            Arm::Cavalry => Branch::Cavalry,
        }
    }
}

impl Branch {
    /// Whether it is troops, not guns.
    pub const fn is_troops(self) -> bool {
        !matches!(self, Branch::Guns)
    }

    /// Whether it is mounted cavalry.
    pub const fn is_mounted(self) -> bool {
        matches!(self, Branch::Cavalry)
    }

    /// Whether a unit may stand so (RF-FRM-11 to RF-FRM-18).
    pub const fn may_form(self, traits: Traits, formation: Formation) -> bool {
        let only_open = traits.lt_detachment || traits.militia || traits.indian;
        match (self, formation) {
            (Branch::Guns, Formation::Limbered | Formation::Unlimbered) => true,
            (Branch::Guns, _) | (_, Formation::Limbered | Formation::Unlimbered) => false,
            (_, Formation::Mob) => true,
            (Branch::Cavalry, Formation::Garrison) => false,
            (Branch::Cavalry, _) => true,
            (Branch::Dismounted, _) => matches!(formation, Formation::OpenOrder | Formation::Garrison),
            (Branch::Infantry, Formation::MarchColumn | Formation::Garrison) => true,
            (Branch::Infantry, Formation::OpenOrder) => only_open || traits.light_infantry,
            (Branch::Infantry, Formation::Line | Formation::FieldColumn) => !only_open,
        }
    }
}

impl GunType {
    /// The carriage it rides on (RF-ROS-24).
    pub const fn carriage(self) -> Carriage {
        match self {
            GunType::SG | GunType::SH | GunType::HG | GunType::MG => Carriage::Heavy,
            GunType::LG | GunType::H | GunType::GG => Carriage::Light,
        }
    }
}

impl From<GunType> for Firearm {
    fn from(gun: GunType) -> Firearm {
        match gun {
            GunType::SG => Firearm::SG,
            GunType::HG => Firearm::HG,
            GunType::MG => Firearm::MG,
            GunType::LG => Firearm::LG,
            GunType::GG => Firearm::GG,
            GunType::SH => Firearm::SH,
            GunType::H => Firearm::H,
        }
    }
}

impl Weapon {
    /// What it fires as, if it fires.
    pub const fn firearm(self) -> Option<Firearm> {
        match self {
            Weapon::Rifle => Some(Firearm::Rifle),
            Weapon::Musket => Some(Firearm::Musket),
            Weapon::Carbine => Some(Firearm::Carbine),
            Weapon::None => None,
        }
    }
}

impl Firearm {
    /// Whether its fire is a cannonade (RF-GUN-22).
    pub const fn is_cannon(self) -> bool {
        !matches!(self, Firearm::Rifle | Firearm::Musket | Firearm::Carbine)
    }

    /// Its name in a ledger.
    pub const fn label(self) -> &'static str {
        match self {
            Firearm::Rifle => "rifles",
            Firearm::Musket => "muskets",
            Firearm::Carbine => "carbines",
            Firearm::SG => "siege guns",
            Firearm::HG => "heavy guns",
            Firearm::MG => "medium guns",
            Firearm::LG => "light guns",
            Firearm::SH => "siege howitzers",
            Firearm::H => "howitzers",
            Firearm::GG => "gallopers",
            Firearm::Amusette => "amusette",
        }
    }
}

impl Traits {
    /// The weapon of a unit of which none is said: carbines for marines and dragoons (RF-ROS-17), nothing for other cavalry,
    /// muskets for the rest.
    pub const fn usual_weapon(self, arm: Arm) -> Weapon {
        match arm {
            _ if self.marines || self.dragoon => Weapon::Carbine,
            Arm::Infantry => Weapon::Musket,
            Arm::Cavalry => Weapon::None,
        }
    }

    /// Whether a unit of which nothing is said has bayonets (RF-ROS-18, RF-SPC-01, RF-SPC-07).
    pub const fn has_usual_bayonets(self, arm: Arm, weapon: Weapon) -> bool {
        matches!(arm, Arm::Infantry) && !self.militia && !self.indian && !matches!(weapon, Weapon::Rifle)
    }
}
