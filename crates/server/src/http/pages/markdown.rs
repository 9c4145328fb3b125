//! Dealers' text inside of Markdown.

/// The text on one line, with nothing in it that Markdown reads as more than
/// text: a name is no heading, link or piece of HTML.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' => {
                out.push('\\');
                out.push(character);
            }
            // As entities: some readers show Markdown as HTML without more ado.
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ if character.is_whitespace() || character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_name_stays_a_name() {
        assert_eq!(plain("Hill Street Motors, Inc."), "Hill Street Motors, Inc.");
        assert_eq!(plain("Smith & Sons"), "Smith & Sons");
        assert_eq!(plain("A\n## B\t"), "A ## B");
        assert_eq!(plain("[x](https://y.example)"), "\\[x\\](https://y.example)");
        assert_eq!(plain("<script>"), "&lt;script&gt;");
    }
}
