use firelock_core::Side;

use crate::declare::{table, words};
use crate::fault::Places;
use crate::ground::{Edge, Feature, Map};
use crate::history::{Doubt, History, Source};
use crate::system::{System, SystemBlock};
use crate::unit::{Command, Formation, Nation, Rank, Unit};
use crate::values::{Clock, Date, Facing, Id, MapPoint, Rectangle};

words! {
    /// The weather of the day.
    pub enum Weather: "weather" {
        /// Dry.
        Clear = "clear",
        /// Rain, snow or sleet.
        Rain = "rain",
    }
}

words! {
    /// How far one could see.
    pub enum Visibility: "visibility" {
        /// As far as the ground allows.
        Clear = "clear",
        /// Dusk or dawn.
        Twilight = "twilight",
        /// Fog, mist or thick smoke.
        Fog = "fog",
    }
}

words! {
    /// Who decides where the troops stand at the start.
    pub enum Deployment: "deployment" {
        /// They stand where the file says.
        Fixed = "fixed",
        /// The players set them up in the zones of the file.
        Zones = "zones",
    }
}

words! {
    /// What must become of an objective.
    pub enum Goal: "goal" {
        /// Hold the place at the end.
        Hold = "hold",
        /// Take the enemy's unit or guns.
        Take = "take",
        /// Keep the own unit unbroken to the end.
        Survive = "survive",
        /// Break the enemy's unit.
        Break = "break",
        /// Get troops off by this place or edge.
        Exit = "exit",
    }
}

words! {
    /// The sort of decision at which a hint for newcomers is shown.
    pub enum Moment: "moment" {
        /// Before the first turn.
        Start = "start",
        /// When setting up.
        Deploy = "deploy",
        /// When leaders act or orders are given.
        Command = "command",
        /// When moving.
        Move = "move",
        /// When firing.
        Fire = "fire",
        /// When a charge may be declared.
        Charge = "charge",
        /// When answering a charge or another act of the enemy.
        React = "react",
        /// When fighting hand to hand.
        Melee = "melee",
        /// When troops are in disorder.
        Rally = "rally",
        /// When troops come on.
        Arrival = "arrival",
        /// In the last turn.
        End = "end",
    }
}

table! {
    /// Name, day and frame of a battle.
    pub struct About: "battle" {
        /// Short name of the battle, as commands and addresses use it.
        id: Id,
        /// What the battle is called.
        name: String [1..=120],
        /// The day, as the sources count it.
        date: Date,
        /// The time of day at which play begins.
        start: Option<Clock>,
        /// Where it was fought.
        place: String [1..=200],
        /// The war it belongs to.
        war: Option<String> [1..=120],
        /// Invented, within what the time allows.
        fictional: bool = false,
        /// How long the battle lasts in its own time, in minutes.
        minutes: u16 [5..=1440],
        /// How many turns are played, for every system that has no number of its own.
        turns: Option<u16> [1..=100],
        /// About how long a game takes, in minutes.
        playing_minutes: Option<u16> [5..=1440],
        /// The side that acts first.
        first: Side,
        /// The side that attacks.
        attacker: Side,
        /// The weather at the start.
        weather: Weather = Weather::Clear,
        /// How far one can see at the start.
        visibility: Visibility = Visibility::Clear,
        /// Who decides where the troops stand.
        deployment: Deployment = Deployment::Fixed,
        /// The rule systems the battle was made for; none named means all.
        systems: Vec<System> [0..=4],
        /// What the battle is about, in a few sentences.
        summary: Option<String> [1..=2000],
    }
}

table! {
    /// A hint for newcomers.
    pub struct Hint: "hint" {
        /// At which sort of decision it is shown.
        when: Moment,
        /// From this turn on.
        turn: Option<u16> [1..=100],
        /// Only when the decision is about this unit.
        unit: Option<Id>,
        /// The hint.
        text: String [1..=400],
    }
}

table! {
    /// One of the two sides.
    pub struct SideFacts: "side" {
        /// What the side is called.
        name: String [1..=120],
        /// The nations whose troops it led.
        nations: Vec<Nation> [0..=10],
        /// The edge of the map behind it, to which beaten troops make off.
        edge: Edge,
        /// What its commander meant to do.
        plan: Option<String> [1..=2000],
        /// Hints for newcomers.
        hints as "hint": Vec<Hint> [0..=50],
    }
}

table! {
    /// The two sides.
    pub struct Sides: "sides" {
        /// Red, who stands at the bottom of the table.
        red: SideFacts,
        /// Blue.
        blue: SideFacts,
    }
}

table! {
    /// Troops and leaders that come onto the field later. Exactly one of `minute` and `turn` says when.
    pub struct Arrival: "arrival" {
        /// Minutes after the start.
        minute: Option<u16> [1..=1440],
        /// The turn, in every system.
        turn: Option<u16> [1..=100],
        /// Who comes.
        units: Vec<Id> [0..=60],
        /// Leaders who come.
        commands: Vec<Id> [0..=20],
        /// Where the head comes on.
        at: MapPoint,
        /// The other end of the stretch where it may come on.
        to: Option<MapPoint>,
        /// Where it faces then.
        facing: Option<Facing>,
        /// How it is drawn up then.
        formation: Option<Formation>,
        /// What else is known.
        note: Option<String> [1..=600],
    }
}

table! {
    /// Something worth fighting for. Exactly one of `at`, `feature`, `unit` and `edge` says what.
    pub struct Objective: "objective" {
        /// Short name that other tables use.
        id: Id,
        /// What it is called.
        name: String [1..=120],
        /// A place.
        at: Option<MapPoint>,
        /// A feature of the ground.
        feature: Option<Id>,
        /// A unit.
        unit: Option<Id>,
        /// An edge of the map.
        edge: Option<Edge>,
        /// What must become of it.
        goal: Goal = Goal::Hold,
        /// How near one must be, in the map's unit; left out, as the rules say.
        radius: Option<u32> [1..=2000],
        /// Who holds it at the start.
        holder: Option<Side>,
        /// The only side it counts for; left out, whoever has it.
        side: Option<Side>,
        /// What it is worth beside the others.
        worth: u8 [1..=20] = 1,
    }
}

table! {
    /// A zone where a side sets up. Exactly one of `area` and `rectangle` gives its place.
    pub struct Zone: "deployment zone" {
        /// The side.
        side: Side,
        /// A polygon.
        area: Vec<MapPoint> [3..=100],
        /// An upright rectangle: `[x, y, width, height]`.
        rectangle: Option<Rectangle>,
        /// Only for these commands; none named means all.
        commands: Vec<Id> [0..=30],
    }
}

table! {
    /// A change of weather or light while the battle lasts.
    pub struct Change: "change" {
        /// Minutes after the start.
        minute: u16 [1..=1440],
        /// The weather from then on.
        weather: Option<Weather>,
        /// How far one can see from then on.
        visibility: Option<Visibility>,
        /// What happened.
        note: Option<String> [1..=600],
    }
}

table! {
    /// Something about this battle that players should know and no key can say.
    pub struct Special: "special" {
        /// What it is.
        text: String [1..=1000],
        /// The units it is about.
        units: Vec<Id> [0..=60],
    }
}

words! {
    /// What a command was meant to do.
    pub enum Task: "task" {
        /// Go at the enemy there.
        Attack = "attack",
        /// Stay there.
        Hold = "hold",
        /// Wait there until it is needed.
        Reserve = "reserve",
        /// Go back there.
        Withdraw = "withdraw",
    }
}

table! {
    /// What a command was meant to do from a minute on, until its next entry. A computer commander who plays history
    /// follows it. At most one of `at` and `target` says where; an attack needs one of them.
    pub struct Plan: "plan" {
        /// Whose troops.
        command: Id,
        /// Attack, hold, reserve or withdraw.
        task: Task,
        /// From this minute of the battle on.
        minute: u16 [0..=1440] = 0,
        /// The place it is about.
        at: Option<MapPoint>,
        /// The objective, feature or unit it is about.
        target: Option<Id>,
        /// Why, or how it was done.
        note: Option<String> [1..=600],
    }
}

table! {
    /// What counts as victory, in words.
    pub struct Victory: "victory" {
        /// Red wins by this.
        red: String [1..=1000],
        /// Blue wins by this.
        blue: String [1..=1000],
        /// What is a draw.
        draw: Option<String> [1..=1000],
        /// Why this is fair.
        why: Option<String> [1..=1000],
    }
}

table! {
    /// A battle as a file describes it: the ground, the two sides and what became of them.
    ///
    /// Nothing in it belongs to one rule system but the four blocks at its end.
    pub struct Battle: "battle file" {
        /// Name, day and frame of the battle.
        about as "battle": About,
        /// The two sides.
        sides as "side": Sides,
        /// The rectangle of ground.
        map: Map,
        /// The features of the ground, in the order in which they are laid.
        features as "feature": Vec<Feature> [0..=400],
        /// The leaders and the troops under them.
        commands as "command": Vec<Command> [0..=100],
        /// The bodies of troops.
        units as "unit": Vec<Unit> [0..=300],
        /// Who comes later.
        arrivals as "arrival": Vec<Arrival> [0..=60],
        /// What is worth fighting for.
        objectives as "objective": Vec<Objective> [0..=40],
        /// What each command was meant to do.
        plans as "plan": Vec<Plan> [0..=100],
        /// Where the sides set up, if they may choose.
        zones as "deploy": Vec<Zone> [0..=20],
        /// Changes of weather and light.
        changes as "change": Vec<Change> [0..=20],
        /// What else players should know.
        specials as "special": Vec<Special> [0..=40],
        /// What counts as victory, in words.
        victory: Option<Victory>,
        /// What happened.
        history: Option<History>,
        /// Where it is told.
        sources as "source": Vec<Source> [0..=60],
        /// What is doubtful, and how we chose.
        doubts as "doubt": Vec<Doubt> [0..=60],
        /// For the system `regimental` only.
        regimental: Option<SystemBlock>,
        /// For the system `washington` only.
        washington: Option<SystemBlock>,
        /// For the system `discipline` only.
        discipline: Option<SystemBlock>,
        /// For the system `napoleonic` only.
        napoleonic: Option<SystemBlock>,
    }
    beside {
        /// Where each value stands in the file, for faults that are found later.
        places: Places
    }
}

impl Battle {
    /// What the file says of a side.
    pub fn side(&self, side: Side) -> &SideFacts {
        match side {
            Side::Red => &self.sides.red,
            Side::Blue => &self.sides.blue,
        }
    }

    /// The block of a system, if the file has one.
    pub fn block(&self, system: System) -> Option<&SystemBlock> {
        match system {
            System::Regimental => self.regimental.as_ref(),
            System::Washington => self.washington.as_ref(),
            System::Discipline => self.discipline.as_ref(),
            System::Napoleonic => self.napoleonic.as_ref(),
        }
    }

    /// The unit of that name.
    pub fn unit(&self, id: &Id) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == *id)
    }

    /// The command of that name.
    pub fn command(&self, id: &Id) -> Option<&Command> {
        self.commands.iter().find(|command| command.id == *id)
    }

    /// The feature of that name.
    pub fn feature(&self, id: &Id) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.id == *id)
    }

    /// The command of a whole side.
    pub fn army(&self, side: Side) -> Option<&Command> {
        self.commands.iter().find(|command| command.side == side && command.rank == Rank::Army)
    }

    /// The command above: the one named, else the army's; nobody above an army.
    pub fn superior(&self, command: &Command) -> Option<&Command> {
        match &command.superior {
            Some(superior) => self.command(superior),
            None if command.rank == Rank::Army => None,
            None => self.army(command.side),
        }
    }

    /// How and when a unit comes onto the field, if it does not stand there at the start.
    pub fn arrival(&self, unit: &Id) -> Option<&Arrival> {
        self.arrivals.iter().find(|arrival| arrival.units.contains(unit))
    }

    /// How and when a leader comes onto the field, if he is not there at the start.
    pub fn leader_arrival(&self, command: &Id) -> Option<&Arrival> {
        self.arrivals.iter().find(|arrival| arrival.commands.contains(command))
    }

    /// The year.
    pub fn year(&self) -> u16 {
        self.about.date.year
    }
}
