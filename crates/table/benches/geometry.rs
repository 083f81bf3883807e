//! Times of the geometry against hand-written float tests in the same run.
//!
//! `cargo bench -p firelock-table --bench geometry` first prints the ratios (medians of interleaved rounds), then the table
//! of single times. Each test runs over more than a million different pairs, so that no branch predictor learns them.

use std::{hint::black_box, time::Instant};

use divan::{Bencher, counter::ItemsCount};
use firelock_table::{
    Angle, Base, Fan, LastRank, Length, Point, Polygon, Pose, Segment, Size, block, contact, gap, gap_within, in_fan,
    overlaps, shared_area2,
};

fn main() {
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratios();
    }
    divan::main();
}

/// How often each side of a ratio is timed.
const ROUNDS: usize = 15;
/// Rectangles in the pool; few enough to stay in the cache, as the units of a battle do.
const POOL: usize = 1024;
/// Pairs drawn from the pool in one round.
const PAIRS: u64 = 1 << 20;
/// Poses tried against forty rectangles in one round.
const POSES: usize = 1 << 16;

/// A hand-written oriented rectangle: middle, unit axis, half sizes, in inches.
#[derive(Clone, Copy)]
struct Rectangle {
    middle: [f64; 2],
    axis: [f64; 2],
    half: [f64; 2],
}

/// The hand-written separating axis test: four axes, no trigonometry.
#[inline(always)]
fn float_overlaps(a: &Rectangle, b: &Rectangle) -> bool {
    let d = [b.middle[0] - a.middle[0], b.middle[1] - a.middle[1]];
    let c = (a.axis[0] * b.axis[0] + a.axis[1] * b.axis[1]).abs();
    let s = (a.axis[0] * b.axis[1] - a.axis[1] * b.axis[0]).abs();
    let ax = (d[0] * a.axis[0] + d[1] * a.axis[1]).abs() - a.half[0] - b.half[0] * c - b.half[1] * s;
    let ay = (d[1] * a.axis[0] - d[0] * a.axis[1]).abs() - a.half[1] - b.half[0] * s - b.half[1] * c;
    let bx = (d[0] * b.axis[0] + d[1] * b.axis[1]).abs() - b.half[0] - a.half[0] * c - a.half[1] * s;
    let by = (d[1] * b.axis[0] - d[0] * b.axis[1]).abs() - b.half[1] - a.half[0] * s - a.half[1] * c;
    (ax <= 0.0) & (ay <= 0.0) & (bx <= 0.0) & (by <= 0.0)
}

/// Numbers that look drawn by lot, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ (z >> 31)) >> 32) * n as u64) >> 32) as i32
    }
}

/// Rectangles 2 to 6 inches wide and 1 to 2 deep on a patch of 24 x 24 inches.
fn pool(n: usize) -> (Vec<Base>, Vec<Rectangle>) {
    let mut numbers = Numbers(7);
    let mut one = || {
        let at = Point::new(numbers.below(24 * 2540), numbers.below(24 * 2540));
        let facing = Angle::steps(numbers.below(36_000));
        let size = Size::new(Length::grid(5080 + numbers.below(10_160)), Length::grid(2540 + numbers.below(2540)));
        let base = Base::new(Pose::new(at, facing), size);
        let inches = |steps: i32| f64::from(steps) / 2540.0;
        let (sin, cos) = (f64::from(facing.get()) / 100.0).to_radians().sin_cos();
        let depth = inches(size.depth.get());
        let rectangle = Rectangle {
            middle: [inches(at.x) - sin * depth / 2.0, inches(at.y) - cos * depth / 2.0],
            axis: [cos, -sin],
            half: [inches(size.width.get()) / 2.0, depth / 2.0],
        };
        (base, rectangle)
    };
    (0..n).map(|_| one()).unzip()
}

/// The two members of a pair.
#[inline(always)]
fn pair(k: u64) -> (usize, usize) {
    let h = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((h >> 54) as usize, (h >> 40) as usize & (POOL - 1))
}

fn count_pairs(mut test: impl FnMut(usize, usize) -> bool) -> u64 {
    (0..PAIRS).map(pair).map(|(i, j)| u64::from(test(i, j))).sum()
}

/// Medians of both sides in nanoseconds an item, timed in turn.
fn medians(items: u64, mut ours: impl FnMut() -> u64, mut theirs: impl FnMut() -> u64) -> (f64, f64) {
    let time = |run: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_nanos() as f64 / items as f64
    };
    let mut rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (time(&mut ours), time(&mut theirs))).collect();
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ours = rounds[ROUNDS / 2].0;
    rounds.sort_by(|a, b| a.1.total_cmp(&b.1));
    (ours, rounds[ROUNDS / 2].1)
}

fn print_ratios() {
    let (bases, floats) = pool(POOL);
    let agree = count_pairs(|i, j| overlaps(&bases[i], &bases[j]) == float_overlaps(&floats[i], &floats[j]));
    let hits = count_pairs(|i, j| overlaps(&bases[i], &bases[j]));
    println!(
        "{PAIRS} pairs, {:.1} % overlap, {} answered unlike the float test",
        100.0 * hits as f64 / PAIRS as f64,
        PAIRS - agree
    );
    let (ours, theirs) = medians(
        PAIRS,
        || count_pairs(|i, j| overlaps(&bases[i], &bases[j])),
        || count_pairs(|i, j| float_overlaps(&floats[i], &floats[j])),
    );
    println!("two rectangles: exact {ours:.2} ns, float {theirs:.2} ns, ratio {:.2}", ours / theirs);

    let (poses, float_poses) = pool(POSES);
    let (ours, theirs) = medians(
        POSES as u64,
        || poses.iter().map(|a| bases[..40].iter().filter(|b| overlaps(a, b)).count() as u64).sum(),
        || float_poses.iter().map(|a| floats[..40].iter().filter(|b| float_overlaps(a, b)).count() as u64).sum(),
    );
    println!("a pose against 40: exact {ours:.1} ns, float {theirs:.1} ns, ratio {:.2}", ours / theirs);
    let (ours, theirs) = medians(
        POSES as u64,
        || poses.iter().map(|a| u64::from(bases[..40].iter().any(|b| overlaps(a, b)))).sum(),
        || float_poses.iter().map(|a| u64::from(floats[..40].iter().any(|b| float_overlaps(a, b)))).sum(),
    );
    println!("a pose against 40, first hit ends: exact {ours:.1} ns, float {theirs:.1} ns, ratio {:.2}", ours / theirs);
}

#[divan::bench]
fn overlap_exact(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| count_pairs(|i, j| overlaps(&bases[i], &bases[j])));
}

#[divan::bench]
fn overlap_float(bencher: Bencher<'_, '_>) {
    let (_, floats) = pool(POOL);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| count_pairs(|i, j| float_overlaps(&floats[i], &floats[j])));
}

#[divan::bench]
fn contact_of_two(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    bencher
        .counter(ItemsCount::new(PAIRS))
        .bench_local(|| count_pairs(|i, j| contact(&bases[i], &bases[j]) > firelock_table::Contact::Apart));
}

#[divan::bench]
fn gap_of_two(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| count_pairs(|i, j| gap(&bases[i], &bases[j]).is_zero()));
}

#[divan::bench]
fn gap_within_4_inches(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    bencher
        .counter(ItemsCount::new(PAIRS))
        .bench_local(|| count_pairs(|i, j| gap_within(&bases[i], &bases[j], Length::inches(4))));
}

#[divan::bench]
fn gap_of_two_bodies_of_12(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    let stand = Size::new(Length::inches(1), Length::inch_hundredths(75));
    let line = block(12, 6, stand, Size::default(), LastRank::Centered, Length::ZERO);
    let bodies: Vec<_> = bases.iter().map(|base| line.bases(base.pose)).collect();
    bencher.counter(ItemsCount::new(PAIRS / 16)).bench_local(|| {
        (0..PAIRS / 16)
            .map(pair)
            .filter(|&(i, j)| gap(bodies[i].as_slice(), bodies[j].as_slice()).within(Length::inches(4)))
            .count()
    });
}

#[divan::bench]
fn bases_of_a_body_of_12(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    let stand = Size::new(Length::inches(1), Length::inch_hundredths(75));
    let line = block(12, 6, stand, Size::default(), LastRank::Centered, Length::ZERO);
    bencher.counter(ItemsCount::new(POOL)).bench_local(|| {
        for base in &bases {
            black_box(line.bases(base.pose));
        }
    });
}

#[divan::bench]
fn base_in_fan(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    let fan = |base: &Base| Fan {
        edge: base.front(),
        facing: base.facing(),
        spread: Angle::degrees(45),
        reach: Length::inches(8),
    };
    bencher
        .counter(ItemsCount::new(PAIRS))
        .bench_local(|| count_pairs(|i, j| in_fan(&fan(&bases[i]), &bases[j]).is_some()));
}

#[divan::bench]
fn area_shared_with_a_wood(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    let corners = [(8, 8), (20, 6), (30, 12), (26, 20), (29, 30), (18, 24), (10, 31), (5, 18)];
    let wood = Polygon::new(corners.iter().map(|&(x, y)| Point::inches(x, y)).collect()).expect("a simple outline");
    bencher
        .counter(ItemsCount::new(POOL))
        .bench_local(|| bases.iter().map(|base| shared_area2(base, &wood)).sum::<i64>());
}

#[divan::bench]
fn segment_gap_to_base(bencher: Bencher<'_, '_>) {
    let (bases, _) = pool(POOL);
    let fronts: Vec<Segment> = bases.iter().map(Base::front).collect();
    bencher.counter(ItemsCount::new(PAIRS)).bench_local(|| count_pairs(|i, j| gap(fronts[i], &bases[j]).is_zero()));
}
