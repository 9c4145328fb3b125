//! One request and its answer, within all bounds.

use std::{io, path::Path};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, StatusCode, header};
use reqwest::Response;
use tokio::{
    fs::OpenOptions,
    io::AsyncWriteExt,
    time::{Instant, timeout_at},
};

use crate::{
    Document, EgressError, EgressPolicy, Fetched,
    document::{Body, media_type},
    pause,
    request::{Call, Form},
    target::Target,
};

/// What all requests of one call have in common.
pub(crate) struct Transfer<'a> {
    pub(crate) client: &'a reqwest::Client,
    pub(crate) policy: &'a EgressPolicy,
    pub(crate) call: &'a Call,
    pub(crate) deadline: Instant,
}

/// Where one request led.
pub(crate) enum Hop {
    /// To an answer.
    Arrived(Fetched),
    /// To another address, as the server wrote it.
    Onwards(String),
}

impl Transfer<'_> {
    /// Sends the request to `target`. Secret and conditions are for the origin
    /// that the caller named (`is_home`).
    pub(crate) async fn hop(&self, target: &Target, is_home: bool) -> Result<Hop, EgressError> {
        // Within the time limit and not around it, so that the breaker is told.
        timeout_at(self.deadline, self.exchange(target, is_home))
            .await
            .unwrap_or_else(|_| Err(EgressError::TimedOut { host: target.host().to_owned(), after: self.call.within }))
    }

    async fn exchange(&self, target: &Target, is_home: bool) -> Result<Hop, EgressError> {
        let call = self.call;
        let mut request = self.client.request(call.method.clone(), target.url().clone());
        for (name, value) in &call.headers {
            if is_home || name == header::ACCEPT {
                request = request.header(name, value);
            }
        }
        if let Some(Form(fields)) = &call.form {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(fields.clone());
        }
        if let Some(secret) = call.secret.as_ref().filter(|_| is_home) {
            request = secret.apply(request);
        }
        let response = request.send().await.map_err(|error| EgressError::of_client(&error, target.host(), false))?;
        self.check_headers(target, response.headers())?;
        match response.status() {
            status if status.is_success() => self.body(target, response).await.map(Hop::Arrived),
            StatusCode::NOT_MODIFIED if self.is_conditional() => Ok(Hop::Arrived(Fetched::NotModified)),
            StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT => self.onwards(target, response.headers()),
            status => Err(EgressError::Status {
                host: target.host().to_owned(),
                status: status.as_u16(),
                retry_after: pause::asked_for(response.headers()),
            }),
        }
    }

    fn is_conditional(&self) -> bool {
        let headers = &self.call.headers;
        headers.contains_key(header::IF_NONE_MATCH) || headers.contains_key(header::IF_MODIFIED_SINCE)
    }

    fn onwards(&self, target: &Target, headers: &HeaderMap) -> Result<Hop, EgressError> {
        let location = headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
        match location {
            Some(location) if self.call.form.is_none() => Ok(Hop::Onwards(location.to_owned())),
            _ => Err(EgressError::RedirectRefused { host: target.host().to_owned() }),
        }
    }

    fn check_headers(&self, target: &Target, headers: &HeaderMap) -> Result<(), EgressError> {
        let limit = self.policy.max_header_bytes;
        let length: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        if length > limit {
            return Err(EgressError::HeadersTooLong { host: target.host().to_owned(), limit });
        }
        Ok(())
    }

    async fn body(&self, target: &Target, response: Response) -> Result<Fetched, EgressError> {
        let headers = response.headers().clone();
        let accepted = &self.call.accepted;
        let is_wanted = accepted.is_empty() || media_type(&headers).is_some_and(|found| accepted.contains(&found));
        // What the client understood it has taken out of the headers.
        let is_plain = headers.get(header::CONTENT_ENCODING).is_none_or(|coding| coding == "identity");
        if !is_wanted || !is_plain {
            return Err(EgressError::WrongType { host: target.host().to_owned() });
        }
        let mut chunks = Chunks::of(response, target.host(), self.call.max_bytes)?;
        let body = match &self.call.file {
            None => {
                let mut whole = BytesMut::new();
                while let Some(chunk) = chunks.next().await? {
                    whole.extend_from_slice(&chunk);
                }
                Body::Held(whole.freeze())
            }
            Some(path) => Body::Saved(save(path, &mut chunks).await?),
        };
        Ok(Fetched::Fresh(Box::new(Document::new(target.url().clone(), &headers, body))))
    }
}

/// Writes a body to a file as it comes.
async fn save(path: &Path, chunks: &mut Chunks<'_>) -> Result<u64, EgressError> {
    let host = chunks.host.to_owned();
    let unwritten = |error: io::Error| EgressError::NotSaved { host: host.clone(), kind: error.kind() };
    let mut file = OpenOptions::new().write(true).truncate(true).open(path).await.map_err(unwritten)?;
    while let Some(chunk) = chunks.next().await? {
        file.write_all(&chunk).await.map_err(unwritten)?;
    }
    file.flush().await.map_err(unwritten)?;
    Ok(chunks.seen as u64)
}

/// A body as it comes. Counts what arrives after decompression: a declared
/// length is only a reason to stop earlier.
struct Chunks<'a> {
    response: Response,
    host: &'a str,
    limit: usize,
    seen: usize,
}

impl<'a> Chunks<'a> {
    fn of(response: Response, host: &'a str, limit: usize) -> Result<Self, EgressError> {
        if response.content_length().is_some_and(|declared| usize::try_from(declared).is_ok_and(|n| n > limit)) {
            return Err(EgressError::TooLong { host: host.to_owned(), limit });
        }
        Ok(Self { response, host, limit, seen: 0 })
    }

    async fn next(&mut self) -> Result<Option<Bytes>, EgressError> {
        let chunk = self.response.chunk().await;
        let chunk = chunk.map_err(|error| EgressError::of_client(&error, self.host, true))?;
        self.seen += chunk.as_ref().map_or(0, Bytes::len);
        if self.seen > self.limit {
            return Err(EgressError::TooLong { host: self.host.to_owned(), limit: self.limit });
        }
        Ok(chunk)
    }
}
