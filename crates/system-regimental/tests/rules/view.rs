//! What a client draws, and what happened in words.

use crate::field::{Field, at, field, pose};
use firelock_core::{PieceKind, RuleSystem, Shape, Side, View, ViewOverlay};
use firelock_regimental::Regimental;
use firelock_regimental::command::{Command, Maneuver, SetFlank, Step as Leg};
use firelock_regimental::event::Event;
use firelock_regimental::state::{Flank, Gun, LeaderStatus};
use firelock_regimental::words::Order;
use firelock_table::{Angle, Length};

const BLUE: &str = "blue infantry foe at 24,34 facing 180";

fn seen(field: &Field) -> View {
    Regimental::view(&field.state, Some(Side::Red))
}

fn piece<'v>(view: &'v View, name: &str) -> &'v firelock_core::Piece {
    view.pieces.iter().find(|piece| piece.name == name).unwrap_or_else(|| panic!("no piece {name}"))
}

fn fact<'v>(view: &'v View, name: &str, fact: &str) -> &'v str {
    let found = piece(view, name).facts.iter().find(|(what, _)| what == fact);
    found.map_or("", |(_, value)| value)
}

fn marks(view: &View, name: &str) -> Vec<String> {
    piece(view, name).marks.iter().map(|mark| format!("{} {}", mark.word, mark.clause)).collect()
}

fn overlays<'v>(view: &'v View, kind: &str) -> Vec<&'v ViewOverlay> {
    view.overlays.iter().filter(|overlay| overlay.kind == kind).collect()
}

#[test]
fn a_unit_shows_its_stands_front_and_state() {
    // RF-SCL-06, RF-FRM-02, RF-ROS-02, RF-ROS-12
    let mut field = field(&format!(
        "red leader howe at 24,4\nred infantry foot at 24,8 facing 0 training=\"veteran\" | stands=7\n{BLUE}"
    ));
    let view = seen(&field);
    let foot = piece(&view, "foot");
    assert_eq!((foot.kind, foot.formation.as_str(), foot.group.as_str()), (PieceKind::Infantry, "line", "howe"));
    assert_eq!(foot.bases.len(), 7);
    assert_eq!(
        foot.bases[0],
        [at(22.0, 8.0), at(23.0, 8.0), at(23.0, 7.25), at(22.0, 7.25)],
        "an inch by three quarters"
    );
    let front = foot.front.expect("a front");
    assert_eq!((front.from, front.to), (at(22.0, 8.0), at(26.0, 8.0)), "four files of seven stands");
    assert_eq!((foot.badge.now, foot.badge.full), (7, 7));
    assert_eq!((foot.badge.quality.as_str(), foot.badge.state.as_str()), ("veteran", "fresh"));
    assert_eq!(fact(&view, "foot", "start / worn / spent"), "7 / 6 / 4");
    let foot = field.unit("foot");
    field.happen(Event::StandsLost { unit: foot, stands: 1 });
    let view = seen(&field);
    assert_eq!((piece(&view, "foot").badge.now, piece(&view, "foot").badge.state.as_str()), (6, "worn"));
}

#[test]
fn cavalry_and_guns_have_their_own_stands() {
    // RF-SCL-07, RF-SCL-08, RF-FRM-03, RF-FRM-10
    let field =
        field(&format!("red cavalry horse at 12,8 facing 0 | stands=3\nred artillery guns at 24,8 facing 0\n{BLUE}"));
    let view = seen(&field);
    let (horse, guns) = (piece(&view, "horse"), piece(&view, "guns"));
    assert_eq!((horse.kind, guns.kind), (PieceKind::Cavalry, PieceKind::Artillery));
    assert_eq!(horse.bases[0], [at(10.5, 8.0), at(11.5, 8.0), at(11.5, 7.0), at(10.5, 7.0)]);
    assert_eq!(guns.bases[1], [at(24.0, 8.0), at(25.0, 8.0), at(25.0, 6.5), at(24.0, 6.5)]);
    assert_eq!(fact(&view, "guns", "guns"), "light guns");
    assert_eq!(fact(&view, "guns", "carriage"), "light");
    assert_eq!(guns.badge.state, "", "guns are never worn (RF-ROS-28)");
}

#[test]
fn markers_are_words_with_their_clause() {
    // RF-ROS-27, RF-ROS-32, RF-ROS-34
    let mut field = field(&format!("red infantry foot at 24,8 facing 0\nred artillery guns at 36,8 facing 0\n{BLUE}"));
    let (foot, guns) = (field.unit("foot"), field.unit("guns"));
    assert!(marks(&seen(&field), "foot").is_empty());
    field.happen(Event::Ordered { unit: foot, order: Order::Disordered });
    field.happen(Event::AmmoChanged { unit: foot, low: true });
    let silenced = Gun { silenced: true, ..Gun::default() };
    field.happen(Event::GunMarked { unit: guns, gun: 0, marks: silenced });
    field.happen(Event::GunMarked { unit: guns, gun: 1, marks: Gun { damaged: true, ..silenced } });
    let view = seen(&field);
    assert_eq!(marks(&view, "foot"), ["disordered RF-MOR-02", "low on ammunition RF-FIR-38"]);
    assert_eq!(marks(&view, "guns"), ["silenced x2 RF-MOR-05", "damaged RF-ROS-27"]);
    field.happen(Event::Ordered { unit: foot, order: Order::Broken });
    let view = seen(&field);
    assert_eq!(marks(&view, "foot")[0], "broken RF-MOR-03");
    assert_eq!(piece(&view, "foot").front, None, "a mob has no front (RF-FRM-09)");
}

#[test]
fn leaders_are_pieces_with_a_radius() {
    // RF-CMD-02, RF-CMD-03, RF-SCL-09, T-CMD
    let mut field =
        field(&format!("red leader howe at 24,4 skill=\"gallant\"\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let (howe, foot) = (field.leader("howe"), field.unit("foot"));
    let view = seen(&field);
    let leader = piece(&view, "howe");
    assert_eq!(
        (leader.kind, leader.formation.as_str(), leader.badge.quality.as_str()),
        (PieceKind::Leader, "brigade", "gallant")
    );
    let radius = |view: &View| {
        let id = piece(view, "howe").id;
        let overlay = overlays(view, "radius").into_iter().find(|overlay| overlay.unit == Some(id)).cloned();
        overlay.map(|overlay| (overlay.shape, overlay.clause.to_string()))
    };
    let inches = Length::inch_hundredths;
    assert_eq!(
        radius(&view),
        Some((Shape::Circle(at(24.0, 4.0), inches(850)), "RF-CMD-02".into())),
        "from the edge of his base"
    );
    field.happen(Event::Attached { leader: howe, unit: foot });
    let view = seen(&field);
    assert_eq!(radius(&view), Some((Shape::Circle(at(24.0, 7.25), inches(450)), "RF-CMD-03".into())));
    assert_eq!(piece(&view, "foot").leader, Some(piece(&view, "howe").id));
    field.happen(Event::LeaderFared { leader: howe, status: LeaderStatus::AwayUntil(3), points: 0 });
    let view = seen(&field);
    assert_eq!(radius(&view), None);
    assert!(piece(&view, "howe").bases.is_empty());
    assert_eq!(marks(&view, "howe"), ["wounded until turn 3 RF-LDR-05"]);
}

#[test]
fn fog_shortens_every_radius() {
    // RF-CMD-03, RF-TER-22
    let field = field(&format!("battle visibility=\"fog\"\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let view = seen(&field);
    let short = overlays(&view, "radius").iter().all(|overlay| overlay.label == "command radius 4\"");
    assert!(short, "{:?}", overlays(&view, "radius"));
}

#[test]
fn key_positions_show_their_worth_and_holder() {
    // RF-VIC-06
    let field = field(&format!(
        "red infantry foot at 24,8 facing 0\n{BLUE}\nobjective mill at 20,18 holder=\"blue\"\nground hill gentle-hill area 30,14 36,14 36,20 30,20\nobjective ridge feature=\"hill\" worth=2"
    ));
    let view = seen(&field);
    let keys = overlays(&view, "objective");
    assert_eq!(keys[0].label, "2 points: mill");
    assert_eq!((keys[0].side, &keys[0].shape), (Some(Side::Blue), &Shape::Point(at(20.0, 18.0))));
    assert_eq!(keys[1].label, "4 points: ridge");
    assert!(matches!(&keys[1].shape, Shape::Area(corners) if corners.len() == 4));
}

#[test]
fn tracks_count_points_and_losses() {
    // RF-VIC-04, RF-VIC-10, RF-VIC-12
    let mut field =
        field(&format!("red infantry foot at 24,8 facing 0\n{BLUE}\nobjective mill at 20,18 holder=\"red\""));
    let foot = field.unit("foot");
    field.happen(Event::StandsLost { unit: foot, stands: 1 });
    let view = seen(&field);
    let told: Vec<String> = view
        .tracks
        .iter()
        .map(|track| format!("{:?} {} {} {:?}", track.side, track.name, track.now, track.of))
        .collect();
    assert_eq!(
        told[..3],
        [
            "Some(Red) points 2 None",
            "Some(Red) stands lost, heavy from 1 Some(2)",
            "Some(Red) stands lost, beaten from 1 Some(4)",
        ]
    );
}

#[test]
fn arcs_reach_as_far_as_the_weapon() {
    // RF-ARC-01, RF-FIR-07, RF-FIR-11
    let field = field(&format!(
        "red infantry foot at 12,8 facing 0\nred infantry rifles at 24,8 facing 0 class=[\"rifle\"]\nred artillery guns at 36,8 facing 0\nred cavalry horse at 42,4 facing 0\n{BLUE}"
    ));
    let view = seen(&field);
    let arcs = |name: &str| -> Vec<String> {
        let id = piece(&view, name).id;
        let own = overlays(&view, "arc").into_iter().filter(|overlay| overlay.unit == Some(id));
        own.map(|overlay| overlay.label.clone()).collect()
    };
    assert_eq!(arcs("foot"), ["foot: close range 4\"", "foot: long range 8\""]);
    assert_eq!(arcs("rifles"), ["rifles: close range 4\"", "rifles: long range 12\""]);
    assert_eq!(arcs("guns"), ["guns: close range 4\"", "guns: long range 36\""]);
    assert!(arcs("horse").is_empty(), "mounted cavalry does not fire (RF-FIR-03)");
    let foot = overlays(&view, "arc")[0];
    assert!(
        matches!(&foot.shape, Shape::Area(corners) if corners[0] == at(10.0, 8.0) && corners[corners.len() - 1] == at(14.0, 8.0))
    );
}

#[test]
fn ground_tells_its_name_level_and_meaning() {
    // RF-TER-04, RF-TER-20
    let field = field(&format!(
        "ground hill gentle-hill area 20,14 28,14 28,20 20,20 name=\"Long Hill\" level=2\nred infantry foot at 24,8 facing 0\n{BLUE}"
    ));
    let hill = &seen(&field).ground[0];
    assert_eq!((hill.kind.as_str(), hill.name.as_str(), hill.level), ("gentle-hill", "Long Hill", 2));
    assert_eq!(hill.meaning, "open ground, favorable in a charge uphill");
}

#[test]
fn garrisons_and_those_to_come_stand_in_places() {
    // RF-FRM-08, RF-SEQ-25
    let field = field(&format!(
        "ground house building area 20,4 24,4 24,6 20,6 name=\"The Mill\"\nred infantry foot garrison=\"house\"\nred infantry late\narrival turn=2 at 40,0 units=late\n{BLUE}"
    ));
    let view = seen(&field);
    let said: Vec<(String, Option<u16>, usize)> =
        view.places.iter().map(|place| (place.name.clone(), place.capacity, place.units.len())).collect();
    assert_eq!(said, [("The Mill".into(), Some(8), 1), ("arrives in turn 2".into(), None, 1)]);
    assert!(piece(&view, "foot").bases.is_empty() && piece(&view, "late").bases.is_empty());
}

#[test]
fn the_prompt_offers_what_is_listed_with_its_tally() {
    // RF-SEQ-05, RF-CHK-01
    let mut field =
        field(&format!("red leader howe at 24,4 skill=\"gallant\"\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    field.skip_to("choose a leader and the units that check");
    let view = seen(&field);
    let prompt = view.prompt.as_ref().expect("red is asked");
    let words: Vec<&str> = prompt.options.iter().map(|option| option.words.as_str()).collect();
    assert!(words.contains(&"howe to lead foot") && words.contains(&"foot: check without a leader"), "{words:?}");
    assert_eq!(words.last(), Some(&"done"));
    let led = prompt.options.iter().find(|option| option.words == "howe to lead foot").expect("offered");
    let ledger = led.ledger.as_ref().expect("a tally");
    assert_eq!(ledger.total, 3, "{ledger}");
    let command: Command = serde_json::from_value(led.command.clone()).expect("a command");
    assert!(field.check(&command).is_ok());
    assert_eq!(view.waiting, []);
    let blue = Regimental::view(&field.state, Some(Side::Blue));
    assert!(blue.prompt.is_none());
    assert_eq!(blue.waiting, [Side::Red]);
}

#[test]
fn everybody_may_measure_at_any_time() {
    // RF-SCL-15
    let field = field(&format!("red infantry foot at 24,8 facing 0\n{BLUE}"));
    let [red, blue, nobody] =
        [Some(Side::Red), Some(Side::Blue), None].map(|side| Regimental::view(&field.state, side));
    assert_eq!((&red.pieces, &red.overlays, &red.ground), (&blue.pieces, &blue.overlays, &blue.ground));
    assert_eq!((&red.pieces, &red.overlays, &red.ground), (&nobody.pieces, &nobody.overlays, &nobody.ground));
    assert!(!overlays(&blue, "arc").is_empty());
}

#[test]
fn the_turn_and_its_step_are_named() {
    // RF-SEQ-02
    let mut field = field(&format!("battle turns=4\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let view = seen(&field);
    assert_eq!((view.system, view.turn, view.turns), ("regimental", 1, Some(4)));
    assert_eq!((view.phase.as_str(), view.active), ("maneuver phase: leaders attach and detach", Some(Side::Red)));
    field.done();
    assert_eq!(seen(&field).phase, "maneuver phase: checks and moves");
}

#[test]
fn zones_are_drawn_while_setting_up() {
    // RF-SEQ-24
    let zones = "battle deployment=\"zones\"\nzone red 0,0 48,12\nzone blue 0,24 48,36";
    let field = field(&format!("{zones}\nred infantry foot\nblue infantry foe"));
    let view = seen(&field);
    let drawn = overlays(&view, "zone");
    assert_eq!(drawn.iter().map(|overlay| overlay.side).collect::<Vec<_>>(), [Some(Side::Blue)]);
    assert_eq!(view.phase, "deployment");
}

#[test]
fn commands_have_a_few_words() {
    let field = field(&format!("red leader howe at 24,4\nred infantry foot at 24,8 facing 0\n{BLUE}"));
    let (foot, foe, howe) = (field.unit("foot"), field.unit("foe"), field.leader("howe"));
    let said = |command: &Command| Regimental::phrase(&field.state, command);
    let charge =
        Command::Charge { unit: foot, target: foe, way: Default::default(), cold_steel: true, disordered: false };
    assert_eq!(said(&charge), "foot: charge foe with cold steel");
    let steps = vec![Leg::Ahead(Length::inches(3)), Leg::Wheel(Angle::degrees(-30))];
    let flank = SetFlank::Back(Flank { left: true, files: 1, by: Angle::degrees(45) });
    let full = Command::Maneuver { unit: foot, maneuver: Maneuver::Full(steps), flank: Some(flank), gap: None };
    assert_eq!(said(&full), "foot: full move, ahead 3\", wheel 30° left, 1 file of the left flank back 45°");
    assert_eq!(
        said(&Command::MoveLeader { leader: howe, to: at(20.5, 6.0), via: Vec::new() }),
        "howe to ride to 20.5, 6"
    );
    assert_eq!(said(&Command::Fight(firelock_core::UnitId(99))), "the combat of unit #99", "also of nobody");
}

#[test]
fn events_are_told_and_bookkeeping_is_silent() {
    let field = field(&format!("red infantry foot at 24,8 facing 0\n{BLUE}"));
    let (foot, foe) = (field.unit("foot"), field.unit("foe"));
    let tell = |event: &Event| Regimental::tell(&field.state, event);
    assert_eq!(tell(&Event::Answered), "");
    assert_eq!(tell(&Event::StandsLost { unit: foot, stands: 2 }), "foot lost 2 stands");
    let way = vec![pose(24.0, 8.0, 0), pose(24.0, 11.5, 0)];
    assert_eq!(tell(&Event::Moved { unit: foot, way, bend: Vec::new() }), "foot moved 3.5\" to 24, 11.5");
    let fired = Event::Fired {
        firers: vec![(foot, 0xff)],
        target: foe,
        result: 9,
        effect: firelock_regimental::results::FireEffect::Telling,
        walls: Vec::new(),
    };
    assert_eq!(tell(&fired), "foot at foe: 9, Telling Fire");
    assert_eq!(Regimental::foretell(&field.state, &fired), "foot at foe: Telling Fire", "the odds tell the dice");
    assert_eq!(Regimental::foretell(&field.state, &Event::Ordered { unit: foe, order: Order::Broken }), "foe broken");
}
