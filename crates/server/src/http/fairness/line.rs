//! Lines of those who wait: tenants go round, in each its callers go round, and
//! each caller's own requests stay in their order.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::Arc,
};

use super::Who;

/// Those who wait.
#[derive(Debug)]
pub(super) struct Line<T>(Rounds<Arc<str>, Rounds<Arc<str>, VecDeque<T>>>);

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self(Rounds::default())
    }
}

impl<T> Line<T> {
    /// The requests of one caller that wait.
    pub(super) fn of(&mut self, who: &Who) -> &mut VecDeque<T> {
        let nobody = Arc::from("");
        let (tenant, caller) = match who {
            Who::Named { tenant, caller } => (tenant, caller),
            Who::Local => (&nobody, &nobody),
        };
        self.0.of(tenant).of(caller)
    }

    /// The next one.
    pub(super) fn next(&mut self) -> Option<T> {
        self.0.next(|callers| (callers.next(|own| (own.pop_front(), own.is_empty())), callers.order.is_empty()))
    }
}

/// Several lines of which each gives one in turn.
#[derive(Debug)]
struct Rounds<K, L> {
    order: VecDeque<K>,
    lines: HashMap<K, L>,
}

impl<K, L> Default for Rounds<K, L> {
    fn default() -> Self {
        Self { order: VecDeque::new(), lines: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, L: Default> Rounds<K, L> {
    /// The line of a key, which comes last in the round if it is new.
    fn of(&mut self, key: &K) -> &mut L {
        self.lines.entry(key.clone()).or_insert_with(|| {
            self.order.push_back(key.clone());
            L::default()
        })
    }

    /// What `take` takes from the line whose turn it is; it also tells whether
    /// that line has no more.
    fn next<T>(&mut self, take: impl FnOnce(&mut L) -> (Option<T>, bool)) -> Option<T> {
        let key = self.order.pop_front()?;
        let (taken, has_ended) = take(self.lines.get_mut(&key)?);
        if has_ended {
            self.lines.remove(&key);
        } else {
            self.order.push_back(key);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(tenant: &str, caller: &str) -> Who {
        Who::Named { tenant: tenant.into(), caller: caller.into() }
    }

    #[test]
    fn tenants_go_round_and_callers_within_them() {
        let mut line = Line::default();
        for number in 0..3 {
            line.of(&who("a", "greedy")).push_back(format!("a-greedy-{number}"));
        }
        for (tenant, caller) in [("a", "x"), ("b", "y"), ("b", "z"), ("b", "w")] {
            line.of(&who(tenant, caller)).push_back(format!("{tenant}-{caller}"));
        }
        line.of(&Who::Local).push_back("local".to_owned());
        let order: Vec<String> = std::iter::from_fn(|| line.next()).collect();
        // Three tenants in turn; in each, its callers in turn.
        assert_eq!(order, ["a-greedy-0", "b-y", "local", "a-x", "b-z", "a-greedy-1", "b-w", "a-greedy-2"]);
        assert!(line.0.lines.is_empty() && line.0.order.is_empty(), "nothing is left behind");
    }
}
