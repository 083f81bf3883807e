//! Our rulings are data: an overlay changes the order of a turn, who leads in it, and what morale asks.

use firelock_core::Side::{self, Blue, Red};
use firelock_core::{Frame, Seeded, Taken, carry_out};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::Command;
use firelock_napoleonic::event::Event;
use firelock_napoleonic::state::{Asking, State, Step};
use firelock_napoleonic::words::Reaction;
use firelock_table::Angle;
use firelock_testkit::{Trial, laws};

use crate::field::{ask, id, overlaid, say, text};

/// Two lines out of each other's reach; moves are asked.
fn far_apart(cells: &[(&str, i32)]) -> State {
    let lines = ["A a line-infantry 60,20 0 line", "B b line-infantry 60,100 180 line"];
    let state = overlaid("field", &text("", &lines), &[], cells).unwrap_or_else(|faults| panic!("{faults}"));
    ask(state, Step::Move, Asking::Move(Red))
}

/// The steps that begin from now on, as nobody does anything, up to the next turn.
fn steps(mut state: State) -> Vec<(Step, bool)> {
    let mut begun = Vec::new();
    let turn = state.turn;
    while state.turn == turn {
        let side = match &state.agenda.top() {
            Some(Frame::Ask(Asking::Move(side) | Asking::Declare(side) | Asking::Fire(side))) => *side,
            other => panic!("{other:?} is asked"),
        };
        let (after, events) = say_freely(&state, side);
        begun.extend(events.iter().filter_map(|event| match event {
            Event::StepBegan { turn: of, step, half } if *of == turn => Some((*step, *half == Red)),
            _ => None,
        }));
        state = after;
    }
    begun
}

/// Done, with whatever the initiative of the next turn rolls.
fn say_freely(state: &State, side: Side) -> (State, Vec<Event>) {
    let mut dice = Seeded::new(7, 0);
    let (after, taken) =
        carry_out::<Napoleonic>(state, side, &Command::Done, &mut dice).unwrap_or_else(|halt| panic!("{halt}"));
    let event = |taken| match taken {
        Taken::Event(event) => Some(event),
        Taken::Roll(_) => None,
    };
    (after, taken.into_iter().filter_map(event).collect())
}

#[test]
fn an_overlay_changes_the_order_of_a_turn_and_who_leads() {
    // NQ-SEQ-01, NQ-SEQ-06, NQ-SEQ-07, NQ-SEQ-09
    let printed = [
        (Step::Move, false),
        (Step::FireDeclare, false),
        (Step::FireDeclare, true),
        (Step::FireArtillery, true),
        (Step::FireSmallArms, true),
        (Step::FireMorale, true),
        (Step::Melee, true),
        (Step::Rally, true),
        (Step::EndCheck, true),
    ];
    assert_eq!(steps(far_apart(&[])), printed);
    // Close combat before fire, in which First declares first; charges come last.
    let cells = [("T-SEQ.melee.place", 3), ("T-SEQ.fire.leads", 1), ("T-SEQ.charge.place", 7)];
    let ours = [
        (Step::Move, false),
        (Step::Melee, true),
        (Step::FireDeclare, true),
        (Step::FireDeclare, false),
        (Step::FireArtillery, true),
        (Step::FireSmallArms, true),
        (Step::FireMorale, true),
        (Step::Rally, true),
        (Step::ChargeDeclare, true),
        (Step::ChargeDeclare, false),
        (Step::EndCheck, true),
    ];
    assert_eq!(steps(far_apart(&cells)), ours);
}

#[test]
fn games_in_another_order_obey_the_laws() {
    let lines = [
        "A a line-infantry 60,40 0 line",
        "A h light-cavalry 90,38 0 line bases=4",
        "A g foot-artillery 120,40 0 deployed guns=ii,howitzer",
        "B b line-infantry 60,62 180 attack-column",
        "B k light-cavalry 90,66 180 line bases=4",
        "B f foot-artillery 120,70 180 deployed guns=ii,howitzer",
    ];
    let cells = [("T-SEQ.fire.place", 2), ("T-SEQ.melee.place", 2), ("T-SEQ.move.leads", 2), ("T-SEQ.charge.place", 9)];
    let state = overlaid("field", &text("", &lines), &[], &cells).unwrap_or_else(|faults| panic!("{faults}"));
    laws::<Napoleonic>(&state, 0..6, &Trial::default()).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn an_overlay_changes_what_morale_asks_on_the_table() {
    // NQ-MOR-01, NQ-MOR-25: cavalry charges a line, which tests its will to stand.
    let stood = |cells: &[(&str, i32)]| {
        let lines = ["A h light-cavalry 60,30 0 line", "B b line-infantry 60,50 180 line"];
        let state = overlaid("field", &text("", &lines), &[], cells).unwrap_or_else(|faults| panic!("{faults}"));
        let state = ask(state, Step::ChargeDeclare, Asking::Declare(Red));
        let charge = Command::Charge { unit: id(&state, "h"), target: id(&state, "b"), turn: Angle::ZERO };
        let (asked, _) = say(&state, Red, &charge, &[]);
        let react = Command::React { unit: id(&asked, "b"), reaction: Reaction::Stand, about: false };
        let (after, _) = say(&asked, Blue, &react, &[6]);
        (after.units[1].unformed, after.units[1].routing)
    };
    // 6 and 2 for the horse: unformed from 7 on.
    assert_eq!(stood(&[]), (true, false));
    assert_eq!(stood(&[("T-MORDM.cavalry", 0)]), (false, false));
    assert_eq!(stood(&[("T-MORALE.rout.from", 8)]), (false, true));
}
