//! A web service that is asked: good, slow, broken, lying and hostile.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use dealeragent_availability::{
    Body, HttpSettings, HttpSource, Identity, InvalidHttpSettings, Paths, Reading, TimeFormat, UnitName, UnitTemplate,
};
use dealeragent_egress::Secret;
use dealeragent_gateway::{Heard, LiveSource, SourceDown};
use dealeragent_protocol::facts::AvailabilityStatus;

use crate::{
    server::{Authority, Does, PATIENT, Service, json, typed},
    unit::{VIN, clock, noon, statuses, unit, with_stock},
};

fn settings(url: &str) -> HttpSettings {
    HttpSettings {
        url: UnitTemplate::parse(url).unwrap(),
        secret: Some(Secret::Bearer("upstream-secret".to_owned().into())),
        headers: vec![("x-api-key".to_owned(), "upstream-key".to_owned().into())],
        reading: Reading {
            body: Body::Json,
            paths: Paths { status: "/status".to_owned(), time: Some("/seen".to_owned()), reason: None },
            identity: Some(Identity { path: "/vin".to_owned(), name: UnitName::Vin }),
            statuses: statuses(),
            time: TimeFormat::Rfc3339,
        },
        within: PATIENT,
        not_found_is_unknown: true,
    }
}

fn good(status: &str) -> String {
    format!(r#"{{"vin":"{VIN}","status":"{status}","seen":"2026-09-01T11:59:30Z"}}"#)
}

/// Asks a service that does this; the answer, and how often it was asked.
async fn ask(does: Does, change: impl FnOnce(&mut HttpSettings)) -> (Result<Option<Heard>, SourceDown>, usize) {
    let authority = Authority::new();
    let service = Service::start(&authority, does).await;
    let mut settings = settings(&service.url("/units/{vin}"));
    change(&mut settings);
    let source = Arc::new(HttpSource::new(settings, authority.egress(), clock()).unwrap());
    let answer = source.ask(unit()).await;
    (answer, service.count.load(Ordering::Relaxed))
}

async fn fails(does: Does) -> String {
    let (answer, _) = ask(does, |_| {}).await;
    let private = answer.unwrap_err().private;
    assert!(!private.contains("in stock") && !private.contains("upstream") && !private.contains(VIN), "{private}");
    private
}

#[tokio::test]
async fn the_unit_is_named_and_the_operators_secret_is_sent() {
    let authority = Authority::new();
    let mut service = Service::start(&authority, json("200 OK", &good("in stock"))).await;
    let source =
        HttpSource::new(settings(&service.url("/units/{vin}?s={stock}")), authority.egress(), clock()).unwrap();
    let heard = Arc::new(source).ask(unit()).await.unwrap().unwrap();
    assert_eq!(heard.status, AvailabilityStatus::Available);
    assert_eq!(noon().seconds_since(heard.observed_at), 30);
    let request = service.requests.recv().await.unwrap();
    assert!(request.starts_with(&format!("GET /units/{VIN}?s=A%201%2F2 HTTP/1.1\r\n")), "{request}");
    assert!(request.contains("authorization: Bearer upstream-secret\r\n"), "{request}");
    assert!(request.contains("x-api-key: upstream-key\r\n"), "{request}");
}

#[tokio::test]
async fn what_is_no_status_is_a_system_that_does_not_answer() {
    assert!(fails(json("200 OK", &good("perhaps"))).await.contains("table"));
    assert!(fails(json("200 OK", &good("in stock").replace(VIN, "1TEST000000000002"))).await.contains("another unit"));
    assert!(fails(json("200 OK", &good("in stock").replace("11:59", "13:59"))).await.contains("future"));
    assert!(fails(json("200 OK", "{\"status\":")).await.contains("not JSON"));
    assert!(fails(json("500 Internal Server Error", &good("in stock"))).await.contains("500"));
    assert!(fails(json("403 Forbidden", &good("in stock"))).await.contains("403"));
    assert!(fails(typed("200 OK", "text/html", &good("in stock"))).await.contains("content"));
    assert!(
        fails(Does::Says("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{".to_owned())).await.contains("localhost")
    );
    assert!(fails(Does::Says("SSH-2.0-nothing here\r\n".to_owned())).await.contains("no HTTP answer"));
}

#[tokio::test]
async fn an_endless_answer_is_cut_and_a_silent_one_ends_in_time() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
    assert!(fails(Does::Drips(head.to_owned())).await.contains("bytes"));
    let (answer, _) = ask(Does::Nothing, |settings| settings.within = Duration::from_millis(100)).await;
    assert!(answer.unwrap_err().private.contains("whole answer"));
}

#[tokio::test]
async fn a_redirect_inside_is_not_followed() {
    let away = "HTTP/1.1 302 Found\r\nlocation: https://169.254.169.254/latest\r\ncontent-length: 0\r\n\r\n";
    let (answer, asked) = ask(Does::Says(away.to_owned()), |_| {}).await;
    assert!(answer.unwrap_err().private.contains("169.254.169.254"));
    assert_eq!(asked, 1);
}

#[tokio::test]
async fn not_found_means_what_the_operator_says() {
    let gone = || json("404 Not Found", "{}");
    assert_eq!(ask(gone(), |_| {}).await.0.unwrap(), None);
    let (answer, _) = ask(gone(), |settings| settings.not_found_is_unknown = false).await;
    assert!(answer.unwrap_err().private.contains("404"));
}

#[tokio::test]
async fn a_unit_without_the_name_is_not_asked_about() {
    let authority = Authority::new();
    let service = Service::start(&authority, json("200 OK", &good("in stock"))).await;
    let source = HttpSource::new(settings(&service.url("/{stock}")), authority.egress(), clock()).unwrap();
    assert_eq!(Arc::new(source).ask(with_stock(None)).await.unwrap(), None);
    assert_eq!(service.count.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused_before_anybody_asks() {
    let egress = Authority::new().egress();
    let refused = |change: fn(&mut HttpSettings)| {
        let mut settings = settings("https://localhost/{vin}");
        change(&mut settings);
        HttpSource::new(settings, egress.clone(), clock()).err()
    };
    assert_eq!(refused(|settings| settings.within = Duration::from_secs(11)), Some(InvalidHttpSettings::Time));
    let header = |settings: &mut HttpSettings| settings.headers = vec![("a b".to_owned(), "v".to_owned().into())];
    assert_eq!(refused(header), Some(InvalidHttpSettings::Header));
}
