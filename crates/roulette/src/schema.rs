//! The numbers of a sequence as OpenAPI describes them.
//!
//! Only with the feature `schema`, and only for what is written in a way of its own.

use crate::Numbers;
use std::borrow::Cow;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

impl PartialSchema for Numbers {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new()
            .items(u8::schema())
            .max_items(Some(Self::MOST))
            .description(Some("Numbers named for consecutive spins, that of the first spin first."))
            .into()
    }
}

impl ToSchema for Numbers {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("RouletteNumbers")
    }
}
