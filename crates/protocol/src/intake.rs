//! Arguments in, every violation out (`errors.md` section 3).
//!
//! The types of this crate check themselves while they are deserialised, and
//! that is all a good call costs. Only when that fails are the arguments held
//! against the generated schema, which finds everything that is wrong at once.
//! A property test keeps both judgements the same.

mod explain;
mod lenient;
mod plain;
mod unknown;
mod violations;

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) use self::explain::{pointer_of_path, type_refusal};
use self::plain::Plain;
pub use self::{unknown::unknown_property, violations::Violations};

use crate::{
    error::Pointer,
    schema,
    values::{Currency, TimeZoneName, Timestamp, Uri},
};

/// The schema of a type could not be compiled. A defect of this crate.
#[derive(Debug, thiserror::Error)]
#[error("the schema of {what} does not compile")]
pub struct BrokenSchema {
    what: &'static str,
}

/// Reads values of one type.
pub struct Intake<T> {
    schema: Value,
    validator: jsonschema::Validator,
    lenient: bool,
    _reads: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned + JsonSchema> Intake<T> {
    /// An intake that takes a value as it stands: for files.
    ///
    /// # Errors
    /// [`BrokenSchema`], never for the types of this workspace.
    pub fn strict() -> Result<Self, BrokenSchema> {
        Self::build(false)
    }

    /// An intake that also understands what models send: an exact integer or
    /// an object or array written as a string, where the schema wants that.
    ///
    /// # Errors
    /// [`BrokenSchema`], never for the types of this workspace.
    pub fn lenient() -> Result<Self, BrokenSchema> {
        Self::build(true)
    }

    fn build(lenient: bool) -> Result<Self, BrokenSchema> {
        let mut schema = schema::with_own_formats::<T>();
        schema::bound_integers(&mut schema);
        // Rules between fields have their own words, so they are checked apart.
        if let Some(object) = schema.as_object_mut() {
            object.remove("oneOf");
        }
        let validator = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            // Our own types decide what a format is, so that both agree.
            .with_format("uri", |text: &str| Uri::parse(text).is_ok())
            .with_format("date-time", |text: &str| Timestamp::parse(text).is_ok())
            .with_format("x-currency", |text: &str| Currency::parse(text).is_ok())
            .with_format("x-time-zone", |text: &str| TimeZoneName::parse(text).is_ok())
            .build(&schema)
            .map_err(|_| BrokenSchema { what: std::any::type_name::<T>() })?;
        Ok(Self { schema, validator, lenient, _reads: PhantomData })
    }

    /// Reads a value that is right as it stands; `None` for any other, which
    /// [`Self::read`] looks at closely.
    pub fn read_plain(&self, value: &Value, between_fields: impl Fn(&Value, &mut Violations)) -> Option<T> {
        let read = T::deserialize(Plain(value)).ok()?;
        let mut violations = Violations::default();
        between_fields(value, &mut violations);
        violations.is_empty().then_some(read)
    }

    /// Reads a value. `between_fields` adds the rules that no schema of one
    /// field can state; it sees the value as it was understood.
    ///
    /// # Errors
    /// Every violation that can be detected.
    pub fn read(&self, value: Value, between_fields: impl Fn(&Value, &mut Violations)) -> Result<T, Violations> {
        let mut violations = Violations::default();
        let first_try = T::deserialize(Plain(&value));
        if first_try.is_ok() {
            between_fields(&value, &mut violations);
        }
        match first_try {
            Ok(read) if violations.is_empty() => Ok(read),
            Ok(_) => Err(violations),
            Err(_) => self.read_closely(value, between_fields),
        }
    }

    fn read_closely(&self, value: Value, between_fields: impl Fn(&Value, &mut Violations)) -> Result<T, Violations> {
        let value = if self.lenient { lenient::understood(value, &self.schema) } else { value };
        let mut violations = Violations::default();
        for error in self.validator.iter_errors(&value) {
            explain::explain(&error, &self.schema, &mut violations);
        }
        between_fields(&value, &mut violations);
        if !violations.is_empty() {
            return Err(violations);
        }
        let located = serde_path_to_error::deserialize::<_, T>(Plain(&value));
        located.map_err(|error| {
            // The schema cannot state everything, such as which currency codes
            // exist. The type's own words never repeat the value.
            let pointer = explain::pointer_of_path(error.path());
            violations.add_at(Pointer::new(pointer), "format", &explain::type_refusal(error.inner()));
            violations
        })
    }
}
