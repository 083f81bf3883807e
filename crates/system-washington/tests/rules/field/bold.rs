//! A bold player, so that games come to blows: he assaults, shoots, and closes, in that order.

use firelock_core::{Grain, RuleSystem, Seeded, Side, Taken, carry_out};
use firelock_washington::Washington;
use firelock_washington::command::{Act, Command};
use firelock_washington::event::Event;
use firelock_washington::state::{Asking, State};

/// One command of a bold game and what came of it.
pub(crate) struct Bold {
    pub(crate) side: Side,
    pub(crate) command: Command,
    pub(crate) taken: Vec<Taken<Event>>,
}

/// What a bold player says: the candidate he likes best, chance among equals.
pub(crate) fn choose(state: &State, side: Side, chance: &mut Seeded) -> Command {
    let mut listed = Vec::new();
    Washington::candidates(state, side, Grain::Middle, &mut listed);
    let best = listed.iter().map(|command| liking(state, command)).max().expect("a decision has an option");
    listed.retain(|command| liking(state, command) == best);
    listed.swap_remove(chance.below(listed.len() as u32) as usize)
}

fn liking(state: &State, command: &Command) -> u32 {
    let face = |die: u8| match state.agenda.top() {
        Some(firelock_core::Frame::Ask(Asking::Reroll(held))) => held.faces[usize::from(die)],
        _ => 6,
    };
    match command {
        Command::Act(Act::Assault(_)) => 90,
        Command::Act(Act::Rally) => 85,
        Command::Act(Act::Unlimber) => 75,
        Command::Act(Act::Shoot { .. }) => 80,
        Command::Act(Act::Bombard { ap, .. }) => 80 + u32::from(*ap),
        Command::Act(Act::Advance(by)) => 40 + by.get() as u32 / 1000,
        Command::Act(Act::Wheel { .. } | Act::TurnGun(_)) => 20,
        Command::Act(_) => 5,
        Command::React(_) => 60,
        Command::Again(die) if face(*die) <= 2 => 30,
        Command::Again(_) => 1,
        Command::Keep => 20,
        Command::Determine(_) => 50,
        Command::Join { .. } => 30,
        Command::RideTo { .. } => 20,
        Command::Ride(_) => 20,
        Command::Motivate(_) | Command::Automatic(_) => 60,
        Command::EndCommander => 1,
        Command::Retreat => 9,
        Command::Stand => 10,
        Command::LayPiece(_) | Command::PlaceObjective(_) | Command::Deploy { .. } => 50,
        Command::DeployCommander { .. } => 50,
        Command::Done => 10,
        _ => 15,
    }
}

/// A bold game of at most so many decisions, the last state and what was said.
pub(crate) fn play(start: &State, seed: u64, limit: usize) -> (State, Vec<Bold>) {
    let mut state = start.clone();
    let mut said = Vec::new();
    while said.len() < limit {
        let asks = Washington::decision(&state).asks;
        let Some(ask) = asks.first() else { break };
        let mut chance = Seeded::new(seed, 1_000_000 + said.len() as u64);
        let command = choose(&state, ask.side, &mut chance);
        let mut dice = Seeded::new(seed, said.len() as u64);
        let carried = carry_out::<Washington>(&state, ask.side, &command, &mut dice);
        let (after, taken) = carried.unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
        said.push(Bold { side: ask.side, command, taken });
        state = after;
    }
    (state, said)
}
