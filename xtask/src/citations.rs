//! Which clauses the code and the tests of a system name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::system::System;

/// Ids named by a system's code and by its tests, each with the first file that names it.
#[derive(Debug, Default)]
pub(crate) struct Citations {
    pub(crate) code: BTreeMap<String, PathBuf>,
    pub(crate) tests: BTreeMap<String, PathBuf>,
}

impl Citations {
    /// Reads the crate of the system, the test kit and the recorded games.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(crate) fn gather(root: &Path, system: &System) -> Result<Citations> {
        let mut found = Vec::new();
        for folder in [&system.source(), &system.tests(), Path::new(TESTKIT), Path::new(SCENARIOS)] {
            found.extend(files(root, folder)?);
        }
        Ok(Citations::sort(system, &found))
    }

    /// Sorts the citations of these files: the source of the crate is code but for its test modules, the rest is tests.
    fn sort(system: &System, files: &[(PathBuf, String)]) -> Citations {
        let mut citations = Citations::default();
        let (sources, others): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| path.starts_with(system.source()));
        let test_modules: Vec<PathBuf> =
            sources.iter().flat_map(|(path, text)| test_module_files(path, text)).collect();
        for (path, text) in sources {
            if *path == system.clauses() || path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            if test_modules.iter().any(|module| path == module || path.starts_with(module.with_extension(""))) {
                note(&mut citations.tests, system, path, text);
                continue;
            }
            let mut code = text.clone();
            for range in test_ranges(text).into_iter().rev() {
                note(&mut citations.tests, system, path, &text[range.clone()]);
                code.replace_range(range, "");
            }
            note(&mut citations.code, system, path, &code);
        }
        for (path, text) in others {
            let is_game = path.components().any(|part| part.as_os_str() == "games");
            if is_game || !path.starts_with(SCENARIOS) {
                note(&mut citations.tests, system, path, text);
            }
        }
        citations
    }
}

const TESTKIT: &str = "crates/testkit";
const SCENARIOS: &str = "scenarios";

fn note(into: &mut BTreeMap<String, PathBuf>, system: &System, path: &Path, text: &str) {
    for id in ids(system.prefix, text) {
        into.entry(id).or_insert_with(|| path.to_owned());
    }
}

/// The ids in a text, written as `RF-FIR-12` or as the constant `RF_FIR_12`.
pub(crate) fn ids(prefix: &str, text: &str) -> BTreeSet<String> {
    let bytes = text.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut found = BTreeSet::new();
    for (start, _) in text.match_indices(prefix) {
        let mut at = start + prefix.len();
        let Some(&dash) = bytes.get(at).filter(|byte| matches!(byte, b'-' | b'_')) else { continue };
        if start > 0 && is_word(start - 1) {
            continue;
        }
        at += 1;
        let section = at;
        while bytes.get(at).is_some_and(u8::is_ascii_uppercase) {
            at += 1;
        }
        let number = at + 1;
        let is_id = (2..=5).contains(&(at - section))
            && bytes.get(at) == Some(&dash)
            && bytes.get(number).is_some_and(u8::is_ascii_digit)
            && bytes.get(number + 1).is_some_and(u8::is_ascii_digit)
            && !is_word(number + 2);
        if is_id {
            found.insert(text[start..number + 2].replace('_', "-"));
        }
    }
    found
}

/// All text files below a folder, in order, with paths relative to the root; none when the folder does not exist.
fn files(root: &Path, folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        if !path.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&path).with_context(|| format!("cannot list {}", folder.display()))? {
            let name = folder.join(entry?.file_name());
            if root.join(&name).is_dir() {
                folders.push(name);
            } else {
                let bytes = fs::read(root.join(&name)).with_context(|| format!("cannot read {}", name.display()))?;
                found.push((name, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    found.sort();
    Ok(found)
}

const TEST: &str = "#[cfg(test)]";

/// The byte ranges of the items marked `#[cfg(test)]`.
fn test_ranges(source: &str) -> Vec<Range<usize>> {
    let plain = without_text(source);
    if plain.contains("#![cfg(test)]") {
        return std::iter::once(0..source.len()).collect();
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (start, _) in plain.match_indices(TEST) {
        if ranges.last().is_none_or(|last| last.end <= start) {
            ranges.push(start..end_of_item(&plain, start + TEST.len()));
        }
    }
    ranges
}

/// The files of `#[cfg(test)] mod tests;` declared in a source file.
fn test_module_files(path: &Path, source: &str) -> Vec<PathBuf> {
    let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| path.ends_with(name));
    let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
    let plain = without_text(source);
    test_ranges(source)
        .into_iter()
        .filter_map(|range| Some(plain[range].strip_suffix(';')?.rsplit_once("mod ")?.1.trim().to_owned()))
        .map(|module| folder.join(module).with_extension("rs"))
        .collect()
}

/// Where the item ends that begins at `start`: behind its `;` or its closing brace.
fn end_of_item(plain: &str, start: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in plain.bytes().enumerate().skip(start) {
        match letter {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(letter, b';' | b'}') {
            return at + 1;
        }
    }
    plain.len()
}

/// A source of the same length in which comments, strings and characters are blank.
fn without_text(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut plain = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let length = text_length(rest, at > 0 && is_ident(bytes[at - 1]));
        match length {
            Some(length) => {
                plain[at..at + length].fill(b' ');
                at += length;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    String::from_utf8(plain).expect("whole characters were blanked")
}

/// How long the comment, string or character is that begins here, if one does.
fn text_length(rest: &str, inside_word: bool) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(comment_length(rest));
    }
    if !inside_word && let Some(length) = raw_string_length(rest) {
        return Some(length);
    }
    match rest.bytes().next()? {
        b'"' => Some(quoted_length(rest, '"')),
        b'\'' => {
            let mut letters = rest.chars().skip(1);
            let is_character = letters.next()? == '\\' || letters.next()? == '\'';
            is_character.then(|| quoted_length(rest, '\''))
        }
        _ => None,
    }
}

/// Comments nest.
fn comment_length(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        let step = match (here.starts_with(b"/*"), here.starts_with(b"*/")) {
            (true, _) => {
                depth += 1;
                2
            }
            (_, true) => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn raw_string_length(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix(['b', 'c']).unwrap_or(rest).strip_prefix('r')?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let body = body[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", &"#".repeat(hashes));
    let length = body.find(&end).map_or(body.len(), |found| found + end.len());
    Some(rest.len() - body.len() + length)
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn is_ident(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SYSTEMS;

    fn check_ids(text: &str, expected: &[&str]) {
        assert_eq!(ids("RF", text).iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    /// What of a source is test code, with blanks pressed together.
    fn check_tests(source: &str, expected: &[&str]) {
        let found: Vec<String> = test_ranges(source)
            .into_iter()
            .map(|range| source[range].split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn ids_are_found_in_prose_and_as_constants() {
        check_ids("by RF-FIR-12, or RF_GUN_03. See (RF-FIR-12)", &["RF-FIR-12", "RF-GUN-03"]);
    }

    #[test]
    fn what_only_resembles_an_id_is_none() {
        check_ids("XRF-FIR-12 RF-FIR-123 RF-FIR-1 RF-fir-12 RF_FIR-12 RF-F-12 RF_FIR_12_A WA-FIR-12", &[]);
    }

    #[test]
    fn a_test_module_ends_at_its_own_brace() {
        check_tests(
            "fn a() {} #[cfg(test)] mod tests { fn b() { let x = [1; 3]; } } fn c() {}",
            &["#[cfg(test)] mod tests { fn b() { let x = [1; 3]; } }"],
        );
    }

    #[test]
    fn braces_in_text_do_not_count() {
        check_tests(
            "#[cfg(test)] mod tests { /* } /* } */ */ const A: &str = r#\"}\"}\"#; const B: char = '}'; const C: &str = \"\\\"}\"; fn d<'a>() {} // }\n } fn e() {}",
            &[
                "#[cfg(test)] mod tests { /* } /* } */ */ const A: &str = r#\"}\"}\"#; const B: char = '}'; const C: &str = \"\\\"}\"; fn d<'a>() {} // } }",
            ],
        );
    }

    #[test]
    fn a_marker_in_a_comment_or_string_marks_nothing() {
        check_tests("// #[cfg(test)]\nconst A: &str = \"#[cfg(test)]\"; fn a() {}", &[]);
    }

    #[test]
    fn a_whole_file_may_be_test_code() {
        check_tests("#![cfg(test)] fn a() {}", &["#![cfg(test)] fn a() {}"]);
    }

    #[test]
    fn test_modules_in_files_of_their_own_are_followed() {
        let source = "#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod inline { fn a() {} }";
        assert_eq!(test_module_files(Path::new("src/lib.rs"), source), [Path::new("src/tests.rs")]);
        assert_eq!(test_module_files(Path::new("src/phase/fire.rs"), source), [Path::new("src/phase/fire/tests.rs")]);
    }

    #[test]
    fn code_and_tests_are_told_apart_by_place() {
        let files = [
            ("crates/system-regimental/src/clauses.rs", "RF_AAA_01"),
            ("crates/system-regimental/src/notes.md", "RF_AAA_02"),
            ("crates/system-regimental/src/fire.rs", "RF_FIR_01 #[cfg(test)] mod tests { RF_FIR_02 } RF_FIR_03"),
            ("crates/system-regimental/src/melee.rs", "RF_CHG_01 #[cfg(test)] mod tests;"),
            ("crates/system-regimental/src/melee/tests.rs", "RF_CHG_02"),
            ("crates/system-regimental/src/melee/tests/more.rs", "RF_CHG_03"),
            ("crates/system-regimental/tests/examples.rs", "RF-EX-01"),
            ("crates/testkit/src/lib.rs", "RF-SEQ-01"),
            ("scenarios/camden/battle.toml", "RF-AAA-03"),
            ("scenarios/camden/games/one.jsonl", "RF-SEQ-02"),
        ];
        let files = files.map(|(path, text)| (path.into(), text.into()));
        let citations = Citations::sort(&SYSTEMS[0], &files);
        assert_eq!(citations.code.into_keys().collect::<Vec<_>>(), ["RF-CHG-01", "RF-FIR-01", "RF-FIR-03"]);
        assert_eq!(
            citations.tests.into_keys().collect::<Vec<_>>(),
            ["RF-CHG-02", "RF-CHG-03", "RF-EX-01", "RF-FIR-02", "RF-SEQ-01", "RF-SEQ-02"]
        );
    }
}
