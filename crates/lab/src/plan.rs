use std::fmt;
use std::str::FromStr;

use firelock_ai::Brief;
use firelock_core::Overlay;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most cells a plan may have.
const MOST_CELLS: usize = 1000;

/// What is played: everything the report depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The name of the battle file, for messages.
    pub file: String,
    /// The battle file itself.
    pub battle: String,
    /// The rule systems, one cell or more for each.
    pub systems: Vec<String>,
    /// House rules that hold in every cell.
    pub overlay: Overlay,
    /// The commanders. The first has red; where they differ, they change sides from game to game.
    pub commanders: [Brief; 2],
    /// Games for each cell.
    pub games: u32,
    /// The seed of the first game; the others follow.
    pub seed: u64,
    /// What is varied; every combination is a cell.
    pub vary: Vec<Vary>,
}

/// Something that takes several values, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vary {
    /// What: `rule:ADDRESS`, `switch:NAME`, `system`, `present.ID`, or a path into the battle file.
    pub key: String,
    /// The values.
    pub values: Vec<String>,
}

/// One value of something varied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LabChange")]
pub struct Change {
    /// What.
    pub key: String,
    /// The value.
    pub value: String,
}

/// One combination of what is varied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LabCell")]
pub struct Cell {
    /// The rule system.
    pub system: String,
    /// What is changed, in the order of the plan.
    pub changes: Vec<Change>,
}

/// One game of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// The number of the cell.
    pub cell: u32,
    /// The number of the game within the cell.
    pub game: u32,
}

/// Why a text says nothing that could be varied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?}: write key=value,value,...; the key is rule:ADDRESS, switch:NAME, system, present.ID or a path such as battle.turns or unit.ID.men"
)]
pub struct VaryFault(String);

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanFault(pub(crate) String);

impl FromStr for Vary {
    type Err = VaryFault;

    fn from_str(text: &str) -> Result<Vary, VaryFault> {
        let fault = || VaryFault(text.to_owned());
        let (key, values) = text.split_once('=').ok_or_else(fault)?;
        let values = split(values);
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(fault());
        }
        Ok(Vary { key: key.trim().to_owned(), values })
    }
}

/// The values between commas, except for commas within brackets or quotes.
fn split(text: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    let (mut depth, mut quoted) = (0_i32, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                values.push(String::new());
                continue;
            }
            _ => {}
        }
        values.last_mut().expect("one at least").push(letter);
    }
    values.into_iter().map(|value| value.trim().to_owned()).collect()
}

impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.values.join(","))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.key, self.value)
    }
}

impl Cell {
    /// The changes in words; "as written" where there are none.
    pub fn words(&self) -> String {
        if self.changes.is_empty() {
            return "as written".to_owned();
        }
        self.changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl Plan {
    /// The cells: every system with every combination, the last key changing first.
    ///
    /// # Errors
    /// When they are too many, or the plan plays nothing.
    pub fn cells(&self) -> Result<Vec<Cell>, PlanFault> {
        let mut systems = self.systems.clone();
        let mut cells: Vec<Vec<Change>> = vec![Vec::new()];
        for vary in &self.vary {
            if vary.key == "system" {
                systems.clone_from(&vary.values);
                continue;
            }
            if cells.len() * vary.values.len() > MOST_CELLS {
                return Err(PlanFault(format!("more than {MOST_CELLS} combinations; vary less at once")));
            }
            let with = |cell: &Vec<Change>, value: &String| {
                let mut cell = cell.clone();
                cell.push(Change { key: vary.key.clone(), value: value.clone() });
                cell
            };
            cells = cells.iter().flat_map(|cell| vary.values.iter().map(move |value| with(cell, value))).collect();
        }
        if systems.is_empty() || self.games == 0 {
            return Err(PlanFault("the plan plays nothing: it needs a system and a game".into()));
        }
        if systems.len() * cells.len() > MOST_CELLS {
            return Err(PlanFault(format!("more than {MOST_CELLS} combinations; vary less at once")));
        }
        let cell = |system: &String, changes: &Vec<Change>| Cell { system: system.clone(), changes: changes.clone() };
        Ok(systems.iter().flat_map(|system| cells.iter().map(move |changes| cell(system, changes))).collect())
    }

    /// All games of so many cells. The first games of all cells come first, so that a plan that is broken off has played them alike.
    pub fn trials(&self, cells: usize) -> impl Iterator<Item = Trial> + use<> {
        let cells = cells as u32;
        (0..self.games).flat_map(move |game| (0..cells).map(move |cell| Trial { cell, game }))
    }

    /// Whether the commanders change sides from game to game.
    pub fn swaps(&self) -> bool {
        self.commanders[0] != self.commanders[1]
    }

    /// Whether the second commander has red in a game.
    pub fn is_swapped(&self, game: u32) -> bool {
        self.swaps() && game % 2 == 1
    }

    /// The seed of a game: two games with changed sides share one.
    pub fn seed(&self, game: u32) -> u64 {
        self.seed.wrapping_add(u64::from(if self.swaps() { game / 2 } else { game }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(vary: &[&str]) -> Plan {
        Plan {
            file: "a.toml".into(),
            battle: String::new(),
            systems: vec!["regimental".into()],
            overlay: Overlay::default(),
            commanders: ["captain".parse().expect("a commander"), "captain".parse().expect("a commander")],
            games: 3,
            seed: 10,
            vary: vary.iter().map(|text| text.parse().expect("a variation")).collect(),
        }
    }

    #[test]
    fn every_combination_is_a_cell() {
        let cells =
            plan(&["battle.turns=8,10", "system=regimental,washington", "unit.b4.men=200"]).cells().expect("cells");
        let words: Vec<String> = cells.iter().map(|cell| format!("{}: {}", cell.system, cell.words())).collect();
        assert_eq!(
            words,
            [
                "regimental: battle.turns = 8, unit.b4.men = 200",
                "regimental: battle.turns = 10, unit.b4.men = 200",
                "washington: battle.turns = 8, unit.b4.men = 200",
                "washington: battle.turns = 10, unit.b4.men = 200",
            ]
        );
        assert_eq!(plan(&[]).cells().expect("one")[0].words(), "as written");
        let many = (0..101).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        assert!(plan(&[&format!("a.b={many}"), &format!("a.c={many}")]).cells().is_err());
    }

    #[test]
    fn commas_within_brackets_and_quotes_do_not_divide() {
        let vary: Vary = "unit.b4.at=[1, 2],[3,4],\"x, y\"".parse().expect("three values");
        assert_eq!(vary.values, ["[1, 2]", "[3,4]", "\"x, y\""]);
        for text in ["", "turns", "=3", "turns=", "turns=1,,2"] {
            assert!(text.parse::<Vary>().is_err(), "{text}");
        }
    }

    #[test]
    fn unlike_commanders_change_sides_with_the_same_dice() {
        let mut plan = plan(&[]);
        assert_eq!(
            (0..3).map(|game| (plan.seed(game), plan.is_swapped(game))).collect::<Vec<_>>(),
            [(10, false), (11, false), (12, false)]
        );
        plan.commanders[1] = "recruit".parse().expect("a commander");
        assert_eq!(
            (0..3).map(|game| (plan.seed(game), plan.is_swapped(game))).collect::<Vec<_>>(),
            [(10, false), (10, true), (11, false)]
        );
        let trials: Vec<Trial> = plan.trials(2).collect();
        assert_eq!(trials.len(), 6);
        assert_eq!((trials[0], trials[1]), (Trial { cell: 0, game: 0 }, Trial { cell: 1, game: 0 }));
    }
}
