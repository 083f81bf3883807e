//! JSON schemas as TypeScript declarations: as much of both as the wire types need.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// The declaration of a named type.
pub(crate) fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, "");
    match object_of(schema) {
        Some(fields) if schema.get("anyOf").is_none() && schema.get("oneOf").is_none() => {
            format!("{comment}export interface {name} {fields}\n")
        }
        _ => format!("{comment}export type {name} = {};\n", type_of(schema)),
    }
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema.get("description").and_then(Value::as_str) {
        Some(words) => format!("{indent}/** {} */\n", words.replace('\n', " ").replace("*/", "* /")),
        None => String::new(),
    }
}

/// The fields of an object, in braces.
fn object_of(schema: &Value) -> Option<String> {
    let properties = schema.get("properties")?.as_object()?;
    let required: Vec<&str> = match schema.get("required") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut text = String::from("{\n");
    for (name, property) in properties {
        text += &comment(property, "  ");
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let key = if plain { name.clone() } else { format!("{name:?}") };
        let _ = writeln!(text, "  {key}{mark}: {};", type_of(property).replace('\n', "\n  "));
    }
    Some(text + "}")
}

fn type_of(schema: &Value) -> String {
    let Value::Object(map) = schema else { return "unknown".to_owned() };
    if let Some(Value::String(path)) = map.get("$ref") {
        return path.rsplit('/').next().unwrap_or("unknown").to_owned();
    }
    if let Some(only) = map.get("const") {
        return only.to_string();
    }
    if let Some(Value::Array(values)) = map.get("enum") {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(Value::Array(parts)) = map.get(word) {
            let either = parts.iter().map(type_of).collect::<Vec<_>>().join(" | ");
            return match object_of(schema) {
                Some(fields) => format!("{fields} & ({either})"),
                None => either,
            };
        }
    }
    if let Some(Value::Array(parts)) = map.get("allOf") {
        return parts.iter().map(type_of).collect::<Vec<_>>().join(" & ");
    }
    match map.get("type") {
        Some(Value::String(word)) => named(word, map, schema),
        Some(Value::Array(words)) => {
            let each = words.iter().filter_map(Value::as_str).map(|word| named(word, map, schema));
            each.collect::<Vec<_>>().join(" | ")
        }
        _ => "unknown".to_owned(),
    }
}

fn named(word: &str, map: &Map<String, Value>, schema: &Value) -> String {
    match word {
        "integer" | "number" => "number".to_owned(),
        "string" => "string".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => array(map),
        "object" => match (object_of(schema), map.get("additionalProperties")) {
            (Some(fields), _) => fields,
            (None, Some(values @ Value::Object(_))) => format!("Record<string, {}>", type_of(values)),
            _ => "Record<string, unknown>".to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn array(map: &Map<String, Value>) -> String {
    if let Some(Value::Array(parts)) = map.get("prefixItems") {
        return format!("[{}]", parts.iter().map(type_of).collect::<Vec<_>>().join(", "));
    }
    let item = map.get("items").map_or("unknown".to_owned(), type_of);
    let bound = |word: &str| map.get(word).and_then(Value::as_u64);
    match (bound("minItems"), bound("maxItems")) {
        (Some(least), Some(most)) if least == most && most <= 4 => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ if item.contains(" | ") || item.contains(" & ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_become_declarations() {
        let schema = json!({
            "type": "object",
            "description": "A thing.",
            "properties": {
                "at": { "$ref": "#/$defs/Point" },
                "pair": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": ["integer", "null"] }] },
                "sides": { "type": "array", "items": { "enum": ["red", "blue"] } },
            },
            "required": ["at", "pair"],
        });
        let text = "/** A thing. */\nexport interface Thing {\n  at: Point;\n  pair: [string, number | null];\n  sides?: (\"red\" | \"blue\")[];\n}\n";
        assert_eq!(declaration("Thing", &schema), text);
        let schema = json!({ "oneOf": [
            { "type": "object", "properties": { "at": { "$ref": "#/$defs/Point" } }, "required": ["at"] },
            { "const": "none" },
        ] });
        assert_eq!(declaration("Place", &schema), "export type Place = {\n  at: Point;\n} | \"none\";\n");
    }
}
