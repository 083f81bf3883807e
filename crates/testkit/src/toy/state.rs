use std::sync::Arc;

use firelock_core::{Agenda, Frame, Rulebook, Side, UnitId};
use firelock_table::{Angle, Base, Length, Point, Pose, Size};
use serde::{Deserialize, Serialize, Serializer};

/// What never changes in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Muster {
    /// The rulebook; saved as its overlay.
    #[serde(serialize_with = "overlay")]
    pub book: Rulebook,
    /// Width and depth of the table.
    pub size: (Length, Length),
    /// The companies in the order of their numbers.
    pub companies: Vec<Company>,
}

/// A company as it was mustered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Company {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Figures at the start.
    pub figures: u8,
    /// Where it starts.
    pub pose: Pose,
}

/// Everything that is true now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// What never changes.
    pub muster: Arc<Muster>,
    /// The turn, from 1.
    pub turn: u16,
    /// The companies by number; one without figures has left the table.
    pub units: Vec<Unit>,
    /// What each side chose to do this turn.
    pub postures: [Answer; 2],
    /// Whether each side still has its second volley.
    pub second_volley: [bool; 2],
    /// What is still to be done.
    pub agenda: Agenda<Asked, Work>,
}

/// A company now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub pose: Pose,
    /// Figures left.
    pub figures: u8,
    /// Figures lost this turn and not yet tested for.
    pub lost: u8,
}

/// What a side does with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Posture {
    /// Moves far.
    Press,
    /// Shoots and stands better.
    Hold,
}

/// A side's choice of posture, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Not chosen yet.
    Open,
    /// Chosen, and hidden from the one who looks.
    Sealed,
    /// Chosen.
    Is(Posture),
}

/// A decision that waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Both sides choose a posture.
    Posture,
    /// A side moves those companies that have not moved.
    Move(Side, Vec<UnitId>),
    /// A side shoots with those companies that have not shot.
    Shoot(Side, Vec<UnitId>),
    /// A volley is held while its side thinks about rolling the misses again.
    Again {
        /// Who shot.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// Dice that hit.
        hits: u8,
        /// Dice that missed.
        misses: u8,
    },
    /// A shaken company's owner decides what it does.
    Shaken(UnitId),
}

/// A procedure that waits to go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// Nerve is tested, company after company from that number on.
    Nerve(UnitId),
    /// The turn ends.
    TurnEnd,
}

/// What a player may say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Takes a posture for the turn.
    Choose(Posture),
    /// Moves straight ahead.
    Ahead {
        /// Who.
        unit: UnitId,
        /// How far.
        by: Length,
    },
    /// Wheels on a front corner.
    Wheel {
        /// Who.
        unit: UnitId,
        /// How far; to the left if negative.
        turn: Angle,
    },
    /// Shoots.
    Shoot {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// Keeps the dice of a held volley.
    Keep,
    /// Rolls the misses of a held volley again.
    RollAgain,
    /// Lets a shaken company fall back.
    FallBack,
    /// Lets a shaken company stand, for a figure.
    StandFast,
    /// Ends the step.
    Done,
}

/// The ground a company covers: 2 inches wide, 1 deep.
const GROUND: Size = Size::new(Length::inches(2), Length::inches(1));

impl State {
    /// A game about to begin.
    ///
    /// # Errors
    /// The company that stands off the table, upon another, or without figures.
    pub fn new(muster: Muster) -> Result<State, (UnitId, &'static str)> {
        let unit =
            |company: &Company| Unit { side: company.side, pose: company.pose, figures: company.figures, lost: 0 };
        let mut state = State {
            turn: 0,
            units: muster.companies.iter().map(unit).collect(),
            postures: [Answer::Open; 2],
            second_volley: [muster.book.is_on(&super::charts::SECOND_VOLLEY); 2],
            agenda: Agenda::default(),
            muster: Arc::new(muster),
        };
        for (company, id) in state.muster.companies.iter().zip((0..).map(UnitId)) {
            if company.figures == 0 {
                return Err((id, "it has no figures"));
            }
            if !state.has_room(id, company.pose) {
                return Err((id, "it stands off the table or upon another"));
            }
        }
        state.begin_turn();
        Ok(state)
    }

    /// Three companies of six a side, 24 inches of table, 11 inches between the lines.
    pub fn example() -> State {
        let company = |(name, side, x, y, facing): (&str, Side, i32, i32, i32)| Company {
            name: name.into(),
            side,
            figures: 6,
            pose: Pose::new(Point::inches(x, y), Angle::degrees(facing)),
        };
        let companies = [
            ("grenadiers", Side::Red, 8, 6, 0),
            ("fusiliers", Side::Red, 12, 6, 0),
            ("musketeers", Side::Red, 16, 6, 0),
            ("rangers", Side::Blue, 8, 17, 180),
            ("militia", Side::Blue, 12, 17, 180),
            ("regulars", Side::Blue, 16, 17, 180),
        ];
        let muster = Muster {
            book: Rulebook::default(),
            size: (Length::inches(24), Length::inches(24)),
            companies: companies.map(company).into(),
        };
        State::new(muster).expect("the example has room for all")
    }

    /// The next turn, from its first step.
    pub(super) fn begin_turn(&mut self) {
        self.turn += 1;
        self.postures = [Answer::Open; 2];
        self.units.iter_mut().for_each(|unit| unit.lost = 0);
        let able = |side: Side| self.alive().filter(|(_, unit)| unit.side == side).map(|(id, _)| id).collect();
        let (red, blue): (Vec<UnitId>, Vec<UnitId>) = (able(Side::Red), able(Side::Blue));
        self.agenda.work(Work::TurnEnd);
        self.agenda.work(Work::Nerve(UnitId(0)));
        self.agenda.ask(Asked::Shoot(Side::Blue, blue.clone()));
        self.agenda.ask(Asked::Shoot(Side::Red, red.clone()));
        self.agenda.ask(Asked::Move(Side::Blue, blue));
        self.agenda.ask(Asked::Move(Side::Red, red));
        self.agenda.ask(Asked::Posture);
    }

    /// The companies on the table, with their numbers.
    pub fn alive(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        (0..).map(UnitId).zip(&self.units).filter(|(_, unit)| unit.figures > 0)
    }

    /// A company on the table.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index()).filter(|unit| unit.figures > 0)
    }

    /// A company's name.
    pub fn name(&self, id: UnitId) -> &str {
        self.muster.companies.get(id.index()).map_or("nobody", |company| &company.name)
    }

    /// Figures left to a side.
    pub fn figures(&self, side: Side) -> i32 {
        self.units.iter().filter(|unit| unit.side == side).map(|unit| i32::from(unit.figures)).sum()
    }

    /// Whether a side holds this turn, and both know it.
    pub fn is_holding(&self, side: Side) -> bool {
        self.postures[side.index()] == Answer::Is(Posture::Hold)
    }

    /// The decision that is pending.
    pub fn asked(&self) -> Option<&Asked> {
        match self.agenda.top() {
            Some(Frame::Ask(asked)) => Some(asked),
            _ => None,
        }
    }

    /// Whether a company could stand there.
    pub fn has_room(&self, id: UnitId, pose: Pose) -> bool {
        let ground = ground(pose);
        let (width, depth) = self.muster.size;
        let on_table = |corner: &Point| (0..=width.get()).contains(&corner.x) && (0..=depth.get()).contains(&corner.y);
        ground.corners.iter().all(on_table)
            && self
                .alive()
                .all(|(other, unit)| other == id || !firelock_table::overlaps(&ground, &self::ground(unit.pose)))
    }
}

/// The ground a company covers.
pub(super) fn ground(pose: Pose) -> Base {
    Base::new(pose, GROUND)
}

fn overlay<S: Serializer>(book: &Rulebook, serializer: S) -> Result<S::Ok, S::Error> {
    book.overlay().serialize(serializer)
}
