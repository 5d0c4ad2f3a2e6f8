//! Holds JSON against a schema of the description, strictly: a word of the schema that is not known here is
//! a fault, and so is a key of an object that its schema does not name.

use serde_json::Value;

/// Words that say nothing about what is valid.
const SILENT: &[&str] = &["description", "title", "format", "example", "examples", "default", "deprecated"];

/// The description's schemas.
pub struct Schemas(Value);

impl Schemas {
    pub fn of(description: &Value) -> Self {
        Self(description["components"]["schemas"].clone())
    }

    /// What is wrong with a value, for the schema of a name.
    ///
    /// # Errors
    /// That.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        let schema = self.0.get(name).ok_or_else(|| format!("no schema {name}"))?;
        self.fits(schema, value, false).map_err(|(place, what)| format!("{name}{place}: {what}"))
    }

    /// `open` if keys may be there that are not described, since other parts describe them.
    fn fits(&self, schema: &Value, value: &Value, open: bool) -> Result<(), (String, String)> {
        let wrong = |what: String| Err((String::new(), what));
        let Value::Object(words) = schema else {
            return if *schema == Value::Bool(false) { wrong("nothing fits".into()) } else { Ok(()) };
        };
        for (word, says) in words {
            let list = says.as_array().map(Vec::as_slice).unwrap_or_default();
            let fine = match word.as_str() {
                "$ref" => {
                    let name = says.as_str().and_then(|path| path.strip_prefix("#/components/schemas/"));
                    let schema = name.and_then(|name| self.0.get(name)).expect("it leads somewhere");
                    self.fits(schema, value, open)?;
                    true
                }
                "type" if list.is_empty() => is(says, value),
                "type" => list.iter().any(|kind| is(kind, value)),
                "enum" => list.contains(value),
                "const" => says == value,
                "minimum" => value.as_f64().is_none_or(|it| says.as_f64().is_none_or(|least| it >= least)),
                "maximum" => value.as_f64().is_none_or(|it| says.as_f64().is_none_or(|most| it <= most)),
                "minItems" => value.as_array().is_none_or(|it| it.len() as u64 >= says.as_u64().unwrap_or(0)),
                "maxItems" => value.as_array().is_none_or(|it| it.len() as u64 <= says.as_u64().unwrap_or(0)),
                "oneOf" | "anyOf" => {
                    let tries: Vec<_> = list.iter().map(|schema| self.fits(schema, value, open)).collect();
                    let fitting = tries.iter().filter(|tried| tried.is_ok()).count();
                    match (fitting, word.as_str()) {
                        (0, _) => {
                            return tries
                                .into_iter()
                                .filter_map(Result::err)
                                .max_by_key(|(p, _)| p.len())
                                .map_or(Ok(()), Err);
                        }
                        (1, _) | (_, "anyOf") => true,
                        _ => return wrong(format!("{fitting} of {} fit", list.len())),
                    }
                }
                "allOf" => {
                    list.iter().try_for_each(|schema| self.fits(schema, value, true)).map(|()| true)?
                }
                "required" => match list.iter().find(|key| value.get(key.as_str().unwrap_or("")).is_none()) {
                    Some(key) => return wrong(format!("{key} is missing")),
                    None => true,
                },
                "properties" => {
                    let Value::Object(fields) = value else { continue };
                    for (key, inner) in fields {
                        match says.get(key) {
                            Some(schema) => self.fits(schema, inner, false).map_err(|at| below(key, at))?,
                            None if open || words.contains_key("additionalProperties") => {}
                            None => return wrong(format!("{key} is not described")),
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let Value::Object(fields) = value else { continue };
                    let named =
                        |key: &str| words.get("properties").is_some_and(|named| named.get(key).is_some());
                    let mut others = fields.iter().filter(|(key, _)| !named(key));
                    others.try_for_each(|(key, inner)| {
                        self.fits(says, inner, false).map_err(|at| below(key, at))
                    })?;
                    true
                }
                "items" => {
                    let first = words.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    let rest = value.as_array().map(Vec::as_slice).unwrap_or_default().iter().skip(first);
                    for (place, inner) in rest.enumerate() {
                        self.fits(says, inner, false).map_err(|at| below(&place.to_string(), at))?;
                    }
                    true
                }
                "prefixItems" => {
                    let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
                    for (place, (schema, inner)) in list.iter().zip(values).enumerate() {
                        self.fits(schema, inner, false).map_err(|at| below(&place.to_string(), at))?;
                    }
                    true
                }
                "propertyNames" | "pattern" => true,
                silent if SILENT.contains(&silent) || silent.starts_with("x-") => true,
                other => panic!("the schema says {other:?}, which is not known here"),
            };
            if !fine {
                return wrong(format!("{word} {says}: {value}"));
            }
        }
        Ok(())
    }
}

fn below(key: &str, (place, what): (String, String)) -> (String, String) {
    (format!("/{key}{place}"), what)
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}
