//! schema.org data in saved web pages: `Car` and `Vehicle` nodes of the
//! `application/ld+json` scripts. The page itself is not read.

use serde_json::value::RawValue;

use super::{
    json::{MAX_DEPTH, flatten, members},
    table::{Builder, Lines, Table},
};
use crate::{FileFault, Limits};

/// Types of nodes that are a unit.
const TYPES: [&str; 5] = ["Car", "Vehicle", "Motorcycle", "BusOrCoach", "MotorizedBicycle"];
/// Scripts of one page that are looked at.
const MAX_SCRIPTS: usize = 1_000;

/// Reads the units of a page, or of several pages in one file.
pub(super) fn read(text: &str, limits: Limits) -> Result<Table, FileFault> {
    let mut builder = Builder::new(limits);
    let mut lines = Lines::new(text);
    let mut from = 0;
    for _ in 0..MAX_SCRIPTS {
        let Some((start, end)) = next_script(text, from) else { break };
        from = end;
        let line = lines.of(start);
        let script = text.get(start..end).unwrap_or_default().trim();
        // A page's other scripts may be broken; they are no unit of ours.
        let Ok(document) = serde_json::from_str::<&RawValue>(script) else { continue };
        walk(&mut builder, document, line, 0)?;
    }
    Ok(builder.finish())
}

/// Finds units in a node, in `@graph` and in lists. A unit inside a unit is
/// part of it.
fn walk(builder: &mut Builder, value: &RawValue, line: u64, depth: usize) -> Result<(), FileFault> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    match value.get().as_bytes().first() {
        Some(b'[') => {
            let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(value.get()) else { return Ok(()) };
            items.into_iter().try_for_each(|item| walk(builder, item, line, depth + 1))
        }
        Some(b'{') => {
            let Ok(members) = members(value) else { return Ok(()) };
            if members.iter().any(|(name, value)| name == "@type" && is_unit(value)) {
                builder.start(line);
                flatten(builder, value, "", 0)?;
                return builder.end();
            }
            members.into_iter().try_for_each(|(_, member)| walk(builder, member, line, depth + 1))
        }
        _ => Ok(()),
    }
}

fn is_unit(kind: &RawValue) -> bool {
    let one = serde_json::from_str::<String>(kind.get()).map(|kind| vec![kind]);
    let kinds = one.or_else(|_| serde_json::from_str::<Vec<String>>(kind.get())).unwrap_or_default();
    kinds.iter().any(|kind| TYPES.contains(&kind.rsplit(['/', '#', ':']).next().unwrap_or_default()))
}

/// The content of the next script of that type: from where to where.
fn next_script(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        let start = at + find_small(text.get(at..)?, "<script")?;
        let open = start + text.get(start..)?.find('>')? + 1;
        let end = open + find_small(text.get(open..)?, "</script")?;
        if find_small(text.get(start..open)?, "application/ld+json").is_some() {
            return Some((open, end));
        }
        at = end;
    }
}

/// Finds small letters, whatever the case of the text.
fn find_small(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}
