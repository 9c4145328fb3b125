//! Bounds on a message before anything is built from it (`errors.md` section 1
//! asks for safe answers to any input). One pass over the bytes, no memory.

use super::{ProtocolError, RequestId};

/// Deepest nesting; a tool call needs seven levels.
const DEPTH: usize = 64;
/// Longest string in bytes, escapes counted as written.
const STRING: usize = 64 * 1024;
/// Most commas in a message, which bounds array items and object members.
const SEPARATORS: usize = 10_000;

/// Refuses what is nested too deep, has too long a string or too many parts.
/// Text that is no JSON at all passes: the parser refuses it.
///
/// # Errors
/// -32600 in fixed words.
pub(super) fn check(bytes: &[u8]) -> Result<(), ProtocolError> {
    let (mut depth, mut separators) = (0_usize, 0_usize);
    let mut string: Option<usize> = None;
    let mut escaped = false;
    for byte in bytes {
        if let Some(length) = &mut string {
            *length += 1;
            let ends = *byte == b'"' && !escaped;
            if *length > STRING && !ends {
                return Err(ProtocolError::invalid_request("a string is too long"));
            }
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => string = None,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => string = Some(0),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => separators += 1,
            _ => {}
        }
        if depth > DEPTH {
            return Err(ProtocolError::invalid_request("the message is nested too deep"));
        }
        if separators > SEPARATORS {
            return Err(ProtocolError::invalid_request("the message has too many parts"));
        }
    }
    Ok(())
}

/// The id of a message that is out of bounds, so that its sender can match the
/// refusal. One pass, no memory but the id's.
pub(super) fn readable_id(bytes: &[u8]) -> Option<RequestId> {
    let mut depth = 0_usize;
    let mut rest = bytes;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let (text, after) = split_string(after)?;
                rest = after;
                let value = after.trim_ascii_start().strip_prefix(b":");
                if let (1, b"id", Some(value)) = (depth, text, value) {
                    return id_at(value.trim_ascii_start());
                }
            }
            _ => {}
        }
    }
    None
}

/// What a string holds, escapes as written, and what follows its end.
fn split_string(after_quote: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut escaped = false;
    let end = after_quote.iter().position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    })?;
    Some((after_quote.get(..end)?, after_quote.get(end + 1..)?))
}

/// Longest id that is picked out of a refused message.
const LONGEST_ID: usize = 256;

fn id_at(value: &[u8]) -> Option<RequestId> {
    let text = match value.strip_prefix(b"\"") {
        Some(inner) => value.get(..split_string(inner)?.0.len() + 2)?,
        None => value.split(|byte| matches!(byte, b',' | b'}') || byte.is_ascii_whitespace()).next()?,
    };
    let text = Some(text).filter(|text| text.len() <= LONGEST_ID)?;
    RequestId::read(&serde_json::from_slice(text).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        let id = |text: &str| readable_id(text.as_bytes());
        assert_eq!(id(r#"{"id":7,"params":["#), Some(RequestId::Integer(7)));
        assert_eq!(id(r#"{"params":{"id":1,"x":"\"id\":2"},"id" : "a\"b" }"#), Some(RequestId::Text("a\"b".into())));
        assert_eq!(id(r#"{"x":"id","id":-3}"#), Some(RequestId::Integer(-3)));
        for none in [r#"{"params":{"id":1}}"#, r#"{"id":null}"#, r#"{"id":1.5}"#, r#"{"id":"#, r#"["id",7]"#, "", "\""]
        {
            assert_eq!(id(none), None, "{none}");
        }
        assert_eq!(id(&format!(r#"{{"id":"{}"}}"#, "x".repeat(300))), None);
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        let text = format!("{{\"a\":\"{}\\\"[[[\"}}", "[".repeat(500));
        assert!(check(text.as_bytes()).is_ok());
    }

    #[test]
    fn each_bound_is_held() {
        assert!(check("[".repeat(DEPTH).as_bytes()).is_ok());
        assert!(check("[".repeat(DEPTH + 1).as_bytes()).is_err());
        assert!(check("[".repeat(60_000).as_bytes()).is_err());
        assert!(check(format!("\"{}\"", "x".repeat(STRING)).as_bytes()).is_ok());
        assert!(check(format!("\"{}\"", "x".repeat(STRING + 1)).as_bytes()).is_err());
        assert!(check(format!("\"{}\"", "\\n".repeat(STRING / 2 + 1)).as_bytes()).is_err());
        assert!(check(",".repeat(SEPARATORS).as_bytes()).is_ok());
        assert!(check(",".repeat(SEPARATORS + 1).as_bytes()).is_err());
    }
}
