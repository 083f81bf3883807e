//! Taking back what has been seen already: between two players only if the other agrees.

use std::sync::Arc;

use firelock_core::Side;

use crate::app::{App, Happening, Held, answer, json};
use crate::live::{ASKED, Back, KEPT, Live, Mark, RECALLED};
use crate::wire::{Answer, AnswerKind, ChangeKind, Problem, ProblemKind, TakeBack};

impl Live {
    /// How a side may have its last command back although dice or the other side have spoken since.
    pub(crate) fn take_back(&self, side: Side) -> Option<TakeBack> {
        let seen = self.open.is_none() && !self.is_over() && self.game.can_undo(side).is_err();
        self.last_of(side).filter(|_| seen)?;
        Some(if self.setup.friend.is_some() { TakeBack::Ask } else { TakeBack::Free })
    }

    /// How many commands go if the last one of a side does.
    fn last_of(&self, side: Side) -> Option<usize> {
        self.log.iter().rev().position(|logged| logged.side == side).map(|after| after + 1)
    }
}

impl App {
    /// Asks for the last command back: of the other player, or, where nobody else plays, takes it.
    pub(crate) async fn plead(self: &Arc<Self>, live: &mut Held, side: Side, at: u32) -> Result<Answer, Problem> {
        live.present(at)?;
        let barred = || Problem::new(ProblemKind::Barred, "there is nothing to take back");
        let (way, count) = live.take_back(side).zip(live.last_of(side)).ok_or_else(barred)?;
        let asked = Back { side, count };
        if way == TakeBack::Free {
            return self.take(live, asked).await;
        }
        self.store_change(live, side, (ChangeKind::Asked, ASKED), json(&asked), None, None).await?;
        live.plea = Some(asked);
        Ok(answer(live, AnswerKind::Asked, None, None))
    }

    /// Answers the other player who has asked.
    pub(crate) async fn settle(
        self: &Arc<Self>,
        live: &mut Held,
        side: Side,
        at: u32,
        agreed: bool,
    ) -> Result<Answer, Problem> {
        live.present(at)?;
        let asked = live.plea.filter(|plea| plea.side != side);
        let asked = asked.ok_or_else(|| Problem::new(ProblemKind::Barred, "nobody asks you to take anything back"))?;
        if agreed {
            return self.take(live, asked).await;
        }
        self.store_change(live, side, (ChangeKind::Kept, KEPT), json(&Back { side, count: 0 }), None, None).await?;
        Ok(answer(live, AnswerKind::Kept, None, None))
    }

    /// Takes commands back, dice and all. The dice of a place in the record are the same again, so nothing is gained by
    /// rolling twice.
    async fn take(self: &Arc<Self>, live: &mut Held, asked: Back) -> Result<Answer, Problem> {
        let Back { side, count } = asked;
        let (seq, back) = (live.seq() + 1, Some(count));
        let mark = Mark { kind: ChangeKind::Back, side, length: live.length() - count, back };
        self.put(live, RECALLED, json(&asked)).await?;
        // A game knows the way back only to its last dice: it is played again up to there.
        self.read_again(live).await?;
        self.tell(live.id, Happening::Change { seq, mark, logged: None, over: false });
        Ok(Answer { back, ..answer(live, AnswerKind::Back, None, None) })
    }
}
