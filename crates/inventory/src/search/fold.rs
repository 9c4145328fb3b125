//! Folding: what makes "Citroën" and "CITROEN", "CX-5" and "cx5" the same.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Compatibility forms taken apart (NFKD), marks dropped, lower case.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

/// Runs of letters and digits of a folded text.
pub(super) fn tokens(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|letter: char| !letter.is_alphanumeric()).filter(|token| !token.is_empty())
}

/// A value's form for comparing: its letters and digits. A value without any
/// is compared by what it has.
pub(super) fn equality_key(text: &str) -> String {
    let folded = fold(text);
    let key: String = tokens(&folded).collect();
    if key.is_empty() { folded.trim().to_owned() } else { key }
}

/// Calls `add` with the words of a text as they are indexed: its tokens, and
/// what a reader may write as one word, namely the tokens around a hyphen or
/// the like ("F-150": f, 150, f150).
pub(super) fn for_each_word(folded: &str, mut add: impl FnMut(&str)) {
    for word in folded.split_whitespace() {
        let mut parts = tokens(word);
        let (first, second) = (parts.next(), parts.next());
        if let (Some(_), Some(_)) = (first, second) {
            add(&tokens(word).collect::<String>());
        }
        tokens(word).for_each(&mut add);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_marks_case_and_compatibility_forms() {
        assert_eq!(fold("Citroën ŠKODA ＣＸ⁵"), "citroen skoda cx5");
        assert_eq!(equality_key("F-150"), equality_key("f 150"));
        assert_eq!(equality_key("İx"), "ix");
        assert_eq!(equality_key(" -- "), "--");
    }

    #[test]
    fn indexes_tokens_and_their_joined_form() {
        let mut words = Vec::new();
        for_each_word("mazda cx-5 s/p (x)", |word| words.push(word.to_owned()));
        assert_eq!(words, ["mazda", "cx5", "cx", "5", "sp", "s", "p", "x"]);
    }
}
