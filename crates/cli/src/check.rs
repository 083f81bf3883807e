//! `firelock check`: the tests of the rules, without a table.

use firelock_core::{Effect, Halt, Rulebook, Test, TestFault, put_fact};
use firelock_game::{Made, System, tally};
use firelock_odds::{Exactness, TestOdds, odds_of, what_if};
use serde_json::{Value, json};

use crate::args::Check;
use crate::report::{Failure, Found, columns};
use crate::shelf;

pub(crate) fn check(systems: &[System], asked: &Check) -> Result<Found, Failure> {
    let system = shelf::system(systems, &asked.system)?;
    let tests = (system.tests)();
    let Some(name) = &asked.test else { return Ok(list(system, tests)) };
    let test = tests.iter().find(|test| test.name == name).ok_or_else(|| {
        let known: Vec<&str> = tests.iter().map(|test| test.name).collect();
        Failure::bad(format!("{name:?} is no test of {}; its tests are {}", system.name, known.join(", ")))
    })?;
    if asked.schema {
        return Ok(schema(system, test));
    }
    let overlay = shelf::overlay(system, asked.overlay.as_deref())?;
    let book = system.book(overlay).map_err(Failure::bad)?;
    make(system, test, asked, &book).map_err(|fault| Failure::bad(format!("{} {}: {fault}", system.name, test.name)))
}

fn list(system: &System, tests: &[Test]) -> Found {
    let row = |test: &Test| vec![test.name.to_owned(), test.clause.to_string(), test.summary.to_owned()];
    let document = |test: &Test| json!({ "name": test.name, "clause": test.clause, "summary": test.summary });
    let json = json!({ "system": system.name, "tests": tests.iter().map(document).collect::<Vec<_>>() });
    Found::new(columns(&tests.iter().map(row).collect::<Vec<_>>()), json)
}

/// The facts of a test: what they are, what they may be, and what they are where nothing is said.
fn schema(system: &System, test: &Test) -> Found {
    let (schema, facts) = ((test.schema)(), (test.facts)());
    Found::new(
        fact_list(&schema, &facts),
        json!({ "system": system.name, "test": test.name, "schema": schema, "facts": facts }),
    )
}

/// One line for each fact.
pub(crate) fn fact_list(schema: &Value, facts: &Value) -> String {
    let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let row = |(name, property): (&String, &Value)| {
        let about = property.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
        let plain = facts.get(name).map_or(String::new(), Value::to_string);
        vec![name.clone(), kind(schema, property), plain, about]
    };
    let head = ["fact", "kind", "default", "meaning"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(properties.iter().map(row)).collect();
    columns(&rows)
}

/// What a fact may be, in a few words.
fn kind(root: &Value, property: &Value) -> String {
    let named = property.get("$ref").and_then(Value::as_str).and_then(|path| root.pointer(path.strip_prefix('#')?));
    if let Some(named) = named {
        return kind(root, named);
    }
    if let Some(Value::Array(words)) = property.get("enum") {
        return words.iter().map(plain).collect::<Vec<_>>().join(" | ");
    }
    if let Some(only) = property.get("const") {
        return plain(only);
    }
    if let Some(Value::Array(parts)) = property.get("oneOf").or_else(|| property.get("anyOf")) {
        return parts.iter().map(|part| kind(root, part)).collect::<Vec<_>>().join(" | ");
    }
    match property.get("type") {
        Some(Value::String(word)) if word == "array" => {
            format!("list of {}", property.get("items").map_or("anything".to_owned(), |items| kind(root, items)))
        }
        Some(Value::String(word)) if word == "integer" => {
            let bound = |word: &str| property.get(word).map_or(String::new(), Value::to_string);
            match (bound("minimum"), bound("maximum")) {
                (least, most) if least.is_empty() && most.is_empty() => "number".to_owned(),
                (least, most) => format!("{least}..{most}"),
            }
        }
        Some(Value::String(word)) if word == "boolean" => "true | false".to_owned(),
        Some(Value::String(word)) => word.clone(),
        Some(Value::Array(words)) => words.iter().map(plain).collect::<Vec<_>>().join(" | "),
        _ => "anything".to_owned(),
    }
}

pub(crate) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The facts with those that were said put in.
pub(crate) fn said(mut facts: Value, said: &[(String, Value)]) -> Result<Value, TestFault> {
    for (key, value) in said {
        put_fact(&mut facts, key, value.clone())?;
    }
    Ok(facts)
}

fn make(system: &System, test: &Test, asked: &Check, book: &Rulebook) -> Result<Found, TestFault> {
    let said = said((test.facts)(), &asked.facts)?;
    let made = tally(test, &said, book, &asked.roll)?;
    if let (false, Some(next)) = (asked.roll.is_empty(), &made.wanted) {
        let halt = Halt::NeedRoll(next.clone());
        return Err(TestFault::Facts(format!("more dice are wanted: {halt}")));
    }
    let odds = odds_of(test, &said, book)?;
    let tried = match &asked.what_if {
        Some(key) => what_if(test, &said, book, key)?,
        None => Vec::new(),
    };
    let lines: Vec<_> = made.ledgers.iter().flat_map(|(_, ledger)| &ledger.lines).collect();
    let roll = if asked.roll.is_empty() { Value::Null } else { json!(asked.roll) };
    let mut document = json!({
        "system": system.name,
        "test": test.name,
        "facts": said,
        "ledger": lines,
        "total": made.total,
        "dice": made.dice,
        "roll": roll,
        "result": made.checked.as_ref().map(|checked| checked.result),
        "effect": made.checked.as_ref().map(|checked| &checked.effect),
        "odds": odds.odds,
    });
    if let (Some(key), Value::Object(document)) = (&asked.what_if, &mut document) {
        let each = |(value, odds): &(Value, TestOdds)| json!({ "value": value, "odds": odds.odds });
        document.insert("what_if".into(), json!({ "fact": key, "values": tried.iter().map(each).collect::<Vec<_>>() }));
    }
    let mut text = format!("{}, {} ({})\n", test.name, system.name, test.clause);
    text += &show(&made, &asked.roll);
    text += &show_odds("", &odds);
    for (value, odds) in &tried {
        let key = asked.what_if.as_deref().unwrap_or_default();
        text += &show_odds(&format!(" if {key} were {}", plain(value)), odds);
    }
    Ok(Found::new(text, document))
}

fn show(made: &Made, faces: &[i16]) -> String {
    let mut text = String::new();
    for (heading, ledger) in &made.ledgers {
        if made.ledgers.len() > 1 && !heading.is_empty() {
            text += &format!("\n{heading}\n");
        } else {
            text += "\n";
        }
        let row = |line: &firelock_core::Line| {
            let value = if line.applies { format!("{:+}", line.value) } else { format!("({:+})", line.value) };
            vec![format!("  {value:>6}"), line.label.to_owned(), line.clause.to_string()]
        };
        let mut rows: Vec<Vec<String>> = ledger.lines.iter().map(row).collect();
        rows.push(vec![format!("  {:>6}", "="), ledger.quantity.show(ledger.total)]);
        text += &columns(&rows);
    }
    let Some(checked) = &made.checked else {
        return text + &format!("\nroll {}\n", made.dice);
    };
    if !faces.is_empty() {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        text += &format!("\n{}: rolled {}, result {}\n", made.dice, faces.join(", "), checked.result);
    } else {
        text += &format!("\ncertain, result {}\n", checked.result);
    }
    let effect = |effect: &Effect| format!("  {} ({}): {}\n", effect.name, effect.clause, effect.text);
    text + &effect(&checked.effect) + &checked.also.iter().map(effect).collect::<String>()
}

fn show_odds(when: &str, odds: &TestOdds) -> String {
    let kind = match odds.exactness {
        Exactness::Exact => "odds",
        _ => "odds, sampled",
    };
    let row = |odds: &firelock_odds::EffectOdds| {
        let exact = odds.exact.clone().unwrap_or_default();
        vec![percent(odds.p), odds.effect.clone(), exact]
    };
    format!("\n{kind}{when}\n{}", columns(&odds.odds.iter().map(row).collect::<Vec<_>>()))
}

/// A probability in percent, as wide as all others.
pub(crate) fn percent(p: f64) -> String {
    let percent = match p * 100.0 {
        small if small > 0.0 && small < 0.005 => "<0.01".to_owned(),
        percent => format!("{percent:.2}"),
    };
    format!("  {percent:>6} %")
}
