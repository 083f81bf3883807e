//! Hints for newcomers, as the battle file gives them.

use firelock_core::{Side, View};
use firelock_scenario::{Battle, Hint, Moment};

/// The hint that fits what a side is asked now, if the file has one.
pub(crate) fn hint(battle: &Battle, view: &View, side: Side) -> Option<String> {
    let prompt = view.prompt.as_ref().filter(|prompt| prompt.side == side)?;
    let words = format!("{} {}", prompt.words, view.phase).to_lowercase();
    let fits = |hint: &&Hint| {
        let unit = hint.unit.as_ref().and_then(|id| battle.unit(id));
        let is_asked = |name: &str| {
            let piece = view.pieces.iter().find(|piece| piece.name == name);
            piece.is_some_and(|piece| {
                prompt.acts.iter().any(|(unit, _)| *unit == piece.id)
                    || prompt.options.iter().any(|option| option.unit == Some(piece.id))
            })
        };
        let turn = hint.turn.unwrap_or(1);
        let start = hint.when == Moment::Start && view.turn <= 1;
        let end = hint.when == Moment::End && view.turns == Some(view.turn);
        (start || end || marks(hint.when).iter().any(|mark| words.contains(mark)))
            && view.turn >= turn
            && unit.is_none_or(|unit| is_asked(&unit.name))
    };
    let own = || battle.side(side).hints.iter().filter(fits);
    // What is said of this very phase tells more than what is said before the first turn.
    own().find(|hint| hint.when != Moment::Start).or_else(|| own().next()).map(|hint| hint.text.clone())
}

/// The words by which a phase or a question shows its sort. They stand in prompts of every system.
fn marks(moment: Moment) -> &'static [&'static str] {
    match moment {
        Moment::Start => &[],
        Moment::Deploy => &["deploy", "set up", "setup"],
        Moment::Command => &["command", "order", "leader", "attach", "maneuver"],
        Moment::Move => &["move", "march", "maneuver"],
        Moment::Fire => &["fire", "shoot", "volley", "bombard"],
        Moment::Charge => &["charge", "assault"],
        Moment::React => &["react", "answer", "counter", "evade"],
        Moment::Melee => &["melee", "fight", "hand to hand"],
        Moment::Rally => &["rally", "recover"],
        Moment::Arrival => &["arriv", "reinforce", "enter"],
        Moment::End => &[],
    }
}
