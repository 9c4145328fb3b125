//! Who holds how many subscriptions. A stream holds its place for as long as it
//! lives, so that one caller cannot take the places of all others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Limits, fairness::Who};

/// The places for subscriptions. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Subscriptions {
    all: usize,
    each: usize,
    held: Arc<Mutex<Held>>,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    by_who: HashMap<Who, usize>,
}

/// Why a caller gets no more places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// It holds all of its own.
    Own,
    /// All are taken.
    Any,
}

impl Subscriptions {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { all: limits.subscriptions, each: limits.subscriptions_per_caller, held: Arc::default() }
    }

    /// Takes a place. Callers without a name are those on this machine, who are
    /// not told apart: the operator, or everybody behind a proxy that was not
    /// named as one. Together they leave half of all places to the others.
    ///
    /// # Errors
    /// [`NoPlace`].
    pub(super) fn take(&self, who: &Who) -> Result<Place, NoPlace> {
        let most = match who {
            Who::Named { .. } => self.each,
            Who::Local => self.each.max(self.all.div_ceil(2)),
        };
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let own = held.by_who.get(who).copied().unwrap_or_default();
        if own >= most {
            return Err(NoPlace::Own);
        }
        if held.all >= self.all {
            return Err(NoPlace::Any);
        }
        held.all += 1;
        held.by_who.insert(who.clone(), own + 1);
        Ok(Place { who: who.clone(), held: Arc::clone(&self.held) })
    }
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    who: Who,
    held: Arc<Mutex<Held>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all = held.all.saturating_sub(1);
        if let Some(count) = held.by_who.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                held.by_who.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_own_and_gives_them_back() {
        let limits = Limits { subscriptions: 5, subscriptions_per_caller: 2, ..Limits::default() };
        let places = Subscriptions::new(&limits);
        let named = |name: &str| Who::Named { tenant: name.into(), caller: name.into() };
        let take = |name: Option<&str>| places.take(&name.map_or(Who::Local, named));
        let one = [take(Some("a")).unwrap(), take(Some("a")).unwrap()];
        assert_eq!(take(Some("a")).unwrap_err(), NoPlace::Own);
        let local = [take(None).unwrap(), take(None).unwrap(), take(None).unwrap()];
        assert_eq!(take(None).unwrap_err(), NoPlace::Own);
        assert_eq!(take(Some("b")).unwrap_err(), NoPlace::Any);
        drop(one);
        assert!(take(Some("b")).is_ok());
        drop(local);
        let held = places.held.lock().unwrap();
        assert!(held.all == 0 && held.by_who.is_empty(), "{held:?}");
    }
}
