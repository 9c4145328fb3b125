//! From a message to its outcome, in the order of the digest.

use std::sync::Arc;

use futures_util::{FutureExt as _, future::BoxFuture};
use serde_json::{Map, Value};
use tokio::sync::mpsc;

use super::{
    CallFacts, Envelope, Era, Handler, META_CAPABILITIES, Message, Progress, ProgressEvent, ProtocolError, Reply,
    RequestHeaders, RequestId,
    envelope::Refused,
    era, initialize, listen,
    params::{self, ToolCall},
    reply::{self, ResultWriter},
};

/// The reply to a request whose credential is refused: its id is echoed where
/// the message can be read, and nothing else of it is looked at.
#[must_use]
pub fn refused_credential(bytes: &[u8]) -> Reply {
    let id = match Message::read(bytes) {
        Ok(Message::Request { id, .. }) => Some(id),
        Ok(Message::Notification(_)) => None,
        Err(refused) => refused.id,
    };
    reply::error(id.as_ref(), &ProtocolError::credential())
}

/// The request that a notification gives up, where it does. On HTTP a client
/// closes the connection instead.
#[must_use]
pub fn cancelled_request(bytes: &[u8]) -> Option<RequestId> {
    match Message::read(bytes) {
        Ok(Message::Notification(envelope)) if envelope.method == "notifications/cancelled" => {
            envelope.params.get("requestId").and_then(RequestId::read)
        }
        _ => None,
    }
}

/// What a transport knows of a message beyond its bytes.
#[derive(Debug, Clone, Copy)]
pub enum Transport<'a> {
    /// HTTP: the mirrored headers are held against the body.
    Http(&'a RequestHeaders),
    /// A stream: whether a handshake went before.
    Stream {
        /// Whether `initialize` was answered on this stream.
        handshake_done: bool,
    },
}

/// What came of a message.
pub enum Outcome {
    /// One reply.
    Reply(Reply),
    /// A reply that is on its way, with progress before it.
    Running(Running),
    /// A subscription: one message now, one at the end.
    Listening(Subscription),
    /// A notification: no body.
    Accepted,
}

/// A subscription that is held open.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// The request's id.
    pub id: RequestId,
    /// To be sent at once.
    pub acknowledgement: Vec<u8>,
    /// To be sent when the server ends it.
    pub end: Vec<u8>,
}

impl Subscription {
    /// The reply where no more are taken.
    #[must_use]
    pub fn refusal(&self) -> Reply {
        reply::error(Some(&self.id), &ProtocolError::invalid_request("too many subscriptions are open"))
    }
}

/// A call on its way.
pub struct Running {
    /// The request's id.
    pub id: RequestId,
    /// The reply.
    pub reply: BoxFuture<'static, Reply>,
    /// Progress until then, as messages.
    pub progress: mpsc::UnboundedReceiver<ProgressEvent>,
    /// The token that the client gave; without one nobody wants progress.
    pub token: Option<Value>,
}

impl Running {
    /// A progress message for this call.
    #[must_use]
    pub fn message(token: &Value, event: &ProgressEvent) -> Vec<u8> {
        reply::progress(token, event)
    }
}

/// Dispatches messages to a handler. Cheap to clone; holds no session.
pub struct Dispatcher<H> {
    handler: Arc<H>,
}

impl<H> Clone for Dispatcher<H> {
    fn clone(&self) -> Self {
        Self { handler: Arc::clone(&self.handler) }
    }
}

impl<H: Handler> Dispatcher<H> {
    /// A dispatcher for a handler.
    #[must_use]
    pub fn new(handler: Arc<H>) -> Self {
        Self { handler }
    }

    /// Handles one message.
    #[must_use]
    pub fn handle(&self, bytes: &[u8], transport: Transport<'_>) -> Outcome {
        match Message::read(bytes) {
            Err(Refused { id, error }) => Outcome::Reply(reply::error(id.as_ref(), &error)),
            // Nothing that a client notifies us of needs doing here: a stream
            // looks for cancelled requests itself, since it holds them.
            Ok(Message::Notification(_)) => Outcome::Accepted,
            Ok(Message::Request { id, envelope }) => {
                let outcome = self.request(&id, envelope, transport);
                outcome.unwrap_or_else(|error| Outcome::Reply(reply::error(Some(&id), &error)))
            }
        }
    }

    fn request(&self, id: &RequestId, envelope: Envelope, transport: Transport<'_>) -> Result<Outcome, ProtocolError> {
        let (era, headers) = match transport {
            Transport::Http(headers) => (Era::of_http(&envelope, headers)?, Some(headers)),
            Transport::Stream { handshake_done } => (Era::of_stream(&envelope, handshake_done), None),
        };
        match era {
            Era::Modern => {
                era::check_modern(&envelope, headers)?;
                if let Some(headers) = headers {
                    headers.check_method(&envelope.method, params::mirrored_name(&envelope))?;
                }
                self.guarded(id, envelope, era, headers)
            }
            // Clients of the handshake era read error bodies at 200 alone.
            Era::Legacy => self.guarded(id, envelope, era, headers).map_err(|error| error.at_status(200)),
        }
    }

    /// A panic in a list or a reading is an answer too, as it is in a tool.
    fn guarded(
        &self,
        id: &RequestId,
        envelope: Envelope,
        era: Era,
        headers: Option<&RequestHeaders>,
    ) -> Result<Outcome, ProtocolError> {
        let answer = std::panic::AssertUnwindSafe(|| self.method(id, envelope, era, headers));
        std::panic::catch_unwind(answer).unwrap_or_else(|_| {
            tracing::error!("a handler panicked");
            Err(ProtocolError::internal())
        })
    }

    fn method(
        &self,
        id: &RequestId,
        mut envelope: Envelope,
        era: Era,
        headers: Option<&RequestHeaders>,
    ) -> Result<Outcome, ProtocolError> {
        let handler = &*self.handler;
        let writer = ResultWriter { id, era, server: handler.implementation() };
        let reply = match (envelope.method.as_str(), era) {
            ("server/discover", Era::Modern) => initialize::discover(handler, &writer),
            ("initialize", Era::Legacy) => initialize::initialize(handler, &envelope, &writer)?,
            ("ping", Era::Legacy) => Reply { body: writer.result(&[], &[]), status: 200, ..Reply::default() },
            ("tools/list", _) => {
                params::no_cursor(&envelope.params)?;
                let listed = handler.list_tools();
                writer.list("tools", &listed.json, listed.cache)
            }
            ("tools/call", _) => return self.call(id, &mut envelope, era, headers),
            ("resources/list", _) => {
                params::no_cursor(&envelope.params)?;
                let listed = handler.list_resources();
                writer.list("resources", &listed.json, listed.cache)
            }
            ("resources/templates/list", _) => {
                params::no_cursor(&envelope.params)?;
                let listed = handler.list_resource_templates();
                writer.list("resourceTemplates", &listed.json, listed.cache)
            }
            ("resources/read", _) => {
                let listed = handler.read_resource(params::uri(&envelope.params)?)?;
                writer.list("contents", &listed.json, listed.cache)
            }
            ("subscriptions/listen", Era::Modern) => {
                return Ok(Outcome::Listening(Subscription {
                    id: id.clone(),
                    acknowledgement: listen::acknowledgement(id),
                    end: writer.result(&[], &listen::end_members(id)),
                }));
            }
            _ => return Err(ProtocolError::method_not_found()),
        };
        Ok(Outcome::Reply(reply))
    }

    fn call(
        &self,
        id: &RequestId,
        envelope: &mut Envelope,
        era: Era,
        headers: Option<&RequestHeaders>,
    ) -> Result<Outcome, ProtocolError> {
        let token = params::progress_token(envelope);
        let client_capabilities = client_capabilities(envelope);
        let ToolCall { name, arguments } = ToolCall::take(&mut envelope.params)?;
        if !self.handler.knows_tool(&name) {
            return Err(ProtocolError::params("there is no such tool; tools/list names them"));
        }
        if let Some(headers) = headers.filter(|_| era == Era::Modern) {
            headers.check_params(self.handler.param_headers(&name), &arguments)?;
        }
        let peer = headers.and_then(|headers| headers.peer);
        let (progress, events) = Progress::channel();
        let facts = CallFacts { era, client_capabilities, progress, peer };
        let handler = Arc::clone(&self.handler);
        let running = id.clone();
        let id = id.clone();
        let reply = async move {
            // A panic in a tool must not take the connection down with it.
            let called = std::panic::AssertUnwindSafe(handler.call_tool(&name, arguments, facts)).catch_unwind().await;
            let writer = ResultWriter { id: &id, era, server: handler.implementation() };
            match called {
                Ok(Ok(tool_reply)) => writer.tool(tool_reply),
                Ok(Err(error)) => {
                    let status = if era == Era::Legacy { 200 } else { error.status };
                    reply::error(Some(&id), &error.at_status(status))
                }
                Err(_) => reply::error(Some(&id), &ProtocolError::internal()),
            }
        };
        Ok(Outcome::Running(Running { id: running, reply: reply.boxed(), progress: events, token }))
    }
}

fn client_capabilities(envelope: &Envelope) -> Map<String, Value> {
    envelope.meta_value(META_CAPABILITIES).and_then(Value::as_object).cloned().unwrap_or_default()
}
