//! What a volley is worth: points, modifiers, cover, enfilade (RF-FIR-12, RF-FIR-18..25, RF-TER-09..14, RF-ARC-13).

use expect_test::expect;
use firelock_regimental::event::Event;
use firelock_regimental::state::{Edge, Flank, Gun};
use firelock_regimental::words::{Formation, Order};
use firelock_table::Angle;

use super::scene::{CHARGE, HOUSE, LINES, charges, check, defensive, fire, ledgers, offensive, ordered, volleys};
use crate::field::Field;

#[test]
fn disorder_or_want_of_ammunition_halves_once() {
    // RF-FIR-12, RF-MOR-02, RF-EX-10
    let low = |field: &mut Field| {
        let unit = field.unit("foot");
        field.happen(Event::AmmoChanged { unit, low: true });
    };
    let mut field = offensive(LINES);
    ordered(&mut field, "foot", Order::Disordered);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
         = 0
        +48 muskets [RF-FIR-07], -24 halved: disordered [RF-FIR-12] = 6 points"#]],
    );
    let mut field = offensive(LINES);
    low(&mut field);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
         = 0
        +48 muskets [RF-FIR-07], -24 halved: low on ammunition [RF-FIR-12] = 6 points"#]],
    );
    let mut field = offensive(LINES);
    ordered(&mut field, "foot", Order::Disordered);
    low(&mut field);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
         = 0
        +48 muskets [RF-FIR-07], -24 halved: disordered [RF-FIR-12] = 6 points"#]],
    );
}

#[test]
fn a_damaged_gun_or_one_low_on_ammunition_counts_half_once() {
    // RF-GUN-01, RF-GUN-03: 20 inches, two points a stand.
    let mut field = offensive(
        "
red artillery guns at 24,10 facing 0 | stands=4 gun=LG
blue infantry enemy at 24,30 facing 180 | stands=12",
    );
    let unit = field.unit("guns");
    let marks = [(true, false), (false, true), (true, true)];
    for (gun, (damaged, low_ammo)) in marks.into_iter().enumerate() {
        let marks = Gun { damaged, low_ammo, silenced: false };
        field.happen(Event::GunMarked { unit, gun: gun as u8 + 1, marks });
    }
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46] = -1
        +8 light guns [RF-GUN-01], +8 light guns [RF-GUN-01], -4 halved: damaged [RF-GUN-03], +8 light guns [RF-GUN-01], -4 halved: low on ammunition [RF-GUN-03], +8 light guns [RF-GUN-01], -4 halved: low on ammunition [RF-GUN-03] = 5 points"#]],
    );
}

#[test]
fn every_gun_reaches_as_its_row_says() {
    // RF-GUN-01, RF-GUN-02, RF-GUN-23
    let points = |gun: &str, y: f64| {
        let mut field = offensive(&format!(
            "
table 30 90
red artillery guns at 15,10 facing 0 | stands=1 gun={gun}
blue infantry enemy at 15,{y} facing 180 | stands=12"
        ));
        match volleys(&field).as_str() {
            "" => "-".to_string(),
            _ => fire(&mut field, "enemy", &[1])
                .lines()
                .nth(1)
                .and_then(|line| line.split(" = ").nth(1))
                .unwrap_or("")
                .to_string(),
        }
    };
    let row = |gun: &str| {
        let cells = [14.0, 14.1, 22.0, 22.1, 34.0, 34.1, 46.0, 46.1, 58.0, 58.1, 70.0, 70.1].map(|y| points(gun, y));
        format!("{gun}: {}", cells.join(", "))
    };
    check(
        ["SG", "HG", "MG", "LG", "SH", "H", "GG"].map(row).join("\n"),
        expect![[r#"
        SG: 6 points, 5 points, 5 points, 4 points, 4 points, 3 points, 3 points, 2 points, 2 points, 1 points, 1 points, -
        HG: 5 points, 4 points, 4 points, 3 points, 3 points, 2 points, 2 points, 1 points, 1 points, -, -, -
        MG: 5 points, 3 points, 3 points, 2 points, 2 points, 1 points, 1 points, -, -, -, -, -
        LG: 4 points, 3 points, 3 points, 2 points, 2 points, 1 points, 1 points, -, -, -, -, -
        SH: 5 points, 3 points, 3 points, 3 points, 3 points, 4 points, 4 points, -, -, -, -, -
        H: 4 points, 2 points, 2 points, 2 points, 2 points, 3 points, 3 points, -, -, -, -, -
        GG: 3 points, 2 points, 2 points, 1 points, 1 points, -, -, -, -, -, -, -"#]],
    );
}

#[test]
fn raw_firers_count_when_they_give_more_than_half() {
    // RF-FIR-19, RF-GUN-05
    let text = |raw: u8| {
        format!(
            "
red infantry raw at 22,10 facing 0 | stands={raw} experience=raw
red infantry trained at 27,10 facing 0 | stands=4
blue infantry enemy at 24,12 facing 180 | stands=16"
        )
    };
    check(
        ledgers(offensive(&text(4)), "enemy"),
        expect![[r#"
         = 0
        +16 muskets [RF-FIR-07], +16 muskets [RF-FIR-07] = 8 points"#]],
    );
    check(
        ledgers(offensive(&text(5)), "enemy"),
        expect![[r#"
        +1 fire points [RF-FIR-46], -1 raw firers [RF-FIR-19] = 0
        +20 muskets [RF-FIR-07], +16 muskets [RF-FIR-07] = 9 points"#]],
    );
    let guns = "
red artillery guns at 24,10 facing 0 | stands=2 experience=raw
blue infantry enemy at 24,12 facing 180 | stands=16";
    check(
        ledgers(offensive(guns), "enemy"),
        expect![[r#"
        -1 raw firers [RF-FIR-19] = -1
        +16 light guns [RF-GUN-01], +16 light guns [RF-GUN-01] = 8 points"#]],
    );
}

#[test]
fn marksmen_count_when_they_give_half() {
    // RF-FIR-20, RF-SPC-05
    let text = |others: u8| {
        format!(
            "
red infantry picked at 22,10 facing 0 | stands=4 traits=marksmen
red infantry trained at 27,10 facing 0 | stands={others}
blue infantry enemy at 24,12 facing 180 | stands=16"
        )
    };
    check(
        ledgers(offensive(&text(4)), "enemy"),
        expect![[r#"
        +1 marksmen [RF-FIR-20] = 1
        +16 muskets [RF-FIR-07], +16 muskets [RF-FIR-07] = 8 points"#]],
    );
    check(
        ledgers(offensive(&text(5)), "enemy"),
        expect![[r#"
        +1 fire points [RF-FIR-46] = 1
        +16 muskets [RF-FIR-07], +20 muskets [RF-FIR-07] = 9 points"#]],
    );
}

#[test]
fn buck_and_ball_counts_in_a_charge_only() {
    // RF-FIR-20, RF-FIR-21: on either side of the charge.
    let mut field = defensive(CHARGE);
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(
        ledgers(field, "foot"),
        expect![[r#"
        +2 fire points [RF-FIR-46], +1 buck and ball in a charge [RF-FIR-20] = 3
        +48 muskets [RF-FIR-07] = 12 points"#]],
    );
    check(
        ledgers(defensive(&CHARGE.replace("25,14", "25,12")), "foot"),
        expect![[r#"
        +2 fire points [RF-FIR-46] = 2
        +48 muskets [RF-FIR-07] = 12 points"#]],
    );
    let text = CHARGE.replace("| stands=12\nblue", "| stands=12 traits=buck-and-ball\nblue");
    let mut field = offensive(&text);
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        +2 fire points [RF-FIR-46], +1 buck and ball in a charge [RF-FIR-20] = 3
        +48 muskets [RF-FIR-07] = 12 points"#]],
    );
}

#[test]
fn what_the_target_is_counts() {
    // RF-FIR-22, RF-FIR-23, RF-FIR-25
    let at = |target: &str| {
        let field = offensive(&format!("red infantry foot at 24,10 facing 0 | stands=12\nblue {target}"));
        let told = ledgers(field, "enemy");
        told.lines().next().expect("the ledger").to_string()
    };
    let targets = [
        "infantry enemy at 24,12 facing 180 | stands=12",
        "cavalry enemy at 24,12 facing 180 | stands=12",
        "infantry enemy at 24,12 facing 180 | stands=12 traits=militia formation=open-order",
        "infantry enemy at 24,12 facing 180 | stands=6 formation=field-column",
        "infantry enemy at 24,12 facing 180 | stands=6 formation=march-column",
        "artillery enemy at 24,12 facing 180 | stands=2 formation=limbered",
        "artillery enemy at 24,12 facing 180 | stands=2",
    ];
    check(
        targets.map(at).join("\n"),
        expect![[r#"
        +2 fire points [RF-FIR-46] = 2
        +2 fire points [RF-FIR-46] = 2
        +2 fire points [RF-FIR-46], -1 target in open order [RF-FIR-23] = 1
        +2 fire points [RF-FIR-46], +1 target in column or limbered [RF-FIR-25] = 3
        +2 fire points [RF-FIR-46], +1 target in column or limbered [RF-FIR-25] = 3
        +2 fire points [RF-FIR-46], +1 target in column or limbered [RF-FIR-25] = 3
        +2 fire points [RF-FIR-46] = 2"#]],
    );
}

#[test]
fn a_mob_is_no_column() {
    // RF-FRM-32, RF-ARC-13
    let mut field = offensive(LINES);
    let unit = field.unit("enemy");
    ordered(&mut field, "enemy", Order::Broken);
    let place = field.state.unit(unit).place;
    field.happen(Event::Placed { unit, place, formation: Formation::Mob, gap: 0, flank: None, mounted: false });
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        +1 fire points [RF-FIR-46] = 1
        +8 muskets [RF-FIR-07], +32 muskets [RF-FIR-07] = 10 points"#]],
    );
}

#[test]
fn fire_from_on_or_behind_the_front_line_enfilades() {
    // RF-ARC-10, RF-ARC-13, RF-FIR-25: the front line runs along y = 14.
    let at = |y: f64, target: &str| {
        let field = offensive(&format!(
            "red infantry foot at 18,{y} facing 90 | stands=4\nblue infantry enemy at 24,14 {target}"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    let line = "facing 180 | stands=6";
    check(
        [13.9, 14.0, 15.0].map(|y| at(y, line)).join("\n"),
        expect![[r#"
        -3 fire points [RF-FIR-46] = -3
        -3 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = -1
        -3 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = -1"#]],
    );
    let column = "facing 180 | stands=6 formation=field-column";
    check(at(14.5, column), expect!["-3 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = -1"]);
    let open = "facing 180 | stands=6 traits=militia formation=open-order";
    check(at(14.5, open), expect!["-1 fire points [RF-FIR-46], -1 target in open order [RF-FIR-23] = -2"]);
}

#[test]
fn enfilade_needs_more_than_half_of_the_points() {
    // RF-ARC-13
    let text = |front: u8| {
        format!(
            "
red infantry flank at 18,14.5 facing 90 | stands=4
red infantry front at 24,10 facing 0 | stands={front}
blue infantry enemy at 24,14 facing 180 | stands=6"
        )
    };
    check(
        ledgers(offensive(&text(2)), "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46] = -1
        +8 muskets [RF-FIR-07], +8 muskets [RF-FIR-07] = 4 points"#]],
    );
    check(
        ledgers(offensive(&text(4)), "enemy"),
        expect![[r#"
         = 0
        +8 muskets [RF-FIR-07], +16 muskets [RF-FIR-07] = 6 points"#]],
    );
}

#[test]
fn a_refused_flank_must_be_outflanked_too() {
    // RF-ARC-10
    let text = "red infantry foot at 18,14.5 facing 90 | stands=4\nblue infantry enemy at 24,14 facing 180 | stands=8";
    check(
        ledgers(offensive(text), "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = 1
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
    let mut field = offensive(text);
    let unit = field.unit("enemy");
    // Seen from the enemy, who faces south, red stands on the right.
    field.happen(Event::FlankSet { unit, flank: Some(Flank { left: false, files: 1, by: Angle::degrees(45) }) });
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46] = -1
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
    let mut field = offensive(text);
    field.happen(Event::FlankSet { unit, flank: Some(Flank { left: true, files: 1, by: Angle::degrees(45) }) });
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = 1
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
}

#[test]
fn fronts_that_touch_do_not_enfilade() {
    // RF-ARC-14, RF-ARC-12: between a charger and its target the start of the charge counts.
    let mut field = offensive(CHARGE);
    charges(&mut field, "foot", "enemy", Edge::Front, false);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        +2 fire points [RF-FIR-46] = 2
        +48 muskets [RF-FIR-07] = 12 points"#]],
    );
    let mut field = offensive(CHARGE);
    charges(&mut field, "foot", "enemy", Edge::Right, false);
    check(
        ledgers(field, "enemy"),
        expect![[r#"
        +2 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = 4
        +48 muskets [RF-FIR-07] = 12 points"#]],
    );
}

#[test]
fn area_cover_needs_more_than_half_of_the_stands() {
    // RF-TER-09, RF-TER-12, RF-FIR-24: six stands, three files; a stand counts when half of it is inside.
    let at = |kind: &str, west: f64| {
        let field = offensive(&format!(
            "
ground wood {kind} area {west},11 30,11 30,20 {west},20
red infantry foot at 24,8 facing 0 | stands=4
blue infantry enemy at 24,11 facing 180 | stands=6"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    // The files stand at 22.5-23.5, 23.5-24.5, 24.5-25.5.
    check(
        [23.0, 24.0, 24.1].map(|west| at("light-woods", west)).join("\n"),
        expect![[r#"
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24] = -2
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24] = -2
        -1 fire points [RF-FIR-46] = -1"#]],
    );
    check(at("dense-woods", 23.0), expect!["-1 fire points [RF-FIR-46], -2 full cover [RF-FIR-24] = -3"]);
}

#[test]
fn linear_cover_lies_between_and_close_to_the_front() {
    // RF-TER-10, RF-TER-11, RF-FIR-24
    let at = |kind: &str, y: f64| {
        let field = offensive(&format!(
            "
ground wall {kind} line 15,{y} 40,{y}
red infantry foot at 24,8 facing 0 | stands=4
blue infantry enemy at 24,11 facing 180 | stands=6"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    let fence = [10.4, 10.5, 11.0, 11.1].map(|y| at("fence", y));
    check(
        fence.join("\n"),
        expect![[r#"
        -1 fire points [RF-FIR-46] = -1
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24] = -2
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24] = -2
        -1 fire points [RF-FIR-46] = -1"#]],
    );
    check(at("stone-wall", 10.5), expect!["-1 fire points [RF-FIR-46], -2 full cover [RF-FIR-24] = -3"]);
    check(at("breastworks", 10.5), expect!["-1 fire points [RF-FIR-46], -3 fortified [RF-FIR-24] = -4"]);
}

#[test]
fn linear_cover_needs_more_than_half_of_the_front_rank() {
    // RF-TER-10: files at 22-23, 23-24, 24-25, 25-26; the line from front to front crosses the fence at 24.
    let at = |west: f64| {
        let field = offensive(&format!(
            "
ground wall fence line {west},10.75 40,10.75
red infantry foot at 24,8 facing 0 | stands=4
blue infantry enemy at 24,11 facing 180 | stands=8"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    check(
        [22.9, 23.9, 24.1].map(at).join("\n"),
        expect![[r#"
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24] = -2
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24] = -2
        -1 fire points [RF-FIR-46] = -1"#]],
    );
}

#[test]
fn linear_cover_is_nothing_against_enfilade() {
    // RF-TER-11
    let text = "
ground wall stone-wall line 21,8 21,20
red infantry foot at 18,14.5 facing 90 | stands=4
blue infantry enemy at 22,14 facing 180 | stands=2";
    check(
        ledgers(offensive(text), "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46], +2 target enfiladed [RF-FIR-25] = 1
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
    check(
        ledgers(offensive(&text.replace("18,14.5", "18,13.5")), "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46], -2 full cover [RF-FIR-24] = -3
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
}

#[test]
fn the_best_cover_counts_and_open_order_stops_at_three() {
    // RF-TER-12, RF-FIR-23
    let at = |ground: &str, formation: &str| {
        let field = offensive(&format!(
            "
ground wood light-woods area 15,11 30,11 30,20 15,20
ground wall {ground} line 15,10.75 40,10.75
red infantry foot at 24,8 facing 0 | stands=4
blue infantry enemy at 24,11 facing 180 | stands=6 {formation}"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    check(at("stone-wall", ""), expect!["-1 fire points [RF-FIR-46], -2 full cover [RF-FIR-24] = -3"]);
    check(
        at("stone-wall", "traits=militia formation=open-order"),
        expect!["-1 fire points [RF-FIR-46], -1 target in open order [RF-FIR-23], -2 full cover [RF-FIR-24] = -4"],
    );
    check(
        at("breastworks", "traits=militia formation=open-order"),
        expect![
            "-1 fire points [RF-FIR-46], -1 target in open order [RF-FIR-23], -3 fortified [RF-FIR-24], +1 held to the limit [RF-FIR-23] = -4"
        ],
    );
}

#[test]
fn works_cover_against_those_outside() {
    // RF-TER-14, RF-TER-23
    let at = |y: f64| {
        let field = offensive(&format!(
            "
ground redoubt redoubt area 18,10 30,10 30,20 18,20
red infantry foot at 24,{y} facing 0 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=6"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    check(
        [9.9, 11.9].map(at).join("\n"),
        expect![[r#"
        -3 fire points [RF-FIR-46], -3 fortified [RF-FIR-24] = -6
        -1 fire points [RF-FIR-46] = -1"#]],
    );
}

#[test]
fn a_garrison_has_the_cover_of_its_walls() {
    // RF-TER-09, RF-LOS-04
    let field = defensive(&format!("{HOUSE}\nblue infantry enemy at 24,14 facing 180 | stands=4"));
    check(
        ledgers(field, "foot"),
        expect![[r#"
        -1 fire points [RF-FIR-46], -2 full cover [RF-FIR-24] = -3
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
}

#[test]
fn a_ravine_covers_those_inside_and_nobody_behind() {
    // RF-TER-04, RF-TER-10
    let at = |y: f64| {
        let field = offensive(&format!(
            "
ground ravine ravine line 15,{y} 40,{y}
red infantry foot at 24,8 facing 0 | stands=4
blue infantry enemy at 24,11 facing 180 | stands=6 formation=march-column"
        ));
        ledgers(field, "enemy").lines().next().expect("the ledger").to_string()
    };
    check(at(10.75), expect!["-1 fire points [RF-FIR-46], +1 target in column or limbered [RF-FIR-25] = 0"]);
    let inside = offensive(
        "
ground ravine ravine line 24,8 24,20
red infantry foot at 22,8 facing 0 | stands=4
blue infantry enemy at 24,11 facing 180 | stands=6 formation=march-column",
    );
    check(
        ledgers(inside, "enemy"),
        expect![[r#"
        -1 fire points [RF-FIR-46], -1 partial cover [RF-FIR-24], +1 target in column or limbered [RF-FIR-25] = -1
        +16 muskets [RF-FIR-07] = 4 points"#]],
    );
}
