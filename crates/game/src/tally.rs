use firelock_core::{
    Checked, Dice, Die, Given, Halt, Ledger, Lot, Read, Roll, Rolled, Rulebook, Test, TestFault, fall,
};
use serde_json::Value;

/// What is known of a test before or after its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The tallies, each with a heading where there are several.
    pub ledgers: Vec<(String, Ledger)>,
    /// What the tallies of the first roll come to.
    pub total: i32,
    /// The dice in words; empty where the result is certain.
    pub dice: String,
    /// What it came to; nothing as long as dice are wanted.
    pub checked: Option<Checked>,
    /// The dice that are wanted next.
    pub wanted: Option<Box<Roll>>,
}

/// Runs a test with the given faces; where they do not suffice, tells which dice are wanted next and what for.
///
/// # Errors
/// When the facts are not as the test wants them, or the faces are too many or not on the dice.
pub fn tally(test: &Test, said: &Value, book: &Rulebook, faces: &[i16]) -> Result<Made, TestFault> {
    let first = match (test.run)(said, book, &mut Given::default()) {
        Err(TestFault::Halt(Halt::NeedRoll(roll))) => roll,
        Err(fault) => return Err(fault),
        Ok(_) if !faces.is_empty() => return Err(TestFault::Facts("the result is certain; no dice are rolled".into())),
        Ok(checked) => {
            let total = checked.ledgers.last().map_or(checked.result, |(_, ledger)| ledger.total);
            let (ledgers, dice) = (checked.ledgers.clone(), checked.dice.clone());
            return Ok(Made { ledgers, total, dice, checked: Some(checked), wanted: None });
        }
    };
    let why = |lot: &Lot| first.whys.get(usize::from(lot.why)).map_or(0, |(_, ledger)| ledger.total);
    let total = match (first.read, &*first.lots) {
        (Read::Versus { .. }, [own, other, ..]) => why(own) - why(other),
        (_, lots) => lots.first().map_or(0, why),
    };
    if faces.is_empty() {
        let ledgers = headed(test, said, book, &first);
        return Ok(Made { ledgers, total, dice: first.in_words(), checked: None, wanted: Some(first) });
    }
    let mut dice = Given::new(faces.iter().copied());
    let checked = match (test.run)(said, book, &mut dice) {
        Err(TestFault::Halt(Halt::NeedRoll(next))) => {
            let ledgers = headed(test, said, book, &next);
            return Ok(Made { ledgers, total, dice: next.in_words(), checked: None, wanted: Some(next) });
        }
        checked => checked?,
    };
    let (ledgers, words) = (checked.ledgers.clone(), checked.dice.clone());
    match dice.left() {
        0 => Ok(Made { ledgers, total, dice: words, checked: Some(checked), wanted: None }),
        left => Err(TestFault::Facts(format!("too many faces for {}: {left} left over", checked.dice))),
    }
}

/// The tallies of a roll that is not made yet, under the headings that the test gives them once it is.
fn headed(test: &Test, said: &Value, book: &Rulebook, roll: &Roll) -> Vec<(String, Ledger)> {
    let mut named = (test.run)(said, book, &mut Uneven).map_or(Vec::new(), |checked| checked.ledgers);
    let mut heading = |ledger: &Ledger| match named.iter().position(|(_, other)| other == ledger) {
        Some(at) => named.remove(at).0,
        None => String::new(),
    };
    roll.whys.iter().map(|(_, ledger)| (heading(ledger), ledger.clone())).collect()
}

/// Dice that show their highest and lowest face in turn, so that nothing is a tie: only to see what a test names its tallies.
struct Uneven;

impl Dice for Uneven {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        let mut nth = 0;
        fall(roll, &mut |die: Die| {
            nth += 1;
            let (least, most) = die.faces();
            Ok(if nth % 2 == 1 { most } else { least })
        })
    }
}
