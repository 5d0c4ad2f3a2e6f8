//! Views and what changed of them, as OpenAPI describes them. Only with the feature `schema`.

use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, OneOfBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A view of either game.
pub struct AnyView;

impl PartialSchema for AnyView {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(Ref::from_schema_name("PaiGowView"))
            .item(Ref::from_schema_name("RouletteView"))
            .description(Some("A view of either game."))
            .into()
    }
}

impl ToSchema for AnyView {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push(("PaiGowView".into(), paigow::View::schema()));
        schemas.push(("RouletteView".into(), roulette::View::schema()));
        paigow::View::schemas(schemas);
        roulette::View::schemas(schemas);
    }
}

/// What changed of a document: any of its fields, each as it has become, or `null` where it is gone.
pub struct AnyPatch;

impl PartialSchema for AnyPatch {
    fn schema() -> RefOr<Schema> {
        let about = "A merge patch (RFC 7396) of a document that the station has: fields as they have become, null where \
                     they are gone. The first is the whole document.";
        ObjectBuilder::new()
            .additional_properties(Some(AdditionalProperties::FreeForm(true)))
            .description(Some(about))
            .into()
    }
}

impl ToSchema for AnyPatch {}

impl PartialSchema for super::Note {
    fn schema() -> RefOr<Schema> {
        let about = "Something that happened: [kind, …]. The kind is a number in `kinds` of this or an earlier update, and \
                     its `tells` names what follows.";
        utoipa::openapi::schema::ArrayBuilder::new()
            .items(RefOr::T(Schema::Object(
                ObjectBuilder::new().schema_type(utoipa::openapi::schema::SchemaType::AnyValue).build(),
            )))
            .min_items(Some(1))
            .max_items(Some(5))
            .description(Some(about))
            .into()
    }
}

impl ToSchema for super::Note {}
