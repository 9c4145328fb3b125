//! The commands, one file each.

pub(crate) mod audit;
pub(crate) mod call;
pub(crate) mod config_check;
mod configuration;
pub(crate) mod delegation;
pub(crate) mod feed;
pub(crate) mod init;
mod kept;
pub(crate) mod listing;
pub(crate) mod publish;
pub(crate) mod rooftop;
pub(crate) mod serve;
mod served;
pub(crate) mod token;
