//! The canonical form that is hashed. Two different entries never have the
//! same form: every field has a fixed place and bears its length.

/// Writes fields one after the other. Numbers are big-endian; texts, bytes and
/// lists start with their length; an optional field starts with 0 or 1.
pub(crate) struct Encoder(Vec<u8>);

impl Encoder {
    /// Starts with what is encoded and the version of its encoding, so that a
    /// form of one kind is never one of another.
    pub(crate) fn new(kind: &str) -> Self {
        let mut encoder = Self(Vec::with_capacity(512));
        encoder.text(kind);
        encoder
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) fn optional(&mut self, text: Option<&str>) {
        self.0.push(u8::from(text.is_some()));
        if let Some(text) = text {
            self.text(text);
        }
    }

    pub(crate) fn list(&mut self, texts: &[String]) {
        self.number(texts.len() as u64);
        for text in texts {
            self.text(text);
        }
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_be_bytes());
    }

    /// A moment, in nanoseconds: all that a timestamp can tell apart.
    pub(crate) fn time(&mut self, at: dealeragent_protocol::values::Timestamp) {
        self.0.extend_from_slice(&at.as_jiff().as_nanosecond().to_be_bytes());
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}
