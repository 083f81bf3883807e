//! Sight lines over 40 and 200 pieces of ground, ours against `geo` asked piece by piece, in one run.
//!
//! 65,536 lines of 4 to 30 inches on a table of 72 x 48 inches, so that no branch predictor learns them; the two answers
//! are compared before anything is timed. The last lines state the ratios.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use divan::{Bencher, counter::ItemsCount};
use firelock_table::{Angle, Extent, Feature, FeatureKind, Length, Point, Polygon, Table, clear, trace};
use geo::{Coord, Intersects, Line, LineString};

const N_LINES: usize = 1 << 16;

fn main() {
    divan::main();
    for n in [40, 200] {
        let field = Field::new(n);
        let blocked: usize = field.lines.iter().filter(|&&(from, to)| !clear(&field.table, from, to, |_| true)).count();
        let [ours, geo] = best_of([&|| field.ours(), &|| field.brute()]);
        println!(
            "{n} polygons, {blocked} of {N_LINES} blocked: clear {:.1} ns, geo {:.1} ns, ratio {:.1}",
            ours,
            geo,
            geo / ours
        );
    }
}

/// The fastest of fifteen passes over all lines, in nanoseconds a line, the two taking turns so that a busy machine slows both.
fn best_of(passes: [&dyn Fn() -> usize; 2]) -> [f64; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..15 {
        for (pass, best) in passes.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(pass());
            *best = start.elapsed().min(*best);
        }
    }
    best.map(|best| best.as_nanos() as f64 / N_LINES as f64)
}

/// A small generator: the bench needs varied numbers, not good ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * limit.unsigned_abs() as u128) >> 64) as i32
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low)
    }
}

struct Field {
    table: Table,
    lines: Vec<(Point, Point)>,
    polygons: Vec<geo::Polygon<f64>>,
    geo_lines: Vec<Line<f64>>,
}

impl Field {
    /// Convex eight-cornered pieces, 1 to 4 inches across their radius (half to one and a half where there are many).
    fn new(n: usize) -> Field {
        let mut numbers = Numbers(11);
        let mut grounds = Vec::new();
        while grounds.len() < n {
            let at = Point::new(numbers.between(4 * 2540, 68 * 2540), numbers.between(4 * 2540, 44 * 2540));
            let radius = if n <= 40 { numbers.between(2540, 4 * 2540) } else { numbers.between(1270, 3810) };
            let corners =
                (0..8).map(|k| at.ahead(Angle::steps(4500 * k + numbers.between(-1350, 1350)), Length::grid(radius)));
            grounds.push(Polygon::new(corners.collect()).expect("a ring of corners around a place"));
        }
        let lines: Vec<(Point, Point)> = (0..N_LINES)
            .map(|_| {
                let from = Point::new(numbers.below(72 * 2540), numbers.below(48 * 2540));
                let length = Length::grid(numbers.between(4 * 2540, 30 * 2540));
                (from, from.ahead(Angle::steps(numbers.below(36_000)), length))
            })
            .collect();
        let coord = |p: &Point| Coord { x: f64::from(p.x), y: f64::from(p.y) };
        let polygons = grounds
            .iter()
            .map(|ground| geo::Polygon::new(LineString::new(ground.points().iter().map(coord).collect()), vec![]))
            .collect();
        let geo_lines = lines.iter().map(|(from, to)| Line::new(coord(from), coord(to))).collect();
        let features = grounds
            .into_iter()
            .map(|ground| Feature { kind: FeatureKind(1), extent: Extent::Area { ground, levels: 0 } })
            .collect();
        let table = Table::new(Length::inches(72), Length::inches(48), features).expect("a table");
        let field = Field { table, lines, polygons, geo_lines };
        for (&(from, to), line) in field.lines.iter().zip(&field.geo_lines) {
            let ours = clear(&field.table, from, to, |_| true);
            assert_eq!(ours, !field.polygons.iter().any(|polygon| line.intersects(polygon)), "{from:?} {to:?}");
        }
        field
    }

    fn ours(&self) -> usize {
        self.lines.iter().filter(|&&(from, to)| clear(black_box(&self.table), from, to, |_| true)).count()
    }

    fn brute(&self) -> usize {
        let polygons = black_box(&self.polygons);
        self.geo_lines.iter().filter(|line| !polygons.iter().any(|polygon| line.intersects(polygon))).count()
    }
}

#[divan::bench(args = [40, 200], sample_count = 20)]
fn clear_lines(bencher: Bencher<'_, '_>, n: usize) {
    let field = Field::new(n);
    bencher.counter(ItemsCount::new(N_LINES)).bench_local(|| field.ours());
}

#[divan::bench(args = [40, 200], sample_count = 20)]
fn geo_lines(bencher: Bencher<'_, '_>, n: usize) {
    let field = Field::new(n);
    bencher.counter(ItemsCount::new(N_LINES)).bench_local(|| field.brute());
}

#[divan::bench(args = [40, 200], sample_count = 20)]
fn traced_lines(bencher: Bencher<'_, '_>, n: usize) {
    let field = Field::new(n);
    bencher.counter(ItemsCount::new(N_LINES)).bench_local(|| {
        field.lines.iter().map(|&(from, to)| trace(black_box(&field.table), from, to).spans().len()).sum::<usize>()
    });
}
