//! Every law catches the system that breaks it: the toy with a lie in one place.

mod liar;

use firelock_core::{
    Chart, Clause, Die, Fitted, Lot, Quantity, Read, Refusal, Roll, RuleSystem, Side, Step, UnitId, Verdict, View,
    carry_out,
};
use firelock_table::Length;
use firelock_testkit::toy::{Answer, Asked, Command, Event, Posture, State, Toy};
use firelock_testkit::{Fault, Law, Policy, Trial, laws};

use crate::liar::{HONEST, Kind, Liar, Lie, Told, emit_all, honestly, tell_lie, times};

/// A rule that is not in the chapter.
const NO_RULE: Clause = Clause::new("TOY-SEQ-99");

/// How a lie is found out.
fn fault(lie: Lie, trial: &Trial) -> Box<Fault> {
    tell_lie(lie);
    laws::<Liar>(&Told(State::example()), 0..40, trial).expect_err("a lie")
}

/// A lie and the law that catches it.
macro_rules! lie {
    ($test:ident, $law:ident, $($what:ident: $lie:expr),+) => {
        #[test]
        fn $test() {
            let policy = Policy { limit: 300, ..Policy::default() };
            let trial = Trial { policy, every: 1, ..Trial::default() };
            assert_eq!(fault(Lie { $($what: $lie,)+ ..HONEST }, &trial).law, Law::$law);
        }
    };
}

#[test]
fn the_liar_without_a_lie_keeps_the_laws() -> Result<(), Box<Fault>> {
    laws::<Liar>(&Told(State::example()), 0..10, &Trial { every: 1, again: 1, ..Trial::default() }).map(|_| ())
}

lie!(a_decision_without_candidates_is_caught, Option, candidates: |_, _, _, _| {});

lie!(an_end_without_a_verdict_is_caught, Option, verdict: |_| None);

lie!(a_second_open_ask_is_caught, Option, decision: |state| {
    let mut decision = Toy::decision(state);
    decision.asks.iter_mut().for_each(|ask| ask.sealed = false);
    decision
});

lie!(an_illegal_candidate_is_caught, Legal, candidates: |state, side, grain, into| {
    Toy::candidates(state, side, grain, into);
    for command in into {
        if let Command::Ahead { by, .. } = command {
            *by = Length::inches(9);
        }
    }
});

lie!(a_listed_command_that_is_no_candidate_is_caught, Legal, candidates: |state, side, grain, into| {
    Toy::candidates(state, side, grain, into);
    into.retain(|command| *command != Command::Choose(Posture::Hold));
});

lie!(a_draw_of_what_is_no_candidate_is_caught, Draw, draw: Some(|state, side, grain, chance| {
    match Toy::draw(state, side, grain, chance)? {
        Command::Ahead { unit, .. } => Some(Command::Ahead { unit, by: Length::inches(9) }),
        command => Some(command),
    }
}));

lie!(a_draw_of_nothing_is_caught, Draw, draw: Some(|_, _, _, _| None));

lie!(a_legal_command_that_does_not_resolve_is_caught, Resolves, resolve: |desk, side, command| match command {
    Command::Shoot { .. } => Err(Refusal::new(Clause::new("TOY-FIR-01"), "misfire").into()),
    _ => honestly(desk, side, command),
});

lie!(an_earlier_command_that_passes_and_does_not_resolve_is_caught, Resolves, check: |state, side, command| {
    match (command, state.asked()) {
        (Command::Ahead { .. }, Some(Asked::Shoot(own, _))) if *own == side => Ok(()),
        _ => Toy::check(state, side, command),
    }
});

lie!(a_fold_with_a_memory_is_caught, Fold, fold: |state, event| {
    Toy::fold(state, event);
    if let Event::Moved { unit, .. } = event {
        state.units[unit.index()].lost = (times() % 2) as u8;
    }
});

lie!(a_roll_that_is_not_kept_is_caught, Replay, resolve: |desk, side, command| {
    let state = desk.state().0.clone();
    let (_, taken) = carry_out::<Toy>(&state, side, command, desk.dice())?;
    emit_all(desk, taken);
    Ok(())
});

lie!(fast_play_that_differs_is_caught, FastPlay, resolve: |desk, side, command| {
    static CHART: Chart<()> =
        Chart { id: "T-LIE", total: Quantity::Score, steps: &[Step::Given(NO_RULE, "lie", |()| 0)] };
    honestly(desk, side, command)?;
    if matches!(command, Command::Ahead { .. }) && desk.read(&CHART, &()).lines.is_empty() {
        desk.emit(Told(Event::StoodFast { unit: UnitId(0) }));
    }
    Ok(())
});

lie!(a_decision_with_a_memory_is_caught, Same, decision: |state| {
    let mut decision = Toy::decision(state);
    if times().is_multiple_of(2) {
        decision.asks.iter_mut().for_each(|ask| ask.listed.reverse());
    }
    decision
});

lie!(candidates_with_a_memory_are_caught, Same, candidates: |state, side, grain, into| {
    Toy::candidates(state, side, grain, into);
    let by = times() as usize % into.len().max(1);
    into.rotate_left(by);
});

lie!(a_record_with_a_memory_is_caught, Same, resolve: |desk, side, command| {
    honestly(desk, side, command)?;
    if matches!(command, Command::Ahead { .. }) && times().is_multiple_of(2) {
        desk.emit(Told(Event::Chose { side, posture: Some(Posture::Hold) }));
    }
    Ok(())
});

#[test]
fn a_game_that_differs_the_next_time_is_caught() {
    let candidates = |state: &State, side, grain, into: &mut Vec<Command>| {
        Toy::candidates(state, side, grain, into);
        if times() > 100 {
            into.reverse();
        }
    };
    let fault = fault(Lie { candidates, ..HONEST }, &Trial { every: 1000, again: 1, ..Trial::default() });
    assert_eq!(fault.law, Law::Same);
    assert!(fault.words.starts_with("the game played twice"), "{fault}");
}

/// What a side may not know: the posture of the other side before both are in.
fn enemy_holds(state: &State, side: Side) -> bool {
    state.asked() == Some(&Asked::Posture) && state.is_holding(side.enemy())
}

lie!(a_check_that_peeks_is_caught, Observe, check: |state, side, command| {
    Toy::check(state, side, command).map_err(|refusal| match enemy_holds(state, side) {
        true => Refusal::new(refusal.clause, "they hold"),
        false => refusal,
    })
});

lie!(candidates_that_peek_are_caught, Observe, candidates: |state, side, grain, into| {
    Toy::candidates(state, side, grain, into);
    if enemy_holds(state, side) {
        into.reverse();
    }
});

lie!(an_ask_that_peeks_is_caught, Observe, decision: |state| {
    let mut decision = Toy::decision(state);
    for ask in &mut decision.asks {
        if enemy_holds(state, ask.side) {
            ask.listed.reverse();
        }
    }
    decision
});

// Second volleys are hidden here, consistently; only the cost of a move tells of them.
lie!(a_fit_that_peeks_is_caught, Observe,
    observe: |state, side| State { second_volley: [true; 2], ..Toy::observe(state, side) },
    redact: |event, side| match Toy::redact(event, side)? {
        Event::Volley { unit, target, felled, .. } => Some(Event::Volley { unit, target, felled, second: false }),
        event => Some(event),
    },
    fit: |state, side, wish| {
        let fitted = Toy::fit(state, side, wish)?;
        Ok(Fitted { cost: format!("{:?}", state.second_volley), ..fitted })
    }
);

lie!(what_is_observed_twice_and_differs_is_caught, Observe, observe: |state, side| {
    let mut seen = Toy::observe(state, side);
    seen.turn += 1;
    seen
});

fn leak(state: &State, side: Option<Side>) -> View {
    View { phase: format!("{:?}", state.postures), ..Toy::view(state, side) }
}

lie!(a_view_that_shows_a_secret_is_caught, View, view: |state, side| match side {
    Some(Side::Blue) => leak(state, side),
    _ => Toy::view(state, side),
});

lie!(a_view_that_shows_a_spectator_a_secret_is_caught, View, view: |state, side| match side {
    None => leak(state, side),
    Some(_) => Toy::view(state, side),
});

lie!(an_event_that_is_told_wrongly_is_caught, Redact, redact: |event, side| match Toy::redact(event, side)? {
    Event::Chose { side, posture: None } => Some(Event::Chose { side, posture: Some(Posture::Press) }),
    event => Some(event),
});

lie!(an_event_that_is_hidden_and_should_not_be_is_caught, Redact, redact: |event, side| {
    Toy::redact(event, side).filter(|event| !matches!(event, Event::Moved { .. }))
});

lie!(an_event_that_is_redacted_twice_and_differs_is_caught, Redact, redact: |event, side| match *event {
    Event::Tested { unit, held } => Some(Event::Tested { unit: UnitId(unit.0 ^ 1), held }),
    _ => Toy::redact(event, side),
});

lie!(a_seal_that_hides_nothing_is_caught, Sealed,
    observe: |state, _| state.clone(),
    redact: |event, _| Some(event.clone()),
    view: leak
);

lie!(a_seal_that_leaks_by_an_event_is_caught, Sealed, redact: |event, _| Some(event.clone()));

lie!(a_seal_that_leaks_by_the_number_of_events_is_caught, Sealed, resolve: |desk, side, command| {
    honestly(desk, side, command)?;
    if *command == Command::Choose(Posture::Hold) && desk.state().0.asked() == Some(&Asked::Posture) {
        desk.emit(Told(Event::Chose { side, posture: Some(Posture::Hold) }));
    }
    Ok(())
});

lie!(a_seal_that_favors_the_first_is_caught, Sealed, resolve: |desk, side, command| {
    let is_second = desk.state().0.postures != [Answer::Open; 2];
    match command {
        Command::Choose(_) if is_second => honestly(desk, side, &Command::Choose(Posture::Press)),
        _ => honestly(desk, side, command),
    }
});

lie!(a_command_that_cannot_be_saved_is_caught, CommandSaves, unwritable: Some(Kind::Command));

lie!(an_event_that_cannot_be_saved_is_caught, EventSaves, unwritable: Some(Kind::Event));

lie!(a_state_that_cannot_be_saved_is_caught, StateSaves, unwritable: Some(Kind::State));

lie!(a_check_that_minds_no_side_is_caught, WrongSide, check: |state, side, command| {
    Toy::check(state, side, command).or_else(|_| Toy::check(state, side.enemy(), command))
});

lie!(candidates_of_a_side_not_asked_are_caught, WrongSide, candidates: |state, side, grain, into| {
    Toy::candidates(state, side, grain, into);
    if into.is_empty() {
        Toy::candidates(state, side.enemy(), grain, into);
    }
});

lie!(an_earlier_command_of_a_side_not_asked_is_caught, WrongSide, check: |state, side, command| {
    match (command, state.asked()) {
        (Command::Ahead { .. }, Some(Asked::Shoot(own, _))) if *own != side => Ok(()),
        _ => Toy::check(state, side, command),
    }
});

lie!(a_check_that_panics_is_caught, Stale, check: |state, side, command| {
    if let (Command::Ahead { unit, .. }, Some(Asked::Shoot(_, left))) = (command, state.asked()) {
        left.iter().find(|other| *other == unit).expect("the company is in the step");
    }
    Toy::check(state, side, command)
});

lie!(an_ask_by_no_rule_is_caught, Cited, decision: |state| {
    let mut decision = Toy::decision(state);
    decision.asks.iter_mut().for_each(|ask| ask.clause = NO_RULE);
    decision
});

lie!(a_refusal_by_no_rule_is_caught, Cited, check: |state, side, command| {
    Toy::check(state, side, command).map_err(|_| Refusal::new(NO_RULE, "no"))
});

lie!(a_roll_by_no_rule_is_caught, Cited, resolve: |desk, side, command| {
    desk.roll(Roll::new(NO_RULE, "omen", Read::Sum, [Lot::of(side, 1, Die::D(6))]))?;
    honestly(desk, side, command)
});

lie!(an_end_by_no_rule_is_caught, Cited, verdict: |state| {
    Toy::verdict(state).map(|verdict| Verdict { clause: NO_RULE, ..verdict })
});

lie!(a_prompt_that_cannot_be_sent_back_is_caught, Prompt, view: |state, side| {
    let mut view = Toy::view(state, side);
    let options = view.prompt.iter_mut().flat_map(|prompt| &mut prompt.options);
    options.for_each(|option| option.command = "charge".into());
    view
});

lie!(a_prompt_that_offers_too_little_is_caught, Prompt, view: |state, side| {
    let mut view = Toy::view(state, side);
    view.prompt.iter_mut().for_each(|prompt| prompt.options.truncate(1));
    view
});

lie!(a_view_without_a_prompt_is_caught, Prompt, view: |state, side| View { prompt: None, ..Toy::view(state, side) });

lie!(a_view_that_waits_for_nobody_is_caught, Prompt, view: |state, side| {
    View { waiting: Vec::new(), ..Toy::view(state, side) }
});

lie!(a_view_that_does_not_know_the_end_is_caught, Prompt, view: |state, side| View { over: None, ..Toy::view(state, side) });

lie!(a_fit_that_is_illegal_is_caught, Fit, fit: |state, side, wish| {
    let fitted = Toy::fit(state, side, wish)?;
    Ok(Fitted { command: Command::Ahead { unit: wish.unit, by: Length::inches(9) }, ..fitted })
});

lie!(a_command_without_words_is_caught, Words, phrase: |_, _| String::new());

lie!(dice_without_words_are_caught, Words, tell: |_, _| String::new());

lie!(a_game_without_an_end_is_caught, Ends, fold: |state, event| {
    Toy::fold(state, event);
    state.turn = 1;
});

lie!(a_command_after_the_end_is_caught, Ends, check: |state, side, command| match state.asked() {
    None => Ok(()),
    Some(_) => Toy::check(state, side, command),
});

#[test]
fn a_fault_says_all_that_is_needed_to_find_it_again() {
    let candidates = |state: &State, side, grain, into: &mut Vec<Command>| {
        Toy::candidates(state, side, grain, into);
        if let (5.., Some(Command::Ahead { by, .. })) = (state.turn, into.first_mut()) {
            *by = Length::inches(9);
        }
    };
    let trial = Trial { every: 4, policy: Policy { hurry: 3, ..Policy::default() }, ..Trial::default() };
    let fault = fault(Lie { candidates, ..HONEST }, &trial);
    let again = laws::<Liar>(&Told(State::example()), fault.seed..fault.seed + 1, &trial).expect_err("again");
    assert_eq!(fault, again);
    let text = fault.to_string();
    let seed = format!("seed {}, place {}: ", fault.seed, fault.place);
    for part in ["liar breaks a law: every candidate passes check", &seed, "move (TOY-MOV-01)", "Ahead", "turn 5 of 8"]
    {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}
