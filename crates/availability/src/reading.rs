//! Where in an answer the facts are.

use dealeragent_gateway::{Heard, UnitKey};
use dealeragent_protocol::values::{Text, Timestamp};

use crate::{Nonsense, StatusTable, TimeFormat, UnitName, json, xml};

/// The language of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// JSON; paths are JSON Pointers: `/unit/status`.
    Json,
    /// XML; paths name elements from the root, and an attribute at the end:
    /// `/unit/status` or `/unit/@status`.
    Xml,
}

/// Where the facts are, as paths of the answer's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// The status.
    pub status: String,
    /// When it was seen; without it, the moment of asking.
    pub time: Option<String>,
    /// Why, for people.
    pub reason: Option<String>,
}

/// A name of the unit that the answer must repeat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Where.
    pub path: String,
    /// Which.
    pub name: UnitName,
}

/// How an answer is read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its language.
    pub body: Body,
    /// Where its facts are.
    pub paths: Paths,
    /// What must be right for it to be about the unit.
    pub identity: Option<Identity>,
    /// What its words mean.
    pub statuses: StatusTable,
    /// How it writes times.
    pub time: TimeFormat,
}

impl Reading {
    /// Reads an answer that came at `now` to a question asked at `asked_at`.
    ///
    /// # Errors
    /// [`Nonsense`].
    pub fn read(
        &self,
        bytes: &[u8],
        unit: &UnitKey,
        (asked_at, now): (Timestamp, Timestamp),
    ) -> Result<Heard, Nonsense> {
        let Paths { status, time, reason } = &self.paths;
        let wanted = [Some(status), time.as_ref(), reason.as_ref(), self.identity.as_ref().map(|it| &it.path)];
        let paths: Vec<Option<&str>> = wanted.iter().map(|path| path.map(String::as_str)).collect();
        let found = match self.body {
            Body::Json => json::pick(bytes, &paths)?,
            Body::Xml => xml::pick(bytes, &paths)?,
        };
        let [status, time, reason, identity] =
            <[Option<String>; 4]>::try_from(found).map_err(|_| Nonsense::NoStatus)?;
        if let Some(Identity { name, .. }) = &self.identity {
            let is_it = identity.as_deref().zip(name.of(unit));
            if !is_it.is_some_and(|(said, own)| said.trim().eq_ignore_ascii_case(own)) {
                return Err(Nonsense::OtherUnit);
            }
        }
        let status = self.statuses.meaning(&status.ok_or(Nonsense::NoStatus)?)?;
        let observed_at = match (&self.paths.time, time) {
            (None, _) => asked_at,
            (Some(_), None) => return Err(Nonsense::NoTime),
            (Some(_), Some(text)) => self.time.read(&text, now)?,
        };
        let reason = reason.as_deref().and_then(said);
        Ok(Heard { status, observed_at, reason })
    }
}

/// A reason for people: one line of visible characters, or none.
pub(crate) fn said(text: &str) -> Option<Text<1, 500>> {
    let words: Vec<&str> = text.split(|char: char| char.is_control() || char.is_whitespace()).collect();
    let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    Text::truncated(&line)
}
