//! The laws of every system on random games.

use std::ops::Range;

use firelock_core::{Grain, RuleSystem};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::state::State;
use firelock_testkit::{Policy, Trial, draws_evenly, laws};

use crate::field::{battle, battle_by, text};

fn obey(start: &State, seeds: Range<u64>, every: u32, grain: Grain) {
    let policy = Policy { grain, ..Policy::default() };
    let trial = Trial { every, policy, ..Trial::default() };
    match laws::<Napoleonic>(start, seeds, &trial) {
        Ok(summary) => println!("{summary}"),
        Err(fault) => panic!("{fault}"),
    }
}

/// How many random first volleys are played: 400, or as many as `FIRELOCK_GAMES` says.
fn games() -> u64 {
    std::env::var("FIRELOCK_GAMES").ok().and_then(|word| word.parse().ok()).unwrap_or(400)
}

/// Every arm, formation and kind of ground, close to each other.
fn all_arms(deployment: &str, switches: &[(&str, &str)]) -> State {
    let ground = "[[feature]]\nid = \"wood\"\nkind = \"light-woods\"\nrectangle = [300, 500, 250, 120]\n\
        [[feature]]\nid = \"thick\"\nkind = \"dense-woods\"\nrectangle = [50, 520, 150, 120]\n\
        [[feature]]\nid = \"hill\"\nkind = \"steep-hill\"\nrectangle = [1000, 480, 300, 200]\nlevel = 1\n\
        [[feature]]\nid = \"house\"\nkind = \"building\"\nrectangle = [700, 550, 90, 90]\n\
        [[feature]]\nid = \"crops\"\nkind = \"crops\"\nrectangle = [820, 520, 150, 150]\n\
        [[feature]]\nid = \"bog\"\nkind = \"marsh\"\nrectangle = [1550, 500, 150, 80]\n\
        [[feature]]\nid = \"hedge\"\nkind = \"hedge\"\nline = [[560, 500], [690, 500]]\n\
        [[feature]]\nid = \"works\"\nkind = \"breastworks\"\nline = [[1000, 720], [1250, 720]]\n\
        [[feature]]\nid = \"river\"\nkind = \"river\"\nline = [[1320, 600], [1520, 600]]\nwidth = 10\n\
        [[feature]]\nid = \"ford\"\nkind = \"ford\"\nat = [1420, 600]\nover = \"river\"\n\
        [[feature]]\nid = \"road\"\nkind = \"road\"\nline = [[1420, 0], [1420, 560], [1400, 1200]]\nwidth = 30\n\
        [[objective]]\nid = \"o\"\nname = \"the house\"\nfeature = \"house\"\n\
        [[deploy]]\nside = \"red\"\nrectangle = [0, 0, 1800, 420]\n\
        [[deploy]]\nside = \"blue\"\nrectangle = [0, 780, 1800, 420]\n";
    let lines: Vec<String> = [("A", "r", 0), ("B", "b", 180)]
        .into_iter()
        .flat_map(|(side, name, facing)| {
            let unit = move |id: &str, class: &str, x: i32, y: i32, rest: &str| {
                let (x, y) = if side == "A" { (x, y) } else { (180 - x, 120 - y) };
                format!("{side} {name}{id} {class} {x},{y} {facing} {rest}")
            };
            [
                unit("line", "line-infantry", 30, 42, "line"),
                unit("column", "line-infantry", 60, 42, "attack-column quality=veteran"),
                unit("militia", "militia", 90, 40, "attack-column quality=raw"),
                unit("light", "light-infantry", 85, 48, "skirmish"),
                unit("rifles", "rifle-infantry", 110, 46, "open-order bases=4"),
                unit("heavies", "heavy-cavalry", 130, 40, "echelon cuirass=yes bases=4"),
                unit("lancers", "light-cavalry", 155, 42, "line lance=yes bases=4"),
                unit("cossacks", "irregular-cavalry", 165, 30, "open-order bases=3"),
                unit("foot", "foot-artillery", 50, 32, "deployed guns=i,iii,howitzer"),
                unit("horse", "horse-artillery", 142, 20, "limbered guns=ii,howitzer"),
                unit("mortar", "foot-artillery", 75, 25, "deployed guns=mortar"),
                unit("march", "line-infantry", 20, 25, "column bases=5"),
            ]
        })
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = text(ground, &lines);
    let text = text.replace("attacker = \"red\"\n", &format!("attacker = \"red\"\ndeployment = \"{deployment}\"\n"));
    battle_by("all", &text, switches)
}

#[test]
fn random_first_volleys_obey_the_laws() {
    obey(&battle("first-volley-napoleonic"), 0..games(), 100, Grain::Coarse);
}

#[test]
fn a_first_volley_sampled_finely_obeys_the_laws() {
    obey(&battle("first-volley-napoleonic"), 100..103, 12, Grain::Fine);
}

#[test]
fn every_arm_and_ground_obeys_the_laws() {
    obey(&all_arms("fixed", &[]), 0..games() * 3 / 40, 60, Grain::Coarse);
    obey(&all_arms("fixed", &[]), 10..11, 24, Grain::Middle);
}

#[test]
fn games_that_begin_with_deployment_obey_the_laws() {
    obey(&all_arms("zones", &[]), 0..2, 24, Grain::Coarse);
    obey(&battle("ridge"), 0..10, 24, Grain::Coarse);
}

#[test]
fn games_by_other_readings_obey_the_laws() {
    // NQ-OPT-01, NQ-OPT-02, NQ-OPT-03, NQ-OPT-04, NQ-OPT-05
    let readings = [
        ("nq_open_order_row", "firer"),
        ("nq_long_range_combine", "sum_two"),
        ("nq_moving_square_dm", "+2"),
        ("nq_square_vs_cavalry_literal", "off"),
        ("nq_blown_cavalry", "on"),
    ];
    obey(&all_arms("fixed", &readings), 20..23, 24, Grain::Coarse);
}

/// Decisions of a random game are drawn again and again: each candidate comes up as often as any other.
#[test]
fn what_is_drawn_is_drawn_evenly() {
    let starts = [(3, battle("first-volley-napoleonic")), (5, all_arms("fixed", &[]))];
    let tried = starts.map(|(seed, start)| {
        let tried =
            draws_evenly::<Napoleonic, _>(&start, seed, 200, |state| format!("{:?}", Napoleonic::chapter(state)));
        tried.unwrap_or_else(|fault| panic!("{fault}"))
    });
    assert!(tried.iter().sum::<usize>() > 15, "only {tried:?} decisions");
}
