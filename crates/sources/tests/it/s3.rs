//! Files of object stores, against a small one that checks each signature by
//! its own reckoning.

use std::{
    collections::BTreeMap,
    io::Write,
    sync::{Arc, Mutex},
};

use dealeragent_egress::{Addresses, Egress, Resolver};
use dealeragent_sources::{FaultKind, Look, Source, TimeBasis};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::{
    web::{Server, answer},
    world::{World, at, file, is_unchanged, not_yet, nothing, policy, text},
};

const KEY: &str = "AKIDEXAMPLE";
const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

/// Name, content and time in seconds after 14:00.
type Objects = Arc<Mutex<BTreeMap<String, (String, i64)>>>;

fn hmac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The signature of a request whose parameters stand in its address, as AWS
/// describes it (Authenticating requests: using query parameters).
fn signature(host: &str, path: &str, query: &[(String, String)]) -> String {
    let of = |name: &str| query.iter().find(|(found, _)| found == name).unwrap().1.clone();
    let mut signed: Vec<String> = query
        .iter()
        .filter(|(name, _)| name != "X-Amz-Signature")
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    signed.sort();
    let request = format!("GET\n{path}\n{}\nhost:{host}\n\nhost\nUNSIGNED-PAYLOAD", signed.join("&"));
    let time = of("X-Amz-Date");
    let scope = format!("{}/eu-central-1/s3/aws4_request", &time[..8]);
    assert_eq!(of("X-Amz-Credential"), format!("{KEY}/{scope}").replace('/', "%2F"));
    let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", hex(&Sha256::digest(request.as_bytes())));
    let day = hmac(format!("AWS4{SECRET}").as_bytes(), &time[..8]);
    let key = ["eu-central-1", "s3", "aws4_request"].iter().fold(day, |key, part| hmac(&key, part));
    hex(&hmac(&key, &text))
}

fn decoded(text: &str) -> String {
    let pairs = format!("a={}", text.replace('+', "%2B"));
    url::form_urlencoded::parse(pairs.as_bytes()).next().unwrap().1.into_owned()
}

fn header(request: &str, name: &str) -> Option<String> {
    request.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).map(str::to_owned)
}

fn tag(content: &str) -> String {
    hex(&Sha256::digest(content.as_bytes()))[..16].to_owned()
}

/// One reply. `page` is the number of objects in a page of a list.
fn reply(objects: &Objects, page: usize, request: &str) -> String {
    let target = request.split(' ').nth(1).unwrap();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let query: Vec<(String, String)> = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let of = |name: &str| query.iter().find(|(found, _)| found == name).map(|(_, value)| decoded(value));
    let host = header(request, "host").unwrap();
    if of("X-Amz-Signature") != Some(signature(&host, path, &query))
        || of("X-Amz-Date").as_deref() != Some("20260901T140000Z")
    {
        return answer(
            "403 Forbidden",
            "",
            "<Error><Code>SignatureDoesNotMatch</Code><Secret>hunter2</Secret></Error>",
        );
    }
    let objects = objects.lock().unwrap();
    let path = decoded(path);
    if of("list-type").as_deref() == Some("2") {
        assert_eq!(path, "/lots/");
        let (prefix, from) = (of("prefix").unwrap(), of("continuation-token").unwrap_or_default());
        let found: Vec<_> = objects.iter().filter(|(key, _)| key.starts_with(&prefix) && **key > from).collect();
        let shown: String = found
            .iter()
            .take(page)
            .map(|(key, (content, time))| {
                let (time, key) = (at(*time), key.replace('&', "&amp;"));
                let (size, tag) = (content.len(), tag(content));
                format!("<Contents><Key>{key}</Key><LastModified>{time}</LastModified><ETag>&quot;{tag}&quot;</ETag><Size>{size}</Size></Contents>")
            })
            .collect();
        let next = found.get(page).and_then(|_| found.get(page - 1)).map(|(key, _)| key.replace('&', "&amp;"));
        let next = next
            .map(|key| format!("<IsTruncated>true</IsTruncated><NextContinuationToken>{key}</NextContinuationToken>"));
        return answer(
            "200 OK",
            "",
            &format!("<ListBucketResult>{shown}{}</ListBucketResult>", next.unwrap_or_default()),
        );
    }
    let Some((content, time)) = path.strip_prefix("/lots/").and_then(|key| objects.get(key)) else {
        return answer("404 Not Found", "", "<Error><Code>NoSuchKey</Code></Error>");
    };
    let tag = tag(content);
    if header(request, "if-none-match") == Some(format!("\"{tag}\"")) {
        return answer("304 Not Modified", "", "");
    }
    let time = at(*time).as_jiff().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    answer("200 OK", &format!("etag: \"{tag}\"\r\nlast-modified: {time}\r\n"), content)
}

struct Store {
    server: Server,
    objects: Objects,
}

impl Store {
    fn start(page: usize) -> Self {
        let objects = Objects::default();
        let held = Arc::clone(&objects);
        let server = Server::start(move |_, request, stream| {
            let _ = stream.write_all(reply(&held, page, request).as_bytes());
        });
        Self { server, objects }
    }

    fn put(&self, key: &str, content: &str, seconds: i64) {
        self.objects.lock().unwrap().insert(key.to_owned(), (content.to_owned(), seconds));
    }

    fn source(&self, world: &World, keys: &str) -> Source {
        world.secret("key", KEY);
        world.secret("secret", SECRET);
        world.source(&format!(
            "[s3]\nendpoint = \"http://127.0.0.1:{}\"\nregion = \"eu-central-1\"\nbucket = \"lots\"\n\
             access_key = {{ file = \"key\" }}\nsecret_key = {{ file = \"secret\" }}\n{keys}",
            self.server.port
        ))
    }
}

#[tokio::test]
async fn one_object_comes_once() {
    let store = Store::start(10);
    let world = World::new();
    store.put("export/my lot+1.csv", "a,b", -100);
    let source = store.source(&world, "key = \"export/my lot+1.csv\"");
    let taken = file(source.look(&nothing(), at(0)).await);
    assert_eq!((text(&taken).as_str(), taken.source_time.at), ("a,b", at(-100)));
    assert_eq!(taken.source_time.basis, TimeBasis::LastModified);
    assert!(is_unchanged(&source.look(&taken.validators, at(0)).await));
    store.put("export/my lot+1.csv", "a,b,c", -50);
    assert_eq!(text(&file(source.look(&taken.validators, at(0)).await)), "a,b,c");
    assert!(!format!("{source:?}").contains(SECRET));
}

#[tokio::test]
async fn the_newest_under_a_prefix_is_taken_over_several_pages() {
    let store = Store::start(2);
    let world = World::new();
    for (key, seconds) in [
        ("in/a&b.csv", -400),
        ("in/lot-1.csv", -300),
        ("in/lot-2.csv", -100),
        ("in/lot-3.csv", -200),
        ("in/lot-9.csv.tmp", -1),
        ("in/sub/", -1),
        ("other/lot-9.csv", -1),
    ] {
        store.put(key, key, seconds);
    }
    let source = store.source(&world, "prefix = \"in/\"\npattern = \"lot-*\"");
    let taken = file(source.look(&nothing(), at(0)).await);
    assert_eq!(text(&taken), "in/lot-2.csv");
    assert_eq!(taken.passed_over.names, ["in/lot-3.csv", "in/lot-1.csv"]);
    assert!(is_unchanged(&source.look(&taken.validators, at(0)).await));
    assert!(store.server.requests().iter().any(|asked| asked.contains("continuation-token=")));

    store.put("in/lot-2.csv", "again", -100);
    assert_eq!(text(&file(source.look(&taken.validators, at(0)).await)), "again", "its tag tells");
    let all = store.source(&world, "prefix = \"in/\"");
    assert_eq!(file(all.look(&nothing(), at(0)).await).passed_over.count, 3);
    let none = store.source(&world, "prefix = \"nothing/\"");
    assert!(not_yet(none.look(&nothing(), at(0)).await).contains("none of 0 files"));
}

#[tokio::test]
async fn a_wrong_secret_and_a_missing_object_are_said() {
    let store = Store::start(10);
    let world = World::new();
    store.put("lot.csv", "a,b", -100);
    let source = store.source(&world, "key = \"lot.csv\"");
    world.secret("secret", "another");
    let fault = source.look(&nothing(), at(0)).await.unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Credentials);
    assert!(!format!("{fault} {fault:?}").contains("hunter2"), "{fault}");
    let listing = store.source(&world, "prefix = \"\\u002f\"");
    world.secret("secret", "another");
    assert_eq!(listing.look(&nothing(), at(0)).await.unwrap_err().kind(), FaultKind::Credentials);
    let missing = store.source(&world, "key = \"no.csv\"");
    assert_eq!(missing.look(&nothing(), at(0)).await.unwrap_err().kind(), FaultKind::Missing);
}

#[tokio::test]
async fn what_is_no_object_store_is_said() {
    let server = Server::saying(answer("200 OK", "", "<html></html>"));
    let world = World::new();
    let store = Store { server, objects: Objects::default() };
    let fault = store.source(&world, "prefix = \"in/\"").look(&nothing(), at(0)).await.unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Protocol);
    assert!(fault.to_string().contains("check that s3.endpoint is an object store"), "{fault}");
}

/// A name server to which every name leads inside.
struct Inside;

impl Resolver for Inside {
    fn resolve(&self, _: &str) -> Addresses {
        Box::pin(async { Ok(vec![[10, 0, 0, 1].into()]) })
    }
}

#[tokio::test]
async fn a_public_bucket_needs_no_signature_and_its_name_may_stand_in_front() {
    let server = Server::saying(answer("200 OK", "", "a,b"));
    let mut world = World::new();
    let source = world.source(&format!(
        "s3 = {{ endpoint = \"http://127.0.0.1:{}\", region = \"r\", bucket = \"lots\", key = \"lot.csv\" }}",
        server.port
    ));
    file(source.look(&nothing(), at(0)).await);
    assert!(server.requests()[0].starts_with("GET /lots/lot.csv HTTP/1.1"), "{:?}", server.requests());
    world.egress = Egress::with_resolver(policy(), Arc::new(Inside)).unwrap();
    let front = world.source(
        "s3 = { endpoint = \"https://store.example\", region = \"r\", bucket = \"lots\", key = \"lot.csv\", style = \"virtual_host\" }",
    );
    let fault = front.look(&nothing(), at(0)).await.unwrap_err();
    assert_eq!(fault.kind(), FaultKind::AddressRefused);
    assert!(fault.to_string().contains("lots.store.example"), "{fault}");
}

#[test]
fn the_tests_own_reckoning_is_that_of_the_documentation() {
    // The key of the example in AWS's documentation of signature version 4.
    let day = hmac(b"AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20120215");
    let key = ["us-east-1", "iam", "aws4_request"].iter().fold(day, |key, part| hmac(&key, part));
    assert_eq!(hex(&key), "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
}
