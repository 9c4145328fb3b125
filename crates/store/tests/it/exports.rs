//! An export stands on its own.

use std::io::{self, Write};

use dealeragent_store::{Defect, NotedTip, Place, StoreFault, Tip, Verification, verify_export};
use serde_json::Value;

use crate::{
    retention::keep_one_day,
    support::{World, start},
};

fn exported() -> (World, Tip, String) {
    let world = World::of(5);
    world.archive().apply_retention(&keep_one_day(), start().plus_seconds(3 + 86_400)).unwrap();
    let mut output = Vec::new();
    let tip = world.archive().export(&mut output).unwrap();
    (world, tip, String::from_utf8(output).unwrap())
}

fn verify(text: &str) -> Verification {
    verify_export(text.as_bytes(), None).unwrap()
}

#[test]
fn it_holds_the_log_line_by_line() {
    let (world, tip, text) = exported();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["header", "anchor", "entry", "entry", "entry", "end"]);
    assert_eq!(lines[2]["seq"], 3);
    assert_eq!(lines[2]["hash"], lines[3]["previous_hash"]);
    assert_eq!(lines[3]["outcome"], "dealeragent.scope.insufficient");
    assert_eq!(lines[5]["tip"]["seq"], 5);
    assert_eq!(tip, world.archive().tip().unwrap());
}

#[test]
fn it_verifies_without_the_log() {
    let (world, tip, text) = exported();
    assert_eq!(verify(&text), world.verify());
    let result = verify_export(text.as_bytes(), Some(&tip)).unwrap();
    assert_eq!((result.noted, result.is_intact()), (Some(NotedTip::Found), true));
}

#[test]
fn any_changed_byte_is_found() {
    let (_, _, text) = exported();
    let header = text.find('\n').unwrap();
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        match verify_export(bytes.as_slice(), None) {
            Ok(result) => assert!(!result.is_intact(), "byte {at} of {text}"),
            Err(StoreFault::NotAnExport { .. }) if at <= header => {}
            Err(fault) => panic!("{fault}"),
        }
    }
}

#[test]
fn a_lost_line_is_found() {
    let (_, _, text) = exported();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let without = |gone: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line);
        kept.collect::<String>()
    };
    assert!(matches!(verify_export(without(0).as_bytes(), None), Err(StoreFault::NotAnExport { .. })));
    assert_eq!(verify(&without(1)).broken.unwrap().place, Place::Entry(1));
    assert_eq!(verify(&without(3)).broken.unwrap().place, Place::Entry(4));
    assert_eq!(verify(&without(4)).broken.unwrap().defect, Defect::WrongEnd);
    assert_eq!(verify(&without(5)).broken.unwrap().defect, Defect::NoEnd);
}

#[test]
fn nothing_may_be_added() {
    let (_, _, text) = exported();
    for bad in [
        format!("{text}\n"),
        format!("{text}{text}"),
        text.replace("\"kind\":\"entry\",", "\"kind\":\"entry\", "),
        text.replace("\"kind\":\"entry\",", "\"kind\":\"entry\",\"note\":1,"),
        text.replace('\n', "\r\n"),
        format!("{}{}", text, " ".repeat(1 << 20)),
    ] {
        let verdict = verify_export(bad.as_bytes(), None);
        assert!(verdict.is_err() || verdict.is_ok_and(|result| !result.is_intact()));
    }
    assert!(verify_export(&b""[..], None).is_err());
}

#[test]
fn an_output_that_fails_is_told() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let fault = World::of(3).archive().export(Full).unwrap_err();
    assert!(matches!(fault, StoreFault::Export { .. }), "{fault}");
}
