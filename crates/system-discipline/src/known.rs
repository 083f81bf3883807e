//! What has been found out about bodies and still holds. It follows from where everybody stands, so it is no part of a state's
//! value: states compare equal whatever they know. Copies of a state share it, also what is found out later, until somebody moves in
//! one of them; that one then goes on with what the move has left of it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use firelock_core::{Side, UnitId};
use firelock_table::{Angle, Base, Bounds, Length, Point};

use crate::boxes::{Boxes, Packed, is_within, limits, packed};
use crate::phase::control::duty::Aim;
use crate::state::{BodyId, State, Turn};
use crate::survey::{self, Prospect, Shot};
use crate::terrain::Height;

/// What is known of each body, by its number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lore(Arc<Notes>);

/// What is known of all bodies, and side by side what tells whom a move concerns.
#[derive(Clone, Debug, Default)]
struct Notes {
    boxes: Boxes,
    known: Vec<Known>,
    /// The last, as what is copied before it may be found out meanwhile by somebody else.
    alerts: Vec<Alert>,
}

/// Who can change what is known of one body by moving. It grows with what is found out, so it may tell of more than is known; what depends
/// on who stands near is drawn in when some of that is forgotten, all else when the body itself moves.
#[derive(Debug)]
pub(crate) struct Alert {
    side: Side,
    /// Around all boxes on which that depends: a move beyond it changes nothing of that.
    reach: Reach,
    /// An enemy who moves beyond it and is none of those below changes nothing that depends on enemies alone.
    enemies: Reach,
    /// The enemies of whom something is known in particular, each by a bit; two of them may share one.
    of: AtomicU64,
}

/// What is known of one body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// How high its middle lies.
    pub(crate) height: OnceLock<Height>,
    /// The few rectangles that its bases make up.
    pub(crate) solid: OnceLock<Arc<[Base]>>,
    /// Friends of higher numbers that stand beside it.
    pub(crate) beside: Kept<Few<BodyId>>,
    /// The nearest enemy.
    pub(crate) nearest: OnceLock<Option<Near>>,
    /// The nearest enemy that it sees.
    pub(crate) visible: OnceLock<Option<Near>>,
    /// An enemy in its kill zone ends its duty to advance.
    pub(crate) confronted: OnceLock<Found<bool>>,
    /// What it can fire at: the nearest of each enemy.
    pub(crate) shots: Kept<Few<Shot>>,
    /// Whom it may be able to fire at outside of zones, as a quick look tells.
    pub(crate) targets: Kept<Few<BodyId>>,
    /// Whether it can fire at some enemy, and at what of it: the nearest. Few have more than three before them.
    pub(crate) aimed: [Kept<Aimed>; 3],
    /// Whether it can fire at a certain stand.
    pub(crate) at_stand: Kept<(survey::Aim, Option<Shot>)>,
    /// All it can fire at.
    pub(crate) all_shots: Kept<Few<Shot>>,
    /// What it may charge.
    pub(crate) prospects: Kept<Few<Prospect>>,
    /// The place of a goal that it looks to.
    pub(crate) spot: OnceLock<(Aim, Point)>,
    /// The facing change that leaves a place least off its front.
    pub(crate) best_turn: Kept<BestTurn>,
    /// The longest straight move towards a goal.
    pub(crate) longest: Kept<(Aim, Option<Length>)>,
}

/// An enemy that is nearer than all others, and how far off it is at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub(crate) enemy: BodyId,
    pub(crate) most: Length,
}

/// An enemy, and the shot at the nearest stand of him that can be hit.
pub(crate) type Aimed = (BodyId, Option<Shot>);

/// A place, and the facing change that leaves it least off the front.
pub(crate) type BestTurn = (Point, Option<(Turn, Angle)>);

/// Something found out that holds as long as nobody comes into a box, leaves it or changes in it.
#[derive(Clone, Debug)]
pub(crate) struct Found<T> {
    pub(crate) what: T,
    pub(crate) around: Bounds,
}

/// Something found out that depends on who stands near, once it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Kept<T>(OnceLock<Found<T>>);

/// A list that is mostly short or empty; copies share it.
#[derive(Clone)]
pub(crate) struct Few<T>(Option<Arc<[T]>>);

/// A box that only grows where many look at it, as the numbers by which it is compared: to grow makes each of them less.
#[derive(Debug)]
struct Reach([AtomicI32; 4]);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(OnceLock::new())
    }
}

impl<T> Kept<T> {
    /// What was found out, if it was asked for and still holds.
    pub(crate) fn get(&self) -> Option<&Found<T>> {
        self.0.get()
    }

    /// What was found out, looked for if it is not known: then the body is alerted to moves near it.
    pub(crate) fn get_or_find(&self, alert: &Alert, find: impl FnOnce() -> Found<T>) -> &Found<T> {
        self.0.get_or_init(|| {
            let found = find();
            alert.reach.grow(&found.around);
            found
        })
    }

    /// Forgets it if it depends on who stands in one of some boxes; else it is among what is left.
    fn forget_near(&mut self, places: &Places<'_>, left: &mut Bounds) {
        match self.0.get() {
            Some(found) if found.meets(places) => drop(self.0.take()),
            Some(found) => *left = left.join(found.around),
            None => {}
        }
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(list: Vec<T>) -> Few<T> {
        Few((!list.is_empty()).then(|| list.into()))
    }
}

impl<T: fmt::Debug> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

impl Reach {
    fn around(bounds: &Bounds) -> Reach {
        Reach(packed(bounds).map(AtomicI32::new))
    }

    fn grow(&self, to: &Bounds) {
        // Mostly it holds the other already.
        for (own, to) in self.0.iter().zip(packed(to)) {
            if to < own.load(Relaxed) {
                own.fetch_min(to, Relaxed);
            }
        }
    }

    /// Its numbers where nobody else looks at it: they are read at once.
    fn alone(&mut self) -> Packed {
        self.0.each_mut().map(|own| *own.get_mut())
    }
}

impl Alert {
    fn new(side: Side) -> Alert {
        Alert { side, reach: Reach::default(), enemies: Reach::default(), of: AtomicU64::new(0) }
    }

    /// Something is known that depends on the enemies in a box.
    pub(crate) fn to_enemies(&self, around: &Bounds) {
        self.enemies.grow(around);
    }

    /// Something is known of an enemy.
    pub(crate) fn to_enemy(&self, enemy: BodyId) {
        self.of.fetch_or(bit(enemy), Relaxed);
    }

    /// Which enemy is the nearest of all is known of a body with such a box.
    pub(crate) fn to_nearer(&self, own: &Bounds, near: Option<&Near>) {
        match near {
            Some(near) => {
                self.to_enemy(near.enemy);
                self.to_enemies(&own.grown(near.most));
            }
            None => self.to_enemies(&EVERYWHERE),
        }
    }

    /// Whether a move of a body within some limits may change what depends on who stands near.
    fn is_near(&mut self, limits: &Packed) -> bool {
        is_within(&self.reach.alone(), limits)
    }

    /// Whether that of an enemy may change what is known of enemies.
    fn heeds(&mut self, enemy: u64, limits: &Packed) -> bool {
        is_within(&self.enemies.alone(), limits) | (*self.of.get_mut() & enemy != 0)
    }
}

/// Whom of at most 64 bodies the move of one of a side concerns, each by a bit: most moves concern few. A function of its own, as that of
/// boxes.
#[inline(never)]
fn concerned(alerts: &mut [Alert], side: Side, id: BodyId, limits: &Packed) -> u64 {
    let own = bit(id);
    alerts.iter_mut().enumerate().fold(0, |found, (nth, alert)| {
        let is_heeded = (alert.side != side) & alert.heeds(own, limits);
        found | u64::from(alert.is_near(limits) | is_heeded) << nth
    })
}

/// A box that meets all others.
const EVERYWHERE: Bounds = Bounds { min: Bounds::EMPTY.max, max: Bounds::EMPTY.min };

fn bit(enemy: BodyId) -> u64 {
    1 << (enemy.0 % 64)
}

impl Default for Reach {
    fn default() -> Reach {
        Reach::around(&Bounds::EMPTY)
    }
}

impl Clone for Reach {
    fn clone(&self) -> Reach {
        Reach(self.0.each_ref().map(|own| AtomicI32::new(own.load(Relaxed))))
    }
}

impl Clone for Alert {
    fn clone(&self) -> Alert {
        let Alert { side, reach, enemies, of } = self;
        Alert { side: *side, reach: reach.clone(), enemies: enemies.clone(), of: AtomicU64::new(of.load(Relaxed)) }
    }
}

/// What is known follows from the rest of a state.
impl PartialEq for Lore {
    fn eq(&self, _: &Lore) -> bool {
        true
    }
}

impl Eq for Lore {}

impl Hash for Lore {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Lore {
    /// One more body, of which nothing is known.
    pub(crate) fn add(&mut self, side: Side, bounds: &Bounds) {
        let notes = Arc::make_mut(&mut self.0);
        notes.boxes.add(bounds);
        notes.known.push(Known::default());
        notes.alerts.push(Alert::new(side));
    }

    /// The bodies of a side that have a place on the table, with the boxes around them.
    pub(crate) fn boxes_of(&self, side: Side) -> impl Iterator<Item = (BodyId, Bounds)> + '_ {
        let all = self.0.alerts.iter().zip(self.0.boxes.all()).enumerate();
        let own = all.filter(move |(_, (alert, bounds))| alert.side == side && *bounds != Bounds::EMPTY);
        own.map(|(nth, (_, bounds))| (UnitId(nth as u16), bounds))
    }

    /// The boxes around all bodies.
    pub(crate) fn boxes(&self) -> &Boxes {
        &self.0.boxes
    }

    /// Who has turned went half as far: the next turn it goes farther.
    pub(crate) fn forget_longest(&mut self, id: BodyId) {
        Arc::make_mut(&mut self.0).known[id.index()].longest.0.take();
    }
}

impl State {
    /// What is known of a body.
    pub(crate) fn known(&self, id: BodyId) -> &Known {
        &self.lore.0.known[id.index()]
    }

    /// Whom what is known of a body depends on: to be told of all that is found out.
    pub(crate) fn alert(&self, id: BodyId) -> &Alert {
        &self.lore.0.alerts[id.index()]
    }
}

impl Known {
    /// Forgets what depends on enemies, of whom one has moved. One that stays farther off than another does not become the nearest.
    fn forget_enemy(&mut self, own: &Bounds, enemy: BodyId, from: &Bounds, to: &Bounds) {
        let may_change = |nearest: &Option<Near>| {
            nearest.is_none_or(|near| near.enemy == enemy || own.distance_squared(to) <= near.most.squared())
        };
        forget_if(&mut self.nearest, may_change);
        forget_if(&mut self.visible, may_change);
        forget_if(&mut self.confronted, |found| found.around.meets(from) || found.around.meets(to));
        forget_if(&mut self.spot, |(aim, _)| *aim == Aim::Enemy(enemy));
        forget_if(&mut self.longest.0, |found| found.what.0 == Aim::Enemy(enemy));
    }

    /// Forgets what it can fire at if that depends on who stands in one of some boxes; around what is left.
    fn forget_shots(&mut self, places: &Places<'_>) -> Bounds {
        let mut left = Bounds::EMPTY;
        self.shots.forget_near(places, &mut left);
        self.targets.forget_near(places, &mut left);
        self.aimed.iter_mut().for_each(|aimed| aimed.forget_near(places, &mut left));
        self.at_stand.forget_near(places, &mut left);
        self.all_shots.forget_near(places, &mut left);
        left
    }

    /// Forgets what depends on who stands in one of some boxes; around what is left.
    fn forget_near(&mut self, places: &Places<'_>) -> Bounds {
        let mut left = self.forget_shots(places);
        self.beside.forget_near(places, &mut left);
        self.prospects.forget_near(places, &mut left);
        self.best_turn.forget_near(places, &mut left);
        self.longest.forget_near(places, &mut left);
        left
    }
}

impl<T> Found<T> {
    /// Whether it depends on who stands in one of some boxes.
    fn meets(&self, places: &Places<'_>) -> bool {
        self.around.meets(&places.around) && places.boxes.iter().any(|place| self.around.meets(place))
    }
}

/// Some boxes, and one around them all.
struct Places<'a> {
    boxes: &'a [Bounds],
    around: Bounds,
}

impl<'a> Places<'a> {
    fn new(boxes: &'a [Bounds]) -> Places<'a> {
        Places { boxes, around: Bounds::around(boxes.iter().copied()) }
    }
}

fn forget_if<T>(cell: &mut OnceLock<T>, stale: impl Fn(&T) -> bool) {
    if cell.get().is_some_and(stale) {
        cell.take();
    }
}

/// A body has come from a box, or counts otherwise than before: what depends on it is looked at anew when it is asked for.
pub(crate) fn moved(state: &mut State, id: BodyId, from: Bounds) {
    let (to, side) = (state.body(id).bounds, state.body(id).side);
    let both = [from, to];
    let places = Places::new(if to == from { &both[..1] } else { &both[..] });
    let State { bodies, lore, .. } = state;
    let Notes { boxes, known, alerts } = Arc::make_mut(&mut lore.0);
    boxes.set(id.index(), &to);
    known[id.index()] = Known::default();
    alerts[id.index()] = Alert::new(side);
    let limits = limits(&places.around);
    for (part, alerts) in alerts.chunks_mut(64).enumerate() {
        let mut left = concerned(alerts, side, id, &limits);
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let (nth, alert) = (part * 64 + at, &mut alerts[at]);
            if alert.side != side && alert.heeds(bit(id), &limits) {
                known[nth].forget_enemy(&bodies[nth].bounds, id, &from, &to);
            }
            if alert.is_near(&limits) {
                alert.reach = Reach::around(&known[nth].forget_near(&places));
            }
        }
    }
}

/// A body comes into contact, or out of it: its stands, and those of its opponents, may be fired at no more, or again (FD-LOS-12).
pub(crate) fn contact_changes(state: &mut State, id: BodyId) {
    let places: Vec<Bounds> =
        std::iter::once(id).chain(state.opponents(id)).map(|body| state.body(body).bounds).collect();
    let places = Places::new(&places);
    let limits = limits(&places.around);
    let Notes { known, alerts, .. } = Arc::make_mut(&mut state.lore.0);
    for (known, alert) in known.iter_mut().zip(alerts) {
        if alert.is_near(&limits) {
            known.forget_shots(&places);
        }
    }
}

#[cfg(test)]
mod tests {
    use firelock_core::{Grain, RuleSystem, Seeded, try_out};
    use firelock_scenario::{Battle, Muster};
    use firelock_table::{Fan, Segment, is_in_fan};

    use super::*;
    use crate::Discipline;
    use crate::phase::control::duty;
    use crate::phase::{charge, morale};
    use crate::sight::{self, Stance, Wanted};
    use crate::survey::find_shots;

    fn start(name: &str) -> State {
        let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a battle of this project");
        let battle = Battle::read(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
        Discipline::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state
    }

    const FIRST_VOLLEY: &str = "first-volley-discipline";

    /// A zone can be fired at whose nearest place is within range beside the strip while the strip meets it farther off: who goes into it
    /// changes what is known, though it lies off the box of the strip.
    #[test]
    fn shots_depend_on_every_zone_that_can_be_fired_at() {
        let (state, reach) = (start(FIRST_VOLLEY), Length::inches(12));
        let (somebody, _) = state.on_table().next().expect("there are troops");
        let mut off = 0;
        for (place, turn) in (0..48)
            .flat_map(|x| (0..48).map(move |y| Point::inches(x, y)))
            .flat_map(|place| (0..8).map(move |turn| (place, turn)))
        {
            let facing = Angle::degrees(15 + 45 * turn);
            let end = |to: Angle| place.ahead(facing + to, Length::inches(1));
            let edge = Segment::new(end(Angle::LEFT), end(Angle::RIGHT));
            let fan = Fan { edge, facing, spread: Angle::ZERO, reach };
            let stance = Stance::Strip(edge, facing);
            let strip = Bounds::of(&[edge.from, edge.to, edge.from.ahead(facing, reach), edge.to.ahead(facing, reach)]);
            for (_, zone) in state.stage.all_zones().filter(|(_, zone)| is_in_fan(&fan, &zone.ground)) {
                let around = sight::shots(&state, somebody, stance, reach, false, Wanted::All, &mut Vec::new());
                assert!(around.meets(zone.ground.bounds()), "from {place:?} towards {facing:?}");
                off += u32::from(!strip.meets(zone.ground.bounds()));
            }
        }
        assert!(off > 0, "no zone lay off the strip");
    }

    /// Holds what is known of a body against what is found anew; how much of it is known.
    fn holds(state: &State, fresh: &State, id: BodyId) -> usize {
        let Alert { reach, enemies, of, .. } = state.alert(id).clone();
        let meets = |reach: &Reach, around: &Bounds| is_within(&reach.clone().alone(), &limits(around));
        let Known {
            height,
            solid,
            beside,
            nearest,
            visible,
            confronted,
            shots,
            targets,
            aimed,
            at_stand,
            all_shots,
            prospects,
            spot,
            best_turn,
            longest,
        } = state.known(id);
        let mut kept = Vec::new();
        let mut hold = |what: &'static str, known: String, anew: String| {
            assert_eq!(known, anew, "{what} of {id} in turn {}, {:?}", state.turn, state.step);
            kept.push(what);
        };
        let words = |what: &dyn std::fmt::Debug| format!("{what:?}");
        // What depends on who stands near lies within its reach.
        let within = |around: Bounds| meets(&reach, &around);
        let near = [
            beside.get().map(|found| found.around),
            shots.get().map(|found| found.around),
            targets.get().map(|found| found.around),
            at_stand.get().map(|found| found.around),
            all_shots.get().map(|found| found.around),
            prospects.get().map(|found| found.around),
            best_turn.get().map(|found| found.around),
            longest.get().map(|found| found.around),
        ];
        let aims = aimed.iter().map(|aimed| aimed.get().map(|found| found.around));
        let corners = near.into_iter().chain(aims).flatten().filter(|around| *around != Bounds::EMPTY);
        assert!(corners.flat_map(|Bounds { min, max }| [min, max]).all(|place| within(Bounds::of(&[place]))));
        if let Some(found) = height.get() {
            hold("height", words(found), words(&fresh.height(fresh.center(id))));
        }
        if let Some(few) = solid.get() {
            hold("solid", words(few), words(&firelock_table::solid(&fresh.body(id).bases)));
        }
        if let Some(found) = beside.get() {
            let near = morale::neighbors(fresh).into_iter().filter(|(one, _)| *one == id).map(|(_, two)| two);
            hold("beside", words(&found.what), words(&near.collect::<Vec<_>>()));
        }
        // What depends on enemies is alerted to them.
        let own = state.body(id).bounds;
        for near in [nearest.get(), visible.get()].into_iter().flatten() {
            let around = near.map_or(EVERYWHERE, |near| own.grown(near.most));
            assert!(meets(&enemies, &around) && near.is_none_or(|near| of.load(Relaxed) & bit(near.enemy) != 0));
        }
        assert!(confronted.get().is_none_or(|found| meets(&enemies, &found.around)));
        let aims = spot.get().map(|(aim, _)| *aim).into_iter().chain(longest.get().map(|found| found.what.0));
        for aim in aims {
            assert!(!matches!(aim, Aim::Enemy(enemy) if of.load(Relaxed) & bit(enemy) == 0));
        }
        let enemy = |near: &Option<Near>| words(&near.map(|near| near.enemy));
        if let Some(found) = nearest.get() {
            hold("nearest", enemy(found), words(&fresh.nearest_enemy(id)));
        }
        if let Some(found) = visible.get() {
            hold("visible", enemy(found), words(&fresh.nearest_visible(id)));
        }
        if let Some(found) = confronted.get() {
            hold("confronted", words(&found.what), words(&duty::is_confronted(fresh, id)));
        }
        if let Some(found) = shots.get() {
            hold("shots", words(&found.what), words(&find_shots(fresh, id, Wanted::NearestOfEach).what));
        }
        if let Some(found) = all_shots.get() {
            hold("all shots", words(&found.what), words(&find_shots(fresh, id, Wanted::All).what));
        }
        for found in aimed.iter().filter_map(Kept::get) {
            let (enemy, shot) = found.what;
            hold("aimed", words(&shot), words(&find_shots(fresh, id, Wanted::At(enemy)).what.first()));
        }
        if let Some(found) = at_stand.get() {
            let (at, shot) = found.what;
            let all = find_shots(fresh, id, Wanted::All).what;
            hold("at stand", words(&shot), words(&all.iter().find(|shot| shot.at == at)));
        }
        if let (Some(found), Some((reach, stance, gun))) = (targets.get(), fresh.arms(id)) {
            hold("targets", words(&found.what), words(&sight::targets(fresh, id, stance, reach, gun).0));
        }
        if let Some(found) = prospects.get() {
            let targets = |all: &[Prospect]| words(&all.iter().map(|own| own.target).collect::<Vec<_>>());
            hold("prospects", targets(&found.what), targets(&charge::prospects(fresh, id)));
            for (own, ways) in found.what.iter().filter_map(|own| Some((own, own.ways.get()?))) {
                hold("ways", words(ways), words(&charge::ways(fresh, id, own.target)));
            }
        }
        if let Some((aim, place)) = spot.get() {
            hold("spot", words(place), words(&duty::find_spot(fresh, id, *aim)));
        }
        if let (Some(found), Some(block)) = (best_turn.get(), fresh.straight(id)) {
            let (place, best) = found.what;
            hold("best turn", words(&best), words(&duty::find_turn(fresh, id, &block, place)));
        }
        if let Some(found) = longest.get() {
            let (aim, by) = found.what;
            hold("longest", words(&by), words(&duty::longest(fresh, id, aim, None)));
        }
        kept.len()
    }

    /// Holds what is known against what is found anew in a random game, command by command; how much was known in all.
    fn holds_along(start: &State, seed: u64, most: usize) -> usize {
        let (mut state, mut dice, mut chance) = (start.clone(), Seeded::new(seed, 0), Seeded::new(seed, u64::MAX));
        let (mut kept, mut left) = (0, most);
        while let Some(side) = Discipline::asked(&state).first().copied().filter(|_| left > 0) {
            // Who stands beside whom is asked only where there is a check.
            morale::neighbors(&state);
            let Some(command) = Discipline::draw(&state, side, Grain::Coarse, &mut chance) else { break };
            Discipline::check(&state, side, &command).expect("it was drawn");
            try_out::<Discipline>(&mut state, side, &command, &mut dice).expect("it was drawn");
            let mut fresh = state.clone();
            fresh.lore = Lore::default();
            fresh.bodies.iter().for_each(|body| fresh.lore.add(body.side, &body.bounds));
            assert_eq!(state.lore.boxes(), fresh.lore.boxes());
            let alive = state.on_table().filter(|(_, body)| body.is_alive());
            kept += alive.map(|(id, _)| holds(&state, &fresh, id)).sum::<usize>();
            left -= 1;
        }
        kept
    }

    #[test]
    fn what_is_known_holds_after_every_command() {
        let start = start(FIRST_VOLLEY);
        let kept: usize = (0..4).map(|seed| holds_along(&start, seed, usize::MAX)).sum();
        assert!(kept > 10_000, "only {kept} answers were kept");
    }

    #[test]
    fn what_is_known_holds_in_battles_of_history() {
        for name in ["bunker-hill", "camden", "culloden", "fontenoy", "killiecrankie", "prestonpans"] {
            let kept = holds_along(&start(name), 0, 400);
            assert!(kept > 1_000, "only {kept} answers were kept in {name}");
        }
    }
}
