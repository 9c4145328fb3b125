//! When there is no publication, and what the words say to do.

use dealeragent_protocol::{facts::FeedSlaSeconds, values::Uri};
use dealeragent_publication::{
    Addresses, BaseAddress, InvalidBase, Note, Publication, PublicationFault, ScheduleFault, Transport,
};

use crate::support::{addresses, dealer, demo, now, rooftop};

fn with_target(target_seconds: u32, gap: Option<u32>) -> Result<Publication, PublicationFault> {
    let mut rooftop = rooftop("north", None);
    rooftop.target_seconds = target_seconds;
    Publication::build(&dealer(vec![rooftop]), &demo(), &addresses(), gap, now())
}

/// A target shorter than the schedule is an error, and so are gaps of more than
/// the format's day; both say the way out.
#[test]
fn the_target_is_held_against_the_schedule() {
    let fault = |target, gap| with_target(target, gap).unwrap_err();
    let short = fault(3_600, Some(86_400));
    assert_eq!(
        short,
        PublicationFault::Schedule(ScheduleFault::TargetTooShort { target_seconds: 3_600, gap_seconds: 86_400 })
    );
    let words = short.to_string();
    assert!(words.contains("1 hour") && words.contains("24 hours") && words.contains("86400"), "{words}");
    let weekend = fault(2_592_000, Some(3 * 86_400));
    assert_eq!(weekend, PublicationFault::Schedule(ScheduleFault::GapTooLong { gap_seconds: 3 * 86_400 }));
    let words = weekend.to_string();
    assert!(words.contains("72 hours") && words.contains("dealeragent serve"), "{words}");
    assert!(matches!(fault(90_000, None), PublicationFault::Schedule(ScheduleFault::TargetTooLong { .. })));
}

#[test]
fn what_is_declared_is_never_shorter_than_the_schedule() {
    let declared = |target, gap| with_target(target, gap).unwrap().freshness_sla.as_seconds();
    assert_eq!(declared(86_400, Some(86_400)), 86_400);
    assert_eq!(declared(7_200, Some(3_600)), 7_200);
    assert_eq!(declared(604_800, Some(43_200)), 86_400, "a day is the longest there is");
    assert_eq!(declared(1, Some(1)), FeedSlaSeconds::SHORTEST.as_seconds());
    let unstated = with_target(3_600, None).unwrap();
    assert_eq!(unstated.freshness_sla, FeedSlaSeconds::LONGEST);
    assert_eq!(unstated.notes, [Note::ScheduleUnstated]);
}

/// An empty feed would say that every unit is gone.
#[test]
fn an_empty_rooftop_is_not_published() {
    let units = demo();
    let two = dealer(vec![rooftop("north", None), rooftop("south", None)]);
    let fault = Publication::build(&two, &units, &addresses(), None, now()).unwrap_err();
    assert!(matches!(&fault, PublicationFault::EmptyRooftop { rooftop_id } if rooftop_id.as_str() == "south"));
    let none = dealer(Vec::new());
    let fault = Publication::build(&none, &units, &addresses(), None, now()).unwrap_err();
    assert_eq!(fault, PublicationFault::NoRooftop);
    // Units that the format has no row for do not make a feed either.
    let unnumbered: Vec<_> = units
        .into_iter()
        .map(|mut unit| {
            unit.stock_number = None;
            unit
        })
        .collect();
    let one = dealer(vec![rooftop("north", None)]);
    let fault = Publication::build(&one, &unnumbered, &addresses(), None, now()).unwrap_err();
    assert!(matches!(fault, PublicationFault::EmptyRooftop { .. }));
}

#[test]
fn one_unit_is_published_once() {
    let mut units = demo();
    units.push(units[0].clone());
    let one = dealer(vec![rooftop("north", None)]);
    let fault = Publication::build(&one, &units, &addresses(), None, now()).unwrap_err();
    assert_eq!(fault, PublicationFault::Repeated { vehicle_id: units[0].vehicle_id.clone() });
    let twice = dealer(vec![rooftop("north", None), rooftop("north", None)]);
    let fault = Publication::build(&twice, &units, &addresses(), None, now()).unwrap_err();
    assert!(matches!(fault, PublicationFault::RepeatedRooftop { .. }));
}

/// DAP-DISC-006.
#[test]
fn addresses_are_https_unless_a_trial_allows_http() {
    let parse = BaseAddress::parse;
    assert_eq!(parse("https://cars.example/", Transport::HttpsOnly).unwrap().as_str(), "https://cars.example");
    assert_eq!(parse("http://localhost:8080", Transport::HttpsOnly), Err(InvalidBase::NotHttps));
    assert!(parse("http://localhost:8080", Transport::AllowHttp).is_ok());
    for bad in ["cars.example", "ftp://cars.example", "https://a@cars.example", "https://cars.example?x=1", ""] {
        assert_eq!(parse(bad, Transport::AllowHttp), Err(InvalidBase::NotAWebsite), "{bad}");
    }
    assert_eq!(parse("https://cars.example/denver", Transport::HttpsOnly), Err(InvalidBase::Path));
    let http = |text: &str| Uri::parse(text).unwrap();
    let one = dealer(vec![rooftop("north", None)]);
    let good = addresses();
    for addresses in [
        Addresses { feed: http("http://cars.example/feeds/inventory.csv"), ..good.clone() },
        Addresses { gateway: Some(http("http://cars.example/mcp")), ..good.clone() },
        Addresses { upgrade_path: Some(http("http://cars.example/")), ..good.clone() },
    ] {
        let fault = Publication::build(&one, &demo(), &addresses, None, now()).unwrap_err();
        assert!(fault.to_string().contains("DAP-DISC-006"), "{fault}");
        let trial = Addresses { transport: Transport::AllowHttp, ..addresses };
        assert!(Publication::build(&one, &demo(), &trial, None, now()).is_ok());
    }
    let mut policy = one.clone();
    policy.handoff.policy_url = Some(http("http://cars.example/privacy"));
    assert!(Publication::build(&policy, &demo(), &good, None, now()).is_err());
}
