//! What one caller may have at work at once, so that a greedy one cannot take
//! the place of all others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Requests at work by caller.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    most: usize,
    at_work: Arc<Mutex<HashMap<String, usize>>>,
}

impl Shares {
    pub(super) fn new(most: usize) -> Self {
        Self { most, at_work: Arc::default() }
    }

    /// Takes a place for a request; `None` where its caller has all of its own.
    pub(super) fn take(&self, caller: &str) -> Option<Share> {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        let count = at_work.entry(caller.to_owned()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Share { caller: caller.to_owned(), at_work: Arc::clone(&self.at_work) })
    }
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    caller: String,
    at_work: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = at_work.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                at_work.remove(&self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_back() {
        let shares = Shares::new(2);
        let (one, two) = (shares.take("a"), shares.take("a"));
        assert!(one.is_some() && two.is_some() && shares.take("a").is_none());
        assert!(shares.take("b").is_some());
        drop(one);
        assert!(shares.take("a").is_some());
        drop(two);
        assert!(shares.at_work.lock().unwrap().is_empty());
    }
}
