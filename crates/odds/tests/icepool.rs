//! Our odds are icepool's: `data/icepool.json`, made by `data/make_icepool.py`, compared as exact ratios.

use firelock_core::{Clause, Cuts, Dice, Die, Halt, Lot, Read, Roll, Side, Tie};
use firelock_odds::{Distribution, PATHS, explore, hits, margin, unsaved_hits, wins_and_ties};
use serde::Deserialize;

const A: Clause = Clause::new("XX-A-01");

#[derive(Debug, Deserialize)]
struct Case {
    odds: Vec<(Vec<i64>, String)>,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Kind {
    Pool { lot: Dealt },
    Saves { lot: Dealt, save: Dealt },
    Bands { lot: Dealt },
    Mixed { lots: Vec<Dealt> },
    Opposed { own: Dealt, other: Dealt },
    RollOff { own: Dealt, other: Dealt },
    Pairs { own: Dealt, other: Dealt },
    Faces { sides: u8, trials: u8 },
    Chain { sides: u8, rows: Vec<(i16, u8, Order)>, stands: u8, rounds: u32, plus: i16 },
}

/// A lot as the file says it.
#[derive(Debug, Deserialize)]
struct Dealt {
    trials: u8,
    dice: u8,
    sides: u8,
    plus: i32,
    again: Vec<u8>,
    hit: Option<i16>,
    #[serde(default)]
    cuts: Vec<(i16, u8)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    Kept,
    Lost,
    Won,
}

impl Dealt {
    fn lot(&self) -> Lot {
        let die = if self.sides == 0 { Die::Z10 } else { Die::D(self.sides) };
        let again = self.again.iter().fold(0, |mask, face| mask | 1 << face);
        let cuts = self.hit.map_or_else(|| Cuts::new(self.cuts.iter().copied()), Cuts::at);
        Lot::of(Side::Red, self.trials, die).dice(self.dice).plus(self.plus).again(again).cut(cuts)
    }
}

fn roll(read: Read, lots: impl IntoIterator<Item = Lot>) -> Roll {
    Roll::new(A, "roll", read, lots)
}

/// The odds of a distribution as the file writes them.
fn written<T: Ord>(found: &Distribution<T>, read: impl Fn(&T) -> Vec<i64>) -> Vec<(Vec<i64>, String)> {
    found.iter().map(|(outcome, chance)| (read(outcome), chance.exact().expect("exact"))).collect()
}

fn explored(run: impl Fn(&mut dyn Dice) -> Result<Vec<i64>, Halt>) -> Vec<(Vec<i64>, String)> {
    written(&explore(PATHS, run).expect("dice that fall"), Vec::clone)
}

/// The odds of one roll's answer.
fn read_off(roll: &Roll) -> Vec<(Vec<i64>, String)> {
    explored(|dice| Ok(dice.roll(roll)?.answer.iter().map(|&number| number.into()).collect()))
}

/// What the chart of a chain does to (stands, disordered).
fn chart(rows: &[(i16, u8, Order)], plus: i16, (stands, disordered): (u8, bool), face: i16) -> (u8, bool) {
    let score = face + if disordered { plus } else { 0 };
    let row = rows.iter().rev().find(|(from, ..)| score >= *from);
    let (loss, order) = row.map_or((0, Order::Kept), |&(_, loss, order)| (loss, order));
    match stands.saturating_sub(loss) {
        0 => (0, false),
        left => match order {
            Order::Kept => (left, disordered),
            Order::Lost => (left, true),
            Order::Won => (left, false),
        },
    }
}

fn check(case: &Case) {
    let expected = &case.odds;
    match &case.kind {
        Kind::Pool { lot } => {
            let lot = lot.lot();
            assert_eq!(&written(&hits(&lot).expect("a pool"), |&hits| vec![hits.into()]), expected);
            let roll = roll(Read::Tally, [lot]);
            assert_eq!(&explored(|dice| Ok(vec![dice.roll(&roll)?.count(1).into()])), expected);
        }
        Kind::Saves { lot, save } => {
            let (lot, save) = (lot.lot(), save.lot());
            assert_eq!(&written(&unsaved_hits(&lot, &save).expect("a pool"), |&hits| vec![hits.into()]), expected);
            let volley = roll(Read::Tally, [lot]);
            let run = |dice: &mut dyn Dice| {
                let hits = dice.roll(&volley)?.count(1) as u8;
                let saves = roll(Read::Tally, [Lot { trials: hits, ..save.clone() }]);
                Ok(vec![dice.roll(&saves)?.count(0).into()])
            };
            assert_eq!(&explored(run), expected);
        }
        Kind::Bands { lot } => assert_eq!(&read_off(&roll(Read::Tally, [lot.lot()])), expected),
        Kind::Mixed { lots } => {
            let roll = roll(Read::Tally, lots.iter().map(Dealt::lot));
            let run = |dice: &mut dyn Dice| {
                let rolled = dice.roll(&roll)?;
                Ok(vec![i64::from(rolled.count(1) + rolled.count(3))])
            };
            assert_eq!(&explored(run), expected);
            let [first, second] = lots.as_slice() else { panic!("two lots") };
            let [first, second] = [first, second].map(|lot| hits(&lot.lot()).expect("a pool"));
            let sum = first.then(|&one| second.clone().map(|other| one + other));
            assert_eq!(&written(&sum, |&hits| vec![hits.into()]), expected);
        }
        Kind::Opposed { own, other } => {
            let found = margin(&own.lot(), &other.lot()).expect("dice");
            assert_eq!(&written(&found, |&margin| vec![margin.into()]), expected);
            assert_eq!(&read_off(&roll(Read::Versus { tie: Tie::Stands }, [own.lot(), other.lot()])), expected);
        }
        Kind::RollOff { own, other } => {
            assert_eq!(&read_off(&roll(Read::Versus { tie: Tie::Again }, [own.lot(), other.lot()])), expected);
        }
        Kind::Pairs { own, other } => {
            let found = wins_and_ties(&own.lot(), &other.lot()).expect("dice");
            assert_eq!(&written(&found, |&(wins, ties)| vec![wins.into(), ties.into()]), expected);
            let own = own.lot().cut(Cuts::new([(0, 1), (1, 2)]));
            let roll = roll(Read::Versus { tie: Tie::Stands }, [own, other.lot()]);
            let run = |dice: &mut dyn Dice| {
                let rolled = dice.roll(&roll)?;
                Ok(vec![rolled.count(2).into(), rolled.count(1).into()])
            };
            assert_eq!(&explored(run), expected);
        }
        Kind::Faces { sides, trials } => {
            let roll = roll(Read::Faces, [Lot::of(Side::Red, *trials, Die::D(*sides))]);
            assert_eq!(&read_off(&roll), expected);
        }
        Kind::Chain { sides, rows, stands, rounds, plus } => {
            let start = Distribution::certain((*stands, false));
            let step = |&state: &(u8, bool)| {
                let after = |face| chart(rows, *plus, state, face);
                Distribution::of_die(Die::D(*sides), after).expect("a die with faces")
            };
            let read = |&(stands, disordered): &(u8, bool)| vec![stands.into(), i64::from(disordered)];
            assert_eq!(&written(&start.rounds(*rounds, step), read), expected);
            let die = roll(Read::Sum, [Lot::of(Side::Red, 1, Die::D(*sides))]);
            let mut chained = start;
            for _ in 0..*rounds {
                let after = chained.try_then(|&state| {
                    explore(PATHS, |dice| Ok::<_, Halt>(chart(rows, *plus, state, dice.roll(&die)?.value() as i16)))
                });
                chained = after.expect("dice that fall");
            }
            assert_eq!(&written(&chained, read), expected);
        }
    }
}

#[test]
fn every_pool_has_the_odds_that_icepool_gives() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("data/icepool.json")).expect("well formed");
    assert!(cases.len() >= 200, "{} cases", cases.len());
    cases.iter().for_each(check);
}
