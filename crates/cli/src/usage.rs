//! What was asked for does not go together, or something is missing from it.

/// The exit code of a command that was called wrongly, as of sysexits.h: a
/// script tells it from a file that is wrong.
pub(crate) const EXIT_CODE: u8 = 64;

/// A command line that cannot be followed. The text says what to write instead.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Several things that are missing or wrong, as one message.
pub(crate) fn all(problems: &[String]) -> Usage {
    match problems {
        [one] => Usage(one.clone()),
        several => Usage(format!("{} things are missing or wrong:\n  {}", several.len(), several.join("\n  "))),
    }
}
