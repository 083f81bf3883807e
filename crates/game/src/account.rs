use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use firelock_core::{Chapter, Clause, ClauseEntry, Landmark, Read, Roll, Rolled, RuleSystem, Side, Taken};
use schemars::JsonSchema;
use serde::ser::{SerializeStruct as _, Serializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::record::raw;
use crate::written::Written;

/// Those who are told of a command: red, blue, and (none) a spectator, who sees only what both sides see.
pub const VIEWERS: [Option<Side>; 3] = [Some(Side::Red), Some(Side::Blue), None];

/// What one viewer learns of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seen {
    /// The command in a few words; empty where the viewer may not know it.
    pub phrase: String,
    /// What came of it, in order. Those who learn the same share it.
    pub told: Arc<[Telling]>,
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

impl Telling {
    /// Whether there are words for it.
    fn is_said(&self) -> bool {
        !self.words.is_empty()
    }
}

/// A roll as it was asked for, with its tallies, and as it fell.
#[derive(Clone, Debug, JsonSchema)]
pub struct Card {
    /// What was rolled. Why stands only in what is written: a game in memory need not hold its tallies twice.
    pub roll: Roll,
    /// What fell.
    pub rolled: Rolled,
    /// What the roll is about, if its rule belongs to fire, fighting or morale.
    pub chapter: Option<Chapter>,
    /// The roll with its tallies as JSON: most of a record, and written once for it and for all who are told.
    #[schemars(skip)]
    written: Written,
}

impl PartialEq for Card {
    fn eq(&self, other: &Card) -> bool {
        (&self.written, &self.rolled) == (&other.written, &other.rolled)
    }
}

impl Eq for Card {}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut card = serializer.serialize_struct("Card", 3)?;
        card.serialize_field("roll", &self.written)?;
        card.serialize_field("rolled", &self.rolled)?;
        card.serialize_field("chapter", &self.chapter)?;
        card.end()
    }
}

/// What came of a command, its rolls on their cards: written, it is the JSON of what was taken.
#[derive(Clone, Debug)]
pub(crate) enum Kept<E> {
    Roll(Arc<Card>),
    Event(E),
}

impl<E: Serialize> Serialize for Kept<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Kept::Roll(card) => {
                serializer.serialize_newtype_variant("Taken", 0, "roll", &(&card.written, &card.rolled))
            }
            Kept::Event(event) => serializer.serialize_newtype_variant("Taken", 1, "event", event),
        }
    }
}

/// What came of a command with a card for each roll.
pub(crate) fn kept<S: RuleSystem>(taken: impl IntoIterator<Item = Taken<S::Event>>) -> Vec<Kept<S::Event>> {
    let card = |roll: Roll, rolled: Rolled| {
        let (chapter, written) = (chapter_of(S::clauses(), roll.clause), Written::of(&roll));
        Arc::new(Card { roll: Roll { whys: Vec::new(), ..roll }, rolled, chapter, written })
    };
    let keep = |taken| match taken {
        Taken::Roll(fell) => Kept::Roll(card(fell.0, fell.1)),
        Taken::Event(event) => Kept::Event(event),
    };
    taken.into_iter().map(keep).collect()
}

/// What came of a command as a record has it: JSON that was read, or what it is written from once somebody reads it. Few lines ever are.
#[derive(Clone, Debug)]
pub struct Came(Source);

#[derive(Clone, Debug)]
enum Source {
    Read(Box<RawValue>),
    Kept(Arc<dyn Writes>),
}

/// A list that can be written as JSON.
trait Writes: std::fmt::Debug + Send + Sync {
    fn written(&self) -> Box<RawValue>;
}

impl<T: Serialize + std::fmt::Debug + Send + Sync> Writes for Vec<T> {
    fn written(&self) -> Box<RawValue> {
        raw(self)
    }
}

impl Came {
    pub(crate) fn of<T: Serialize + std::fmt::Debug + Send + Sync + 'static>(taken: Vec<T>) -> Came {
        Came(Source::Kept(Arc::new(taken)))
    }

    pub(crate) fn written(&self) -> Cow<'_, RawValue> {
        match &self.0 {
            Source::Read(read) => Cow::Borrowed(read),
            Source::Kept(kept) => Cow::Owned(kept.written()),
        }
    }
}

impl From<Box<RawValue>> for Came {
    fn from(read: Box<RawValue>) -> Came {
        Came(Source::Read(read))
    }
}

impl Serialize for Came {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Came {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Came, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Came::from)
    }
}

/// The place of a viewer among [`VIEWERS`].
pub fn viewer(side: Option<Side>) -> usize {
    side.map_or(2, Side::index)
}

/// What the viewers learn of each event of a command, heard as it happens.
#[derive(Debug)]
pub(crate) struct Heard(Vec<Hearing>);

#[derive(Debug)]
enum Hearing {
    /// Most events are known to all: they are put into words once.
    Open(Telling),
    /// What each viewer learns, if anything, and whether that is all of it.
    Parted(Box<[(Option<Telling>, bool); 3]>),
}

impl Heard {
    pub(crate) const fn nothing() -> Heard {
        Heard(Vec::new())
    }

    /// Hears of a command that was carried out some time ago.
    pub(crate) fn again<S: RuleSystem>(before: &S::State, taken: &[Taken<S::Event>]) -> Heard {
        let (mut heard, mut state) = (Heard::nothing(), before.clone());
        for taken in taken {
            if let Taken::Event(event) = taken {
                heard.hear::<S>(&state, event);
                S::fold(&mut state, event);
            }
        }
        heard
    }

    /// Hears of an event; `state` is the one before it.
    pub(crate) fn hear<S: RuleSystem>(&mut self, state: &S::State, event: &S::Event) {
        if S::is_open(event) {
            return self.0.push(Hearing::Open(telling::<S>(state, event)));
        }
        let [red, blue] = Side::BOTH.map(|side| S::redact(event, side));
        let both = red.as_ref().and_then(|event| S::redact(event, Side::Blue));
        self.0.push(Hearing::Parted(Box::new([red, blue, both].map(|known| {
            let is_all = known.as_ref() == Some(event);
            (known.map(|known| telling::<S>(state, &known)), is_all)
        }))));
    }
}

/// What each viewer learns of a command.
pub(crate) fn account<S: RuleSystem>(
    before: &S::State,
    side: Side,
    command: &S::Command,
    kept: &[Kept<S::Event>],
    heard: Heard,
) -> [Seen; 3] {
    let mut told = Told::default();
    let mut is_open = [true; 3];
    let mut heard = heard.0.into_iter();
    for kept in kept {
        let hearing = match kept {
            Kept::Roll(card) => {
                let words = tell_roll(&card.roll, &card.rolled);
                Some(Hearing::Open(Telling { words, card: Some(card.clone()), landmark: None }))
            }
            Kept::Event(_) => heard.next(),
        };
        match hearing {
            Some(Hearing::Open(telling)) => told.push_to_all(telling),
            Some(Hearing::Parted(each)) => {
                told.part();
                for (at, (telling, is_all)) in each.into_iter().enumerate() {
                    is_open[at] &= is_all;
                    told.each[at].extend(telling.filter(Telling::is_said));
                }
            }
            None => {}
        }
    }
    let phrase = S::phrase(before, command);
    let mut viewers = is_open.into_iter().zip(VIEWERS);
    told.spoken().map(|told| {
        let knows = viewers.next().is_some_and(|(is_open, viewer)| is_open || viewer == Some(side));
        Seen { phrase: if knows { phrase.clone() } else { String::new() }, told }
    })
}

/// An event in words; without any it is not told.
fn telling<S: RuleSystem>(state: &S::State, event: &S::Event) -> Telling {
    Telling { words: S::tell(state, event), card: None, landmark: S::landmark(event) }
}

/// What the viewers are told.
#[derive(Default)]
struct Told {
    each: [Vec<Telling>; 3],
    /// Whether they have been told different things; until then only the first list is kept.
    parted: bool,
}

impl Told {
    fn push_to_all(&mut self, telling: Telling) {
        if !telling.is_said() {
            return;
        }
        let [first, others @ ..] = &mut self.each;
        if self.parted {
            others.iter_mut().for_each(|told| told.push(telling.clone()));
        }
        first.push(telling);
    }

    fn part(&mut self) {
        let [first, others @ ..] = &mut self.each;
        if !std::mem::replace(&mut self.parted, true) {
            others.iter_mut().for_each(|told| told.clone_from(first));
        }
    }

    fn spoken(self) -> [Arc<[Telling]>; 3] {
        let [red, blue, both] = self.each;
        if self.parted {
            return [red, blue, both].map(Arc::from);
        }
        let all: Arc<[Telling]> = Arc::from(red);
        [all.clone(), all.clone(), all]
    }
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
    let mut words = String::with_capacity(96);
    words.extend([roll.label, ", "]);
    roll.put_in_words(&mut words);
    words.push_str(": rolled ");
    for (at, face) in rolled.faces.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        write!(words, "{comma}{face}").expect("text takes any text");
    }
    if matches!(roll.read, Read::Sum | Read::Versus { .. }) && rolled.answer.len() == 1 {
        write!(words, ", makes {}", rolled.value()).expect("text takes any text");
    }
    words
}
