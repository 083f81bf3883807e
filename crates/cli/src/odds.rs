//! `firelock odds`: a whole attack, without a table.

use firelock_core::{Fate, TestFault};
use firelock_game::{Chain, System};
use firelock_odds::{ChainOdds, Exactness, vary};
use serde_json::{Value, json};

use crate::args::Odds;
use crate::check::{fact_list, percent, plain, said};
use crate::report::{Failure, Found, columns};
use crate::shelf;

/// An attack and what comes of it.
struct Asked {
    heading: String,
    facts: Value,
    odds: ChainOdds,
}

pub(crate) fn odds(systems: &[System], asked: &Odds) -> Result<Found, Failure> {
    let system = shelf::system(systems, &asked.system)?;
    let chain = Chain::named(system.name)
        .ok_or_else(|| Failure::bad(format!("{} has no chain of tests for an attack", system.name)))?;
    if asked.schema {
        let (schema, facts) = ((chain.schema)(), (chain.facts)());
        let json = json!({ "system": system.name, "schema": schema, "facts": facts });
        return Ok(Found::new(fact_list(&schema, &facts), json));
    }
    let overlay = shelf::overlay(system, asked.overlay.as_deref())?;
    let book = system.book(overlay).map_err(Failure::bad)?;
    let ask = |heading: &str, facts: Value| -> Result<Asked, TestFault> {
        Ok(Asked { heading: heading.to_owned(), odds: (chain.odds)(&facts, &book)?, facts })
    };
    let make = || -> Result<Found, TestFault> {
        let first = (chain.whole)(&said((chain.facts)(), &asked.facts)?)?;
        let second = match asked.versus.is_empty() {
            true => None,
            false => Some((chain.whole)(&said(first.clone(), &asked.versus)?)?),
        };
        let names = if second.is_some() { ["situation A", "situation B"] } else { ["", ""] };
        let mut found = Vec::new();
        for (name, facts) in names.into_iter().zip(std::iter::once(first.clone()).chain(second)) {
            found.push(ask(name, facts.clone())?);
            if asked.both {
                let back = if name.is_empty() { "the other way".to_owned() } else { format!("{name}, the other way") };
                found.push(ask(&back, (chain.turned)(&facts)?)?);
            }
        }
        let mut text = format!("an attack, {} ({})\n", system.name, chain.clause);
        text += &show(&found);
        let each = |asked: &Asked| json!({ "heading": asked.heading, "facts": asked.facts, "odds": asked.odds });
        let mut document = json!({ "system": system.name, "clause": chain.clause, "attacks": found.iter().map(each).collect::<Vec<_>>() });
        if let (Some(key), Value::Object(document)) = (&asked.what_if, &mut document) {
            let tried = vary(&(chain.schema)(), &first, key, |facts| (chain.odds)(facts, &book))?;
            let head = [key.clone()].into_iter().chain(Fate::ALL.map(|fate| fate_word(fate).to_owned())).collect();
            let row = |(value, odds): &(Value, ChainOdds)| {
                [plain(value)].into_iter().chain(odds.fates.iter().map(|fate| percent(fate.p))).collect()
            };
            let rows: Vec<Vec<String>> = [head].into_iter().chain(tried.iter().map(row)).collect();
            text += &format!("\n{}", columns(&rows));
            let each = |(value, odds): &(Value, ChainOdds)| json!({ "value": value, "odds": odds });
            document
                .insert("what_if".into(), json!({ "fact": key, "values": tried.iter().map(each).collect::<Vec<_>>() }));
        }
        Ok(Found::new(text, document))
    };
    make().map_err(|fault| Failure::bad(format!("{}: {fault}", system.name)))
}

fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Carried => "carried",
        Fate::Undecided => "undecided",
        Fate::Held => "beaten off",
        Fate::Stopped => "stopped on the way",
    }
}

/// All attacks side by side, a column for each.
fn show(asked: &[Asked]) -> String {
    let mut rows = Vec::new();
    block(&mut rows, asked, "in short", |odds| {
        odds.fates.iter().filter(|fate| fate.p > 0.0).map(|fate| (fate_word(fate.fate).to_owned(), fate.p)).collect()
    });
    for (at, stage) in asked[0].odds.stages.iter().enumerate() {
        block(&mut rows, asked, &format!("{} ({})", stage.heading, stage.test), |odds| {
            odds.stages[at].odds.iter().map(|odds| (odds.effect.clone(), odds.p)).collect()
        });
    }
    block(&mut rows, asked, "how it ends", |odds| {
        odds.endings.iter().map(|ending| (format!("{} ({})", ending.ending, ending.clause), ending.p)).collect()
    });
    let coin = asked[0].odds.coin;
    for (side, name) in ["attacker", "defender"].into_iter().enumerate() {
        block(&mut rows, asked, &format!("{coin} lost by the {name}"), |odds| {
            odds.losses[side].odds.iter().map(|lost| (lost.lost.to_string(), lost.p)).collect()
        });
        let mean = |asked: &Asked| format!("{:>8.2}", asked.odds.losses[side].mean);
        rows.push(["  on the average".to_owned()].into_iter().chain(asked.iter().map(mean)).collect());
    }
    let mut text = String::new();
    if asked.iter().any(|asked| !asked.heading.is_empty()) {
        for (n, asked) in asked.iter().enumerate() {
            let heading = if asked.heading.is_empty() { "this way" } else { &asked.heading };
            text += &format!("column {}: {heading}\n", n + 1);
        }
    }
    text += &columns(&rows);
    let sampled = asked.iter().any(|asked| asked.odds.exactness != Exactness::Exact);
    text + if sampled { "\nsome of these odds were sampled\n" } else { "\nall odds are exact\n" }
}

/// A heading and a row for each name that some attack has, with its odds in each of them.
fn block(rows: &mut Vec<Vec<String>>, asked: &[Asked], heading: &str, list: impl Fn(&ChainOdds) -> Vec<(String, f64)>) {
    let lists: Vec<Vec<(String, f64)>> = asked.iter().map(|asked| list(&asked.odds)).collect();
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in lists.iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return;
    }
    rows.push(Vec::new());
    rows.push(vec![heading.to_owned()]);
    for name in names {
        let cell = |list: &Vec<(String, f64)>| {
            list.iter().find(|(other, _)| other == name).map_or(format!("{:>10}", "-"), |(_, p)| percent(*p))
        };
        rows.push([format!("  {name}")].into_iter().chain(lists.iter().map(cell)).collect());
    }
}
