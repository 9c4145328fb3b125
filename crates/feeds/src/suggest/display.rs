//! A proposal for the terminal and as a profile's text.

use std::{collections::BTreeMap, fmt};

use super::{ColumnGuess, Suggestion, Verdict};
use crate::profile::Field;

impl Suggestion {
    /// The proposal as a profile. Only what is known stands in it; a guess is
    /// a comment that a person turns into a line.
    #[must_use]
    pub fn to_toml(&self, id: &str, title: &str) -> String {
        let base = self.base.as_deref().unwrap_or("english-words");
        let mut out = format!(
            "# A proposal. Lines that start with \"#?\" are guesses: look at them, then take the mark off.\n\
             id = {}\ntitle = {}\nextends = {}\n",
            quoted(id),
            quoted(title),
            quoted(base)
        );
        let private: Vec<String> =
            self.of(Verdict::Private).filter(|name| !name.is_empty()).map(|name| quoted(&name)).collect();
        if !private.is_empty() {
            out += &format!("private = [{}]\n", private.join(", "));
        }
        out += "\n";
        for price in self.of(Verdict::Price) {
            out += &format!("# For the settings, if this is the advertised price: price_column = {}\n", quoted(&price));
        }
        for field in &self.missing {
            out += &format!("# No column was found for `{field}`, without which there is no listing.\n");
        }
        out += "\n[columns]\n";
        for (field, (name, is_known)) in self.fields() {
            let mark = if is_known { "" } else { "#? " };
            out += &format!("{mark}{field} = [{}]\n", quoted(name));
        }
        out += "\n# Every column of the sample, and what was made of it:\n";
        for column in &self.columns {
            out += &format!("#   {column}\n");
        }
        out
    }

    fn of(&self, verdict: Verdict) -> impl Iterator<Item = String> {
        self.columns.iter().filter(move |column| column.verdict == verdict).map(|column| column.name.clone())
    }

    fn fields(&self) -> BTreeMap<Field, (&str, bool)> {
        let field = |column: &ColumnGuess| match column.verdict {
            Verdict::Matched(field) => Some((field, true)),
            Verdict::Suggested(field) => Some((field, false)),
            Verdict::Price | Verdict::Private | Verdict::Unmapped => None,
        };
        self.columns
            .iter()
            .filter_map(|column| field(column).map(|(field, known)| (field, (column.name.as_str(), known))))
            .collect()
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            Some(base) => writeln!(f, "closest built-in profile: {base}")?,
            None => writeln!(f, "no built-in profile is close")?,
        }
        for column in &self.columns {
            writeln!(f, "  {column}")?;
        }
        for field in &self.missing {
            writeln!(f, "  no column for {field}, without which there is no listing")?;
        }
        Ok(())
    }
}

impl fmt::Display for ColumnGuess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.name, self.verdict, self.reason)?;
        if self.examples.is_empty() { Ok(()) } else { write!(f, ", such as {}", self.examples.join(", ")) }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matched(field) => write!(f, "matched: {field}"),
            Self::Suggested(field) => write!(f, "suggested: {field}?"),
            Self::Price => f.write_str("suggested: advertised price?"),
            Self::Private => f.write_str("private, never read"),
            Self::Unmapped => f.write_str("unmapped"),
        }
    }
}
