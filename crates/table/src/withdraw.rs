use crate::{Angle, Body, Drive, Leg, Length, Meet, Scene, Stop, drive};

/// A move away along the first of several headings that is open.
#[derive(Clone, Copy)]
pub struct Retreat<'a> {
    /// The headings, in the order in which they are tried.
    pub headings: &'a [Angle],
    /// How far it goes.
    pub until: Until<'a>,
    /// The steps in which it goes on while its end would lie on others; none if it may end there.
    pub until_clear: Option<Length>,
    /// Whether an end is good; a heading without a good end is not open.
    pub fits: &'a dyn Fn(&Body) -> bool,
}

/// How far a body withdraws.
#[derive(Clone, Copy)]
pub enum Until<'a> {
    /// So far.
    Distance(Length),
    /// The least number of steps, none included, after which a test holds.
    Steps {
        /// The length of a step.
        step: Length,
        /// The farthest it is tried.
        most: Length,
        /// Whether the body is away.
        test: &'a dyn Fn(&Body) -> bool,
    },
}

/// A withdrawal as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// The heading taken, by its place in the list.
    pub heading: usize,
    /// Whether it went as far as it had to. If not, no heading was open and this is the one that went farthest.
    pub open: bool,
    /// The move: how far it went, what it met and where it ended. What barred a way is the last of its meetings.
    pub drive: Drive,
}

/// Withdraws a body, its facing kept, along the first open heading, or else along the one that carries it farthest (of equal
/// ones the first). None if there is no heading at all.
///
/// `bar` says what stops it, as in [`drive`]; it is asked for every heading that is tried, for its full length.
pub fn withdraw(
    scene: &Scene<'_>,
    body: &Body,
    retreat: &Retreat<'_>,
    mut bar: impl FnMut(&Meet) -> Stop,
) -> Option<Withdrawn> {
    let mut farthest: Option<Withdrawn> = None;
    for (heading, &bearing) in retreat.headings.iter().enumerate() {
        let mut go = |length: Length| {
            let leg = Leg::Slant((bearing - body.pose.facing).turn(), length);
            drive(scene, body, &[leg], &mut bar)
        };
        if let Some(drive) = retreat.open_way(&mut go) {
            return Some(Withdrawn { heading, open: true, drive });
        }
        let drive = go(retreat.until.most());
        if farthest.as_ref().is_none_or(|before| drive.length() > before.drive.length()) {
            farthest = Some(Withdrawn { heading, open: false, drive });
        }
    }
    farthest
}

impl Retreat<'_> {
    /// The way along one heading to its end, if it is open that far.
    fn open_way(&self, go: &mut impl FnMut(Length) -> Drive) -> Option<Drive> {
        let mut drive = match self.until {
            Until::Distance(length) => go(length),
            Until::Steps { step, most, test } => self.first_step(step, most, test, go)?,
        };
        while drive.halted.is_none() {
            let Some(step) = self.until_clear.filter(|step| step.get() > 0 && !drive.on.is_empty()) else {
                return (self.fits)(&drive.end).then_some(drive);
            };
            drive = go(drive.length() + step);
        }
        None
    }

    /// The least number of steps after which the test holds.
    fn first_step(
        &self,
        step: Length,
        most: Length,
        test: &dyn Fn(&Body) -> bool,
        go: &mut impl FnMut(Length) -> Drive,
    ) -> Option<Drive> {
        let mut length = Length::ZERO;
        while length <= most {
            let drive = go(length);
            if drive.halted.is_some() {
                return None;
            }
            if test(&drive.end) {
                return Some(drive);
            }
            length += step.max(Length::grid(1));
        }
        None
    }
}

impl Until<'_> {
    const fn most(&self) -> Length {
        match self {
            Until::Distance(length) => *length,
            Until::Steps { most, .. } => *most,
        }
    }
}

impl std::fmt::Debug for Retreat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Retreat").field("headings", &self.headings).field("until", &self.until).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Until<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Until::Distance(length) => write!(f, "Distance({length:?})"),
            Until::Steps { step, most, .. } => write!(f, "Steps({step:?}, {most:?})"),
        }
    }
}
