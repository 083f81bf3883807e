mod discipline;
mod napoleonic;
mod regimental;
mod washington;

use std::mem::discriminant;

use firelock_core::{Frame, Grain, RuleSystem, Side, UnitId};
use firelock_scenario::Schedule;

use crate::{Field, Level, Outlook, Weights};

/// What a rule system tells commanders about a battle. One small file per system; all else is shared.
pub trait Sense: RuleSystem {
    /// How a captain weighs positions.
    const WEIGHTS: Weights;

    /// How a general does.
    const GENERAL_WEIGHTS: Weights = Self::WEIGHTS;

    /// How closely a captain looks.
    const PAINS: Pains;

    /// How closely a general does.
    const GENERAL_PAINS: Pains = Self::PAINS;

    /// What battles have taught about who wins from where, for a general; nothing where no outlook is kept.
    fn outlook() -> Option<&'static Outlook> {
        None
    }

    /// How a commander of a level thinks; a recruit weighs in his own way.
    fn way(level: Level) -> Way {
        if level == Level::General {
            Way { weights: Self::GENERAL_WEIGHTS, pains: Self::GENERAL_PAINS, outlook: Self::outlook() }
        } else {
            Way { weights: Self::WEIGHTS, pains: Self::PAINS, outlook: None }
        }
    }

    /// The battle in plain numbers, quickly and from the state itself.
    fn field(state: &Self::State, into: &mut Field);

    /// The same where the state came of another whose field is known: a system that can tell who stands as he did takes him over from it.
    fn field_after(state: &Self::State, _before: (&Self::State, &Field), into: &mut Field) {
        Self::field(state, into);
    }

    /// What sort of act a command is.
    fn act(state: &Self::State, command: &Self::Command) -> Act;

    /// The turn, from 1; 0 before the battle.
    fn turn(state: &Self::State) -> u16;

    /// The turn counted in halves: where the sides move in turn, each has one of them; where they move together, a turn is two at once.
    fn half_turn(state: &Self::State) -> u32;

    /// A number that changes when fire and fights of the turn, or of a side's turn, are over; nothing where it is enough to look on while
    /// something is in suspense.
    fn round(state: &Self::State) -> Option<u32>;

    /// Whether something is begun that is not decided yet: a charge under way, a fight to be fought. Commanders then look on until it is.
    fn in_suspense(state: &Self::State) -> bool;

    /// The body that is in the middle of its steps and may take another; nothing where a move is one command.
    fn acting(_state: &Self::State) -> Option<UnitId> {
        None
    }

    /// Whether bodies turn now that march in a later step of the turn: a turn is then worth what the march after it is.
    fn turns_before_the_march(_state: &Self::State) -> bool {
        false
    }

    /// Whether the same sort of question is asked in both positions.
    fn same_question(one: &Self::State, other: &Self::State) -> bool;

    /// What fire is expected to do, in the worth of troops, where the system's charts tell: a captain then weighs it by that, and not by
    /// the position right after the order.
    fn foretold(_state: &Self::State, _command: &Self::Command) -> Option<f64> {
        None
    }

    /// Has what is found out about fire after one idea known after every other, where a state can keep that.
    fn foresee_fire(_state: &mut Self::State) {}

    /// What a captain or a general has in mind: the candidates, as far as he looks at them.
    fn ideas(
        state: &Self::State,
        _field: &Field,
        side: Side,
        grain: Grain,
        _pains: &Pains,
        into: &mut Vec<Self::Command>,
    ) {
        Self::candidates(state, side, grain, into);
    }

    /// Where fire is asked for: of the listed volleys that concern these, as target or as the first who fires, the one with most firers,
    /// or what ends the fire where there is none. Nothing where something else is asked, or where the list has to be looked through.
    fn fire_about(_state: &Self::State, _these: &[UnitId]) -> Option<Self::Command> {
        None
    }

    /// What ends the present question at once where nobody in a hurry would look further; nothing where the answer matters, or where it
    /// must be looked for.
    fn pass(state: &Self::State) -> Option<Self::Command>;

    /// What speaks for a command besides the position it leads to, in the worth of troops. A step that is only a beginning (a check, an
    /// activation) has its worth here.
    fn prior(state: &Self::State, side: Side, command: &Self::Command) -> f64;

    /// The same as men in a hurry see it who do not look ahead.
    fn habit(state: &Self::State, side: Side, command: &Self::Command) -> f64 {
        Self::prior(state, side, command)
    }

    /// The name of a unit.
    fn name(state: &Self::State, unit: UnitId) -> &str;

    /// What the battle file calls a unit.
    fn file_id(state: &Self::State, unit: UnitId) -> &str;

    /// What each unit was meant to do in history.
    fn schedule(state: &Self::State) -> &Schedule;
}

/// How a commander thinks.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// How he weighs positions.
    pub weights: Weights,
    /// How closely he looks.
    pub pains: Pains,
    /// What he knows of who wins from where.
    pub outlook: Option<&'static Outlook>,
}

/// How closely a captain and a general look at a decision: what has won most battles in a system.
#[derive(Clone, Copy, Debug)]
pub struct Pains {
    /// Throws at charges, and how many of the ideas are then looked at further: the nearer two are, the more throws tell them apart.
    pub looks: &'static [(u64, usize)],
    /// After two throws, ideas farther behind the best than so many bases are not looked at further.
    pub sure: f64,
    /// Whether the dice of a play belong to its volleys and fights, the same for every idea: ideas then differ by what they change, and
    /// hardly by the luck of what they do not.
    pub own_dice: bool,
    /// Whether of bodies that move in one step only the next is thought of: which goes first seldom matters, and to ask of each what each
    /// of the others might do takes most of the time.
    pub one_by_one: bool,
    /// Of how many charges the round is played on: of more, those that promise most at a glance.
    pub charges: usize,
    /// Whether a charge is looked at by its plainest way, and only of the best it is asked whether it goes in otherwise.
    pub plain_charges: bool,
    /// Whether two throws do elsewhere, in place of all ways of the dice.
    pub few_throws: bool,
    /// Whether both sides fight on in a general's playouts as he himself would without any, in the historical style; else they do as
    /// recruits, which takes less time.
    pub in_earnest: bool,
    /// Whether who need not attack has only the plainest moves in mind: the more there are, the more often one is found that only looks
    /// better than standing.
    pub stands_plainly: bool,
    /// Whether a general who attacks says who goes at one place, who holds the enemy elsewhere and who waits; else his troops use their
    /// eyes, as a captain's do.
    pub plans_attacks: bool,
    /// With how many throws an answer to a charge or a fight under way, or fire at it, is looked on to the end of it; none where it is
    /// weighed by the position right after it.
    pub settled: u64,
}

impl Pains {
    /// What any system begins with.
    pub const PLAIN: Pains = Pains {
        looks: &[(1, 4), (1, 2), (2, 2)],
        sure: f64::INFINITY,
        own_dice: false,
        one_by_one: false,
        charges: usize::MAX,
        plain_charges: false,
        few_throws: false,
        in_earnest: false,
        stands_plainly: false,
        plans_attacks: false,
        settled: 0,
    };
}

/// A sort of act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Fire at somebody.
    Fire {
        /// Who fires, the first of them.
        unit: UnitId,
        /// At whom; none where it is a place.
        target: Option<UnitId>,
    },
    /// A charge or an assault.
    Charge {
        /// Who.
        unit: UnitId,
        /// At whom; none where it is a place.
        target: Option<UnitId>,
    },
    /// A fight that is due is fought now.
    Fight {
        /// Who came in.
        unit: UnitId,
        /// Against whom.
        target: Option<UnitId>,
    },
    /// A move or a change of formation or facing.
    Move {
        /// Who.
        unit: UnitId,
    },
    /// Standing fast.
    Hold {
        /// Who.
        unit: UnitId,
    },
    /// Troops are set in motion: a check, an activation.
    Rouse {
        /// Who, the first of them.
        unit: UnitId,
    },
    /// A leader rides, or joins troops.
    Ride,
    /// An order is sent.
    Order {
        /// To whom, if it is one body.
        unit: Option<UnitId>,
    },
    /// An answer to something that is under way.
    Answer,
    /// Troops are set up.
    Deploy,
    /// The step is over.
    End,
    /// The battle is given up.
    Resign,
}

/// Whether both are the same sort of question.
pub(crate) fn alike<A, W>(one: Option<&Frame<A, W>>, other: Option<&Frame<A, W>>) -> bool {
    match (one, other) {
        (Some(Frame::Ask(one)), Some(Frame::Ask(other))) => discriminant(one) == discriminant(other),
        (None, None) => true,
        _ => false,
    }
}
