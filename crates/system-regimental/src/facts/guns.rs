//! What fire and charges do to the stands of a gun unit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One gun stand (RF-ROS-27).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunStand {
    /// Some of its guns are knocked out, for good.
    pub damaged: bool,
    /// Its crews have left the pieces.
    pub silenced: bool,
}

/// The stands of a gun unit in their order; none is a stand that is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Guns(pub Vec<Option<GunStand>>);

impl Guns {
    /// The stands as they were.
    pub fn of(stands: &[GunStand]) -> Guns {
        Guns(stands.iter().copied().map(Some).collect())
    }

    /// How many are left.
    pub fn left(&self) -> u8 {
        self.0.iter().flatten().count() as u8
    }

    /// How many are lost.
    pub fn lost(&self) -> u8 {
        self.0.iter().filter(|stand| stand.is_none()).count() as u8
    }

    /// The stands that are left.
    pub fn standing(&self) -> Vec<GunStand> {
        self.0.iter().flatten().copied().collect()
    }

    /// Loses so many, the first in order.
    pub(super) fn wreck(&mut self, n: u8) {
        for stand in self.0.iter_mut().filter(|stand| stand.is_some()).take(n.into()) {
            *stand = None;
        }
    }

    /// Loses all.
    pub(super) fn wreck_all(&mut self) {
        self.0.iter_mut().for_each(|stand| *stand = None);
    }

    /// Damages one that is not; where all are, the first is wrecked (RF-FIR-33). Tells which.
    pub(super) fn damage(&mut self) -> Option<usize> {
        let whole = self.0.iter().position(|stand| stand.is_some_and(|stand| !stand.damaged));
        let at = whole.or_else(|| self.0.iter().position(Option::is_some))?;
        self.0[at] = self.0[at].filter(|stand| !stand.damaged).map(|stand| GunStand { damaged: true, ..stand });
        Some(at)
    }

    /// Silences one that is not, rather another than the one just damaged (RF-FIR-32, RF-FIR-33).
    pub(super) fn silence(&mut self, damaged: Option<usize>) {
        let speaks = |at: &usize| self.0[*at].is_some_and(|stand| !stand.silenced);
        let other = (0..self.0.len()).filter(|at| Some(*at) != damaged).find(speaks);
        if let Some(at) = other.or(damaged.filter(speaks)) {
            self.0[at] = self.0[at].map(|stand| GunStand { silenced: true, ..stand });
        }
    }

    /// Silences all.
    pub(super) fn silence_all(&mut self) {
        self.0.iter_mut().flatten().for_each(|stand| stand.silenced = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: GunStand = GunStand { damaged: false, silenced: false };
    const DAMAGED: GunStand = GunStand { damaged: true, silenced: false };
    const SILENCED: GunStand = GunStand { damaged: false, silenced: true };
    const BOTH: GunStand = GunStand { damaged: true, silenced: true };

    fn damage_and_silence(stands: &[GunStand]) -> Vec<Option<GunStand>> {
        let mut guns = Guns::of(stands);
        let damaged = guns.damage();
        guns.silence(damaged);
        guns.0
    }

    #[test]
    fn damage_and_silence_fall_on_stands_not_yet_marked() {
        // RF-FIR-32, RF-FIR-33
        assert_eq!(damage_and_silence(&[OK]), [Some(BOTH)]);
        assert_eq!(damage_and_silence(&[OK, OK]), [Some(DAMAGED), Some(SILENCED)]);
        assert_eq!(damage_and_silence(&[DAMAGED, OK]), [Some(BOTH), Some(DAMAGED)]);
        assert_eq!(damage_and_silence(&[OK, SILENCED]), [Some(BOTH), Some(SILENCED)]);
    }

    #[test]
    fn a_stand_damaged_twice_is_wrecked() {
        // RF-FIR-33
        assert_eq!(damage_and_silence(&[DAMAGED, DAMAGED]), [None, Some(BOTH)]);
        assert_eq!(damage_and_silence(&[BOTH]), [None]);
    }

    #[test]
    fn silencing_the_silenced_does_nothing() {
        // RF-FIR-33
        let mut guns = Guns::of(&[SILENCED, BOTH]);
        guns.silence(None);
        assert_eq!(guns, Guns::of(&[SILENCED, BOTH]));
    }
}
