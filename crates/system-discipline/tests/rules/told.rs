//! What players read: every length in yards, and moves by how far and which way they go.

use firelock_core::{Measure, RuleSystem, Side};
use firelock_discipline::Discipline;
use firelock_discipline::command::{Command, Ride};
use firelock_discipline::event::{Event, Motion};

use crate::drill::MOVE;
use crate::field::{at, field, pose};

const LINES: &str = "red leader howe at 300,60\nred infantry foot at 300,100 facing 0 | elites=0\nblue infantry foe at 600,450 facing 180 | elites=0";

#[test]
fn a_table_is_measured_in_yards_at_either_scale() {
    // FD-SCL-03
    let measure = |text: &str| Discipline::view(&field(text).state, None).measure;
    assert_eq!(measure(LINES), Measure::Yards);
    assert_eq!(measure(&format!("switch fd_scale=15mm_cm\n{LINES}")), Measure::MetricYards);
    for scale in ["15mm_inch", "15mm_cm"] {
        let field = field(&format!("switch fd_scale={scale}\n{LINES}"));
        let (view, yard) = (Discipline::view(&field.state, None), field.state.stage.yards(1));
        assert_eq!(view.measure.one(), yard, "{scale}");
        assert_eq!(view.measure.number(view.size.0), field.state.stage.in_yards(view.size.0).to_string());
    }
}

#[test]
fn moves_are_told_by_how_far_and_which_way() {
    let mut field = field(LINES).free();
    field.to(Side::Red, MOVE);
    let told = field.play(Side::Red, &field.ahead("foot", 45.0), &[]);
    assert_eq!(told, ["foot moved 45 yards ahead"]);
    let howe = field.commander("howe");
    let ride = Command::Ride { commander: howe, to: Ride::To(at(300.0, 90.0)) };
    assert_eq!(Discipline::phrase(&field.state, &ride), "howe to ride to 300,90");
    assert_eq!(field.play(Side::Red, &ride, &[]), ["howe rode 30 yards to the north"]);
    let foot = field.body("foot");
    let tell = |pose, how| Discipline::tell(&field.state, &Event::Moved { body: foot, pose, bent: None, how });
    assert_eq!(tell(pose(330.0, 175.0, 0), Motion::March), "foot moved 42 yards ahead to the right");
    assert_eq!(tell(pose(300.0, 115.0, 0), Motion::FallBack), "foot fell back 30 yards to the south");
    assert_eq!(tell(pose(300.0, 145.0, 90), Motion::Guns), "foot turned by hand to 90°");
    assert_eq!(tell(pose(300.0, 30.0, 0), Motion::Arrival), "foot came on by the south edge");
    let ran = Event::Ran { body: foot, pose: pose(240.0, 145.0, 270), through: false };
    assert_eq!(Discipline::tell(&field.state, &ran), "foot ran 60 yards to the west");
}
