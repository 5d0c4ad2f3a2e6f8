//! What the one writer puts into a batch for others to compare: what accounts hold after it, and the house's imprint.

use super::Writer;
use crate::Error;
use crate::imprint::{Found, Imprint, print};
use crate::shelved::Shelved;
use money::Account;
use std::collections::HashSet;
use std::sync::Arc;

impl Writer {
    /// Puts what accounts hold after the batch into it.
    pub(super) fn take_stands(&mut self) {
        let moves = self.batch.moves.iter();
        let touched: HashSet<(&Arc<str>, Account)> =
            moves.flat_map(|(stream, step)| [(stream, step.from), (stream, step.to)]).collect();
        let stands = touched.into_iter().filter_map(|(stream, account)| {
            Some((stream.clone(), account, self.streams.get(stream)?.ledger.balance(account)))
        });
        self.batch.stands = stands.collect();
    }

    /// Puts the imprint of where streams stand after the batch, and of what lies on shelves then, into it. If it is not
    /// kept, streams are read again, and shelves go back.
    pub(super) fn take_imprint(&mut self) {
        let Some(signer) = self.signer.as_ref() else { return };
        let shelved = self.shelved.get_or_insert_default();
        let changes = shelved.take(signer, &mut self.imprint, &self.batch.kept);
        if self.batch.records.is_empty() && !changes {
            return;
        }
        for record in &self.batch.records {
            let Some(known) = self.streams.get_mut(&record.stream) else { continue };
            // Once a stream, whichever of its records this is.
            if known.head.sequence == record.sequence {
                let fresh = print(signer, &record.stream, known.head);
                self.imprint.turn(&std::mem::replace(&mut known.print, fresh));
                self.imprint.turn(&fresh);
            }
        }
        // A number of its own, whatever comes of it.
        self.imprint.number = self.tries.again();
        self.batch.imprint = self.imprint.kept(signer);
    }

    /// Reads what lies on the shelves that the imprint takes in, the first time. After that only the writer knows what has
    /// to lie there: what somebody else put there is not learnt after a commit that failed.
    pub(super) fn learn_shelves(&mut self) -> Result<(), Error> {
        if let (None, Some(signer)) = (&self.shelved, &self.signer) {
            let mut imprint = Imprint::default();
            self.shelved = Some(Shelved::read(&mut *self.store, signer, &mut imprint)?);
            imprint.counts(Found::on(&mut *self.store, signer, true)?.as_ref());
            (self.tries.kept, self.tries.tried) = (imprint.number, imprint.number);
            self.imprint = imprint;
        }
        self.imprint = self.imprint.without_heads();
        Ok(())
    }

    /// What came of the batch in hand.
    pub(super) fn settle_shelves(&mut self, kept: bool) {
        if let Some(shelved) = &mut self.shelved {
            shelved.settle(&mut self.imprint, kept);
        }
    }
}
