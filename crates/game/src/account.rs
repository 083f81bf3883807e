use std::sync::Arc;

use firelock_core::{Chapter, Clause, ClauseEntry, Landmark, Read, Roll, Rolled, RuleSystem, Side, Taken};
use schemars::JsonSchema;
use serde::Serialize;

/// Those who are told of a command: red, blue, and (none) a spectator, who sees only what both sides see.
pub const VIEWERS: [Option<Side>; 3] = [Some(Side::Red), Some(Side::Blue), None];

/// What one viewer learns of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seen {
    /// The command in a few words; empty where the viewer may not know it.
    pub phrase: String,
    /// What came of it, in order.
    pub told: Vec<Telling>,
}

/// A sentence about what happened; about dice with the card they were rolled from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Telling {
    /// The sentence.
    pub words: String,
    /// The roll, where it was one.
    pub card: Option<Arc<Card>>,
    /// What it means beyond its words, if anything.
    pub landmark: Option<Landmark>,
}

/// A roll as it was asked for, with its tallies, and as it fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Card {
    /// What was rolled, and why.
    pub roll: Roll,
    /// What fell.
    pub rolled: Rolled,
    /// What the roll is about, if its rule belongs to fire, fighting or morale.
    pub chapter: Option<Chapter>,
}

/// The place of a viewer among [`VIEWERS`].
pub fn viewer(side: Option<Side>) -> usize {
    side.map_or(2, Side::index)
}

/// What each viewer learns of a command.
pub(crate) fn account<S: RuleSystem>(
    before: &S::State,
    side: Side,
    command: &S::Command,
    taken: &[Taken<S::Event>],
) -> [Seen; 3] {
    let mut state = before.clone();
    let mut seen: [Seen; 3] = Default::default();
    let mut is_open = [true; 3];
    for taken in taken {
        match taken {
            Taken::Roll(fell) => {
                let chapter = chapter_of(S::clauses(), fell.0.clause);
                let card = Arc::new(Card { roll: fell.0.clone(), rolled: fell.1.clone(), chapter });
                let words = tell_roll(&fell.0, &fell.1);
                for seen in &mut seen {
                    seen.told.push(Telling { words: words.clone(), card: Some(card.clone()), landmark: None });
                }
            }
            Taken::Event(event) => {
                // Most events are known to all: they are put into words once.
                let all_of_it = S::tell(&state, event);
                for (viewer, at) in VIEWERS.into_iter().zip(0..) {
                    let known = redact_for::<S>(event, viewer);
                    let is_whole = known.as_ref() == Some(event);
                    is_open[at] &= is_whole;
                    let Some(known) = known else { continue };
                    let words = if is_whole { all_of_it.clone() } else { S::tell(&state, &known) };
                    if !words.is_empty() {
                        seen[at].told.push(Telling { words, card: None, landmark: S::landmark(&known) });
                    }
                }
                S::fold(&mut state, event);
            }
        }
    }
    let phrase = S::phrase(before, command);
    for (at, seen) in seen.iter_mut().enumerate() {
        if is_open[at] || VIEWERS[at] == Some(side) {
            seen.phrase.clone_from(&phrase);
        }
    }
    seen
}

/// What a rule is about, by the section of the rulebook it stands in: the chapters have the same names in all of them.
fn chapter_of(clauses: &[ClauseEntry], clause: Clause) -> Option<Chapter> {
    let section = clauses.iter().find(|entry| entry.clause == clause)?.section;
    match section.split([' ', '-']).next()? {
        "Small" | "Artillery" => Some(Chapter::Fire),
        "Charge" => Some(Chapter::Melee),
        "Morale" => Some(Chapter::Rally),
        _ => None,
    }
}

/// An event as a viewer sees it, if he does.
pub(crate) fn redact_for<S: RuleSystem>(event: &S::Event, viewer: Option<Side>) -> Option<S::Event> {
    match viewer {
        Some(side) => S::redact(event, side),
        None => S::redact(event, Side::Red).and_then(|event| S::redact(&event, Side::Blue)),
    }
}

/// What came of a command in sentences, as one side learns it; without a side, all of it.
pub fn tell<S: RuleSystem>(before: &S::State, taken: &[Taken<S::Event>], side: Option<Side>) -> Vec<String> {
    let mut state = before.clone();
    let mut told = Vec::new();
    for taken in taken {
        match taken {
            Taken::Roll(fell) => told.push(tell_roll(&fell.0, &fell.1)),
            Taken::Event(event) => {
                let seen = match side {
                    Some(side) => S::redact(event, side),
                    None => Some(event.clone()),
                };
                told.extend(seen.map(|event| S::tell(&state, &event)));
                S::fold(&mut state, event);
            }
        }
    }
    told
}

/// A roll in a sentence: "maneuver check, d10 +2: rolled 7, makes 9".
fn tell_roll(roll: &Roll, rolled: &Rolled) -> String {
    let faces: Vec<String> = rolled.faces.iter().map(ToString::to_string).collect();
    let makes = match roll.read {
        Read::Sum | Read::Versus { .. } if rolled.answer.len() == 1 => format!(", makes {}", rolled.value()),
        _ => String::new(),
    };
    format!("{}, {}: rolled {}{makes}", roll.label, roll.in_words(), faces.join(", "))
}
