//! What the laboratory costs over the bare games: the same contests, once fought bare and once as trials that are written down and
//! reported. Processor time of alternating rounds in one run.

use cpu_time::ProcessTime;
use firelock_ai::{Contest, staff};
use firelock_lab::{Bench, Cell, Outcome, Plan, Report};

const GAMES: u32 = 6;
const ROUNDS: usize = 7;

fn main() {
    let battle = include_str!("../../../scenarios/first-volley-regimental.toml");
    let commanders = ["captain", "recruit"].map(|name| name.parse().expect("a commander"));
    let plan = Plan {
        file: "first-volley-regimental.toml".into(),
        battle: battle.into(),
        systems: vec!["regimental".into()],
        overlay: Default::default(),
        commanders,
        games: GAMES,
        seed: 1,
        vary: Vec::new(),
    };
    let cell = Cell { system: "regimental".into(), changes: Vec::new() };
    let bench = Bench::new(&plan, 0, &cell).expect("a sound battle");
    let arena = (staff("regimental").expect("a staff").arena)(bench.battle(), Default::default()).expect("a battle");
    let contest = |game: u32| {
        let [one, other] = plan.commanders;
        let briefs = if plan.is_swapped(game) { [other, one] } else { [one, other] };
        Contest { briefs, seed: plan.seed(game), limit: 1_000_000, stray: [0; 2] }
    };
    let bare = || (0..GAMES).map(|game| arena.fight(&contest(game), &()).expect("an end").decisions).sum::<u64>();
    let whole = || {
        let outcomes: Vec<Outcome> = (0..GAMES).map(|game| bench.trial(&plan, game, &()).expect("an end")).collect();
        let lines: usize = outcomes.iter().map(|outcome| serde_json::to_string(outcome).expect("plain").len()).sum();
        let report = Report::new(&plan, std::slice::from_ref(&cell), &[bench.battle()], &outcomes);
        assert!(lines > 0 && report.cells[0].games == GAMES as usize);
        outcomes.iter().map(|outcome| outcome.decisions).sum::<u64>()
    };
    assert_eq!(bare(), whole(), "the same games");
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let time = |work: &dyn Fn() -> u64| {
            let begun = ProcessTime::now();
            std::hint::black_box(work());
            begun.elapsed().as_secs_f64()
        };
        let (bare, whole) = (time(&bare), time(&whole));
        ratios.push(whole / bare - 1.0);
    }
    ratios.sort_by(f64::total_cmp);
    let [least, median, most] = [0, ROUNDS / 2, ROUNDS - 1].map(|at| 100.0 * ratios[at]);
    println!("laboratory over bare games: {median:+.1} % ({least:+.1} to {most:+.1}), goal below +5 %");
}
