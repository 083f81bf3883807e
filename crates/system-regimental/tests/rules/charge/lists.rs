//! Lists of charges and what a pointer finds.

use firelock_core::{Fitted, Grain, Refusal, RuleSystem, Seeded, Side, Wish, try_out};
use firelock_regimental::Regimental;
use firelock_regimental::command::Command;
use firelock_regimental::results::ManeuverEffect::{DoubleQuick, Tardy, WellHandled};
use firelock_testkit::{Trial, laws};

use super::ahead;
use crate::charging::{charge, declaring};
use crate::field::Field;

const MIXED: &str = "table 48 36
red leader howe at 24,6
red infantry foot at 20,12 facing 0 men=400
red infantry guard at 25,12 facing 0 men=320 | experience=elite
red infantry militia at 31,10 facing 0 men=240 | traits=militia
red cavalry horse at 38,12 facing 0 men=240
red artillery battery at 14,12 facing 0
blue leader gates at 24,30
blue infantry line at 22,18 facing 180 men=400
blue infantry rifles at 29,17.5 facing 190 men=200 | weapon=rifle
blue cavalry dragoons at 37,20 facing 180 men=240
blue infantry post garrison=\"house\" men=160
blue artillery guns at 15,20 facing 180
blue infantry reserve at 26,24 facing 180 men=320
ground house building area 30,20 34,20 34,22 30,22
ground hedge fence line 18,17.8 26,17.8
ground wood light-woods area 34,14 44,14 44,18 34,18
ground works redoubt area 12,19 18,19 18,23 12,23";

#[test]
fn candidates_are_legal_charges_that_come_home() {
    // RF-CHG-03, RF-CHG-04, RF-CHG-07
    let all = [
        ("foot", WellHandled),
        ("guard", DoubleQuick),
        ("militia", Tardy),
        ("horse", WellHandled),
        ("battery", WellHandled),
    ];
    for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
        let field = declaring(MIXED, &all);
        let mut found = Vec::new();
        Regimental::candidates(&field.state, Side::Red, grain, &mut found);
        assert_eq!(found.pop(), Some(Command::Done));
        assert!(found.len() > 8, "{}", found.len());
        for command in &found {
            assert_eq!(field.check(command), Ok(()), "{command:?}");
            let Command::Charge { unit, target, disordered, .. } = *command else { panic!("{command:?}") };
            // Only the militia needs to go disordered.
            assert_eq!(disordered, unit == field.unit("militia"), "{command:?}");
            let mut after = declaring(MIXED, &all);
            after.play(command, &[]);
            after.skip_to("move the units that checked");
            let met = after.state.contacts.iter().any(|contact| contact.charger == unit && contact.target == target);
            assert!(met, "{command:?}");
        }
        let by = |unit: &str| {
            found
                .iter()
                .filter(|command| matches!(command, Command::Charge { unit: own, .. } if *own == field.unit(unit)))
                .count()
        };
        assert_eq!(by("battery"), 0);
        let steel = |unit: &str| {
            let own = field.unit(unit);
            found
                .iter()
                .any(|command| matches!(command, Command::Charge { unit, cold_steel: true, .. } if *unit == own))
        };
        assert_eq!((steel("foot"), steel("guard"), steel("militia"), steel("horse")), (true, true, false, false));
    }
}

#[test]
fn the_charges_of_some_pairs_are_the_first_of_the_list() {
    let field = declaring(MIXED, &[("foot", WellHandled), ("militia", Tardy), ("horse", WellHandled)]);
    let (mut all, mut few) = (Vec::new(), Vec::new());
    Regimental::candidates(&field.state, Side::Red, Grain::Middle, &mut all);
    let pairs = Regimental::may_charge(&field.state);
    Regimental::charges_of(&field.state, &pairs, Grain::Middle, [3, 2], &mut few);
    let pair = |command: &Command| match command {
        Command::Charge { unit, target, .. } => Some((*unit, *target)),
        _ => None,
    };
    let mut reaching: Vec<_> = all.iter().filter_map(pair).collect();
    reaching.dedup();
    assert!(reaching.len() > 3, "{reaching:?}");
    let of_pair = |wanted| all.iter().filter(move |command| pair(command) == Some(wanted)).take(2).cloned();
    let expected: Vec<Command> = reaching.into_iter().take(3).flat_map(of_pair).chain([Command::Done]).collect();
    assert_eq!(few, expected);
}

#[test]
fn a_maneuver_that_was_listed_is_carried_out_as_one_that_was_not() {
    let maneuvering = || {
        let mut field = declaring(MIXED, &[("foot", WellHandled), ("militia", Tardy), ("horse", WellHandled)]);
        field.skip_to("move the units that checked");
        field.state
    };
    let (listed, fresh, mut all, mut next) = (maneuvering(), maneuvering(), Vec::new(), Vec::new());
    Regimental::candidates(&listed, Side::Red, Grain::Middle, &mut all);
    assert_eq!(all.pop(), Some(Command::Done));
    for command in &all {
        let carried = [&listed, &fresh].map(|state| {
            let mut after = state.clone();
            try_out::<Regimental>(&mut after, Side::Red, command, &mut Seeded::new(1, 0)).expect("it is listed");
            after
        });
        assert_eq!(carried[0], carried[1], "{command:?}");
    }
    Regimental::maneuvers_of_next(&listed, Grain::Middle, &mut next);
    assert!(next.len() > 8 && next.len() < all.len() && all.starts_with(&next), "{}", next.len());
}

#[test]
fn random_battles_full_of_charges_obey_the_laws() {
    // RF-SEQ-23
    let start = crate::field::field(&format!("{MIXED}\nbattle turns=3")).state;
    let summary = laws::<Regimental>(&start, 0..12, &Trial::default());
    summary.unwrap_or_else(|fault| panic!("{fault}"));
}

fn wish(field: &Field, unit: &str, act: &str, x: f64, y: f64, target: Option<&str>) -> Wish {
    let target = target.map(|target| field.unit(target));
    Wish { unit: field.unit(unit), act: act.into(), at: crate::field::at(x, y), facing: None, target }
}

#[test]
fn a_pointer_finds_the_nearest_charge() {
    // RF-CHG-04, RF-CHG-16, RF-CHG-39, RF-ARC-12
    let field = ahead(6.0, "blue infantry aside at 30,16 facing 180\nground hedge fence line 20,13 28,13");
    let fit = |act: &str, x: f64, y: f64, target| {
        Regimental::fit(&field.state, Side::Red, &wish(&field, "foot", act, x, y, target))
    };
    let straight = fit("charge", 24.0, 16.0, None).expect("a charge");
    assert_eq!(straight.command, charge(&field, "foot", "line"));
    assert_eq!((straight.cost.as_str(), straight.short), ("6\" of 8\"", None));
    assert_eq!(straight.ghost.len(), 8);
    assert_eq!(straight.notes.iter().map(|(clause, _)| clause.to_string()).collect::<Vec<_>>(), ["RF-CHG-39"]);
    let named = fit("charge with cold steel", 0.0, 0.0, Some("aside")).expect("a charge");
    assert!(matches!(named.command, Command::Charge { target, cold_steel: true, .. } if target == field.unit("aside")));
    assert_eq!(field.check(&named.command), Ok(()));
    // Why not: too far, not this unit, no steel.
    let refused = |result: Result<Fitted<Command>, Refusal>| result.expect_err("refused").clause.to_string();
    let far = ahead(6.0, "blue infantry far at 24,30 facing 180");
    assert_eq!(
        refused(Regimental::fit(&far.state, Side::Red, &wish(&far, "foot", "charge", 24.0, 30.0, Some("far")))),
        "RF-CHG-03"
    );
    assert_eq!(
        refused(Regimental::fit(&field.state, Side::Red, &wish(&field, "line", "charge", 24.0, 10.0, None))),
        "RF-SEQ-06"
    );
    assert_eq!(refused(fit("charge disordered", 24.0, 16.0, None)), "RF-MAN-26");
}

#[test]
fn a_charge_that_would_fall_short_is_shown_so() {
    // RF-CHG-06
    let field = ahead(9.5, "ground hedge fence line 20,12 28,12");
    let fitted =
        Regimental::fit(&field.state, Side::Red, &wish(&field, "foot", "charge", 24.0, 19.5, None)).expect("legal");
    assert_eq!(field.check(&fitted.command), Ok(()));
    assert_eq!(
        fitted.short.map(|refusal| refusal.to_string()),
        Some("it stops after 8\" and is no charge (RF-CHG-06)".into())
    );
}
