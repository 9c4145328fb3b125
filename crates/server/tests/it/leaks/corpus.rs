//! The inputs of `fixtures/hostile/`.

use std::{collections::BTreeSet, path::PathBuf, sync::LazyLock};

use serde_json::Value;

/// One input.
#[derive(Debug, Clone)]
pub(crate) struct Hostile {
    /// What no answer may hold.
    pub(crate) marker: String,
    pub(crate) sent: Sent,
}

/// How an input goes into a message.
#[derive(Debug, Clone)]
pub(crate) enum Sent {
    /// As a string or a property name.
    Text(String),
    /// As JSON that stands in the message as it is.
    Raw(String),
    /// As the whole message.
    Body(Vec<u8>),
}

static CORPUS: LazyLock<Vec<Hostile>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hostile");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|kind| kind == "json")).collect();
    files.sort();
    files.iter().flat_map(|path| read(&std::fs::read_to_string(path).unwrap())).collect()
});

fn read(text: &str) -> Vec<Hostile> {
    let file: Value = serde_json::from_str(text).unwrap();
    file["inputs"].as_array().unwrap().iter().map(input).collect()
}

fn input(line: &Value) -> Hostile {
    let text = |key: &str| line.get(key).map(|value| value.as_str().unwrap().to_owned());
    let sent = text("text").map(Sent::Text).or_else(|| text("raw").map(Sent::Raw));
    let sent = sent.or_else(|| text("body").map(|body| Sent::Body(body.into_bytes())));
    let hex = |text: String| Sent::Body(data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap());
    let sent = sent.or_else(|| text("hex").map(hex)).unwrap_or_else(|| panic!("no input: {line}"));
    Hostile { marker: text("marker").unwrap(), sent }
}

/// Every input.
pub(crate) fn corpus() -> &'static [Hostile] {
    &CORPUS
}

/// Those that are strings.
pub(crate) fn texts() -> Vec<(&'static Hostile, &'static str)> {
    let text = |hostile: &'static Hostile| match &hostile.sent {
        Sent::Text(text) => Some((hostile, text.as_str())),
        _ => None,
    };
    corpus().iter().filter_map(text).collect()
}

/// Those that are JSON as it stands.
pub(crate) fn raws() -> Vec<(&'static Hostile, &'static str)> {
    let raw = |hostile: &'static Hostile| match &hostile.sent {
        Sent::Raw(raw) => Some((hostile, raw.as_str())),
        _ => None,
    };
    corpus().iter().filter_map(raw).collect()
}

/// Those that are whole messages.
pub(crate) fn bodies() -> Vec<(&'static Hostile, &'static [u8])> {
    let body = |hostile: &'static Hostile| match &hostile.sent {
        Sent::Body(body) => Some((hostile, body.as_slice())),
        _ => None,
    };
    corpus().iter().filter_map(body).collect()
}

/// A marker that another input holds would blame the wrong one, and one that
/// its own input lacks would find nothing.
#[test]
fn every_input_has_a_marker_of_its_own() {
    assert!(corpus().len() >= 200, "{} inputs", corpus().len());
    let markers: BTreeSet<&str> = corpus().iter().map(|hostile| hostile.marker.as_str()).collect();
    assert_eq!(markers.len(), corpus().len());
    for hostile in corpus() {
        let sent = match &hostile.sent {
            Sent::Text(text) | Sent::Raw(text) => text.clone(),
            Sent::Body(body) => String::from_utf8_lossy(body).into_owned(),
        };
        let held: Vec<&str> = markers.iter().copied().filter(|marker| sent.contains(marker)).collect();
        assert_eq!(held, [hostile.marker.as_str()], "{sent}");
        assert!(hostile.marker.len() >= 5 && hostile.marker.is_ascii(), "{}", hostile.marker);
    }
}
