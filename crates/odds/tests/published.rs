//! The odds of a published test, and what if one of its facts were another.

use firelock_core::{Checked, Clause, Cuts, Dice, Die, Effect, Lot, Read, Roll, Rulebook, Side, Test, TestFault};
use firelock_core::{facts_of, schema_of};
use firelock_odds::{Exactness, TestOdds, odds_of, outcomes_of, what_if};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const A: Clause = Clause::new("XX-A-01");

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Cover {
    /// Open ground.
    #[default]
    Open,
    /// A fence.
    Light,
    Heavy,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Volley {
    stands: u8,
    cover: Cover,
    fresh: bool,
    #[schemars(range(min = 1, max = 3))]
    range: u8,
    leader: Option<bool>,
    name: String,
}

impl Default for Volley {
    fn default() -> Volley {
        Volley { stands: 2, cover: Cover::Open, fresh: false, range: 1, leader: None, name: String::new() }
    }
}

/// Dice by stands, hits by cover; hits are saved on a 6; two stands lost rout.
fn run(said: &Value, _book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Volley = facts_of(said)?;
    if facts.stands == 0 {
        return Err(TestFault::Facts("stands: nobody fires".into()));
    }
    let need = match facts.cover {
        Cover::Open => 4,
        Cover::Light => 5,
        Cover::Heavy => 6,
    };
    let lot = |n, from| Lot::of(Side::Red, n, Die::D(6)).plus(facts.fresh.into()).cut(Cuts::at(from));
    let hits = dice.roll(&Roll::new(A, "volley", Read::Tally, [lot(facts.stands, need)]))?.count(1);
    let result = match hits {
        0 => 0,
        hits => dice.roll(&Roll::new(A, "saves", Read::Tally, [lot(hits as u8, 6)]))?.count(0),
    };
    let name = match result {
        0 => "Missed",
        1 => "Shaken",
        _ => "Routed",
    };
    Ok(Checked { ledgers: Vec::new(), dice: String::new(), result, effect: Effect::new(name, A, ""), also: Vec::new() })
}

const VOLLEY: Test = Test {
    name: "volley",
    clause: A,
    summary: "what a volley does",
    schema: schema_of::<Volley>,
    facts: || json!(Volley::default()),
    run,
};

fn text(odds: &TestOdds) -> String {
    let each = |effect: &firelock_odds::EffectOdds| {
        format!("{} {}", effect.effect, effect.exact.clone().unwrap_or_else(|| "sampled".into()))
    };
    odds.odds.iter().map(each).collect::<Vec<_>>().join(", ")
}

fn odds(facts: Value) -> Result<TestOdds, TestFault> {
    odds_of(&VOLLEY, &facts, &Rulebook::default())
}

fn varied(facts: Value, key: &str) -> Result<Vec<String>, String> {
    let found = what_if(&VOLLEY, &facts, &Rulebook::default(), key).map_err(|fault| fault.to_string())?;
    Ok(found.iter().map(|(value, odds)| format!("{value}: {}", text(odds))).collect())
}

#[test]
fn effects_stand_from_the_highest_result_down_with_their_ratios() {
    // Each of two dice counts with 1/2 * 5/6.
    let odds = odds(json!({})).expect("plain facts");
    assert_eq!(text(&odds), "Routed 25/144, Shaken 35/72, Missed 49/144");
    assert_eq!(odds.exactness, Exactness::Exact);
    let written = serde_json::to_value(&odds).expect("plain values");
    let first = json!({"effect": "Routed", "p": 25.0 / 144.0, "exact": "25/144"});
    assert_eq!(written["odds"][0], first);
    assert_eq!(written["exactness"], json!("exact"));
}

#[test]
fn effects_of_several_results_are_one() {
    let odds = odds(json!({"stands": 4})).expect("plain facts");
    assert_eq!(text(&odds), "Routed 425/768, Shaken 1715/5184, Missed 2401/20736");
}

#[test]
fn a_sample_says_so_and_gives_no_ratio() {
    fn endless(_said: &Value, _book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
        let roll = Roll::new(A, "check", Read::Faces, [Lot::of(Side::Red, 30, Die::D(10))]);
        let n = dice.roll(&roll)?.faces.iter().filter(|face| **face == 10).count();
        let effect = Effect::new(if n > 3 { "Many" } else { "Few" }, A, "");
        Ok(Checked { ledgers: Vec::new(), dice: String::new(), result: n as i32, effect, also: Vec::new() })
    }
    let test = Test { run: endless, ..VOLLEY };
    let odds = odds_of(&test, &json!({}), &Rulebook::default()).expect("dice");
    assert_eq!(odds.exactness, Exactness::Sampled { n: firelock_odds::PATHS });
    assert_eq!(text(&odds), "Many sampled, Few sampled");
    // The true odds of more than 3 tens among 30.
    assert!((odds.odds[0].p - 0.3526).abs() < 0.005, "{}", odds.odds[0].p);
    assert_eq!(serde_json::to_value(&odds).expect("plain values")["exactness"], json!({"sampled": {"n": 100_000}}));
}

#[test]
fn any_key_of_the_outcome_can_be_asked_for() {
    let found = outcomes_of(&VOLLEY, &json!({"stands": 3}), &Rulebook::default(), |checked| checked.result);
    let found = found.expect("plain facts");
    assert_eq!(found.at_least(&1).to_string(), "1385/1728");
    assert!((found.mean(|&result| result.into()) - 1.25).abs() < 1e-12);
}

#[test]
fn a_yes_or_no_a_word_and_a_number_are_varied() {
    assert_eq!(
        varied(json!({}), "fresh").expect("a yes or no"),
        ["false: Routed 25/144, Shaken 35/72, Missed 49/144", "true: Routed 16/81, Shaken 40/81, Missed 25/81"]
    );
    // The schema lists words with an explanation behind those without.
    let mut covers = varied(json!({"stands": 1}), "cover").expect("a choice of words");
    covers.sort();
    let heavy = "\"heavy\": Shaken 5/36, Missed 31/36";
    assert_eq!(covers, [heavy, "\"light\": Shaken 5/18, Missed 13/18", "\"open\": Shaken 5/12, Missed 7/12"]);
    assert_eq!(varied(json!({}), "range").expect("1 to 3").len(), 3);
    assert_eq!(varied(json!({}), "leader").expect("no, yes, unsaid").len(), 3);
}

#[test]
fn a_wide_number_is_varied_about_its_present_value_and_refused_values_left_out() {
    let values = |facts| {
        let found = varied(facts, "stands").expect("a number");
        let value = |text: &String| text.split(':').next().unwrap_or_default().parse::<u8>().expect("a number");
        (value(&found[0]), value(&found[found.len() - 1]), found.len())
    };
    assert_eq!(values(json!({})), (1, 20, 20));
    assert_eq!(values(json!({"stands": 30})), (20, 40, 21));
}

#[test]
fn what_cannot_be_varied_is_told() {
    let unknown = varied(json!({}), "stand").expect_err("misspelt");
    assert_eq!(unknown, "\"stand\" is no fact of this test; its facts are cover, fresh, leader, name, range, stands");
    let name = varied(json!({}), "name").expect_err("any text");
    assert_eq!(name, "name is neither a yes or no, nor a choice of words, nor a number");
    let refused = varied(json!({"stands": 0}), "fresh").expect_err("nobody fires");
    assert_eq!(refused, "stands: nobody fires");
    assert_eq!(varied(json!([]), "fresh").expect_err("no object"), "facts are an object of name and value");
}
