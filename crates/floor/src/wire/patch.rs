//! What turns one document into another: a merge patch (RFC 7396), in which a field is what it has become and `null`
//! takes it away. A field that is `null` and one that is not there are the same.

use serde_json::{Map, Value};

/// What turns one value into another; `None` if they are the same.
pub(crate) fn patch(from: &Value, to: &Value) -> Option<Value> {
    match (from, to) {
        (Value::Object(from), Value::Object(to)) => {
            let fields = fields(from, to);
            (!fields.is_empty()).then_some(Value::Object(fields))
        }
        _ => (from != to).then(|| bare(to)),
    }
}

/// A value without fields that are `null`, which whoever lays it over another does not keep; a list stays as it is.
fn bare(value: &Value) -> Value {
    let Value::Object(fields) = value else { return value.clone() };
    let there = fields.iter().filter(|(_, field)| !field.is_null());
    Value::Object(there.map(|(name, field)| (name.clone(), bare(field))).collect())
}

fn fields(from: &Map<String, Value>, to: &Map<String, Value>) -> Map<String, Value> {
    let mut changed = Map::new();
    for (name, now) in to.iter().filter(|(_, now)| !now.is_null()) {
        let difference = match from.get(name) {
            None | Some(Value::Null) => Some(bare(now)),
            Some(was) => patch(was, now),
        };
        if let Some(difference) = difference {
            changed.insert(name.clone(), difference);
        }
    }
    let gone = |name: &str| to.get(name).is_none_or(Value::is_null);
    for (name, _) in from.iter().filter(|(name, was)| !was.is_null() && gone(name)) {
        changed.insert(name.clone(), Value::Null);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// RFC 7396, as every client has to do it.
    fn merge(target: &mut Value, patch: &Value) {
        let Value::Object(fields) = patch else {
            *target = patch.clone();
            return;
        };
        if !target.is_object() {
            *target = Value::Object(Map::new());
        }
        let Value::Object(target) = target else { return };
        for (name, value) in fields {
            match value {
                Value::Null => {
                    target.remove(name);
                }
                value => merge(target.entry(name.clone()).or_insert(Value::Null), value),
            }
        }
    }

    /// Without fields that are `null`; what stands in a list stays as it is.
    fn plain(value: &Value) -> Value {
        match value {
            Value::Object(fields) => Value::Object(
                fields
                    .iter()
                    .filter(|(_, field)| !field.is_null())
                    .map(|(name, field)| (name.clone(), plain(field)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..4).prop_map(Value::from),
            "[a-c]{0,2}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::hash_map("[a-d]", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_document_and_what_changed_make_the_next(from in values(), to in values()) {
            let (from, to) = (plain(&from), plain(&to));
            let mut laid = from.clone();
            match patch(&from, &to) {
                Some(patch) => merge(&mut laid, &patch),
                None => prop_assert_eq!(&from, &to),
            }
            prop_assert_eq!(laid, to);
        }
    }

    #[test]
    fn only_what_changed_is_said() {
        let from =
            serde_json::json!({"seat": 7, "asked": true, "wagers": [1], "hand": {"low": 1, "high": 2}});
        let to = serde_json::json!({"seat": 7, "dealt": true, "wagers": [1, 2], "hand": {"low": 1, "high": 3}, "cut": null, "dice": {"box": 4, "third": null}});
        let says = serde_json::json!({"asked": null, "dealt": true, "wagers": [1, 2], "hand": {"high": 3}, "dice": {"box": 4}});
        assert_eq!(patch(&from, &to), Some(says));
        assert_eq!(patch(&to, &to), None);
    }
}
