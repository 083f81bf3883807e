//! A sheet of small fixtures: each is played, drawn before and after, and told on the page of its system.
//!
//! ```text
//! == wheel: A line wheels
//! = WA-MOVE-06
//! . One front corner stands, the other swings up to 45 degrees.
//! table 24 14
//! red infantry foot at 12,5 facing 0
//! until act with foot
//! dice 6
//! before
//! red> wheel 45 right
//! ```
//!
//! `SIDE> WORDS` is a typed order and `dice FACES` what falls for it, standing behind it (`3x6` is three sixes); `until WORDS` lets everybody pass until
//! that is asked; `before` is where the ghosts of the picture stand, the beginning if it is not said.

use std::fmt::Write as _;
use std::path::PathBuf;

use firelock_core::Side;
use firelock_game::{DiceSource, System};
use firelock_testkit::golden;

use crate::field::battle_file;
use crate::picture::before_and_after;
use crate::table::Table;

/// Where a file of the drawn proofs stands.
pub(crate) fn drawn(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/drawn").join(name)
}

struct Fixture<'t> {
    slug: &'t str,
    title: &'t str,
    clauses: Vec<&'t str>,
    words: Vec<&'t str>,
    field: Vec<&'t str>,
    script: Vec<&'t str>,
}

/// Plays and draws all fixtures of a system, and compares pictures and page with what is kept.
pub(crate) fn draw_sheet(system: &str) {
    let path = format!("{}/tests/drawn/{system}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rules = System::named(system).expect("a system");
    let known: Vec<&str> = (rules.clauses)().iter().map(|entry| entry.clause.id()).collect();
    let mut page = format!(
        "# {}, drawn\n\nEach picture is played by the engine and compared with every change: solid and hollow stands as they stand afterwards, dashed where they stood before.\n",
        rules.title
    );
    let mut faults = Vec::new();
    for fixture in text.split("\n== ").skip(1).map(read) {
        for clause in &fixture.clauses {
            assert!(known.contains(clause), "{}: {clause} is no clause", fixture.slug);
        }
        let (svg, told) = match play(system, &fixture) {
            Ok(played) => played,
            Err(words) => {
                faults.push(format!("{}: {words}", fixture.slug));
                continue;
            }
        };
        let name = format!("{system}/{}.svg", fixture.slug);
        // A picture is one long line; that it differs is enough, the page tells what happened.
        let differs = golden::compare(drawn(&name), &svg).err();
        faults.extend(differs.and_then(|words| words.lines().next().map(str::to_owned)));
        write!(
            page,
            "\n## {}\n\n{}\n({})\n\n![{}]({name})\n\n```text\n",
            fixture.title,
            fixture.words.join("\n"),
            fixture.clauses.join(", "),
            fixture.title
        )
        .expect("text");
        for line in fixture.field.iter().chain(&fixture.script) {
            writeln!(page, "{line}").expect("text");
        }
        page += "```\n\n";
        told.iter().for_each(|line| writeln!(page, "- {line}").expect("text"));
    }
    faults.extend(golden::compare(drawn(&format!("{system}.md")), &page).err());
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn read(text: &str) -> Fixture<'_> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (slug, title) = lines.next().and_then(|line| line.split_once(": ")).expect("slug: title");
    let mut fixture = Fixture { slug, title, clauses: vec![], words: vec![], field: vec![], script: vec![] };
    for line in lines {
        match line.split_once(' ') {
            Some(("=", clauses)) => fixture.clauses.extend(clauses.split_whitespace()),
            Some((".", words)) => fixture.words.push(words),
            Some(("red>" | "blue>" | "until" | "dice" | "no>", _)) => fixture.script.push(line),
            None if line == "before" => fixture.script.push(line),
            _ => fixture.field.push(line),
        }
    }
    assert!(!fixture.clauses.is_empty() && !fixture.words.is_empty(), "{slug} says no clause, or nothing");
    fixture
}

/// The picture of a fixture, and what was told from `before` on.
fn play(system: &str, fixture: &Fixture<'_>) -> Result<(String, Vec<String>), String> {
    let mut table = Table::muster(system, &battle_file(system, &fixture.field), DiceSource::Hand)?;
    let mut before = table.view();
    let mut script = fixture.script.iter().peekable();
    while let Some(line) = script.next() {
        while let Some(faces) = script.next_if(|line| line.starts_with("dice ")) {
            table.faces.extend(faces.split_whitespace().skip(1).flat_map(faces_of));
        }
        let done = match line.split_once(' ') {
            Some(("until", words)) => table.until(words),
            Some(("red>", words)) => table.order(Side::Red, words),
            Some(("blue>", words)) => table.order(Side::Blue, words),
            _ => {
                before = table.view();
                table.told.clear();
                Ok(())
            }
        };
        done.map_err(|words| format!("{line}: {words}\n{}\ntold: {}", table.question(), table.told.join("\n  ")))?;
        if !table.faces.is_empty() {
            return Err(format!("{line}: faces {:?} did not fall\n{}", table.faces, table.told.join("\n  ")));
        }
    }
    Ok((before_and_after(&before, &table.view(), fixture.title), table.told))
}

/// `4` is one face, `3x4` three of them.
fn faces_of(word: &str) -> Vec<i16> {
    let (n, face) = word.split_once('x').unwrap_or(("1", word));
    let read = |text: &str| text.parse::<i16>().unwrap_or_else(|_| panic!("{word:?} is no face"));
    vec![read(face); usize::try_from(read(n)).expect("a count")]
}
