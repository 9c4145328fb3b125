//! Vehicle identification numbers (ISO 3779).

use super::pattern::checked_string;

/// Refusal of a string that is no VIN. Never repairs: `O`, `I` and `Q` are
/// refused, not replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 17 characters of A-Z without I, O and Q, and 0-9")]
pub struct InvalidVin;

checked_string! {
    /// `^[A-HJ-NPR-Z0-9]{17}$`.
    Vin, error = InvalidVin,
    check = |text| text.len() == 17 && text.bytes().all(is_vin_byte),
    reject = InvalidVin,
    schema = { "type": "string", "pattern": "^[A-HJ-NPR-Z0-9]{17}$" }
}

fn is_vin_byte(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_uppercase() && !matches!(byte, b'I' | b'O' | b'Q')
}

impl Vin {
    /// Whether position 9 is the check digit of the others (49 CFR 565). False
    /// is a warning only: most of the world does not use the check digit.
    #[must_use]
    pub fn has_valid_check_digit(&self) -> bool {
        const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
        let sum: u32 = self.as_str().bytes().zip(WEIGHTS).map(|(byte, weight)| transliterate(byte) * weight).sum();
        let expected = match sum % 11 {
            10 => b'X',
            digit => b'0' + u8::try_from(digit).unwrap_or(0),
        };
        self.as_str().as_bytes().get(8) == Some(&expected)
    }

    /// Whether every character is the same, as in fillers like all ones.
    #[must_use]
    pub fn is_placeholder(&self) -> bool {
        let mut bytes = self.as_str().bytes();
        bytes.next().is_some_and(|first| bytes.all(|byte| byte == first))
    }
}

/// The value of a character in the check digit's sum.
fn transliterate(byte: u8) -> u32 {
    match byte {
        b'0'..=b'9' => u32::from(byte - b'0'),
        b'A'..=b'H' => u32::from(byte - b'A') + 1,
        b'J'..=b'N' => u32::from(byte - b'J') + 1,
        b'P' => 7,
        b'R' => 9,
        b'S'..=b'Z' => u32::from(byte - b'S') + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_look_alikes_and_wrong_lengths() {
        assert!(Vin::parse("1M8GDM9AXKP042788").is_ok());
        for bad in
            ["1M8GDM9AXKP04278O", "1M8GDM9AXKPI42788", "1m8gdm9axkp042788", "1M8GDM9AXKP04278", "I1M8GDM9AXKP042788"]
        {
            assert_eq!(Vin::parse(bad), Err(InvalidVin), "{bad}");
        }
    }

    #[test]
    fn check_digit_x_is_ten() {
        assert!(Vin::parse("1M8GDM9AXKP042788").unwrap().has_valid_check_digit());
        assert!(!Vin::parse("1M8GDM9A1KP042788").unwrap().has_valid_check_digit());
        assert!(Vin::parse("11111111111111111").unwrap().is_placeholder());
    }
}
