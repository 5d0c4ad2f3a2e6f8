//! What is measured, for Prometheus.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// The recorder of this process.
pub fn recorder() -> PrometheusHandle {
    RECORDER
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new().build_recorder();
            let handle = recorder.handle();
            // Another recorder, set by whoever embeds this, goes first.
            let _ = metrics::set_global_recorder(recorder);
            metrics::describe_gauge!("houseway_stations", "stations that are connected");
            metrics::describe_counter!("houseway_messages", "messages from stations");
            metrics::describe_counter!("houseway_updates", "updates to stations");
            metrics::describe_counter!("houseway_requests", "requests by route and status");
            handle
        })
        .clone()
}
