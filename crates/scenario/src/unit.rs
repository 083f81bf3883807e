//! The order of battle: bodies of troops and their leaders as history knew them.

use firelock_core::Side;

use crate::declare::{table, words};
use crate::values::{Facing, Id, MapPoint, Tenths};

words! {
    /// The arm of service.
    pub enum Arm: "arm" {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Horse that may fight on foot.
        Dragoons = "dragoons",
        /// Guns and their crews.
        Artillery = "artillery",
        /// Baggage, pack horses, carts.
        Wagons = "wagons",
    }
}

words! {
    /// What sort of troops within its arm; a unit may be several at once.
    pub enum Class: "class of troops" {
        /// Troops that fight in close order.
        Line = "line",
        /// Light troops, trained to skirmish.
        Light = "light",
        /// Picked companies of the largest men.
        Grenadier = "grenadier",
        /// Household troops.
        Guard = "guard",
        /// Called out, not enlisted; Landwehr and fencibles too.
        Militia = "militia",
        /// Riflemen.
        Rifle = "rifle",
        /// Native American warriors.
        Indian = "indian",
        /// Highlanders who charge with the sword.
        Highland = "highland",
        /// Without regular drill.
        Irregular = "irregular",
        /// Sea soldiers.
        Marines = "marines",
        /// Heavy horse: cuirassiers, horse, heavy dragoons.
        Heavy = "heavy",
        /// Hussars.
        Hussar = "hussar",
        /// Lancers.
        Lancer = "lancer",
        /// A gun or two that moves with a battalion.
        BattalionGuns = "battalion-guns",
        /// Guns whose gunners ride.
        HorseArtillery = "horse-artillery",
        /// Siege guns.
        Siege = "siege",
        /// Guns that never leave their place.
        Fixed = "fixed",
    }
}

words! {
    /// What training and experience have made of a unit.
    pub enum Training: "training" from 0 {
        /// Newly raised, hardly drilled.
        Raw = "raw",
        /// Drilled, no war seen, or a militia that has seen some.
        Drilled = "drilled",
        /// Regular drill and discipline, some service.
        Trained = "trained",
        /// Long service, tried in battle.
        Veteran = "veteran",
        /// Picked or renowned.
        Elite = "elite",
    }
}

words! {
    /// The heart a unit had on the day.
    pub enum Spirit: "spirit" from -2 {
        /// Ready to run.
        Dispirited = "dispirited",
        /// Shaky.
        Unreliable = "unreliable",
        /// As one may expect of them.
        Reliable = "reliable",
        /// In high heart.
        Spirited = "spirited",
    }
}

words! {
    /// What most of a unit shoots with.
    pub enum Firearm: "firearm" {
        /// A smooth-bore with a flint lock and a bayonet: the usual arm from about 1760.
        Musket = "musket",
        /// The same arm under the name of the years before.
        Flintlock = "flintlock",
        /// An early flint lock.
        Firelock = "firelock",
        /// Fired by a burning match.
        Matchlock = "matchlock",
        /// Slow and sure.
        Rifle = "rifle",
        /// Short and light.
        Carbine = "carbine",
        /// Pistols only.
        Pistol = "pistol",
        /// Bows.
        Bow = "bow",
        /// Nothing to shoot with.
        None = "none",
    }
}

words! {
    /// How many of a unit carry bayonets, and of what sort.
    pub enum Bayonet: "bayonet" {
        /// None.
        None = "none",
        /// A few men have one.
        Few = "few",
        /// Every man.
        All = "all",
        /// Every man, of the sort that stops the muzzle.
        Plug = "plug",
    }
}

words! {
    /// What a unit strikes with beside or instead of the bayonet.
    pub enum Blade: "blade" {
        /// Pikes in the ranks.
        Pike = "pike",
        /// Lances.
        Lance = "lance",
        /// Cavalry swords and sabers.
        Saber = "saber",
        /// Highland broadswords.
        Broadsword = "broadsword",
        /// Highland shields.
        Targe = "targe",
        /// Hatchets.
        Tomahawk = "tomahawk",
        /// Scythe blades, axes, spears.
        Makeshift = "makeshift",
    }
}

words! {
    /// How the foot of a nation gives fire.
    pub enum FireDrill: "fire drill" {
        /// By ranks or whole battalions.
        Volley = "volley",
        /// By platoons.
        Platoon = "platoon",
    }
}

words! {
    /// How the horse of a nation fights.
    pub enum Tactic: "tactic" {
        /// With the sword, at speed.
        Steel = "steel",
        /// With pistol and carbine.
        Fire = "fire",
        /// First fire, then the sword.
        Mix = "mix",
    }
}

words! {
    /// Where a body of troops came from.
    pub enum Nation: "nation" {
        /// Britain, from 1707.
        Britain = "britain",
        /// England.
        England = "england",
        /// Scotland, before 1707 and as an army of its own.
        Scotland = "scotland",
        /// Ireland.
        Ireland = "ireland",
        /// Highland clans in arms for the Stuarts.
        HighlandJacobites = "highland-jacobites",
        /// Lowland regiments in arms for the Stuarts.
        LowlandJacobites = "lowland-jacobites",
        /// King James's army in Ireland.
        IrishJacobites = "irish-jacobites",
        /// The thirteen States and their Congress.
        UnitedStates = "united-states",
        /// Americans in the King's service.
        Loyalists = "loyalists",
        /// Scots settlers in the King's service.
        ScotsLoyalists = "scots-loyalists",
        /// Native American nations.
        NativeAmericans = "native-americans",
        /// Militia of a colony before independence.
        Colonies = "colonies",
        /// Canada.
        Canada = "canada",
        /// Hesse-Kassel.
        HesseKassel = "hesse-kassel",
        /// Hesse-Hanau.
        HesseHanau = "hesse-hanau",
        /// Brunswick.
        Brunswick = "brunswick",
        /// Ansbach-Bayreuth.
        Ansbach = "ansbach",
        /// Hanover.
        Hanover = "hanover",
        /// Nassau.
        Nassau = "nassau",
        /// The Dutch Republic.
        DutchRepublic = "dutch-republic",
        /// The Netherlands of 1813 and after.
        Netherlands = "netherlands",
        /// France.
        France = "france",
        /// Spain.
        Spain = "spain",
        /// Portugal.
        Portugal = "portugal",
        /// Switzerland.
        Switzerland = "switzerland",
        /// The Emperor's hereditary lands.
        Austria = "austria",
        /// Hungary and its levies.
        Hungary = "hungary",
        /// Brandenburg and Prussia.
        Prussia = "prussia",
        /// Saxony.
        Saxony = "saxony",
        /// Bavaria.
        Bavaria = "bavaria",
        /// Wuerttemberg.
        Wuerttemberg = "wuerttemberg",
        /// Troops of the Imperial Circles.
        GermanCircles = "german-circles",
        /// Savoy and Piedmont.
        Savoy = "savoy",
        /// The Kingdom of Italy.
        Italy = "italy",
        /// Naples.
        Naples = "naples",
        /// Sicily.
        Sicily = "sicily",
        /// Corsica.
        Corsica = "corsica",
        /// Denmark.
        Denmark = "denmark",
        /// Sweden.
        Sweden = "sweden",
        /// Russia.
        Russia = "russia",
        /// Poland and Lithuania.
        Poland = "poland",
        /// The Ottoman Empire.
        Ottomans = "ottomans",
    }
}

words! {
    /// How a body of troops is drawn up.
    pub enum Formation: "formation" {
        /// Shoulder to shoulder, two to four ranks.
        Line = "line",
        /// A line with wide files.
        OpenOrder = "open-order",
        /// A chain of single men or pairs.
        Skirmish = "skirmish",
        /// A column of companies or troops, to maneuver.
        Column = "column",
        /// A column two companies wide, to attack.
        AttackColumn = "attack-column",
        /// A narrow column on the march.
        MarchColumn = "march-column",
        /// A square against horse.
        Square = "square",
        /// A deep loose crowd, as the clans charged.
        Mass = "mass",
        /// Horse by squadrons, each set back from the next.
        Echelon = "echelon",
        /// Inside a building or a work.
        Garrison = "garrison",
        /// Guns hitched to their limbers.
        Limbered = "limbered",
        /// Guns in battery.
        Unlimbered = "unlimbered",
    }
}

words! {
    /// What a unit was told to do.
    pub enum Purpose: "purpose" {
        /// Go at the enemy.
        Advance = "advance",
        /// Take a place.
        Assault = "assault",
        /// Stay.
        Hold = "hold",
        /// Go back.
        Withdraw = "withdraw",
    }
}

words! {
    /// The sort of a piece of artillery.
    pub enum GunKind: "kind of gun" {
        /// A field, position or siege gun.
        Gun = "gun",
        /// A howitzer.
        Howitzer = "howitzer",
        /// A mortar.
        Mortar = "mortar",
        /// A light gun drawn by one horse between shafts.
        Galloper = "galloper",
        /// A wall piece, a heavy musket on a carriage.
        Amusette = "amusette",
    }
}

words! {
    /// What a gun rides on.
    pub enum Carriage: "carriage" {
        /// Light: moved by hand with ease.
        Light = "light",
        /// Heavy.
        Heavy = "heavy",
        /// A fort's or a wall's: it stays where it is.
        Fixed = "fixed",
    }
}

words! {
    /// The place of a commander in the chain.
    pub enum Rank: "rank" {
        /// The commander of a brigade, or of whatever leads units directly.
        Brigade = "brigade",
        /// The commander of a wing, line or division.
        Wing = "wing",
        /// The commander of the side; each side has one.
        Army = "army",
        /// An officer on the field without troops of his own.
        Staff = "staff",
    }
}

words! {
    /// How good a leader was.
    pub enum Skill: "skill" from 0 {
        /// Poor.
        Poor = "poor",
        /// Fair.
        Fair = "fair",
        /// Able.
        Able = "able",
        /// Gallant: able, and followed.
        Gallant = "gallant",
    }
}

table! {
    /// Guns of one sort within a unit.
    pub struct Guns: "guns" {
        /// How many.
        number: u8 [1..=24],
        /// The weight of the ball in pounds.
        pounds: Option<Tenths> [0..=68],
        /// The bore in inches, for howitzers and mortars.
        inches: Option<Tenths> [0..=15],
        /// What sort of piece.
        kind: GunKind = GunKind::Gun,
        /// What it rides on, where that is not clear from its weight.
        carriage: Option<Carriage>,
    }
}

table! {
    /// What a unit was told at the start.
    pub struct Order: "an order" {
        /// Advance, assault, hold or withdraw.
        kind: Purpose,
        /// The feature or objective it is about.
        target: Option<Id>,
        /// The place it is about.
        at: Option<MapPoint>,
        /// It binds the unit until this minute of the battle.
        until: Option<u16> [0..=1440],
    }
}

table! {
    /// A body of troops in historical terms.
    pub struct Unit: "unit" {
        /// Short name that other tables use.
        id: Id,
        /// What it was called.
        name: String [1..=120],
        /// The side it fought on.
        side: Side,
        /// The command it belonged to.
        command: Id,
        /// Who led it.
        leader: Option<String> [1..=200],
        /// The arm of service.
        arm: Arm,
        /// What sort of troops; may be several.
        class: Vec<Class> [0..=6],
        /// Where it came from.
        nation: Option<Nation>,
        /// In whose service, where that is another nation's.
        service: Option<Nation>,
        /// Men present and fit; for artillery the crews, if known.
        men: u32 [0..=20000] = 0,
        /// Its guns, sort by sort.
        guns: Vec<Guns> [0..=8],
        /// The strength is an estimate of ours or of the sources.
        estimate: bool = false,
        /// Raw, drilled, trained, veteran or elite; or 0 to 4.
        training: Training,
        /// Dispirited, unreliable, reliable or spirited; or -2 to 1.
        spirit: Spirit = Spirit::Reliable,
        /// What most of it shoots with; left out, the usual arm of its kind and time.
        firearm: Option<Firearm>,
        /// What the rest shoots with.
        also: Option<Firearm>,
        /// How many have bayonets; left out, the usual share of its kind.
        bayonet: Option<Bayonet>,
        /// What it strikes with beside or instead of the bayonet.
        blades: Vec<Blade> [0..=4],
        /// It wears breast plates.
        cuirass: bool = false,
        /// How it gives fire; left out, its nation's way.
        fire: Option<FireDrill>,
        /// How its horse fights; left out, its nation's way.
        tactic: Option<Tactic>,
        /// How many ranks deep it stands.
        ranks: Option<u8> [1..=10],
        /// Companies, troops or platoons.
        companies: Option<u8> [1..=40],
        /// How many of them are light companies that may be sent out.
        light_companies: u8 [0..=40] = 0,
        /// How many half-companies of grenadiers or other picked men may be sent out.
        elites: u8 [0..=20] = 0,
        /// A light gun moves in its ranks.
        battalion_gun: bool = false,
        /// Good shots.
        marksmen: bool = false,
        /// Fires ball and buckshot together.
        buck_and_ball: bool = false,
        /// Its own commander leads from the front.
        brave_colonel: bool = false,
        /// Horse that fights on foot today.
        dismounted: bool = false,
        /// Short of ammunition from the start.
        low_ammunition: bool = false,
        /// Not seen by the enemy at the start.
        hidden: bool = false,
        /// Not there in history; on the table only if the players ask for it.
        what_if: bool = false,
        /// Where the middle of its front stood: `[x, y]`.
        at: Option<MapPoint>,
        /// Where it faced: degrees, or a word such as "north-east".
        facing: Option<Facing>,
        /// How it was drawn up.
        formation: Option<Formation>,
        /// The building or work it holds, instead of a place and a facing.
        garrison: Option<Id>,
        /// The wall, fence, work or road it lines.
        behind: Option<Id>,
        /// What it was told at the start.
        order: Option<Order>,
        /// Why it is rated so, or what else is known.
        note: Option<String> [1..=600],
    }
}

table! {
    /// A leader and the troops under him.
    pub struct Command: "command" {
        /// Short name that other tables use.
        id: Id,
        /// What the command was called.
        name: String [1..=120],
        /// The side.
        side: Side,
        /// Brigade, wing, army or staff.
        rank: Rank = Rank::Brigade,
        /// The command above; left out, the army's.
        superior: Option<Id>,
        /// The leader's name; left out, nobody led it on the field.
        leader: Option<String> [1..=120],
        /// His title: "Lieutenant-Colonel".
        title: Option<String> [1..=120],
        /// Poor, fair, able or gallant; or 0 to 3.
        skill: Skill = Skill::Fair,
        /// He leads from the front.
        brave: bool = false,
        /// He rides.
        mounted: bool = true,
        /// Where he was.
        at: Option<MapPoint>,
        /// What else is known.
        note: Option<String> [1..=600],
    }
}

impl Unit {
    /// It is of this class.
    pub fn is(&self, class: Class) -> bool {
        self.class.contains(&class)
    }

    /// It carries this blade.
    pub fn has_blade(&self, blade: Blade) -> bool {
        self.blades.contains(&blade)
    }

    /// All its guns.
    pub fn gun_count(&self) -> u32 {
        self.guns.iter().map(|guns| u32::from(guns.number)).sum()
    }

    /// It came to the field on horseback.
    pub fn is_horse(&self) -> bool {
        matches!(self.arm, Arm::Cavalry | Arm::Dragoons)
    }
}
