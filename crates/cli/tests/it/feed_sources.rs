//! `serve` and `config check` with feeds that are fetched.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    path::Path,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use crate::support::{ONE_CAR, SMALL, Server, configured, run};

/// Far more than a look and the wait for a settled file take.
const SAFETY_NET: Duration = Duration::from_secs(120);

/// The small dealership with two rooftops, each with its own source.
fn two(main: &str, north: &str, more: &str) -> String {
    let with_data = SMALL.replace("[operator]", "[server]\ndata_dir = \"data\"\n\n[operator]");
    let rooftop = "\n[[organizations.rooftops]]\nid = \"north\"\nname = \"North\"\ntimezone = \"America/Denver\"\n\
        address = { lines = [\"1 Road\"], locality = \"Denver\", country = \"US\" }\ndepartments = [\"sales\"]\n";
    let feed = &SMALL[SMALL.find("[[feeds]]").unwrap()..];
    let second = feed.replace("\"export\"", "\"second\"").replace("\"main\"", "\"north\"");
    let place = "path = \"export.csv\"";
    with_data.replace(place, main).replace("\n[[feeds]]", &format!("{rooftop}\n[[feeds]]"))
        + &second.replace(place, north)
        + more
}

/// How many cars a search finds.
fn cars(server: &Server) -> usize {
    let said = server.call(&["search", r#"{"organization_id":"small"}"#, "--json"]);
    if said.code != 0 {
        return 0;
    }
    said.out.matches("\"9ZZCVDJW3TJ000563\"").count()
}

/// Asks until the car is there: the server decides when it looks.
fn has_car(server: &Server) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < SAFETY_NET {
        if cars(server) > 0 {
            return true;
        }
    }
    false
}

fn put(folder: &Path, name: &str) {
    fs::create_dir_all(folder).unwrap();
    let under_way = folder.join("upload.part");
    fs::write(&under_way, ONE_CAR).unwrap();
    fs::rename(&under_way, folder.join(name)).unwrap();
}

/// A folder is watched; a source beside it that cannot be had takes nothing away.
#[test]
fn a_watched_folder_is_served_beside_a_broken_source() {
    let folder = "folder = { path = \"incoming\", pattern = \"lot-*.csv\" }";
    let text = two(folder, "url = { address = \"https://127.0.0.1:9/7.csv\" }\nevery = \"1h\"", "");
    let (home, path) = configured(&text);
    put(&home.path().join("incoming"), "lot-1.csv");
    let server = Server::configured(&path);
    for part in ["export from incoming/lot-*.csv, looked at now", "second from https://127.0.0.1", "has not come yet"] {
        assert!(server.banner.contains(part), "`{part}` is not in {}", server.banner);
    }
    assert!(has_car(&server));
    assert_eq!(server.stop("TERM").code(), Some(0));
    // What came is read and gone, and the last good listings are there at once.
    assert!(fs::read_dir(home.path().join("data/incoming")).unwrap().all(|entry| entry.unwrap().path().is_file()));
    let again = Server::configured(&path);
    assert!(cars(&again) > 0);
    assert!(again.banner.contains("the last good listings"), "{}", again.banner);
}

/// Answers one request after another with the car, or with 304 to who has it.
fn vendor() -> (u16, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, asked) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let head = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n").to_lowercase();
            let answer = if head.contains("if-none-match: \"one\"") {
                "HTTP/1.1 304 Not Modified\r\nETag: \"one\"\r\nConnection: close\r\n\r\n".to_owned()
            } else {
                format!(
                    "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Type: text/csv\r\nContent-Length: {}\r\n\
                     Connection: close\r\n\r\n{ONE_CAR}",
                    ONE_CAR.len()
                )
            };
            stream.write_all(answer.as_bytes()).unwrap();
            if sender.send(head).is_err() {
                return;
            }
        }
    });
    (port, asked)
}

/// The file at an address is fetched once; the next time the server is asked
/// whether it changed.
#[test]
fn an_address_is_asked_whether_its_file_changed() {
    let (port, asked) = vendor();
    let url = format!("url = {{ address = \"http://127.0.0.1:{port}/7.csv\" }}\nevery = \"1m\"");
    let egress = "\n[egress]\nallow_hosts = [\"127.0.0.1\"]\nallow_plain_http = [\"127.0.0.1\"]\n";
    let (_home, path) = configured(&two(&url, "folder = { path = \"none\", pattern = \"*.csv\" }", egress));
    let server = Server::configured(&path);
    let first = asked.recv_timeout(SAFETY_NET).unwrap();
    assert!(first.starts_with("get /7.csv") && !first.contains("if-none-match"), "{first}");
    assert!(has_car(&server));
    let second = asked.recv_timeout(SAFETY_NET).unwrap();
    assert!(second.contains("if-none-match: \"one\""), "{second}");
    assert!(cars(&server) > 0);
}

/// Files come to the data folder, so there has to be one.
#[test]
fn without_a_data_folder_nothing_is_fetched() {
    let (_home, path) = configured(&SMALL.replace("path =", "every = \"15m\"\npath ="));
    let said = run(&["serve", "--config", path.to_str().unwrap()]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("feed export is fetched from export.csv") && said.err.contains("--data-dir"), "{said:?}");
}

/// `config check` reads what is in a folder, calls nobody, and looks for secrets.
#[test]
fn config_check_reads_folders_and_calls_nobody() {
    let folder = "folder = { path = \"incoming\", pattern = \"*.csv\" }";
    let url = "url = { address = \"https://vendor.example/7.csv\", bearer = { file = \"token\" } }";
    let (home, path) = configured(&two(folder, url, ""));
    put(&home.path().join("incoming"), "lot.csv");
    let said = run(&["config", "check", path.to_str().unwrap()]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("1 rows: 1 published"), "{}", said.err);
    assert!(said.err.contains("feeds[1]: feed second: ") && said.err.contains("token: "), "{}", said.err);
    fs::write(home.path().join("token"), "secret").unwrap();
    let private = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o600);
    fs::set_permissions(home.path().join("token"), private).unwrap();
    let said = run(&["config", "check", path.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("not fetched here"), "{}", said.err);
}

/// A secret that stands in the configuration itself is refused, and not repeated.
#[test]
fn a_written_secret_is_refused_and_not_repeated() {
    let url = "url = { address = \"https://vendor.example/7.csv\", bearer = \"hunter2\" }";
    let (_home, path) = configured(&two(url, "every = \"2w\"\npath = \"export.csv\"", ""));
    let said = run(&["config", "check", path.to_str().unwrap(), "--json"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("feeds[0].url.bearer") && said.err.contains("feeds[1].every"), "{}", said.err);
    assert!(!format!("{said:?}").contains("hunter2"), "{said:?}");
}

/// A feed comes from one place.
#[test]
fn two_places_are_refused() {
    let both = "path = \"export.csv\"\nfolder = { path = \"incoming\", pattern = \"*.csv\" }";
    let (_home, path) = configured(&two(both, "every = \"15m\"", ""));
    let said = run(&["config", "check", path.to_str().unwrap()]);
    assert_eq!(said.code, 1, "{said:?}");
    assert_eq!(said.err.matches("exactly one of path, folder, url, sftp, s3").count(), 2, "{}", said.err);
}
