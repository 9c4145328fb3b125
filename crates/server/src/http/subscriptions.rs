//! Who holds how many subscriptions. A stream holds its place for as long as it
//! lives, so that one caller cannot take the places of all others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::Limits;

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
    by_name: HashMap<Option<String>, usize>,
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
    pub(super) fn take(&self, name: Option<&str>) -> Result<Place, NoPlace> {
        let most = if name.is_some() { self.each } else { self.each.max(self.all.div_ceil(2)) };
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let name = name.map(ToOwned::to_owned);
        let own = held.by_name.get(&name).copied().unwrap_or_default();
        if own >= most {
            return Err(NoPlace::Own);
        }
        if held.all >= self.all {
            return Err(NoPlace::Any);
        }
        held.all += 1;
        held.by_name.insert(name.clone(), own + 1);
        Ok(Place { name, held: Arc::clone(&self.held) })
    }
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    name: Option<String>,
    held: Arc<Mutex<Held>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all = held.all.saturating_sub(1);
        if let Some(count) = held.by_name.get_mut(&self.name) {
            *count -= 1;
            if *count == 0 {
                held.by_name.remove(&self.name);
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
        let take = |name| places.take(name);
        let one = [take(Some("a")).unwrap(), take(Some("a")).unwrap()];
        assert_eq!(take(Some("a")).unwrap_err(), NoPlace::Own);
        let local = [take(None).unwrap(), take(None).unwrap(), take(None).unwrap()];
        assert_eq!(take(None).unwrap_err(), NoPlace::Own);
        assert_eq!(take(Some("b")).unwrap_err(), NoPlace::Any);
        drop(one);
        assert!(take(Some("b")).is_ok());
        drop(local);
        let held = places.held.lock().unwrap();
        assert!(held.all == 0 && held.by_name.is_empty(), "{held:?}");
    }
}
