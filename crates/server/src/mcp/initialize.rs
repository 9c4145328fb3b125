//! The two ways in: `server/discover` and the handshake of 2025.

use serde_json::{Value, json};

use super::{
    Envelope, Handler, LEGACY, MODERN, ProtocolError, Reply,
    reply::{ResultWriter, cache_members, push_json},
};

/// `server/discover`. It names modern revisions alone, as a request that names
/// a legacy one in its envelope is refused.
pub(super) fn discover<H: Handler>(handler: &H, caller: &H::Caller, writer: &ResultWriter<'_>) -> Reply {
    let mut members = Vec::new();
    members.extend_from_slice(b"\"supportedVersions\":");
    push_json(&mut members, &json!([MODERN]));
    // What is announced is delivered to those who listen; the handshake of 2025
    // has no stream here, so it promises nothing.
    let lists = if handler.list_changes().is_some() { json!({ "listChanged": true }) } else { json!({}) };
    members.extend_from_slice(b",\"capabilities\":");
    push_json(&mut members, &json!({ "tools": lists, "resources": lists }));
    members.push(b',');
    if let Some(instructions) = handler.instructions(caller) {
        members.extend_from_slice(b"\"instructions\":");
        push_json(&mut members, &instructions);
        members.push(b',');
    }
    members.extend_from_slice(cache_members(handler.discover_cache(caller)).as_bytes());
    Reply { body: writer.result(&members, &[]), status: 200, ..Reply::default() }
}

/// `initialize`: the asked revision where we speak it, else our newest with a
/// handshake, as the client then decides.
pub(super) fn initialize<H: Handler>(
    handler: &H,
    caller: &H::Caller,
    envelope: &Envelope,
    writer: &ResultWriter<'_>,
) -> Result<Reply, ProtocolError> {
    let asked = envelope.params.get("protocolVersion").and_then(Value::as_str);
    let Some(asked) = asked else { return Err(ProtocolError::params("protocolVersion must be a string")) };
    let newest = LEGACY.first().copied().unwrap_or(MODERN);
    let version = LEGACY.into_iter().find(|known| *known == asked).unwrap_or(newest);
    let server = handler.implementation();
    let mut members = Vec::new();
    members.extend_from_slice(b"\"protocolVersion\":");
    push_json(&mut members, &version);
    members.extend_from_slice(b",\"capabilities\":{\"tools\":{},\"resources\":{}},\"serverInfo\":");
    push_json(&mut members, &json!({ "name": server.name, "title": server.title, "version": server.version }));
    if let Some(instructions) = handler.instructions(caller) {
        members.extend_from_slice(b",\"instructions\":");
        push_json(&mut members, &instructions);
    }
    Ok(Reply { body: writer.result(&members, &[]), status: 200, is_handshake: true, ..Reply::default() })
}
