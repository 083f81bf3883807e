//! Hints for newcomers, as the battle file gives them.

use firelock_core::{Chapter, Side, View};
use firelock_scenario::{Battle, Hint, Moment};

/// The hint that fits what a side is asked now, if the file has one.
pub(crate) fn hint(battle: &Battle, view: &View, chapter: Option<Chapter>, side: Side) -> Option<String> {
    let prompt = view.prompt.as_ref().filter(|prompt| prompt.side == side)?;
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
        (start || end || chapter.is_some_and(|chapter| is_time(hint.when, chapter)))
            && view.turn.max(1) >= turn
            && unit.is_none_or(|unit| is_asked(&unit.name))
    };
    let own = || battle.side(side).hints.iter().filter(fits);
    // What is said of this very phase tells more than what is said before the first turn.
    own().find(|hint| hint.when != Moment::Start).or_else(|| own().next()).map(|hint| hint.text.clone())
}

/// Whether a moment of the battle file is one for such a decision.
fn is_time(moment: Moment, chapter: Chapter) -> bool {
    match moment {
        Moment::Start | Moment::End => false,
        Moment::Deploy => chapter == Chapter::Setup,
        Moment::Command => chapter == Chapter::Command,
        Moment::Move => matches!(chapter, Chapter::Move | Chapter::Act),
        Moment::Fire => matches!(chapter, Chapter::Fire | Chapter::Act),
        Moment::Charge => matches!(chapter, Chapter::Charge | Chapter::Act),
        Moment::React => chapter == Chapter::React,
        Moment::Melee => chapter == Chapter::Melee,
        Moment::Rally => chapter == Chapter::Rally,
        Moment::Arrival => chapter == Chapter::Arrival,
    }
}
