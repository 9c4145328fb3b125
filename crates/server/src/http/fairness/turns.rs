//! Whose turn it is at the processors.
//!
//! Work is done a stretch at a time: until it waits for something, or is done.
//! So many stretches run at once; who comes when all are taken waits in line,
//! and tenants and callers go round. So one that asks for much waits for itself,
//! and another waits for at most one stretch of each that is in line before it.

use std::{
    future::poll_fn,
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
    task::ready,
};

use tokio::sync::oneshot;

use super::{Who, line::Line};

/// Turns. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    state: Arc<Mutex<State>>,
    /// Of one caller's line: beyond it those who have gone are looked for.
    long_line: usize,
}

#[derive(Debug)]
struct State {
    /// Nobody waits while any is free.
    free: usize,
    waiting: Line<oneshot::Sender<Turn>>,
}

/// Where somebody who asked for a turn stands.
enum Asked {
    Has(Turn),
    Waits(oneshot::Receiver<Turn>),
}

impl Turns {
    /// So many stretches at once, for at most so many requests.
    pub(super) fn new(at_once: usize, requests: usize) -> Self {
        let state = State { free: at_once.max(1), waiting: Line::default() };
        Self { state: Arc::new(Mutex::new(state)), long_line: requests.saturating_mul(2) }
    }

    /// Does some work, each stretch of it in its caller's turn.
    pub(super) async fn run<F: Future>(&self, who: &Who, work: F) -> F::Output {
        let mut work = pin!(work);
        let mut asked = None;
        poll_fn(|context| {
            let turn = match asked.take().unwrap_or_else(|| self.ask(who)) {
                Asked::Has(turn) => Some(turn),
                Asked::Waits(mut receiver) => match Pin::new(&mut receiver).poll(context) {
                    // Nobody who is still there is forgotten: work goes on even so.
                    std::task::Poll::Ready(turn) => turn.ok(),
                    std::task::Poll::Pending => {
                        asked = Some(Asked::Waits(receiver));
                        return std::task::Poll::Pending;
                    }
                },
            };
            let done = work.as_mut().poll(context);
            drop(turn);
            std::task::Poll::Ready(ready!(done))
        })
        .await
    }

    fn ask(&self, who: &Who) -> Asked {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.free > 0 {
            state.free -= 1;
            return Asked::Has(Turn(Some(self.clone())));
        }
        let line = state.waiting.of(who);
        if line.len() >= self.long_line {
            line.retain(|waiting| !waiting.is_closed());
        }
        let (sender, receiver) = oneshot::channel();
        line.push_back(sender);
        Asked::Waits(receiver)
    }

    /// The next in line, or one more free turn.
    fn next(&self) -> Option<oneshot::Sender<Turn>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let next = state.waiting.next();
        state.free += usize::from(next.is_none());
        next
    }
}

/// A turn. When it is dropped, the next in line has it.
#[derive(Debug)]
struct Turn(Option<Turns>);

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(turns) = self.0.take() else { return };
        while let Some(next) = turns.next() {
            match next.send(Self(Some(turns.clone()))) {
                Ok(()) => return,
                // Gone meanwhile; the one after it is asked.
                Err(mut refused) => refused.0 = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn who(caller: &str) -> Who {
        Who::Named { tenant: "tenant".into(), caller: caller.into() }
    }

    type Work<'a> = Pin<Box<dyn Future<Output = &'static str> + 'a>>;

    fn poll(work: &mut Work<'_>) -> Poll<&'static str> {
        work.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    /// Work that takes two stretches.
    async fn twice(name: &'static str) -> &'static str {
        tokio::task::yield_now().await;
        name
    }

    #[test]
    fn a_polite_caller_waits_for_one_stretch_of_a_greedy_one() {
        let turns = Turns::new(1, 100);
        let held = turns.ask(&who("somebody"));
        let start = |caller, name| -> Work<'_> {
            let (turns, who) = (turns.clone(), who(caller));
            Box::pin(async move { turns.run(&who, async { name }).await })
        };
        let mut greedy: Vec<_> = (0..50).map(|_| start("greedy", "greedy")).collect();
        let mut polite = start("polite", "polite");
        assert!(greedy.iter_mut().all(|work| poll(work).is_pending()));
        assert!(poll(&mut polite).is_pending());
        drop(held);
        // The turn goes from hand to hand: who has it is the one who can go on.
        let mut finished = Vec::new();
        while finished.len() < 51 {
            finished.extend(greedy.iter_mut().chain([&mut polite]).find_map(|work| match poll(work) {
                Poll::Ready(name) => {
                    *work = Box::pin(std::future::pending());
                    Some(name)
                }
                Poll::Pending => None,
            }));
        }
        assert_eq!(finished.iter().position(|name| *name == "polite"), Some(1));
        assert_eq!(turns.state.lock().unwrap().free, 1);
    }

    #[test]
    fn a_turn_is_let_go_where_work_waits() {
        let turns = Turns::new(1, 100);
        let (one, two) = (who("one"), who("two"));
        let mut first: Work<'_> = Box::pin(turns.run(&one, std::future::pending()));
        assert!(poll(&mut first).is_pending());
        let mut second: Work<'_> = Box::pin(turns.run(&two, async { "done" }));
        assert_eq!(poll(&mut second), Poll::Ready("done"));
    }

    #[tokio::test]
    async fn who_has_gone_is_passed_over_and_leaves_nothing_behind() {
        let turns = Turns::new(1, 2);
        let held = turns.ask(&who("somebody"));
        let gone = who("gone");
        for _ in 0..100 {
            let mut work: Work<'_> = Box::pin(turns.run(&gone, twice("gone")));
            assert!(poll(&mut work).is_pending());
        }
        assert!(turns.state.lock().unwrap().waiting.of(&gone).len() <= 4);
        let waiting = tokio::spawn({
            let turns = turns.clone();
            async move { turns.run(&who("there"), twice("there")).await }
        });
        tokio::task::yield_now().await;
        drop(held);
        assert_eq!(waiting.await.unwrap(), "there");
        assert_eq!(turns.state.lock().unwrap().free, 1);
    }

    /// One who was handed its turn and goes before it took it hands it on.
    #[test]
    fn a_turn_that_nobody_took_goes_on() {
        let turns = Turns::new(1, 100);
        let (one, two) = (who("one"), who("two"));
        let held = turns.ask(&who("somebody"));
        let mut first: Work<'_> = Box::pin(turns.run(&one, async { "one" }));
        let mut second: Work<'_> = Box::pin(turns.run(&two, async { "two" }));
        assert!(poll(&mut first).is_pending() && poll(&mut second).is_pending());
        drop(held);
        drop(first);
        assert_eq!(poll(&mut second), Poll::Ready("two"));
    }
}
