use firelock_core::Lot;

use crate::lots::{Unanswered, is_again, n_dice};
use crate::{Answer, Distribution};

/// The most ways single dice can fall that are looked at for one landing; a die, 360 degrees and two more dice are below it.
const LANDINGS: u64 = 1 << 20;

/// Where a shot can land, equal classes merged: every way the dice fall, in their order, is shown to `class`.
pub(crate) fn landings(lots: &[Lot], class: &dyn Fn(&[i16]) -> u8) -> Result<Distribution<Answer>, Unanswered> {
    let mut whole: u64 = 1;
    for lot in lots {
        let times = if lot.again == 0 { 1 } else { 2 };
        for _ in 0..n_dice(lot) * times {
            whole *= u64::from(lot.die.sides());
            match whole {
                0 => return Err(Unanswered::Never),
                1..=LANDINGS => {}
                _ => return Err(Unanswered::TooMany),
            }
        }
    }
    let mut weights = [0_u64; 256];
    let mut see = |faces: &[i16], weight| weights[usize::from(class(faces))] += weight;
    throw(lots, lots.first().map_or(0, n_dice), 0, &mut Vec::with_capacity(8), 1, &mut see);
    let outcomes = (0..).zip(weights).map(|(class, weight)| (Answer::from_iter([class]), weight.into()));
    Ok(Distribution::gathered(outcomes.collect(), whole.into()))
}

/// Throws what is left of the first lot, then its dice that are rolled again, then the other lots.
///
/// A die that might have been rolled again and was not weighs as much as all the faces it could have become.
fn throw(
    lots: &[Lot],
    left: usize,
    again: usize,
    faces: &mut Vec<i16>,
    weight: u64,
    see: &mut impl FnMut(&[i16], u64),
) {
    let Some((lot, rest)) = lots.split_first() else {
        return see(faces, weight);
    };
    if left == 0 && again == 0 {
        return throw(rest, rest.first().map_or(0, n_dice), 0, faces, weight, see);
    }
    let (least, most) = lot.die.faces();
    for face in least..=most {
        faces.push(face);
        match left {
            0 => throw(lots, 0, again - 1, faces, weight, see),
            _ if is_again(lot, face) => throw(lots, left - 1, again + 1, faces, weight, see),
            _ if lot.again == 0 => throw(lots, left - 1, again, faces, weight, see),
            _ => throw(lots, left - 1, again, faces, weight * u64::from(lot.die.sides()), see),
        }
        faces.pop();
    }
}
