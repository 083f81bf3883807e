//! A battle fought to its end by typed orders, with dice from a fixed key, drawn turn by turn.
//!
//! ```text
//! key 7
//! turn 1: The lights make for the pines, the gun plays upon the fence.
//! red> motivate light infantry
//! red> light infantry advance 3
//! until blue choose who acts
//! ```
//!
//! `turn N: WORDS` tells a turn on the page; orders are those of a sheet, dice fall by themselves.

use std::fmt::Write as _;

use firelock_core::Side;
use firelock_game::{DiceSource, Key, text};
use firelock_testkit::golden;

use crate::picture::before_and_after;
use crate::sheet::drawn;
use crate::table::Table;

/// Fights the first-volley battle of a system by its script and compares pictures and page with what is kept. Turns are drawn
/// `each` at a time.
pub(crate) fn fight(system: &str, each: u16) {
    let name = format!("first-volley-{system}");
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |path: String| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let script = read(format!("{root}/tests/drawn/{name}.txt"));
    let file = read(format!("{root}/../../scenarios/{name}.toml"));
    let lines = || script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let seed = lines().find_map(|line| line.strip_prefix("key ")).expect("a key");
    let key = Key::from_seed(seed.parse().expect("a number"));
    let mut table = Table::muster(system, &file, DiceSource::Open(key)).unwrap_or_else(|fault| panic!("{fault}"));
    let title = |turn: u16| format!("Turn {turn}");
    let words = |turn: u16| {
        let head = format!("turn {turn}: ");
        lines().find_map(|line| line.strip_prefix(&head)).unwrap_or("").to_owned()
    };

    let mut page = format!(
        "# First volley by {system}, fought to the end\n\n\
         [The battle](../../scenarios/{name}.toml) by typed orders for both sides; the dice fall from a fixed key.\n\
         The test plays it again with every change and compares pictures and words.\n"
    );
    let mut faults = Vec::new();
    let mut before = table.view();
    let mut told = String::new();
    let mut close = |table: &Table, before: &mut firelock_core::View, told: &mut String, turn: u16| {
        let picture = format!("{name}/turn-{turn:02}.svg");
        let svg = before_and_after(before, &table.view(), &title(turn));
        let differs = golden::compare(drawn(&picture), &svg).err();
        faults.extend(differs.and_then(|words| words.lines().next().map(str::to_owned)));
        let words = words(turn);
        write!(page, "\n## {}\n\n{words}\n\n![{}]({picture})\n\n", title(turn), title(turn)).expect("text");
        write!(page, "<details><summary>Orders and what came of them</summary>\n\n{told}\n</details>\n").expect("text");
        *before = table.view();
        told.clear();
    };
    for line in lines() {
        let done = match line.split_once(' ') {
            Some(("until", words)) => table.until(words),
            Some(("red>", words)) => table.order(Side::Red, words),
            Some(("blue>", words)) => table.order(Side::Blue, words),
            Some(("key" | "turn", _)) => continue,
            _ => Err("this is no order".to_owned()),
        };
        if let Err(words) = done {
            panic!("{line}: {words}\n{}\n{told}", table.question());
        }
        if !line.starts_with("until") {
            writeln!(told, "- **{}**", line.replace("> ", ": ")).expect("text");
        }
        table.told.drain(..).for_each(|words| writeln!(told, "- {words}").expect("text"));
        let (was, is) = (before.turn.div_ceil(each), table.view().turn.div_ceil(each));
        // What comes before the first turn belongs to it.
        if is > was && was == 0 {
            before = table.view();
        } else if is > was && !table.game.asked().is_empty() {
            close(&table, &mut before, &mut told, was);
        }
    }
    let Some(verdict) = table.game.verdict() else {
        let asked = table.game.asked()[0];
        panic!("the battle is not over\n{}\n{told}", text(&table.game.view(Some(asked))));
    };
    let last = before.turn.div_ceil(each);
    close(&table, &mut before, &mut told, last);
    write!(page, "\n## The end\n\n{}.\n", verdict.words).expect("text");
    faults.extend(golden::compare(drawn(&format!("{name}.md")), &page).err());
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
