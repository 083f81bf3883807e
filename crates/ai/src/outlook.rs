use firelock_core::Side;

use crate::field::{Arm, Body, Field, Spot};
use crate::plan::Plan;
use crate::value::{Footing, Judge, Stands, common, half};
use crate::{Sense, Weights};

/// Numbers are taken for no more than so many deviations off their middle.
pub const FAR: f32 = 6.0;
/// How many chapters of a turn are told apart, its beginning included.
const CHAPTERS: usize = 10;
/// Within how many strides of an enemy troops are counted.
const NEAR: [f64; 4] = [0.5, 1.0, 1.7, 3.0];
/// How near to a place troops are about it, in inches.
const ABOUT: f64 = 8.0;
/// How many places are told apart.
const PLACES: usize = 4;

/// What battles have taught about who wins from where: two small nets over a position in plain numbers.
///
/// One hears numbers of the whole, the other those of one body after another; what it says of a red body counts for red, of a blue one for
/// blue. `examples/school.rs` makes them; generals of a system who have one weigh positions by it as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// What it is worth to be sure of a battle rather than sure to lose it, in bases of plain troops.
    battle: f32,
    whole: Net,
    body: Net,
}

/// A battle that is worth so much spreads the worth of positions hardly wider than they are spread without an outlook.
const USUAL: f32 = 40.0;
/// The hidden cells of a net.
pub const CELLS: usize = 24;

/// A net of one hidden layer.
#[derive(Clone, Debug, PartialEq)]
struct Net {
    numbers: Vec<Hears>,
    /// What it says where all numbers are in their middle and no cell speaks.
    bias: f32,
    /// The sum of each cell where all are in their middle; it speaks where that is above nothing.
    own: [f32; CELLS],
    /// What each cell counts.
    counts: [f32; CELLS],
}

/// How a net hears a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hears {
    /// The middle of the number.
    middle: f32,
    /// What it is then multiplied by.
    scale: f32,
    /// What it counts at once.
    straight: f32,
    /// What it counts in each cell.
    cells: [f32; CELLS],
}

/// A position in plain numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// Of the whole, red first.
    pub whole: Vec<f32>,
    /// Of each body, [`Numbers::OF_A_BODY`] for each.
    pub bodies: Vec<f32>,
    /// Whose each body is.
    pub sides: Vec<Side>,
}

impl Numbers {
    /// How many numbers tell of a body.
    pub const OF_A_BODY: usize = 56;

    /// How many tell of the whole.
    pub fn of_the_whole() -> usize {
        let mut numbers = Numbers::default();
        numbers_of(&Field::default(), &Moment::default(), &Footing::default(), &mut numbers);
        numbers.whole.len()
    }
}

/// Why a text is no outlook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an outlook is what a battle is worth, and two nets, each how many numbers it hears and then all that it makes of them: {0}"
)]
pub struct OutlookFault(String);

impl Outlook {
    /// Reads it from its text; lines that begin with `#` are for people.
    ///
    /// # Errors
    /// Where numbers are missing, too many or none.
    pub fn read(text: &str) -> Result<Outlook, OutlookFault> {
        let words = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        let numbers = words.map(|word| word.parse::<f32>().map_err(|_| OutlookFault(format!("{word:?} is no number"))));
        let numbers: Vec<f32> = numbers.collect::<Result<_, _>>()?;
        let (battle, rest) = numbers.split_first().ok_or_else(|| OutlookFault("it is empty".into()))?;
        let (whole, rest) = Net::read(rest, Numbers::of_the_whole(), "the whole")?;
        let (body, rest) = Net::read(rest, Numbers::OF_A_BODY, "a body")?;
        if !rest.is_empty() {
            return Err(OutlookFault(format!("{} numbers are too many", rest.len())));
        }
        Ok(Outlook { battle: *battle, whole, body })
    }

    /// One that comes with the program: its text is sound, as tests see to.
    pub(crate) fn shipped(text: &str) -> Outlook {
        Outlook::read(text).expect("it comes with the program")
    }

    /// Red's log odds.
    pub fn odds(&self, numbers: &Numbers) -> f64 {
        let whole = self.whole.says(&numbers.whole);
        let bodies = numbers.bodies.chunks_exact(Numbers::OF_A_BODY).zip(&numbers.sides).map(|(body, side)| {
            let says = self.body.says(body);
            if *side == Side::Red { says } else { -says }
        });
        f64::from(whole + bodies.sum::<f32>())
    }

    /// What it is worth to a side to be so likely to win.
    pub(crate) fn worth(&self, field: &Field, moment: &Moment, before: &Footing, side: Side) -> f64 {
        f64::from(self.battle) * self.chance(field, moment, before, side)
    }

    /// How much wider the worth of positions is spread than without an outlook.
    pub(crate) fn spread(&self) -> f64 {
        f64::from(self.battle / USUAL).max(1.0)
    }

    /// How likely a side is to win.
    fn chance(&self, field: &Field, moment: &Moment, before: &Footing, side: Side) -> f64 {
        let mut numbers = Numbers::default();
        numbers_of(field, moment, before, &mut numbers);
        let odds = self.odds(&numbers);
        1.0 / (1.0 + if side == Side::Red { (-odds).exp() } else { odds.exp() })
    }
}

impl Net {
    /// Reads the first net of a list, and gives the rest.
    fn read<'a>(list: &'a [f32], inputs: usize, what: &str) -> Result<(Net, &'a [f32]), OutlookFault> {
        let (hears, list) = list.split_first().ok_or_else(|| OutlookFault(format!("the net of {what} is missing")))?;
        if *hears != inputs as f32 {
            return Err(OutlookFault(format!("{what} has {inputs} numbers, not {hears}")));
        }
        let wanted = inputs * (3 + CELLS) + 1 + 2 * CELLS;
        let Some((own, rest)) = list.split_at_checked(wanted) else {
            return Err(OutlookFault(format!("{wanted} numbers should follow for {what}, not {}", list.len())));
        };
        let (rows, sums) = own.split_at(inputs * (3 + CELLS));
        let cells = |from: &[f32]| -> [f32; CELLS] { std::array::from_fn(|cell| from[cell]) };
        let hears = |row: &[f32]| Hears { middle: row[0], scale: row[1], straight: row[2], cells: cells(&row[3..]) };
        let numbers = rows.chunks_exact(3 + CELLS).map(hears).collect();
        Ok((Net { numbers, bias: sums[0], own: cells(&sums[1..]), counts: cells(&sums[1 + CELLS..]) }, rest))
    }

    /// What it says of some numbers.
    fn says(&self, numbers: &[f32]) -> f32 {
        let (mut sum, mut spoken) = (self.bias, self.own);
        for (number, hears) in numbers.iter().zip(&self.numbers) {
            let number = ((number - hears.middle) * hears.scale).clamp(-FAR, FAR);
            sum += number * hears.straight;
            spoken.iter_mut().zip(&hears.cells).for_each(|(spoken, weight)| *spoken += number * weight);
        }
        for (counts, spoken) in self.counts.iter().zip(spoken) {
            sum += counts * spoken.max(0.0);
        }
        sum
    }
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

/// A position in numbers. `before` is a field in which it is known how all stood to each other.
pub(crate) fn numbers_of(field: &Field, moment: &Moment, before: &Footing, into: &mut Numbers) {
    let Numbers { whole, bodies, sides } = into;
    whole.clear();
    bodies.clear();
    sides.clear();
    let plan = Plan::default();
    let judge = Judge { left: moment.left, ..Judge::new(field, &Weights::PLAIN, &plan) };
    let stands = Stands::new(field, before);
    let scenes = scenes(field, &stands);
    let mut put = |number: f64| whole.push(number as f32);
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
        put(yes(judge.presses[own]));
        for plan in [None, Some(&plan)] {
            half(&stands, side, &judge, plan).list().into_iter().for_each(&mut put);
        }
        army(field, &scenes, side).into_iter().for_each(&mut put);
    }
    for place in 0..PLACES {
        put(field.goals.get(place).map_or(0.0, |goal| match goal.holder {
            Some(Side::Red) => goal.worth,
            Some(Side::Blue) => -goal.worth,
            None => 0.0,
        }));
    }
    let armies = Side::BOTH.map(|side| Mass::of(field, side));
    for (body, scene) in field.bodies.iter().zip(&scenes) {
        let told = one(field, moment, &judge, body, scene, &armies);
        bodies.extend(told.map(|number| number as f32));
        sides.push(body.side);
    }
}

fn yes(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// Who is around a body, and what they can do to each other.
#[derive(Clone, Copy, Debug)]
struct Scene {
    /// The way to the nearest enemy, middle to middle, and where he stands.
    nearest: (f64, Spot),
    /// The least gap to an enemy nearby, and whether he stands before the front.
    gap: (f64, bool),
    /// The fire that it can give, the best and all, and the fire that it may take.
    fire: [f64; 4],
    /// How surely it may be overthrown, and may overthrow.
    threat: [f64; 2],
    /// Whether it is turned, and whom it turns.
    turned: [f64; 2],
    /// Enemies within so many strides: by the gap.
    enemies: [f64; 3],
    /// Friends within a stride, within two.
    friends: [f64; 2],
    /// Friends who support it.
    support: f64,
}

/// How all bodies stand.
fn scenes(field: &Field, stands: &Stands<'_>) -> Vec<Scene> {
    let far = 5.0 * field.stride;
    let none = Scene {
        nearest: (far, Spot::default()),
        gap: (2.5 * field.stride, true),
        fire: [0.0; 4],
        threat: [0.0; 2],
        turned: [0.0; 2],
        enemies: [0.0; 3],
        friends: [0.0; 2],
        support: 0.0,
    };
    let mut scenes = vec![none; field.bodies.len()];
    let squares = [1.0, 2.0].map(|strides: f64| (strides * field.stride).powi(2));
    for (at, body) in field.bodies.iter().enumerate() {
        for (other_at, (other, pair)) in stands.pairs(at).enumerate() {
            if at == other_at {
                continue;
            }
            let force = other.worth * other.order;
            let scene = &mut scenes[at];
            if other.side == body.side {
                scene.support += yes(pair.supported);
                for (friends, square) in scene.friends.iter_mut().zip(squares) {
                    *friends += if pair.squared < square { force } else { 0.0 };
                }
                continue;
            }
            if pair.squared < scene.nearest.0 * scene.nearest.0 {
                scene.nearest = (pair.squared.sqrt(), other.at);
            }
            if pair.near {
                if pair.gap < scene.gap.0 {
                    scene.gap = (pair.gap, pair.before);
                }
                for (enemies, strides) in scene.enemies.iter_mut().zip([0.5, 1.0, 2.0]) {
                    *enemies += if pair.gap < strides * field.stride { force } else { 0.0 };
                }
                scene.threat[0] = scene.threat[0].max(pair.threat);
                scene.turned[0] = scene.turned[0].max(yes(pair.turned));
            }
            scene.fire[0] = scene.fire[0].max(pair.fire);
            scene.fire[1] += pair.fire;
            let scene = &mut scenes[other_at];
            scene.fire[2] = scene.fire[2].max(pair.fire);
            scene.fire[3] += pair.fire;
            scene.threat[1] = scene.threat[1].max(pair.threat);
            scene.turned[1] += yes(pair.turned);
        }
    }
    scenes
}

/// Where an army is.
struct Mass {
    /// The middle of its troops.
    middle: Spot,
    /// How far forward that is.
    forward: f64,
}

impl Mass {
    fn of(field: &Field, side: Side) -> Mass {
        let whole = field.of(side).map(|body| body.worth).sum::<f64>().max(0.1);
        let mean = |of: &dyn Fn(&Body) -> f64| field.of(side).map(|body| of(body) * body.worth).sum::<f64>() / whole;
        let middle = Spot { x: mean(&|body| body.at.x), y: mean(&|body| body.at.y) };
        Mass { middle, forward: -middle.dot(field.home[side.index()]) }
    }
}

/// A body in numbers, as its own side sees it.
fn one(
    field: &Field,
    moment: &Moment,
    judge: &Judge<'_>,
    body: &Body,
    scene: &Scene,
    armies: &[Mass; 2],
) -> [f64; Numbers::OF_A_BODY] {
    let (own, enemy) = (body.side.index(), body.side.enemy().index());
    let strides = |inches: f64| inches / field.stride.max(1.0);
    let home = field.home[own];
    let forward = -body.at.dot(home);
    let offset = armies[own].middle.to(body.at);
    let across = Spot { x: home.y, y: -home.x };
    let to_enemy = -armies[enemy].middle.dot(home) - forward;
    let led = |leader: &&crate::Leader| leader.side == body.side && leader.command == body.command;
    let leader = field.leaders.iter().filter(led).map(|leader| leader.at.distance(body.at) - leader.reach);
    let leader = leader.fold(3.0 * field.stride, f64::min);
    // The nearest place of ours, and the nearest that is to be had.
    let (mut ours, mut wanted) = ((5.0 * field.stride, 0.0), (5.0 * field.stride, 0.0));
    for goal in &field.goals {
        let away = (body.at.distance(goal.at) - goal.reach).max(0.0);
        let mine = goal.holder == Some(body.side);
        if mine && away < ours.0 {
            ours = (away, goal.worth);
        } else if !mine && goal.only.is_none_or(|only| only == body.side) && away < wanted.0 {
            wanted = (away, goal.worth);
        }
    }
    let force = body.worth * body.order;
    let near = force + scene.friends[0];
    let arm = |arm: Arm| yes(body.arm == arm);
    let asked = if body.side == Side::Red { moment.asked } else { -moment.asked };
    let lead = field.points[own] - field.points[enemy];
    [
        body.worth,
        body.order,
        force,
        body.worth - force,
        arm(Arm::Foot),
        arm(Arm::Horse),
        arm(Arm::Guns),
        body.fire * body.order,
        body.steel * force,
        body.cover,
        strides(body.long),
        strides(body.half),
        yes(body.holds),
        strides(forward - armies[own].forward).clamp(-4.0, 4.0),
        strides(to_enemy).clamp(-6.0, 6.0),
        strides(offset.dot(across)).abs().min(6.0),
        strides(scene.nearest.0),
        (-strides(scene.nearest.0)).exp(),
        body.looks_at(scene.nearest.1) * yes(strides(scene.nearest.0) < 4.9),
        strides(scene.gap.0),
        yes(scene.gap.1),
        scene.fire[0],
        scene.fire[1],
        scene.fire[2],
        scene.fire[3],
        scene.threat[0],
        scene.threat[1],
        scene.turned[0],
        scene.turned[1],
        scene.enemies[0],
        scene.enemies[1],
        scene.enemies[2],
        scene.friends[0],
        scene.friends[1],
        scene.support.min(4.0),
        near / (near + scene.enemies[1]).max(0.1),
        strides(leader).clamp(-1.0, 3.0),
        yes(leader <= 1.0),
        strides(wanted.0),
        wanted.1,
        yes(wanted.0 <= 0.5) * wanted.1,
        strides(ours.0),
        ours.1,
        yes(ours.0 <= 0.5) * ours.1,
        moment.left,
        yes(judge.presses[own]),
        field.strain[own],
        field.strain[enemy],
        (lead - field.lead[own]).clamp(-30.0, 30.0),
        (-lead - field.lead[enemy]).clamp(-30.0, 30.0),
        asked,
        yes(moment.chapter == 0),
        moment.chapter as f64 / CHAPTERS as f64 * asked.max(0.0),
        moment.chapter as f64 / CHAPTERS as f64 * (-asked).max(0.0),
        body.cover * yes(scene.gap.1) * yes(scene.gap.0 < 2.0 * field.stride),
        body.fire * body.order * (-strides(scene.nearest.0)).exp(),
    ]
}

/// An army in numbers: what it has, how it stands, how far forward, how near to the enemy and to the places.
fn army(field: &Field, scenes: &[Scene], side: Side) -> [f64; 20] {
    let whole: f64 = field.of(side).map(|body| body.worth).sum();
    let sum = |of: &dyn Fn(&Body) -> f64| field.of(side).map(of).sum::<f64>();
    let arm = |arm: Arm| sum(&|body| if body.arm == arm { body.worth } else { 0.0 });
    let forward = |body: &Body| -body.at.dot(field.home[side.index()]);
    let mean = sum(&|body| forward(body) * body.worth) / whole.max(0.1);
    let others: f64 = field.of(side.enemy()).map(|body| body.worth).sum();
    let other_mean = field.of(side.enemy()).map(|body| forward(body) * body.worth).sum::<f64>() / others.max(0.1);
    let spread = sum(&|body| (forward(body) - mean).powi(2) * body.worth) / whole.max(0.1);
    let mut near = [0.0; NEAR.len()];
    for (body, scene) in field.bodies.iter().zip(scenes).filter(|(body, _)| body.side == side) {
        for (sum, reach) in near.iter_mut().zip(NEAR) {
            if scene.nearest.0 < reach * field.stride {
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
    use firelock_core::{Grain, Seeded, try_out};
    use firelock_napoleonic::Napoleonic;
    use firelock_regimental::Regimental;

    use super::*;
    use crate::Level;
    use crate::value::value;

    /// A net whose first cell hears the first number only; all other numbers and cells are silent.
    fn net(numbers: usize, straight: f32, counts: f32, bias: f32) -> String {
        let row = |first: &[f32]| {
            let words: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("{}{}\n", words.join(" "), " 0".repeat(CELLS + 3 - first.len()))
        };
        let sums = format!("{bias} -0.5{} {counts}{}", " 0".repeat(CELLS - 1), " 0".repeat(CELLS - 1));
        let others = row(&[0.0, 1.0]).repeat(numbers - 1);
        format!("{numbers}\n{}{others}{sums}\n", row(&[0.5, 2.0, straight, 1.0]))
    }

    fn small(straight: f32, counts: f32) -> String {
        let whole = net(Numbers::of_the_whole(), straight, counts, 0.25);
        format!("# a small one\n40\n{whole}{}", net(Numbers::OF_A_BODY, 0.5, 0.0, 0.0))
    }

    #[test]
    fn a_net_counts_each_number_at_once_and_in_its_cells() {
        let outlook = Outlook::read(&small(0.1, 3.0)).expect("it is sound");
        let odds = |left: f32| {
            let mut whole = vec![0.0; Numbers::of_the_whole()];
            whole[0] = left;
            outlook.odds(&Numbers { whole, ..Numbers::default() })
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
    fn a_body_counts_for_its_own_side() {
        let outlook = Outlook::read(&small(0.0, 0.0)).expect("it is sound");
        let odds = |sides: &[Side]| {
            let body = [&[2.0], &[0.0; Numbers::OF_A_BODY - 1][..]].concat();
            let numbers = Numbers {
                whole: vec![0.5; Numbers::of_the_whole()],
                bodies: body.repeat(sides.len()),
                sides: sides.into(),
            };
            outlook.odds(&numbers) - 0.25
        };
        assert!((odds(&[Side::Red]) - 1.5).abs() < 1e-6);
        assert!((odds(&[Side::Blue, Side::Blue]) + 3.0).abs() < 1e-6);
        assert!(odds(&[Side::Red, Side::Blue]).abs() < 1e-6);
    }

    #[test]
    fn a_text_that_is_no_outlook_is_told_why() {
        let sound = small(0.0, 0.0);
        let told = |text: &str| Outlook::read(text).expect_err("it is not sound").to_string();
        assert!(told("").contains("empty"));
        assert!(told("40").contains("the whole is missing"));
        assert!(told("40\n3\n0 0 0").contains("the whole has"));
        // One number less: what comes next is taken for it.
        assert!(told(&sound.replace("0.25", "")).contains("a body has"));
        assert!(told(sound.trim_end().trim_end_matches("0")).contains("should follow for a body"));
        assert!(told(&sound.replace("0.25", "many")).contains("\"many\" is no number"));
        assert!(told(&format!("{sound} 1")).contains("too many"));
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

    /// A general weighs positions by what he was taught as well, a captain does not.
    #[test]
    fn generals_weigh_positions_by_it() {
        assert!(Regimental::way(Level::Captain).outlook.is_none());
        let outlook = Regimental::way(Level::General).outlook.expect("he was taught");
        let mut range = (f64::MAX, f64::MIN);
        along::<Regimental>("first-volley-washington", |state, field| {
            if field.winner.is_some() {
                return;
            }
            let plan = Plan::default();
            let captain = Judge::new(field, &Weights::PLAIN, &plan);
            let moment = Moment::of::<Regimental>(state, field);
            let general = Judge { outlook: Some((outlook, moment)), ..captain };
            let more = value(field, Side::Red, &general) - value(field, Side::Red, &captain);
            let worth = outlook.worth(field, &moment, &Footing::default(), Side::Red);
            assert!((more - worth).abs() < 1e-6, "{more} for {worth}");
            range = (range.0.min(more), range.1.max(more));
        });
        assert!(range.1 - range.0 > 10.0, "it tells positions apart: {range:?}");
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
