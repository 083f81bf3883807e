//! Golden files: what a system offers and how its games run, kept as text and compared with every change.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use firelock_core::{Clause, Grain, RuleSystem, Seeded, try_out};

use crate::walk::{Policy, walk};
use crate::words::{picture, record_words};
use crate::{Fault, Law};

/// Set to 1, golden files are rewritten instead of compared.
const BLESS: &str = "FIRELOCK_BLESS";

/// Compares a golden file with what is so now; with `FIRELOCK_BLESS=1` rewrites it.
///
/// # Errors
/// Shows where the two part, or says that the file cannot be read or written.
pub fn compare(path: impl AsRef<Path>, now: &str) -> Result<(), String> {
    compare_or_bless(path.as_ref(), now, env::var(BLESS).is_ok_and(|word| word == "1"))
}

fn compare_or_bless(path: &Path, now: &str, bless: bool) -> Result<(), String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if bless {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        return folder.and_then(|()| fs::write(path, now)).map_err(|error| format!("{name}: {error}"));
    }
    let kept = fs::read_to_string(path).map_err(|error| format!("{name}: {error}; {BLESS}=1 writes it"))?;
    if kept == now {
        return Ok(());
    }
    Err(format!("{name} is not so any more; if it should not be, {BLESS}=1 rewrites it\n{}", parting(&kept, now)))
}

/// How many lines of either text are shown from where they part.
const SHOWN: usize = 20;

/// Where two texts part: two common lines, then what stood there and what stands there now.
fn parting(kept: &str, now: &str) -> String {
    let (kept, now): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), now.lines().collect());
    let same = kept.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let (kept, now) = (&kept[same.saturating_sub(2)..], &now[same.saturating_sub(2)..]);
    let before = same.min(2);
    let same_tail = kept[before..].iter().rev().zip(now[before..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut text = format!("from line {}:\n", same + 1);
    kept[..before].iter().for_each(|line| text += &format!("  {line}\n"));
    for (sign, lines) in [('-', &kept[before..kept.len() - same_tail]), ('+', &now[before..now.len() - same_tail])] {
        lines.iter().take(SHOWN).for_each(|line| text += &format!("{sign} {line}\n"));
        if lines.len() > SHOWN {
            text += &format!("{sign} and {} lines more\n", lines.len() - SHOWN);
        }
    }
    text
}

/// What is asked, listed and sampled by depth, as a text to be kept.
///
/// Each depth holds the different states that the coarse candidates of the depth before lead to, with one fixed set of dice
/// a depth; where there are more than `widest`, so many are taken evenly.
pub fn counts<S: RuleSystem>(start: &S::State, depth: u64, widest: usize) -> String {
    let mut text = format!("{}: at most {widest} states a depth\n", S::NAME);
    let mut states = vec![start.clone()];
    let mut commands = Vec::new();
    for place in 0..=depth {
        let mut asked: BTreeMap<(Clause, &str), [usize; 5]> = BTreeMap::new();
        let mut next = Vec::new();
        let mut known = HashSet::new();
        for state in &states {
            for ask in &S::decision(state).asks {
                let row = asked.entry((ask.clause, ask.prompt)).or_default();
                row[0] += 1;
                row[1] += ask.listed.len();
                for (column, grain) in [(4, Grain::Fine), (3, Grain::Middle), (2, Grain::Coarse)] {
                    commands.clear();
                    S::candidates(state, ask.side, grain, &mut commands);
                    row[column] += commands.len();
                }
                for command in &commands {
                    let mut after = state.clone();
                    let done = try_out::<S>(&mut after, ask.side, command, &mut Seeded::new(0, place));
                    if done.is_ok() && known.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
        }
        let _ = writeln!(text, "depth {place}: states {}", states.len());
        for ((clause, prompt), [asks, listed, coarse, middle, fine]) in asked {
            let _ = writeln!(
                text,
                "  {clause} {prompt}: asks {asks}, listed {listed}, coarse {coarse}, middle {middle}, fine {fine}"
            );
        }
        let n_states = next.len();
        if n_states > widest {
            let mut at = 0;
            next.retain(|_| {
                at += 1;
                at * widest / n_states > (at - 1) * widest / n_states
            });
        }
        states = next;
    }
    text
}

/// A random game as a text to be kept: every command, roll, ledger and event of its first decisions, then the end, and a
/// number that changes with any byte of the whole record.
///
/// # Errors
/// As [`walk`].
pub fn play<S: RuleSystem>(start: &S::State, seed: u64, policy: &Policy, shown: usize) -> Result<String, Box<Fault>> {
    let game = walk::<S>(start, seed, policy)?;
    let mut text = format!("{}, seed {seed}\n{}", S::NAME, picture(&S::view(start, None)));
    let mut state = start.clone();
    for (step, number) in game.steps.iter().zip(1..) {
        let decision = S::decision(&state);
        let prompt = decision.ask(step.side).map_or("", |ask| ask.prompt);
        let phrase = S::phrase(&state, &step.command);
        let told = record_words::<S>(&mut state, &step.taken);
        if number > shown {
            continue;
        }
        let _ = writeln!(text, "\n{number} {}, {prompt}: {phrase}", step.side);
        told.lines().for_each(|line| text += &format!("  {line}\n"));
    }
    if game.steps.len() > shown {
        let _ = writeln!(text, "\nand {} decisions more", game.steps.len() - shown);
    }
    let unwritable = |error: serde_json::Error| {
        let decision = S::decision(start);
        crate::walk::fault::<S>(start, &decision, (seed, 0), Law::EventSaves, None, error.to_string())
    };
    let digest = game.digest().map_err(unwritable)?;
    let _ = writeln!(text, "\n{}", picture(&S::view(&game.last, None)));
    let verdict = &game.verdict;
    let _ = writeln!(text, "{} ({}, {}); record {digest:016x}", verdict.words, verdict.margin, verdict.clause);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kept: &str, now: &str, expected: &str) {
        let folder = env::temp_dir().join(format!("firelock-golden-{}-{}", std::process::id(), kept.len()));
        let path = folder.join("game.play");
        assert!(compare_or_bless(&path, now, false).expect_err("no file yet").starts_with("game.play: "));
        compare_or_bless(&path, kept, true).expect("a folder of our own");
        let told = compare_or_bless(&path, now, false);
        compare_or_bless(&path, now, true).expect("a folder of our own");
        let blessed = compare_or_bless(&path, now, false);
        fs::remove_dir_all(&folder).expect("a folder of our own");
        assert_eq!(blessed, Ok(()));
        assert_eq!(told.err().unwrap_or_default(), expected);
    }

    #[test]
    fn a_golden_file_that_is_still_so_passes() {
        check("a\nb\n", "a\nb\n", "");
    }

    #[test]
    fn a_golden_file_shows_where_it_parts() {
        let expected = "game.play is not so any more; if it should not be, FIRELOCK_BLESS=1 rewrites it\n\
                        from line 4:\n  b\n  c\n- d\n+ D\n+ DD\n";
        check("a\nb\nc\nd\ne\n", "a\nb\nc\nD\nDD\ne\n", expected);
    }
}
