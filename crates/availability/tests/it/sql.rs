//! A real database that is asked.

use std::{sync::Arc, time::Duration};

use dealeragent_availability::{InvalidSqlSettings, SqlSettings, SqlSource, Tls, UnitName};
use dealeragent_gateway::{Heard, LiveSource, SourceDown, UnitKey};
use dealeragent_protocol::{facts::AvailabilityStatus, values::Vin};

use crate::{
    postgres::Cluster,
    server::PATIENT,
    unit::{clock, noon, statuses, unit, with_stock},
};

const QUERY: &str = "SELECT state AS status, seen AS observed_at, note AS reason FROM units WHERE vin = $1";

fn settings(connection: String, tls: Tls) -> SqlSettings {
    SqlSettings {
        connection: connection.into(),
        tls,
        query: QUERY.to_owned(),
        parameters: vec![UnitName::Vin],
        statuses: statuses(),
        within: PATIENT,
        connections: 2,
    }
}

fn number(number: u32) -> UnitKey {
    UnitKey { vin: Vin::parse(&format!("1TEST{number:012}")).unwrap(), ..unit() }
}

async fn ask(settings: SqlSettings, unit: UnitKey) -> Result<Option<Heard>, SourceDown> {
    Arc::new(SqlSource::new(settings, clock()).unwrap()).ask(unit).await
}

#[tokio::test]
async fn a_row_is_read_by_socket_and_by_tls() {
    let cluster = Cluster::shared();
    let authority = Tls::Authority(cluster.authority.pem().into_bytes());
    for settings in [settings(cluster.socket(), Tls::Off), settings(cluster.loopback(), authority)] {
        let heard = ask(settings.clone(), number(1)).await.unwrap().unwrap();
        assert_eq!(heard.status, AvailabilityStatus::Available);
        assert_eq!(noon().seconds_since(heard.observed_at), 30);
        assert_eq!(heard.reason.unwrap().as_str(), "lane 4");
        assert_eq!(ask(settings, number(99)).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_refused() {
    let cluster = Cluster::shared();
    let other = crate::server::Authority::new();
    for tls in [Tls::Authority(other.pem().into_bytes()), Tls::Required] {
        let down = ask(settings(cluster.loopback(), tls), number(1)).await.unwrap_err();
        assert!(down.private.contains("cannot be connected to"), "{}", down.private);
    }
}

#[tokio::test]
async fn nonsense_is_a_system_that_does_not_answer() {
    let cluster = Cluster::shared();
    for (unit, words) in [(2, "table"), (3, "future"), (4, "more than one"), (5, "no status")] {
        let down = ask(settings(cluster.socket(), Tls::Off), number(unit)).await.unwrap_err();
        assert!(down.private.contains(words), "{unit}: {}", down.private);
        assert!(!down.private.contains("perhaps") && !down.private.contains("1TEST"), "{}", down.private);
    }
}

#[tokio::test]
async fn without_a_time_column_the_moment_of_asking_counts() {
    let cluster = Cluster::shared();
    let mut plain = settings(cluster.socket(), Tls::Off);
    plain.query = "SELECT state AS status FROM units WHERE stock = $1".to_owned();
    plain.parameters = vec![UnitName::Stock];
    let heard = ask(plain.clone(), unit()).await.unwrap().unwrap();
    assert_eq!((heard.observed_at, heard.reason), (noon(), None));
    assert_eq!(ask(plain, with_stock(None)).await.unwrap(), None);
}

#[tokio::test]
async fn nothing_can_be_written_and_no_second_statement_is_run() {
    let cluster = Cluster::shared();
    let queries = [
        "DELETE FROM units WHERE vin = $1 RETURNING state AS status",
        "SELECT state AS status FROM units WHERE vin = $1; DELETE FROM units",
        "WITH gone AS (DELETE FROM units RETURNING state) SELECT state AS status FROM gone WHERE $1 <> ''",
    ];
    for query in queries {
        let settings = SqlSettings { query: query.to_owned(), ..settings(cluster.socket(), Tls::Off) };
        let down = ask(settings, number(1)).await.unwrap_err();
        assert!(!down.private.contains("DELETE"), "{}", down.private);
    }
    assert!(ask(settings(cluster.socket(), Tls::Off), number(1)).await.unwrap().is_some());
}

#[tokio::test]
async fn a_slow_query_ends_in_time_and_the_next_one_is_answered() {
    let cluster = Cluster::shared();
    let slow = SqlSettings {
        query: "SELECT state AS status, pg_sleep(20) FROM units WHERE vin = $1".to_owned(),
        within: Duration::from_millis(200),
        ..settings(cluster.socket(), Tls::Off)
    };
    assert!(ask(slow, number(1)).await.is_err());
    assert!(ask(settings(cluster.socket(), Tls::Off), number(1)).await.is_ok());
}

#[tokio::test]
async fn nobody_there_and_a_hostile_server_are_systems_that_do_not_answer() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let hostile = tokio::spawn(async move {
        use tokio::io::AsyncWriteExt as _;
        while let Ok((mut stream, _)) = listener.accept().await {
            // A message that says it is two gigabytes long.
            let _ = stream.write_all(b"R\x7f\xff\xff\xff").await;
        }
    });
    let connection = |port| format!("host=127.0.0.1 port={port} user=reader dbname=postgres");
    let mut lied_to = settings(connection(port), Tls::Off);
    lied_to.within = Duration::from_millis(500);
    assert!(ask(lied_to, number(1)).await.unwrap_err().private.contains("database"));
    hostile.abort();
    let _ = hostile.await;
    assert!(ask(settings(connection(port), Tls::Off), number(1)).await.is_err());
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused_and_show_no_password() {
    let refused = |connection: &str, tls: Tls| {
        let settings = settings(connection.to_owned(), tls);
        assert!(!format!("{settings:?}").contains("hunter2"));
        SqlSource::new(settings, clock()).err()
    };
    let far = "host=db.example user=reader password=hunter2 dbname=dms";
    assert_eq!(refused(far, Tls::Off), Some(InvalidSqlSettings::PlainNetwork));
    assert_eq!(refused(far, Tls::Required), None);
    assert_eq!(refused(far, Tls::Authority(b"nothing".to_vec())), Some(InvalidSqlSettings::Authority));
    assert_eq!(refused("hunter2", Tls::Off), Some(InvalidSqlSettings::Connection));
    assert_eq!(refused("user=reader", Tls::Off), Some(InvalidSqlSettings::Connection));
    let no_unit = SqlSettings { parameters: vec![UnitName::Rooftop], ..settings(far.to_owned(), Tls::Required) };
    assert_eq!(SqlSource::new(no_unit, clock()).err(), Some(InvalidSqlSettings::NoUnit));
}
