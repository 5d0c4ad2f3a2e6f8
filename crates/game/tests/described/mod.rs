//! Holds values against the schemas that describe them: what is written has to be what OpenAPI says.
//!
//! Stricter than OpenAPI in one thing: a key that no schema knows is a fault. Knows nothing of games; the
//! tests of every crate with schemas use it.
#![allow(dead_code)] // not every test uses everything

use jsonschema::Validator;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;

/// Where OpenAPI keeps schemas.
const PLACE: &str = "#/components/schemas/";

/// Keys that tell the variants of an enumeration apart.
const TAGS: [&str; 3] = ["do", "is", "view"];

/// Schemas by name, and what has been held against them.
#[derive(Default)]
pub struct Described {
    schemas: BTreeMap<String, Value>,
    validators: BTreeMap<String, Validator>,
    met: BTreeMap<String, BTreeSet<String>>,
    /// How many values were found to be as described.
    pub checked: u64,
}

impl Described {
    /// With a type and all its parts, which have to be there.
    pub fn with<T: ToSchema>(mut self) -> Self {
        let mut found = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut found);
        let mut own = BTreeSet::new();
        let mut wanted = BTreeSet::new();
        for (name, schema) in found {
            let schema = serde_json::to_value(schema).expect("a schema can be written");
            refs(&schema, &mut wanted);
            let other = self.schemas.insert(name.clone(), schema.clone());
            assert!(other.is_none_or(|other| other == schema), "two schemas are called {name}");
            own.insert(name);
        }
        let lacking: Vec<&String> = wanted.difference(&own).collect();
        assert!(lacking.is_empty(), "{} refers to {lacking:?}, which it does not bring", T::name());
        self.validators.clear();
        self
    }

    /// The names of all schemas.
    pub fn names(&self) -> Vec<&str> {
        self.schemas.keys().map(String::as_str).collect()
    }

    /// The schemas as they stand in a document.
    pub fn schemas(&self) -> &BTreeMap<String, Value> {
        &self.schemas
    }

    /// Holds a value against the schema of its type.
    #[track_caller]
    pub fn check<T: ToSchema + Serialize>(&mut self, value: &T) {
        let written = serde_json::to_value(value).expect("it can be written");
        if let Err(fault) = self.fault::<T>(&written) {
            panic!("{} is not as described: {fault}\n{written}", T::name());
        }
        self.checked += 1;
        if let Some(word) = word_of(&written) {
            self.met.entry(T::name().into_owned()).or_default().insert(word.to_string());
        }
    }

    /// What is wrong with a written value.
    ///
    /// # Errors
    /// That.
    pub fn fault<T: ToSchema>(&mut self, written: &Value) -> Result<(), String> {
        let name = T::name().into_owned();
        let schemas = &self.schemas;
        let validator = self.validators.entry(name).or_insert_with_key(|name| validator(schemas, name));
        validator.validate(written).map_err(|error| error.to_string())
    }

    /// The variants of an enumeration that no value has had.
    pub fn unmet<T: ToSchema>(&self) -> Vec<String> {
        let name = T::name().into_owned();
        let met = self.met.get(&name).cloned().unwrap_or_default();
        self.words(&name).into_iter().filter(|word| !met.contains(word)).collect()
    }

    /// The words of an enumeration, those of its topics included.
    fn words(&self, name: &str) -> Vec<String> {
        let variants = self.schemas[name]["oneOf"].as_array().expect("an enumeration").iter();
        let of_variant = |variant: &Value| match variant["$ref"].as_str() {
            Some(place) => self.words(place.strip_prefix(PLACE).unwrap_or(place)),
            None => words(variant),
        };
        variants.flat_map(of_variant).collect()
    }
}

/// Reads schemas strictly, from one of them on.
fn validator(schemas: &BTreeMap<String, Value>, name: &str) -> Validator {
    // What is part of an `allOf` is closed together with the other parts.
    let mut parts = BTreeSet::new();
    schemas.values().for_each(|schema| all_of(schema, &mut parts));
    let closed = schemas.iter().map(|(name, schema)| {
        let mut schema = schema.clone();
        close(&mut schema, parts.contains(name));
        (name.clone(), schema)
    });
    let closed: Map<String, Value> = closed.collect();
    let document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("{PLACE}{name}"),
        "components": { "schemas": closed },
    });
    jsonschema::validator_for(&document).unwrap_or_else(|error| panic!("{name} is no schema: {error}"))
}

/// Adds the names that a schema refers to.
fn refs(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(entries) => {
            if let Some(place) = entries.get("$ref").and_then(Value::as_str) {
                found.insert(place.strip_prefix(PLACE).unwrap_or(place).to_string());
            }
            entries.values().for_each(|value| refs(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| refs(value, found)),
        _ => {}
    }
}

/// Adds the names that stand in an `allOf`.
fn all_of(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(entries) => {
            let parts = entries.get("allOf").and_then(Value::as_array).into_iter().flatten();
            parts.for_each(|part| refs(part, found));
            entries.values().for_each(|value| all_of(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| all_of(value, found)),
        _ => {}
    }
}

/// Forbids keys that are not described; in a part of something, only further in.
fn close(schema: &mut Value, part: bool) {
    match schema {
        Value::Object(entries) => {
            let whole = entries.contains_key("allOf");
            for (key, value) in entries.iter_mut() {
                match (key.as_str(), value) {
                    ("allOf", Value::Array(parts)) => parts.iter_mut().for_each(|part| close(part, true)),
                    // Names of properties, which may be words of JSON Schema too.
                    ("properties", Value::Object(properties)) => {
                        properties.values_mut().for_each(|property| close(property, false));
                    }
                    ("enum", _) => {}
                    (_, value) => close(value, false),
                }
            }
            if !part && (whole || entries.get("type") == Some(&json!("object"))) {
                entries.insert("unevaluatedProperties".to_string(), json!(false));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| close(value, false)),
        _ => {}
    }
}

/// The words of a variant: its tag, its only key, or itself.
fn words(variant: &Value) -> Vec<String> {
    let strings = |values: &Value| {
        let values = values.as_array().into_iter().flatten();
        values.filter_map(Value::as_str).map(str::to_string).collect::<Vec<_>>()
    };
    if let Some(parts) = variant["allOf"].as_array() {
        return parts.iter().flat_map(words).collect();
    }
    let tag = TAGS.iter().find(|tag| variant["properties"][**tag]["enum"].is_array());
    match (tag, variant["enum"].is_array()) {
        (Some(tag), _) => strings(&variant["properties"][*tag]["enum"]),
        (None, true) => strings(&variant["enum"]),
        (None, false) => strings(&variant["required"]),
    }
}

/// The word that tells which variant a written value is.
fn word_of(written: &Value) -> Option<&str> {
    match written {
        Value::String(word) => Some(word),
        Value::Object(entries) => {
            let tag = TAGS.iter().find_map(|tag| entries.get(*tag).and_then(Value::as_str));
            tag.or_else(|| entries.keys().next().filter(|_| entries.len() == 1).map(String::as_str))
        }
        _ => None,
    }
}
