//! A person as OpenAPI describes it.
//!
//! Only with the feature `schema`, and only because the macro cannot describe a variant of two parts.

use crate::{Person, Rank, StaffId};
use money::PlayerId;
use utoipa::openapi::schema::{
    AllOfBuilder, ArrayBuilder, ArrayItems, ObjectBuilder, OneOfBuilder, Ref, Type,
};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A variant that holds something: an object of one key.
fn variant(word: &str, about: &str, holds: impl Into<RefOr<Schema>>) -> ObjectBuilder {
    ObjectBuilder::new().property(word, holds).required(word).description(Some(about))
}

impl PartialSchema for Person {
    fn schema() -> RefOr<Schema> {
        let [player, staff, rank] =
            [PlayerId::name(), StaffId::name(), Rank::name()].map(Ref::from_schema_name);
        let both = ArrayBuilder::new()
            .prefix_items([staff.clone(), rank].map(|part| AllOfBuilder::new().item(part)))
            .items(ArrayItems::False)
            .min_items(Some(2));
        let words = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["house", "public"]));
        OneOfBuilder::new()
            .item(variant("player", "One who plays.", player))
            .item(variant("staff", "One who works at the table: number and rank.", both))
            .item(variant("inspector", "The regulator's inspector, by number.", staff))
            .item(words.description(Some("The House itself; or anybody who looks.")))
            .description(Some("Somebody at a table, or looking at it."))
            .into()
    }
}

impl ToSchema for Person {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((PlayerId::name().into_owned(), PlayerId::schema()));
        schemas.push((StaffId::name().into_owned(), StaffId::schema()));
        schemas.push((Rank::name().into_owned(), Rank::schema()));
    }
}
