//! What a client has open: calls under way and subscriptions.

use std::collections::HashMap;

use tokio::{
    sync::mpsc,
    task::{AbortHandle, JoinSet},
};

use crate::mcp::{RequestId, Running, Subscription};

/// Most calls under way at once; the next line is read when one is done.
const CALLS: usize = 64;
/// Most subscriptions held open at once.
const SUBSCRIPTIONS: usize = 64;

/// Calls and subscriptions by the id of their request.
pub(super) struct Open {
    sender: mpsc::Sender<Vec<u8>>,
    calls: JoinSet<()>,
    by_id: HashMap<RequestId, AbortHandle>,
    subscriptions: HashMap<RequestId, Held>,
}

impl Open {
    /// Nothing yet; what is said goes to `sender`.
    pub(super) fn new(sender: mpsc::Sender<Vec<u8>>) -> Self {
        Self { sender, calls: JoinSet::new(), by_id: HashMap::new(), subscriptions: HashMap::new() }
    }

    /// Says one message. A writer that is gone means that the client is gone;
    /// the loop ends on EOF.
    pub(super) async fn say(&self, message: Vec<u8>) {
        let _ = self.sender.send(message).await;
    }

    /// Starts a call, once there is room for it.
    pub(super) async fn call(&mut self, call: Running) {
        while self.calls.len() >= CALLS && self.calls.join_next().await.is_some() {}
        while self.calls.try_join_next().is_some() {}
        self.by_id.retain(|_, call| !call.is_finished());
        let id = call.id.clone();
        self.by_id.insert(id, self.calls.spawn(run(call, self.sender.clone())));
    }

    /// Opens a subscription.
    pub(super) async fn subscribe(&mut self, mut subscription: Subscription) {
        if self.subscriptions.len() >= SUBSCRIPTIONS && !self.subscriptions.contains_key(&subscription.id) {
            return self.say(subscription.refusal().body).await;
        }
        self.say(std::mem::take(&mut subscription.acknowledgement)).await;
        let (id, end) = (subscription.id.clone(), std::mem::take(&mut subscription.end));
        let announcer = tokio::spawn(announce(subscription, self.sender.clone())).abort_handle();
        let held = Held { end, announcer };
        if let Some(replaced) = self.subscriptions.insert(id, held) {
            replaced.announcer.abort();
        }
    }

    /// Gives up what a client no longer wants: of a call nothing more is said,
    /// a subscription has its end result. Other ids are ignored.
    pub(super) async fn cancel(&mut self, id: &RequestId) {
        if let Some(call) = self.by_id.remove(id) {
            call.abort();
        }
        if let Some(held) = self.subscriptions.remove(id) {
            held.announcer.abort();
            self.say(held.end).await;
        }
    }

    /// Waits for the calls under way. The client is gone, so subscriptions
    /// need no end.
    pub(super) async fn finish(mut self) {
        self.subscriptions.values().for_each(|held| held.announcer.abort());
        while self.calls.join_next().await.is_some() {}
    }
}

/// A subscription that is held open.
struct Held {
    /// What is said when it ends.
    end: Vec<u8>,
    announcer: AbortHandle,
}

async fn announce(mut subscription: Subscription, sender: mpsc::Sender<Vec<u8>>) {
    loop {
        subscription.changed().await;
        for announcement in &subscription.announcements {
            if sender.send(announcement.clone()).await.is_err() {
                return;
            }
        }
    }
}

async fn run(mut call: Running, sender: mpsc::Sender<Vec<u8>>) {
    // Whether anybody still listens shows at the end of the input.
    let say = async |message: Vec<u8>| {
        let _ = sender.send(message).await;
    };
    let Some(token) = call.token.take() else {
        return say(call.reply.await.body).await;
    };
    loop {
        tokio::select! {
            biased;
            Some(event) = call.progress.recv() => say(Running::message(&token, &event)).await,
            reply = &mut call.reply => {
                // What was reported last still comes before the reply.
                while let Ok(event) = call.progress.try_recv() {
                    say(Running::message(&token, &event)).await;
                }
                return say(reply.body).await;
            }
        }
    }
}
