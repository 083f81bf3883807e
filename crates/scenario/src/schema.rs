use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

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
    let root = describe_table(Battle::TABLE, &mut tables);
    let mut root = tables.remove(&root).unwrap_or_default();
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!("Firelock battle file");
    root["$defs"] = json!(tables);
    root
}

/// Adds a table to the definitions and gives its name there.
fn describe_table(table: &'static Table, tables: &mut BTreeMap<String, Value>) -> String {
    let name = table.name.replace(' ', "-");
    if tables.contains_key(&name) {
        return name;
    }
    tables.insert(name.clone(), Value::Null);
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
    tables.insert(name.clone(), described);
    name
}

fn describe(shape: Shape, tables: &mut BTreeMap<String, Value>) -> Value {
    let setting = || json!({ "type": ["integer", "boolean", "string", "array"] });
    match shape {
        Shape::Text { most } => json!({ "type": "string", "minLength": 1, "maxLength": most }),
        Shape::Id => json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Whole { least, most } => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Shape::Tenths { least, most } => {
            json!({ "type": "number", "minimum": least, "maximum": most })
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
        Shape::Table(table) => json!({ "$ref": format!("#/$defs/{}", describe_table(table, tables)) }),
        Shape::Settings => json!({ "type": "object", "additionalProperties": setting() }),
        Shape::Overrides => {
            json!({ "type": "object", "additionalProperties": { "type": "object", "additionalProperties": setting() } })
        }
    }
}

/// Every table of a battle file with its keys, as Markdown, for the guide.
pub fn reference() -> String {
    let mut text = String::new();
    list_keys(Battle::TABLE, "", &mut BTreeSet::new(), &mut text);
    text
}

fn list_keys(table: &'static Table, path: &str, listed: &mut BTreeSet<&'static str>, text: &mut String) {
    if !listed.insert(table.name) {
        return;
    }
    let mut below = Vec::new();
    let mut rows = String::new();
    for key in table.keys {
        let shape = (key.shape)();
        let child = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        let value = match &shape {
            Shape::Table(table) => {
                below.push((*table, child.clone()));
                format!("table `[{child}]`")
            }
            Shape::List { of, .. } if matches!(**of, Shape::Table(_)) => {
                if let Shape::Table(table) = **of {
                    below.push((table, child.clone()));
                }
                format!("tables `[[{child}]]`")
            }
            shape => value_in_words(shape),
        };
        let need = if (key.required)() { "yes" } else { "" };
        let about = key.about.trim();
        writeln!(rows, "| `{}` | {need} | {value} | {about} |", key.name).expect("a text takes all");
    }
    let title = if path.is_empty() { "The file".to_owned() } else { format!("`{path}`") };
    let about = table.about.trim();
    write!(
        text,
        "### {title}\n\n{about}\n\n| key | needed | value | what it says |\n| --- | --- | --- | --- |\n{rows}\n"
    )
    .expect("a text takes all");
    for (table, path) in below {
        list_keys(table, &path, listed, text);
    }
}

fn value_in_words(shape: &Shape) -> String {
    match shape {
        Shape::Word { words, first_number } => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            let numbers = first_number.map(|first| format!("; or {first} to {}", first + words.len() as i64 - 1));
            format!("{}{}", words.join(", "), numbers.unwrap_or_default())
        }
        Shape::List { of, least, most } => format!("list of {least} to {most}: {}", value_in_words(of)),
        Shape::Numbers { names } => format!("`[{}]`", names.join(", ")),
        Shape::Text { most } => format!("text of up to {most} characters"),
        Shape::Id => "short name".to_owned(),
        shape => shape.to_string(),
    }
}
