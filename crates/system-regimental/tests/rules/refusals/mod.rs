//! Ways to break a rule of movement, formation, maneuver, charge or fire by a command: each is refused by its clause, and names the
//! piece, the place or the line that decided. The chapters test where each rule begins; here every reason stands in a list.

mod battle;
mod maneuvers;

use std::fmt::Write as _;

use expect_test::Expect;
use firelock_regimental::command::Command;
use firelock_testkit::refusal_words;

use crate::field::Field;

/// A way to break a rule: its name, the battle, and the command that breaks it there.
pub(super) type Broken<'a> = (&'a str, Field, fn(&Field) -> Command);

/// Each command is refused, with its clause and the place that decided.
pub(super) fn refuses(broken: Vec<Broken<'_>>, expected: &Expect) {
    let mut told = String::new();
    for (rule, field, command) in broken {
        let command = command(&field);
        let Err(refusal) = field.check(&command) else {
            panic!("{rule}: {command:?} passes");
        };
        let words = refusal_words(&refusal, |id| field.state.roster(id).name.clone());
        writeln!(told, "{rule}: {words}").expect("text");
    }
    expected.assert_eq(&told);
}

pub(super) const ENEMY: &str = "blue infantry enemy at 24,33 facing 180";

pub(super) const ABATIS: &str = "ground wall abatis line 10,14 40,14";
pub(super) const HOUSE: &str = "ground house building area 22,14 26,14 26,17 22,17";
