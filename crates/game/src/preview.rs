use std::cmp::Ordering;
use std::collections::BTreeMap;

use firelock_core::{
    Dice, Given, Halt, Landmark, Lot, Onset, Read, Roll, Rolled, RuleSystem, Seeded, Side, Taken, carry_out,
};
use firelock_odds::{ChainOdds, Exactness, explore};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Chain;

/// The most ways of the dice that are tried before odds are sampled.
const WAYS: usize = 2_000;

/// What a command would do, worked out on what its side knows: the card before the dice.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Preview {
    /// The command in a few words.
    pub phrase: String,
    /// Its first roll with the odds; none where it rolls nothing.
    pub card: Option<Foreseen>,
    /// What comes of it without a roll, or before the first one.
    pub told: Vec<String>,
    /// The whole attack that it begins, if it begins one whose odds can be told.
    pub attack: Option<WholeAttack>,
}

/// The odds of a whole attack as the table stands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WholeAttack {
    /// Test by test, with the endings and the losses.
    pub odds: ChainOdds,
    /// What they do not reckon with, each in a sentence.
    pub left_out: Vec<String>,
}

/// A roll that would be made, and what may come of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Foreseen {
    /// The roll with its tallies.
    pub roll: Roll,
    /// The dice in words.
    pub dice: String,
    /// One row for each different consequence up to the next roll or decision.
    pub odds: Vec<Consequence>,
    /// Whether these are the true odds.
    pub exactness: Exactness,
    /// Whether the dice may be rolled again before they count: these are then the odds if they are left as they fall.
    pub again: bool,
}

/// What may come of a roll.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Consequence {
    /// Its probability.
    pub p: f64,
    /// The same as a ratio, `7/36`; none when it was sampled.
    pub exact: Option<String>,
    /// The same for people: `30 %`, `1 in 200`.
    pub percent: String,
    /// Which readings of the dice bring it: `7 to 9`.
    pub rolls: String,
    /// What happens, in sentences.
    pub told: Vec<String>,
    /// What is rolled next, if anything.
    pub then: Option<String>,
}

/// Dice whose first roll falls as the odds ask, and all others somehow.
struct First<'a> {
    dice: Option<&'a mut dyn Dice>,
    others: Seeded,
    answer: Vec<i16>,
}

impl First<'_> {
    fn next(&mut self, roll: &Roll, ask: impl FnOnce(&mut dyn Dice) -> Result<Rolled, Halt>) -> Result<Rolled, Halt> {
        match self.dice.take() {
            Some(dice) => {
                let rolled = ask(dice)?;
                self.answer = rolled.answer.to_vec();
                Ok(rolled)
            }
            None => self.others.roll(roll),
        }
    }
}

impl Dice for First<'_> {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        self.next(roll, |dice| dice.roll(roll))
    }

    fn land(&mut self, roll: &Roll, class: &dyn Fn(&[i16]) -> u8) -> Result<Rolled, Halt> {
        match self.dice {
            Some(_) => self.next(roll, |dice| dice.land(roll, class)),
            None => self.others.land(roll, class),
        }
    }
}

/// What a command of a side would do, as far as the side can know.
///
/// # Errors
/// Why it is not legal.
pub(crate) fn preview<S: RuleSystem>(state: &S::State, side: Side, command: &S::Command) -> Result<Preview, Halt> {
    let known = S::observe(state, side);
    let phrase = S::phrase(&known, command);
    let roll = match carry_out::<S>(&known, side, command, &mut Given::default()) {
        Ok((_, taken)) => {
            let (told, attack) = (outcome::<S>(&known, side, &taken).0, attack::<S>(&known, side, command));
            return Ok(Preview { phrase, card: None, told, attack });
        }
        Err(Halt::NeedRoll(roll)) => *roll,
        Err(halt) => return Err(halt),
    };
    let (mut told, mut again) = (Vec::new(), false);
    let ways = explore(WAYS, |dice| {
        let mut first = First { dice: Some(dice), others: Seeded::new(0, 0), answer: Vec::new() };
        let (after, mut taken) = carry_out::<S>(&known, side, command, &mut first)?;
        if let Some(keep) = S::keep_dice(&after).filter(|_| S::asked(&after).contains(&side)) {
            again = true;
            taken.extend(carry_out::<S>(&after, side, &keep, &mut first)?.1);
        }
        let fell = taken.iter().position(|taken| matches!(taken, Taken::Roll(_))).unwrap_or(0);
        told = outcome::<S>(&known, side, &taken[..fell]).0;
        let after = outcome_after::<S>(&known, side, &taken, fell);
        Ok::<_, Halt>((first.answer, after))
    })?;
    let mut rows: BTreeMap<&After, Vec<&Vec<i16>>> = BTreeMap::new();
    for (answer, after) in ways.outcomes() {
        rows.entry(after).or_default().push(answer);
    }
    let mut odds: Vec<(&Vec<i16>, Consequence)> = rows
        .into_iter()
        .filter_map(|(after, answers)| {
            let chance = ways.chance_that(|(_, way)| way == after);
            let row = Consequence {
                p: chance.p(),
                exact: chance.exact(),
                percent: percent(chance.p()),
                rolls: readings(&roll, &answers),
                told: after.0.clone(),
                then: after.1.clone(),
            };
            answers.first().map(|least| (*least, row))
        })
        .collect();
    odds.sort_by(|one, other| one.0.cmp(other.0).then(Ordering::Equal));
    let odds = odds.into_iter().map(|(_, row)| row).collect();
    let card = Foreseen { dice: roll.in_words(), roll, odds, exactness: ways.exactness(), again };
    Ok(Preview { phrase, card: Some(card), told, attack: attack::<S>(&known, side, command) })
}

/// The odds of the attack that a legal command begins.
fn attack<S: RuleSystem>(known: &S::State, side: Side, command: &S::Command) -> Option<WholeAttack> {
    let chain = Chain::named(S::NAME)?;
    let Onset { facts, mut left_out } = S::attack(known, side, command)?;
    let odds = (chain.odds)(&facts, S::book(known)).ok()?;
    left_out.push(chain.left_out.to_owned());
    Some(WholeAttack { odds, left_out })
}

/// What happens between the first roll and the next, and what that is.
fn outcome_after<S: RuleSystem>(known: &S::State, side: Side, taken: &[Taken<S::Event>], fell: usize) -> After {
    let mut state = known.clone();
    for taken in &taken[..fell] {
        if let Taken::Event(event) = taken {
            S::fold(&mut state, event);
        }
    }
    outcome::<S>(&state, side, taken.get(fell + 1..).unwrap_or_default())
}

/// What happens up to the next roll, and what that is.
fn outcome<S: RuleSystem>(before: &S::State, side: Side, taken: &[Taken<S::Event>]) -> After {
    let mut state = before.clone();
    let mut told = Vec::new();
    for taken in taken {
        match taken {
            Taken::Roll(fell) => return (told, Some(fell.0.label.to_owned())),
            Taken::Event(event) => {
                // That the turn goes on is no consequence of the dice.
                let news =
                    S::redact(event, side).filter(|event| !matches!(S::landmark(event), Some(Landmark::Step(_))));
                let words = news.map(|event| S::foretell(&state, &event));
                told.extend(words.filter(|words| !words.is_empty()));
                S::fold(&mut state, event);
            }
        }
    }
    (told, None)
}

/// What comes of a roll, in sentences, and what is rolled next.
type After = (Vec<String>, Option<String>);

/// A probability for people.
fn percent(p: f64) -> String {
    match p {
        p if (0.995..1.0).contains(&p) => "over 99\u{2009}%".to_owned(),
        p if p >= 0.01 => format!("{:.0}\u{2009}%", p * 100.0),
        p if p > 0.0 => format!("1 in {:.0}", 1.0 / p),
        _ => "never".to_owned(),
    }
}

/// The readings of a roll in words. A single die is told by its face, since that is what lies on the table.
fn readings(roll: &Roll, answers: &[&Vec<i16>]) -> String {
    let single = |answer: &&Vec<i16>| (answer.len() == 1).then(|| answer[0]);
    if let (Read::Tally, [lot]) = (roll.read, roll.lots.as_slice())
        && lot.cuts.bands() == 2
    {
        // Of two bands the upper one is what the dice are rolled for.
        let mut hits: Vec<i16> = answers.iter().filter_map(|answer| answer.get(1).copied()).collect();
        hits.sort_unstable();
        return format!("{} of {}", ranges(hits.into_iter()), lot.trials);
    }
    let Some(values) = answers.iter().map(single).collect::<Option<Vec<i16>>>() else {
        return match answers {
            [_, _, _, _, ..] => "other dice".to_owned(),
            few => few.iter().map(|answer| in_words(roll, answer)).collect::<Vec<_>>().join("; "),
        };
    };
    let plus = match (roll.read, roll.lots.as_slice()) {
        (Read::Sum, [lot]) => lot.plus,
        _ => 0,
    };
    ranges(values.into_iter().map(|value| value - plus))
}

/// Numbers as ranges: `1, 3 to 5`.
fn ranges(values: impl Iterator<Item = i16>) -> String {
    let mut runs: Vec<(i16, i16)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, most)) if value == *most + 1 => *most = value,
            _ => runs.push((value, value)),
        }
    }
    let run = |(least, most): &(i16, i16)| match least == most {
        true => least.to_string(),
        false => format!("{least} to {most}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// An answer of several numbers in words.
fn in_words(roll: &Roll, answer: &[i16]) -> String {
    let numbers = |answer: &[i16]| answer.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match (roll.read, roll.lots.as_slice()) {
        // Counts per band, lot after lot; of two bands the upper one is what the dice are rolled for.
        (Read::Tally, lots) if lots.iter().all(|lot| lot.cuts.bands() == 2) => {
            let hits = |(lot, counts): (&Lot, &[i16])| format!("{} of {}", counts.get(1).unwrap_or(&0), lot.trials);
            lots.iter().zip(answer.chunks(2)).map(hits).collect::<Vec<_>>().join(" and ")
        }
        (Read::Tally, [lot]) if lot.dice == 1 => {
            let counts = answer.iter().enumerate().filter(|(_, count)| **count > 0);
            counts.map(|(band, count)| format!("{count} on {}", band_faces(lot, band))).collect::<Vec<_>>().join(", ")
        }
        _ => numbers(answer),
    }
}

/// The faces of single dice that lie in a band.
fn band_faces(lot: &Lot, band: usize) -> String {
    let (least, most) = lot.die.faces();
    ranges((least..=most).filter(|face| usize::from(lot.cuts.band(face + lot.plus)) == band))
}

#[cfg(test)]
mod tests {
    use firelock_core::{Clause, Cuts, Die, Grain, Overlay, try_out};
    use firelock_regimental::Regimental;
    use firelock_scenario::Muster;

    use super::*;
    use crate::BattleFile;

    #[test]
    fn readings_are_ranges_and_odds_are_words() {
        assert_eq!(ranges([1, 3, 4, 5, 9].into_iter()), "1, 3 to 5, 9");
        assert_eq!(percent(0.3), "30\u{2009}%");
        assert_eq!(percent(0.005), "1 in 200");
        assert_eq!(percent(1.0), "100\u{2009}%");
        assert_eq!(percent(0.9999), "over 99\u{2009}%");
    }

    #[test]
    fn bands_are_told_by_their_faces() {
        let lot = Lot::of(Side::Red, 6, Die::D(6)).cut(Cuts::new([(3, 1), (6, 2)]));
        let roll = Roll::new(Clause::new("X-1"), "shooting", Read::Tally, [lot]);
        assert_eq!(readings(&roll, &[&vec![2, 3, 1]]), "2 on 1 to 2, 3 on 3 to 5, 1 on 6");
        let answers: Vec<Vec<i16>> = (0..5).map(|n| vec![n, 5 - n, 1]).collect();
        assert_eq!(readings(&roll, &answers.iter().collect::<Vec<_>>()), "other dice");
        let hits = Roll { lots: [Lot::of(Side::Red, 3, Die::D(6)).cut(Cuts::at(4))].into_iter().collect(), ..roll };
        assert_eq!(readings(&hits, &[&vec![0, 3], &vec![1, 2], &vec![2, 1]]), "1 to 3 of 3");
        assert_eq!(readings(&hits, &[&vec![3, 0]]), "0 of 3");
    }

    #[test]
    fn the_preview_of_a_charge_tells_the_whole_attack() {
        let text = include_str!("../../../scenarios/first-volley-regimental.toml");
        let battle = BattleFile::read("first-volley-regimental", text).expect("it comes with the program").battle;
        let book = battle.book::<Regimental>(Overlay::default()).expect("the printed rules");
        let start = Regimental::muster(&battle, &book).expect("it musters").state;
        for seed in 0..40 {
            let (mut state, mut chance) = (start.clone(), Seeded::new(seed, 0));
            while let Some(side) = Regimental::asked(&state).first().copied() {
                let mut options = Vec::new();
                Regimental::candidates(&state, side, Grain::Coarse, &mut options);
                let begins = |command: &&_| Regimental::attack(&state, side, command).is_some();
                if let Some(charge) = options.iter().find(begins) {
                    let told = preview::<Regimental>(&state, side, charge).expect("it is listed").attack;
                    let WholeAttack { odds, left_out } = told.expect("the odds of the attack");
                    assert!(!odds.stages.is_empty());
                    let chain = Chain::named(Regimental::NAME).expect("its chain");
                    assert_eq!(left_out.last().map(String::as_str), Some(chain.left_out));
                    return;
                }
                let Some(next) = Regimental::draw(&state, side, Grain::Coarse, &mut chance) else { break };
                try_out::<Regimental>(&mut state, side, &next, &mut chance).expect("a candidate");
            }
        }
        panic!("nobody charged");
    }
}
