//! Ways to break a rule of movement, formation, fire or charge by a command: each is refused by its clause, and names the piece,
//! the place or the line that decided. The chapters test where each rule begins; here every reason stands in a list.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use firelock_core::Side::Red;
use firelock_core::UnitId;
use firelock_discipline::command::{Command, Maneuver, Ride};
use firelock_discipline::event::{Event, Motion};
use firelock_discipline::state::{CommanderId, FormOn, GunOrder, Place, Target, Turn, UnitNo, ZoneId};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::{Ammunition, Formation};
use firelock_table::{Angle, FeatureId, Length};
use firelock_testkit::refusal_words;

use crate::drill::{DECLARE, FACE, GUNS, MOVE, charge, charge_turning};
use crate::field::{Field, at, by, field, pose, yards};

const VOLLEY: &str = "choose the targets of volleys";

/// A battle without directives at a step of red's, after what happens to it.
fn scene(text: &str, prompt: &str, set: impl Fn(&mut Field)) -> Field {
    let mut field = field(text).free();
    field.to(Red, prompt);
    set(&mut field);
    field
}

/// Each command is refused, with its clause and the place that decided.
fn refuses(field: &Field, broken: &[(&str, Command)], expected: &Expect) {
    let mut told = String::new();
    for (rule, command) in broken {
        let Err(refusal) = field.check(Red, command) else {
            panic!("{rule}: {command:?} passes");
        };
        let words = refusal_words(&refusal, |id| field.state.roster(id).name.clone());
        writeln!(told, "{rule}: {words}").expect("text");
    }
    expected.assert_eq(&told);
}

#[test]
fn facing_and_formation_changes() {
    // FD-MOV-02, FD-MOV-22, FD-MOV-23, FD-MOV-24, FD-MOV-26, FD-MOV-27, FD-MOV-33, FD-FRM-01, FD-FRM-17, FD-SEQ-04, FD-MOR-10, FD-MOR-16,
    // FD-MOV-16, FD-MOV-34, FD-OBJ-06
    let field = scene(
        "ground village village area 20,20 110,20 110,110 20,110 name=\"village\"\nground farm farm area 560,60 620,60 620,120 560,120 name=\"farm\"\n\
         red infantry line at 200,100 facing 0 | elites=0\nred infantry column at 300,100 facing 0 formation=\"column\" | elites=0\n\
         red infantry crowd at 400,100 facing 0 | elites=0\nred infantry beside at 400,125 facing 0 | elites=0\n\
         red infantry house garrison=\"village\" | elites=0\nred infantry yard at 180,300 facing 0 men=60 | stands=1 elites=0\n\
         red infantry edge at 40,460 facing 0 | elites=0\nred infantry halted at 200,160 facing 0 | elites=0\n\
         red infantry gone at 300,160 facing 0 | elites=0\nred infantry ran at 400,160 facing 0 | elites=0\n\
         red infantry done at 200,220 facing 0 | elites=0\nred infantry near at 300,300 facing 0 formation=\"column\" | elites=0\n\
         red artillery guns at 600,30 facing 0\nred infantry drawn at 130,300 facing 0 formation=\"column\" | elites=0\n\
         blue infantry foe at 375,300 facing 270 | elites=0",
        FACE,
        |field| {
            let until = field.state.turn;
            let [halted, gone, ran, done] = ["halted", "gone", "ran", "done"].map(|id| field.body(id));
            field.happen(Event::Halted { body: halted, until, fled: false, silent: 0 });
            field.happen(Event::Halted { body: gone, until, fled: true, silent: 0 });
            field.happen(Event::RanOff(ran));
            field.play(Red, &Command::Face { body: done, turn: by(10) }, &[]);
        },
    );
    let face = |unit: &str, turn| field.face(unit, turn);
    refuses(
        &field,
        &[
            ("the enemy's", face("foe", by(10))),
            ("a second change", face("done", by(10))),
            ("halted", face("halted", by(10))),
            ("fled", face("gone", by(10))),
            ("ran from a charge", face("ran", by(10))),
            ("no turn", face("line", by(0))),
            ("too far round", face("line", by(200))),
            ("a wheel past the limit", face("line", by(91))),
            ("a wheel past the rate", face("line", by(50))),
            ("a column past the limit", face("column", by(91))),
            ("a wheel into a friend", face("crowd", by(30))),
            ("a wheel over the edge", face("edge", by(45))),
            ("a line formed onto a friend", face("drawn", Turn::Form(FormOn::Left))),
            ("a column formed towards the enemy", face("near", Turn::Form(FormOn::Left))),
            ("one stand has no formation", face("yard", Turn::Form(FormOn::Left))),
            ("guns in battery", face("guns", by(10))),
            ("a garrison", face("house", by(10))),
        ],
        &expect![[r#"
            the enemy's: foe is not yours (FD-SEQ-04), at foe
            a second change: done has changed its facing this turn (FD-MOV-02), at done
            halted: halted is halted (FD-MOR-10), at halted
            fled: gone has fled (FD-MOR-16), at gone
            ran from a charge: ran has run from a charge (FD-MOV-34), at ran
            no turn: 0° is no turn (FD-MOV-22), at line
            too far round: 200° is no turn (FD-MOV-22), at line
            a wheel past the limit: a line wheels 90° at most, not 91° (FD-MOV-23), at line
            a wheel past the rate: its outer corner would go 65.45 yards of 60 (FD-MOV-23), at line
            a column past the limit: a column turns 90° at most, not 91° (FD-MOV-24), at column
            a wheel into a friend: beside: in the way (FD-MOV-27), at beside
            a wheel over the edge: only under Withdrawal may it leave, by its own edge (FD-MOV-33), at a place
            a line formed onto a friend: yard: in the way (FD-FRM-17), at yard
            a column formed towards the enemy: too near to foe (FD-MOV-26), at foe
            one stand has no formation: yard: no formation to change (FD-FRM-01), at yard
            guns in battery: guns turns in Phase II (FD-MOV-16), at guns
            a garrison: house is in a zone and has no facing (FD-OBJ-06), at house
        "#]],
    );
}

#[test]
fn normal_moves() {
    // FD-MOV-02, FD-MOV-03, FD-MOV-12, FD-MOV-13, FD-MOV-25, FD-MOV-26, FD-MOV-27, FD-MOV-33, FD-MOV-34, FD-MOV-36, FD-MOV-37, FD-MOV-41,
    // FD-FRM-09, FD-FRM-11, FD-FRM-12, FD-FRM-18, FD-OBJ-01, FD-OBJ-03, FD-OBJ-09, FD-OBJ-11, FD-OBJ-13, FD-TER-02, FD-TER-03, FD-SEQ-04,
    // FD-ROS-31, FD-ROS-40
    let field = scene(
        "table 900 600\nground village village area 20,20 110,20 110,110 20,110 name=\"village\"\nground farm farm area 170,140 230,140 230,200 170,200 name=\"farm\"\n\
         ground held farm area 630,310 690,310 690,370 630,370 name=\"held\"\nground lane road line 300,0 300,300\nground pond river line 360,130 440,130\n\
         ground rough rough area 460,110 540,110 540,300 460,300\n\
         red infantry foot at 200,100 facing 0 | elites=0\nred infantry house garrison=\"village\" | elites=0\n\
         red infantry march at 300,100 facing 0 formation=\"column\" | elites=0\nred infantry wet at 400,120 facing 0 | elites=0\n\
         red infantry rough at 500,100 facing 0 | elites=0\nred infantry behind at 600,100 facing 0 | elites=0\n\
         red infantry before at 600,140 facing 0 | elites=0\nred infantry raw at 700,100 facing 0 training=\"raw\" | elites=0\n\
         red infantry close at 800,300 facing 0 | elites=0\nred infantry storm at 660,280 facing 0 | elites=0\n\
         red infantry jaegers at 300,260 facing 0 men=20 | stands=1\nred infantry home at 500,40 facing 180 | elites=0\n\
         red infantry elite at 120,260 facing 0\nred cavalry horse at 200,300 facing 0\nred cavalry outside at 140,165 facing 90\n\
         red artillery limbered at 800,140 facing 0 formation=\"limbered\"\nred artillery guns at 850,100 facing 0\n\
         red infantry moved at 800,60 facing 0 | elites=0\n\
         blue infantry foe at 800,330 facing 180 | elites=0\nblue infantry garrison garrison=\"held\" men=240 | stands=4 elites=0\n\
         blue infantry far at 400,560 facing 180 | elites=0",
        MOVE,
        |field| {
            field.play(Red, &field.ahead("moved", 10.0), &[]);
        },
    );
    let ahead = |unit: &str, by: f64| field.ahead(unit, by);
    let moves = |unit: &str, maneuver| field.maneuver(unit, maneuver);
    let out = |x: f64, y: f64, formation, by: f64| Maneuver::Leave { from: pose(x, y, 90), formation, by: yards(by) };
    let (farm, held, village) = (field.zone("farm"), field.zone("held"), field.zone("village"));
    let lane = field.state.stage.table.features().map(|(id, _)| id);
    let lane = lane.into_iter().find(|id| field.state.stage.land(*id).kind == "road").expect("the lane");
    refuses(
        &field,
        &[
            ("the enemy's", ahead("foe", 10.0)),
            ("a second move", ahead("moved", 10.0)),
            ("guns in battery", ahead("guns", 10.0)),
            ("nowhere", ahead("foot", 0.0)),
            ("too far", ahead("raw", 60.1)),
            ("too far over slow ground", ahead("rough", 60.0)),
            ("into a friend", ahead("behind", 60.0)),
            ("into water", ahead("wet", 30.0)),
            ("near the enemy", ahead("close", 25.0)),
            ("near the enemy in a zone", ahead("storm", 29.0)),
            ("over the edge", ahead("home", 50.0)),
            ("guns near the enemy", ahead("limbered", 50.0)),
            ("into a zone as if it were ground", ahead("foot", 50.0)),
            ("away from the brigade", ahead("jaegers", 80.0)),
            ("raw troops shift", moves("raw", Maneuver::Side(yards(5.0)))),
            ("a shift too far", moves("wet", Maneuver::Back(yards(40.0)))),
            ("a shift into a friend", moves("before", Maneuver::Back(yards(30.0)))),
            ("a road that is none", moves("march", Maneuver::Road(FeatureId(0), yards(10.0)))),
            ("a road it is not on", moves("limbered", Maneuver::Road(lane, yards(10.0)))),
            ("a line on a road", moves("foot", Maneuver::Road(lane, yards(10.0)))),
            ("too far on a road", moves("march", Maneuver::Road(lane, yards(200.0)))),
            ("no such zone", moves("foot", Maneuver::Enter(ZoneId(9), 1))),
            ("no stands into a zone", moves("foot", Maneuver::Enter(farm, 0))),
            ("more than a zone holds", moves("foot", Maneuver::Enter(farm, 5))),
            ("horse into a zone", moves("outside", Maneuver::Enter(farm, 1))),
            ("guns into a zone", moves("limbered", Maneuver::Enter(farm, 1))),
            ("a zone of the enemy", moves("storm", Maneuver::Enter(held, 1))),
            ("a zone that lies elsewhere", moves("rough", Maneuver::Enter(farm, 1))),
            ("a zone out of reach", moves("foot", Maneuver::Enter(village, 1))),
            ("a garrison marches", ahead("house", 10.0)),
            ("out of a zone from elsewhere", moves("house", out(250.0, 60.0, Formation::Line, 0.0))),
            ("out of a zone in open order", moves("house", out(110.0, 60.0, Formation::Unlimbered, 0.0))),
            ("out of no zone", moves("foot", out(110.0, 60.0, Formation::Line, 0.0))),
            ("off without Withdrawal", moves("home", Maneuver::Exit)),
            ("a full stand sent out", moves("foot", Maneuver::Detach { stand: 0, to: pose(200.0, 130.0, 0) })),
            ("foot divided", moves("foot", Maneuver::Divide(1))),
            ("all troops given off", moves("horse", Maneuver::Divide(9))),
            ("foot in open order", moves("foot", Maneuver::Scatter)),
            ("foot closed up", moves("foot", Maneuver::Close)),
            ("horse dismounts", moves("horse", Maneuver::Dismount(Length::ZERO))),
            ("foot mounts", moves("foot", Maneuver::Mount)),
            ("unlimbered in the wrong step", Command::Unlimber { body: field.body("limbered"), facing: Angle::ZERO }),
            ("no such body", Command::Move { body: UnitId(999), maneuver: Maneuver::Mount }),
            ("no such commander", Command::Ride { commander: CommanderId(99), to: Ride::To(at(10.0, 10.0)) }),
            (
                "a commander too far",
                Command::Ride { commander: field.commander("red-general"), to: Ride::To(at(890.0, 300.0)) },
            ),
            (
                "a commander off the table",
                Command::Ride { commander: field.commander("red-general"), to: Ride::To(at(-5.0, 10.0)) },
            ),
        ],
        &expect![[r#"
            the enemy's: foe is not yours (FD-SEQ-04), at foe
            a second move: moved makes no normal move this turn (FD-MOV-34), at moved
            guns in battery: guns makes no normal move this turn (FD-MOV-34), at guns
            nowhere: foot: this leads nowhere (FD-MOV-02), at foot
            too far: raw can go 60 yards, not 60.1 (FD-MOV-03), at raw
            too far over slow ground: rough can go 35 yards, not 60 (FD-MOV-03), at rough
            into a friend: before: in the way (FD-MOV-27), at before
            into water: it may not go through the river (FD-TER-02), at a place
            near the enemy: too near to foe (FD-MOV-26), at foe
            near the enemy in a zone: too near to the enemy in held (FD-MOV-26), at a place
            over the edge: only under Withdrawal may it leave, by its own edge (FD-MOV-33), at a place
            guns near the enemy: too near to foe (FD-MOV-13), at foe
            into a zone as if it were ground: it may not go through farm (FD-OBJ-03), at a place
            away from the brigade: jaegers must stay within 50 yards of its brigade (FD-FRM-11), at a line
            raw troops shift: raw is not trained to shift (FD-MOV-25), at raw
            a shift too far: wet shifts 30 yards at most (FD-MOV-25), at wet
            a shift into a friend: behind: in the way (FD-MOV-27), at behind
            a road that is none: march is not drawn up to march on that road (FD-MOV-41), at march
            a road it is not on: limbered is not on that road (FD-MOV-12), at limbered
            a line on a road: foot is not drawn up to march on that road (FD-MOV-41), at foot
            too far on a road: march can go 120 yards, not 200 (FD-MOV-03), at march
            no such zone: foot knows no such zone (FD-OBJ-01), at foot
            no stands into a zone: foot can put in stands of 4 at most (FD-OBJ-13), at foot
            more than a zone holds: foot can put in stands of 4 at most (FD-OBJ-13), at foot
            horse into a zone: outside is mounted and stops at the edge (FD-OBJ-03), at outside
            guns into a zone: limbered may not enter a zone (FD-OBJ-03), at limbered
            a zone of the enemy: storm would share the zone with the enemy (FD-OBJ-11), at storm
            a zone that lies elsewhere: farm does not lie straight ahead (FD-OBJ-03), at rough
            a zone out of reach: it may not go through farm (FD-OBJ-03), at a place
            a garrison marches: house leaves a zone before it goes anywhere else (FD-OBJ-09), at house
            out of a zone from elsewhere: house must begin at the edge of the zone (FD-OBJ-09), at house
            out of a zone in open order: house comes out in line or column (FD-OBJ-09), at house
            out of no zone: foot leaves a zone before it goes anywhere else (FD-OBJ-09), at foot
            off without Withdrawal: home is not under Withdrawal (FD-MOV-33), at home
            a full stand sent out: foot has no such half-stand to send out (FD-FRM-09), at foot
            foot divided: foot has no troops to give off (FD-FRM-18), at foot
            all troops given off: horse keeps at least one troop and gives off at least one (FD-FRM-18), at horse
            foot in open order: foot does not go into open order (FD-FRM-12), at foot
            foot closed up: foot is not in open order (FD-FRM-12), at foot
            horse dismounts: horse does not fight on foot (FD-MOV-36), at horse
            foot mounts: foot cannot mount: its half-stands are not together (FD-MOV-36), at foot
            unlimbered in the wrong step: that is not what is decided now (FD-SEQ-04), at nowhere
            no such body: there is no body #999 (FD-ROS-40), at nowhere
            no such commander: there is no commander 99 (FD-ROS-31), at nowhere
            a commander too far: it is 926.56 yards, he rides 120 (FD-MOV-37), at a line
            a commander off the table: that is off the table (FD-MOV-37), at a place
        "#]],
    );
}

#[test]
fn guns_and_volleys() {
    // FD-ART-01, FD-ART-14, FD-LOS-01, FD-LOS-02, FD-LOS-03, FD-LOS-05, FD-MOV-14, FD-MOV-15, FD-MOV-38, FD-MOR-17, FD-MUS-01, FD-MUS-05,
    // FD-MUS-07, FD-MUS-27, FD-SEQ-03, FD-FRM-17
    let text = "table 900 600\nground copse dense-woods area 640,200 760,200 760,260 640,260\n\
         red artillery guns at 100,100 facing 0\nred artillery heavy at 200,100 facing 0 guns=[{number=2,pounds=24}]\n\
         red artillery limbered at 300,100 facing 0 formation=\"limbered\"\nred artillery silent at 400,100 facing 0\n\
         red artillery back at 500,100 facing 0\nred artillery blind at 700,100 facing 0\nred artillery tight at 800,100 facing 0\n\
         red infantry tight-by at 846.5,100 facing 0 | elites=0\nred infantry screen at 200,200 facing 0 | elites=0\n\
         red infantry foot at 300,300 facing 0 | elites=0\nred cavalry horse at 400,300 facing 0\nred infantry gone at 500,300 facing 0 | elites=0\n\
         red infantry jaegers at 600,300 facing 0 men=20 | stands=1\nred infantry pikes at 60,300 facing 0 firearm=\"none\" | elites=0\n\
         blue infantry foe at 100,160 facing 180 | elites=0\nblue infantry masked at 200,360 facing 180 | elites=0\n\
         blue infantry hidden at 700,400 facing 180 | elites=0\nblue infantry front at 300,350 facing 180 | elites=0\n\
         blue infantry others at 560,350 facing 180 | elites=0";
    let set = |field: &mut Field| {
        let until = field.state.turn;
        let [silent, back, gone] = ["silent", "back", "gone"].map(|id| field.body(id));
        field.happen(Event::Halted { body: silent, until, fled: false, silent: until });
        field.happen(Event::Halted { body: gone, until, fled: true, silent: 0 });
        let body = &mut field.state.bodies[back.index()];
        if let firelock_discipline::state::Kind::Section(gun) = &mut body.kind {
            gun.manned = until + 1;
        }
    };
    let field = scene(text, GUNS, set);
    let guns = |unit: &str, order| Command::Guns { body: field.body(unit), order };
    let shot = |at: &str, nth: u8, with| GunOrder::Fire { at: Aim::Stand(field.body(at), nth), with };
    refuses(
        &field,
        &[
            ("no guns", guns("foot", GunOrder::Hold)),
            ("the enemy's", guns("foe", GunOrder::Hold)),
            ("limbered", guns("limbered", GunOrder::Hold)),
            ("silenced", guns("silent", GunOrder::Hold)),
            ("a crew just back", guns("back", GunOrder::Hold)),
            ("beside the strip", guns("guns", shot("front", 2, Ammunition::Ball))),
            ("no such round", guns("guns", shot("foe", 2, Ammunition::Shell))),
            ("a friend between", guns("heavy", shot("masked", 2, Ammunition::Ball))),
            ("a wood between", guns("blind", shot("hidden", 2, Ammunition::Ball))),
            ("hauled too far", guns("guns", GunOrder::Prolonge(yards(60.0)))),
            ("heavy guns hauled", guns("heavy", GunOrder::Prolonge(yards(5.0)))),
            ("hauled near the enemy", guns("guns", GunOrder::Prolonge(yards(10.0)))),
            ("turned onto a friend", guns("tight", GunOrder::Aim(Angle::degrees(45)))),
            ("not decided now", field.ahead("foot", 10.0)),
            ("nothing to take back", Command::TakeBack(field.body("guns"))),
        ],
        &expect![[r#"
            no guns: foot is no section of yours (FD-ART-01), at foot
            the enemy's: foe is no section of yours (FD-ART-01), at foe
            limbered: limbered is not unlimbered with a crew (FD-ART-01), at limbered
            silenced: silent does not fire yet (FD-MOR-17), at silent
            a crew just back: back has its crew back only from the next turn on (FD-MOV-38), at back
            beside the strip: guns: no clear shot at that (FD-LOS-01), at front
            no such round: guns has no such round left (FD-ART-14), at guns
            a friend between: heavy has others between it and the target (FD-LOS-02), at heavy
            a wood between: blind: no clear shot at that (FD-LOS-03), at hidden
            hauled too far: guns is hauled 20 yards at most (FD-MOV-14), at guns
            heavy guns hauled: heavy is too heavy to be hauled by hand (FD-MOV-14), at heavy
            hauled near the enemy: it would end too near to foe (FD-MOV-15), at foe
            turned onto a friend: tight-by: in the way (FD-FRM-17), at tight-by
            not decided now: that is not what is chosen now (FD-SEQ-03), at nowhere
            nothing to take back: guns: no order to take back (FD-SEQ-03), at nowhere
        "#]],
    );
    let field = scene(text, VOLLEY, set);
    let fire =
        |unit: &str, at: &str, nth: u8| Command::Fire { body: field.body(unit), at: Aim::Stand(field.body(at), nth) };
    refuses(
        &field,
        &[
            ("the enemy's", fire("foe", "foot", 0)),
            ("guns with muskets", fire("guns", "foe", 2)),
            ("mounted", fire("horse", "front", 2)),
            ("fled", fire("gone", "others", 2)),
            ("open order in a volley", fire("jaegers", "others", 4)),
            ("no firearm", fire("pikes", "foe", 0)),
            ("out of the kill zone", fire("foot", "masked", 2)),
        ],
        &expect![[r#"
            the enemy's: foe is not yours to command (FD-SEQ-03), at foe
            guns with muskets: guns has no small arms to fire (FD-MUS-01), at guns
            mounted: horse is mounted and does not fire (FD-MUS-05), at horse
            fled: gone has fled and does not fire (FD-MUS-27), at gone
            open order in a volley: jaegers does not fire in this step (FD-MUS-07), at jaegers
            no firearm: pikes has nothing to fire with (FD-MUS-01), at pikes
            out of the kill zone: foot: no clear shot at that (FD-LOS-05), at masked
        "#]],
    );
}

#[test]
fn charges() {
    // FD-MEL-02, FD-MEL-03, FD-MEL-05, FD-MEL-09, FD-LOS-18, FD-MOR-10, FD-MOR-16, FD-LDR-06, FD-OBJ-04, FD-SEQ-04, FD-MOV-23, FD-ROS-10,
    // FD-ROS-40
    let field = scene(
        "table 900 600\nground wood light-woods area 660,110 760,110 760,145 660,145\nground village village area 820,20 890,20 890,110 820,110 name=\"village\"\n\
         red infantry foot at 100,100 facing 0 | elites=0\nred infantry halted at 200,100 facing 0 | elites=0\n\
         red infantry gone at 300,100 facing 0 | elites=0\nred infantry bereft at 400,100 facing 0 | elites=0\n\
         red infantry jaegers at 500,100 facing 0 men=20 | stands=1\nred infantry mates at 500,60 facing 0 | elites=0\n\
         red infantry blind at 700,100 facing 0 | elites=0\nred infantry comes garrison=\"village\" | elites=0\n\
         red artillery guns at 600,100 facing 0\n\
         blue infantry foe at 100,160 facing 180 | elites=0\nblue infantry second at 100,180 facing 180 | elites=0\n\
         blue infantry b2 at 200,160 facing 180 | elites=0\nblue infantry b3 at 300,160 facing 180 | elites=0\n\
         blue infantry b4 at 400,160 facing 180 | elites=0\nblue infantry b5 at 500,160 facing 180 | elites=0\n\
         blue infantry b6 at 600,160 facing 180 | elites=0\nblue infantry b7 at 710,165 facing 180 | elites=0\n\
         blue infantry b8 at 855,160 facing 180 | elites=0",
        DECLARE,
        |field| {
            let until = field.state.turn;
            let [halted, gone, bereft, comes] = ["halted", "gone", "bereft", "comes"].map(|id| field.body(id));
            field.happen(Event::Halted { body: halted, until, fled: false, silent: 0 });
            field.happen(Event::Halted { body: gone, until, fled: true, silent: 0 });
            field.happen(Event::NoCharge(vec![bereft]));
            let zone = field.zone("village");
            field.happen(Event::Entered { body: comes, zone, transit: Some(until + 1) });
        },
    );
    let turning = |turn| charge_turning(&field, "foot", "foe", Some(turn));
    refuses(
        &field,
        &[
            ("the enemy's", charge(&field, "foe", "foot")),
            ("at a friend", charge(&field, "foot", "halted")),
            ("at nobody", Command::Charge { body: field.body("foot"), target: Target::Zone(ZoneId(9)), turn: None }),
            ("no such body", Command::Charge { body: UnitId(999), target: Target::Zone(ZoneId(0)), turn: None }),
            ("guns", charge(&field, "guns", "b6")),
            ("halted", charge(&field, "halted", "b2")),
            ("fled", charge(&field, "gone", "b3")),
            ("a commander fell", charge(&field, "bereft", "b4")),
            ("in transit", charge(&field, "comes", "b8")),
            ("open order at close order", charge(&field, "jaegers", "b5")),
            ("unseen", charge(&field, "blind", "b7")),
            ("somebody before it", charge(&field, "foot", "second")),
            ("a turn past the rate", turning(by(80))),
            ("a change of formation", turning(Turn::Form(FormOn::Left))),
            ("an answer now", crate::drill::hold(&field, "foot")),
            (
                "no such unit",
                Command::Direct {
                    unit: UnitNo(999),
                    mission: firelock_discipline::state::Mission {
                        kind: firelock_discipline::words::Directive::Hold,
                        goal: firelock_discipline::state::Goal::Here,
                    },
                },
            ),
        ],
        &expect![[r#"
            the enemy's: foe is not yours (FD-SEQ-04), at foe
            at a friend: foot has no such enemy to charge (FD-MEL-03), at foot
            at nobody: foot has no such enemy to charge (FD-MEL-03), at foot
            no such body: there is no body #999 (FD-ROS-40), at nowhere
            guns: guns does not charge (FD-MEL-02), at guns
            halted: halted is halted (FD-MOR-10), at halted
            fled: gone has fled (FD-MOR-16), at gone
            a commander fell: bereft has lost a commander and may not charge (FD-LDR-06), at bereft
            in transit: comes is in transit (FD-OBJ-04), at comes
            open order at close order: jaegers: open order may not charge close order (FD-MEL-05), at b5
            unseen: blind does not see its target (FD-LOS-18), at blind
            somebody before it: in the way: foe (FD-MEL-03), at foe
            a turn past the rate: its outer corner would go 104.72 yards of 80 (FD-MOV-23), at foot
            a change of formation: foot charges after a facing change, not a change of formation (FD-MEL-09), at foot
            an answer now: that is not what is decided now (FD-SEQ-04), at nowhere
            no such unit: there is no unit 999 (FD-ROS-10), at nowhere
        "#]],
    );
}

#[test]
fn who_touches_the_enemy_goes_no_farther_without_a_charge() {
    // FD-MEL-01
    let field = scene(
        "red infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 300,160 facing 180 | elites=0",
        MOVE,
        |field| {
            let (body, pose) = (field.body("foot"), pose(300.0, 160.0, 0));
            field.happen(Event::Moved { body, pose, bent: None, how: Motion::Align });
        },
    );
    refuses(
        &field,
        &[("into the enemy", field.ahead("foot", 5.0))],
        &expect![[r#"
        into the enemy: foe would be touched without a charge (FD-MEL-01), at foe
    "#]],
    );
}

#[test]
fn commanders_on_their_way() {
    // FD-LDR-08, FD-ROS-32
    let field = scene(
        "red leader webb at 300,60\nred leader hill at 500,60\nred cavalry guard at 300,100 facing 0 men=60 command=\"webb\" | personal_force=true\n\
         red infantry foot at 450,100 facing 0 command=\"hill\" | elites=0\nblue infantry foe at 500,150 facing 180 | elites=0",
        MOVE,
        |_| {},
    );
    let ride = |id: &str, x: f64, y: f64| Command::Ride { commander: field.commander(id), to: Ride::To(at(x, y)) };
    refuses(
        &field,
        &[("onto the enemy", ride("hill", 500.0, 152.0)), ("away from his personal force", ride("webb", 310.0, 60.0))],
        &expect![[r#"
            onto the enemy: in the way: foe (FD-LDR-08), at foe
            away from his personal force: he rides with his personal force (FD-ROS-32), at guard
        "#]],
    );
}

#[test]
fn guns_with_a_wrecked_limber() {
    // FD-MOV-18
    let field = scene(
        "red artillery guns at 300,100 facing 0 formation=\"limbered\"\nred artillery others at 400,100 facing 0 formation=\"limbered\"\n\
         blue infantry foe at 300,400 facing 180 | elites=0",
        "unlimber",
        |field| {
            let body = field.body("guns");
            field.happen(Event::Damaged { body, crew: 0, guns: 0, limber: 4 });
        },
    );
    let command = Command::Unlimber { body: field.body("guns"), facing: Angle::ZERO };
    refuses(
        &field,
        &[("unlimbers", command)],
        &expect![[r#"
        unlimbers: guns has its limber wrecked (FD-MOV-18), at guns
    "#]],
    );
}

#[test]
fn who_comes_later_is_not_set_up() {
    // FD-SEQ-21
    let mut field = field(
        "battle deployment=\"zones\"\nzone red 0,0 720,120\nzone blue 0,360 720,480\nred leader webb at 300,60\nred leader hill\n\
         red infantry foot command=\"webb\" | elites=0\nred infantry late command=\"hill\" | elites=0\narrival turn=2 at 400,0 units=late commands=hill\n\
         blue infantry foe | elites=0",
    );
    // The lower die deploys first.
    field.play(Red, &Command::Begin, &[1, 9]);
    let late = Command::Deploy {
        body: field.body_anywhere("late"),
        place: Place::At(pose(300.0, 60.0, 0)),
        formation: Formation::Line,
    };
    let hill = Command::DeployCommander { commander: field.commander("hill"), at: at(300.0, 60.0) };
    refuses(
        &field,
        &[("a body", late), ("a commander", hill)],
        &expect![[r#"
        a body: late, part #1 comes later (FD-SEQ-21), at late
        a commander: he comes later (FD-SEQ-21), at nowhere
    "#]],
    );
}

#[test]
fn duties_say_what_they_ask_for() {
    // FD-CMD-17
    let text = "red infantry foot at 300,100 facing 90 order={kind=\"advance\"} | elites=0\nblue infantry foe at 300,400 facing 180 | elites=0";
    let mut field = field(text);
    field.to(Red, FACE);
    refuses(
        &field,
        &[("the end", Command::Done), ("a turn the other way", field.face("foot", by(30)))],
        &expect![[r#"
            the end: foot must turn towards what it is sent to: a turn of 45.83° to the left (FD-CMD-17), at foot
            a turn the other way: foot must turn towards what it is sent to: a turn of 45.83° to the left (FD-CMD-17), at a place
        "#]],
    );
    field.play(Red, &field.face("foot", by(-45)), &[]);
    field.to(Red, MOVE);
    refuses(
        &field,
        &[("the end", Command::Done), ("too short", field.ahead("foot", 10.0))],
        &expect![[r#"
        the end: foot must come nearer to what it is sent to and go 30 yards straight ahead (FD-CMD-17), at foot
        too short: foot must come nearer to what it is sent to and go 30 yards straight ahead (FD-CMD-17), at foot
    "#]],
    );
}

#[test]
fn a_wheel_does_not_pass_over_a_half_stand_that_is_free_of_both_ends() {
    // FD-MOV-23, FD-MOV-27: eight stands wheel on the right; the half-stand stands in the way of the left ones only between.
    let refused = |x: f64| {
        let text = format!(
            "red infantry foot at 300,100 facing 0 men=480 | stands=8 elites=0\nred infantry jaegers at {x},112.5 facing 0 men=20 | stands=1\n\
             blue infantry foe at 650,450 facing 180 | elites=0"
        );
        let field = scene(&text, FACE, |_| {});
        field.check(Red, &field.face("foot", by(28))).map_err(|refusal| refusal.clause.to_string())
    };
    assert_eq!(refused(246.0), Err("FD-MOV-27".to_string()));
    assert_eq!(refused(220.0), Ok(()));
}
