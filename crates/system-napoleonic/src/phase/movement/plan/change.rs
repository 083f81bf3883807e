//! Acts that are no plain legs: formations, pivots, roads and buildings (NQ-MOV-07..11, NQ-MOV-20, NQ-MOV-22, NQ-TER-11..13).

use firelock_core::Refusal;
use firelock_table::{
    Angle, Body, FeatureId, Leg, Length, Pose, TOUCH, gap, gap_within, nearest_on_road, overlaps_ground,
};

use super::{Walk, layout, toll};
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::geometry::reformed;
use crate::share::Share;
use crate::words::{Arm, Formation, Hand, Terrain};

impl Walk<'_> {
    pub(super) fn about(&mut self) -> Result<(), Refusal> {
        self.straighten()?;
        if self.formation == Formation::Square {
            return self.refuse(NQ_MOV_23, "is a square and looks all ways");
        }
        let cost = match self.is_open() {
            true => Share::NONE,
            false => Share::hundredths(self.state.stage.book.number(&numbers::ABOUT_FACE)),
        };
        self.cost += cost;
        if let Some(body) = &mut self.body {
            let rear = body.outline().rear();
            body.pose = Pose::new(rear.from.middle(rear.to), (body.pose.facing + Angle::HALF).heading());
        }
        Ok(())
    }

    /// Another formation (NQ-MOV-09..11, NQ-MOV-20).
    pub(super) fn form(&mut self, formation: Formation, lead: Hand) -> Result<(), Refusal> {
        self.straighten()?;
        let (state, roster) = (self.state, self.state.roster(self.id));
        let (book, bases) = (&state.stage.book, state.unit(self.id).bases);
        let same = formation == self.formation && (formation != Formation::Echelon || lead == self.lead);
        if same {
            return self.refuse(NQ_MOV_09, "stands so already");
        }
        if self.marks.formation_changed {
            return self.refuse(NQ_MOV_09, "has changed formation this turn");
        }
        if !roster.class.may_form(formation) {
            return self.refuse(NQ_FOR_01, "may not form so");
        }
        if formation == Formation::Square && bases < charts::count(book, &numbers::SQUARE_LEAST) {
            return self.refuse(NQ_FOR_06, "has too few bases for a square");
        }
        if self.has_mortar() {
            return self.refuse(NQ_ART_08, "has a mortar, which cannot be moved in play");
        }
        self.cost +=
            Share::hundredths(charts::change_cost(book, roster.class, roster.quality, self.formation, formation));
        let squares = [formation, self.formation].contains(&Formation::Square);
        let to = layout(&state.stage, roster.arm(), formation, lead, bases);
        if let Some(body) = &mut self.body {
            let pose = reformed(&body.layout, &to, body.pose, squares);
            *body = Body::new(pose, to);
        }
        let guns = roster.arm() == Arm::Artillery;
        self.marks.moved |= guns;
        self.marks.limbered |= formation == Formation::Limbered;
        self.marks.formation_changed = true;
        (self.formation, self.lead) = (formation, lead);
        Ok(())
    }

    /// Deployed guns turn where they stand (NQ-MOV-22).
    pub(super) fn pivot(&mut self, angle: Angle) -> Result<(), Refusal> {
        self.straighten()?;
        if self.formation != Formation::Deployed {
            return self.refuse(NQ_MOV_22, "has no deployed guns");
        }
        if self.pivoted {
            return self.refuse(NQ_MOV_22, "pivots once a turn");
        }
        let angle = angle.turn();
        if angle.abs() > self.state.stage.degrees(&numbers::PIVOT_DEGREES) {
            self.cost += Share::hundredths(self.state.stage.book.number(&numbers::PIVOT_COST));
            self.marks.moved = true;
        }
        if let Some(body) = &mut self.body {
            let center = body.outline().center();
            body.pose = body.pose.about(center, angle);
        }
        self.pivoted = true;
        Ok(())
    }

    /// A column or limbered guns follow a road (NQ-TER-13, NQ-MOV-32).
    pub(super) fn follow(&mut self, road: FeatureId, length: Length) -> Result<(), Refusal> {
        let state = self.state;
        let stage = &state.stage;
        let known = usize::from(road.0) < stage.land.len() && stage.land(road).terrain == Terrain::Road;
        if !known || !matches!(self.formation, Formation::Column | Formation::Limbered) {
            return self.refuse(NQ_TER_13, "follows a road only in column or limbered");
        }
        let Some(body) = self.body.clone() else {
            return self.refuse(NQ_TER_12, "is in a building and must leave it first");
        };
        let width = stage.sizes[0].width;
        let near = nearest_on_road(&stage.table, road, body.pose.at);
        if near.is_none_or(|place| !gap(place, body.pose.at).within(width.half())) {
            return self.refuse(NQ_TER_13, "does not stand on that road");
        }
        let rate = self.rate().scaled(stage.book.number(&numbers::ROAD), 100);
        let Some(cost) = Share::of(self.positive(length)?, rate) else {
            return self.refuse(NQ_MOV_01, "cannot move so");
        };
        let drive = self.drive(&body, &Leg::Follow(road, length), true)?;
        // Round a bend the way is rounded leg by leg.
        if drive.length() + TOUCH < length {
            return self.refuse(NQ_TER_13, "comes to the end of the road");
        }
        self.bent = true;
        self.stepped(drive.end, cost);
        Ok(())
    }

    /// Into a building (NQ-TER-11, NQ-TER-12).
    pub(super) fn enter(&mut self, building: FeatureId) -> Result<(), Refusal> {
        let (state, stage) = (self.state, &self.state.stage);
        let known = usize::from(building.0) < stage.land.len() && stage.land(building).terrain == Terrain::Building;
        let Some(ground) = stage.table.ground(building).filter(|_| known) else {
            return self.refuse(NQ_TER_12, "finds no building there");
        };
        let (unit, roster) = (state.unit(self.id), state.roster(self.id));
        if roster.arm() != Arm::Infantry {
            return self.refuse(NQ_TER_12, "is no infantry");
        }
        if unit.bases > charts::count(&stage.book, &numbers::GARRISON_MOST) {
            return self.refuse(NQ_TER_11, "is too large for it");
        }
        if state.on_table().any(|(_, other)| other.building() == Some(building)) {
            return self.refuse(NQ_TER_11, "finds it held");
        }
        let Some(body) = &self.body else { return self.refuse(NQ_TER_12, "is in a building already") };
        let touch = stage.length(&numbers::TOUCH);
        if !gap_within(&body.bases()[..], ground, touch) {
            return self.refuse(NQ_TER_12, "does not touch it");
        }
        self.cost += Share::hundredths(toll(state, building));
        (self.building, self.body, self.formation, self.bent) = (Some(building), None, Formation::Line, false);
        self.marks.moved = true;
        Ok(())
    }

    /// Out of a building, to stand beside it (NQ-TER-12).
    pub(super) fn leave(&mut self, pose: Pose, formation: Formation) -> Result<(), Refusal> {
        let (state, stage) = (self.state, &self.state.stage);
        let Some(building) = self.building else { return self.refuse(NQ_TER_12, "is in no building") };
        let (unit, roster) = (state.unit(self.id), state.roster(self.id));
        if !roster.class.may_form(formation) || formation == Formation::Square {
            return self.refuse(NQ_FOR_01, "may not form so");
        }
        let layout = layout(stage, roster.arm(), formation, self.lead, unit.bases);
        let body = Body::new(pose, layout);
        let bases = body.bases();
        let beside = stage.table.ground(building).is_some_and(|ground| {
            let near = gap_within(&bases[..], ground, stage.length(&numbers::TOUCH));
            near && !bases.iter().any(|base| overlaps_ground(base, ground))
        });
        if !beside {
            return self.refuse(NQ_TER_12, "must stand beside the building it leaves");
        }
        self.cost += Share::hundredths(toll(state, building));
        (self.building, self.formation) = (None, formation);
        self.marks.moved = true;
        self.path.push(pose.at);
        self.body = Some(body);
        Ok(())
    }
}
