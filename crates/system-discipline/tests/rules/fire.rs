//! Sight, kill zones, musketry and artillery on the table (FD-LOS, FD-MUS, FD-ART, FD-TER). Lengths are yards.

use crate::field::{Field, field, pose, yards};
use firelock_core::Side::{Blue, Red};
use firelock_core::UnitId;
use firelock_discipline::command::{Command, Maneuver};
use firelock_discipline::event::{Event, Motion};
use firelock_discipline::state::{Contact, Fate, GunOrder};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::{Ammunition, GunState};
use firelock_table::{Angle, Length};

const GUNS: &str = "choose what each section does";
const VOLLEY: &str = "choose the targets of volleys";
const SKIRMISH: &str = "choose the targets of skirmishers";
const PLATOON: &str = "choose the targets of platoon fire";
const MOVE: &str = "move";

fn fire(field: &Field, by: &str, at: &str, stand: u8) -> Command {
    Command::Fire { body: field.body(by), at: Aim::Stand(field.body(at), stand) }
}

fn shoot(field: &Field, by: &str, at: &str, stand: u8, with: Ammunition) -> Command {
    guns(field, by, GunOrder::Fire { at: Aim::Stand(field.body(at), stand), with })
}

fn guns(field: &Field, by: &str, order: GunOrder) -> Command {
    Command::Guns { body: field.body(by), order }
}

fn ball(field: &Field, by: &str, at: &str, stand: u8) -> Command {
    shoot(field, by, at, stand, Ammunition::Ball)
}

fn volley(text: &str) -> Field {
    let mut field = field(text);
    field.to(Red, VOLLEY);
    field
}

fn battery(text: &str) -> Field {
    let mut field = field(text);
    field.to(Red, GUNS);
    field
}

/// Plays one order and both sides' end of the secret step, with these faces.
fn carry_out(field: &mut Field, command: impl Fn(&Field) -> Command, faces: &[i16]) -> Vec<String> {
    field.play(Red, &command(field), &[]);
    let (mut red, mut blue) = (false, false);
    let mut told = Vec::new();
    for (side, _) in field.prompts() {
        (red, blue) = (red || side == Red, blue || side == Blue);
    }
    if red && blue {
        field.done(Blue, &[]);
    }
    told.extend(field.done(Red, faces));
    told
}

#[test]
fn the_whole_front_row_fires_at_a_stand_before_one_of_its_stands() {
    // FD-EX-01, FD-LOS-05, FD-LOS-06, FD-MUS-08, FD-MUS-09, FD-MUS-19, FD-SEQ-18: three dice, two hits, two boxes, one check.
    let mut field = volley(
        "red infantry foot at 300,100 facing 0 men=180 | stands=3 elites=0\nblue infantry target at 318,125 facing 180 men=60 | stands=1 elites=0",
    );
    let told = carry_out(&mut field, |field| fire(field, "foot", "target", 0), &[1, 7, 2, 9]);
    assert_eq!(
        told,
        [
            "the orders are carried out",
            "foot fired at stand 1 of target: 2 hits on target",
            "the commander of target is in danger and unhurt",
            "target marked 2 boxes (2 of 2)",
            "target shattered",
            "target removed",
            "the Blues have nobody left on the table",
        ]
    );
}

#[test]
fn the_kill_zone_is_a_straight_strip_as_wide_as_the_front_row() {
    // FD-LOS-05, FD-LOS-10, FD-FRM-14
    let hits = |x: f64, formation: &str| {
        let field = volley(&format!(
            "red infantry foot at 300,100 facing 0 men=180 formation=\"{formation}\" | stands=3 elites=0\nred infantry near at 100,100 facing 0\n\
             blue infantry near-foe at 100,150 facing 180\nblue infantry target at {x},150 facing 180 men=60 | stands=1 elites=0"
        ));
        field.check(Red, &fire(&field, "foot", "target", 0)).is_ok()
    };
    // The line reaches from 277.5 to 322.5, a stand is 15 wide.
    assert!(hits(329.9, "line") && !hits(330.1, "line"));
    // A column fires with its first stand: 292.5 to 307.5.
    assert!(hits(314.9, "column") && !hits(315.1, "column"));
}

#[test]
fn muskets_reach_a_hundred_yards_matchlocks_and_bows_sixty() {
    // FD-MUS-01..04, FD-MUS-06, FD-OPT-15, FD-ODD-05
    let reaches = |settings: &str, switch: &str, y: f64| {
        let field = volley(&format!(
            "{switch}red infantry foot at 300,100 facing 0 | {settings}\nred infantry near at 100,100 facing 0\nblue infantry near-foe at 100,150 facing 180\n\
             blue infantry target at 300,{y} facing 180"
        ));
        field.check(Red, &fire(&field, "foot", "target", 2)).is_ok()
    };
    for (weapon, most) in [("flintlock", 200.0), ("firelock", 200.0), ("matchlock", 160.0), ("bow", 160.0)] {
        let settings = format!("firearm={weapon}");
        assert!(reaches(&settings, "", most) && !reaches(&settings, "", most + 0.1), "{weapon}");
    }
    assert!(reaches("firearm=bow", "switch fd_bow_100=on\n", 200.0));
    assert!(!reaches("firearm=none", "", 110.0));
    let dragoons = |y: f64| {
        let field = volley(&format!(
            "red dragoons foot at 300,100 facing 0 dismounted=true\nred infantry near at 100,100 facing 0\nblue infantry near-foe at 100,150 facing 180\n\
             blue infantry target at 300,{y} facing 180"
        ));
        field.check(Red, &fire(&field, "foot", "target", 2)).is_ok()
    };
    assert!(dragoons(160.0) && !dragoons(160.1));
}

#[test]
fn a_friend_in_the_way_hides_a_stand_and_an_enemy_only_a_whole_one() {
    // FD-LOS-07, FD-LOS-08
    let sees = |side: &str, x: f64| {
        let field = volley(&format!(
            "red infantry foot at 300,100 facing 0\n{side} infantry between at {x},130 facing 0 men=60 | stands=1 elites=0\n\
             blue infantry target at 300,160 facing 180 men=60 | stands=1 elites=0\nred infantry near at 100,100 facing 0\nblue infantry near-foe at 100,150 facing 180"
        ));
        field.check(Red, &fire(&field, "foot", "target", 0)).is_ok()
    };
    // The target reaches from 292.5 to 307.5.
    assert!(!sees("red", 310.0), "partly hidden by a friend");
    assert!(sees("red", 315.0), "beside it");
    assert!(sees("blue", 310.0), "partly hidden by an enemy");
    assert!(!sees("blue", 300.0), "wholly hidden by an enemy");
}

#[test]
fn woods_hide_what_stands_behind_them_and_what_stands_deep_inside() {
    // FD-LOS-03, FD-LOS-04, FD-LOS-19, FD-TER-08
    let sees = |from: i32, to: i32, kind: &str| {
        let field = volley(&format!(
            "ground wood {kind} area 200,{from} 400,{from} 400,{to} 200,{to}\nred infantry foot at 300,100 facing 0\n\
             blue infantry target at 300,180 facing 180 men=60 | stands=1 elites=0\nred infantry near at 100,100 facing 0\nblue infantry near-foe at 100,150 facing 180"
        ));
        field.check(Red, &fire(&field, "foot", "target", 0)).is_ok()
    };
    for kind in ["light-woods", "dense-woods", "rough"] {
        assert!(!sees(120, 140, kind), "{kind} between");
        // The middle of the stand is at 186.25.
        assert!(sees(157, 300, kind) && !sees(156, 300, kind), "{kind}: 30 yards inside");
    }
    assert!(sees(120, 140, "marsh") && sees(120, 140, "crops"));
}

#[test]
fn zones_and_hilltops_stop_fire_between_lower_places() {
    // FD-LOS-03, FD-LOS-17, FD-TER-04
    let sees = |ground: &str| {
        let field = volley(&format!(
            "{ground}\nred infantry foot at 300,100 facing 0\nblue infantry target at 300,190 facing 180 men=60 | stands=1 elites=0\n\
             red infantry near at 100,100 facing 0\nblue infantry near-foe at 100,150 facing 180"
        ));
        field.check(Red, &fire(&field, "foot", "target", 0)).is_ok()
    };
    assert!(!sees("ground farm farm area 250,130 350,130 350,150 250,150"));
    assert!(!sees("ground hill gentle-hill area 250,140 350,140 350,160 250,160"));
    assert!(sees("ground hill gentle-hill area 250,80 350,80 350,160 250,160"), "from the hilltop");
    assert!(sees("ground hill gentle-hill area 250,140 350,140 350,220 250,220"), "at one on the hilltop");
    assert!(sees("ground hedge hedge line 200,140 400,140"), "linear cover never blocks");
    // Woods below two hills do not block between them.
    let hills = "ground a gentle-hill area 250,80 350,80 350,110 250,110\nground b gentle-hill area 250,180 350,180 350,220 250,220\n";
    assert!(sees(&format!("{hills}ground wood light-woods area 250,130 350,130 350,150 250,150")));
}

#[test]
fn bodies_in_contact_neither_fire_nor_are_fired_at() {
    // FD-LOS-12, FD-MEL-47
    let mut field = field(
        "red infantry foot at 300,100 facing 0\nred infantry other at 300,130 facing 0\nblue infantry foe at 300,143 facing 180\n\
         red infantry near at 100,100 facing 0\nblue infantry near-foe at 100,150 facing 180",
    );
    let contact = Contact {
        charger: field.body("other"),
        target: field.body("foe"),
        since: 0,
        mutual: false,
        flank: false,
        caught: false,
        reach: Length::ZERO,
        pursuit: false,
        fought: false,
    };
    field.happen(Event::Moved {
        body: field.body("foe"),
        pose: pose(300.0, 130.2, 180),
        bent: None,
        how: Motion::Charge,
    });
    field.happen(Event::Met(contact));
    field.to(Red, VOLLEY);
    assert_eq!(field.refused(Red, &fire(&field, "other", "foe", 2)), "FD-LOS-12");
    assert_eq!(field.refused(Red, &fire(&field, "foot", "foe", 2)), "FD-LOS-05");
}

#[test]
fn mounted_fled_and_unarmed_bodies_do_not_fire() {
    // FD-MUS-05, FD-MUS-27, FD-MUS-28, FD-SEQ-04
    let mut field = field(
        "red cavalry horse at 300,100 facing 0\nred infantry fled at 500,100 facing 0\nred infantry halted at 100,100 facing 0\n\
         blue infantry a at 300,150 facing 180\nblue infantry b at 500,150 facing 180\nblue infantry c at 100,150 facing 180",
    );
    field.happen(Event::Halted { body: field.body("fled"), until: 1, fled: true, silent: 0 });
    field.happen(Event::Halted { body: field.body("halted"), until: 1, fled: false, silent: 0 });
    field.to(Red, VOLLEY);
    assert_eq!(field.refused(Red, &fire(&field, "horse", "a", 2)), "FD-MUS-05");
    assert_eq!(field.refused(Red, &fire(&field, "fled", "b", 2)), "FD-MUS-27");
    assert_eq!(field.check(Red, &fire(&field, "halted", "c", 2)), Ok(()));
    assert_eq!(field.refused(Red, &fire(&field, "a", "horse", 0)), "FD-SEQ-03");
}

#[test]
fn platoons_fire_twice_and_remember_whom_they_shot_at() {
    // FD-EX-03, FD-MUS-07, FD-MUS-10, FD-MUS-11, FD-MUS-12, FD-MUS-13, FD-MUS-18
    let mut field = volley(
        "red infantry foot at 300,100 facing 0 men=360 fire=\"platoon\" | stands=6 rating=3 elites=0 firearm=flintlock\n\
         red infantry volley at 100,100 facing 0\nblue cavalry horse at 300,140 facing 180\nblue infantry foe at 100,150 facing 180",
    );
    // 6 +1 -2 +1 = 6 dice, {0,1}: two hits; 7 needed, 6 passes.
    let told = carry_out(&mut field, |field| fire(field, "foot", "horse", 1), &[1, 4, 0, 7, 9, 2, 6]);
    assert_eq!(
        told[1..],
        [
            "foot fired at stand 2 of horse: 2 hits on horse",
            "horse marked 2 boxes (2 of 8)",
            "horse passed the check (musketry, 7 needed)",
        ]
    );
    field.to(Red, PLATOON);
    assert_eq!(field.refused(Red, &fire(&field, "volley", "foe", 2)), "FD-MUS-07");
    // One die more for the same target.
    let told = carry_out(&mut field, |field| fire(field, "foot", "horse", 1), &[5, 8, 0, 3, 6, 9, 4, 7]);
    assert_eq!(told[1], "foot fired at stand 2 of horse: 1 hit on horse");
    assert_eq!(told[3], "horse passed the check (musketry, 7 needed)", "7 is not higher");
}

#[test]
fn cover_and_weather_take_dice_never_below_one() {
    // FD-EX-04, FD-MUS-10, FD-MUS-14, FD-MUS-15, FD-MUS-16, FD-TER-06, FD-TER-10
    let mut field = volley(
        "battle weather=\"rain\"\nground works breastworks line 200,119 400,119\n\
         red infantry foot at 300,100 facing 0 men=120 | stands=2 firearm=bow mixed_armed=true elites=0\nblue infantry foe at 300,120 facing 180",
    );
    // 2 -2 -3 -4 is one die, {0,1,2}; behind works the foe passes without dice (5+2+4).
    let told = carry_out(&mut field, |field| fire(field, "foot", "foe", 2), &[2]);
    assert_eq!(
        told[1..],
        [
            "foot fired at stand 3 of foe: 1 hit on foe",
            "foe marked 1 box (1 of 10)",
            "foe passed the check (musketry, 11 needed)"
        ]
    );
}

#[test]
fn linear_cover_protects_up_to_ten_yards_behind_it_against_what_crosses_it() {
    // FD-TER-05, FD-TER-06, FD-TER-07, FD-MOR-24, FD-MOR-05
    let dice = |hedge: &str| {
        let mut field = volley(&format!(
            "ground hedge hedge line {hedge}\nred infantry foot at 300,100 facing 0 men=300 | stands=5 elites=0\nblue infantry foe at 300,150 facing 180"
        ));
        field.play(Red, &fire(&field, "foot", "foe", 2), &[]);
        field.done(Blue, &[]);
        // With too few faces the roll that is wanted tells how many dice there are.
        let mut dice = firelock_core::Given::new([]);
        match firelock_core::carry_out::<firelock_discipline::Discipline>(&field.state, Red, &Command::Done, &mut dice)
        {
            Err(firelock_core::Halt::NeedRoll(roll)) => roll.lots[0].trials,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(dice("200,149 400,149"), 3, "protective cover takes two dice");
    assert_eq!(dice("200,140 400,140"), 3, "ten yards before the stand");
    assert_eq!(dice("200,139.5 400,139.5"), 5, "farther off");
    assert_eq!(dice("200,170 400,170"), 5, "behind it");
    assert_eq!(dice("320,149 400,149"), 5, "the line of fire passes beside it");
}

#[test]
fn skirmishers_fire_all_round_with_their_own_table() {
    // FD-EX-05, FD-LOS-09, FD-MUS-20..26, FD-GEN-09
    let mut field = field(
        "red infantry jaegers at 300,100 facing 180 men=20 | stands=1 rating=4 elites=1 firearm=flintlock\nred infantry foot at 360,80 facing 0\n\
         blue infantry foe at 300,180 facing 180 | elites=0",
    );
    field.to(Red, VOLLEY);
    assert_eq!(field.refused(Red, &fire(&field, "jaegers", "foe", 2)), "FD-MUS-07");
    field.to(Red, SKIRMISH);
    assert_eq!(field.refused(Red, &fire(&field, "foot", "foe", 2)), "FD-MUS-20");
    // 1 +1 dice, {0}: one hit; three dice 9 2 9: halts and one casualty, no check, no neighbors.
    let told = carry_out(&mut field, |field| fire(field, "jaegers", "foe", 2), &[0, 6, 9, 2, 9]);
    assert_eq!(
        told[1..],
        ["jaegers fired at stand 3 of foe: 1 casualties, foe halted", "foe marked 1 box (1 of 10)", "foe halted"]
    );
}

#[test]
fn a_skirmish_result_of_three_nines_drives_back_thirty_yards() {
    // FD-MUS-24, FD-MUS-25, FD-MOV-30
    let mut field = field(
        "red infantry jaegers at 300,100 facing 0 men=20 | stands=1 rating=2 elites=1\nred infantry foot at 360,80 facing 0\nblue infantry foe at 300,180 facing 180 | elites=0",
    );
    field.to(Red, SKIRMISH);
    let told = carry_out(&mut field, |field| fire(field, "jaegers", "foe", 2), &[0, 9, 9, 9]);
    assert_eq!(told[2..], ["foe marked 1 box (1 of 10)", "foe halted", "foe ran 30 yards to the north"]);
    assert_eq!(field.stands_at("foe"), (300.0, 210.0, 180), "the facing is kept");
}

#[test]
fn skirmish_fire_may_come_first() {
    // FD-OPT-14, FD-SEQ-12, FD-ODD-06
    let order = |switch: &str| {
        let mut field = field(&format!(
            "{switch}red infantry jaegers at 300,100 facing 0 men=20 | stands=1 elites=1\nred infantry foot at 400,100 facing 0\n\
             blue infantry foe at 300,180 facing 180\nblue infantry more at 400,180 facing 180"
        ));
        field.to(Red, "send directives");
        let mut seen = Vec::new();
        while field.state.turn == 1 {
            let (side, prompt) = field.prompts()[0];
            if (prompt == VOLLEY || prompt == SKIRMISH) && seen.last() != Some(&prompt) {
                seen.push(prompt);
            }
            field.done(side, &[]);
        }
        seen
    };
    assert_eq!(order(""), [VOLLEY, SKIRMISH]);
    assert_eq!(order("switch fd_skirmish_first=on\n"), [SKIRMISH, VOLLEY]);
}

#[test]
fn fire_is_simultaneous() {
    // FD-SEQ-03: a body that is shattered in the step has fired all the same.
    let mut field = volley(
        "red infantry foot at 300,100 facing 0 men=60 | stands=1 rating=1 elites=0\nblue infantry foe at 300,120 facing 180 men=60 | stands=1 rating=1 elites=0\n\
         red infantry more at 100,100 facing 0\nblue infantry others at 500,300 facing 180",
    );
    field.play(Red, &fire(&field, "foot", "foe", 0), &[]);
    field.done(Red, &[]);
    field.play(Blue, &fire(&field, "foe", "foot", 0), &[]);
    let told = field.done(Blue, &[0, 0, 5, 5]);
    assert_eq!(
        told[1..3],
        ["foot fired at stand 1 of foe: 1 hit on foe", "foe fired at stand 1 of foot: 1 hit on foot"]
    );
    assert!(field.state.unit(field.unit("foot")).shattered && field.state.unit(field.unit("foe")).shattered);
}

#[test]
fn a_gun_fires_straight_ahead_at_the_first_stand_met() {
    // FD-LOS-01, FD-LOS-02, FD-LOS-07, FD-ODD-21
    let field = battery(
        "red artillery guns at 300,100 facing 0\nred infantry friend at 330,150 facing 0 | elites=0\nblue infantry foe at 269.9,250 facing 180 men=180 | stands=3 elites=0\n\
         blue infantry behind at 270,280 facing 180 men=180 | stands=3 elites=0",
    );
    // The strip reaches from 292.5 to 307.5, the foe from 247.5 to 292.4.
    assert_eq!(field.refused(Red, &ball(&field, "guns", "foe", 0)), "FD-LOS-01", "out of the strip");
    let free = battery(
        "red artillery guns at 300,100 facing 0\nblue infantry foe at 300,250 facing 180 men=180 | stands=3 elites=0\nblue infantry behind at 300,280 facing 180 men=180 | stands=3 elites=0",
    );
    assert_eq!(free.check(Red, &ball(&free, "guns", "foe", 1)), Ok(()));
    assert_eq!(free.refused(Red, &ball(&free, "guns", "behind", 1)), "FD-LOS-02");
}

#[test]
fn two_artillery_hits_mark_two_boxes_and_ask_for_one_check() {
    // FD-EX-06, FD-ART-02, FD-ART-04, FD-ART-10..13, FD-ART-18
    let mut field = battery("red artillery guns at 300,100 facing 0\nblue cavalry horse at 300,340 facing 180");
    field.play(Red, &ball(&field, "guns", "horse", 1), &[]);
    // First turn: 80 +10 adjacent +10 mounted = 100: one certain hit and no die for a second.
    field.done(Red, &[7]);
    field.until_turn(2);
    field.to(Red, GUNS);
    let told = carry_out(&mut field, |field| ball(field, "guns", "horse", 1), &[7, 7]);
    assert_eq!(
        told[1..],
        [
            "guns fired ball at stand 2 of horse: 2 hits on horse",
            "horse marked 2 boxes (3 of 8)",
            "horse passed the check (artillery, 7 needed)"
        ]
    );
}

#[test]
fn a_hit_on_guns_strikes_crew_gun_or_limber() {
    // FD-EX-09, FD-ART-20..24, FD-ROS-06, FD-ROS-20, FD-GEN-05
    let mut field = battery(
        "red artillery four at 300,100 facing 0 guns=[{number=2,pounds=4}]\nblue artillery six at 300,240 facing 180\nblue infantry foe at 600,400 facing 180",
    );
    // 50 -10 = 40; 22 hits; the 9 is the gun.
    let told = carry_out(&mut field, |field| shoot(field, "four", "six", 0, Ammunition::Cannister), &[22, 9]);
    assert_eq!(
        told[1..],
        ["four fired cannister at stand 1 of six: 1 hit on six", "six suffered 1 gun"],
        "no check for a gun"
    );
    field.until_turn(2);
    field.to(Blue, GUNS);
    field.done(Red, &[]);
    field.play(Blue, &shoot(&field, "six", "four", 0, Ammunition::Cannister), &[]);
    // 90/2 = 45 -10 = 35; crew hit, a check of 7.
    let told = field.done(Blue, &[35, 4, 3]);
    assert_eq!(
        told[1..],
        [
            "six fired cannister at stand 1 of four: 1 hit on four",
            "four suffered 1 crewman",
            "four passed the check (artillery, 7 needed)"
        ]
    );
    let four = field.state.body(field.body("four")).gun().copied().expect("a section");
    assert_eq!((four.crew, four.guns, four.rounds), (3, 2, [30, 29, 0]));
    assert_eq!(field.state.unit(field.unit("four")).marked, 0, "crew hits mark no box");
}

#[test]
fn a_section_without_guns_is_destroyed_and_without_crew_abandoned() {
    // FD-ART-22, FD-ART-24, FD-ROS-21
    let text = "red artillery guns at 300,100 facing 0\nblue artillery foe at 300,240 facing 180\nblue infantry more at 600,400 facing 180";
    let mut field = field(text);
    let foe = field.body("foe");
    field.happen(Event::Damaged { body: foe, crew: 3, guns: 0, limber: 0 });
    field.to(Red, GUNS);
    let told = carry_out(&mut field, |field| shoot(field, "guns", "foe", 0, Ammunition::Cannister), &[22, 1]);
    assert_eq!(told[2], "foe suffered 1 crewman");
    assert_eq!(field.state.body(foe).gun().expect("a section").state, GunState::Abandoned);
    let mut field = self::field(text);
    field.happen(Event::Damaged { body: foe, crew: 0, guns: 1, limber: 0 });
    field.to(Red, GUNS);
    carry_out(&mut field, |field| shoot(field, "guns", "foe", 0, Ammunition::Cannister), &[22, 0]);
    assert_eq!(field.state.body(foe).gun().expect("a section").state, GunState::Destroyed);
    assert_eq!(field.state.armies[1].guns, 2);
}

#[test]
fn limbered_guns_and_wagons_suffer_in_their_limbers() {
    // FD-ART-20, FD-ART-23, FD-ART-25, FD-MOR-25
    let mut field = battery(
        "red artillery guns at 300,100 facing 0\nred artillery more at 400,100 facing 0\nblue artillery foe at 300,240 facing 180 formation=\"limbered\"\n\
         blue wagons train at 400,240 facing 180",
    );
    field.happen(Event::Damaged { body: field.body("train"), crew: 0, guns: 0, limber: 3 });
    field.play(Red, &shoot(&field, "more", "train", 0, Ammunition::Cannister), &[]);
    // 90 +10 = 100: certain, no die; a 7 on the limbered section is its limber.
    let told = carry_out(&mut field, |field| shoot(field, "guns", "foe", 0, Ammunition::Cannister), &[7]);
    assert!(
        told.contains(&"foe suffered 1 limber hit".to_string()) && told.contains(&"train destroyed".to_string()),
        "{told:?}"
    );
    assert_eq!(field.state.armies[1].wagons, 1);
}

#[test]
fn each_kind_of_round_has_its_range_and_runs_out() {
    // FD-ART-06, FD-ART-14..17, FD-ROS-22, FD-ROS-23
    let check = |guns: &str, y: f64, with: Ammunition| {
        let field = battery(&format!(
            "table 720 1100\nred artillery guns at 300,100 facing 0 {guns}\nblue infantry foe at 300,{y} facing 180\nred artillery near at 100,100 facing 0\nblue infantry near-foe at 100,200 facing 180"
        ));
        match field.check(Red, &shoot(&field, "guns", "foe", 2, with)) {
            Ok(()) => "yes".to_string(),
            Err(refusal) => refusal.clause.to_string(),
        }
    };
    let six = "guns=[{number=2,pounds=6}]";
    assert_eq!(check(six, 700.0, Ammunition::Ball), "yes");
    assert_eq!(check(six, 700.1, Ammunition::Ball), "FD-LOS-03", "beyond its reach");
    assert_eq!(check(six, 250.0, Ammunition::Cannister), "yes");
    assert_eq!(check(six, 250.1, Ammunition::Cannister), "FD-ART-16");
    assert_eq!(check(six, 300.0, Ammunition::Shell), "FD-ART-14", "it has none");
    for (pounds, most) in [(4, 450.0), (9, 600.0), (12, 800.0), (18, 900.0)] {
        let guns = format!("guns=[{{number=2,pounds={pounds}}}]");
        assert_eq!(check(&guns, 100.0 + most, Ammunition::Ball), "yes", "{pounds}");
        assert_eq!(check(&guns, 100.1 + most, Ammunition::Ball), "FD-LOS-03", "{pounds}");
    }
    let howitzer = "guns=[{number=2,kind=\"howitzer\"}]";
    assert_eq!(check(howitzer, 250.0, Ammunition::Shell), "FD-ART-17");
    assert_eq!(check(howitzer, 250.1, Ammunition::Shell), "yes");
    let mortar = "guns=[{number=2,kind=\"mortar\"}]";
    assert_eq!(check(mortar, 300.0, Ammunition::Ball), "FD-ART-14", "shell only");
    let rockets =
        battery("red artillery guns at 300,100 facing 0 | rockets=true\nblue infantry foe at 300,300 facing 180");
    assert_eq!(rockets.refused(Red, &ball(&rockets, "guns", "foe", 2)), "FD-ROS-23");
}

#[test]
fn a_shell_goes_over_those_between_but_not_over_ground() {
    // FD-ART-17
    let shell = |ground: &str, with: Ammunition| {
        let field = battery(&format!(
            "{ground}red artillery guns at 300,100 facing 0 guns=[{{number=2,kind=\"howitzer\"}}]\nred infantry friend at 300,150 facing 0\nblue infantry foe at 300,350 facing 180\n\
             red artillery near at 100,100 facing 0\nblue infantry near-foe at 100,200 facing 180"
        ));
        field.check(Red, &shoot(&field, "guns", "foe", 2, with)).is_ok()
    };
    assert!(shell("", Ammunition::Shell));
    assert!(!shell("", Ammunition::Ball));
    assert!(!shell("ground wood light-woods area 200,200 400,200 400,220 200,220\n", Ammunition::Shell));
}

#[test]
fn guns_on_hills_obey_their_levels() {
    // FD-LOS-13..16
    let fires = |hill: &str, y: f64, facing: i32, target: f64| {
        let field = battery(&format!(
            "table 720 900\nground hill gentle-hill area {hill}\nred artillery guns at 300,{y} facing {facing} guns=[{{number=2,pounds=12}}]\nblue infantry foe at 300,{target} facing {}\n\
             red artillery near at 50,100 facing 0\nblue infantry near-foe at 50,200 facing 180",
            (facing + 180) % 360
        ));
        field.check(Red, &ball(&field, "guns", "foe", 2)).is_ok()
    };
    let hill = "200,200 400,200 400,400 200,400";
    // On the slope below the hilltop, facing up: the hilltop only 60 yards in, nothing beyond.
    assert!(fires(hill, 190.0, 0, 250.0) && !fires(hill, 190.0, 0, 260.0) && !fires(hill, 190.0, 0, 450.0));
    // On the slope facing down: 400 yards.
    assert!(fires(hill, 420.0, 0, 820.0) && !fires(hill, 420.0, 0, 820.5));
    // On the hilltop: within 60 yards of its edge to fire down.
    assert!(fires(hill, 360.0, 0, 600.0) && !fires(hill, 330.0, 0, 600.0));
    // A gun higher than target and those between fires over them.
    let over = |y: i32| {
        let field = battery(&format!(
            "ground hill gentle-hill area 200,80 400,80 400,{y} 200,{y}\nred artillery guns at 300,100 facing 0\nred infantry friend at 300,200 facing 0\nblue infantry foe at 300,350 facing 180\n\
             red artillery near at 50,100 facing 0\nblue infantry near-foe at 50,200 facing 180"
        ));
        field.check(Red, &ball(&field, "guns", "foe", 2)).is_ok()
    };
    assert!(over(120) && !over(240), "the friend on the hill hides it");
}

#[test]
fn a_section_takes_one_act_a_turn() {
    // FD-ART-01, FD-MOV-14, FD-MOV-15, FD-MOV-16, FD-SEQ-14, FD-ODD-09
    let mut field = battery(
        "red artillery six at 300,100 facing 0\nred artillery eight at 400,100 facing 0 guns=[{number=2,pounds=8}]\nred artillery limbered at 500,100 facing 0 formation=\"limbered\"\n\
         blue infantry foe at 300,200 facing 180",
    );
    let haul = |unit: &str, by: f64| guns(&field, unit, GunOrder::Prolonge(yards(by)));
    assert_eq!(field.check(Red, &haul("six", 20.0)), Ok(()));
    assert_eq!(field.refused(Red, &haul("six", 20.1)), "FD-MOV-14");
    assert_eq!(field.check(Red, &haul("six", -20.0)), Ok(()));
    assert_eq!(field.refused(Red, &haul("eight", 1.0)), "FD-MOV-14");
    assert_eq!(field.refused(Red, &haul("limbered", 1.0)), "FD-ART-01");
    assert_eq!(field.refused(Red, &guns(&field, "foe", GunOrder::Hold)), "FD-ART-01");
    let turn = guns(&field, "eight", GunOrder::Aim(Angle::degrees(300)));
    field.play(Red, &turn, &[]);
    let told = carry_out(&mut field, |field| guns(field, "six", GunOrder::Prolonge(yards(-15.0))), &[]);
    assert_eq!(told[1..], ["six went by hand 15 yards back", "eight turned by hand to 300°"]);
    assert_eq!(field.stands_at("six"), (300.0, 85.0, 0));
    field.to(Red, MOVE);
    assert_eq!(field.refused(Red, &field.ahead("six", 5.0)), "FD-MOV-34", "never in Phase VI");
}

#[test]
fn no_prolonge_ends_within_sixty_yards_of_the_enemy() {
    // FD-MOV-15
    let field = battery("red artillery six at 300,100 facing 0\nblue infantry foe at 300,175 facing 180");
    assert_eq!(field.check(Red, &guns(&field, "six", GunOrder::Prolonge(yards(14.9)))), Ok(()));
    assert_eq!(field.refused(Red, &guns(&field, "six", GunOrder::Prolonge(yards(15.0)))), "FD-MOV-15");
}

#[test]
fn halted_guns_are_silent_to_the_end_of_the_next_phase_two() {
    // FD-MOR-17, FD-MOR-10
    let mut field = battery(
        "red artillery guns at 300,100 facing 0\nred artillery more at 400,100 facing 0\nblue infantry foe at 300,300 facing 180\nblue infantry other at 400,300 facing 180",
    );
    let body = field.body("guns");
    field.until_turn(2);
    field.happen(Event::Halted { body, until: 2, fled: false, silent: 3 });
    field.until_turn(3);
    field.to(Red, GUNS);
    assert_eq!(field.refused(Red, &ball(&field, "guns", "foe", 2)), "FD-MOR-17");
    field.until_turn(4);
    field.to(Red, GUNS);
    assert_eq!(field.check(Red, &ball(&field, "guns", "foe", 2)), Ok(()));
}

#[test]
fn a_crew_that_fled_comes_back_to_its_guns() {
    // FD-MOV-38, FD-MOV-39, FD-MOR-11
    let mut field = field(
        "red artillery guns at 300,100 facing 0\nred infantry near at 400,60 facing 0\nblue infantry foe at 300,300 facing 180",
    );
    let (guns, crew) = (field.body("guns"), UnitId(3));
    field.happen(Event::CrewLeft { section: guns, crew });
    field.happen(Event::Ran { body: crew, pose: pose(300.0, 40.0, 0), through: false });
    field.to(Red, MOVE);
    // 80 yards as skirmishers; the guns' rear is at 87.5.
    let told = field.play(Red, &Command::Move { body: crew, maneuver: Maneuver::Ahead(yards(48.0)) }, &[]);
    assert_eq!(told[1], "the crew is back at guns");
    assert_eq!(field.state.body(guns).gun().map(|gun| (gun.state, gun.crew)), Some((GunState::Unlimbered, 4)));
    assert_eq!(field.state.body(crew).fate, Some(Fate::Joined));
    field.to(Red, GUNS);
    assert_eq!(field.check(Red, &ball(&field, "guns", "foe", 2)), Ok(()), "from the next Phase II on");
}

#[test]
fn a_ball_may_go_through_all_it_meets() {
    // FD-OPT-05: friend or enemy, nearest first, one round.
    let mut field = battery(
        "switch fd_extended_kill_zone=on\nred artillery guns at 300,100 facing 0\nred infantry friend at 310,150 facing 0 men=60 | stands=1 elites=0\n\
         blue infantry foe at 300,250 facing 180 men=60 | stands=1 elites=0\nblue infantry behind at 300,280 facing 180 men=60 | stands=1 elites=0",
    );
    // 80 at each; 81 misses the friend, 80 hits the first, 90 misses the second. Its boxes and a check of 7.
    let told = carry_out(&mut field, |field| ball(field, "guns", "foe", 0), &[81, 80, 90, 9, 6]);
    assert_eq!(told[1], "guns fired ball at stand 1 of foe: 1 hit on foe");
    assert_eq!(field.state.body(field.body("guns")).gun().expect("a section").rounds[0], 24);
}

#[test]
fn the_same_target_is_remembered_for_one_turn() {
    // FD-ART-11, FD-ART-03
    let mut field =
        battery("red artillery guns at 300,100 facing 0\nblue infantry foe at 300,340 facing 180 | elites=0");
    // 80 +10 adjacent.
    carry_out(&mut field, |field| ball(field, "guns", "foe", 2), &[100]);
    let body = field.body("guns");
    assert_eq!(field.state.body(body).aimed_at, Some((field.body("foe"), 1)));
    field.until_turn(2);
    field.to(Red, GUNS);
    // +10: 100 is a certain hit; 5 passes the check.
    let told = carry_out(&mut field, |field| ball(field, "guns", "foe", 2), &[5]);
    assert!(told[1].contains("1 hit"), "{told:?}");
}
