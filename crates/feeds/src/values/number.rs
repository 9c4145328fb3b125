//! Decimal numbers as exports write them, without a locale (B03).

/// Why a number cannot be read without guessing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberFault {
    /// Not digits with US grouping and at most one point.
    Malformed,
    /// `24.995`: a decimal point or a grouping point.
    Ambiguous,
    /// Below zero.
    Negative,
}

/// A plain decimal (`24995.50`), from plain or US-grouped digits. Grouping
/// must be whole: `24,99` is refused, not read as 2499.
pub(super) fn plain_decimal(text: &str) -> Result<String, NumberFault> {
    if text.starts_with(['-', '−', '(']) {
        return Err(NumberFault::Negative);
    }
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let grouped = whole.contains(',');
    let whole = if grouped { ungrouped(whole, ',').ok_or(NumberFault::Malformed)? } else { whole.to_owned() };
    if !is_digits(&whole) {
        return Err(NumberFault::Malformed);
    }
    let Some(fraction) = fraction else { return Ok(whole) };
    if !is_digits(fraction) {
        return Err(NumberFault::Malformed);
    }
    // Three digits behind the only mark and few before it could be thousands.
    if !grouped && fraction.len() == 3 && whole.len() <= 3 {
        return Err(NumberFault::Ambiguous);
    }
    Ok(format!("{whole}.{fraction}"))
}

/// The digits of a whole number grouped by `mark` in threes; `None` when the
/// groups are not whole.
pub(super) fn ungrouped(text: &str, mark: char) -> Option<String> {
    let mut groups = text.split(mark);
    let first = groups.next()?;
    // `0,995` is a decimal comma, not 995.
    let first_ok = (1..=3).contains(&first.len()) && is_digits(first) && !first.starts_with('0');
    let rest_ok = groups.all(|group| group.len() == 3 && is_digits(group));
    (first_ok && rest_ok).then(|| text.chars().filter(|char| *char != mark).collect())
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
