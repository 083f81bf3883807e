//! Small-arms fire (NQ-SAF).

use arrayvec::ArrayVec;
use firelock_core::{Cuts, Die, Ledger, Lot, Read, Roll, Rolled, Rulebook, Side, centimeters};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Target, n_dice, small};
use crate::charts::{
    LONG_RANGE_COMBINE, MOVING_SQUARE_DM, OPEN_ORDER_ROW, T_FIREMOD, combined_difficulty, count, difficulty, numbers,
    range, shooting_die,
};
use crate::clauses::*;
use crate::words::{Class, Cover, Formation, Order, Quality, Range, Weapon};

/// The facts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    /// Who shoots.
    pub firer: Shooter,
    /// At whom.
    pub target: Target,
    /// How far, in centimeters, from the nearest shooting base.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// At long range: bases share dice (NQ-SAF-12).
    pub combine: bool,
}

/// A unit that shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shooter {
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// What it shoots with.
    pub weapon: Weapon,
    /// How it stands.
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
    /// It re-formed this turn.
    pub reformed: bool,
    /// It changed formation this turn.
    pub formation_changed: bool,
    /// It is drilled to fight in two ranks (NQ-ROS-07).
    pub two_rank: bool,
    /// It has not fired before in the battle.
    pub first_volley: bool,
    /// Bases that shoot (NQ-SAF-02).
    pub bases: u8,
    /// Figures lost from the reduced base, if that one shoots (NQ-ROS-21).
    pub reduction: u8,
}

impl Default for Volley {
    fn default() -> Volley {
        Volley { firer: Shooter::default(), target: Target::default(), distance: Length::cm(10), combine: false }
    }
}

impl Default for Shooter {
    fn default() -> Shooter {
        Shooter {
            class: Class::LineInfantry,
            quality: Quality::Regular,
            weapon: Weapon::Musket,
            formation: Formation::Line,
            unformed: false,
            reformed: false,
            formation_changed: false,
            two_rank: false,
            first_volley: false,
            bases: 6,
            reduction: 0,
        }
    }
}

/// What a target presents to small arms (NQ-SAF-18, NQ-SAF-19, NQ-SAF-20, NQ-SAF-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presented {
    /// Nothing that has a row.
    Plain,
    /// A square that moved.
    MovingSquare,
    /// An attack column, skirmishers or deployed guns.
    Narrow,
    /// A column or limbered guns.
    Column,
}

/// Which open-order row counts (NQ-SAF-18, NQ-OPT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenRow {
    /// None.
    None,
    /// That of line infantry.
    Line,
    /// That of light infantry.
    Light,
}

/// A shooting die as T-FIREMOD reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The first volley of the unit in the battle.
    pub first_volley: bool,
    /// From a square that did not move.
    pub from_square: bool,
    /// From a formed line in two ranks.
    pub two_ranks: bool,
    /// What the target presents.
    pub presented: Presented,
    /// A moving square is easier to hit (NQ-OPT-03).
    pub moving_square_eases: bool,
    /// Which open-order row counts.
    pub open_row: OpenRow,
    /// The firer is unformed or re-formed this turn.
    pub unformed_or_reformed: bool,
    /// The firer changed formation this turn.
    pub formation_changed: bool,
    /// Figures lost from the base that rolls this die.
    pub reduction: u16,
    /// The target's cover.
    pub cover: Cover,
}

/// Equal dice of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Salvo {
    /// How many are rolled.
    pub trials: u8,
    /// How many dice are added each time; one but for NQ-OPT-02.
    pub dice: u8,
    /// The die.
    pub die: Die,
    /// The score that each needs.
    pub need: i32,
    /// What is added to each.
    pub plus: i32,
    /// Why.
    pub aim: Aim,
}

impl Volley {
    /// The band; none out of range.
    pub fn range(&self, book: &Rulebook) -> Option<Range> {
        range(book, self.firer.weapon, self.distance)
    }

    /// The dice of a base, or of the reduced base, as the chart reads them.
    pub fn aim(&self, book: &Rulebook, reduction: u8) -> Aim {
        let (firer, target) = (&self.firer, &self.target);
        let order = firer.formation.order(firer.unformed);
        Aim {
            first_volley: firer.first_volley,
            // A square that moved does not fire at all (NQ-SAF-05).
            from_square: firer.formation == Formation::Square && order == Order::Formed,
            two_ranks: firer.two_rank && firer.formation == Formation::Line && order == Order::Formed,
            presented: presented(target),
            moving_square_eases: book.switch(&MOVING_SQUARE_DM) == "+2",
            open_row: self.open_row(book),
            unformed_or_reformed: firer.unformed || firer.reformed,
            formation_changed: firer.formation_changed,
            reduction: reduction.into(),
            cover: target.cover,
        }
    }

    fn open_row(&self, book: &Rulebook) -> OpenRow {
        let (firer, target) = (&self.firer, &self.target);
        let firer_open = firer.formation == Formation::OpenOrder && !firer.unformed;
        let target_open = target.formation == Formation::OpenOrder && !target.is_unformed();
        let (applies, class) = match book.switch(&OPEN_ORDER_ROW) {
            "firer" => (firer_open, firer.class),
            "firer_class" => (target_open, firer.class),
            _ => (target_open, target.class),
        };
        match (applies, class.is_light_infantry()) {
            (false, _) => OpenRow::None,
            (true, false) => OpenRow::Line,
            (true, true) => OpenRow::Light,
        }
    }

    /// The dice of the volley (NQ-SAF-01, NQ-SAF-13, NQ-SAF-14), those of the reduced base last; none out of range or for troops that do not shoot.
    pub fn salvos(&self, book: &Rulebook) -> Option<ArrayVec<Salvo, 3>> {
        let range = self.range(book)?;
        let firer = &self.firer;
        let die = shooting_die(book, firer.class.arm(), firer.quality)?;
        let together = count(book, &numbers::COMBINED_BASES).max(1);
        let shared = combined_difficulty(book, range).filter(|_| self.combine);
        let (groups, alone) = match shared {
            Some(_) => (firer.bases / together, firer.bases % together),
            None => (0, firer.bases),
        };
        // The reduced base is the odd one where there is one (NQ-SAF-25).
        let reduced = u8::from(firer.reduction > 0 && firer.bases > 0);
        let (reduced_alone, reduced_group) = if alone > 0 { (reduced, 0) } else { (0, reduced) };
        let per_group = if book.switch(&LONG_RANGE_COMBINE) == "sum_two" { together } else { 1 };
        let single = difficulty(book, range);
        let lots = [
            (groups - reduced_group, per_group, shared.unwrap_or(single), 0),
            (alone - reduced_alone, 1, single, 0),
            (reduced_group, per_group, shared.unwrap_or(single), firer.reduction),
            (reduced_alone, 1, single, firer.reduction),
        ];
        let salvo = |(trials, dice, need, reduction): (u8, u8, i32, u8)| {
            let aim = self.aim(book, reduction);
            Salvo { trials: n_dice(trials.into()), dice, die, need, plus: T_FIREMOD.sum(book, &aim), aim }
        };
        Some(lots.into_iter().filter(|(trials, ..)| *trials > 0).map(salvo).collect())
    }

    /// The roll of all dice of the volley.
    pub fn roll(side: Side, salvos: &[Salvo]) -> Roll {
        let lot = |(why, salvo): (usize, &Salvo)| {
            let lot = Lot::of(side, salvo.trials, salvo.die).dice(salvo.dice).plus(salvo.plus);
            lot.cut(Cuts::at(small(salvo.need))).why(why as u8)
        };
        Roll::new(NQ_SAF_10, "small arms", Read::Tally, salvos.iter().enumerate().map(lot))
    }

    /// The casualties of a roll.
    pub fn casualties(rolled: &Rolled) -> u8 {
        // Misses and hits by turns, salvo after salvo.
        rolled.answer.iter().skip(1).step_by(2).map(|&n| n.clamp(0, 60) as u8).fold(0, u8::saturating_add)
    }
}

impl Salvo {
    /// Its reasons.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_FIREMOD.ledger(book, &self.aim)
    }
}

fn presented(target: &Target) -> Presented {
    match target.formation {
        _ if target.is_unformed() => Presented::Plain,
        Formation::Square if target.moved => Presented::MovingSquare,
        Formation::AttackColumn | Formation::Skirmish | Formation::Deployed => Presented::Narrow,
        Formation::Column | Formation::Limbered => Presented::Column,
        Formation::Line | Formation::Square | Formation::OpenOrder | Formation::Echelon => Presented::Plain,
    }
}
