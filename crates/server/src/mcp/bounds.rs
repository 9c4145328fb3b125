//! Bounds on a message before anything is built from it (`errors.md` section 1
//! asks for safe answers to any input). One pass over the bytes, no memory.

use super::ProtocolError;

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

#[cfg(test)]
mod tests {
    use super::*;

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
