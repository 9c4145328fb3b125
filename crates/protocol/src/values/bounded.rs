//! Arrays with a bounded length, and arrays of unique values.

use std::{borrow::Cow, collections::HashSet, fmt, hash::Hash, ops::Deref};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// No upper bound.
const UNBOUNDED: usize = usize::MAX;

/// Why an array was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// Fewer or more items than the contract allows.
    #[error("has too few or too many items")]
    Length,
    /// A value stands in it twice.
    #[error("must not hold a value twice")]
    Repeated,
}

/// An array of `MIN` to `MAX` items.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct List<T, const MIN: usize = 0, const MAX: usize = UNBOUNDED>(Vec<T>);

impl<T, const MIN: usize, const MAX: usize> List<T, MIN, MAX> {
    /// Checks the number of items.
    ///
    /// # Errors
    /// [`ListError::Length`].
    pub fn new(items: Vec<T>) -> Result<Self, ListError> {
        if (MIN..=MAX).contains(&items.len()) { Ok(Self(items)) } else { Err(ListError::Length) }
    }

    /// Keeps the first `MAX` items.
    ///
    /// # Errors
    /// [`ListError::Length`] when fewer than `MIN` are there.
    pub fn first(mut items: Vec<T>) -> Result<Self, ListError> {
        items.truncate(MAX);
        Self::new(items)
    }

    /// The items.
    #[must_use]
    pub fn into_inner(self) -> Vec<T> {
        self.0
    }
}

impl<T, const MAX: usize> Default for List<T, 0, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MIN: usize, const MAX: usize> Deref for List<T, MIN, MAX> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: fmt::Debug, const MIN: usize, const MAX: usize> fmt::Debug for List<T, MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de, T: Deserialize<'de>, const MIN: usize, const MAX: usize> Deserialize<'de> for List<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<T: JsonSchema, const MIN: usize, const MAX: usize> JsonSchema for List<T, MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("List{MIN}To{MAX}Of{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = json_schema!({ "type": "array", "items": generator.subschema_for::<T>() });
        if MIN > 0 {
            schema.insert("minItems".into(), MIN.into());
        }
        if MAX < UNBOUNDED {
            schema.insert("maxItems".into(), MAX.into());
        }
        schema
    }
}

/// An array of at least `MIN` values, none of them twice.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Set<T, const MIN: usize = 0>(Vec<T>);

impl<T: Eq + Hash, const MIN: usize> Set<T, MIN> {
    /// Checks the number of values and that they differ. Linear, since the
    /// contract does not bound what a caller may send.
    ///
    /// # Errors
    /// [`ListError`], for either rule.
    pub fn new(items: Vec<T>) -> Result<Self, ListError> {
        if items.len() < MIN {
            return Err(ListError::Length);
        }
        let mut seen = HashSet::with_capacity(items.len());
        let repeated = !items.iter().all(|item| seen.insert(item));
        if repeated { Err(ListError::Repeated) } else { Ok(Self(items)) }
    }

    /// Drops repeated values, keeping the first of each.
    ///
    /// # Errors
    /// [`ListError::Length`] when fewer than `MIN` are left.
    pub fn collect(items: impl IntoIterator<Item = T>) -> Result<Self, ListError> {
        let mut kept = Vec::new();
        for item in items {
            if !kept.contains(&item) {
                kept.push(item);
            }
        }
        if kept.len() < MIN { Err(ListError::Length) } else { Ok(Self(kept)) }
    }
}

impl<T> Default for Set<T, 0> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MIN: usize> Deref for Set<T, MIN> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: fmt::Debug, const MIN: usize> fmt::Debug for Set<T, MIN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de, T: Deserialize<'de> + Eq + Hash, const MIN: usize> Deserialize<'de> for Set<T, MIN> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<T: JsonSchema, const MIN: usize> JsonSchema for Set<T, MIN> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Set{MIN}Of{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema =
            json_schema!({ "type": "array", "uniqueItems": true, "items": generator.subschema_for::<T>() });
        if MIN > 0 {
            schema.insert("minItems".into(), MIN.into());
        }
        schema
    }
}
