//! What is true of every commander in every system.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use firelock_ai::{Brief, Contest, Level, STAFF, Staff, Style, Watch, command, staff};
use firelock_core::{Grain, Overlay, RuleSystem, Seeded, Side, try_out};
use firelock_discipline::Discipline;
use firelock_discipline::command::Command;
use firelock_game::{Agreed, AnyGame, BattleFile, DiceSource, Game, Key, Outcome, Record, System};

const BATTLES: [(&str, &str); 4] = [
    ("regimental", include_str!("../../../scenarios/first-volley-regimental.toml")),
    ("washington", include_str!("../../../scenarios/first-volley-washington.toml")),
    ("discipline", include_str!("../../../scenarios/first-volley-discipline.toml")),
    ("napoleonic", include_str!("../../../scenarios/first-volley-napoleonic.toml")),
];

fn battle(system: &str) -> BattleFile {
    let text = BATTLES.iter().find(|(name, _)| *name == system).expect("every system has its first battle").1;
    BattleFile::read(system, text).expect("it comes with the program")
}

fn start(staff: &Staff) -> Box<dyn AnyGame> {
    let dice = DiceSource::Open(Key::from_seed(7));
    let agreed = Agreed { overlay: Overlay::default(), dice, players: ["red".into(), "blue".into()] };
    let system = System::named(staff.system).expect("the system of the staff");
    (system.start)(&battle(staff.system), agreed).map_err(|fault| fault.to_string()).expect("it musters")
}

fn brief(level: Level, style: Style) -> Brief {
    Brief { iterations: 8, seed: 3, ..Brief::new(level, style) }
}

/// Gives so many orders, and calls for each position before one is given.
fn play(
    staff: &Staff,
    brief: &Brief,
    watch: &dyn Watch,
    n: usize,
    mut each: impl FnMut(&dyn AnyGame, Side),
) -> Box<dyn AnyGame> {
    let mut game = start(staff);
    while game.verdict().is_none() && game.record().entries().len() < n {
        let at = game.record().entries().len();
        let next = Side::BOTH.into_iter().find_map(|side| Some((side, (staff.advise)(&*game, side, brief, watch)?)));
        let (side, advice) = next.expect("somebody is asked");
        each(&*game, side);
        let done = game.submit(side, &advice.command, at);
        assert!(matches!(done, Ok(Outcome::Done(_))), "{}: {}: {done:?}", staff.system, advice.words);
        game.annotate(advice.note);
    }
    game
}

#[test]
fn recruits_fight_battles_to_the_end_by_the_rules() {
    for staff in STAFF {
        let arena = (staff.arena)(&battle(staff.system), Default::default())
            .map_err(|fault| fault.to_string())
            .expect("it musters");
        for seed in 0..3 {
            let briefs = [brief(Level::Recruit, Style::Bold), brief(Level::Recruit, Style::Historical)];
            let contest = Contest { briefs, seed, limit: 20_000, stray: [0; 2] };
            let fought = arena.fight(&contest, &());
            assert!(fought.is_ok(), "{} {seed}: {fought:?}", staff.system);
            assert_eq!(arena.fight(&contest, &()), fought, "the same battle again");
        }
    }
}

/// Every battle file in every system, a recruit against chance, and those that once did not end: a move listed though it was refused, a
/// troop of light horse that opened and closed its order for ever.
#[test]
fn every_battle_ends_in_every_system() {
    const ONCE: [(&str, &str, u64); 2] = [("fontenoy", "discipline", 334), ("princeton", "discipline", 328)];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let names = std::fs::read_dir(folder).expect("the battles").map(|entry| entry.expect("a file").path());
    let mut battles: Vec<_> = names.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    battles.sort();
    let mut contests = Vec::new();
    for path in &battles {
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        let text = std::fs::read_to_string(path).expect("a battle");
        let file = BattleFile::read(id, &text).expect("it comes with the program");
        for staff in STAFF {
            let once = ONCE.iter().filter(|(battle, system, _)| (*battle, *system) == (id, staff.system));
            let seeds = once.map(|(.., seed)| *seed).chain(0..4);
            contests.extend(seeds.map(|seed| (file.clone(), staff, seed)));
        }
    }
    assert!(contests.len() > 4 * 16);
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((file, staff, seed)) = contests.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let arena = (staff.arena)(file, Default::default()).map_err(|fault| fault.to_string());
                    let arena = arena.expect("it musters");
                    let briefs = [Brief::new(Level::Recruit, Style::Historical); 2];
                    let contest = Contest { briefs, seed: *seed, limit: 20_000, stray: [0, 100] };
                    let fought = arena.fight(&contest, &());
                    assert!(fought.is_ok(), "{} by {}, {seed}: {fought:?}", file.battle.about.id, staff.system);
                }
            });
        }
    });
}

#[test]
fn a_recruit_beats_chance() {
    for staff in STAFF {
        let arena = (staff.arena)(&battle(staff.system), Default::default())
            .map_err(|fault| fault.to_string())
            .expect("it musters");
        let briefs = [brief(Level::Recruit, Style::Historical); 2];
        let (mut won, mut lost) = (0, 0);
        for seed in 0..6 {
            for (side, stray) in [(Side::Red, [0, 100]), (Side::Blue, [100, 0])] {
                let fought = arena.fight(&Contest { briefs, seed, limit: 20_000, stray }, &()).expect("an end");
                won += u32::from(fought.won(side));
                lost += u32::from(fought.won(side.enemy()));
            }
        }
        assert!(won > lost, "{}: {won} won, {lost} lost", staff.system);
    }
}

#[test]
fn every_level_and_style_gives_legal_orders_with_reasons() {
    for staff in STAFF {
        for (level, style) in Level::ALL.into_iter().zip([Style::Cautious, Style::Teaching, Style::Bold]) {
            let mut weighed = 0;
            let game = play(staff, &brief(level, style), &(), 12, |_, _| ());
            for entry in game.record().entries() {
                let note = entry.note.as_ref().expect("every order has its note");
                assert_eq!(note.by, format!("{}:{}", level.word(), style.word()));
                assert!(!note.intent.is_empty() && note.others.len() <= 3);
                weighed += note.others.len();
            }
            assert!(weighed > 0, "{}: nothing was weighed", staff.system);
        }
    }
}

#[test]
fn a_record_with_notes_is_read_and_verified() {
    let staff = staff("regimental").expect("it has commanders");
    let game = play(staff, &brief(Level::Recruit, Style::Historical), &(), 40, |_, _| ());
    let record = Record::read("game", &game.record().text()).expect("it is a record");
    let system = System::named(staff.system).expect("it is there");
    let mut notes = 0;
    let loaded =
        (system.load)(record, &battle(staff.system), None, &mut |told| notes += usize::from(told.note.is_some()));
    assert_eq!(loaded.map_err(|fault| fault.to_string()).expect("it verifies").record().text(), game.record().text());
    assert_eq!(notes, 40);
}

#[test]
fn an_altered_note_is_found() {
    let staff = staff("washington").expect("it has commanders");
    let game = play(staff, &brief(Level::Recruit, Style::Historical), &(), 5, |_, _| ());
    let text = game.record().text().replacen("recruit:historical", "general:historical", 1);
    let record = Record::read("game", &text).expect("it reads as a record");
    let system = System::named(staff.system).expect("it is there");
    assert!((system.load)(record, &battle(staff.system), None, &mut |_| ()).is_err(), "the seal tells");
}

/// A clock that is over from the start.
struct Late;

impl Watch for Late {
    fn is_over(&self) -> bool {
        true
    }
}

/// A clock that is over after so many looks at it.
struct Looks(AtomicU32);

impl Watch for Looks {
    fn is_over(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 40
    }
}

#[test]
fn without_time_the_order_is_legal_all_the_same() {
    for staff in STAFF {
        let general = Brief { iterations: u32::MAX, ..brief(Level::General, Style::Historical) };
        let game = play(staff, &general, &Late, 10, |_, _| ());
        assert_eq!(game.record().entries().len(), 10);
        let game = play(staff, &general, &Looks(AtomicU32::new(0)), 6, |_, _| ());
        assert_eq!(game.record().entries().len(), 6);
    }
}

#[test]
fn what_is_sealed_does_not_change_the_other_side_s_order() {
    let staff = staff("discipline").expect("it has commanders");
    let captain = brief(Level::Captain, Style::Historical);
    let mut seen = 0;
    play(staff, &brief(Level::Recruit, Style::Historical), &(), 60, |game, _| {
        let state = game.as_any().downcast_ref::<Game<Discipline>>().expect("a game of the system").state();
        if Discipline::asked(state).len() < 2 || seen > 8 {
            return;
        }
        let own = command::<Discipline>(state, Side::Blue, &captain, 0, &()).map(|order| order.command);
        assert_eq!(
            own,
            command::<Discipline>(&Discipline::observe(state, Side::Blue), Side::Blue, &captain, 0, &())
                .map(|order| order.command)
        );
        let mut options = Vec::new();
        Discipline::candidates(state, Side::Red, Grain::Coarse, &mut options);
        for option in options.iter().filter(|option| **option != Command::Done).take(3) {
            let mut after = state.clone();
            try_out::<Discipline>(&mut after, Side::Red, option, &mut Seeded::new(1, 0)).expect("it is legal");
            let order = command::<Discipline>(&after, Side::Blue, &captain, 0, &()).map(|order| order.command);
            assert_eq!(order, own, "after {option:?}");
            seen += 1;
        }
    });
    assert!(seen > 0, "no sealed step was met");
}

/// Does the work backwards, as if other hands were quicker.
struct Backwards(Mutex<u32>);

impl Watch for Backwards {
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        *self.0.lock().expect("one hand") += 1;
        (0..pieces).rev().for_each(work);
    }
}

#[test]
fn the_order_of_work_does_not_change_a_general_s_mind() {
    for staff in STAFF {
        let general = brief(Level::General, Style::Historical);
        let hands = Backwards(Mutex::new(0));
        play(staff, &brief(Level::Recruit, Style::Historical), &(), 6, |game, side| {
            assert_eq!((staff.advise)(game, side, &general, &hands), (staff.advise)(game, side, &general, &()));
        });
        assert!(hands.0.into_inner().expect("one hand") > 0, "{}: nothing was played out", staff.system);
    }
}
