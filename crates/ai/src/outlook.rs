use firelock_core::Side;

use crate::field::{Arm, Body, Field};
use crate::plan::{Plan, must_attack};
use crate::value::{Footing, Judge, Stands, common, half};
use crate::{Sense, Weights};

/// Numbers are taken for no more than so many deviations off their middle.
const FAR: f32 = 6.0;
/// How many chapters of a turn are told apart, its beginning included.
const CHAPTERS: usize = 10;
/// Within how many strides of an enemy troops are counted.
const NEAR: [f64; 4] = [0.5, 1.0, 1.7, 3.0];
/// How near to a place troops are about it, in inches.
const ABOUT: f64 = 8.0;
/// How many places are told apart.
const PLACES: usize = 4;

/// What battles have taught about who wins from where: a small net of one hidden layer over a position in plain numbers.
///
/// `examples/school.rs` makes them; generals of a system who have one weigh positions by it as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The middle of each number.
    middles: Vec<f32>,
    /// What it is then multiplied by.
    scales: Vec<f32>,
    /// What each number counts at once.
    straight: Vec<f32>,
    /// The hidden cells.
    cells: Vec<Cell>,
    /// Red's log odds where all numbers are in their middle and no cell speaks.
    bias: f32,
}

/// A hidden cell: it speaks where its sum is above nothing.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    /// What each number counts in it.
    weights: Vec<f32>,
    /// Its sum where all are in their middle.
    bias: f32,
    /// What it counts.
    counts: f32,
}

/// Why a text is no outlook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an outlook is how many numbers and cells it has, and then all its numbers: {0}")]
pub struct OutlookFault(String);

impl Outlook {
    /// How many numbers a position has.
    pub fn inputs() -> usize {
        let mut numbers = Vec::new();
        numbers_of(&Field::default(), &Moment::default(), &Footing::default(), &mut numbers);
        numbers.len()
    }

    /// Reads it from its text; lines that begin with `#` are for people.
    ///
    /// # Errors
    /// Where numbers are missing, too many or none.
    pub fn read(text: &str) -> Result<Outlook, OutlookFault> {
        let words = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        let numbers = words.map(|word| word.parse::<f32>().map_err(|_| OutlookFault(format!("{word:?} is no number"))));
        let numbers: Vec<f32> = numbers.collect::<Result<_, _>>()?;
        let [inputs, cells, rest @ ..] = &numbers[..] else {
            return Err(OutlookFault("it is empty".into()));
        };
        let (inputs, cells) = (*inputs as usize, *cells as usize);
        if inputs != Outlook::inputs() {
            return Err(OutlookFault(format!("it is about {inputs} numbers, a position has {}", Outlook::inputs())));
        }
        let wanted = 3 * inputs + cells * (inputs + 2) + 1;
        if rest.len() != wanted {
            return Err(OutlookFault(format!("{wanted} numbers should follow, not {}", rest.len())));
        }
        let (rows, rest) = rest.split_at(3 * inputs);
        let mut row = rows.chunks_exact(inputs).map(<[f32]>::to_vec);
        let mut row = || row.next().unwrap_or_default();
        let (middles, scales, straight) = (row(), row(), row());
        let cell = |of: &[f32]| Cell { weights: of[2..].to_vec(), bias: of[0], counts: of[1] };
        let cells = rest[..rest.len() - 1].chunks_exact(inputs + 2).map(cell).collect();
        Ok(Outlook { middles, scales, straight, cells, bias: rest[rest.len() - 1] })
    }

    /// One that comes with the program: its text is sound, as tests see to.
    pub(crate) fn shipped(text: &str) -> Outlook {
        Outlook::read(text).expect("it comes with the program")
    }

    /// Red's log odds.
    fn odds(&self, numbers: &mut [f32]) -> f64 {
        for (number, (middle, scale)) in numbers.iter_mut().zip(self.middles.iter().zip(&self.scales)) {
            *number = ((*number - middle) * scale).clamp(-FAR, FAR);
        }
        let spoken = self.cells.iter().map(|cell| cell.counts * (cell.bias + dot(&cell.weights, numbers)).max(0.0));
        f64::from(self.bias + dot(&self.straight, numbers) + spoken.sum::<f32>())
    }

    /// How likely a side is to win.
    pub(crate) fn chance(&self, field: &Field, moment: &Moment, before: &Footing, side: Side) -> f64 {
        let mut numbers = Vec::with_capacity(256);
        numbers_of(field, moment, before, &mut numbers);
        let odds = self.odds(&mut numbers);
        1.0 / (1.0 + if side == Side::Red { (-odds).exp() } else { odds.exp() })
    }
}

/// The sum of products, in eight lanes: always in the same order.
fn dot(weights: &[f32], numbers: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (weights, numbers) in weights.chunks(8).zip(numbers.chunks(8)) {
        for (lane, (weight, number)) in lanes.iter_mut().zip(weights.iter().zip(numbers)) {
            *lane += weight * number;
        }
    }
    lanes.iter().sum()
}

/// When a position is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moment {
    /// How much of the battle is left.
    left: f64,
    /// Who is asked: 1 for red, -1 for blue.
    asked: f64,
    /// Whether half a turn is gone.
    second_half: bool,
    /// The chapter of the turn, from 1; 0 where a half of it begins.
    chapter: usize,
}

impl Moment {
    /// A decision in the middle of a turn.
    pub(crate) fn of<S: Sense>(state: &S::State, field: &Field) -> Moment {
        let chapter = S::chapter(state).map_or(0, |chapter| 1 + chapter as usize);
        Moment { chapter, ..Moment::between::<S>(state, field) }
    }

    /// The beginning of a half turn.
    pub(crate) fn between<S: Sense>(state: &S::State, field: &Field) -> Moment {
        let asked = match S::asked(state).first() {
            Some(Side::Red) => 1.0,
            Some(Side::Blue) => -1.0,
            None => 0.0,
        };
        Moment { left: field.left, asked, second_half: S::half_turn(state) % 2 == 1, chapter: 0 }
    }
}

/// A position as a row of numbers, red first. `before` is a field in which it is known how all stood to each other.
pub(crate) fn numbers_of(field: &Field, moment: &Moment, before: &Footing, into: &mut Vec<f32>) {
    into.clear();
    let plan = Plan::default();
    let judge = Judge { left: moment.left, ..Judge::new(field, &Weights::PLAIN, &plan) };
    let stands = Stands::new(field, before);
    let mut put = |number: f64| into.push(number as f32);
    let yes = |is: bool| f64::from(u8::from(is));
    put(moment.left);
    put(yes(moment.second_half));
    for chapter in 0..CHAPTERS {
        put(yes(chapter == moment.chapter));
        put(yes(chapter == moment.chapter) * moment.asked);
    }
    put(yes(field.attacker == Side::Red));
    common(field, Side::Red, &judge).list().into_iter().for_each(&mut put);
    for side in Side::BOTH {
        let (own, enemy) = (side.index(), side.enemy().index());
        // How far the side is from winning by the count, and how surely that counts.
        let lead = field.points[own] - field.points[enemy] - field.lead[own];
        [field.points[own], field.strain[own], field.ready[own], lead, lead * (1.0 - moment.left)]
            .into_iter()
            .for_each(&mut put);
        put(yes(must_attack(field, side)));
        for plan in [None, Some(&plan)] {
            half(&stands, side, &judge, plan).list().into_iter().for_each(&mut put);
        }
        army(field, side).into_iter().for_each(&mut put);
    }
    for place in 0..PLACES {
        put(field.goals.get(place).map_or(0.0, |goal| match goal.holder {
            Some(Side::Red) => goal.worth,
            Some(Side::Blue) => -goal.worth,
            None => 0.0,
        }));
    }
}

/// An army in numbers: what it has, how it stands, how far forward, how near to the enemy and to the places.
fn army(field: &Field, side: Side) -> [f64; 20] {
    let whole: f64 = field.of(side).map(|body| body.worth).sum();
    let sum = |of: &dyn Fn(&Body) -> f64| field.of(side).map(of).sum::<f64>();
    let arm = |arm: Arm| sum(&|body| if body.arm == arm { body.worth } else { 0.0 });
    let forward = |body: &Body| -body.at.dot(field.home[side.index()]);
    let mean = sum(&|body| forward(body) * body.worth) / whole.max(0.1);
    let others: f64 = field.of(side.enemy()).map(|body| body.worth).sum();
    let other_mean = field.of(side.enemy()).map(|body| forward(body) * body.worth).sum::<f64>() / others.max(0.1);
    let spread = sum(&|body| (forward(body) - mean).powi(2) * body.worth) / whole.max(0.1);
    let mut near = [0.0; NEAR.len()];
    for body in field.of(side) {
        let gap = field.of(side.enemy()).map(|enemy| enemy.at.distance(body.at)).fold(f64::INFINITY, f64::min);
        for (sum, reach) in near.iter_mut().zip(NEAR) {
            if gap < reach * field.stride {
                *sum += body.worth * body.order;
            }
        }
    }
    let (mut held, mut way, mut about) = (0.0, 0.0, 0.0);
    for goal in &field.goals {
        if goal.holder == Some(side) && goal.only.is_none_or(|only| only == side) {
            held += goal.worth;
        }
        let fit = field.of(side).filter(|body| body.order > 0.3);
        let nearest = fit.map(|body| body.at.distance(goal.at)).fold(f64::INFINITY, f64::min);
        way += goal.worth * (nearest / field.stride.max(1.0)).min(4.0);
        about += goal.worth * sum(&|body| if body.at.within(goal.at, ABOUT) { body.worth * body.order } else { 0.0 });
    }
    [
        arm(Arm::Foot),
        arm(Arm::Horse),
        arm(Arm::Guns),
        whole,
        sum(&|body| body.worth * body.order),
        sum(&|body| if body.order < 0.5 { body.worth } else { 0.0 }),
        sum(&|_| 1.0),
        sum(&|body| body.fire * body.order),
        sum(&|body| body.steel * body.worth * body.order),
        field.of(side).map(|body| body.order).fold(1.0, f64::min),
        mean - other_mean,
        spread.sqrt(),
        near[0],
        near[1],
        near[2],
        near[3],
        field.leaders.iter().filter(|leader| leader.side == side).count() as f64,
        held,
        way,
        about,
    ]
}

#[cfg(test)]
mod tests {
    use firelock_core::{Grain, RuleSystem, Seeded, try_out};
    use firelock_napoleonic::Napoleonic;
    use firelock_regimental::Regimental;

    use super::*;

    /// One cell that hears the first number only.
    fn small(straight: f32, counts: f32) -> String {
        let n = Outlook::inputs();
        let row = |first: f32, rest: f32| {
            let numbers = std::iter::once(first).chain(std::iter::repeat_n(rest, n - 1));
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        let cell = format!("-0.5 {counts} {}", row(1.0, 0.0));
        format!("# a small one\n{n} 1\n{}\n{}\n{}\n{cell}\n0.25\n", row(0.5, 0.0), row(2.0, 1.0), row(straight, 0.0))
    }

    #[test]
    fn a_net_counts_each_number_at_once_and_in_its_cells() {
        let outlook = Outlook::read(&small(0.1, 3.0)).expect("it is sound");
        let odds = |left: f32| {
            let mut numbers = vec![0.0; Outlook::inputs()];
            numbers[0] = left;
            outlook.odds(&mut numbers)
        };
        // Half a battle left is its middle: the cell is silent.
        assert!((odds(0.5) - 0.25).abs() < 1e-6);
        // All of it left is one deviation off: 0.1 at once, and half a point of the cell three times.
        assert!((odds(1.0) - (0.25 + 0.1 + 1.5)).abs() < 1e-6);
        assert!((odds(0.0) - (0.25 - 0.1)).abs() < 1e-6);
        // Nothing is more than so far off.
        assert!((odds(50.0) - (0.25 + 0.6 + 16.5)).abs() < 1e-5);
    }

    #[test]
    fn a_text_that_is_no_outlook_is_told_why() {
        let sound = small(0.0, 0.0);
        let told = |text: &str| Outlook::read(text).expect_err("it is not sound").to_string();
        assert!(told("").contains("empty"));
        assert!(told("3 1\n0 0 0").contains("about 3 numbers"));
        assert!(told(&sound.replace("0.25", "")).contains("should follow"));
        assert!(told(&sound.replace("0.25", "many")).contains("\"many\" is no number"));
    }

    /// Shows the positions of a battle of chance.
    fn along<S: Sense + firelock_scenario::Muster>(battle: &str, mut show: impl FnMut(&S::State, &Field)) {
        let (_, mut state) = crate::mustered::<S>(battle);
        let (mut chance, mut field, mut options) = (Seeded::new(3, 0), Field::default(), Vec::new());
        while let Some(side) = S::asked(&state).first().copied() {
            S::field(&state, &mut field);
            show(&state, &field);
            options.clear();
            S::candidates(&state, side, Grain::Coarse, &mut options);
            options.retain(|command| S::act(&state, command) != crate::Act::Resign);
            let command = options.swap_remove(chance.below(options.len() as u32) as usize);
            try_out::<S>(&mut state, side, &command, &mut chance).expect("it is listed");
        }
    }

    /// What the outlook that comes with a system holds of a battle: one side's gain is the other's loss, and who is about to win is likely
    /// to.
    fn foretells<S: Sense + firelock_scenario::Muster>(battle: &str) {
        let outlook = S::outlook().expect("it comes with one");
        let (mut last, mut seen) = (0.5, 0);
        along::<S>(battle, |state, field| {
            let moment = Moment::of::<S>(state, field);
            let [red, blue] = Side::BOTH.map(|side| outlook.chance(field, &moment, &Footing::default(), side));
            assert!((red + blue - 1.0).abs() < 1e-9 && (0.0..=1.0).contains(&red), "{red} and {blue}");
            let known = Footing::of(field);
            assert_eq!(outlook.chance(field, &moment, &known, Side::Red), red);
            last = red;
            seen += 1;
        });
        assert!(seen > 50 && !(0.2..0.8).contains(&last), "{last} after {seen} positions");
    }

    #[test]
    fn the_outlook_of_regimental_foretells() {
        foretells::<Regimental>("first-volley-washington");
    }

    #[test]
    fn the_outlook_of_napoleonic_foretells() {
        foretells::<Napoleonic>("first-volley-washington");
    }
}
