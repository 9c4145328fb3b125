//! The claims that decide whether a token counts at all: when, for whom.

use dealeragent_protocol::values::Timestamp;
use serde_json::{Map, Value};

use crate::Rejected;

/// How an issuer's times are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeRules {
    /// How far clocks may differ, in seconds.
    pub(crate) skew: i64,
    /// The longest time since `iat`, in seconds.
    pub(crate) longest_age: Option<i64>,
    /// Whether there must be an `iat`.
    pub(crate) needs_issue_time: bool,
}

/// What these claims say.
#[derive(Debug)]
pub(crate) struct Registered {
    /// The audience for which it is accepted.
    pub(crate) audience: String,
    /// When it stops counting here: `exp` and the skew.
    pub(crate) expires_at: Timestamp,
}

impl Registered {
    /// Checks them. A token may name other audiences too, as some servers add
    /// their own; one must be ours, letter by letter.
    pub(crate) fn check(
        claims: &Map<String, Value>,
        rules: TimeRules,
        is_ours: impl Fn(&str) -> bool,
        now: Timestamp,
    ) -> Result<Self, Rejected> {
        let expires_at = check_times(claims, rules, now)?;
        let audiences = match claims.get("aud") {
            None | Some(Value::Null) => return Err(Rejected::ClaimMissing("aud")),
            Some(Value::String(one)) => vec![one.as_str()],
            Some(Value::Array(items)) => {
                let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
                texts.ok_or(Rejected::ClaimInvalid("aud"))?
            }
            Some(_) => return Err(Rejected::ClaimInvalid("aud")),
        };
        let ours = audiences.into_iter().find(|audience| is_ours(audience));
        let audience = ours.ok_or(Rejected::WrongAudience)?.to_owned();
        Ok(Self { audience, expires_at })
    }
}

fn check_times(claims: &Map<String, Value>, rules: TimeRules, now: Timestamp) -> Result<Timestamp, Rejected> {
    let now = now.as_second();
    let ends = seconds(claims, "exp")?.ok_or(Rejected::ClaimMissing("exp"))?.saturating_add(rules.skew);
    if now >= ends {
        return Err(Rejected::Expired);
    }
    let is_to_come = |time: i64| now.saturating_add(rules.skew) < time;
    if seconds(claims, "nbf")?.is_some_and(is_to_come) {
        return Err(Rejected::NotYetValid);
    }
    match (seconds(claims, "iat")?, rules.longest_age) {
        (None, None) if !rules.needs_issue_time => {}
        (None, _) => return Err(Rejected::ClaimMissing("iat")),
        (Some(issued), _) if is_to_come(issued) => return Err(Rejected::IssuedInFuture),
        (Some(issued), Some(longest)) => {
            let ends_by_age = issued.saturating_add(longest).saturating_add(rules.skew);
            if now >= ends_by_age {
                return Err(Rejected::TooOld);
            }
            return Ok(Timestamp::from_second(ends.min(ends_by_age)));
        }
        (Some(_), None) => {}
    }
    Ok(Timestamp::from_second(ends))
}

/// A NumericDate (RFC 7519 section 2) in whole seconds; a fraction is dropped.
fn seconds(claims: &Map<String, Value>, name: &'static str) -> Result<Option<i64>, Rejected> {
    match claims.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) => {
            let text = number.to_string();
            let whole = text.split_once('.').map_or(text.as_str(), |(whole, _)| whole);
            let is_plain = !text.contains(['e', 'E']);
            let parsed = whole.parse().ok().filter(|_| is_plain);
            parsed.map(Some).ok_or(Rejected::ClaimInvalid(name))
        }
        Some(_) => Err(Rejected::ClaimInvalid(name)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn times(claims: &Value, skew: i64, longest_age: Option<i64>) -> Result<i64, Rejected> {
        let rules = TimeRules { skew, longest_age, needs_issue_time: true };
        check_times(claims.as_object().unwrap(), rules, Timestamp::from_second(NOW)).map(Timestamp::as_second)
    }

    proptest! {
        #[test]
        fn the_skew_counts_to_the_second(skew in 0_i64..=300, off in -400_i64..400) {
            let expiring = times(&json!({ "exp": NOW + off, "iat": NOW }), skew, None);
            prop_assert_eq!(expiring, if off + skew > 0 { Ok(NOW + off + skew) } else { Err(Rejected::Expired) });
            let starting = times(&json!({ "exp": NOW + 999, "nbf": NOW + off, "iat": NOW }), skew, None);
            prop_assert_eq!(starting.is_ok(), off <= skew);
            let issued = times(&json!({ "exp": NOW + 999, "iat": NOW + off }), skew, None);
            prop_assert_eq!(issued.is_ok(), off <= skew);
        }

        #[test]
        fn age_is_bounded(age in 0_i64..2000, longest in 1_i64..1000, skew in 0_i64..=300) {
            let found = times(&json!({ "exp": NOW + 9999, "iat": NOW - age }), skew, Some(longest));
            let left = longest + skew - age;
            prop_assert_eq!(found, if left > 0 { Ok(NOW + left) } else { Err(Rejected::TooOld) });
        }

        #[test]
        fn any_number_is_read_or_refused(bits in any::<f64>(), whole in any::<i64>()) {
            let _ = times(&json!({ "exp": bits, "iat": whole, "nbf": whole }), 60, Some(60));
            let _ = times(&json!({ "exp": whole, "iat": bits }), 60, None);
        }
    }

    #[test]
    fn other_shapes_are_refused() {
        assert_eq!(times(&json!({ "iat": NOW }), 0, None), Err(Rejected::ClaimMissing("exp")));
        assert_eq!(times(&json!({ "exp": NOW + 1 }), 0, None), Err(Rejected::ClaimMissing("iat")));
        for bad in [json!("1900000000"), json!(true), json!([1]), json!({}), json!(1e30), json!(u64::MAX)] {
            let found = times(&json!({ "exp": bad, "iat": NOW }), 0, None);
            assert_eq!(found, Err(Rejected::ClaimInvalid("exp")), "{bad}");
        }
        assert_eq!(times(&json!({ "exp": 1_800_000_010.9, "iat": NOW }), 0, None), Ok(NOW + 10));
    }
}
