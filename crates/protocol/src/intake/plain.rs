//! A value as JSON Schema reads it. Serde on its own is laxer: it takes `null`
//! for an optional field and an array for an object; and it is stricter: it
//! refuses `1.0` where an integer is wanted.

use serde::de::{
    Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor,
    value::{MapDeserializer, SeqDeserializer},
};
use serde_json::{Error, Number, Value};

/// Deserialises from a borrowed value, by the rules of JSON Schema.
#[derive(Clone, Copy)]
pub(super) struct Plain<'de>(pub(super) &'de Value);

impl<'de> IntoDeserializer<'de, Error> for Plain<'de> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Plain<'de> {
    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_number().and_then(whole) {
            Some(Whole::Natural(number)) => visitor.visit_u64(number),
            Some(Whole::Negative(number)) => visitor.visit_i64(number),
            None => self.deserialize_any(visitor),
        }
    }
}

enum Whole {
    Natural(u64),
    Negative(i64),
}

/// The integer that a number is, whether or not it is written with a fraction.
fn whole(number: &Number) -> Option<Whole> {
    let natural = number.as_u64().map(Whole::Natural);
    natural.or_else(|| number.as_i64().map(Whole::Negative)).or_else(|| {
        let digits = number.as_f64().filter(|float| float.fract() == 0.0).map(|float| format!("{float:.0}"))?;
        let natural = digits.parse().ok().map(Whole::Natural);
        natural.or_else(|| digits.parse().ok().map(Whole::Negative))
    })
}

macro_rules! integers {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.integer(visitor)
        }
    )+};
}

impl<'de> Deserializer<'de> for Plain<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(Self));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(members) => {
                let mut members =
                    MapDeserializer::new(members.iter().map(|(name, member)| (name.as_str(), Self(member))));
                let read = visitor.visit_map(&mut members)?;
                members.end().map(|()| read)
            }
            scalar => scalar.deserialize_any(visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    /// Optional means absent: what is there is not `None`.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}
