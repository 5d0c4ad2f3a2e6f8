//! A grid and an orientation as OpenAPI describes them: the texts that stand for them.
//!
//! Only with the feature `schema`, and only for what is written in a way of its own.

use crate::{End, Grid, Orientation, Side};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

impl PartialSchema for Grid {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^([1-8]( [1-8]){7}\\n){3}[1-8]( [1-8]){7}$"))
            .description(Some("Four lines of eight lots, as the dealer sees the wall; each lot four times."))
            .into()
    }
}

impl ToSchema for Grid {}

impl PartialSchema for Orientation {
    fn schema() -> RefOr<Schema> {
        let sides = [None, Some(Side::Right), Some(Side::Left)];
        let ends = [None, Some(End::Top), Some(End::Bottom)];
        let all = sides.into_iter().flat_map(|side| ends.map(|end| Self { side, end }.to_string()));
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(all))
            .description(Some("The side a cut starts from and the end, where it has two; else nothing."))
            .into()
    }
}

impl ToSchema for Orientation {}
