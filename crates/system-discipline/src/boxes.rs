//! The boxes around all bodies side by side: who stands near is asked more often than anything else.

use firelock_table::{Bounds, Point};

/// The box around each body, by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Boxes(Vec<Packed>);

/// A box as four numbers, each of which is at most a limit where it meets another box: the low corner and the high one, that one
/// counted backwards.
pub(crate) type Packed = [i32; 4];

pub(crate) fn packed(Bounds { min, max }: &Bounds) -> Packed {
    [min.x, min.y, !max.x, !max.y]
}

/// What the numbers of a box that meets another may be at most.
pub(crate) fn limits(Bounds { min, max }: &Bounds) -> Packed {
    [max.x, max.y, !min.x, !min.y]
}

/// All four at once: to ask one after the other costs more than it saves.
pub(crate) fn is_within(own: &Packed, limits: &Packed) -> bool {
    (own[0] <= limits[0]) & (own[1] <= limits[1]) & (own[2] <= limits[2]) & (own[3] <= limits[3])
}

/// Which of at most 64 boxes are within limits, each by a bit. By itself the compiler compares the four numbers of a box in one step,
/// which it does not where this becomes a part of something else.
#[inline(never)]
fn all_within(part: &[Packed], limits: &Packed) -> u64 {
    part.iter().enumerate().fold(0, |found, (nth, own)| found | u64::from(is_within(own, limits)) << nth)
}

impl Boxes {
    /// One more body.
    pub(crate) fn add(&mut self, bounds: &Bounds) {
        self.0.push(packed(bounds));
    }

    /// A body has another box than before.
    pub(crate) fn set(&mut self, nth: usize, bounds: &Bounds) {
        self.0[nth] = packed(bounds);
    }

    /// Each box.
    pub(crate) fn all(&self) -> impl ExactSizeIterator<Item = Bounds> + '_ {
        self.0.iter().map(|own| Bounds { min: Point::new(own[0], own[1]), max: Point::new(!own[2], !own[3]) })
    }

    /// The numbers of those whose boxes meet another, from the lowest on.
    pub(crate) fn meeting(&self, around: &Bounds) -> impl Iterator<Item = usize> + use<'_> {
        let limits = limits(around);
        let (mut rest, mut from) = (self.0.as_slice(), 0);
        let mut next_part = move || {
            let (part, after) = rest.split_at(rest.len().min(64));
            rest = after;
            from += 64;
            (!part.is_empty()).then(|| (all_within(part, &limits), from - 64))
        };
        let (mut found, mut from) = next_part().unwrap_or_default();
        std::iter::from_fn(move || {
            while found == 0 {
                (found, from) = next_part()?;
            }
            let nth = found.trailing_zeros() as usize;
            found &= found - 1;
            Some(from + nth)
        })
    }
}

#[cfg(test)]
mod tests {
    use firelock_table::Length;

    use super::*;

    #[test]
    fn boxes_are_found_as_each_is_asked() {
        let at = |n: i32| Bounds::of(&[Point::new(n * 7 % 90, n * 13 % 70)]).grown(Length::grid(n % 9));
        let all: Vec<Bounds> = (0..150).map(|n| if n % 11 == 0 { Bounds::EMPTY } else { at(n) }).collect();
        let mut boxes = Boxes::default();
        all.iter().for_each(|_| boxes.add(&Bounds::EMPTY));
        all.iter().enumerate().for_each(|(nth, bounds)| boxes.set(nth, bounds));
        let whole = Bounds { min: Point::new(i32::MIN, i32::MIN), max: Point::new(i32::MAX, i32::MAX) };
        for around in all.iter().copied().chain([whole]) {
            let asked: Vec<usize> = (0..all.len()).filter(|nth| all[*nth].meets(&around)).collect();
            assert_eq!(boxes.meeting(&around).collect::<Vec<_>>(), asked);
        }
        assert!(boxes.all().eq(all));
        assert_eq!(Boxes::default().meeting(&whole).count(), 0);
    }
}
