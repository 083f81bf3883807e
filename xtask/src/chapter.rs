//! Reads a chapter of `docs/rules` into its clauses; `docs/rules/README.md` describes the notation.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::citations;

/// The clauses and worked examples of one chapter, in its order.
#[derive(Debug, Default)]
pub(crate) struct Chapter {
    pub(crate) clauses: Vec<Clause>,
    /// Ids of the worked examples, `RF-EX-01`.
    pub(crate) examples: Vec<String>,
}

/// One clause line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) id: String,
    /// Title of the section it stands in, `Scale & table`.
    pub(crate) section: String,
    pub(crate) words: String,
    pub(crate) kind: Kind,
    pub(crate) origin: Origin,
    /// Text of the tags behind the origin: the place in the book, or the reason of a ruling.
    pub(crate) source: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Rule,
    Note,
    Option,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Book,
    Ruling,
    Option,
}

/// The section of the worked examples.
const EXAMPLE: &str = "EX";

/// Reads the chapter whose ids begin with `prefix`.
///
/// # Errors
/// All faults of the chapter, each with its line.
pub(crate) fn read(prefix: &str, text: &str) -> Result<Chapter, Vec<String>> {
    let mut chapter = Chapter::default();
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    let mut section = String::new();
    for (line, number) in text.lines().zip(1..) {
        if let Some(heading) = line.strip_prefix("## ") {
            section = title(heading);
        }
        let Some((id, words)) = line.strip_prefix("- ").and_then(|item| item.split_once(' ')) else { continue };
        if !looks_like_id(id) {
            continue;
        }
        let Some(part) = section_of(prefix, id) else {
            faults.push(format!("line {number}: {id} is not of the form {prefix}-FIR-12"));
            continue;
        };
        if !seen.insert(id.to_owned()) {
            faults.push(format!("line {number}: {id} stands twice"));
        } else if part == EXAMPLE {
            chapter.examples.push(id.to_owned());
        } else {
            match clause(id, &section, words) {
                Ok(clause) => chapter.clauses.push(clause),
                Err(fault) => faults.push(format!("line {number}: {id} {fault}")),
            }
        }
    }
    for (line, number) in text.lines().zip(1..) {
        for id in citations::ids(prefix, line).difference(&seen) {
            faults.push(format!("line {number}: refers to {id}, which does not exist"));
        }
    }
    if faults.is_empty() { Ok(chapter) } else { Err(faults) }
}

/// A heading without its number and its bracket, in sentence case: `1 SCALE & TABLE (RF-SCL)` is `Scale & table`.
fn title(heading: &str) -> String {
    let mut bare = String::new();
    let mut depth = 0;
    for letter in heading.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 => bare.push(letter),
            _ => {}
        }
    }
    let numbered = bare.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == ' ');
    let words = numbered.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Whether the first word of a list item is meant as an id, well formed or not.
fn looks_like_id(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_uppercase())
        && word.ends_with(|letter: char| letter.is_ascii_digit())
        && word.contains('-')
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The middle of a well-formed id.
fn section_of<'a>(prefix: &str, id: &'a str) -> Option<&'a str> {
    let (section, number) = id.strip_prefix(prefix)?.strip_prefix('-')?.split_once('-')?;
    let letters = (2..=5).contains(&section.len()) && section.bytes().all(|byte| byte.is_ascii_uppercase());
    let digits = number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit());
    (letters && digits).then_some(section)
}

fn clause(id: &str, section: &str, line: &str) -> Result<Clause, String> {
    let (words, tags) = split_tags(line);
    if words.is_empty() {
        return Err("has no words".into());
    }
    if let Some((_, open)) = words.rsplit_once('[').filter(|_| words.ends_with(']')) {
        return Err(format!("ends with [{open}, which is none of book, ruling, optional, note"));
    }
    let (marks, reasons): (Vec<_>, Vec<_>) = tags.into_iter().partition(|tag| tag.name == "note");
    let Some(first) = reasons.first() else { return Err("has no origin".into()) };
    if let Some(bare) = reasons.iter().find(|tag| tag.text.is_empty()) {
        return Err(format!("says [{}] without a place or a reason", bare.name));
    }
    let is_optional = reasons.iter().any(|tag| tag.name == "optional");
    let kind = match (marks.is_empty(), is_optional) {
        (false, _) => Kind::Note,
        (true, true) => Kind::Option,
        (true, false) => Kind::Rule,
    };
    let origin = match first.name {
        "book" => Origin::Book,
        "ruling" => Origin::Ruling,
        _ => Origin::Option,
    };
    let mut source = first.text.to_owned();
    for tag in &reasons[1..] {
        source += &format!("; {}: {}", tag.name, tag.text);
    }
    Ok(Clause { id: id.into(), section: section.into(), words: words.into(), kind, origin, source })
}

/// `[book: Fig. 3; ruling: once]` has the name `book` and the text `Fig. 3; ruling: once`.
struct Tag<'a> {
    name: &'a str,
    text: &'a str,
}

/// Takes the tags off the end of a clause line, and gives them in the order they are written.
fn split_tags(line: &str) -> (&str, Vec<Tag<'_>>) {
    let mut words = line.trim();
    let mut tags = Vec::new();
    while let Some(inner) = words.strip_suffix(']') {
        let Some(open) = opening_bracket(inner) else { break };
        let inside = &inner[open + 1..];
        let (name, text) = inside.split_once(':').unwrap_or((inside, ""));
        if !["book", "ruling", "optional", "note"].contains(&name) {
            break;
        }
        tags.push(Tag { name, text: text.trim() });
        words = inner[..open].trim_end();
    }
    tags.reverse();
    (words, tags)
}

/// Where the bracket opens whose end was taken off `text`.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Chapter {
        read("RF", text).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    fn check_faults(text: &str, expected: &[&str]) {
        assert_eq!(read("RF", text).expect_err("the chapter has faults"), expected);
    }

    #[test]
    fn a_clause_has_section_words_origin_and_source() {
        let chapter = check(
            "## 9 SMALL-ARMS FIRE (RF-FIR)\n\n- RF-FIR-12 Halve \"once\" [sic] only. [book: Fig. 3; ruling: once]\n",
        );
        assert_eq!(
            chapter.clauses,
            [Clause {
                id: "RF-FIR-12".into(),
                section: "Small-arms fire".into(),
                words: "Halve \"once\" [sic] only.".into(),
                kind: Kind::Rule,
                origin: Origin::Book,
                source: "Fig. 3; ruling: once".into(),
            }]
        );
    }

    #[test]
    fn tags_tell_kind_and_origin() {
        let chapter = check(
            "- RF-SCL-03 A turn is ten minutes. [book: Fig. 2] [note]
- RF-OPT-01 Change front. [optional: change_front; book: Change Front]
- RF-OPT-02 Militia. [ruling: sister sheet] [optional: militia]
",
        );
        let read: Vec<_> =
            chapter.clauses.iter().map(|clause| (clause.kind, clause.origin, clause.source.as_str())).collect();
        assert_eq!(
            read,
            [
                (Kind::Note, Origin::Book, "Fig. 2"),
                (Kind::Option, Origin::Option, "change_front; book: Change Front"),
                (Kind::Option, Origin::Ruling, "sister sheet; optional: militia"),
            ]
        );
    }

    #[test]
    fn a_bracket_inside_a_tag_belongs_to_it() {
        let chapter = check("- RF-ODD-03 Pairs. [ruling: printed \"[...] two bases\"]\n");
        assert_eq!(chapter.clauses[0].source, "printed \"[...] two bases\"");
    }

    #[test]
    fn worked_examples_are_no_clauses() {
        let chapter = check("- RF-EX-01 Check. Die 4.\n- plain item\n- 12 pdr guns\n");
        assert_eq!(chapter.examples, ["RF-EX-01"]);
        assert!(chapter.clauses.is_empty());
    }

    #[test]
    fn titles_lose_number_bracket_and_capitals() {
        assert_eq!(title("1 SCALE & TABLE (RF-SCL)"), "Scale & table");
        assert_eq!(title("5 SEQUENCE (SEQ) AND PRE-GAME (PRE)"), "Sequence and pre-game");
        assert_eq!(title("0. Reading conventions"), "Reading conventions");
    }

    #[test]
    fn all_faults_are_told_at_once() {
        check_faults(
            "- RF-FIR-1 Too short. [ruling: x]
- ODD-01 No prefix. [ruling: x]
- RF-FIR-02 First. [ruling: x]
- RF-FIR-02 Again. [ruling: x]
- RF-FIR-03 No tag.
- RF-FIR-04 Bare tag. [ruling]
- RF-FIR-05 Old tag. [seed: Fig. 1]
- RF-FIR-06 Only a mark. [note]
- RF-FIR-07 [ruling: no words]
- RF-FIR-08 See RF-GUN-99. [ruling: x]
",
            &[
                "line 1: RF-FIR-1 is not of the form RF-FIR-12",
                "line 2: ODD-01 is not of the form RF-FIR-12",
                "line 4: RF-FIR-02 stands twice",
                "line 5: RF-FIR-03 has no origin",
                "line 6: RF-FIR-04 says [ruling] without a place or a reason",
                "line 7: RF-FIR-05 ends with [seed: Fig. 1], which is none of book, ruling, optional, note",
                "line 8: RF-FIR-06 has no origin",
                "line 9: RF-FIR-07 has no words",
                "line 10: refers to RF-GUN-99, which does not exist",
            ],
        );
    }
}
