//! Which clauses are done: cited by code and by a test.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use crate::{
    chapter::{Chapter, Kind},
    citations::Citations,
    system::SYSTEMS,
};

/// `docs/rules/not-done.toml`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct NotDone {
    /// Systems that are finished and must stay so.
    pub(crate) complete: Vec<String>,
    /// System, clause, reason.
    #[serde(flatten)]
    pub(crate) listed: BTreeMap<String, BTreeMap<String, String>>,
}

impl NotDone {
    /// # Errors
    /// When the text is not of this form or names a system that does not exist.
    pub(crate) fn read(text: &str) -> Result<NotDone> {
        let not_done: NotDone = toml::from_str(text)?;
        for name in not_done.complete.iter().chain(not_done.listed.keys()) {
            if SYSTEMS.iter().all(|system| system.name != name) {
                bail!("{name:?} is no system");
            }
        }
        Ok(not_done)
    }
}

/// How far a system is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Its crate does not exist.
    NotBegun,
    /// What is open is reported.
    InProgress,
    /// What is open is an error.
    Complete,
}

/// The coverage of one system.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) system: &'static str,
    pub(crate) stage: Stage,
    pub(crate) rules: usize,
    pub(crate) options: usize,
    pub(crate) notes: usize,
    pub(crate) examples: usize,
    /// Rules and options cited by code and by a test, and examples cited by a test.
    pub(crate) done: usize,
    /// Listed as not done.
    pub(crate) listed: usize,
    /// Rules and options that no code cites.
    pub(crate) uncited: Vec<String>,
    /// Rules, options and examples that no test cites.
    pub(crate) untested: Vec<String>,
    /// What a complete system must not have.
    pub(crate) open: Vec<String>,
    /// Errors at any stage.
    pub(crate) faults: Vec<String>,
}

impl Report {
    /// Whether this fails the build.
    pub(crate) fn is_failure(&self) -> bool {
        !self.faults.is_empty() || (self.stage == Stage::Complete && !self.open.is_empty())
    }
}

/// Judges a chapter; without citations its system is not begun.
pub(crate) fn judge(
    system: &'static str,
    chapter: &Chapter,
    citations: Option<&Citations>,
    not_done: &NotDone,
) -> Report {
    let is_complete = not_done.complete.iter().any(|name| name == system);
    let count = |kind| chapter.clauses.iter().filter(|clause| clause.kind == kind).count();
    let mut report = Report {
        system,
        stage: match (citations, is_complete) {
            (None, _) => Stage::NotBegun,
            (Some(_), false) => Stage::InProgress,
            (Some(_), true) => Stage::Complete,
        },
        rules: count(Kind::Rule),
        options: count(Kind::Option),
        notes: count(Kind::Note),
        examples: chapter.examples.len(),
        done: 0,
        listed: 0,
        uncited: Vec::new(),
        untested: Vec::new(),
        open: Vec::new(),
        faults: Vec::new(),
    };
    let nothing = BTreeMap::new();
    let listed = not_done.listed.get(system).unwrap_or(&nothing);
    judge_list(&mut report, chapter, listed);
    let Some(citations) = citations else {
        if is_complete {
            report.faults.push(format!("{system} is called complete and has no crate"));
        }
        return report;
    };
    judge_citations(&mut report, chapter, citations);
    let clauses = chapter.clauses.iter().filter(|clause| clause.kind != Kind::Note).map(|clause| (&clause.id, true));
    let examples = chapter.examples.iter().map(|id| (id, false));
    for (id, needs_code) in clauses.chain(examples) {
        let is_cited = !needs_code || citations.code.contains_key(id);
        let is_tested = citations.tests.contains_key(id);
        if !is_cited {
            report.uncited.push(id.clone());
        }
        if !is_tested {
            report.untested.push(id.clone());
        }
        let is_done = is_cited && is_tested;
        report.done += usize::from(is_done);
        match (is_done, listed.contains_key(id)) {
            (true, true) => report.open.push(format!("{id} is listed as not done, but is cited and tested")),
            (false, false) => report.open.push(match (is_cited, is_tested) {
                (true, _) => format!("{id} has no test"),
                (_, true) => format!("{id} is cited by no code"),
                _ => format!("{id} is cited by no code and has no test"),
            }),
            _ => {}
        }
    }
    report
}

/// Each listed clause exists and can be done.
fn judge_list(report: &mut Report, chapter: &Chapter, listed: &BTreeMap<String, String>) {
    report.listed = listed.len();
    for (id, reason) in listed {
        let kind = chapter.clauses.iter().find(|clause| clause.id == *id).map(|clause| clause.kind);
        if kind.is_none() && !chapter.examples.contains(id) {
            report.faults.push(format!("{id} is listed as not done and does not exist"));
        }
        if kind == Some(Kind::Note) {
            report.faults.push(format!("{id} is listed as not done and is a note"));
        }
        if reason.trim().is_empty() {
            report.faults.push(format!("{id} is listed as not done without a reason"));
        }
    }
}

/// Each cited clause exists.
fn judge_citations(report: &mut Report, chapter: &Chapter, citations: &Citations) {
    for (id, path) in citations.code.iter().chain(&citations.tests) {
        let is_known = chapter.examples.contains(id) || chapter.clauses.iter().any(|clause| clause.id == *id);
        if !is_known {
            report.open.push(format!("{id} in {} does not exist", path.display()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter;

    const CHAPTER: &str = "
- RF-FIR-01 Fires. [book: x]
- RF-FIR-02 Halves. [ruling: x]
- RF-OPT-01 Switch. [ruling: x] [optional: switch]
- RF-SCL-03 Ten minutes. [book: x] [note]
- RF-EX-01 A volley.
";

    fn cite(code: &[&str], tests: &[&str]) -> Citations {
        let map = |ids: &[&str]| ids.iter().map(|&id| (id.to_owned(), "file.rs".into())).collect();
        Citations { code: map(code), tests: map(tests) }
    }

    fn check(not_done: &str, citations: Option<&Citations>) -> Report {
        let chapter = chapter::read("RF", CHAPTER).expect("the chapter is sound");
        judge("regimental", &chapter, citations, &NotDone::read(not_done).expect("the list is sound"))
    }

    const COMPLETE: &str = "complete = [\"regimental\"]\n";
    const ALL: [&str; 3] = ["RF-FIR-01", "RF-FIR-02", "RF-OPT-01"];
    const ALL_TESTED: [&str; 4] = ["RF-FIR-01", "RF-FIR-02", "RF-OPT-01", "RF-EX-01"];

    #[test]
    fn all_cited_and_tested_passes() {
        let report = check(COMPLETE, Some(&cite(&ALL, &ALL_TESTED)));
        assert!(!report.is_failure(), "{report:?}");
        assert_eq!((report.rules, report.options, report.notes, report.examples, report.done), (2, 1, 1, 1, 4));
    }

    #[test]
    fn what_is_missing_fails_a_complete_system_only() {
        let citations = cite(&["RF-FIR-01", "RF-OPT-01"], &["RF-FIR-01", "RF-FIR-02"]);
        let report = check(COMPLETE, Some(&citations));
        assert!(report.is_failure());
        assert_eq!(report.open, ["RF-FIR-02 is cited by no code", "RF-OPT-01 has no test", "RF-EX-01 has no test"]);
        assert_eq!(
            (report.uncited, report.untested),
            (vec!["RF-FIR-02".into()], vec!["RF-OPT-01".into(), "RF-EX-01".into()])
        );
        assert!(!check("complete = []", Some(&citations)).is_failure());
    }

    #[test]
    fn a_listed_clause_may_be_missing_but_not_done() {
        let list = "complete = [\"regimental\"]\n[regimental]\n\"RF-OPT-01\" = \"later\"\n";
        assert!(!check(list, Some(&cite(&ALL[..2], &ALL_TESTED))).is_failure());
        let report = check(list, Some(&cite(&ALL, &ALL_TESTED)));
        assert!(report.is_failure());
        assert_eq!(report.open, ["RF-OPT-01 is listed as not done, but is cited and tested"]);
    }

    #[test]
    fn the_list_names_clauses_that_can_be_done() {
        let list =
            "complete = []\n[regimental]\n\"RF-SCL-03\" = \"later\"\n\"RF-XXX-01\" = \"later\"\n\"RF-FIR-01\" = \"\"\n";
        let report = check(list, Some(&cite(&[], &[])));
        assert!(report.is_failure());
        assert_eq!(
            report.faults,
            [
                "RF-FIR-01 is listed as not done without a reason",
                "RF-SCL-03 is listed as not done and is a note",
                "RF-XXX-01 is listed as not done and does not exist",
            ]
        );
    }

    #[test]
    fn a_cited_clause_exists() {
        let report = check(COMPLETE, Some(&cite(&["RF-FIR-01", "RF-FIR-02", "RF-OPT-01", "RF-FIR-99"], &ALL_TESTED)));
        assert_eq!(report.open, ["RF-FIR-99 in file.rs does not exist"]);
        assert!(report.is_failure());
    }

    #[test]
    fn a_system_without_crate_is_not_begun_and_cannot_be_complete() {
        let report = check("complete = []", None);
        assert_eq!((report.stage, report.is_failure()), (Stage::NotBegun, false));
        assert!(check(COMPLETE, None).is_failure());
    }

    #[test]
    fn an_unknown_system_is_refused() {
        assert!(NotDone::read("complete = [\"waterloo\"]").is_err());
        assert!(NotDone::read("complete = []\n[waterloo]\n").is_err());
    }
}
