//! The table closed (rapid-roulette-2000 6.7).

use serde::{Deserialize, Serialize};

/// What happened to the table itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteTableWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// The table closed.
    TableClosed,
}
