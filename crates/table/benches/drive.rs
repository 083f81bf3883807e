//! Moves among 24 bodies and 40 pieces of ground on a table of 72 x 48 inches: what a commander tries out by the thousand.
//!
//! 4,096 different movers, so that no branch predictor learns them. The counter is moves.

use std::hint::black_box;

use divan::{Bencher, counter::ItemsCount};
use firelock_table::{
    Angle, Body, BodyId, Corner, Crowd, Extent, Feature, FeatureKind, LastRank, Leg, Length, Met, Part, Point, Polygon,
    Pose, Scene, Size, Stop, Table, block, drive, gap_within,
};

const N_MOVES: usize = 1 << 12;

fn main() {
    divan::main();
}

/// A small generator: the bench needs varied numbers, not good ones.
struct Numbers(u64);

impl Numbers {
    fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + ((u128::from(self.0) * (high - low).unsigned_abs() as u128) >> 64) as i32
    }

    fn pose(&mut self) -> Pose {
        let at = Point::new(self.between(6 * 2540, 66 * 2540), self.between(6 * 2540, 42 * 2540));
        Pose::new(at, Angle::steps(self.between(0, 36_000)))
    }
}

struct Field {
    table: Table,
    crowd: Crowd,
    movers: Vec<Body>,
}

impl Field {
    /// Lines of twelve inch-wide bases in two ranks; woods of eight corners, 1 to 4 inches across their radius.
    fn new() -> Field {
        let mut numbers = Numbers(7);
        let inch = Size::new(Length::INCH, Length::INCH);
        let line = block(12, 6, inch, Size::default(), LastRank::Centered, Length::ZERO);
        let wood = |numbers: &mut Numbers| {
            let (at, radius) = (numbers.pose().at, Length::grid(numbers.between(2540, 4 * 2540)));
            let corners =
                (0..8).map(|k| at.ahead(Angle::steps(4500 * k + numbers.between(-1350, 1350)), radius)).collect();
            let ground = Polygon::new(corners).expect("a ring of corners around a place");
            Feature { kind: FeatureKind(0), extent: Extent::Area { ground, levels: 0 } }
        };
        let features = (0..40).map(|_| wood(&mut numbers)).collect();
        let table = Table::new(Length::inches(72), Length::inches(48), features).expect("a table");
        // As in a game, nobody stands on anybody.
        let mut crowd = Crowd::new();
        let free = |crowd: &Crowd, numbers: &mut Numbers| {
            loop {
                let body = Body::new(numbers.pose(), line.clone());
                if !crowd.bodies().any(|other| gap_within(&body.bases()[..], other.bases, Length::ZERO)) {
                    return body;
                }
            }
        };
        for id in 0..24 {
            let body = free(&crowd, &mut numbers);
            crowd.add(BodyId(id), &body.bases());
        }
        let movers = (0..N_MOVES).map(|_| free(&crowd, &mut numbers)).collect();
        Field { table, crowd, movers }
    }

    /// All movers along the same legs: through even bodies, up to odd ones; the ground of every base is recorded.
    fn go(&self, legs: &[Leg], keep_off: &dyn Fn(BodyId) -> Option<Length>) -> i64 {
        let scene = Scene { watch: &[Part::AnyBase], keep_off, ..Scene::new(&self.table, &self.crowd, None) };
        let gone = |mover: &Body| {
            let moved = drive(&scene, mover, legs, |meet| match meet.with {
                Met::Body { id, .. } if id.0 % 2 == 0 => Stop::Through,
                Met::Feature(_) => Stop::Through,
                _ => Stop::Halt,
            });
            i64::from(black_box(moved).length().get())
        };
        black_box(&self.movers).iter().map(gone).sum()
    }
}

#[divan::bench(sample_count = 20)]
fn straight_8_inches(bencher: Bencher<'_, '_>) {
    let field = Field::new();
    let legs = [Leg::Ahead(Length::inches(8))];
    bencher.counter(ItemsCount::new(N_MOVES)).bench_local(|| field.go(&legs, &|_| None));
}

#[divan::bench(sample_count = 20)]
fn straight_8_inches_keeping_off(bencher: Bencher<'_, '_>) {
    let field = Field::new();
    let legs = [Leg::Ahead(Length::inches(8))];
    bencher
        .counter(ItemsCount::new(N_MOVES))
        .bench_local(|| field.go(&legs, &|id| (id.0 % 2 == 1).then_some(Length::INCH)));
}

#[divan::bench(sample_count = 20)]
fn wheel_30_degrees(bencher: Bencher<'_, '_>) {
    let field = Field::new();
    let legs = [Leg::Wheel(Corner::Left, Angle::degrees(-30))];
    bencher.counter(ItemsCount::new(N_MOVES)).bench_local(|| field.go(&legs, &|_| None));
}
