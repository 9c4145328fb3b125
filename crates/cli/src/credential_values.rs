//! Values of the command line that are about credentials.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use dealeragent_gateway::Subject;
use dealeragent_protocol::{
    tool::{Profile, Tool},
    tools::verify_availability::Purpose,
    values::{RooftopId, Scope, Text},
};

/// The scopes that reading needs: what a token gets when nothing is said.
pub(crate) const READING: [&str; 2] = ["dealeragent:inventory:read", "dealeragent:pricing:read"];

/// A scope that one of our tools needs. Others are not given out: they would
/// begin to mean something with a later version of this program.
pub(crate) fn scope() -> impl TypedValueParser<Value = Scope> {
    let mut known: Vec<&'static str> = Tool::ALL.iter().filter_map(|tool| tool.spec().scope).collect();
    known.sort_unstable();
    known.dedup();
    PossibleValuesParser::new(known).try_map(|word| Scope::parse(&word))
}

/// A profile, by its name with its version.
pub(crate) fn profile() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.iter().map(|profile| profile.as_str()))
        .try_map(|word| Profile::from_word(&word).ok_or("is no profile"))
}

/// What availability may be checked for.
pub(crate) fn purpose() -> impl TypedValueParser<Value = Purpose> {
    PossibleValuesParser::new(Purpose::ALL.iter().map(|purpose| purpose.as_str()))
        .try_map(|word| Purpose::from_word(&word).ok_or("is no purpose"))
}

/// A rooftop by its id. What looks like a wildcard gets an answer of its own.
pub(crate) fn rooftop(text: &str) -> Result<RooftopId, String> {
    if text.contains(['*', '?']) {
        return Err("there are no wildcards; name each rooftop with a --rooftop of its own".to_owned());
    }
    RooftopId::parse(text).map_err(|error| error.to_string())
}

/// A name of a person or an office: what can be printed on a line.
pub(crate) fn party(text: &str) -> Result<Subject, String> {
    plain(text)
}

/// A reason, in a line.
pub(crate) fn reason(text: &str) -> Result<Text<1, 200>, String> {
    plain(text)
}

fn plain(text: &str) -> Result<Text<1, 200>, String> {
    let trimmed = text.trim();
    if trimmed.contains(char::is_control) {
        return Err("must be one line of plain text".to_owned());
    }
    Text::parse(trimmed).map_err(|_| "must have 1 to 200 characters".to_owned())
}
