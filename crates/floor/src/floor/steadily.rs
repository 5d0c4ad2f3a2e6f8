//! Tasks that go on for as long as the house does.

use std::future::Future;
use std::time::Duration;

/// Before a task that broke begins again.
const AGAIN: Duration = Duration::from_secs(1);

/// Does something for as long as the house goes on: if it breaks, it begins again.
pub async fn steadily<F: Future<Output = ()> + Send + 'static>(
    what: &'static str,
    task: impl Fn() -> F + Send,
) {
    loop {
        match tokio::spawn(task()).await {
            Err(error) if error.is_panic() => {
                tracing::error!(what, "something broke that goes on for as long as the house does");
            }
            Ok(()) | Err(_) => return,
        }
        tokio::time::sleep(AGAIN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[tokio::test]
    async fn what_breaks_begins_again() {
        let times = Arc::new(AtomicU32::new(0));
        let counted = times.clone();
        steadily("a test", move || {
            let times = counted.clone();
            async move { assert!(times.fetch_add(1, Ordering::Relaxed) >= 2, "it breaks twice") }
        })
        .await;
        assert_eq!(times.load(Ordering::Relaxed), 3);
    }
}
