//! Fields drawn as text, for one clause at a time.
//!
//! ```text
//! table 60in 36in
//! ground wood 10,10 20,10 20,20 10,20
//! ground obstacle 10,15 20,15
//! A line foot at 12,10 facing 0 bases 6 front 3 veteran disordered markers 2
//! B gun piece at 12,20 facing 180 unlimbered
//! A general howe at 12,5 value 1
//! A brigadier grey at 12,8 value 1 with foot
//! set step actions active red attacker red activate foot ap 5
//! A: advance 3
//! dice: 4
//! ```
//!
//! Every unit belongs to its side's first brigadier unless `brigade` names another one; without one the general stands in.

use firelock_core::{Overlay, Rulebook, Side, UnitId};
use firelock_table::{
    Angle, Base, Corner, Extent, Feature, FeatureKind, Length, Point, Polygon, Pose, Size, Table, TableEdge,
};
use firelock_testkit::fixture::{Fixture, FixtureFault, FixtureLine, Reader};
use firelock_washington::Washington;
use firelock_washington::charts::{CHARTS, SWITCHES};
use firelock_washington::command::{Act, Command, Stand, Turn};
use firelock_washington::event::{Event, fold};
use firelock_washington::muster::begin;
use firelock_washington::roster::{Brigade, Kind, Officer, Roster};
use firelock_washington::state::{
    Activation, Army, Asking, BrigadeId, Commander, CommanderId, CommanderStatus, Ground, Land, Objective, Piece,
    Place, Pregame, Stage, State, Step, TurnMarks, Unit,
};
use firelock_washington::words::{Formation, LastFight, Quality, Rank, Role, ShortEdge, Tag, Terrain, Troop};

/// The reader of these fields.
pub(crate) const READER: Reader<Washington> = Reader {
    keys: &[
        "bases",
        "half",
        "front",
        "markers",
        "spacers",
        "value",
        "with",
        "brigade",
        "holder",
        "step",
        "active",
        "attacker",
        "countdown",
        "activate",
        "ap",
        "number",
        "dice",
        "tokens",
        "from",
        "scouts",
    ],
    set_up,
    command,
};

/// What comes of a field, as text: silent events and ledger lines that do not apply are left out.
pub(crate) fn transcript(text: &str) -> String {
    let told = READER.transcript(text);
    let lines = told.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| applied(line) + "\n").collect()
}

/// A line without the parts in brackets that a ledger shows for what does not apply.
fn applied(line: &str) -> String {
    let mut kept = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("(+").into_iter().chain(rest.find("(-")).min() {
        let Some(end) = rest[at..].find(')') else { break };
        kept += &rest[..at];
        let after = &rest[at + end + 1..];
        rest = after.strip_prefix(", ").unwrap_or(after);
    }
    kept += rest;
    kept.replace(",  =", " =").replace(":  =", ": =").replace("  = ", " = ")
}

/// The state of a field, its script left out.
pub(crate) fn state(text: &str) -> State {
    let fixture = Fixture::read(text, READER.keys).unwrap_or_else(|fault| panic!("{fault}"));
    set_up(&fixture).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The number of a unit by its name.
pub(crate) fn unit(state: &State, name: &str) -> UnitId {
    let nth = state.stage.roster.iter().position(|roster| roster.name == name);
    UnitId(nth.unwrap_or_else(|| panic!("no unit {name}")) as u16)
}

/// The number of a commander by his name.
pub(crate) fn commander(state: &State, name: &str) -> CommanderId {
    let nth = state.stage.officers.iter().position(|officer| officer.name == name);
    CommanderId(nth.unwrap_or_else(|| panic!("no commander {name}")) as u8)
}

fn set_up(fixture: &Fixture<'_>) -> Result<State, FixtureFault> {
    let (width, depth) = fixture.table.unwrap_or((Length::inches(60), Length::inches(36)));
    let mut field = Draft::default();
    for line in &fixture.setup {
        match (line.side, line.words[0]) {
            (None, "ground") => field.ground(line)?,
            (None, "objective") => field.objective(line)?,
            (None, "switch") => {
                field.overlay.switches.insert(line.word(1, "a switch")?.into(), line.word(2, "a word")?.into());
            }
            (None, "cell") => {
                let value = line.word(2, "a number")?.parse().map_err(|_| line.fault("a number"))?;
                field.overlay.cells.insert(line.word(1, "an address")?.into(), value);
            }
            (None, "set") => {}
            (Some(side), "general" | "brigadier") => field.commander(line, side)?,
            (Some(side), _) => field.unit(line, side)?,
            (None, word) => return Err(line.unknown(word, &["ground", "objective", "switch", "cell", "set"])),
        }
    }
    let set = fixture.setup.iter().find(|line| line.side.is_none() && line.words[0] == "set");
    field.begin(width, depth, set)
}

#[derive(Default)]
struct Draft {
    overlay: Overlay,
    features: Vec<Feature>,
    land: Vec<Land>,
    roster: Vec<Roster>,
    units: Vec<Unit>,
    brigade_of: Vec<Option<String>>,
    officers: Vec<Officer>,
    commanders: Vec<(Commander, Option<String>)>,
    objectives: Vec<Objective>,
}

impl Draft {
    fn ground(&mut self, line: &FixtureLine<'_>) -> Result<(), FixtureFault> {
        let (word, terrain) = terrain(line.word(1, "a kind")?).ok_or_else(|| line.fault("a kind"))?;
        let corners: Vec<Point> = line.words[2..].iter().filter_map(|word| place(word)).collect();
        let extent = match terrain {
            Terrain::Stream | Terrain::Obstacle => Extent::Line { path: corners, width: Length::ZERO },
            Terrain::Road => Extent::Line { path: corners, width: Length::mm(30) },
            _ => Extent::Area { ground: Polygon::new(corners).map_err(|_| line.fault("corners"))?, levels: 0 },
        };
        self.features.push(Feature { kind: FeatureKind(0), extent });
        let impassable = line.words.contains(&"impassable");
        self.land.push(Land { word, name: String::new(), terrain, impassable });
        Ok(())
    }

    fn objective(&mut self, line: &FixtureLine<'_>) -> Result<(), FixtureFault> {
        let at = line.place("at")?.ok_or_else(|| line.fault("at is missing"))?;
        let holder = if line.value("holder") == Some("red") { Side::Red } else { Side::Blue };
        self.objectives.push(Objective { at, holder });
        Ok(())
    }

    fn unit(&mut self, line: &FixtureLine<'_>, side: Side) -> Result<(), FixtureFault> {
        let has = |word: &str| line.words.contains(&word);
        let troop = match line.words[0] {
            "line" => Some(Troop::Line),
            "light" => Some(Troop::Light),
            "militia" => Some(Troop::Militia),
            "rifle" => Some(Troop::Rifle),
            "indian" => Some(Troop::Indian),
            "cavalry" => Some(Troop::Cavalry),
            "gun" => None,
            word => return Err(line.unknown(word, &["line", "light", "militia", "rifle", "indian", "cavalry", "gun"])),
        };
        let name = line.word(1, "a name")?.to_string();
        let usual = if troop == Some(Troop::Cavalry) { 4 } else { 6 };
        let start_bases: u8 = line.read_value("bases")?.unwrap_or(usual);
        let kind = match troop {
            None => Kind::Gun,
            Some(troop) => Kind::Troops {
                troop,
                quality: match () {
                    () if has("raw") => Quality::Raw,
                    () if has("veteran") => Quality::Veteran,
                    () => Quality::Average,
                },
                tag: match () {
                    () if has("hessian") => Tag::Hessian,
                    () if has("scots") => Tag::ScotsLoyalist,
                    () => Tag::None,
                },
                start_bases,
                battalion_gun: has("battalion-gun"),
            },
        };
        let mounted = troop == Some(Troop::Cavalry) && !has("dismounted");
        let loose = has("loose") || troop.is_some_and(|troop| !troop.may_form(mounted, Formation::Close));
        let half_bases = line.read_value("half")?.unwrap_or(if troop.is_none() { 2 } else { start_bases * 2 });
        let bases = if troop.is_none() { 1 } else { half_bases.div_ceil(2) };
        let from = line.read_value("from")?.unwrap_or(1);
        let place = match () {
            () if has("waiting") => Place::Waiting,
            () if has("reinforcement") => Place::Reinforcement { from },
            () if has("flank-left") => Place::Flanker { edge: ShortEdge::Left, from },
            () if has("flank-right") => Place::Flanker { edge: ShortEdge::Right, from },
            () => Place::At(line.pose()?),
        };
        self.units.push(Unit {
            side,
            half_bases,
            place,
            formation: if loose { Formation::Loose } else { Formation::Close },
            front: line.read_value("front")?.unwrap_or(bases.div_ceil(2).max(1)),
            spacers: line.read_value("spacers")?.unwrap_or(0),
            mounted,
            limbered: has("limbered"),
            outline: Base::new(Pose::default(), Size::default()),
            disordered: has("disordered"),
            markers: line.read_value("markers")?.unwrap_or(0),
            artillery_casualty: has("by-artillery"),
            steady: has("steady"),
            assault_attempted: has("attempted"),
            last_fight: match () {
                () if has("won") => LastFight::Won,
                () if has("lost") => LastFight::Lost,
                () => LastFight::None,
            },
            hill_entry: None,
            arrived: has("arriving").then_some(0),
            turn: TurnMarks { turned: has("turned"), fought: has("fought"), ..TurnMarks::default() },
        });
        self.roster.push(Roster { id: name.clone(), name, side, brigade: None, kind });
        self.brigade_of.push(line.value("brigade").map(str::to_string));
        Ok(())
    }

    fn commander(&mut self, line: &FixtureLine<'_>, side: Side) -> Result<(), FixtureFault> {
        let has = |word: &str| line.words.contains(&word);
        let name = line.word(1, "a name")?.to_string();
        let rank = if line.words[0] == "general" { Rank::General } else { Rank::Brigade };
        let status = match () {
            () if has("dead") => CommanderStatus::Dead,
            () if has("waiting") => CommanderStatus::Waiting,
            () => CommanderStatus::Present,
        };
        let commander = Commander {
            side,
            value: line.read_value("value")?.unwrap_or(1),
            mounted: !has("on-foot"),
            status,
            at: line.place("at")?.unwrap_or_default(),
            with: None,
            rode: false,
            finished: has("finished"),
            determination: line.read_value("dice")?.unwrap_or(0),
        };
        let mounted = commander.mounted;
        self.officers.push(Officer { id: name.clone(), name, side, rank, brigade: None, mounted });
        self.commanders.push((commander, line.value("with").map(str::to_string)));
        Ok(())
    }

    fn begin(mut self, width: Length, depth: Length, set: Option<&FixtureLine<'_>>) -> Result<State, FixtureFault> {
        let fault = |words: &str| FixtureFault { line: 0, words: words.to_string() };
        let book = Rulebook::with_overlay(CHARTS, SWITCHES, self.overlay).map_err(|bad| fault(&bad.to_string()))?;
        let mut brigades = Vec::new();
        for side in Side::BOTH {
            let own: Vec<usize> = (0..self.officers.len()).filter(|nth| self.officers[*nth].side == side).collect();
            for nth in own {
                if self.officers[nth].rank == Rank::Brigade {
                    self.officers[nth].brigade = Some(BrigadeId(brigades.len() as u8));
                    let name = self.officers[nth].name.clone();
                    brigades.push(Brigade { name, side, commander: Some(CommanderId(nth as u8)) });
                }
            }
            if !brigades.iter().any(|brigade| brigade.side == side) {
                brigades.push(Brigade { name: format!("{side} brigade"), side, commander: None });
            }
        }
        for (roster, named) in self.roster.iter_mut().zip(&self.brigade_of) {
            let own = |brigade: &Brigade| {
                brigade.side == roster.side && named.as_ref().is_none_or(|name| brigade.name == *name)
            };
            roster.brigade = brigades.iter().position(own).map(|nth| BrigadeId(nth as u8));
        }
        let table = Table::new(width, depth, self.features).map_err(|bad| fault(&bad.to_string()))?;
        let attacker = match set.and_then(|set| set.value("attacker")) {
            Some("blue") => Side::Blue,
            _ => Side::Red,
        };
        let edges = [TableEdge::South, TableEdge::North];
        let armies = Side::BOTH.map(|side| Army {
            name: ["Reds", "Blues"][side.index()].into(),
            base_line: edges[side.index()],
            zones: Vec::new(),
        });
        let stage = Stage {
            book,
            roster: self.roster,
            officers: self.officers,
            brigades,
            armies,
            objectives: Vec::new(),
            pregame: Pregame::Fixed,
            schedule: Default::default(),
        };
        let commanders = self.commanders.iter().map(|(own, _)| own.clone()).collect();
        let ground = Ground { table, land: self.land };
        let mut state = begin(stage, ground, self.units, commanders, self.objectives, attacker);
        fold(&mut state, &Event::Answered);
        for (nth, (own, with)) in self.commanders.iter().enumerate() {
            if let Some(with) = with {
                let (id, with) = (CommanderId(nth as u8), unit(&state, with));
                fold(&mut state, &Event::CommanderMoved { commander: id, to: own.at, with: Some(with) });
            }
        }
        settle(&mut state, set)?;
        Ok(state)
    }
}

/// The step, the active side and what else the field says of the moment.
fn settle(state: &mut State, set: Option<&FixtureLine<'_>>) -> Result<(), FixtureFault> {
    let Some(set) = set else {
        let (turn, active) = (1, state.attacker);
        fold(state, &Event::StepBegan { turn, active, step: Step::Actions });
        fold(state, &Event::Asked(Asking::Loop));
        return Ok(());
    };
    let active = if set.value("active") == Some("blue") { Side::Blue } else { Side::Red };
    let (step, asking) = match set.value("step").unwrap_or("actions") {
        "morale" => (Step::Morale, Asking::Order),
        "new-commanders" => (Step::Morale, Asking::Order),
        "commanders" => (Step::Commanders, Asking::Commanders),
        "determination" => (Step::Determination, Asking::Determination),
        "actions" => (Step::Actions, Asking::Loop),
        "pieces" => (Step::Pieces, Asking::Pieces),
        "shifts" => (Step::Shifts, Asking::Shifts),
        "objectives" => (Step::Objectives, Asking::Objectives),
        "removal" => (Step::Removal, Asking::Removal),
        "flankers" => (Step::Flankers(Role::Attacker), Asking::Flankers(Role::Attacker)),
        "deploy" => (Step::Deploy(Role::Defender), Asking::Deploy(Role::Defender)),
        "deploy-attacker" => (Step::Deploy(Role::Attacker), Asking::Deploy(Role::Attacker)),
        word => return Err(set.unknown(word, &["morale", "commanders", "determination", "actions"])),
    };
    let turn = set.read_value("number")?.unwrap_or(1);
    fold(state, &Event::StepBegan { turn, active, step });
    fold(state, &Event::Asked(asking));
    if let Some(countdown) = set.read_value("countdown")? {
        state.countdown = countdown;
    }
    if let Some(tokens) = set.read_value("tokens")? {
        state.sides[active.index()].powder = tokens;
    }
    if let Some(dice) = set.read_value("scouts")? {
        state.sides[active.index()].scouts = dice;
    }
    if let Some(name) = set.value("activate") {
        let ap = set.read_value("ap")?.unwrap_or(6);
        let id = unit(state, name);
        fold(state, &Event::Activated { unit: id, ap });
        state.activation = Some(Activation { unit: id, ap });
        fold(state, &Event::Asked(Asking::Act));
    }
    Ok(())
}

/// A kind of ground by its word.
fn terrain(word: &str) -> Option<(&'static str, Terrain)> {
    let words = [
        ("open", Terrain::Open),
        ("wood", Terrain::Wood),
        ("building", Terrain::Building),
        ("marsh", Terrain::Marsh),
        ("hill", Terrain::Hill),
        ("rough-hill", Terrain::RoughHill),
        ("river", Terrain::River),
        ("stream", Terrain::Stream),
        ("obstacle", Terrain::Obstacle),
        ("road", Terrain::Road),
    ];
    words.into_iter().find(|(own, _)| *own == word)
}

fn place(word: &str) -> Option<Point> {
    let (x, y) = word.split_once(',')?;
    let steps = |text: &str| text.parse::<f64>().ok().map(|inches| (inches * 2540.0).round() as i32);
    Some(Point::new(steps(x)?, steps(y)?))
}

fn length(line: &FixtureLine<'_>, at: usize) -> Result<Length, FixtureFault> {
    let word = line.word(at, "a length")?;
    let inches: f64 = word.parse().map_err(|_| line.fault("a length in inches"))?;
    Ok(Length::grid((inches * 2540.0).round() as i32))
}

fn degrees(line: &FixtureLine<'_>, at: usize) -> Result<Angle, FixtureFault> {
    let word = line.word(at, "degrees")?;
    word.parse().map(Angle::degrees).map_err(|_| line.fault("degrees"))
}

fn command(state: &State, side: Side, line: &FixtureLine<'_>) -> Result<Command, FixtureFault> {
    let own = |at: usize| Ok::<_, FixtureFault>(unit(state, line.word(at, "a unit")?));
    let man = |at: usize| Ok::<_, FixtureFault>(commander(state, line.word(at, "a commander")?));
    let number = |at: usize| {
        let word = line.word(at, "a number")?;
        word.parse::<u8>().map_err(|_| line.fault("a number"))
    };
    let point = |at: usize| place(line.word(at, "a place")?).ok_or_else(|| line.fault("a place"));
    let has = |word: &str| line.words.contains(&word);
    let formation = |default: Formation| match () {
        () if has("loose") => Formation::Loose,
        () if has("close") => Formation::Close,
        () => default,
    };
    let act = |act: Act| Ok(Command::Act(act));
    let _ = side;
    match line.words[0] {
        "split" => Ok(Command::Split([number(1)?, number(2)?, number(3)?, number(4)?])),
        "lay" => {
            let terrain = terrain(line.word(1, "a kind")?).ok_or_else(|| line.fault("a kind"))?.1;
            Ok(Command::LayPiece(Piece { terrain, pose: line.pose()? }))
        }
        "take" => Ok(Command::TakePiece(number(1)?)),
        "shift" => Ok(Command::ShiftPiece { piece: number(1)?, to: point(2)? }),
        "objective" => Ok(Command::PlaceObjective(point(1)?)),
        "remove" => Ok(Command::RemoveObjective(number(1)?)),
        "aside" => {
            let edge = if has("left") { ShortEdge::Left } else { ShortEdge::Right };
            let names = line.words[1..].iter().filter(|word| !["left", "right"].contains(word));
            Ok(Command::SetAside { units: names.map(|name| unit(state, name)).collect(), edge })
        }
        "deploy" | "enter" => {
            let id = own(1)?;
            let unit = state.unit(id);
            let stand = Stand {
                pose: line.pose()?,
                formation: formation(unit.formation),
                front: line.read_value("front")?.unwrap_or(unit.front),
                limbered: has("limbered"),
            };
            Ok(match line.words[0] {
                "deploy" => Command::Deploy { unit: id, stand },
                _ => Command::Enter { unit: id, stand },
            })
        }
        "station" => Ok(Command::DeployCommander { commander: man(1)?, at: point(2)? }),
        "test" => Ok(Command::Test(own(1)?)),
        "beside" => Ok(Command::PlaceBeside(man(1)?)),
        "ride" => Ok(Command::Ride(man(1)?)),
        "go" => {
            let mut way: Vec<Point> = line.words[1..].iter().filter_map(|word| place(word)).collect();
            let to = way.pop().ok_or_else(|| line.fault("a place"))?;
            Ok(Command::RideTo { to, via: way })
        }
        "join" => {
            let via = line.words[2..].iter().filter_map(|word| place(word)).collect();
            Ok(Command::Join { unit: own(1)?, via })
        }
        "determine" => Ok(Command::Determine(man(1)?)),
        "automatic" => Ok(Command::Automatic(own(1)?)),
        "motivate" => Ok(Command::Motivate(own(1)?)),
        "end-commander" => Ok(Command::EndCommander),
        "advance" => act(Act::Advance(length(line, 1)?)),
        "wheel" => {
            let corner = if line.word(1, "a corner")? == "left" { Corner::Left } else { Corner::Right };
            act(Act::Wheel { corner, by: degrees(line, 2)? })
        }
        "face" => act(Act::Face(match line.word(1, "a turn")? {
            "left" => Turn::Left,
            "right" => Turn::Right,
            _ => Turn::About,
        })),
        "form" => {
            let formation = formation(state.activation.map_or(Formation::Close, |own| state.unit(own.unit).formation));
            act(Act::Form { front: number(1)?, formation })
        }
        "turn" => act(Act::TurnGun(degrees(line, 1)?)),
        "shoot" => act(Act::Shoot { target: own(1)?, powder: has("powder") }),
        "bombard" => act(Act::Bombard { target: own(1)?, ap: number(2)? }),
        "assault" => act(Act::Assault(own(1)?)),
        "limber" => act(Act::Limber),
        "unlimber" => act(Act::Unlimber),
        "mount" => act(Act::Mount),
        "dismount" => act(Act::Dismount),
        "rally" => act(Act::Rally),
        "react" => Ok(Command::React(own(1)?)),
        "pass" => Ok(Command::Pass),
        "stand" => Ok(Command::Stand),
        "retreat" => Ok(Command::Retreat),
        "again" => Ok(Command::Again(number(1)?)),
        "keep" => Ok(Command::Keep),
        "follow" => Ok(Command::Follow(length(line, 1)?)),
        "saddle" => Ok(Command::Saddle(has("up"))),
        "witness" => Ok(Command::Witness(own(1)?)),
        "come-on" => Ok(Command::ComeOn { by_road: has("road") }),
        "done" => Ok(Command::Done),
        word => Err(line.unknown(word, &["advance", "shoot", "assault", "done"])),
    }
}
