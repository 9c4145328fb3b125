//! Many feeds at once, on a clock that stands until the test moves it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use dealeragent_egress::EgressError;
use dealeragent_protocol::values::Timestamp;
use dealeragent_sources::{
    BackOff, Clock, Every, FaultKind, Fetched, Fetcher, FetcherSettings, Job, Look, Looked, Looking, Schedule,
    SourceFault, SourceState, Validators,
};
use tokio::{sync::mpsc, time::Instant};

use crate::world::{World, at, nothing, text};

/// Wall time that goes with tokio's, which a test pauses.
fn clock() -> Clock {
    let start = Instant::now();
    Arc::new(move || {
        let passed = i64::try_from(start.elapsed().as_millis()).unwrap();
        let base = at(0).as_jiff();
        Timestamp::from(base.checked_add(jiff::SignedDuration::from_millis(passed)).unwrap())
    })
}

type Act = dyn Fn(usize) -> Looking<'static> + Send + Sync;

/// A source that does what the test says, given the number of the look.
struct Scripted {
    act: Box<Act>,
    looks: AtomicUsize,
}

impl Scripted {
    fn new(act: impl Fn(usize) -> Looking<'static> + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { act: Box::new(act), looks: AtomicUsize::new(0) })
    }
}

impl Look for Scripted {
    fn look<'a>(&'a self, _: &'a Validators, _: Timestamp) -> Looking<'a> {
        (self.act)(self.looks.fetch_add(1, Ordering::SeqCst))
    }
}

fn unchanged() -> Looking<'static> {
    Box::pin(async { Ok(Fetched::Unchanged) })
}

fn failing() -> Looking<'static> {
    let error = EgressError::Unreachable { host: "feeds.example".into() };
    Box::pin(async move { Err(SourceFault::from_egress("https://feeds.example", &error)) })
}

fn hanging() -> Looking<'static> {
    Box::pin(std::future::pending())
}

fn job(feed: &str, source: Arc<dyn Look>) -> Job {
    let schedule = Schedule::every(Every::parse("15m").unwrap(), feed);
    Job { feed: feed.to_owned(), source, schedule, known: nothing(), state: SourceState::default() }
}

fn settings() -> FetcherSettings {
    let within = Duration::from_secs(120);
    FetcherSettings { at_once: 2, failing_at_once: 1, within, back_off: BackOff::default() }
}

fn start(jobs: Vec<Job>) -> (Fetcher, mpsc::Receiver<Looked>) {
    let (outlet, looks) = mpsc::channel(100);
    (Fetcher::start(jobs, settings(), &clock(), &outlet), looks)
}

#[tokio::test(start_paused = true)]
async fn a_feed_is_looked_at_by_its_schedule() {
    let (fetcher, mut looks) = start(vec![job("lot", Scripted::new(|_| unchanged()))]);
    let first = looks.recv().await.unwrap();
    assert_eq!((first.at.to_whole_second(), first.feed.as_str()), (at(0), "lot"));
    let mut planned = first.next;
    for _ in 0..5 {
        let look = looks.recv().await.unwrap();
        assert!(look.at >= planned && look.at.seconds_since(planned) < 1, "{} for {planned}", look.at);
        planned = look.next;
    }
    fetcher.stop().await;
    assert!(looks.recv().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn what_hangs_delays_nobody_for_long() {
    // More that hang than may look at once, and one that works.
    let mut jobs: Vec<Job> = (0..6).map(|n| job(&format!("hangs-{n}"), Scripted::new(|_| hanging()))).collect();
    jobs.push(job("works", Scripted::new(|_| unchanged())));
    let (fetcher, mut looks) = start(jobs);
    let mut works = Vec::new();
    let mut timed_out = 0;
    while works.len() < 20 {
        let look = looks.recv().await.unwrap();
        match look.outcome {
            Ok(_) => works.push((look.at, look.next)),
            Err(fault) => {
                assert_eq!(fault.kind(), FaultKind::TimedOut);
                timed_out += 1;
            }
        }
    }
    assert!(timed_out > 6, "those that hang were tried again");
    for pair in works.windows(2) {
        let [(_, planned), (looked, _)] = pair else { panic!() };
        assert!(looked.seconds_since(*planned) < 1, "planned {planned}, looked {looked}");
    }
    fetcher.stop().await;
}

#[tokio::test(start_paused = true)]
async fn never_more_at_once_than_allowed() {
    static NOW: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    let busy = || {
        Scripted::new(|_| {
            Box::pin(async {
                let now = NOW.fetch_add(1, Ordering::SeqCst) + 1;
                MOST.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_secs(5)).await;
                NOW.fetch_sub(1, Ordering::SeqCst);
                Ok(Fetched::Unchanged)
            })
        })
    };
    let (fetcher, mut looks) = start((0..10).map(|n| job(&format!("lot-{n}"), busy())).collect());
    for _ in 0..30 {
        looks.recv().await.unwrap();
    }
    assert_eq!(MOST.load(Ordering::SeqCst), 2);
    fetcher.stop().await;
}

#[tokio::test(start_paused = true)]
async fn failures_are_left_alone_and_a_bell_wakes_them() {
    let source = Scripted::new(|look| if look < 3 { failing() } else { unchanged() });
    let (fetcher, mut looks) = start(vec![job("lot", source)]);
    for times in 1..=3 {
        let look = looks.recv().await.unwrap();
        assert_eq!(look.state.failures(), times);
    }
    let before = looks.try_recv();
    assert!(before.is_err(), "left alone");
    assert!(fetcher.look_now("lot") && !fetcher.look_now("other"));
    let look = looks.recv().await.unwrap();
    assert!(look.outcome.is_ok());
    assert!(look.at.seconds_since(at(0)) < 240, "at once, not after the wait: {}", look.at);
    fetcher.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_defect_is_a_fault_of_that_feed() {
    let broken = Scripted::new(|look| {
        assert!(look > 0, "a defect");
        unchanged()
    });
    let (fetcher, mut looks) = start(vec![job("lot", broken)]);
    assert_eq!(looks.recv().await.unwrap().outcome.unwrap_err().kind(), FaultKind::Internal);
    assert!(looks.recv().await.unwrap().outcome.is_ok());
    fetcher.stop().await;
}

#[tokio::test]
async fn a_file_that_nobody_took_comes_again() {
    let mut world = World::new();
    world.limits.settle = Duration::ZERO;
    world.write("lot.csv", "one", -100);
    let source = Arc::new(world.source("path = \"lot.csv\""));
    let (fetcher, mut looks) = start(vec![job("lot", source)]);
    let mut next = async || loop {
        let look = looks.recv().await.unwrap();
        fetcher.look_now("lot");
        if !matches!(look.outcome, Ok(Fetched::NotYet(_))) {
            return look;
        }
    };
    for _ in 0..2 {
        let look = next().await;
        let Ok(Fetched::File(file)) = &look.outcome else { panic!("{look:?}") };
        assert_eq!(text(file), "one");
        assert_eq!(world.incoming(), 1);
    }
    let mut look = next().await;
    look.taken();
    drop(look);
    let look = next().await;
    assert!(matches!(look.outcome, Ok(Fetched::Unchanged)), "{look:?}");
    fetcher.stop().await;
    assert_eq!(world.incoming(), 0);
}

#[tokio::test(start_paused = true)]
async fn stopping_ends_what_hangs() {
    let (fetcher, mut looks) = start(vec![job("lot", Scripted::new(|_| hanging()))]);
    tokio::task::yield_now().await;
    fetcher.stop().await;
    assert!(looks.recv().await.is_none(), "its task is gone and told nothing");
}
