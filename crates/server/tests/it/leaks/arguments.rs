//! Every input through every argument of every tool.

use dealeragent_protocol::tool::Tool;
use serde_json::Value;

use super::{
    corpus::{Hostile, raws, texts},
    places::{Place, places},
    requests::{call, filled, post, slot},
    world::World,
};
use crate::support::{pipes::Pipes, post::Post};

/// One world, both transports, and a caller whom the audit knows.
struct Run {
    world: World,
    pipes: Pipes,
}

impl Run {
    fn new() -> Self {
        let world = World::new();
        let pipes = world.pipes();
        Self { world, pipes }
    }

    async fn everywhere(&mut self, tool: Tool, arguments: Value, sent: &[&Hostile]) {
        let message = call(tool, &arguments);
        self.world.http(post(&message).into_request(), sent).await;
        let line = self.pipes.ask(&message).await;
        self.world.line(&line, sent);
        self.world.named_caller(tool, arguments, sent).await;
    }
}

fn all_places() -> Vec<(Tool, Place)> {
    Tool::ALL.iter().flat_map(|tool| places(*tool).into_iter().map(|place| (*tool, place))).collect()
}

#[tokio::test]
async fn no_value_of_an_argument_comes_back() {
    let mut run = Run::new();
    for (tool, place) in all_places() {
        for (hostile, text) in texts() {
            run.everywhere(tool, place.with(text.into()), &[hostile]).await;
        }
    }
    run.world.judge.report("values");
    assert!(run.world.judge.saw_audit());
}

#[tokio::test]
async fn no_name_of_a_property_comes_back() {
    let mut run = Run::new();
    for (tool, place) in all_places() {
        // What is no object holds none; it is refused for its type.
        if place.is_object {
            for (hostile, text) in texts() {
                run.everywhere(tool, place.with_name(text), &[hostile]).await;
            }
        }
    }
    run.world.judge.report("property names");
}

/// JSON that no string holds: broken escapes, numbers beyond every type.
#[tokio::test]
async fn nothing_of_broken_json_comes_back() {
    let mut run = Run::new();
    for (tool, place) in all_places() {
        let message = call(tool, &place.with(slot()));
        for (hostile, raw) in raws() {
            let text = filled(&message, raw);
            let request = Post::modern_raw(text.clone()).header("mcp-method", "tools/call");
            run.world.http(request.header("mcp-name", tool.as_str()).into_request(), &[hostile]).await;
            // A line end ends the message on a stream.
            if !raw.contains('\n') {
                run.pipes.write(format!("{text}\n").as_bytes()).await;
                let line = run.pipes.next().await;
                run.world.line(&line, &[hostile]);
            }
        }
    }
    run.world.judge.report("broken JSON");
}
