//! Parts of views as OpenAPI describes them: a view of either game of which anything may be left out.
//!
//! Only with the feature `schema`. Made from the description of the whole view, so that there is one declaration.

use utoipa::openapi::schema::OneOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Parts of a view of either game.
pub struct AnyParts;

/// The description of a view, in which nothing has to be there.
fn parts_of<V: PartialSchema>(about: &str) -> RefOr<Schema> {
    match V::schema() {
        RefOr::T(Schema::Object(mut view)) => {
            view.required.clear();
            view.description = Some(about.to_string());
            view.into()
        }
        other => other,
    }
}

impl PartialSchema for AnyParts {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(Ref::from_schema_name("PaiGowParts"))
            .item(Ref::from_schema_name("RouletteParts"))
            .description(Some("Parts of a view: each takes the place of the one of its name and number."))
            .into()
    }
}

impl ToSchema for AnyParts {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        let pai_gow = "Parts of a view of Pai Gow.";
        schemas.push(("PaiGowParts".into(), parts_of::<paigow::View>(pai_gow)));
        schemas
            .push(("RouletteParts".into(), parts_of::<roulette::View>("Parts of a view of Rapid Roulette.")));
        paigow::View::schemas(schemas);
        roulette::View::schemas(schemas);
    }
}
