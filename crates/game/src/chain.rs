use firelock_core::{Clause, Encounter, RuleSystem, Rulebook, Stage, TestFault, facts_of, schema_of};
use firelock_discipline::Discipline;
use firelock_napoleonic::Napoleonic;
use firelock_odds::{ChainOdds, chain_odds};
use firelock_regimental::Regimental;
use firelock_washington::Washington;
use serde_json::Value;

/// The encounter of each system, in the order in which people see the systems.
pub static CHAINS: &[Chain] = &[
    Chain::of::<Regimental, firelock_regimental::chain::Charge>(),
    Chain::of::<Washington, firelock_washington::chain::Onslaught>(),
    Chain::of::<Discipline, firelock_discipline::chain::Charge>(),
    Chain::of::<Napoleonic, firelock_napoleonic::chain::Charge>(),
];

/// An [`Encounter`] with its types left out.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// The system whose it is.
    pub system: &'static str,
    /// The rule that it stands for.
    pub clause: Clause,
    /// What it asks, in a sentence.
    pub summary: &'static str,
    /// The tests in their order.
    pub stages: &'static [Stage],
    /// What it does not reckon with, in a sentence.
    pub left_out: &'static str,
    /// The JSON schema of its facts.
    pub schema: fn() -> Value,
    /// Its facts where none is said.
    pub facts: fn() -> Value,
    /// All facts, those not said too.
    pub whole: fn(&Value) -> Result<Value, TestFault>,
    /// All facts the other way round: who was attacked attacks.
    pub turned: fn(&Value) -> Result<Value, TestFault>,
    /// Its odds.
    pub odds: fn(&Value, &Rulebook) -> Result<ChainOdds, TestFault>,
}

impl Chain {
    /// The encounter of that system.
    pub const fn of<S: RuleSystem, E: Encounter>() -> Chain {
        Chain {
            system: S::NAME,
            clause: E::CLAUSE,
            summary: E::SUMMARY,
            stages: E::STAGES,
            left_out: E::LEFT_OUT,
            schema: schema_of::<E>,
            facts: || plain(&E::default()),
            whole: |said| facts_of::<E>(said).map(|facts| plain(&facts)),
            turned: |said| facts_of::<E>(said).map(|facts| plain(&facts.turned())),
            odds: |said, book| chain_odds(&facts_of::<E>(said)?, book),
        }
    }

    /// The encounter of the system of that name.
    pub fn named(system: &str) -> Option<&'static Chain> {
        CHAINS.iter().find(|chain| chain.system == system)
    }
}

fn plain<E: Encounter>(facts: &E) -> Value {
    serde_json::to_value(facts).expect("facts are plain names and values")
}
