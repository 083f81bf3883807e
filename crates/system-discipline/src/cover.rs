//! What shelters a stand: cover it stands behind or inside, woods about it (FD-TER-05..09).

use firelock_table::{Base, Extent, FeatureId, Point, Segment, gap_within};

use crate::charts::{Terrain, numbers};
use crate::sight::{Stance, line_of_fire};
use crate::state::{BodyId, State};
use crate::words::{Cover, Woods};

impl State {
    /// The linear cover that protects a base against a straight line that ends at its middle (FD-TER-06).
    pub(crate) fn lined(&self, base: &Base, line: Segment) -> Option<FeatureId> {
        let reach = self.stage.length(&numbers::COVER_REACH);
        let near = base.bounds().grown(reach);
        let protects = |id: &&FeatureId| {
            let Some(feature) = self.stage.table.feature(**id) else { return false };
            let Extent::Line { path, .. } = &feature.extent else { return false };
            firelock_table::Bounds::of(path).meets(&near)
                && path.windows(2).any(|leg| Segment::new(leg[0], leg[1]).meets(line))
                && gap_within(base, &path[..], reach)
        };
        let found = self.stage.lines.iter().filter(protects);
        found.copied().max_by_key(|id| (self.stage.land(*id).cover, std::cmp::Reverse(*id)))
    }

    /// The cover of a stand against a shot from a stance (FD-TER-06, FD-TER-07).
    pub(crate) fn cover_from(&self, base: &Base, stance: Stance<'_>) -> Cover {
        let line = line_of_fire(self, stance, base);
        let linear = self.lined(base, line).map_or(Cover::None, |id| self.stage.land(id).cover);
        linear.max(self.area_cover(base))
    }

    /// The cover of a stand against an enemy body: straight from its middle.
    pub(crate) fn cover_against(&self, base: &Base, from: Point) -> Cover {
        let linear = self.lined(base, Segment::new(from, base.center()));
        linear.map_or(Cover::None, |id| self.stage.land(id).cover).max(self.area_cover(base))
    }

    /// FD-MOR-24: at least half of a body stands behind a cover that lies between it and the nearest enemy it sees.
    pub(crate) fn is_protected(&self, id: BodyId) -> bool {
        let body = self.body(id);
        if body.bases.is_empty() || (self.stage.lines.is_empty() && !self.stage.has_buildings) {
            return false;
        }
        let enemy = self.nearest_visible(id).map(|enemy| self.center(enemy));
        let covered = |base: &Base| match enemy {
            Some(enemy) => self.cover_against(base, enemy) != Cover::None,
            None => self.area_cover(base) != Cover::None,
        };
        let halves = |covered: &dyn Fn(&Base) -> bool| -> u16 {
            let each = body.bases.iter().zip(self.stands(id));
            each.filter(|(base, _)| covered(base)).map(|(_, stand)| stand.size.halves()).sum()
        };
        let (behind, all) = (halves(&covered), halves(&|_| true));
        behind > 0 && 2 * behind >= all
    }

    /// Whether an open-order body stands in woods or rough (FD-MOR-05).
    pub(crate) fn open_in_woods(&self, id: BodyId) -> bool {
        let body = self.body(id);
        self.is_open(id) && body.bases.iter().any(|base| self.woods(base) != Woods::None)
    }
}

/// The lines of a table that give cover.
pub(crate) fn lines(table: &firelock_table::Table, land: &[crate::terrain::Land]) -> Vec<FeatureId> {
    let all = table.features().filter(|(_, feature)| matches!(feature.extent, Extent::Line { .. })).map(|(id, _)| id);
    all.filter(|id| land[usize::from(id.0)].cover != Cover::None).collect()
}

/// Whether some area of a table gives cover of itself.
pub(crate) fn has_buildings(land: &[crate::terrain::Land]) -> bool {
    land.iter().any(|land| land.terrain == Terrain::Buildings)
}
