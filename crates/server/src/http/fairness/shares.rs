//! What one caller may have at work at once, so that a greedy one cannot take
//! the place of all others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::Who;

/// Requests at work by caller.
///
/// A caller may have as many as there are places left over, and no more than
/// its own bound: the fuller it gets, the less one may have. Who has more than
/// is left gets no more, and what it gives back is for those who have less; so
/// some that take all they can get do not shut the others out.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    most: usize,
    places: usize,
    at_work: Arc<Mutex<AtWork>>,
}

#[derive(Debug, Default)]
struct AtWork {
    all: usize,
    of: HashMap<Who, usize>,
}

impl Shares {
    /// `most` for one caller, of so many places in all.
    pub(super) fn new(most: usize, places: usize) -> Self {
        Self { most, places, at_work: Arc::default() }
    }

    /// Takes a place for a request; `None` where its caller has all of its own.
    /// Those who are not told apart have no bound but the one on all requests.
    pub(super) fn take(&self, who: &Who) -> Option<Share> {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.places.saturating_sub(at_work.all);
        let most = if *who == Who::Local { usize::MAX } else { self.most.min(left) };
        let has = at_work.of.get(who).copied().unwrap_or_default();
        if has >= most {
            return None;
        }
        at_work.all += 1;
        at_work.of.insert(who.clone(), has + 1);
        Some(Share { who: who.clone(), at_work: Arc::clone(&self.at_work) })
    }
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub(in crate::http) struct Share {
    who: Who,
    at_work: Arc<Mutex<AtWork>>,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.all = at_work.all.saturating_sub(1);
        if let Some(count) = at_work.of.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                at_work.of.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(name: &str) -> Who {
        Who::Named { tenant: "tenant".into(), caller: name.into() }
    }

    #[test]
    fn a_place_is_given_back() {
        let shares = Shares::new(2, 100);
        let (one, two) = (shares.take(&who("a")), shares.take(&who("a")));
        assert!(one.is_some() && two.is_some() && shares.take(&who("a")).is_none());
        assert!(shares.take(&who("b")).is_some());
        drop(one);
        assert!(shares.take(&who("a")).is_some());
        drop(two);
        let at_work = shares.at_work.lock().unwrap();
        assert!(at_work.of.is_empty() && at_work.all == 0);
    }

    #[test]
    fn the_greedy_leave_room_and_give_way() {
        let shares = Shares::new(128, 1024);
        let all_of = |name: &str| std::iter::from_fn(|| shares.take(&who(name))).collect::<Vec<_>>();
        // Eight times its own bound would be everything.
        let mut held: Vec<_> = (0..8).map(|number| all_of(&format!("greedy-{number}"))).collect();
        let room = 1024 - held.iter().map(Vec::len).sum::<usize>();
        assert!(room >= 64, "{room}");
        let polite = all_of("polite");
        assert!(polite.len() >= 32, "{}", polite.len());
        // What one of the greedy gives back is not for it.
        held[0].truncate(100);
        assert!(shares.take(&who("greedy-0")).is_none());
        assert!(shares.take(&who("polite")).is_some());
    }

    #[test]
    fn callers_that_are_not_told_apart_are_not_bounded_here() {
        let shares = Shares::new(2, 4);
        let held: Vec<_> = (0..4).map_while(|_| shares.take(&Who::Local)).collect();
        assert_eq!(held.len(), 4);
    }
}
