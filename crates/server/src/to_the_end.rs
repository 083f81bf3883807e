//! Work that is finished even when nobody waits for it any more.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Work that goes on by itself once whoever asked for it hangs up: a command that was carried out is stored and told.
///
/// Mostly he waits, and then it is done where he waits, without a task of its own.
pub(crate) struct ToTheEnd<F: Future<Output: Send> + Send + 'static> {
    work: Option<Pin<Box<F>>>,
}

impl<F: Future<Output: Send> + Send + 'static> ToTheEnd<F> {
    pub(crate) fn new(work: F) -> ToTheEnd<F> {
        ToTheEnd { work: Some(Box::pin(work)) }
    }
}

impl<F: Future<Output: Send> + Send + 'static> Future for ToTheEnd<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let work = self.work.as_mut().expect("it is not asked again once it is done");
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.work = None;
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for ToTheEnd<F> {
    fn drop(&mut self) {
        // A panic must not be met again, and without a runtime nothing goes on.
        if let (Some(work), Ok(runtime), false) =
            (self.work.take(), tokio::runtime::Handle::try_current(), std::thread::panicking())
        {
            runtime.spawn(work);
        }
    }
}

impl<F: Future<Output: Send> + Send + 'static> fmt::Debug for ToTheEnd<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToTheEnd").field("done", &self.work.is_none()).finish()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn whoever_waits_gets_the_answer() {
        assert_eq!(ToTheEnd::new(async { 7 }).await, 7);
    }

    #[tokio::test]
    async fn it_goes_on_when_nobody_waits() {
        let ((go, told), (done, seen)) = (oneshot::channel::<()>(), oneshot::channel());
        let mut work = ToTheEnd::new(async move {
            told.await.expect("it is told");
            done.send("stored").expect("somebody looks");
        });
        let begun = std::future::poll_fn(|context| Poll::Ready(Pin::new(&mut work).poll(context))).await;
        assert!(begun.is_pending());
        drop(work);
        go.send(()).expect("it goes on");
        assert_eq!(seen.await, Ok("stored"));
    }
}
