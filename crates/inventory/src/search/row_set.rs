//! A set of rows.

use super::Row;

const WORD: usize = 64;

/// A set of rows below a fixed number, one bit each.
#[derive(Debug, Clone)]
pub(super) struct RowSet {
    words: Vec<u64>,
}

impl RowSet {
    /// No row below `len`.
    pub(super) fn none(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(WORD)] }
    }

    /// Every row below `len`.
    pub(super) fn all(len: usize) -> Self {
        let mut words = vec![u64::MAX; len.div_ceil(WORD)];
        if let Some(last) = words.last_mut().filter(|_| !len.is_multiple_of(WORD)) {
            *last = (1 << (len % WORD)) - 1;
        }
        Self { words }
    }

    /// Adds a row; one beyond the end is ignored.
    pub(super) fn insert(&mut self, row: Row) {
        if let Some(word) = self.words.get_mut(row as usize / WORD) {
            *word |= 1 << (row % 64);
        }
    }

    pub(super) fn contains(&self, row: Row) -> bool {
        self.words.get(row as usize / WORD).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// Keeps what is in `other` too.
    pub(super) fn intersect(&mut self, other: &Self) {
        for (word, others) in self.words.iter_mut().zip(&other.words) {
            *word &= others;
        }
    }

    /// Keeps the rows that `keep` accepts.
    pub(super) fn retain(&mut self, keep: impl Fn(Row) -> bool) {
        let mut base: Row = 0;
        for word in &mut self.words {
            let mut left = *word;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if !keep(base + bit) {
                    *word &= !(1 << bit);
                }
            }
            base += 64;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many rows.
    pub(super) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The rows, lowest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Row> {
        self.words.iter().zip(0..).flat_map(|(word, at): (&u64, Row)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_rows_at_the_edges_of_words() {
        for len in [0, 1, 63, 64, 65, 128, 200] {
            let all = RowSet::all(len);
            assert_eq!(all.count(), len);
            assert_eq!(all.iter().map(|row| row as usize).collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
            let mut odd = all.clone();
            odd.retain(|row| row % 2 == 1);
            let mut built = RowSet::none(len);
            (0..u32::try_from(len).unwrap()).filter(|row| row % 2 == 1).for_each(|row| built.insert(row));
            assert_eq!(odd.iter().collect::<Vec<_>>(), built.iter().collect::<Vec<_>>());
            assert!(!odd.contains(0) && odd.contains(1) == (len > 1));
            built.intersect(&all);
            assert_eq!(built.count(), len / 2);
        }
    }
}
