//! What the server can play: the systems and the battles.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use firelock_core::{Overlay, Side};
use firelock_game::{BattleFile, Drawing, Opening, StartFault, System, draw};
use firelock_scenario::{Faults, Loss};

use crate::wire::{BattleCard, BattlePage, BattleSystem, HistoryPage, VictoryWords};

/// The systems and the battles.
pub struct Library {
    systems: &'static [System],
    battles: Vec<Shelved>,
    pictures: Mutex<BTreeMap<PictureKey, Arc<str>>>,
    openings: Mutex<BTreeMap<OpeningKey, Arc<dyn Opening>>>,
}

/// A picture by battle, system and width.
type PictureKey = (String, &'static str, u32, bool);

/// A mustered battle by the fingerprint of its file, system and house rules (as JSON).
type OpeningKey = (String, &'static str, String);

/// How many mustered battles are kept.
const OPENINGS: usize = 64;

/// A battle with the text of its file.
#[derive(Clone, Debug)]
pub(crate) struct Shelved {
    pub(crate) file: Arc<BattleFile>,
    pub(crate) name: String,
    pub(crate) text: String,
    /// The systems that can muster it.
    pub(crate) systems: Vec<&'static System>,
}

impl Library {
    /// These systems, and the battles of these files (name and text). First battles come first, then by date.
    ///
    /// # Errors
    /// All faults of a file that is not sound.
    pub fn new(
        systems: &'static [System],
        files: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Library, Faults> {
        let mut battles = Vec::new();
        for (name, text) in files {
            let file = Arc::new(BattleFile::read(&name, &text)?);
            let made_for: Vec<String> = file.battle.about.systems.iter().map(ToString::to_string).collect();
            let plays = |system: &&System| {
                (made_for.is_empty() || made_for.iter().any(|name| name == system.name))
                    && (system.muster)(&file, Overlay::default()).is_ok()
            };
            let systems = systems.iter().filter(plays).collect();
            battles.push(Shelved { file, name, text, systems });
        }
        battles.retain(|battle| !battle.systems.is_empty());
        let place = |system: &System| systems.iter().position(|one| one.name == system.name);
        battles.sort_by_cached_key(|battle| {
            let about = &battle.file.battle.about;
            let first = is_first(battle);
            let system = battle.systems.first().filter(|_| first).and_then(|system| place(system));
            (!first, system, about.date.to_string(), about.id.to_string())
        });
        Ok(Library { systems, battles, pictures: Mutex::default(), openings: Mutex::default() })
    }

    /// The systems.
    pub(crate) fn systems(&self) -> &'static [System] {
        self.systems
    }

    /// A system by name.
    pub(crate) fn system(&self, name: &str) -> Option<&'static System> {
        self.systems.iter().find(|system| system.name == name)
    }

    /// A battle by name.
    pub(crate) fn battle(&self, id: &str) -> Option<&Shelved> {
        self.battles.iter().find(|battle| battle.file.name.id == id)
    }

    /// A battle by the fingerprint of its file.
    pub(crate) fn by_hash(&self, hash: &str) -> Option<Arc<BattleFile>> {
        self.battles.iter().find(|battle| battle.file.name.hash == hash).map(|battle| battle.file.clone())
    }

    /// A battle as a system musters it by some house rules: games of the same share its ground and its rulebook.
    pub(crate) fn opening(
        &self,
        system: &'static System,
        file: &BattleFile,
        overlay: Overlay,
    ) -> Result<Arc<dyn Opening>, StartFault> {
        let key = (file.name.hash.clone(), system.name, crate::app::json(&overlay));
        let openings = || self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = openings().get(&key) {
            return Ok(known.clone());
        }
        let opening: Arc<dyn Opening> = (system.opening)(file, overlay)?.into();
        let mut kept = openings();
        // House rules are the players' choice; games hold on to what they began from, so all may be forgotten at any time.
        if kept.len() >= OPENINGS {
            kept.clear();
        }
        Ok(kept.entry(key).or_insert(opening).clone())
    }

    /// The list of battles.
    pub(crate) fn cards(&self) -> Vec<BattleCard> {
        self.battles.iter().map(card).collect()
    }

    /// The picture of a battle's table.
    pub(crate) fn picture(
        &self,
        battle: &Shelved,
        system: &'static System,
        width: u32,
        vignette: bool,
    ) -> Option<Arc<str>> {
        let key = (battle.file.name.id.clone(), system.name, width, vignette);
        let pictures = || self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = pictures().get(&key) {
            return Some(known.clone());
        }
        let table = (system.muster)(&battle.file, Overlay::default()).ok()?;
        let svg: Arc<str> = draw(&table.view, &Drawing { width: Some(width), vignette, ..Drawing::default() }).into();
        let mut kept = pictures();
        // Widths are the client's choice: keep no more than a page of battles wants.
        if kept.len() >= 64 {
            kept.clear();
        }
        kept.insert(key, svg.clone());
        Some(svg)
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("battles", &self.battles).finish_non_exhaustive()
    }
}

/// A small battle for newcomers.
fn is_first(battle: &Shelved) -> bool {
    battle.file.name.id.starts_with("first-")
}

/// A battle as the list shows it.
pub(crate) fn card(battle: &Shelved) -> BattleCard {
    let file = &battle.file.battle;
    let about = &file.about;
    let system = |system: &&'static System| BattleSystem {
        name: system.name,
        title: system.title,
        picture: format!("/api/battles/{}/{}.svg", about.id, system.name),
    };
    BattleCard {
        id: about.id.to_string(),
        name: about.name.clone(),
        date: about.date.to_string(),
        year: file.year(),
        place: about.place.clone(),
        war: about.war.clone(),
        fictional: about.fictional,
        first_battle: is_first(battle),
        units: file.units.len(),
        men: file.units.iter().map(|unit| unit.men).sum(),
        turns: about.turns,
        playing_minutes: about.playing_minutes,
        attacker: about.attacker,
        sides: Side::BOTH.map(|side| file.side(side).name.clone()),
        systems: battle.systems.iter().map(system).collect(),
    }
}

/// All about a battle.
pub(crate) fn page(battle: &Shelved) -> BattlePage {
    let file = &battle.file.battle;
    let victory = |victory: &firelock_scenario::Victory| VictoryWords {
        red: Some(victory.red.clone()),
        blue: Some(victory.blue.clone()),
        draw: victory.draw.clone(),
    };
    let source = |source: &firelock_scenario::Source| {
        let author = source.author.as_ref().map_or(String::new(), |author| format!("{author}, "));
        let year = source.year.map_or(String::new(), |year| format!(" ({year})"));
        format!("{author}{}{year}", source.title)
    };
    BattlePage {
        card: card(battle),
        summary: file.about.summary.as_deref().map(|text| text.trim().replace('\n', " ")),
        plans: Side::BOTH.map(|side| file.side(side).plan.clone()),
        victory: file.victory.as_ref().map(victory),
        history: file.history.as_ref().map(|history| HistoryPage {
            result: history.result.clone(),
            losses: Side::BOTH.map(|side| losses(&battle.file, side)),
            events: history.events.iter().map(|event| event.text.clone()).collect(),
        }),
        sources: file.sources.iter().map(source).collect(),
    }
}

/// What a side lost in history, in words.
pub(crate) fn losses(file: &BattleFile, side: Side) -> Vec<String> {
    let Some(history) = &file.battle.history else { return Vec::new() };
    let own = history.losses.iter().filter(|loss| loss.side == side && loss.unit.is_none());
    own.map(in_words).filter(|words| !words.is_empty()).collect()
}

fn in_words(loss: &Loss) -> String {
    let counts = [
        (&loss.killed, "killed"),
        (&loss.wounded, "wounded"),
        (&loss.captured, "taken"),
        (&loss.total, "in all"),
        (&loss.guns, "guns"),
    ];
    let words = counts.iter().filter_map(|(count, word)| count.as_ref().map(|count| format!("{count} {word}")));
    let words = words.collect::<Vec<_>>().join(", ");
    match &loss.part {
        Some(part) if !words.is_empty() => format!("{part}: {words}"),
        _ => words,
    }
}
