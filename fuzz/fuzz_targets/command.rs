//! Any bytes as a command at some moment of a game: refused or carried out. The first byte chooses the moment.

#![no_main]

use std::sync::OnceLock;

use firelock_core::{Grain, RuleSystem, Rulebook, Seeded, Side, carry_out};
use firelock_regimental::Regimental;
use firelock_scenario::{Battle, Muster};
use libfuzzer_sys::fuzz_target;

type State = <Regimental as RuleSystem>::State;

/// The states of one game, each a few commands after the last.
fn moments() -> &'static [State] {
    static MOMENTS: OnceLock<Vec<State>> = OnceLock::new();
    MOMENTS.get_or_init(|| {
        let text = include_str!("../../scenarios/first-volley-regimental.toml");
        let battle = Battle::read("first-volley-regimental.toml", text).expect("it comes with the project");
        let mut state = Regimental::muster(&battle, &Rulebook::default()).expect("it musters").state;
        let mut moments = vec![state.clone()];
        let mut chooser = Seeded::new(5, 0);
        for n in 0..400 {
            let Some(side) = Regimental::decision(&state).asks.first().map(|ask| ask.side) else { break };
            let mut commands = Vec::new();
            Regimental::candidates(&state, side, Grain::Coarse, &mut commands);
            let Some(command) = commands.get(chooser.below(commands.len().max(1) as u32) as usize) else { break };
            match carry_out::<Regimental>(&state, side, command, &mut Seeded::new(1, n)) {
                Ok((after, _)) => state = after,
                Err(_) => break,
            }
            if n % 20 == 0 {
                moments.push(state.clone());
            }
        }
        moments
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let Ok(command) = serde_json::from_slice::<<Regimental as RuleSystem>::Command>(bytes) else { return };
    let moments = moments();
    let state = &moments[usize::from(*first) % moments.len()];
    for side in Side::BOTH {
        if let Err(halt) = carry_out::<Regimental>(state, side, &command, &mut Seeded::new(9, 0)) {
            assert!(!halt.to_string().is_empty());
        }
    }
});
