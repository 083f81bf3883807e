use std::any::Any;

use firelock_core::{Overlay, Seeded, Side, View};
use firelock_discipline::Discipline;
use firelock_game::{AnyGame, BattleFile, Game, Note, StartFault, Thought};
use firelock_napoleonic::Napoleonic;
use firelock_regimental::Regimental;
use firelock_scenario::Muster;
use firelock_washington::Washington;
use serde::Serialize;

use crate::outlook::{Moment, Numbers, numbers_of};
use crate::value::Footing;
use crate::{Brief, Contest, Field, Fought, Level, NoEnd, Sense, Watch, Way, command, fight, fight_shown};

/// The commanders of the rule systems. A new system is one more line, and its [`Sense`].
pub static STAFF: &[Staff] =
    &[Staff::of::<Regimental>(), Staff::of::<Washington>(), Staff::of::<Discipline>(), Staff::of::<Napoleonic>()];

/// The commanders of one rule system, its types left out.
#[derive(Clone, Copy, Debug)]
pub struct Staff {
    /// The system's name.
    pub system: &'static str,
    /// What a commander of a side orders now in a game of this system; nothing when his side is not asked, or the game is another's.
    pub advise: fn(&dyn AnyGame, Side, &Brief, &dyn Watch) -> Option<Advice>,
    /// How a commander of a level thinks in this system.
    pub way: fn(Level) -> Way,
    /// A battle to be fought many times, by the printed rules with an overlay.
    pub arena: fn(&BattleFile, Overlay) -> ArenaOr<StartFault>,
}

/// A battle to be fought many times, or why there is none.
pub type ArenaOr<E> = Result<Box<dyn Arena>, E>;

/// A mustered battle that commanders fight out without a record.
pub trait Arena: Send + Sync {
    /// See [`fight`].
    ///
    /// # Errors
    /// When the battle does not end by its rules.
    fn fight(&self, contest: &Contest, watch: &dyn Watch) -> Result<Fought, NoEnd>;

    /// The same, telling the field at the end of each turn, and giving the table after the last.
    ///
    /// # Errors
    /// As [`Arena::fight`].
    fn fight_told(
        &self,
        contest: &Contest,
        watch: &dyn Watch,
        each_turn: &mut dyn FnMut(u16, &Field),
    ) -> Result<(Fought, View), NoEnd>;

    /// [`Arena::fight`] with other ways of thinking than those of the system, red first, and the field at its end.
    ///
    /// # Errors
    /// As [`Arena::fight`].
    fn fight_in_ways(&self, contest: &Contest, ways: &[Way; 2], watch: &dyn Watch) -> Result<(Fought, Field), NoEnd>;

    /// What an outlook learns from a battle: positions in plain numbers, at each half of a turn and after one decision in so many.
    ///
    /// # Errors
    /// As [`Arena::fight`].
    fn lesson(&self, contest: &Contest, ways: &[Way; 2], one_in: u32) -> Result<(Fought, Vec<Numbers>), NoEnd>;

    /// The table before the first decision.
    fn view(&self) -> View;
}

/// The lots by which positions are taken are not the dice of the battle.
const LESSON: u64 = 0x5eed_0001;

struct Ground<S: Sense>(S::State);

impl<S: Sense> Arena for Ground<S> {
    fn fight(&self, contest: &Contest, watch: &dyn Watch) -> Result<Fought, NoEnd> {
        fight::<S>(&self.0, contest, watch)
    }

    fn fight_told(
        &self,
        contest: &Contest,
        watch: &dyn Watch,
        each_turn: &mut dyn FnMut(u16, &Field),
    ) -> Result<(Fought, View), NoEnd> {
        let mut field = Field::default();
        let ways = contest.briefs.map(|brief| S::way(brief.level));
        let (mut turn, mut last) = (S::turn(&self.0), None);
        let fought = fight_shown::<S>(&self.0, contest, &ways, watch, &mut |state| {
            let (over, passed) = (S::asked(state).is_empty(), S::turn(state) != turn);
            if over || passed {
                S::field(state, &mut field);
            }
            if passed {
                each_turn(turn, &field);
                turn = S::turn(state);
            }
            if over {
                each_turn(turn, &field);
                last = Some(S::view(state, None));
            }
        })?;
        Ok((fought, last.unwrap_or_else(|| self.view())))
    }

    fn fight_in_ways(&self, contest: &Contest, ways: &[Way; 2], watch: &dyn Watch) -> Result<(Fought, Field), NoEnd> {
        let mut field = Field::default();
        let fought = fight_shown::<S>(&self.0, contest, ways, watch, &mut |state| {
            if S::asked(state).is_empty() {
                S::field(state, &mut field);
            }
        })?;
        Ok((fought, field))
    }

    fn lesson(&self, contest: &Contest, ways: &[Way; 2], one_in: u32) -> Result<(Fought, Vec<Numbers>), NoEnd> {
        let (mut field, mut rows) = (Field::default(), Vec::new());
        let mut lot = Seeded::new(contest.seed ^ LESSON, 0);
        let (mut before, mut half) = (None, S::half_turn(&self.0));
        let fought = fight_shown::<S>(&self.0, contest, ways, &(), &mut |state| {
            let turns = S::half_turn(state) != half;
            half = S::half_turn(state);
            let chosen = lot.below(one_in) == 0;
            if S::asked(state).is_empty() || (!turns && !chosen && before.is_none()) {
                return;
            }
            S::field(state, &mut field);
            let moments = [before.take(), turns.then(|| Moment::between::<S>(state, &field))];
            for moment in moments.into_iter().flatten() {
                let mut numbers = Numbers::default();
                numbers_of(&field, &moment, &Footing::default(), &mut numbers);
                rows.push(numbers);
            }
            before = chosen.then(|| Moment::of::<S>(state, &field));
        })?;
        Ok((fought, rows))
    }

    fn view(&self) -> View {
        S::view(&self.0, None)
    }
}

/// An order for a game, as it is submitted, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The command, as [`AnyGame::submit`] takes it.
    pub command: String,
    /// The command in a few words.
    pub words: String,
    /// What he says about it, for the record: see [`AnyGame::annotate`].
    pub note: Note,
}

/// The commanders of the system of that name.
pub fn staff(system: &str) -> Option<&'static Staff> {
    STAFF.iter().find(|staff| staff.system == system)
}

impl Staff {
    /// The commanders of those rules.
    pub const fn of<S: Sense + Muster + Send + Sync>() -> Staff {
        Staff {
            system: S::NAME,
            way: S::way,
            advise: |game, side, brief, watch| advise::<S>(game.as_any(), side, brief, watch),
            arena: |file, overlay| {
                let book = file.battle.book::<S>(overlay).map_err(StartFault::Overlay)?;
                let start = S::muster(&file.battle, &book)?.state;
                Ok(Box::new(Ground::<S>(start)))
            },
        }
    }
}

fn advise<S: Sense>(game: &dyn Any, side: Side, brief: &Brief, watch: &dyn Watch) -> Option<Advice> {
    let game = game.downcast_ref::<Game<S>>()?;
    let state = game.state();
    let order = command::<S>(state, side, brief, game.record().entries().len() as u64, watch)?;
    let seen = S::observe(state, side);
    let others = order.others.into_iter().map(|other| Thought { words: other.words, score: other.score });
    let note = Note { by: brief.to_string(), intent: order.intent, score: order.score, others: others.collect() };
    let command = serde_json::to_string(&order.command).expect("a command is plain data");
    Some(Advice { command, words: S::phrase(&seen, &order.command), note })
}
