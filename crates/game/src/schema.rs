//! A person, an event, a choice and what is asked as OpenAPI describes them.
//!
//! Only with the feature `schema`, and only for what the macro cannot say: a variant of two parts, and names that
//! come from the game (`RouletteWhat` makes a `RouletteEvent`, `RouletteCommand` a `RouletteChoice`).

use crate::{Asked, Bounds, Choice, Cites, Event, Person, Rank, StaffId};
use money::{Move, PlayerId};
use std::borrow::Cow;
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

/// The name of what is made of a type, with the type's own word at the end replaced.
fn named_after<T: ToSchema>(word: &str, made: &str) -> Cow<'static, str> {
    let name = T::name();
    Cow::Owned(format!("{}{made}", name.strip_suffix(word).unwrap_or(&name)))
}

/// Adds a type and all that it refers to.
fn add<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// A reference with words of its own.
fn about<T: ToSchema>(words: &str) -> Ref {
    let mut reference = Ref::from_schema_name(T::name());
    reference.description = words.to_string();
    reference
}

impl<What: ToSchema> PartialSchema for Event<What> {
    fn schema() -> RefOr<Schema> {
        let moves = ArrayBuilder::new().items(Ref::from_schema_name(Move::name()));
        ObjectBuilder::new()
            .property("what", about::<What>("What happened."))
            .required("what")
            .property("cites", about::<Cites>("The clauses and readings that it rests on."))
            .property("moves", moves.description(Some("The money that moved.")))
            .description(Some("Something that happened: what, by which clauses, and the money that moved."))
            .into()
    }
}

impl<What: ToSchema> ToSchema for Event<What> {
    fn name() -> Cow<'static, str> {
        named_after::<What>("What", "Event")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<What>(schemas);
        add::<Cites>(schemas);
        add::<Move>(schemas);
    }
}

impl<Command: ToSchema, Open: ToSchema> PartialSchema for Choice<Command, Open> {
    fn schema() -> RefOr<Schema> {
        let command = "A command that is accepted as it stands; what the house draws is not in it.";
        ObjectBuilder::new()
            .property("command", about::<Command>(command))
            .required("command")
            .property("amount", about::<Bounds>("The amounts that may stand in its place."))
            .property("open", about::<Open>("What else may stand in it."))
            .description(Some("Something that a person may do now, and what may be chosen in it."))
            .into()
    }
}

impl<Command: ToSchema, Open: ToSchema> ToSchema for Choice<Command, Open> {
    fn name() -> Cow<'static, str> {
        named_after::<Command>("Command", "Choice")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<Command>(schemas);
        add::<Bounds>(schemas);
        add::<Open>(schemas);
    }
}

impl<Ask: ToSchema> PartialSchema for Asked<Ask> {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer);
        let places = ArrayBuilder::new().items(number);
        ObjectBuilder::new()
            .property("what", about::<Ask>("What, by the game's own word."))
            .required("what")
            .property(
                "places",
                places.description(Some("The areas or stations where it is to be done, or was.")),
            )
            .property(
                "done",
                ObjectBuilder::new().schema_type(Type::Boolean).description(Some("Whether it is done.")),
            )
            .description(Some(
                "Something that the table waits for from one person, and whether they have done it.",
            ))
            .into()
    }
}

impl<Ask: ToSchema> ToSchema for Asked<Ask> {
    fn name() -> Cow<'static, str> {
        named_after::<Ask>("Ask", "Asked")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        add::<Ask>(schemas);
    }
}
