//! How strong the commanders are whose games a report is about.

use firelock_ai::{Brief, Level, Style};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Interval, Plan, Report};

/// A commander measured on the battle of the report: his games against another, sides changed from game to game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LabGauge")]
pub struct Gauge {
    /// Who is measured.
    pub commander: String,
    /// Against whom.
    pub against: String,
    /// How many games were played.
    pub games: usize,
    /// The share that he won.
    pub won: Interval,
}

impl Plan {
    /// The plans that measure each commander by so many games against a recruit, a recruit against a captain: the same battle,
    /// system and seeds, nothing varied.
    pub fn gauges(&self, system: &str, games: u32) -> Vec<Plan> {
        let mut commanders = self.commanders.to_vec();
        commanders.dedup();
        let gauge = |commander: Brief| {
            let level = if commander.level == Level::Recruit { Level::Captain } else { Level::Recruit };
            let other = Brief::new(level, Style::default());
            let systems = vec![system.to_owned()];
            Plan { systems, commanders: [commander, other], games, vary: Vec::new(), ..self.clone() }
        };
        commanders.into_iter().map(gauge).collect()
    }
}

impl Gauge {
    /// What the games of such a plan say; nothing before the first of them is over.
    pub fn of(report: &Report) -> Option<Gauge> {
        let cell = report.cells.first()?;
        let [commander, against] = report.commanders.clone();
        Some(Gauge { commander, against, games: cell.games, won: cell.first_commander? })
    }
}
