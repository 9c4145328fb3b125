//! Answers, read strictly.

use dealeragent_availability::{Body, Identity, Nonsense, Paths, Reading, TimeFormat, UnitName};
use dealeragent_protocol::facts::AvailabilityStatus;
use proptest::prelude::*;

use crate::unit::{VIN, noon, statuses, unit};

fn reading(body: Body) -> Reading {
    Reading {
        body,
        paths: Paths {
            status: "/unit/status".to_owned(),
            time: Some("/unit/seen".to_owned()),
            reason: Some("/unit/note".to_owned()),
        },
        identity: Some(Identity { path: "/unit/vin".to_owned(), name: UnitName::Vin }),
        statuses: statuses(),
        time: TimeFormat::Rfc3339,
    }
}

fn read(body: Body, text: &str) -> Result<(AvailabilityStatus, i64), Nonsense> {
    let heard = reading(body).read(text.as_bytes(), &unit(), (noon(), noon()))?;
    Ok((heard.status, noon().seconds_since(heard.observed_at)))
}

#[test]
fn json_is_read_where_the_paths_point() {
    let good = format!(r#"{{"unit":{{"vin":"{VIN}","status":"In Stock","seen":"2026-09-01T11:59:00Z"}}}}"#);
    assert_eq!(read(Body::Json, &good), Ok((AvailabilityStatus::Available, 60)));
    for (text, nonsense) in [
        (good.replace("In Stock", "maybe"), Nonsense::UnknownStatus),
        (good.replace("\"In Stock\"", "null"), Nonsense::NoStatus),
        (good.replace("\"In Stock\"", "[\"In Stock\"]"), Nonsense::Ambiguous),
        (good.replace("11:59", "12:59"), Nonsense::FutureTime),
        (good.replace("T11:59:00Z", ""), Nonsense::UnreadableTime),
        (good.replace("seen", "saw"), Nonsense::NoTime),
        (good.replace(VIN, "1TEST000000000002"), Nonsense::OtherUnit),
        (good.replace("\"vin\"", "\"v\""), Nonsense::OtherUnit),
        (good.replace('}', ""), Nonsense::NotJson),
        ("<html>Service unavailable</html>".to_owned(), Nonsense::NotJson),
        (String::new(), Nonsense::NotJson),
    ] {
        assert_eq!(read(Body::Json, &text), Err(nonsense), "{text}");
    }
    // A number is a word like any other.
    let number = good.replace("\"In Stock\"", "1");
    assert_eq!(read(Body::Json, &number), Ok((AvailabilityStatus::Available, 60)));
}

#[test]
fn xml_is_read_where_the_paths_point() {
    let good = format!(
        "<?xml version=\"1.0\"?><d:unit xmlns:d=\"urn:d\"><vin>{VIN}</vin><status>h<![CDATA[ol]]>&#100;</status>\
         <seen>2026-09-01T12:00:00Z</seen><note>for A &amp; B</note></d:unit>"
    );
    assert_eq!(read(Body::Xml, &good), Ok((AvailabilityStatus::OnHold, 0)));
    let heard = reading(Body::Xml).read(good.as_bytes(), &unit(), (noon(), noon())).unwrap();
    assert_eq!(heard.reason.unwrap().as_str(), "for A & B");
    let doctype = "<!DOCTYPE u [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>";
    for (text, nonsense) in [
        (good.replace("</note>", "</note><status>sold</status>"), Nonsense::Ambiguous),
        (format!("{doctype}{good}"), Nonsense::NotXml),
        (good.replace("&amp;", "&e;"), Nonsense::NotXml),
        (good.replace("</d:unit>", ""), Nonsense::NotXml),
        (good.replace("<status>", "<state>").replace("</status>", "</state>"), Nonsense::NoStatus),
        ("<a>".repeat(5000), Nonsense::NotXml),
    ] {
        assert_eq!(read(Body::Xml, &text), Err(nonsense), "{text:.200}");
    }
    let mut by_attribute = reading(Body::Xml);
    by_attribute.paths = Paths { status: "/u/@status".to_owned(), time: None, reason: None };
    by_attribute.identity = None;
    let heard = by_attribute.read(b"<u status='sold'/>", &unit(), (noon().plus_seconds(-3), noon())).unwrap();
    assert_eq!((heard.status, heard.observed_at), (AvailabilityStatus::Sold, noon().plus_seconds(-3)));
}

#[test]
fn a_reason_is_one_visible_line() {
    let text = format!(
        r#"{{"unit":{{"vin":"{VIN}","status":"hold","seen":"2026-09-01T12:00:00Z","note":" lane\n\t4\u0000 {} "}}}}"#,
        "x".repeat(600)
    );
    let heard = reading(Body::Json).read(text.as_bytes(), &unit(), (noon(), noon())).unwrap();
    let reason = heard.reason.unwrap();
    assert!(reason.as_str().starts_with("lane 4 xxx") && reason.as_str().chars().count() <= 500);
}

proptest! {
    /// Whatever comes is a status of the table or nonsense.
    #[test]
    fn no_bytes_make_it_fall_over(bytes in prop::collection::vec(any::<u8>(), 0..300), body in prop::sample::select(vec![Body::Json, Body::Xml])) {
        let _ = reading(body).read(&bytes, &unit(), (noon(), noon()));
    }
}
