//! What the one writer says outside the database: how far it has come.

use super::{Job, Journal, Writer};
use crate::last::{Follower, Last, Went};
use crate::{Checkpoint, Error, Head};
use tokio::sync::oneshot;

impl Journal {
    /// From now on says in a file how far it has come, where nothing did so before. Not for asynchronous code.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn follow_blocking(&self, last: Last) -> Result<(), Error> {
        let (answer, answers) = oneshot::channel();
        self.jobs.blocking_send(Job::Follow(last, answer)).map_err(|_| Error::Stopped)?;
        answers.blocking_recv().map_err(|_| Error::Stopped)?
    }

    /// Why the file outside the database does not say how far the journal has come, if it cannot be written.
    pub fn untold(&self) -> Option<String> {
        self.pins.is_untold()
    }
}

impl Writer {
    /// Begins to say outside the database how far it has come.
    pub(super) fn follow(&mut self, last: Last) -> Result<(), Error> {
        let Some(signer) = self.signer.clone() else { return Ok(()) };
        self.tries.go_on(last.tries(&signer), self.records <= 1);
        if let Some(went) = self.went() {
            self.follower = Some(Follower::begin(last, went)?);
        }
        Ok(())
    }

    fn went(&self) -> Option<Went> {
        let checkpoint = self.streams.get(Checkpoint::STREAM).map(|known| known.head);
        let checkpoint = checkpoint.unwrap_or_else(|| Head::genesis(Checkpoint::STREAM));
        Some(Went::new(self.signer.as_ref()?, self.records, checkpoint, &self.imprint, self.tries))
    }

    /// Says outside the database how far it has come, before anybody hears of what was kept. If it cannot be said, the
    /// house goes on: what is behind the database stops no start, and is told.
    pub(super) fn tell_last(&mut self, surely: bool) {
        let went = self.follower.as_ref().and_then(|_| self.went());
        if let Some((follower, went)) = self.follower.as_mut().zip(went)
            && follower.tell(went, surely)
        {
            self.pins.untold(follower.trouble().cloned());
        }
    }

    /// Says that a commit which was not kept never counts, though what was tried is sealed: before anybody hears that it
    /// was not kept, and on disk.
    pub(super) fn tell_never(&mut self) {
        if let Some((follower, signer)) = self.follower.as_mut().zip(self.signer.as_ref())
            && follower.never(signer, self.tries)
        {
            self.pins.untold(follower.trouble().cloned());
        }
    }
}
