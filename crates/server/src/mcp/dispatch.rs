//! From a message to its outcome, in the order of the digest.

use std::sync::Arc;

use futures_util::{FutureExt as _, future::BoxFuture};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};

use super::{
    CallFacts, CallerName, Envelope, Era, Handler, META_CAPABILITIES, Message, Progress, ProgressEvent, ProtocolError,
    Reply, RequestHeaders, RequestId,
    envelope::Refused,
    era, initialize, listen,
    params::{self, ToolCall},
    reply::{self, ResultWriter},
};

/// Why a request does not come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAdmitted {
    /// It has no credential of the kind that is taken here, and needs one.
    SignIn,
    /// Its credential is not valid here.
    Invalid,
}

/// The reply to a request that does not come in: its id is echoed where the
/// message can be read, and nothing else of it is looked at.
#[must_use]
pub fn not_admitted(bytes: &[u8], why: NotAdmitted) -> Reply {
    let id = match Message::read(bytes) {
        Ok(Message::Request { id, .. }) => Some(id),
        Ok(Message::Notification(_)) => None,
        Err(refused) => refused.id,
    };
    let error = match why {
        NotAdmitted::SignIn => ProtocolError::sign_in(),
        NotAdmitted::Invalid => ProtocolError::credential(),
    };
    reply::error(id.as_ref(), &error)
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
    /// To be sent whenever the lists change.
    pub announcements: Vec<Vec<u8>>,
    /// Tells of changes, where some are announced.
    pub changes: Option<watch::Receiver<u64>>,
    /// To be sent when the server ends it.
    pub end: Vec<u8>,
}

impl Subscription {
    /// Waits for the next change of the lists; for ever where none is announced
    /// any more.
    pub async fn changed(&mut self) {
        if let Some(changes) = &mut self.changes
            && changes.changed().await.is_ok()
        {
            return;
        }
        std::future::pending::<()>().await;
    }

    /// The reply where no more are taken.
    #[must_use]
    pub fn refusal(&self) -> Reply {
        reply::error(Some(&self.id), &ProtocolError::busy("too many subscriptions are open"))
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

    /// Under which name a caller's requests are counted against each other.
    #[must_use]
    pub fn name_of(&self, caller: &H::Caller) -> Option<CallerName> {
        self.handler.name_of(caller)
    }

    /// Handles one message.
    #[must_use]
    pub fn handle(&self, bytes: &[u8], transport: Transport<'_>, caller: &H::Caller) -> Outcome {
        match Message::read(bytes) {
            Err(Refused { id, error }) => Outcome::Reply(reply::error(id.as_ref(), &error)),
            // Nothing that a client notifies us of needs doing here: a stream
            // looks for cancelled requests itself, since it holds them.
            Ok(Message::Notification(_)) => Outcome::Accepted,
            Ok(Message::Request { id, envelope }) => {
                let outcome = self.request(&id, envelope, transport, caller);
                outcome.unwrap_or_else(|error| Outcome::Reply(reply::error(Some(&id), &error)))
            }
        }
    }

    fn request(
        &self,
        id: &RequestId,
        envelope: Envelope,
        transport: Transport<'_>,
        caller: &H::Caller,
    ) -> Result<Outcome, ProtocolError> {
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
                self.guarded(id, envelope, (era, headers), caller)
            }
            // Clients of the handshake era read error bodies at 200 alone.
            Era::Legacy => self.guarded(id, envelope, (era, headers), caller).map_err(|error| error.at_status(200)),
        }
    }

    /// A panic in a list or a reading is an answer too, as it is in a tool.
    fn guarded(
        &self,
        id: &RequestId,
        envelope: Envelope,
        edge: (Era, Option<&RequestHeaders>),
        caller: &H::Caller,
    ) -> Result<Outcome, ProtocolError> {
        let answer = std::panic::AssertUnwindSafe(|| self.method(id, envelope, edge, caller));
        std::panic::catch_unwind(answer).unwrap_or_else(|_| {
            tracing::error!("a handler panicked");
            Err(self.handler.defect("a list or a reading panicked"))
        })
    }

    fn method(
        &self,
        id: &RequestId,
        mut envelope: Envelope,
        (era, headers): (Era, Option<&RequestHeaders>),
        caller: &H::Caller,
    ) -> Result<Outcome, ProtocolError> {
        let handler = &*self.handler;
        let writer = ResultWriter { id, era, server: handler.implementation() };
        let reply = match (envelope.method.as_str(), era) {
            ("server/discover", Era::Modern) => initialize::discover(handler, caller, &writer),
            ("initialize", Era::Legacy) => initialize::initialize(handler, caller, &envelope, &writer)?,
            ("ping", Era::Legacy) => Reply { body: writer.result(&[], &[]), status: 200, ..Reply::default() },
            ("tools/list", _) => {
                params::no_cursor(&envelope.params)?;
                writer.list("tools", &handler.list_tools(caller))
            }
            ("tools/call", _) => return self.call(id, &mut envelope, (era, headers), caller),
            ("resources/list", _) => {
                let cursor = params::cursor(&envelope.params)?;
                let listed = handler.list_resources(caller, cursor).ok_or(params::FOREIGN_CURSOR)?;
                writer.list("resources", &listed)
            }
            ("resources/templates/list", _) => {
                params::no_cursor(&envelope.params)?;
                writer.list("resourceTemplates", &handler.list_resource_templates(caller))
            }
            ("resources/read", _) => {
                let uri = params::uri(&envelope.params)?.to_owned();
                return Ok(self.read(id, uri, (era, headers), caller));
            }
            ("subscriptions/listen", Era::Modern) => {
                let end = writer.result(&[], &listen::end_members(id));
                let changes = handler.list_changes();
                return Ok(Outcome::Listening(listen::subscription(id, &envelope.params, changes, end)));
            }
            _ => return Err(ProtocolError::method_not_found()),
        };
        Ok(Outcome::Reply(reply))
    }

    fn call(
        &self,
        id: &RequestId,
        envelope: &mut Envelope,
        (era, headers): (Era, Option<&RequestHeaders>),
        caller: &H::Caller,
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
        let (handler, caller) = (Arc::clone(&self.handler), caller.clone());
        let called = async move { handler.call_tool(&caller, &name, arguments, facts).await };
        let reply = self.reply(id, era, called, |writer, tool_reply| writer.tool(tool_reply));
        Ok(Outcome::Running(Running { id: id.clone(), reply, progress: events, token }))
    }

    fn read(
        &self,
        id: &RequestId,
        uri: String,
        (era, headers): (Era, Option<&RequestHeaders>),
        caller: &H::Caller,
    ) -> Outcome {
        let peer = headers.and_then(|headers| headers.peer);
        let (handler, caller) = (Arc::clone(&self.handler), caller.clone());
        let read = async move { handler.read_resource(&caller, &uri, peer).await };
        let reply = self.reply(id, era, read, |writer, listed| writer.list("contents", &listed));
        let (_, events) = Progress::channel();
        Outcome::Running(Running { id: id.clone(), reply, progress: events, token: None })
    }

    /// The reply to come of some work.
    fn reply<T: 'static>(
        &self,
        id: &RequestId,
        era: Era,
        work: impl Future<Output = Result<T, ProtocolError>> + Send + 'static,
        write: fn(&ResultWriter<'_>, T) -> Reply,
    ) -> BoxFuture<'static, Reply> {
        let (handler, id) = (Arc::clone(&self.handler), id.clone());
        let reply = async move {
            // A panic in a tool must not take the connection down with it.
            let worked = std::panic::AssertUnwindSafe(work).catch_unwind().await;
            let writer = ResultWriter { id: &id, era, server: handler.implementation() };
            match worked {
                Ok(Ok(done)) => write(&writer, done),
                Ok(Err(error)) => {
                    let status = if era == Era::Legacy { 200 } else { error.status };
                    reply::error(Some(&id), &error.at_status(status))
                }
                Err(_) => {
                    let error = handler.defect("a call panicked");
                    let status = if era == Era::Legacy { 200 } else { error.status };
                    reply::error(Some(&id), &error.at_status(status))
                }
            }
        };
        reply.boxed()
    }
}

fn client_capabilities(envelope: &Envelope) -> Map<String, Value> {
    envelope.meta_value(META_CAPABILITIES).and_then(Value::as_object).cloned().unwrap_or_default()
}
