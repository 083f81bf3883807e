//! Charges at works, houses and obstacles.

use firelock_regimental::results::ManeuverEffect::WellHandled;
use firelock_regimental::words::{ChargeGround, MoveClass};

use super::FOOT;
use crate::charging::{charge, clause, contact, contacts, declaring, ground, stands};

#[test]
fn foot_charges_a_garrison_at_its_walls() {
    // RF-CHG-66, RF-TER-23, RF-ARC-12
    let text =
        format!("{FOOT}\nblue infantry line garrison=\"house\"\nground house building area 22,15 26,15 26,17 22,17");
    let mut field = declaring(&text, &[("foot", WellHandled)]);
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    let met = contact(&field, "foot");
    assert_eq!(stands(&field, "foot"), "24,15 facing 0°");
    assert_eq!((met.flank, met.ground, ground(&field, "foot")), (false, ChargeGround::Strong, MoveClass::Rough));
    assert_eq!(met.across, Some(firelock_table::FeatureId(0)));
    let horse = text.replace("red infantry", "red cavalry");
    let field = declaring(&horse, &[("foot", WellHandled)]);
    assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-66");
    // Rough ground: 6 inches for a line.
    let far = text.replace("24,10 facing 0", "24,8.9 facing 0");
    let mut far = declaring(&far, &[("foot", WellHandled)]);
    let go = charge(&far, "foot", "line");
    far.play(&go, &[]);
    assert!(contacts(&far).is_empty());
}

#[test]
fn foot_charges_works_and_what_stands_close_behind_an_obstacle() {
    // RF-CHG-66, RF-TER-14, RF-TER-19
    let met = |more: &str, y: f64| {
        let text = format!("{FOOT}\nblue infantry line at 24,{y} facing 180\n{more}");
        let mut field = declaring(&text, &[("foot", WellHandled)]);
        let go = charge(&field, "foot", "line");
        field.check(&go).map_err(|refusal| refusal.clause.to_string())?;
        field.play(&go, &[]);
        let met = contact(&field, "foot");
        Ok::<_, String>((stands(&field, "foot"), met.across.is_some(), met.ground, ground(&field, "foot")))
    };
    let redoubt = "ground works redoubt area 20,14 28,14 28,20 20,20";
    let at = |place: &str| format!("{place} facing 0°");
    assert_eq!(met(redoubt, 16.0), Ok((at("24,14"), true, ChargeGround::Fortified, MoveClass::Rough)));
    assert_eq!(met(redoubt, 14.0), Ok((at("24,14"), true, ChargeGround::Fortified, MoveClass::Rough)));
    let abatis = "ground trees abatis line 20,14 28,14";
    assert_eq!(met(abatis, 14.4), Ok((at("24,14"), true, ChargeGround::Favorable, MoveClass::Rough)));
    assert_eq!(met(abatis, 14.6), Err("RF-TER-19".to_string()), "too far behind it");
    // A creek an inch wide: its near bank, and half an inch behind the far one.
    let creek = "ground creek creek line 20,14 28,14 width=10";
    assert_eq!(met(creek, 15.0), Ok((at("24,13.5"), true, ChargeGround::Strong, MoveClass::Rough)));
    assert_eq!(met(creek, 15.1), Err("RF-TER-19".to_string()));
    // Breastworks are no major obstacle.
    let breastworks = "ground works breastworks line 20,14 28,14";
    assert_eq!(met(breastworks, 14.3), Ok((at("24,14.3"), false, ChargeGround::Fortified, MoveClass::Broken)));
    for works in [redoubt, abatis] {
        let text = format!("red cavalry foot at 24,10 facing 0\nblue infantry line at 24,14.4 facing 180\n{works}");
        let field = declaring(&text, &[("foot", WellHandled)]);
        assert_eq!(clause(&field, &charge(&field, "foot", "line")), "RF-CHG-66");
    }
}

#[test]
fn inside_the_same_works_there_is_nothing_between() {
    // RF-TER-14, RF-TER-23, RF-CHG-66
    let text = "red infantry foot at 24,10 facing 0\nblue infantry line at 24,14 facing 180\n\
                ground works redoubt area 20,6 28,6 28,20 20,20";
    let mut field = declaring(text, &[("foot", WellHandled)]);
    let go = charge(&field, "foot", "line");
    field.play(&go, &[]);
    let met = contact(&field, "foot");
    assert_eq!((met.across, met.ground), (None, ChargeGround::None));
}
