//! Replies as bytes. Stored JSON is spliced in, never parsed again.

use serde_json::{Value, json};

use super::{
    CacheHint, Era, Implementation, Listed, META_SERVER_INFO, ProgressEvent, ProtocolError, RateLimitFields, RequestId,
    ToolReply,
};

/// One reply, ready for any transport: a single line of JSON.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// The JSON, without a line end.
    pub body: Vec<u8>,
    /// HTTP status.
    pub status: u16,
    /// `WWW-Authenticate`.
    pub www_authenticate: Option<String>,
    /// `Retry-After` in seconds.
    pub retry_after: Option<u32>,
    /// What is left of the caller's quota.
    pub rate_limit: Option<RateLimitFields>,
    /// Whether this answers a handshake, which holds for the rest of a stream.
    pub is_handshake: bool,
}

/// Builds result objects for one request.
pub(super) struct ResultWriter<'a> {
    pub(super) id: &'a RequestId,
    pub(super) era: Era,
    pub(super) server: &'a Implementation,
}

impl ResultWriter<'_> {
    /// A result with these members: `"key":value,…` without braces.
    pub(super) fn result(&self, members: &[u8], meta_members: &[u8]) -> Vec<u8> {
        let write = |body: &mut Vec<u8>| body.extend_from_slice(members);
        self.result_with(members.len(), !members.is_empty(), write, meta_members)
    }

    /// The same with members that are written in place, so that a long answer
    /// is copied once.
    fn result_with(
        &self,
        length: usize,
        has_members: bool,
        write_members: impl FnOnce(&mut Vec<u8>),
        meta_members: &[u8],
    ) -> Vec<u8> {
        let mut body = Vec::with_capacity(length + meta_members.len() + 384);
        body.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        push_json(&mut body, &self.id.to_json());
        body.extend_from_slice(b",\"result\":{");
        if self.era == Era::Modern {
            body.extend_from_slice(b"\"resultType\":\"complete\"");
        }
        let mut separator = Separator::after(self.era == Era::Modern);
        if has_members {
            separator.write(&mut body);
            write_members(&mut body);
        }
        if self.era == Era::Modern || !meta_members.is_empty() {
            separator.write(&mut body);
            self.push_meta(&mut body, meta_members);
        }
        body.extend_from_slice(b"}}");
        body
    }

    fn push_meta(&self, body: &mut Vec<u8>, meta_members: &[u8]) {
        body.extend_from_slice(b"\"_meta\":{");
        let mut separator = Separator::after(false);
        if self.era == Era::Modern {
            separator.write(body);
            body.extend_from_slice(format!("\"{META_SERVER_INFO}\":").as_bytes());
            push_json(body, &json!({ "name": self.server.name, "version": self.server.version }));
        }
        if !meta_members.is_empty() {
            separator.write(body);
            body.extend_from_slice(meta_members);
        }
        body.push(b'}');
    }

    /// A list under `key`, with its cache fields.
    pub(super) fn list(&self, key: &str, listed: &Listed) -> Reply {
        let mut members = format!("\"{key}\":").into_bytes();
        members.extend_from_slice(&listed.json);
        if let Some(cursor) = &listed.next_cursor {
            members.extend_from_slice(b",\"nextCursor\":");
            push_json(&mut members, cursor);
        }
        if self.era == Era::Modern {
            members.push(b',');
            members.extend_from_slice(cache_members(listed.cache).as_bytes());
        }
        Reply { body: self.result(&members, &[]), status: 200, ..Reply::default() }
    }

    /// A tool's result.
    pub(super) fn tool(&self, reply: ToolReply) -> Reply {
        let structured = reply.structured.as_deref().unwrap_or_default();
        let write = |body: &mut Vec<u8>| {
            body.extend_from_slice(b"\"content\":");
            body.extend_from_slice(&reply.content);
            if !structured.is_empty() {
                body.extend_from_slice(b",\"structuredContent\":");
                body.extend_from_slice(structured);
            }
            body.extend_from_slice(if reply.is_error { b",\"isError\":true" } else { b",\"isError\":false" });
        };
        let length = reply.content.len() + structured.len() + 64;
        let body = self.result_with(length, true, write, &reply.meta_members);
        let (status, www_authenticate) = reply.challenge.map_or((200, None), |(status, text)| (status, Some(text)));
        let (retry_after, rate_limit) = (reply.retry_after, reply.rate_limit);
        Reply { body, status, www_authenticate, retry_after, rate_limit, is_handshake: false }
    }
}

/// The cache fields of a modern result (digest section 3).
pub(super) fn cache_members(cache: CacheHint) -> String {
    let scope = if cache.public { "public" } else { "private" };
    format!("\"ttlMs\":{},\"cacheScope\":\"{scope}\"", cache.ttl_ms)
}

/// An error; the id stands in it wherever it could be read, and never as null.
pub(super) fn error(id: Option<&RequestId>, error: &ProtocolError) -> Reply {
    let mut inner = json!({ "code": error.code, "message": error.message });
    if let (Some(data), Some(object)) = (&error.data, inner.as_object_mut()) {
        object.insert("data".into(), data.clone());
    }
    let mut outer = json!({ "jsonrpc": "2.0", "error": inner });
    if let (Some(id), Some(object)) = (id, outer.as_object_mut()) {
        object.insert("id".into(), id.to_json());
    }
    let mut body = Vec::new();
    push_json(&mut body, &outer);
    Reply { body, status: error.status, retry_after: error.retry_after, ..Reply::default() }
}

/// A notification of progress.
pub(super) fn progress(token: &Value, event: &ProgressEvent) -> Vec<u8> {
    let mut params = json!({ "progressToken": token, "progress": event.progress });
    if let (Some(total), Some(object)) = (event.total, params.as_object_mut()) {
        object.insert("total".into(), total.into());
    }
    let mut body = Vec::new();
    push_json(&mut body, &json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params }));
    body
}

/// Writes a value. A tree of JSON values in memory cannot fail to be written.
pub(super) fn push_json(out: &mut Vec<u8>, value: &impl serde::Serialize) {
    let _ = serde_json::to_writer(out, value);
}

/// Writes a comma from the second member on.
struct Separator(bool);

impl Separator {
    fn after(wrote_one: bool) -> Self {
        Self(wrote_one)
    }

    fn write(&mut self, out: &mut Vec<u8>) {
        if self.0 {
            out.push(b',');
        }
        self.0 = true;
    }
}
