use crate::Seeded;

/// The drawing of one candidate where the others need not be judged, and what ends the step, which is a candidate like any other.
#[derive(Debug)]
pub struct Lots<'a, C> {
    chance: &'a mut Seeded,
    end: Option<C>,
}

impl<'a, C> Lots<'a, C> {
    /// Draws by this chance; the end of the step is one of the lots where there is one.
    pub fn new(chance: &'a mut Seeded, end: Option<C>) -> Lots<'a, C> {
        Lots { chance, end }
    }

    /// Draws proposals until one stands up to a look: every legal one is as likely as any other, as from their list.
    pub fn among<T>(self, mut proposals: Vec<T>, mut judge: impl FnMut(T) -> Option<C>) -> Option<C> {
        loop {
            let n_lots = proposals.len() + usize::from(self.end.is_some());
            if n_lots == 0 {
                return None;
            }
            let lot = self.chance.below(n_lots as u32) as usize;
            if lot == proposals.len() {
                return self.end;
            }
            if let Some(command) = judge(proposals.swap_remove(lot)) {
                return Some(command);
            }
        }
    }
}
