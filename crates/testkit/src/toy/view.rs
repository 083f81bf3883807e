use firelock_core::{Ask, Badge, Choice, FeatureView, Piece, PieceKind, Prompt, RuleSystem, Side, Track, UnitId, View};

use super::charts;
use super::state::{Answer, Asked, Command, Posture, State, ground};
use super::{Toy, rules};

/// What a client draws; only what its viewer may know.
pub(super) fn view(state: &State, side: Option<Side>) -> View {
    let seen = match side {
        Some(side) => Toy::observe(state, side),
        None => Toy::observe(&Toy::observe(state, Side::Red), Side::Blue),
    };
    let decision = rules::decision(&seen);
    let asked = |viewer: &Side| decision.ask(*viewer).is_some();
    View {
        system: Toy::NAME,
        turn: seen.turn,
        turns: u16::try_from(seen.muster.book.number(&charts::TURNS)).ok(),
        phase: decision.asks.first().map_or(String::new(), |ask| ask.prompt.into()),
        active: decision.asks.first().filter(|ask| !ask.sealed).map(|ask| ask.side),
        size: seen.muster.size,
        ground: Vec::<FeatureView>::new(),
        pieces: seen.alive().map(|(id, _)| piece(&seen, id)).collect(),
        tracks: Side::BOTH.into_iter().flat_map(|side| tracks(&seen, side)).collect(),
        prompt: side.and_then(|side| decision.ask(side)).map(|ask| prompt(&seen, ask)),
        waiting: Side::BOTH.into_iter().filter(asked).filter(|other| Some(*other) != side).collect(),
        over: rules::verdict(&seen).map(|verdict| verdict.words),
        ..View::default()
    }
}

fn piece(state: &State, id: UnitId) -> Piece {
    let (unit, company) = (&state.units[id.index()], &state.muster.companies[id.index()]);
    let base = ground(unit.pose);
    Piece {
        id,
        side: unit.side,
        name: company.name.clone(),
        kind: PieceKind::Infantry,
        bases: vec![base.corners],
        outline: base.corners.into(),
        front: Some(base.front()),
        facing: unit.pose.facing,
        formation: "line".into(),
        badge: Badge { now: unit.figures.into(), full: company.figures.into(), ..Badge::default() },
        ..Piece::default()
    }
}

fn tracks(state: &State, side: Side) -> [Track; 2] {
    let posture = match state.postures[side.index()] {
        Answer::Open => 0,
        Answer::Sealed => 1,
        Answer::Is(Posture::Press) => 2,
        Answer::Is(Posture::Hold) => 3,
    };
    let track = |name: &str, now, clause| Track { side: Some(side), name: name.into(), now, of: None, clause };
    [
        track("figures", state.figures(side), charts::VIC_02),
        track("posture (0 open, 1 sealed, 2 press, 3 hold)", posture, charts::SEQ_01),
    ]
}

fn prompt(state: &State, ask: &Ask<Command>) -> Prompt {
    let end = ask.end.iter().flatten();
    let choice = |command: &Command| Choice {
        words: phrase(state, command),
        unit: match command {
            Command::Shoot { unit, .. } => Some(*unit),
            _ => None,
        },
        target: match command {
            Command::Shoot { target, .. } => Some(*target),
            _ => None,
        },
        command: serde_json::to_value(command).unwrap_or_default(),
        ledger: None,
    };
    let acts = match state.asked() {
        Some(Asked::Move(_, left)) => {
            let both = |unit: &UnitId| [(*unit, "ahead".to_string()), (*unit, "wheel".to_string())];
            left.iter().filter(|unit| state.unit(**unit).is_some()).flat_map(both).collect()
        }
        _ => Vec::new(),
    };
    Prompt {
        side: ask.side,
        clause: ask.clause,
        words: ask.prompt.into(),
        form: ask.form,
        options: ask.listed.iter().chain(end).map(choice).collect(),
        acts,
        not_yet: None,
    }
}

/// A command in a few words.
pub(super) fn phrase(state: &State, command: &Command) -> String {
    match command {
        Command::Choose(posture) => posture.word().into(),
        Command::Ahead { unit, by } => format!("{} ahead {by}", state.name(*unit)),
        Command::Wheel { unit, turn } => format!("{} wheels {turn}", state.name(*unit)),
        Command::Shoot { unit, target } => format!("{} shoots at {}", state.name(*unit), state.name(*target)),
        Command::Keep => "keep the dice".into(),
        Command::RollAgain => "roll the misses again".into(),
        Command::FallBack => "fall back".into(),
        Command::StandFast => "stand fast".into(),
        Command::Done => "done".into(),
    }
}
