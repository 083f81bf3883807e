use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::battle::Battle;
use crate::declare::{Shape, Table};
use crate::values::Facing;

/// The JSON schema of a battle file, for editors.
///
/// It is made from the same declarations as the reader. It knows keys, types, words and limits; what lies between
/// tables (a command of nobody, a unit off the map) only [`Battle::read`] sees.
pub fn schema() -> Value {
    let mut tables = BTreeMap::new();
    describe_table(Battle::TABLE, &mut tables);
    let mut root = tables.remove(Battle::TABLE.name).unwrap_or_default();
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!("Firelock battle file");
    root["$defs"] = json!(tables);
    root
}

fn describe_table(table: &'static Table, tables: &mut BTreeMap<&'static str, Value>) {
    if tables.contains_key(table.name) {
        return;
    }
    tables.insert(table.name, Value::Null);
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for key in table.keys {
        let mut property = describe((key.shape)(), tables);
        property["description"] = json!(key.about.trim());
        properties.insert(key.name.to_owned(), property);
        if (key.required)() {
            required.push(key.name);
        }
    }
    let mut described = json!({
        "type": "object",
        "description": table.about.trim(),
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        described["required"] = json!(required);
    }
    tables.insert(table.name, described);
}

fn describe(shape: Shape, tables: &mut BTreeMap<&'static str, Value>) -> Value {
    let setting = || json!({ "type": ["integer", "boolean", "string", "array"] });
    match shape {
        Shape::Text { most } => json!({ "type": "string", "minLength": 1, "maxLength": most }),
        Shape::Id => json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Whole { least, most } => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Shape::Tenths { least, most } => {
            json!({ "type": "number", "minimum": least, "maximum": most, "multipleOf": 0.1 })
        }
        Shape::Word { words, first_number: None } => json!({ "enum": words }),
        Shape::Word { words, first_number: Some(first) } => {
            let numbers = (first..).take(words.len()).map(Value::from);
            let words = words.iter().copied().map(Value::from);
            json!({ "enum": words.chain(numbers).collect::<Vec<Value>>() })
        }
        Shape::Facing => json!({ "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 359 },
            { "enum": Facing::POINTS },
        ] }),
        // Editors hand over a TOML date or time as a text.
        Shape::Date => json!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
        Shape::Clock => json!({ "type": "string", "pattern": "^[0-9]{2}:[0-9]{2}" }),
        Shape::Count => json!({ "anyOf": [
            { "type": "integer", "minimum": 0 },
            { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2 },
        ] }),
        Shape::Numbers { names } => {
            json!({ "type": "array", "items": { "type": "number" }, "minItems": names.len(), "maxItems": names.len() })
        }
        Shape::List { of, least, most } => {
            json!({ "type": "array", "items": describe(*of, tables), "minItems": least, "maxItems": most })
        }
        Shape::Table(table) => {
            describe_table(table, tables);
            json!({ "$ref": format!("#/$defs/{}", table.name) })
        }
        Shape::Settings => json!({ "type": "object", "additionalProperties": setting() }),
        Shape::Overrides => {
            json!({ "type": "object", "additionalProperties": { "type": "object", "additionalProperties": setting() } })
        }
    }
}
