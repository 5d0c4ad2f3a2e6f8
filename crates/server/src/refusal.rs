//! Refusals over HTTP: the code says which status.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use game::Refusal;

/// A refusal as an answer.
#[derive(Debug)]
pub struct No(pub Refusal);

impl No {
    /// A refusal of the server's own.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self(Refusal::plain(code, message))
    }

    /// The status that its code stands for.
    pub fn status(&self) -> StatusCode {
        match self.0.code {
            "sign-in.wanted" | "sign-in.wrong" | "sign-in.locked" | "session.over" => {
                StatusCode::UNAUTHORIZED
            }
            "host.unknown" => StatusCode::MISDIRECTED_REQUEST,
            "rate.much" | "rate.round" | "sign-in.busy" | "guest.many" | "key.full" | "recall.busy"
            | "recall.full" | "station.many" => StatusCode::TOO_MANY_REQUESTS,
            "message.size" => StatusCode::PAYLOAD_TOO_LARGE,
            "message.slow" | "station.silent" => StatusCode::REQUEST_TIMEOUT,
            "message.upgrade" => StatusCode::UPGRADE_REQUIRED,
            "journal.not_kept" | "journal.away" | "journal.in_doubt" | "journal.strange" | "table.gone"
            | "house.full" | "house.stops" | "protect.unread" | "voucher.unread" => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            "key.reused" | "key.in_progress" | "key.in_doubt" => StatusCode::CONFLICT,
            "approval.waits" | "confirm.waits" => StatusCode::ACCEPTED,
            // What the rules do not know is theirs to refuse.
            "approval.unknown" | "confirm.unknown" | "book.unknown" | "felt.unknown" | "path.unknown"
            | "people.unknown" | "player.unknown" | "round.unknown" | "table.unknown" => {
                StatusCode::NOT_FOUND
            }
            "round.archived" => StatusCode::GONE,
            code if code.starts_with("role.") || code.starts_with("origin.") || code.starts_with("csrf.") => {
                StatusCode::FORBIDDEN
            }
            code if code.starts_with("message.") => StatusCode::BAD_REQUEST,
            // What the rules refuse was understood, and is not possible as things stand.
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl From<Refusal> for No {
    fn from(refused: Refusal) -> Self {
        Self(refused)
    }
}

impl From<journal::Error> for No {
    fn from(error: journal::Error) -> Self {
        match error {
            journal::Error::Overdrawn { overdrawn, .. } => Self::new("account.short", overdrawn.to_string()),
            full @ journal::Error::KeysFull { .. } => Self::new("key.full", full.to_string()),
            // What is wrong inside is for the log, not for the world.
            odd @ (journal::Error::Strange(_) | journal::Error::Damaged { .. }) => {
                tracing::error!(error = %odd, "journal");
                Self(floor::ask::unkept(&odd))
            }
            doubt @ journal::Error::InDoubt(_) => {
                tracing::error!(error = %doubt, "journal");
                Self(floor::ask::unkept(&doubt))
            }
            other => {
                tracing::error!(error = %other, "journal");
                Self::new("journal.not_kept", "it was not kept, so nothing happened")
            }
        }
    }
}

impl No {
    /// What has to be known before anything is done cannot be read: nothing was begun, and what was asked before under
    /// the same key may have been done.
    pub fn unread(error: journal::Error) -> Self {
        match error {
            journal::Error::Store(_) | journal::Error::Stopped => {
                tracing::error!(%error, "the journal cannot be read");
                Self::new("journal.away", "the journal cannot be read now: send it again under its key")
            }
            other => other.into(),
        }
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = (status, Json(self.0)).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_the_status_that_is_listed() {
        let text = include_str!("../../../docs/refusals.md");
        let row = |line: &'static str| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let status: u16 = cells.next()?.parse().ok()?;
            Some((cells.next()?.trim_matches('`'), status))
        };
        let rows: Vec<(&str, u16)> = text.lines().filter_map(row).collect();
        assert!(rows.len() > 50, "{rows:?}");
        // The router itself answers to a method that is not there.
        for (code, status) in rows.into_iter().filter(|(code, _)| *code != "message.method") {
            assert_eq!(No::new(code, "").status().as_u16(), status, "{code}");
        }
        for code in ["area.unknown", "dispute.unknown", "claim.unknown", "phase.wrong", "person.not_dealer"] {
            assert_eq!(No::new(code, "").status().as_u16(), 422, "{code} is the rules' to refuse");
        }
    }
}
