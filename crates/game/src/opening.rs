use firelock_core::{Overlay, RuleSystem};
use firelock_scenario::Muster;

use crate::account::{Heard, account, kept};
use crate::game::given_up;
use crate::system::book_of;
use crate::{
    Agreed, AnyGame, BattleFile, BattleName, DiceSource, Game, GameOr, Key, Listener, LoadFault, OpeningOr, Record,
    RecordFault, StartFault, Told, tell,
};

/// A battle mustered once, for as many games as are begun from it: they share its ground and its rulebook.
pub trait Opening: Send + Sync {
    /// Begins a game.
    fn start(&self, dice: DiceSource, players: [String; 2]) -> Box<dyn AnyGame>;

    /// Plays a record of this battle, system and house rules again, telling each command, and goes on with it.
    ///
    /// # Errors
    /// The record is of another battle, system or house rules, or differs from the game.
    fn load(&self, record: Record, key: Option<Key>, each: Listener<'_>) -> GameOr<LoadFault>;
}

/// The state before the first decision, with all that it came from.
struct Mustered<S: RuleSystem> {
    battle: BattleName,
    overlay: Overlay,
    state: S::State,
}

/// Musters a battle by some house rules.
pub(crate) fn opening<S: Muster + Send + Sync>(file: &BattleFile, overlay: Overlay) -> OpeningOr<StartFault> {
    let state = S::muster(&file.battle, &book_of::<S>(file, overlay.clone())?)?.state;
    Ok(Box::new(Mustered::<S> { battle: file.name.clone(), overlay, state }))
}

impl<S: RuleSystem + Send + Sync> Opening for Mustered<S> {
    fn start(&self, dice: DiceSource, players: [String; 2]) -> Box<dyn AnyGame> {
        let agreed = Agreed { overlay: self.overlay.clone(), dice, players };
        Box::new(Game::<S>::start(self.battle.clone(), agreed, self.state.clone()))
    }

    fn load(&self, record: Record, key: Option<Key>, each: Listener<'_>) -> GameOr<LoadFault> {
        check_names(&record, S::NAME, &self.battle)?;
        if record.header().overlay != self.overlay {
            return Err(RecordFault::new(record.file(), 1, "the record is of other house rules").into());
        }
        let game = Game::<S>::load(record, self.state.clone(), key, |step| {
            let lines = tell::<S>(step.before, step.taken, None);
            let phrase = S::phrase(step.before, step.command);
            let (kept, heard) = (kept::<S>(step.taken.iter().cloned()), Heard::again::<S>(step.before, step.taken));
            let seen = account::<S>(step.before, step.side, step.command, &kept, heard);
            let note = step.note.cloned();
            let chapter = S::chapter(step.before);
            each(Told { n: step.n, side: step.side, chapter, phrase, lines, note, seen });
        })?;
        if let Some(side) = game.record().resigned() {
            let seen = given_up(side);
            let lines = seen[2].told.iter().map(|telling| telling.words.clone()).collect();
            let n = game.record().entries().len() - 1;
            each(Told { n, side, chapter: None, phrase: seen[2].phrase.clone(), lines, seen, note: None });
        }
        Ok(Box::new(game))
    }
}

/// Whether a record is of that system and of that text of the battle.
pub(crate) fn check_names(record: &Record, system: &str, battle: &BattleName) -> Result<(), LoadFault> {
    let header = record.header();
    let differs = |what: &str, expected: &str, found: &str| {
        let mut fault = RecordFault::new(record.file(), 1, format!("the record is of another {what}"));
        (fault.expected, fault.found) = (expected.to_owned(), found.to_owned());
        Err(LoadFault::Record(fault))
    };
    if header.system != system {
        return differs("system", system, &header.system);
    }
    if header.battle.id != battle.id {
        return differs("battle", &battle.id, &header.battle.id);
    }
    if header.battle.hash != battle.hash {
        return differs("text of the battle file", &battle.hash, &header.battle.hash);
    }
    Ok(())
}
