//! A file of the server, to the spool.

use russh_sftp::{
    client::RawSftpSession,
    protocol::{FileAttributes, OpenFlags},
};
use tokio::io::AsyncWriteExt;

use super::{SftpPlan, is_end};
use crate::{SourceFault, SpoolFile};

/// Bytes that are asked for at once, which every server must give.
const PIECE: u32 = 32 << 10;

/// Requests that are on their way at the same time.
const AT_ONCE: u64 = 16;

impl SftpPlan {
    /// Copies the file at `path` to the spool, a few pieces at once.
    pub(super) async fn copy(
        &self,
        files: &RawSftpSession,
        path: &str,
        file: &SpoolFile,
        limit: u64,
    ) -> Result<u64, SourceFault> {
        let opened = files.open(path, OpenFlags::READ, FileAttributes::empty()).await;
        let remote = opened.map_err(|error| self.fault(&error))?.handle;
        let mut local = tokio::fs::File::from_std(file.writer()?);
        let mut at = 0_u64;
        'whole: loop {
            let pieces = (0..AT_ONCE).map(|n| files.read(remote.as_str(), at + n * u64::from(PIECE), PIECE));
            for piece in futures_util::future::join_all(pieces).await {
                let data = match piece {
                    Ok(piece) => piece.data,
                    Err(error) if is_end(&error) => break 'whole,
                    Err(error) => return Err(self.fault(&error)),
                };
                at += data.len() as u64;
                if at > limit {
                    return Err(SourceFault::too_large(&self.place(), limit));
                }
                local.write_all(&data).await.map_err(|error| file.fault(&error))?;
                if data.is_empty() {
                    break 'whole;
                }
                // A short piece: what follows it was asked for at wrong places.
                if data.len() < PIECE as usize {
                    continue 'whole;
                }
            }
        }
        local.flush().await.map_err(|error| file.fault(&error))?;
        let _ = files.close(remote).await;
        Ok(at)
    }
}
