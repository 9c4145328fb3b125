//! Languages, time zones and times of day.

use super::pattern::{InvalidText, checked_string};

checked_string! {
    /// A language with an optional region: `en`, `fr-CA`.
    LanguageTag, error = InvalidText,
    check = is_language_tag,
    reject = InvalidText { wanted: "a language such as en or fr-CA" },
    schema = { "type": "string", "pattern": "^[a-z]{2,3}(?:-[A-Z]{2})?$" }
}

checked_string! {
    /// A time of day on a 24-hour clock, `HH:MM`.
    TimeOfDay, error = InvalidText,
    check = is_time_of_day,
    reject = InvalidText { wanted: "a time of day such as 09:00" },
    schema = { "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" }
}

checked_string! {
    /// A time zone of the IANA database, such as `America/Denver`.
    TimeZoneName, error = InvalidText,
    check = |text| text.len() <= 64 && jiff::tz::TimeZone::get(text).is_ok(),
    reject = InvalidText { wanted: "a time zone of the IANA database such as America/Denver" },
    schema = { "type": "string", "minLength": 1, "maxLength": 64, "format": "x-time-zone" }
}

impl TimeZoneName {
    /// The zone's rules. Falls back to UTC only if the zone database lost the
    /// name since it was parsed.
    #[must_use]
    pub fn rules(&self) -> jiff::tz::TimeZone {
        jiff::tz::TimeZone::get(self.as_str()).unwrap_or(jiff::tz::TimeZone::UTC)
    }
}

fn is_language_tag(text: &str) -> bool {
    let (language, region) = text.split_once('-').map_or((text, None), |(l, r)| (l, Some(r)));
    (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_lowercase())
        && region.is_none_or(|r| r.len() == 2 && r.bytes().all(|b| b.is_ascii_uppercase()))
}

fn is_time_of_day(text: &str) -> bool {
    let two = |part: &str| (part.len() == 2).then(|| part.parse::<u8>().ok()).flatten();
    let digits_only = text.bytes().all(|b| b.is_ascii_digit() || b == b':');
    digits_only
        && text.split_once(':').and_then(|(h, m)| Some((two(h)?, two(m)?))).is_some_and(|(h, m)| h < 24 && m < 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_place_and_time() {
        assert!(LanguageTag::parse("en").is_ok() && LanguageTag::parse("fr-CA").is_ok());
        assert!(LanguageTag::parse("fr-ca").is_err() && LanguageTag::parse("e").is_err());
        assert!(TimeOfDay::parse("23:59").is_ok());
        assert!(TimeOfDay::parse("24:00").is_err() && TimeOfDay::parse("9:00").is_err());
        assert!(TimeZoneName::parse("America/Denver").is_ok() && TimeZoneName::parse("Mars/Base").is_err());
    }
}
