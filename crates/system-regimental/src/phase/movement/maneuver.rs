//! Troop maneuvers by effect (RF-MAN).

use firelock_core::{Place as Where, Refusal, UnitId};
use firelock_table::{
    Angle, Body, BodyId, Corner, FeatureId, Leg, Length, Point, Pose, Scene, Stop, arc_length, drive, gap,
};

use super::plan::{Friends, Plan, branch, touches_line};
use super::{budget, pace};
use crate::charts::{self, numbers, rate};
use crate::clauses::*;
use crate::command::{Change, Maneuver, SetFlank, SetGap, Step};
use crate::event::Event;
use crate::facts::Scope;
use crate::geometry;
use crate::results::ManeuverEffect;
use crate::state::{Place, Unit};
use crate::words::{Branch, Effectiveness, Experience, Formation, MoveClass, Obstacle, Order, Traits};

/// Works out a maneuver of troops.
pub(super) fn work_out(
    mut plan: Plan<'_>,
    maneuver: &Maneuver,
    flank: Option<SetFlank>,
    gap: Option<SetGap>,
) -> Result<Vec<Event>, Refusal> {
    let scope = plan.unit.turn.scope;
    let handled_well = matches!(scope, Scope::WellHandled | Scope::DoubleQuick);
    let tardy = scope == Scope::Tardy;
    let (mut changed, mut no_fire) = (false, false);
    match maneuver {
        Maneuver::Hold => {}
        Maneuver::Full(steps) if handled_well => {
            plan.walk(steps, budget(scope, false))?;
        }
        Maneuver::Half { before, steps, after } if handled_well || tardy => {
            if tardy && (before.is_some() || after.is_some()) {
                return plan.refuse(RF_MAN_03, "a tardy unit does not move and change at once");
            }
            if before.is_some() && after.is_some() {
                return plan.refuse(RF_MAN_10, "one change, before or after the move");
            }
            changed = before.is_some() || after.is_some();
            if let Some(change) = before {
                plan.change(change)?;
            }
            if !steps.is_empty() {
                // RF-MAN-12: each part at the rate of the formation it is made in; so a unit that forms march column goes half
                // a move towards and along a road (RF-MOV-12, RF-MOV-13, RF-MOV-32).
                plan.walk(steps, budget(scope, true))?;
            }
            if let Some(change) = after {
                plan.change(change)?;
            }
        }
        Maneuver::FullDisordered(steps) => {
            may_move_disordered(&plan, steps)?;
            // RF-MAN-27: a rallied unit may stay in disorder for it.
            plan.walk(steps, budget(Scope::WellHandled, false))?;
            plan.disorder();
        }
        Maneuver::Change(change) if handled_well || tardy => {
            if tardy {
                is_tardy_change(&plan, change)?;
            }
            plan.change(change)?;
            changed = true;
        }
        Maneuver::Passage(length) if handled_well => {
            plan.pass_lines(*length)?;
            no_fire = true;
        }
        Maneuver::ByTheFlank { left, by } if handled_well => plan.by_the_flank(*left, *by)?,
        Maneuver::DeployToFront { left } if handled_well => {
            plan.deploy_to_front(*left)?;
            changed = true;
        }
        // RF-MAN-04: the switch gives it to tardy units too.
        Maneuver::ChangeFront { left, by } if handled_well || tardy => plan.change_front(*left, *by)?,
        Maneuver::Scale(feature) if handled_well || tardy => {
            plan.scale(*feature)?;
            no_fire = true;
        }
        Maneuver::Replenish if handled_well => {
            plan.replenish()?;
            no_fire = true;
        }
        Maneuver::Full(_)
        | Maneuver::Half { .. }
        | Maneuver::Change(_)
        | Maneuver::Passage(_)
        | Maneuver::ByTheFlank { .. }
        | Maneuver::DeployToFront { .. }
        | Maneuver::ChangeFront { .. }
        | Maneuver::Scale(_)
        | Maneuver::Replenish => return not_open(&plan),
        Maneuver::GunMove { .. }
        | Maneuver::GunFire { .. }
        | Maneuver::Limber
        | Maneuver::Unlimber(_)
        | Maneuver::Pivot(_)
        | Maneuver::Rally
        | Maneuver::Haul { .. }
        | Maneuver::LimberAndRetreat => return plan.refuse(RF_GUN_07, "that is a maneuver of guns"),
    }
    if gap.is_some() && scope == Scope::Hold {
        return plan.refuse(RF_MAN_31, "its effect leaves it no change of frontage");
    }
    plan.set_gap(gap)?;
    plan.set_flank(flank)?;
    // RF-FIR-05: who changed formation, scaled, replenished or passed lines does not fire offensively.
    let no_fire = no_fire || changed;
    plan.leave_amusette();
    Ok(plan.finish(changed, no_fire, false))
}

fn not_open<T>(plan: &Plan<'_>) -> Result<T, Refusal> {
    let clause = match plan.unit.turn.effect {
        Some(ManeuverEffect::Tardy) => RF_MAN_03,
        Some(ManeuverEffect::Rally) => RF_MAN_06,
        Some(ManeuverEffect::RallyWithElan) => RF_MAN_05,
        Some(ManeuverEffect::Shaken) => RF_MAN_07,
        Some(ManeuverEffect::DoubleQuick) => RF_MAN_01,
        _ => RF_MAN_02,
    };
    let effect = plan.unit.turn.effect.map_or("its check", ManeuverEffect::name);
    plan.refuse(clause, format!("{effect} does not allow that maneuver"))
}

/// Full move disordered: Tardy from good order, or Rally (RF-MAN-26, RF-MAN-27), and no more than a move (RF-MAN-28, RF-MAN-29).
fn may_move_disordered(plan: &Plan<'_>, steps: &[Step]) -> Result<(), Refusal> {
    let effect = plan.unit.turn.effect;
    let tardy = effect == Some(ManeuverEffect::Tardy) && plan.unit.turn.began_good;
    if !tardy && effect != Some(ManeuverEffect::Rally) {
        return plan
            .refuse(RF_MAN_26, "only a tardy unit in good order, or a rallied one, makes a full move disordered");
    }
    let plain = |step: &Step| matches!(step, Step::Ahead(_) | Step::Withdraw(_) | Step::Wheel(_) | Step::Oblique(..));
    match steps.iter().all(plain) || super::plan::is_filing(plan.unit.formation) {
        true => Ok(()),
        false => plan.refuse(RF_MAN_28, "it only advances or withdraws, with a wheel or an oblique"),
    }
}

/// What a tardy unit may change (RF-MAN-03).
fn is_tardy_change(plan: &Plan<'_>, change: &Change) -> Result<(), Refusal> {
    match change {
        Change::Form { formation: Formation::Line | Formation::OpenOrder, .. }
        | Change::Garrison(_)
        | Change::FaceRear => Ok(()),
        _ => plan.refuse(RF_MAN_03, "a tardy unit changes only to line, open order or garrison"),
    }
}

impl Plan<'_> {
    /// A change in place.
    pub(super) fn change(&mut self, change: &Change) -> Result<(), Refusal> {
        let before = self.state.bases(self.id);
        match change {
            Change::Form { formation, left } => self.form(*formation, *left)?,
            Change::Garrison(feature) => return self.enter(*feature),
            Change::Leave { formation, pose } => self.leave(*formation, *pose)?,
            Change::FaceRear => return self.face_rear(),
            Change::Mount(formation) => self.remount(true, *formation)?,
            Change::Dismount => self.remount(false, Formation::OpenOrder)?,
            Change::DetachLights { stands, pose } => self.detach(*stands, *pose)?,
        }
        self.drill(before)
    }

    /// Whether its troops use a formation.
    pub(super) fn forms(&self, formation: Formation) -> bool {
        self.branch().may_form(self.traits(), formation)
    }

    fn traits(&self) -> Traits {
        let mut traits = self.roster().traits();
        traits.lt_detachment |= self.unit.detachment;
        traits
    }

    fn may_form(&self, branch: Branch, formation: Formation) -> Result<(), Refusal> {
        let traits = self.traits();
        if branch.may_form(traits, formation) && !matches!(formation, Formation::Mob | Formation::Garrison) {
            return Ok(());
        }
        let clause = match () {
            () if traits.lt_detachment || traits.militia => RF_FRM_14,
            () if traits.indian => RF_FRM_15,
            () if branch == Branch::Dismounted => RF_FRM_16,
            () if branch == Branch::Cavalry => RF_FRM_17,
            () => RF_FRM_12,
        };
        self.refuse(clause, "its troops do not use that formation")
    }

    /// Another formation on the same front center and facing; a march column deploys along its path (RF-FRM-23, RF-FRM-24).
    fn form(&mut self, formation: Formation, left: bool) -> Result<(), Refusal> {
        if self.unit.formation == Formation::Garrison {
            return self.refuse(RF_MAN_44, "a garrison leaves its place first");
        }
        self.may_form(self.branch(), formation)?;
        if formation == self.unit.formation {
            return self.refuse(RF_MAN_10, "it stands so already");
        }
        let body = self.body()?;
        let unfolds = self.unit.formation == Formation::MarchColumn
            && matches!(formation, Formation::Line | Formation::OpenOrder);
        let pose = match unfolds {
            true => along_the_march(&body, left),
            false => body.pose,
        };
        let next = self.formed(formation, pose);
        self.stand_so(next)
    }

    /// The unit in another formation at a pose, straight.
    fn formed(&self, formation: Formation, pose: Pose) -> Unit {
        let gap = match formation {
            Formation::OpenOrder => self.state.stage.book.number(&numbers::OPEN_GAP_LEAST) as u16,
            _ => 0,
        };
        Unit { formation, gap, place: Place::At(pose), flank: None, bend: Vec::new(), ..self.unit.clone() }
    }

    /// About face in place (RF-MAN-25).
    fn face_rear(&mut self) -> Result<(), Refusal> {
        let body = self.body()?;
        let outline = body.outline();
        let pose = Pose::new(outline.rear().middle(), (body.pose.facing + Angle::HALF).heading());
        let next = Unit { place: Place::At(pose), flank: None, bend: Vec::new(), ..self.unit.clone() };
        self.stand_so(next)
    }

    /// Into a building or works that it touches (RF-MAN-44, RF-FRM-08, RF-FRM-18).
    fn enter(&mut self, feature: FeatureId) -> Result<(), Refusal> {
        let branch = self.branch();
        if !matches!(branch, Branch::Infantry | Branch::Dismounted) {
            return self.refuse(RF_FRM_18, "only foot holds a place");
        }
        let stage = &self.state.stage;
        let (Some(land), Some(ground)) = (stage.land.get(usize::from(feature.0)), self.table().ground(feature)) else {
            return self.refuse(RF_FRM_08, "there is no such place");
        };
        let Some(capacity) = land.capacity else {
            return self.refuse(RF_FRM_08, "that is no place for a garrison");
        };
        let bases = self.body()?.bases();
        let between = gap(&bases[..], ground);
        if !between.within(stage.length(&numbers::SCALE_REACH)) {
            let reason = format!("it must touch the place; it is {} off", between.length());
            return Err(Refusal::new(RF_MAN_44, reason).at(Where::Along(between.ends())));
        }
        let inside = |unit: &Unit| unit.place == Place::In(feature) && unit.fate.is_none();
        if self.state.units.iter().any(|unit| inside(unit) && unit.side != self.unit.side) {
            return self.refuse(RF_FRM_08, "the enemy holds it");
        }
        let held: u8 = self.state.units.iter().filter(|unit| inside(unit)).map(|unit| unit.stands).sum();
        if held + self.unit.stands > capacity {
            return self.refuse(RF_FRM_08, format!("it holds {capacity} stands"));
        }
        let place = Place::In(feature);
        self.unit =
            Unit { place, formation: Formation::Garrison, gap: 0, flank: None, bend: Vec::new(), ..self.unit.clone() };
        Ok(())
    }

    /// Out of a garrison, to a pose that touches it (RF-MAN-44).
    fn leave(&mut self, formation: Formation, pose: Pose) -> Result<(), Refusal> {
        let Some(ground) = self.state.garrison(self.id) else {
            return self.refuse(RF_MAN_44, "it is no garrison");
        };
        self.may_form(self.branch(), formation)?;
        let next = self.formed(formation, pose);
        let body = Body::new(pose, geometry::layout(&self.state.stage, self.roster(), &next));
        let between = gap(&body.bases()[..], ground);
        if !between.within(self.state.stage.length(&numbers::SCALE_REACH)) {
            return self.refuse(RF_MAN_44, "it comes out beside its place");
        }
        self.stand_so(next)
    }

    /// Dragoons mount or dismount (RF-FRM-29, RF-ODD-08).
    fn remount(&mut self, mounted: bool, formation: Formation) -> Result<(), Refusal> {
        if !self.roster().traits().dragoon {
            return self.refuse(RF_FRM_29, "only dragoons mount and dismount");
        }
        if self.unit.mounted == mounted {
            return self.refuse(RF_FRM_29, if mounted { "it is mounted" } else { "it is on foot" });
        }
        self.may_form(branch(self.roster(), mounted), formation)?;
        let pose = self.body()?.pose;
        let next = Unit { mounted, ..self.formed(formation, pose) };
        self.stand_so(next)
    }

    /// Light infantry goes out in open order (RF-MAN-42, RF-MAN-43).
    fn detach(&mut self, stands: u8, pose: Pose) -> Result<(), Refusal> {
        let stage = &self.state.stage;
        let least = stage.book.number(&numbers::DETACHMENT_LEAST) as u8;
        if stands > self.unit.light_stands {
            return self.refuse(RF_MAN_42, format!("it has {} light stands to send", self.unit.light_stands));
        }
        if stands < least || self.unit.stands.saturating_sub(stands) < least {
            return self.refuse(RF_MAN_43, format!("each part keeps at least {least} stands"));
        }
        if self.state.effectiveness(self.id) != Effectiveness::Fresh {
            return self.refuse(RF_MAN_43, "only a fresh unit sends its lights out");
        }
        let parent = Unit { stands: self.unit.stands - stands, ..self.unit.clone() };
        let lights = Unit { stands, detachment: true, ..self.formed(Formation::OpenOrder, pose) };
        let parent_body = Body::new(self.body()?.pose, geometry::layout(stage, self.roster(), &parent));
        let body = Body::new(pose, geometry::layout(stage, self.roster(), &lights));
        let between = gap(&body.bases()[..], &parent_body.bases()[..]);
        if !between.within(stage.length(&numbers::DETACH_REACH)) {
            return Err(Refusal::new(RF_MAN_42, "too far from its battalion").at(Where::Along(between.ends())));
        }
        if geometry::overlap(&body.bases(), &parent_body.bases()) {
            return self.refuse(RF_MOV_29, "it would stand on its own battalion");
        }
        self.fits(&body, &[])?;
        self.events.push(Event::LightsDetached { parent: self.id, stands, pose });
        Ok(())
    }

    /// Through a friendly unit, straight ahead, by a half move (RF-MAN-20).
    pub(super) fn pass_lines(&mut self, length: Length) -> Result<(), Refusal> {
        let start = self.body()?;
        let scope = self.unit.turn.scope;
        let steps = [Step::Ahead(length)];
        self.handles(&steps)?;
        let drive = self.walk_among(&steps, budget(scope, true), Friends::Pass)?;
        let formed = |id: &UnitId| {
            matches!(self.state.unit(*id).formation, Formation::Line | Formation::FieldColumn | Formation::MarchColumn)
        };
        let met = |meet: &firelock_table::Meet| match meet.with {
            firelock_table::Met::Body { id: BodyId(id), .. } => Some(UnitId(id)),
            _ => None,
        };
        let passed: Vec<UnitId> = drive.meets.iter().filter_map(met).filter(formed).collect();
        if passed.is_empty() {
            return self.refuse(RF_MAN_20, "there is no friendly line to pass");
        }
        let slow = self.slowest(&drive, &start) > MoveClass::Open;
        let shaky = |order: Order, experience: Experience| order != Order::Good || experience == Experience::Raw;
        let own = shaky(self.unit.order, self.roster().experience);
        for id in passed {
            let other = shaky(self.state.unit(id).order, self.state.roster(id).experience);
            if slow || own || other {
                self.disorder();
                if self.state.unit(id).order == Order::Good {
                    self.events.push(Event::Ordered { unit: id, order: Order::Disordered });
                }
            }
        }
        Ok(())
    }

    /// Sideways by a half move, facing kept (RF-MAN-21).
    pub(super) fn by_the_flank(&mut self, left: bool, by: Length) -> Result<(), Refusal> {
        if by.get() < 0 {
            return self.refuse(RF_MAN_21, "a length is not negative");
        }
        let (mover, body) = (self.mover()?, self.body()?);
        let side = if left { -by } else { by };
        let drive = self.drive(&body, &[Leg::Side(side)], Friends::Bar)?;
        let ground = self.slowest(&drive, &body);
        let allowed =
            rate(&self.state.stage.book, mover, ground).map(|rates| rates.at(pace(self.unit.turn.scope)).half());
        if allowed.is_none_or(|allowed| by > allowed) {
            return self.refuse(RF_MAN_21, format!("by the flank it goes at most half a move; it wants {by}"));
        }
        self.stand(&drive)
    }

    /// A march column deploys facing along its march (RF-MAN-22, RF-FRM-25); a flank may be refused after it (RF-FRM-26).
    pub(super) fn deploy_to_front(&mut self, left: u8) -> Result<(), Refusal> {
        if self.unit.formation != Formation::MarchColumn {
            return self.refuse(RF_MAN_22, "only a march column deploys to the front");
        }
        let before = self.state.bases(self.id);
        let branch = self.branch();
        let formation = match self.may_form(branch, Formation::Line) {
            Ok(()) => Formation::Line,
            Err(_) => Formation::OpenOrder,
        };
        self.may_form(branch, formation)?;
        let head = self.body()?.pose;
        let next = self.formed(formation, head);
        let layout = geometry::layout(&self.state.stage, self.roster(), &next);
        let files: Vec<_> = layout.slots().iter().filter(|slot| slot.rank == 0).collect();
        let Some(own) = files.get(usize::from(left)) else {
            return self.refuse(RF_FRM_25, format!("it has {} files to widen", files.len()));
        };
        // The file of the head keeps its place: the whole front shifts so that this file lies on it.
        let middle = own.left.x + own.size.width.half().get();
        let pose = head.slid(head.facing + Angle::RIGHT, Length::grid(-middle));
        self.stand_so(Unit { place: Place::At(pose), ..next })?;
        self.drill(before)
    }

    /// A line wheels on one flank by up to 90 degrees, forward or back (RF-MAN-23, RF-MAN-24).
    pub(super) fn change_front(&mut self, left: bool, by: Angle) -> Result<(), Refusal> {
        let stage = &self.state.stage;
        if !stage.book.is_on(&charts::CHANGE_FRONT) {
            return self.refuse(RF_OPT_01, "change front is not in use in this game");
        }
        if !matches!(self.unit.formation, Formation::Line | Formation::OpenOrder) {
            return self.refuse(RF_MAN_23, "only a line or an open order changes front");
        }
        let most = stage.degrees(&numbers::CHANGE_FRONT_DEGREES);
        if by.abs() > most {
            return self.refuse(RF_MAN_23, format!("it changes front by at most {most}"));
        }
        let (mover, body) = (self.mover()?, self.body()?);
        let end = if left { Corner::Left } else { Corner::Right };
        let drive = self.drive(&body, &[Leg::Wheel(end, by)], Friends::Bar)?;
        let front = body.front();
        let arc = arc_length(front.from.distance(front.to), by);
        let scope = self.unit.turn.scope;
        let ground = self.slowest(&drive, &body);
        let full = rate(&stage.book, mover, ground).map(|rates| rates.at(pace(scope)));
        let allowed = full.map(|full| if scope == Scope::Tardy { full.half() } else { full });
        if allowed.is_none_or(|allowed| arc > allowed) {
            return self.refuse(RF_MAN_23, format!("its outer flank would march {arc}"));
        }
        self.stand(&drive)
    }

    /// Over a major obstacle that it touches (RF-MAN-40, RF-TER-19).
    pub(super) fn scale(&mut self, feature: FeatureId) -> Result<(), Refusal> {
        let stage = &self.state.stage;
        if !matches!(self.branch(), Branch::Infantry | Branch::Dismounted) {
            return self.refuse(RF_TER_19, "only foot climbs a major obstacle");
        }
        let Some(land) = stage.land.get(usize::from(feature.0)).filter(|land| land.obstacle == Obstacle::Major) else {
            return self.refuse(RF_MAN_40, "that is no major obstacle");
        };
        let body = self.body()?;
        let reach = stage.length(&numbers::SCALE_REACH);
        let touches = match (self.table().path(feature), self.table().ground(feature)) {
            (Some(path), _) => touches_line(&body, path, reach),
            (None, Some(ground)) => gap(body.front(), ground).within(reach),
            (None, None) => false,
        };
        if !touches {
            return self.refuse(RF_MAN_40, format!("its front must be within {reach} of the {}", land.kind));
        }
        // It is set down beyond it; the ground between is not walked.
        let scene = Scene::new(self.table(), self.others.crowd(), Some(BodyId(self.id.0)));
        let over = drive(&scene, &body, &[Leg::Over(feature)], |_| Stop::Through);
        let next = Unit { place: Place::At(over.end.pose), ..self.unit.clone() };
        self.stand_so(next)?;
        self.disorder();
        Ok(())
    }

    /// Ammunition is brought up (RF-FIR-40).
    pub(super) fn replenish(&mut self) -> Result<(), Refusal> {
        let low = self.unit.low_ammo || self.unit.guns.iter().any(|gun| gun.low_ammo);
        if !low {
            return self.refuse(RF_FIR_40, "it has ammunition enough");
        }
        if super::is_in_close_range(self.state, self.id) {
            return self.refuse(RF_FIR_40, "not within close range of the enemy");
        }
        self.events.push(Event::AmmoChanged { unit: self.id, low: false });
        Ok(())
    }

    /// An amusette stays behind when its unit leaves the position (RF-SPC-22).
    fn leave_amusette(&mut self) {
        let old = self.state.unit(self.id);
        if old.amusette && (old.place != self.unit.place || old.formation != self.unit.formation) {
            self.events.push(Event::AmusetteLeft(self.id));
        }
    }
}

/// The pose of a line that unfolds along a column's path, facing its left or right flank (RF-FRM-24).
fn along_the_march(body: &Body, left: bool) -> Pose {
    let bases = body.bases();
    let head = body.pose.at;
    let tail: Point = bases.last().map_or(head, |base| base.rear().middle());
    let march = if head == tail { body.pose.facing } else { Angle::towards(tail, head) };
    let facing = if left { march + Angle::LEFT } else { march + Angle::RIGHT };
    Pose::new(head.middle(tail), facing.heading())
}
