//! The game, its record and its undo, played with the toy system.

use std::collections::BTreeMap;
use std::sync::Arc;

use firelock_core::{Grain, Overlay, PieceKind, RuleSystem, Seeded, Side, UnitId};
use firelock_game::{
    Agreed, AnyGame, BattleFile, BattleName, DiceSource, Game, Key, Note, Outcome, Record, RecordFault, Refused,
    SYSTEMS, Shorthand, System, UndoBar,
};
use firelock_table::Length;
use firelock_testkit::toy::{Command, Posture, State, Toy};

fn begin(dice: DiceSource) -> Game<Toy> {
    let battle = BattleName { id: "skirmish".into(), hash: "0".repeat(64) };
    let agreed = Agreed { overlay: Overlay::default(), dice, players: ["Ann".into(), "Bob".into()] };
    Game::start(battle, agreed, State::example())
}

fn open_dice() -> DiceSource {
    DiceSource::Open(Key::from_seed(7))
}

/// Gives a command that must be carried out.
fn give(game: &mut Game<Toy>, side: Side, command: Command) -> Vec<String> {
    let at = game.record().entries().len();
    match game.submit(side, command, at) {
        Ok(Outcome::Done(accepted)) => accepted.seen[0].told.iter().map(|telling| telling.words.clone()).collect(),
        other => panic!("{other:?}"),
    }
}

/// A whole game of commands drawn from the candidates.
fn play(dice: DiceSource) -> Game<Toy> {
    let mut game = begin(dice);
    let mut chooser = Seeded::new(3, 0);
    while let Some(ask) = Toy::decision(game.state()).asks.first() {
        let mut commands = Vec::new();
        Toy::candidates(game.state(), ask.side, Grain::Coarse, &mut commands);
        let command = commands[chooser.below(commands.len() as u32) as usize].clone();
        let at = game.record().entries().len();
        let mut outcome = game.submit(ask.side, command, at);
        while let Ok(Outcome::NeedRoll(roll)) = &outcome {
            let faces: Vec<i16> =
                roll.lots.iter().flat_map(|lot| vec![4; usize::from(lot.trials * lot.dice)]).collect();
            outcome = game.answer(&faces, at);
        }
        outcome.expect("candidates are legal");
    }
    game
}

fn reload(text: &str) -> Result<Game<Toy>, RecordFault> {
    Game::load(Record::read("game.jsonl", text)?, State::example(), None, |_| {})
}

fn red_to_move(dice: DiceSource) -> Game<Toy> {
    let mut game = begin(dice);
    give(&mut game, Side::Red, Command::Choose(Posture::Press));
    give(&mut game, Side::Blue, Command::Choose(Posture::Hold));
    game
}

fn ahead(unit: u16, inches: i32) -> Command {
    Command::Ahead { unit: UnitId(unit), by: Length::inches(inches) }
}

#[test]
fn a_record_plays_again_to_the_same_bytes() {
    for dice in [open_dice(), DiceSource::Secret(Key::from_seed(7)), DiceSource::Hand] {
        let game = play(dice);
        let text = game.record().text();
        assert!(text.lines().count() > 50 && game.verdict().is_some());
        let again = reload(&text).expect("an honest record");
        assert_eq!(again.record().text(), text);
        assert_eq!(again.state(), game.state());
    }
}

#[test]
fn a_game_in_shorthand_plays_again_to_the_same_bytes() {
    let key = Key::from_seed(7);
    for (dice, key) in [(open_dice(), None), (DiceSource::Secret(key), Some(key)), (DiceSource::Hand, None)] {
        let text = play(dice).record().text();
        let lines: Vec<&str> = text.lines().collect();
        let begin_again = || {
            let record = Record::read("game.jsonl", &format!("{}\n", lines[0])).expect("a header");
            Game::<Toy>::load(record, State::example(), key, |_| {}).expect("a game without a command")
        };
        let short = |line: &&str| Shorthand::of_line(line).expect("an honest line");
        let kept: Vec<Shorthand> = lines[1..lines.len() - 1].iter().map(short).collect();
        let mut again = begin_again();
        for (n, kept) in kept.iter().enumerate() {
            let accepted = again.resume(kept).expect("the same game");
            let own = again.record().shorthand(n, &accepted.faces).expect("just played");
            let json = |kept: &Shorthand| serde_json::to_string(kept).expect("plain values");
            assert_eq!(json(&own), json(kept));
        }
        assert_eq!(again.record().text(), text);

        // As it was kept before: with the seal of its line.
        let mut again = begin_again();
        for (kept, line) in kept.iter().zip(&lines[1..]) {
            let (_, seal) = line.trim_end_matches("\"}").rsplit_once('"').expect("a sealed line");
            again
                .resume(&Shorthand { state: None, seal: Some(seal.to_owned()), ..kept.clone() })
                .expect("the same game");
        }
        assert_eq!(again.record().text(), text);

        let rolled = kept.iter().position(|kept| !kept.faces.is_empty()).expect("dice fell");
        let other_face = |face: i16| if face == 1 { 2 } else { 1 };
        let other_dice = Shorthand { faces: vec![other_face(kept[rolled].faces[0])], ..kept[rolled].clone() };
        let other_state = Shorthand { state: kept[0].state.clone(), ..kept[rolled].clone() };
        let nothing_to_tell = Shorthand { state: None, ..kept[rolled].clone() };
        let other_seal = Shorthand { seal: Some("0".repeat(16)), ..nothing_to_tell.clone() };
        for changed in [other_dice, other_state, nothing_to_tell, other_seal] {
            let mut again = begin_again();
            kept[..rolled].iter().for_each(|kept| drop(again.resume(kept).expect("unchanged")));
            let fault = again.resume(&changed).expect_err("it is another game");
            assert_eq!(fault.line, rolled + 2);
        }
    }
}

#[test]
fn a_changed_note_of_a_game_in_shorthand_is_found() {
    let game = play(DiceSource::Hand).record().cut(1);
    let note = |intent: &str| Note { by: "captain".into(), intent: intent.into(), score: 7, others: Vec::new() };
    let begin_again = || {
        let record = Record::read("game.jsonl", &(game.line(0) + "\n")).expect("a header");
        Game::<Toy>::load(record, State::example(), None, |_| {}).expect("a game without a command")
    };
    let mut noted = begin_again();
    let first = Shorthand::of_line(&game.line(1)).expect("an honest line");
    let accepted = noted.resume(&first).expect("the same game");
    noted.annotate(note("to press on"));
    let kept = noted.record().shorthand(0, &accepted.faces).expect("just played");
    begin_again().resume(&kept).expect("the same game and the same words");
    for note in [Some(note("to fall back")), None] {
        let fault = begin_again().resume(&Shorthand { note, ..kept.clone() }).expect_err("other words");
        assert!(fault.problem.contains("what was said"), "{fault}");
    }
    let before = Shorthand { said: None, ..kept };
    begin_again().resume(&before).expect("as notes were kept before");
}

#[test]
fn every_changed_byte_is_found_in_its_line() {
    let game = play(open_dice());
    let lines: Vec<String> = game.record().text().lines().map(str::to_owned).collect();
    // The header, a sealed choice, the first roll, the last line.
    let with_roll = lines.iter().position(|line| line.contains("\"faces\"")).expect("dice fell");
    for changed in [0, 1, with_roll, lines.len() - 1] {
        for at in 0..lines[changed].len() {
            let mut bytes = lines[changed].clone().into_bytes();
            bytes[at] = if bytes[at] == b'3' { b'4' } else { b'3' };
            let mut tampered = lines.clone();
            tampered[changed] = String::from_utf8(bytes).expect("plain ASCII");
            let fault = reload(&(tampered.join("\n") + "\n")).expect_err("a byte was changed");
            assert_eq!(fault.line, changed + 1, "column {at} of {}: {fault}", lines[changed]);
        }
    }
}

#[test]
fn a_fault_says_how_the_line_differs() {
    let text = play(open_dice()).record().text();
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        reload(&text.replacen(from, to, 1)).expect_err("it was changed")
    };
    let fault = wrong("\"posture\":\"press\"", "\"posture\":\"hold\"");
    assert_eq!(fault.problem, "the game goes another way here");
    assert!(fault.expected.contains("press") && fault.found.contains("hold"), "{fault}");
    let fault = wrong("Ann", "Eve");
    assert_eq!((fault.line, &*fault.problem), (1, "the line or its seal was changed after it was written"));
    let fault = wrong("\"firelock\":3", "\"firelock\":9");
    assert_eq!((&*fault.expected, &*fault.found), ("form 2 to 3", "form 9"));
    let fault = wrong("{\"choose\":\"press\"}", "{\"choose\":\"rest\"}");
    assert!(fault.problem.starts_with("command: unknown variant `rest`"), "{fault}");
    let fault = wrong("\"n\":4,", "\"n\":5,");
    assert_eq!(fault.problem, "this is command 5, but command 4 comes next");
    let fault = wrong("\"n\":4,", "\"n\": 4,");
    assert_eq!(fault.problem, "the line is not written as a record writes it");
    let fault = wrong("\n{\"n\":4,", "\r\n{\"n\":4,");
    assert_eq!((fault.line, &*fault.problem), (5, "a line ends with its seal of 16 digits 0-9 and a-f"));
}

#[test]
fn lines_lost_added_or_swapped_are_found() {
    let text = play(open_dice()).record().text();
    let lines: Vec<&str> = text.lines().collect();
    let fault = |lines: &[&str]| reload(&(lines.join("\n") + "\n")).expect_err("it was changed");
    assert_eq!(fault(&[&lines[..3], &lines[4..]].concat()).line, 4);
    assert_eq!(fault(&[&lines[..3], &[lines[4], lines[3]], &lines[5..]].concat()).line, 4);
    assert_eq!(fault(&[&lines[..], &lines[1..2]].concat()).problem, "there is a line after the end of the game");
    let no_end = fault(&lines[..lines.len() - 1]);
    assert_eq!((no_end.line, &*no_end.problem), (lines.len(), "the game is over here, but the record does not say so"));
    assert!(reload(&text[..text.len() - 1]).expect_err("cut").problem.contains("cut off"));
    assert_eq!(reload("").expect_err("empty").problem, "the record is empty");
    // A record that ends after some command is a save.
    assert!(reload(&(lines[..9].join("\n") + "\n")).is_ok());
}

#[test]
fn secret_dice_are_told_at_the_end_and_checked() {
    let game = play(DiceSource::Secret(Key::from_seed(7)));
    let text = game.record().text();
    let key = "07".to_owned() + &"0".repeat(62);
    let (head, end) = (text.lines().next().expect("a header"), text.lines().last().expect("an end"));
    assert!(!head.contains(&key) && end.contains(&key));
    assert_eq!(game.state(), play(open_dice()).state(), "the same key gives the same dice");
    // Without the end nobody knows the key: the faces are believed, and the game cannot go on.
    let save: String = text.lines().take(9).map(|line| format!("{line}\n")).collect();
    let mut blind = reload(&save).expect("faces from the record");
    assert_eq!(blind.submit(Side::Red, Command::Done, 8), Err(Refused::KeyWanted));
    let record = Record::read("game.jsonl", &save).expect("a save");
    let fault = Game::<Toy>::load(record, State::example(), Some(Key::from_seed(8)), |_| {}).expect_err("another key");
    assert_eq!(fault.problem, "the key of the dice is not the one that was committed to");
}

#[test]
fn stale_and_repeated_commands_change_nothing_and_are_told_so() {
    let mut game = red_to_move(open_dice());
    give(&mut game, Side::Red, ahead(0, 3));
    let text = game.record().text();
    assert_eq!(game.submit(Side::Red, ahead(0, 3), 2), Err(Refused::Duplicate { n: 2 }));
    assert_eq!(game.submit(Side::Red, ahead(1, 3), 2), Err(Refused::Stale { at: 2, now: 3 }));
    assert_eq!(game.submit(Side::Blue, ahead(0, 3), 2), Err(Refused::Stale { at: 2, now: 3 }));
    assert_eq!(game.submit(Side::Red, ahead(1, 3), 4), Err(Refused::Stale { at: 4, now: 3 }));
    assert!(matches!(game.submit(Side::Blue, Command::Done, 3), Err(Refused::Rule(_))));
    assert_eq!(game.undo(Side::Red, 2), Err(Refused::Stale { at: 2, now: 3 }));
    assert_eq!(game.record().text(), text);
}

#[test]
fn where_both_choose_in_secret_neither_need_be_quicker() {
    let mut game = begin(open_dice());
    assert!(matches!(game.submit(Side::Red, Command::Choose(Posture::Press), 0), Ok(Outcome::Done(_))));
    assert_eq!(game.submit(Side::Red, Command::Choose(Posture::Press), 0), Err(Refused::Duplicate { n: 0 }));
    assert_eq!(game.submit(Side::Red, Command::Choose(Posture::Hold), 0), Err(Refused::Stale { at: 0, now: 1 }));
    assert!(
        matches!(game.submit(Side::Blue, Command::Choose(Posture::Hold), 0), Ok(Outcome::Done(accepted)) if accepted.n == 1)
    );
    assert_eq!(game.submit(Side::Blue, Command::Choose(Posture::Hold), 0), Err(Refused::Duplicate { n: 1 }));
    assert_eq!(game.submit(Side::Red, ahead(0, 3), 1), Err(Refused::Stale { at: 1, now: 2 }), "the choices are shown");
}

#[test]
fn undo_is_free_until_dice_or_the_other_side_or_hidden_facts() {
    let mut game = begin(open_dice());
    assert_eq!(game.can_undo(Side::Red), Err(UndoBar::Nothing));
    give(&mut game, Side::Red, Command::Choose(Posture::Press));
    assert_eq!(game.undo(Side::Red, 1), Ok(()), "a sealed choice may be changed while the other side thinks");
    give(&mut game, Side::Red, Command::Choose(Posture::Press));
    give(&mut game, Side::Blue, Command::Choose(Posture::Hold));
    assert_eq!(game.can_undo(Side::Blue), Err(UndoBar::Seen), "red's choice was shown");
    assert_eq!(game.can_undo(Side::Red), Err(UndoBar::Decided(Side::Blue)));

    let before = game.state().clone();
    give(&mut game, Side::Red, ahead(0, 3));
    give(&mut game, Side::Red, ahead(1, 6));
    assert_eq!(game.can_undo(Side::Blue), Err(UndoBar::Decided(Side::Red)));
    assert_eq!(game.reset(Side::Red, 4), Ok(2));
    assert_eq!((game.state(), game.record().entries().len()), (&before, 2));
    assert_eq!(game.reset(Side::Red, 2), Err(Refused::Undo(UndoBar::Decided(Side::Blue))));

    give(&mut game, Side::Red, ahead(0, 6));
    give(&mut game, Side::Red, Command::Done);
    give(&mut game, Side::Blue, Command::Done);
    let told = give(&mut game, Side::Red, Command::Shoot { unit: UnitId(0), target: UnitId(3) });
    assert!(told[0].starts_with("volley, "), "{told:?}");
    assert_eq!(game.can_undo(Side::Red), Err(UndoBar::Rolled));
    // A save keeps what may be taken back.
    give(&mut game, Side::Red, Command::Keep);
    let mut again = reload(&game.record().text()).expect("a save");
    assert_eq!(again.reset(Side::Red, 7), Ok(1));
    assert_eq!(again.can_undo(Side::Red), Err(UndoBar::Rolled));
}

#[test]
fn each_of_several_commands_is_taken_back_in_turn() {
    let mut game = red_to_move(open_dice());
    let from = game.record().entries().len();
    let mut states = Vec::new();
    for (unit, inches) in [(0, 3), (1, 6), (2, 4)] {
        states.push(game.state().clone());
        give(&mut game, Side::Red, ahead(unit, inches));
    }
    let mut again = reload(&game.record().text()).expect("a save");
    for (nth, before) in states.iter().enumerate().rev() {
        for game in [&mut game, &mut again] {
            assert_eq!(game.undo(Side::Red, from + nth + 1), Ok(()));
            assert_eq!(game.state(), before, "before command {nth}");
        }
    }
    assert!(game.can_undo(Side::Red).is_err());
    give(&mut game, Side::Red, ahead(1, 3));
    assert_eq!(game.undo(Side::Red, from + 1), Ok(()));
    assert_eq!(game.state(), &states[0]);
}

#[test]
fn a_finished_game_is_not_taken_back() {
    let mut game = play(open_dice());
    let at = game.record().entries().len();
    for side in Side::BOTH {
        assert_eq!(game.undo(side, at), Err(Refused::Undo(UndoBar::Over)));
    }
    assert!(matches!(game.submit(Side::Red, Command::Done, at), Err(Refused::Rule(_))));
}

#[test]
fn dice_rolled_by_hand_are_asked_for_and_checked() {
    let mut game = red_to_move(DiceSource::Hand);
    give(&mut game, Side::Red, ahead(0, 6));
    give(&mut game, Side::Red, Command::Done);
    give(&mut game, Side::Blue, Command::Done);
    let before = Arc::new(game.state().clone());
    let shoot = Command::Shoot { unit: UnitId(0), target: UnitId(3) };
    let Ok(Outcome::NeedRoll(roll)) = game.submit(Side::Red, shoot.clone(), 5) else { panic!("dice are wanted") };
    let n_dice = usize::from(roll.lots[0].trials);
    assert_eq!((game.state(), game.record().entries().len()), (&*before, 5));
    assert_eq!(game.submit(Side::Red, Command::Done, 5), Err(Refused::RollWanted(roll.clone())));
    let refused = |game: &mut Game<Toy>, faces: &[i16]| match game.answer(faces, 5) {
        Err(Refused::Faces(words)) => words,
        other => panic!("{other:?}"),
    };
    assert!(refused(&mut game, &vec![4; n_dice - 1]).contains("too few faces"));
    assert!(refused(&mut game, &vec![4; n_dice + 1]).contains("1 left over"));
    assert!(refused(&mut game, &vec![7; n_dice]).contains("a d6 has no 7"));
    assert_eq!(game.undo(Side::Red, 5), Ok(()), "no die has fallen yet");
    assert_eq!(game.answer(&[4], 5), Err(Refused::NoRollWanted));
    assert_eq!(game.roll_wanted(), None);
    assert!(matches!(game.submit(Side::Red, shoot, 5), Ok(Outcome::NeedRoll(_))));
    assert!(matches!(game.answer(&vec![6; n_dice], 5), Ok(Outcome::Done(accepted)) if accepted.n == 5));
    assert_eq!(reload(&game.record().text()).expect("a save").state(), game.state());
}

#[test]
fn a_game_of_any_system_takes_json() {
    let mut game: Box<dyn AnyGame> = Box::new(begin(open_dice()));
    assert!(matches!(game.submit(Side::Red, "{\"choose\":\"press\"}", 0), Ok(Outcome::Done(_))));
    assert!(matches!(game.submit(Side::Red, "{\"choose\":", 1), Err(Refused::NoCommand(_))));
    assert_eq!(game.view(Some(Side::Blue)).waiting, [], "red has chosen");
    let seen = match game.submit(Side::Blue, "{\"choose\":\"hold\"}", 1) {
        Ok(Outcome::Done(accepted)) => accepted.seen,
        other => panic!("{other:?}"),
    };
    assert_eq!(seen[0].told[0].words, "blue chooses", "red does not see which");
    assert_eq!(seen[1].told[0].words, "blue chooses to hold");
    assert_eq!(seen[2], seen[0], "a spectator sees what both sides see");
    assert_eq!((&*seen[0].phrase, seen[1].phrase.is_empty()), ("", false), "the command itself would tell which");
}

/// By `washington` dice may be rolled again before they count: the odds beforehand are those of what comes of them, not of how they lie.
#[test]
fn odds_of_dice_that_may_be_rolled_again_tell_effects() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/first-volley-washington.toml");
    let text = std::fs::read_to_string(path).expect("the battle is there");
    let file = BattleFile::read("first-volley-washington", &text).expect("it can be read");
    let system = System::named("washington").expect("it is one of the four");
    let agreed = Agreed { overlay: Overlay::default(), dice: open_dice(), players: ["Ann".into(), "Bob".into()] };
    let mut game = (system.start)(&file, agreed).expect("it musters");
    let mut chooser = Seeded::new(5, 0);
    let card = loop {
        let side = *game.asked().first().expect("dice were rolled again before the end");
        let candidates = game.candidates(side, Grain::Coarse);
        let cards =
            candidates.iter().filter_map(|candidate| game.preview(side, &candidate.command.to_string()).ok()?.card);
        if let Some(card) = cards.into_iter().find(|card| card.again) {
            break card;
        }
        let command = candidates[chooser.below(candidates.len() as u32) as usize].command.to_string();
        let at = game.record().entries().len();
        game.submit(side, &command, at).expect("candidates are legal");
    };
    let sum: f64 = card.odds.iter().map(|row| row.p).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{:?}", card.odds);
    assert!(card.odds.iter().all(|row| row.told.iter().all(|words| !words.contains("lie:"))), "{:?}", card.odds);
}

/// Whoever once stood in the view of a battle stands there still or among those who are gone, in every system.
#[test]
fn whoever_is_gone_keeps_his_name() {
    for system in SYSTEMS {
        let path = format!("{}/../../scenarios/first-volley-{}.toml", env!("CARGO_MANIFEST_DIR"), system.name);
        let text = std::fs::read_to_string(path).expect("a battle");
        let file = BattleFile::read("first-volley", &text).expect("a sound battle");
        // By lot few fight: some games until somebody is gone.
        let gone = (0..40).map(|seed| gone_of(system, &file, seed)).find(|gone| !gone.is_empty());
        assert!(gone.is_some_and(|gone| gone.iter().all(|(_, name)| !name.is_empty())), "{}", system.name);
    }
}

/// Who is gone at the end of a game of commands drawn by lot.
fn gone_of(system: &System, file: &BattleFile, seed: u64) -> Vec<(UnitId, String)> {
    let dice = DiceSource::Open(Key::from_seed(seed));
    let agreed = Agreed { overlay: Overlay::default(), dice, players: ["Ann".into(), "Bob".into()] };
    let mut game = (system.start)(file, agreed).expect("it musters");
    let (mut chooser, mut met) = (Seeded::new(seed, 0), BTreeMap::new());
    for at in 0.. {
        let view = game.view(None);
        let known = |id: &UnitId| {
            view.pieces.iter().any(|piece| piece.id == *id) || view.gone.iter().any(|(gone, _)| gone == id)
        };
        assert_eq!(met.iter().find(|(id, _)| !known(id)), None, "{} {seed} after {at} commands", system.name);
        let Some(side) = game.asked().first().copied() else { return view.gone };
        let troops = view.pieces.iter().filter(|piece| piece.kind != PieceKind::Marker);
        met.extend(troops.map(|piece| (piece.id, piece.name.clone())));
        let mut candidates = game.candidates(side, Grain::Coarse);
        candidates.retain(|candidate| candidate.command != "resign");
        let command = &candidates[chooser.below(candidates.len() as u32) as usize].command;
        assert!(matches!(game.submit(side, &command.to_string(), at), Ok(Outcome::Done(_))), "{command}");
    }
    Vec::new()
}
