//! A fight: pools of both sides, saves, and who won (WA-FGT).

use firelock_core::{Ledger, Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Approach, Fighter, Pool, counted, n_dice};
use crate::charts::{FIGHT_ROW7, T_FIGHT, T_FIGHT_GUNS, count, fight_save, numbers, row_7_each};
use crate::clauses::*;
use crate::results::{Contender, Danger};
use crate::words::{LastFight, Slope, Troop};

/// The facts of a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fight {
    /// Who came on.
    pub assaulter: Fighter,
    /// Who was assaulted, unless it is a battery.
    pub target: Fighter,
    /// Half bases of each gun of the battery that was assaulted; empty where the target is a unit.
    pub battery: Vec<u8>,
    /// How the assault came on.
    pub approach: Approach,
}

/// One side as T-FIGHT reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Melee {
    /// Bases.
    pub bases: u16,
    /// Supporting units that count.
    pub supports: u16,
    /// It passed the falter test.
    pub assaults: bool,
    /// It is mounted cavalry in the open.
    pub mounted_in_open: bool,
    /// Indians in wood or marsh.
    pub indians_in_wood_or_marsh: bool,
    /// It counts as line infantry.
    pub line_like: bool,
    /// It is battered.
    pub battered: bool,
    /// It is disordered.
    pub disordered: bool,
    /// It is loose.
    pub loose: bool,
    /// Dice for further reasons of row 7, where each counts (WA-OPT-03).
    pub further: i32,
    /// Its enemy defends a linear.
    pub enemy_behind_linear: bool,
    /// It was assaulted on flank or rear.
    pub struck_on_flank_or_rear: bool,
    /// Its front is narrow.
    pub narrow: bool,
    /// What it is.
    pub troop: Troop,
    /// It is dismounted cavalry.
    pub dismounted: bool,
    /// Its target is uphill.
    pub uphill: Slope,
}

/// What became of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Came {
    /// Half bases lost, no more than there were.
    pub half_bases_lost: u8,
    /// Half bases left.
    pub half_bases: u8,
    /// Nothing of it is left.
    pub destroyed: bool,
    /// It tests morale in the fighting column (WA-FGT-18).
    pub tests: bool,
    /// It is disordered after that test, if still on the table (WA-FGT-19).
    pub disordered: bool,
    /// What it remembers of this fight; none for guns and where nobody won.
    pub last_fight: LastFight,
    /// The commander with it is in danger (WA-LEAD-03).
    pub danger: Option<Danger>,
}

/// What a fight came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fought {
    /// Who won; nobody where both are destroyed (WA-FGT-16).
    pub winner: Option<Contender>,
    /// The assaulter.
    pub assaulter: Came,
    /// The target; of a battery, all guns together.
    pub target: Came,
    /// Half bases left of each gun of the battery, in the order of the facts.
    pub battery: Vec<u8>,
}

impl Fight {
    fn is_battery(&self) -> bool {
        !self.battery.is_empty()
    }

    fn melee(&self, book: &Rulebook, who: Contender) -> Melee {
        let assaults = who == Contender::Assaulter;
        let own = if assaults { &self.assaulter } else { &self.target };
        let [battered, disordered, loose] = [own.is_battered(book), own.disordered, own.is_loose()];
        let reasons = [battered, disordered, loose].iter().filter(|holds| **holds).count() as i32;
        let each = book.switch(&FIGHT_ROW7) == "each";
        let mounted_target = !self.is_battery() && self.target.is_mounted();
        Melee {
            bases: own.bases().into(),
            supports: own.supports.min(count(book, &numbers::FIGHT_SUPPORTS)).into(),
            assaults,
            mounted_in_open: own.is_mounted() && own.in_open,
            indians_in_wood_or_marsh: own.troop == Troop::Indian && own.in_wood_or_marsh,
            line_like: own.is_line_like(),
            battered,
            disordered,
            loose,
            further: if each { (reasons - 1).max(0) * row_7_each(book) } else { 0 },
            enemy_behind_linear: assaults && self.approach.linear && !mounted_target,
            struck_on_flank_or_rear: !assaults && self.approach.facet.is_flank_or_rear(),
            narrow: i32::from(own.front) <= book.number(&numbers::NARROW_FRONT),
            troop: own.troop,
            dismounted: own.is_dismounted(),
            uphill: if assaults { self.approach.uphill } else { Slope::Level },
        }
    }

    /// The dice of each side, assaulter first.
    pub fn ledgers(&self, book: &Rulebook) -> [Ledger; 2] {
        let target = match self.is_battery() {
            true => T_FIGHT_GUNS.ledger(book, &(self.battery.len() as u16)),
            false => T_FIGHT.ledger(book, &self.melee(book, Contender::Target)),
        };
        [T_FIGHT.ledger(book, &self.melee(book, Contender::Assaulter)), target]
    }

    /// Only their totals, as pools that hit (WA-FGT-11).
    pub fn pools(&self, book: &Rulebook) -> [Pool; 2] {
        let target = match self.is_battery() {
            true => T_FIGHT_GUNS.sum(book, &(self.battery.len() as u16)),
            false => T_FIGHT.sum(book, &self.melee(book, Contender::Target)),
        };
        let totals = [T_FIGHT.sum(book, &self.melee(book, Contender::Assaulter)), target];
        totals.map(|total| Pool { dice: n_dice(total), need: book.number(&numbers::FIGHT_HIT), again: 0 })
    }

    /// Both pools at once: misses and hits of the assaulter, then of the target.
    pub fn roll(assaulter: Side, pools: &[Pool; 2]) -> Roll {
        let lots = [pools[0].lot(assaulter), pools[1].lot(assaulter.enemy()).why(1)];
        Roll::new(WA_FGT_11, "fight", Read::Tally, lots)
    }

    /// The score that each side needs to save, assaulter first (WA-FGT-12).
    pub fn saves(&self, book: &Rulebook) -> [i32; 2] {
        let target = (!self.is_battery()).then_some(self.target.quality);
        [fight_save(book, Some(self.assaulter.quality)), fight_save(book, target)]
    }

    /// The saves of both sides against so many hits, those scored by the assaulter first: failed and made of the assaulter, then of the
    /// target. None where nobody was hit.
    pub fn save_roll(&self, book: &Rulebook, assaulter: Side, hits: [u8; 2]) -> Option<Roll> {
        let [own, other] = self.saves(book);
        let lots = [counted(assaulter, hits[1], own), counted(assaulter.enemy(), hits[0], other).why(1)];
        (hits != [0; 2]).then(|| Roll::new(WA_FGT_12, "saves in a fight", Read::Tally, lots))
    }

    /// What so many failed saves come to, the assaulter's first.
    pub fn result(&self, book: &Rulebook, failed: [u8; 2]) -> Fought {
        let lost = failed.map(|failed| failed.saturating_mul(count(book, &numbers::FIGHT_LOSS)));
        let mut battery = struck_battery(&self.battery, lost[1]);
        let start = match self.is_battery() {
            true => self.battery.iter().copied().fold(0, u8::saturating_add),
            false => self.target.half_bases,
        };
        let left = [self.assaulter.half_bases.saturating_sub(lost[0]), start.saturating_sub(lost[1])];
        let winner = match left {
            [0, 0] => None,
            [0, _] => Some(Contender::Target),
            [_, 0] => Some(Contender::Assaulter),
            _ if lost[1] > lost[0] => Some(Contender::Assaulter),
            _ => Some(Contender::Target),
        };
        let assaulter = Came::of(&self.assaulter, left[0], winner.map(|winner| winner == Contender::Assaulter));
        let target = match self.is_battery() {
            false => Came::of(&self.target, left[1], winner.map(|winner| winner == Contender::Target)),
            true => {
                // A losing battery is destroyed (WA-FGT-20).
                let stands = winner == Some(Contender::Target);
                if !stands {
                    battery.fill(0);
                }
                let half_bases = if stands { left[1] } else { 0 };
                Came {
                    half_bases_lost: start - half_bases,
                    half_bases,
                    destroyed: !stands,
                    tests: false,
                    disordered: stands,
                    last_fight: LastFight::None,
                    danger: None,
                }
            }
        };
        Fought { winner, assaulter, target, battery }
    }
}

impl Came {
    fn of(unit: &Fighter, half_bases: u8, won: Option<bool>) -> Came {
        let destroyed = half_bases == 0;
        let lost = won == Some(false);
        Came {
            half_bases_lost: unit.half_bases - half_bases,
            half_bases,
            destroyed,
            tests: lost && !destroyed,
            disordered: !destroyed,
            last_fight: match won {
                None => LastFight::None,
                Some(true) => LastFight::Won,
                Some(false) => LastFight::Lost,
            },
            danger: (lost && unit.officer.is_with()).then_some(Danger::LostFight),
        }
    }
}

/// Half bases come off one gun until it is destroyed, damaged guns first (WA-FGT-14).
fn struck_battery(battery: &[u8], lost: u8) -> Vec<u8> {
    let mut left = battery.to_vec();
    let mut order: Vec<usize> = (0..left.len()).collect();
    order.sort_by_key(|&at| battery[at]);
    let mut lost = lost;
    for at in order {
        let taken = left[at].min(lost);
        left[at] -= taken;
        lost -= taken;
    }
    left
}
