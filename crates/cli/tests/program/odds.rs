//! The odds of an attack, and facts inside others.

use super::{check_bad, firelock, json};
use expect_test::expect;

#[test]
fn an_attack_in_two_situations_and_both_ways() {
    let said = firelock(&["odds", "regimental", "--versus", "cold_steel=true", "--both"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let heads: Vec<&str> = said.out.lines().skip(1).take(4).collect();
    let columns = ["A", "A, the other way", "B", "B, the other way"];
    let expected: Vec<String> =
        columns.iter().enumerate().map(|(n, name)| format!("column {}: situation {name}", n + 1)).collect();
    assert_eq!(heads, expected);
    let row = said.out.lines().find(|line| line.contains("Checked by fire")).expect("an ending");
    let cells: Vec<&str> = row.split_whitespace().filter(|cell| cell.parse::<f64>().is_ok()).collect();
    assert_eq!(cells, ["30.00", "30.00", "10.00", "10.00"]);
    assert!(said.out.ends_with("all odds are exact\n"));
}

#[test]
fn the_document_of_an_attack_holds_stages_endings_and_losses() {
    for system in ["regimental", "washington", "discipline", "napoleonic"] {
        let document = json(&["odds", system]);
        let attack = &document["attacks"][0];
        assert_eq!(attack["odds"]["exactness"], "exact", "{system}");
        for list in ["stages", "endings", "fates", "losses"] {
            assert!(attack["odds"][list].as_array().is_some_and(|list| list.len() > 1), "{system}: {list}");
        }
        assert_eq!(json(&["odds", system, "--schema"])["facts"], attack["facts"]);
    }
    let tried = json(&["odds", "regimental", "--what-if", "attacker.order"]);
    assert_eq!(tried["what_if"]["values"].as_array().map(Vec::len), Some(2), "the broken do not charge");
}

#[test]
fn a_fact_inside_another_is_said_and_varied() {
    let near = json(&["check", "regimental", "fire", "--set", "target.cover=partial", "--set", "firing.0.stands=6"]);
    assert_eq!(
        (&near["facts"]["target"]["cover"], &near["facts"]["firing"][0]["stands"]),
        (&"partial".into(), &6.into())
    );
    let tried = json(&["check", "regimental", "fire", "--what-if", "target.cover"]);
    assert_eq!(tried["what_if"]["values"].as_array().map(Vec::len), Some(4));
    check_bad(
        &["check", "regimental", "fire", "--set", "firing.1.stands=6"],
        expect![[r#"
            firelock: regimental fire: firing.1.stands: firing is a list of 1, counted from 0
        "#]],
    );
    check_bad(
        &["odds", "regimental", "--set", "attacker.stands=0"],
        expect![[r#"
            firelock: regimental: attacker.stands: none is left
        "#]],
    );
}
