//! A turning way, looked at in small steps.

use arrayvec::ArrayVec;

use crate::{
    Angle, Base, Bounds, FeatureId, Ground, Length, MOST_BASES, Met, Part, Point, Scene, Standing, TOUCH, TableEdge,
    crossing::holds,
    gap, gap_within,
    meet::{Event, Found, met_body, overhang},
    overlaps,
    path::Path,
    sweep::{drawn_in, first_true_before},
    terrain::touches,
};

/// The farthest a place of the body goes between two looks: 1/8 inch.
const LOOK: i32 = 318;

/// Looks along a way at steps of at most [`LOOK`], then closer where something changes.
pub(crate) fn walk(scene: &Scene<'_>, path: &impl Path, found: &mut Found) {
    let bounds = path.bounds();
    let others: Vec<Standing<'_>> = scene.others().filter(|other| other.bounds.meets(&bounds)).collect();
    let rings = scene.table.rings().filter(|(_, around)| around.meets(&bounds));
    let near: Vec<(FeatureId, &[Point])> = rings.map(|(ring, _)| (ring.feature, scene.table.corners(ring))).collect();
    let table = scene.table.bounds();
    let on_table = table.contains(bounds.min) && table.contains(bounds.max);
    if others.is_empty() && near.is_empty() && on_table {
        return;
    }
    let looks = Looks::new(path);
    for other in &others {
        looks.body(other, found);
    }
    for edge in TableEdge::ALL.into_iter().filter(|_| !on_table) {
        let allowed = overhang(scene.table, edge, looks.look(0).solid).max(Length::ZERO);
        let over = looks.runs(|stand| overhang(scene.table, edge, stand.solid) > allowed);
        found.meets.extend(over.first().map(|&(from, _)| Event { with: Met::Edge(edge), at: from - 1, out: None }));
    }
    for pieces in near.chunk_by(|one, two| one.0 == two.0) {
        looks.feature(scene.watch, pieces, found);
    }
}

/// The body as it stands at each look, in few rectangles.
struct Looks<'a, P> {
    path: &'a P,
    at: Vec<i32>,
    solid: Vec<Base>,
    /// The same drawn in by a touch.
    drawn: Vec<[Point; 4]>,
    n_solid: usize,
}

/// The body at one step.
struct Stand<'a> {
    at: i32,
    solid: &'a [Base],
    drawn: &'a [[Point; 4]],
}

impl<'a, P: Path> Looks<'a, P> {
    fn new(path: &'a P) -> Looks<'a, P> {
        let (step, end) = ((LOOK / path.speed()).max(1), path.end());
        let at: Vec<i32> = (0..end).step_by(step as usize).chain([end]).collect();
        let n_solid = path.solid(0).len();
        let solid: Vec<Base> = at.iter().flat_map(|&at| path.solid(at)).collect();
        Looks { path, at, drawn: solid.iter().map(drawn_in).collect(), solid, n_solid }
    }

    /// The body at one look.
    fn look(&self, n: usize) -> Stand<'_> {
        let all = n * self.n_solid..(n + 1) * self.n_solid;
        Stand { at: self.at[n], solid: &self.solid[all.clone()], drawn: &self.drawn[all] }
    }

    /// From which step to which something holds; both are found to the step.
    fn runs(&self, holds: impl Fn(&Stand<'_>) -> bool) -> Vec<(i32, i32)> {
        let mut found: Vec<(i32, i32)> = Vec::new();
        let mut before: Option<(i32, bool)> = None;
        for (n, &at) in self.at.iter().enumerate() {
            let now = holds(&self.look(n));
            let (last, held) = before.unwrap_or((at, false));
            if now != held {
                // The last step as before and the first as now.
                let (mut old, mut new) = (last, at);
                while new - old > 1 {
                    let middle = old + (new - old) / 2;
                    let solid = self.path.solid(middle);
                    let drawn: ArrayVec<[Point; 4], MOST_BASES> = solid.iter().map(drawn_in).collect();
                    let same = holds(&Stand { at: middle, solid: &solid, drawn: &drawn }) == now;
                    if same { new = middle } else { old = middle }
                }
                match found.last_mut() {
                    Some(run) if held => run.1 = old,
                    _ => found.push((new, self.path.end())),
                }
            }
            before = Some((at, now));
        }
        found
    }

    fn body(&self, other: &Standing<'_>, found: &mut Found) {
        let lies_on = |solid: &[Base]| solid.iter().any(|one| other.solid.iter().any(|two| overlaps(one, two)));
        for (from, to) in self.runs(|stand| lies_on(stand.solid)) {
            // The few rectangles are exact to a touch only: the bases themselves say who touches whom, and where. One step
            // before they meet they are near.
            let close = i64::from(4 * self.path.speed() + 64).pow(2);
            let pairs = |at: i32| {
                let bases = self.path.bases(at);
                let near = |one: &Base, two: &Base| one.bounds().distance_squared(&two.bounds()) <= close;
                let gaps = bases.iter().enumerate().flat_map(|(own, base)| {
                    let others = other.bases.iter().enumerate().filter(move |(_, two)| near(base, two));
                    others.map(move |(met, two)| (gap(base, two), !overlaps(base, two), own, met))
                });
                gaps.min()
            };
            let mut at = (from - 1).max(0);
            while at > 0 && pairs(at).is_some_and(|(_, apart, ..)| !apart) {
                at -= 1;
            }
            let Some((_, _, own, met)) = pairs(at) else { continue };
            let standing = &other.bases[met];
            let at = first_true_before(at, |at| gap_within(&self.path.bases(at)[own], standing, TOUCH));
            let (touching, next) = (self.path.bases(at)[own], self.path.bases((at + 16).min(self.path.end()))[own]);
            let toward = if touching.center() == next.center() { standing.center() } else { next.center() };
            let way = Angle::towards(touching.center(), toward);
            let with = met_body(other.id, (own, &touching), (met, standing), way);
            found.meets.push(Event { with, at, out: (to < self.path.end()).then_some(to + 1) });
        }
    }

    fn feature(&self, watch: &[Part], pieces: &[(FeatureId, &[Point])], found: &mut Found) {
        let Some(&(feature, _)) = pieces.first() else { return };
        let boxes: Vec<Bounds> = pieces.iter().map(|(_, corners)| Bounds::of(corners)).collect();
        let on = |corners: &[Point]| {
            let around = Bounds::of(corners);
            pieces.iter().zip(&boxes).any(|((_, piece), bounds)| bounds.meets(&around) && touches(corners, piece))
        };
        let entered = self.runs(|stand| stand.drawn.iter().any(|corners| on(corners)));
        for &(from, to) in &entered {
            if from > 0 {
                let out = (to < self.path.end()).then_some(to + 1);
                found.meets.push(Event { with: Met::Feature(feature), at: from - 1, out });
            }
        }
        for &part in watch {
            let runs = match part {
                Part::AnyBase => entered.clone(),
                Part::EveryBase => self.runs(|stand| self.path.bases(stand.at).iter().all(|base| on(&drawn_in(base)))),
                Part::AnyCenter => self.runs(|stand| {
                    self.path
                        .bases(stand.at)
                        .iter()
                        .any(|base| pieces.iter().any(|(_, piece)| holds(piece, base.center())))
                }),
                Part::FrontEdge => self.runs(|stand| {
                    let (front, side) = (self.path.front(stand.at), self.path.pose(stand.at).facing + Angle::RIGHT);
                    on(&[front.from.ahead(side, TOUCH), front.to.ahead(side, -TOUCH)])
                }),
                Part::FrontCenter => self.runs(|stand| {
                    let middle = self.path.front(stand.at).middle();
                    pieces.iter().any(|(_, piece)| holds(piece, middle))
                }),
            };
            found.ground.extend(runs.iter().map(|&(from, to)| Ground {
                leg: 0,
                feature,
                part,
                from: self.path.length(from),
                to: self.path.length(to),
            }));
        }
    }
}
