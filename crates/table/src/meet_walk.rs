//! A turning way, looked at in small steps.

use crate::{
    Angle, Base, Bounds, FeatureId, Ground, Length, Met, Part, Point, Scene, Standing, TOUCH, TableEdge,
    crossing::holds,
    gap_within,
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
    let rings = scene.table.rings().filter(|(_, around, _)| around.meets(&bounds));
    let near: Vec<(FeatureId, &[Point])> = rings.map(|(ring, _, corners)| (ring.feature, corners)).collect();
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
        let allowed = overhang(scene.table, edge, looks.first()).max(Length::ZERO);
        let over = looks.runs(|_, bases| overhang(scene.table, edge, bases) > allowed);
        found.meets.extend(over.first().map(|&(from, _)| Event { with: Met::Edge(edge), at: from - 1, out: None }));
    }
    for pieces in near.chunk_by(|one, two| one.0 == two.0) {
        looks.feature(scene.watch, pieces, found);
    }
}

/// The body as it stands at each look.
struct Looks<'a, P> {
    path: &'a P,
    at: Vec<i32>,
    bases: Vec<Base>,
    n_bases: usize,
}

impl<'a, P: Path> Looks<'a, P> {
    fn new(path: &'a P) -> Looks<'a, P> {
        let (step, end) = ((LOOK / path.speed()).max(1), path.end());
        let at: Vec<i32> = (0..end).step_by(step as usize).chain([end]).collect();
        let n_bases = path.bases(0).len();
        let bases = at.iter().flat_map(|&at| path.bases(at)).collect();
        Looks { path, at, bases, n_bases }
    }

    fn first(&self) -> &[Base] {
        &self.bases[..self.n_bases]
    }

    /// From which step to which something holds; both are found to the step.
    fn runs(&self, holds: impl Fn(i32, &[Base]) -> bool) -> Vec<(i32, i32)> {
        let mut found: Vec<(i32, i32)> = Vec::new();
        let mut before: Option<(i32, bool)> = None;
        for (n, &at) in self.at.iter().enumerate() {
            let now = holds(at, &self.bases[n * self.n_bases..(n + 1) * self.n_bases]);
            let (last, held) = before.unwrap_or((at, false));
            if now != held {
                // The last step as before and the first as now.
                let (mut old, mut new) = (last, at);
                while new - old > 1 {
                    let middle = old + (new - old) / 2;
                    if holds(middle, &self.path.bases(middle)) == now { new = middle } else { old = middle }
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
        let meeting = |bases: &[Base]| {
            bases.iter().enumerate().find_map(|(own, base)| {
                let near = base.bounds().meets(&other.bounds);
                let met = other.bases.iter().position(|standing| near && overlaps(base, standing))?;
                Some((own, met))
            })
        };
        for (from, to) in self.runs(|_, bases| meeting(bases).is_some()) {
            let Some((own, met)) = meeting(&self.path.bases(from)) else { continue };
            let standing = &other.bases[met];
            let touching = |at: i32| gap_within(&self.path.bases(at)[own], standing, TOUCH);
            let at = first_true_before(from, touching).min((from - 1).max(0));
            let with = met_body(self.path, other.id, (own, met), standing, at);
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
        let entered = self.runs(|_, bases| bases.iter().any(|base| on(&drawn_in(base))));
        for &(from, to) in &entered {
            if from > 0 {
                let out = (to < self.path.end()).then_some(to + 1);
                found.meets.push(Event { with: Met::Feature(feature), at: from - 1, out });
            }
        }
        for &part in watch {
            let runs = match part {
                Part::AnyBase => entered.clone(),
                Part::EveryBase => self.runs(|_, bases| bases.iter().all(|base| on(&drawn_in(base)))),
                Part::AnyCenter => self.runs(|_, bases| {
                    bases.iter().any(|base| pieces.iter().any(|(_, piece)| holds(piece, base.center())))
                }),
                Part::FrontEdge => self.runs(|at, _| {
                    let (front, side) = (self.path.front(at), self.path.pose(at).facing + Angle::RIGHT);
                    on(&[front.from.ahead(side, TOUCH), front.to.ahead(side, -TOUCH)])
                }),
                Part::FrontCenter => self.runs(|at, _| {
                    let middle = self.path.front(at).middle();
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
