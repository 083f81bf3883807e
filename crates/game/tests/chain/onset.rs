//! The odds of an attack before it is declared: with dice that fall alike the game then rolls the very rolls of the chain.

use firelock_core::{
    Clause, Dice, Die, Encounter, Grain, Halt, Lot, Read, Roll, Rolled, RuleSystem, Seeded, Side, Taken, To, UnitId,
    carry_out, facts_of, fall,
};
use firelock_game::SYSTEMS;
use firelock_scenario::{Battle, Muster};

/// Dice that show their lowest face, or their highest for some rolls; and what they were rolled for.
struct Alike {
    high: fn(&Roll) -> bool,
    rolls: Vec<Roll>,
}

impl Alike {
    fn new(high: fn(&Roll) -> bool) -> Alike {
        Alike { high, rolls: Vec::new() }
    }
}

impl Dice for Alike {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        self.rolls.push(roll.clone());
        let (least, most) = (|die: Die| die.faces().0, |die: Die| die.faces().1);
        fall(roll, &mut |die| Ok(if (self.high)(roll) { most(die) } else { least(die) }))
    }
}

/// What of a roll decides its odds: a chain knows neither sides nor units.
fn essence(roll: &Roll) -> Roll {
    let lot = |lot: &Lot| Lot { side: Side::Red, why: 0, ..lot.clone() };
    Roll { lots: roll.lots.iter().map(lot).collect(), whys: Vec::new(), ..roll.clone() }
}

/// Who attacks, and whom.
type Pair = (UnitId, UnitId);

/// How a system's players go on with an attack: the troops that meet fire at each other and fight, everybody else passes where it may.
struct Hands<S: RuleSystem> {
    /// Who attacks whom.
    pair: fn(&S::State, &S::Command) -> Option<Pair>,
    /// Whether a command belongs to the attack; the first that does is given.
    own: fn(&S::Command, UnitId, UnitId) -> bool,
    /// The commands that pass, where they are legal.
    passes: fn() -> Vec<S::Command>,
    /// The rule of the dice before which nobody may be forced to act, as that may change what the attack was measured by.
    free_until: Option<Clause>,
    /// Whether a command is a choice of which the chain does not tell.
    bars: fn(&S::Command) -> bool,
    /// Which rolls fall high, so that the attack goes on.
    high: fn(&Roll) -> bool,
}

/// The rolls of the chain from its facts, dice falling alike.
fn chain_rolls<S: RuleSystem, E: Encounter>(
    state: &S::State,
    facts: &serde_json::Value,
    high: fn(&Roll) -> bool,
) -> Vec<Roll> {
    let encounter: E = facts_of(facts).expect("facts of the encounter");
    let book = S::book(state);
    assert_eq!(encounter.fault(book), None, "{facts}");
    let (mut dice, mut point) = (Alike::new(high), encounter.start(book));
    while let To::Stage(_) = E::to(&point) {
        point = encounter.step(book, &point, &mut dice).expect("a step").point;
    }
    dice.rolls
}

/// The rolls of the game after a command, as far as the attack goes on; none where it comes to a choice of which the chain does not tell.
fn game_rolls<S: RuleSystem>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    hands: &Hands<S>,
) -> Option<Vec<Roll>> {
    let (unit, target) = (hands.pair)(state, command)?;
    let mut rolls = Vec::new();
    let mut now = state.clone();
    let (mut side, mut command) = (side, command.clone());
    for _ in 0..40 {
        let (after, taken) =
            carry_out::<S>(&now, side, &command, &mut Alike::new(hands.high)).expect("a legal command");
        rolls.extend(taken.into_iter().filter_map(|taken| match taken {
            Taken::Roll(fell) => Some(fell.0),
            Taken::Event(_) => None,
        }));
        now = after;
        let Some(asked) = S::asked(&now).first().copied() else { break };
        side = asked;
        let mut candidates = Vec::new();
        S::candidates(&now, side, Grain::Fine, &mut candidates);
        if candidates.iter().any(hands.bars) {
            return None;
        }
        let own = candidates.iter().find(|command| (hands.own)(command, unit, target)).cloned();
        let pass = || (hands.passes)().into_iter().find(|command| S::check(&now, side, command).is_ok());
        let Some(next) = own.or_else(pass) else {
            let is_fought = hands.free_until.is_none_or(|clause| rolls.iter().any(|roll: &Roll| roll.clause == clause));
            return is_fought.then_some(rolls);
        };
        command = next;
    }
    Some(rolls)
}

/// Plays games until so many attacks were measured: each roll of theirs is one that the game then rolls.
fn attacks_are_measured_as_they_go<S: Muster, E: Encounter>(wanted: usize, hands: &Hands<S>) {
    let path = format!("{}/../../scenarios/first-volley-{}.toml", env!("CARGO_MANIFEST_DIR"), S::NAME);
    let text = std::fs::read_to_string(&path).expect("a battle");
    let battle = Battle::read(&path, &text).expect("a sound battle");
    let book = battle.book::<S>(Default::default()).expect("the printed rules");
    let start = S::muster(&battle, &book).expect("mustered").state;
    assert!(SYSTEMS.iter().any(|system| system.name == S::NAME));
    let (mut n_attacks, mut n_rolls) = (0, 0);
    for seed in 0..60 {
        let mut chance = Seeded::new(seed, 0);
        let mut state = start.clone();
        for _ in 0..400 {
            let Some(side) = S::asked(&state).first().copied() else { break };
            let mut candidates = Vec::new();
            S::candidates(&state, side, Grain::Coarse, &mut candidates);
            let attack = |command: &&S::Command| (hands.pair)(&state, command).is_some();
            let found = candidates
                .iter()
                .filter(attack)
                .find_map(|command| S::attack(&state, side, command).map(|onset| (command.clone(), onset)));
            let rolled = found.as_ref().and_then(|(command, _)| game_rolls(&state, side, command, hands));
            if let (Some((command, onset)), Some(rolled)) = (found, rolled) {
                n_attacks += 1;
                let mut left: Vec<Roll> = rolled.iter().map(essence).collect();
                for roll in chain_rolls::<S, E>(&state, &onset.facts, hands.high).iter().map(essence) {
                    n_rolls += 1;
                    let Some(at) = left.iter().position(|fell| *fell == roll) else {
                        let phrase = S::phrase(&state, &command);
                        panic!(
                            "seed {seed}: {phrase}\nthe chain rolls {roll:?}\nthe game {left:?}\nwith {}",
                            onset.facts
                        );
                    };
                    left.remove(at);
                    // Of two bodies that roll at the same time the game may let the other begin.
                    let mut nth = 0;
                    left.retain(|fell| {
                        nth += 1;
                        nth > at || fell.clause == roll.clause
                    });
                }
                if n_attacks >= wanted {
                    assert!(n_rolls > n_attacks, "attacks that roll something");
                    return;
                }
            }
            let Some(command) = S::draw(&state, side, Grain::Coarse, &mut chance) else { break };
            state = carry_out::<S>(&state, side, &command, &mut chance).expect("a candidate").0;
        }
    }
    panic!("only {n_attacks} attacks in all games");
}

#[test]
fn charges_of_regimental_are_measured_as_they_go() {
    use firelock_regimental::Regimental;
    use firelock_regimental::command::Command;
    let hands = Hands::<Regimental> {
        pair: |_, command| match command {
            Command::Charge { unit, target, .. } => Some((*unit, *target)),
            _ => None,
        },
        own: |command, unit, target| match command {
            Command::Fire { target: at, firers } => {
                let alone = |by: UnitId| firers.len() == 1 && firers[0].unit == by;
                *at == unit && alone(target) || *at == target && alone(unit)
            }
            Command::Fight(first) => *first == unit,
            _ => false,
        },
        passes: || vec![Command::Done],
        free_until: None,
        // Who must be checked may change what the charge was measured by.
        bars: |command| matches!(command, Command::Check { .. } | Command::LeadWith(_)),
        high: |_| false,
    };
    attacks_are_measured_as_they_go::<Regimental, firelock_regimental::chain::Charge>(20, &hands);
}

#[test]
fn assaults_of_washington_are_measured_as_they_go() {
    use firelock_washington::Washington;
    use firelock_washington::command::{Act, Command};
    let hands = Hands::<Washington> {
        pair: |state, command| match command {
            Command::Act(Act::Assault(target)) => Some((state.activation?.unit, *target)),
            _ => None,
        },
        own: |command, _, target| *command == Command::React(target),
        passes: || vec![Command::Pass, Command::Stand],
        free_until: None,
        bars: |command| *command == Command::Keep,
        high: |_| false,
    };
    attacks_are_measured_as_they_go::<Washington, firelock_washington::chain::Onslaught>(8, &hands);
}

#[test]
fn charges_of_napoleonic_are_measured_as_they_go() {
    use firelock_napoleonic::Napoleonic;
    use firelock_napoleonic::command::Command;
    use firelock_napoleonic::state::{Fire, Wrapped};
    use firelock_napoleonic::words::Reaction;
    let hands = Hands::<Napoleonic> {
        pair: |_, command| match command {
            Command::Charge { unit, target, .. } => Some((*unit, *target)),
            _ => None,
        },
        own: |command, unit, target| match command {
            Command::React { unit: charged, reaction: Reaction::Stand, .. } => *charged == target,
            Command::Fire(Fire::Volley { unit: firer, target: at, .. }) => (*firer, *at) == (target, unit),
            _ => false,
        },
        passes: || vec![Command::Done, Command::Hold, Command::Bring(Wrapped::default())],
        free_until: None,
        bars: |_| false,
        high: |roll| roll.read == Read::Sum,
    };
    attacks_are_measured_as_they_go::<Napoleonic, firelock_napoleonic::chain::Charge>(20, &hands);
}

#[test]
fn charges_of_discipline_are_measured_as_they_go() {
    use firelock_discipline::Discipline;
    use firelock_discipline::command::Command;
    use firelock_discipline::state::{Hold, Response, Target};
    let hands = Hands::<Discipline> {
        pair: |_, command| match command {
            Command::Charge { body, target: Target::Body(target), .. } => Some((*body, *target)),
            _ => None,
        },
        own: |command, unit, target| {
            let response = Response::Hold(Hold { fire: Some(unit) });
            *command == Command::Answer { body: target, response }
        },
        passes: || vec![Command::Done],
        free_until: Some(firelock_discipline::clauses::FD_MEL_30),
        bars: |command| matches!(command, Command::GoOn),
        high: |_| false,
    };
    attacks_are_measured_as_they_go::<Discipline, firelock_discipline::chain::Charge>(20, &hands);
}

#[test]
fn what_only_a_table_tells_is_judged_as_well() {
    let chain = firelock_game::Chain::named("discipline").expect("its chain");
    let book = crate::book::<firelock_discipline::Discipline>();
    let said = serde_json::json!({"on_table": {"reception": null, "melee": {"bodies": []}}});
    let fault = (chain.odds)(&said, &book).expect_err("a melee of nobody");
    assert!(fault.to_string().contains("on_table.melee.bodies"), "{fault}");
}
