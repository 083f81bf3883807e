use std::collections::BTreeMap;

use firelock_ai::{Arena, Brief, Contest, Field, NoEnd, Watch, staff};
use firelock_core::{PieceKind, Side, UnitId, View};
use firelock_game::BattleFile;
use serde::{Deserialize, Serialize};

use crate::facts::changed;
use crate::{Cell, Change, Plan, PlanFault, Trial};

/// More decisions than any battle needs; one that goes on longer is a fault.
const LIMIT: u64 = 200_000;

/// A cell made ready: its battle mustered, its games to be played.
pub struct Bench {
    cell: u32,
    battle: BattleFile,
    arena: Box<dyn Arena>,
    start: View,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Which game.
    #[serde(flatten)]
    pub trial: Trial,
    /// Whether the second commander had red.
    pub swapped: bool,
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// How clearly, in the system's word.
    pub margin: String,
    /// Points, red first.
    pub score: [i32; 2],
    /// The turn in which it ended.
    pub turns: u16,
    /// How many decisions were made.
    pub decisions: u64,
    /// What became of each unit.
    pub fates: Vec<Fate>,
}

/// What became of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate {
    /// Whose it was.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Its strength at the start, in the system's coin.
    pub full: u16,
    /// Its strength at the end; 0 when it is gone.
    pub left: u16,
    /// The turn in which it first ran or was gone.
    pub broke: Option<u16>,
}

/// Why a game has no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {} of cell {} (seed {seed}): {fault}", trial.game, trial.cell)]
pub struct TrialFault {
    /// Which game.
    pub trial: Trial,
    /// Its seed.
    pub seed: u64,
    /// What happened.
    pub fault: NoEnd,
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bench").field("cell", &self.cell).finish_non_exhaustive()
    }
}

impl Bench {
    /// Musters the battle of a cell.
    ///
    /// # Errors
    /// When the system is unknown, a number, switch or fact does not exist, or the changed battle has faults.
    pub fn new(plan: &Plan, number: usize, cell: &Cell) -> Result<Bench, PlanFault> {
        let fault = |words: String| PlanFault(format!("{}, {}: {words}", cell.system, cell.words()));
        let staff =
            staff(&cell.system).ok_or_else(|| fault("there is no such system, or it has no commanders".into()))?;
        let mut overlay = plan.overlay.clone();
        let mut facts: Vec<&Change> = Vec::new();
        for change in &cell.changes {
            if let Some(address) = change.key.strip_prefix("rule:") {
                let number =
                    change.value.parse().map_err(|_| fault(format!("{:?} is no whole number", change.value)))?;
                overlay.cells.insert(address.to_owned(), number);
            } else if let Some(name) = change.key.strip_prefix("switch:") {
                overlay.switches.insert(name.to_owned(), change.value.clone());
            } else {
                facts.push(change);
            }
        }
        let text = changed(&plan.file, &plan.battle, &facts)?;
        // Lines of a changed file are not those of the file on disk.
        let name = if facts.is_empty() { plan.file.clone() } else { format!("{} as changed", plan.file) };
        let battle = BattleFile::read(&name, &text).map_err(|faults| fault(faults.to_string()))?;
        let arena = (staff.arena)(&battle, overlay).map_err(|start| fault(start.to_string()))?;
        let start = arena.view();
        Ok(Bench { cell: number as u32, battle, arena, start })
    }

    /// The battle as it is in this cell.
    pub fn battle(&self) -> &BattleFile {
        &self.battle
    }

    /// Plays a game.
    ///
    /// # Errors
    /// When it does not end by its rules.
    pub fn trial(&self, plan: &Plan, game: u32, watch: &dyn Watch) -> Result<Outcome, TrialFault> {
        let (swapped, seed) = (plan.is_swapped(game), plan.seed(game));
        let [one, other]: [Brief; 2] = plan.commanders;
        let contest =
            Contest { briefs: if swapped { [other, one] } else { [one, other] }, seed, limit: LIMIT, stray: [0; 2] };
        let trial = Trial { cell: self.cell, game };
        let mut roll = RollCall::new(&self.start);
        let (fought, last) = self
            .arena
            .fight_told(&contest, watch, &mut |turn, field| roll.call(turn, field))
            .map_err(|fault| TrialFault { trial, seed, fault })?;
        let verdict = fought.verdict;
        Ok(Outcome {
            trial,
            swapped,
            winner: verdict.winner,
            margin: verdict.margin.to_owned(),
            score: verdict.score,
            turns: fought.turns,
            decisions: fought.decisions,
            fates: roll.fates(&last, fought.turns),
        })
    }
}

/// Who is there from turn to turn.
struct RollCall {
    units: BTreeMap<UnitId, Entry>,
}

struct Entry {
    fate: Fate,
    /// Since which turn it has not been on the table, after it was.
    gone: Option<u16>,
    was_seen: bool,
}

impl RollCall {
    fn new(start: &View) -> RollCall {
        let mut roll = RollCall { units: BTreeMap::new() };
        roll.enter(start);
        roll
    }

    /// Takes down the troops of a table that are not known yet.
    fn enter(&mut self, view: &View) {
        let is_troops = |kind| !matches!(kind, PieceKind::Leader | PieceKind::Marker);
        for piece in view.pieces.iter().filter(|piece| is_troops(piece.kind) && piece.badge.full > 0) {
            self.units.entry(piece.id).or_insert_with(|| Entry {
                fate: Fate {
                    side: piece.side,
                    name: piece.name.clone(),
                    full: piece.badge.full,
                    left: piece.badge.full,
                    broke: None,
                },
                gone: None,
                was_seen: false,
            });
        }
    }

    /// The end of a turn.
    fn call(&mut self, turn: u16, field: &Field) {
        for (id, entry) in &mut self.units {
            match field.bodies.iter().find(|body| body.unit == *id) {
                Some(body) => {
                    (entry.was_seen, entry.gone) = (true, None);
                    if body.order <= 0.0 {
                        entry.fate.broke.get_or_insert(turn);
                    }
                }
                None if entry.was_seen => {
                    entry.gone.get_or_insert(turn);
                }
                None => {}
            }
        }
    }

    /// What became of all, the last table being this.
    fn fates(mut self, last: &View, turns: u16) -> Vec<Fate> {
        self.enter(last);
        let waiting: Vec<UnitId> = last.places.iter().flat_map(|place| place.units.iter().copied()).collect();
        let fate = |(id, mut entry): (UnitId, Entry)| {
            match last.pieces.iter().find(|piece| piece.id == id) {
                Some(piece) => entry.fate.left = piece.badge.now.min(entry.fate.full),
                None if waiting.contains(&id) => {}
                None => {
                    entry.fate.left = 0;
                    let gone = entry.gone.unwrap_or(turns);
                    entry.fate.broke = Some(entry.fate.broke.map_or(gone, |broke| broke.min(gone)));
                }
            }
            entry.fate
        };
        self.units.into_iter().map(fate).collect()
    }
}
