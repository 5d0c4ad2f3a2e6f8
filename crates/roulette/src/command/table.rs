//! The table opens and closes (rapid-roulette-2000 5.1, 6.7).

use serde::{Deserialize, Serialize};

/// What a dealer wants of the table itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteTableCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer opens the table.
    OpenTable,
    /// The dealer closes it.
    CloseTable,
}
