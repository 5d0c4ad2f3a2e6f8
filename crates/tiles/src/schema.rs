//! A tile as OpenAPI describes it: one of the 32 texts that stand for tiles.
//!
//! Only with the feature `schema`, and only for what is written in a way of its own.

use crate::Tile;
use alloc::format;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

impl PartialSchema for Tile {
    fn schema() -> RefOr<Schema> {
        let texts = Tile::all().map(|tile| format!("{tile}{}", tile.mark()));
        let about = "A tile by its face, fewer spots first; `'` marks the second of two that look alike.";
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(texts))
            .description(Some(about))
            .into()
    }
}

impl ToSchema for Tile {}
