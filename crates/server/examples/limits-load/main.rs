//! The load of `scripts/bench-limits`: polite callers at a steady pace, alone
//! and then beside one greedy caller that asks without a pause, all of them over
//! 200 connections. Usage: `limits-load HOST:PORT FILE SECONDS CONNECTIONS`; the
//! file holds a request body with `TENANT` where an organization's id belongs,
//! then an id and a token a line, the greedy caller's last. Each polite caller has
//! so many connections, the greedy one all others.
//!
//! The two kinds of caller have a thread each, so that the greedy one's answers
//! do not wait before the polite ones' in this program. Latency counts from the
//! time at which a request was due: a late answer also delays what comes after.

mod connection;

use std::{io, sync::Arc, time::Duration};

use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior},
};

use connection::{Connection, Outcome};

const CONNECTIONS: usize = 200;
/// Between two requests of one polite caller: 20 a second, over all of its
/// connections.
const PACE: Duration = Duration::from_millis(50);
/// A load never lasts longer, whatever it is told.
const LONGEST: u64 = 8;

/// What callers got.
#[derive(Debug, Default)]
struct Tally {
    answered: u64,
    limited: u64,
    failed: u64,
    micros: Vec<u64>,
}

impl Tally {
    fn add(&mut self, outcome: Outcome, since: Instant) {
        match outcome {
            Outcome::Answered => self.answered += 1,
            Outcome::Limited => self.limited += 1,
            Outcome::Failed => self.failed += 1,
        }
        self.micros.push(u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX));
    }

    fn join(mut self, other: Self) -> Self {
        self.answered += other.answered;
        self.limited += other.limited;
        self.failed += other.failed;
        self.micros.extend(other.micros);
        self
    }

    #[allow(clippy::print_stdout)]
    fn print(mut self, who: &str) {
        self.micros.sort_unstable();
        let quantile = |percent| self.micros.get(self.micros.len() * percent / 100).copied().unwrap_or(0);
        let Self { answered, limited, failed, .. } = &self;
        let (p50, p99) = (quantile(50), quantile(99));
        println!(
            r#"{{"who":"{who}","answered":{answered},"limited":{limited},"failed":{failed},"p50_us":{p50},"p99_us":{p99}}}"#
        );
    }
}

/// Requests, ready to be written, one a caller.
type Requests = Vec<Arc<[u8]>>;

fn main() -> io::Result<()> {
    let usage = || io::Error::other("usage: limits-load HOST:PORT FILE SECONDS CONNECTIONS");
    let mut arguments = std::env::args().skip(1);
    let (address, file) = (arguments.next().ok_or_else(usage)?, arguments.next().ok_or_else(usage)?);
    let seconds: u64 = arguments.next().and_then(|text| text.parse().ok()).ok_or_else(usage)?;
    let time = Duration::from_secs(seconds.min(LONGEST));
    let each: u32 = arguments.next().and_then(|text| text.parse().ok()).ok_or_else(usage)?;
    let file = std::fs::read_to_string(file)?;
    let mut lines = file.lines();
    let body = lines.next().ok_or_else(usage)?;
    let callers = lines.filter_map(|line| line.split_once(' '));
    let request = |(tenant, token): (&str, &str)| {
        Arc::from(connection::request(&address, token, &body.replace("TENANT", tenant)))
    };
    let mut polite: Requests = callers.map(request).collect();
    let greedy = polite.pop().ok_or_else(usage)?;
    let taken = polite.len().saturating_mul(usize::try_from(each).unwrap_or(usize::MAX));
    let room = CONNECTIONS.checked_sub(taken).filter(|room| *room > 0).ok_or_else(usage)?;

    warm_up(&address, &polite, each)?;
    run(paced(&address, &polite, each, time))?.print("polite alone");
    let greedy_address = address.clone();
    let greedy = std::thread::spawn(move || run(closed_loop(&greedy_address, &greedy, room, time)));
    let together = run(paced(&address, &polite, each, time))?;
    let greedy = greedy.join().map_err(|_| io::Error::other("the greedy caller broke"))??;
    together.print("polite beside the greedy one");
    greedy.print("the greedy one");
    Ok(())
}

/// On a thread of its own.
fn run(load: impl Future<Output = io::Result<Tally>>) -> io::Result<Tally> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(load)
}

fn warm_up(address: &str, polite: &Requests, each: u32) -> io::Result<()> {
    run(paced(address, polite, each, Duration::from_secs(1))).map(drop)
}

/// Each connection asks in turn, as often as its pace allows; connections start
/// one after another, so that they do not ask all at once.
async fn paced(address: &str, callers: &Requests, each: u32, time: Duration) -> io::Result<Tally> {
    let mut loads = JoinSet::new();
    // Of one connection.
    let pace = PACE * each;
    let step = PACE / u32::try_from(callers.len().max(1)).unwrap_or(u32::MAX);
    let start = Instant::now();
    let requests = (0..each).flat_map(|_| callers);
    for (number, request) in requests.enumerate() {
        let mut connection = Connection::open(address).await?;
        let request = Arc::clone(request);
        let first = start + step * u32::try_from(number).unwrap_or(0);
        loads.spawn(async move {
            let mut tally = Tally::default();
            let mut ticks = tokio::time::interval_at(first, pace);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
            while start.elapsed() < time {
                let due = ticks.tick().await;
                tally.add(connection.ask(&request).await, due);
            }
            tally
        });
    }
    Ok(loads.join_all().await.into_iter().fold(Tally::default(), Tally::join))
}

/// Each connection asks again as soon as it has its answer.
async fn closed_loop(address: &str, request: &Arc<[u8]>, connections: usize, time: Duration) -> io::Result<Tally> {
    let mut loads = JoinSet::new();
    let start = Instant::now();
    for _ in 0..connections {
        let mut connection = Connection::open(address).await?;
        let request = Arc::clone(request);
        loads.spawn(async move {
            let mut tally = Tally::default();
            while start.elapsed() < time {
                let asked = Instant::now();
                tally.add(connection.ask(&request).await, asked);
            }
            tally
        });
    }
    Ok(loads.join_all().await.into_iter().fold(Tally::default(), Tally::join))
}
