//! `dealeragent call` when the call does not get through.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
};

use crate::support::{run, run_with_input};

#[test]
fn an_unknown_tool_is_told_which_there_are() {
    let said = run(&["call", "get_car"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("there is no tool `get_car`"), "{}", said.err);
    let tools = said.err.lines().filter(|line| line.trim_start().starts_with("dealeragent.")).count();
    assert_eq!(tools, 7, "{}", said.err);
}

#[test]
fn arguments_that_are_no_object_are_refused_before_the_call() {
    for (arguments, why) in [("{", "not JSON"), ("[]", "JSON object"), ("7", "JSON object"), ("", "not JSON")] {
        let said = run(&["call", "get", arguments]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments}");
        assert!(said.err.contains(why), "{arguments}: {}", said.err);
    }
    let said = run_with_input(&["call", "get", "-"], "no json");
    assert_eq!(said.code, 2);
}

/// Where nothing listens, it says how to start something.
#[test]
fn nothing_there_is_told_how_to_start_it() {
    // Bound and given up again: nobody listens there.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let said = run(&["call", "get", "--url", &format!("http://{address}")]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    for part in [format!("nothing answers at http://{address}/mcp"), "dealeragent serve".to_owned(), "--url".to_owned()]
    {
        assert!(said.err.contains(&part), "`{part}` is not in {}", said.err);
    }
}

/// Something else listens there.
#[test]
fn an_answer_that_is_no_gateways_is_named_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let web_site = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 64 * 1024];
        let _ = stream.read(&mut request).unwrap();
        let page = "<!doctype html><title>Not found</title>";
        let length = page.len();
        let answer = format!(
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{page}"
        );
        stream.write_all(answer.as_bytes()).unwrap();
    });
    let said = run(&["call", "get", "--url", &format!("http://{address}")]);
    web_site.join().unwrap();
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("404") && said.err.contains("not JSON"), "{}", said.err);
}

#[test]
fn an_address_that_is_none_is_refused() {
    for url in ["127.0.0.1:8484x", "ftp://127.0.0.1", ""] {
        let said = run(&["call", "get", "--url", url]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{url}");
        assert!(said.err.starts_with("error: "), "{url}: {}", said.err);
    }
}
