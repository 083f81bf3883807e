//! How the tests of charges and melees speak.

use expect_test::Expect;
use firelock_core::Side::{self, Blue, Red};
use firelock_discipline::command::Command;
use firelock_discipline::event::Event;
use firelock_discipline::state::{Hold, Response, Step, Target, Turn};

use crate::field::{Field, field};

pub(crate) const GUNS: &str = "choose what each section does";
pub(crate) const DECLARE: &str = "declare charges";
pub(crate) const ANSWER: &str = "answer the charges";
pub(crate) const FACE: &str = "change facing and formation";
pub(crate) const MOVE: &str = "move";
pub(crate) const PURSUE: &str = "pursue";

/// Two regiments elsewhere, near enough that both sides are asked.
pub(crate) const ELSEWHERE: &str =
    "red infantry near at 60,60 facing 0 | elites=0\nblue infantry near-foe at 60,130 facing 180 | elites=0\n";

/// A battle without directives at the declarations of the active side.
pub(crate) fn charging(text: &str) -> Field {
    let mut field = field(text).free();
    field.to(Red, DECLARE);
    field
}

pub(crate) fn charge(field: &Field, who: &str, whom: &str) -> Command {
    charge_turning(field, who, whom, None)
}

pub(crate) fn charge_turning(field: &Field, who: &str, whom: &str, turn: Option<Turn>) -> Command {
    Command::Charge { body: field.body(who), target: Target::Body(field.body(whom)), turn }
}

pub(crate) fn answer(field: &Field, who: &str, response: Response) -> Command {
    Command::Answer { body: field.body(who), response }
}

pub(crate) fn hold(field: &Field, who: &str) -> Command {
    answer(field, who, Response::Hold(Hold { fire: None }))
}

pub(crate) fn fire(field: &Field, who: &str, at: &str) -> Command {
    answer(field, who, Response::Hold(Hold { fire: Some(field.body(at)) }))
}

pub(crate) fn counter(field: &Field, who: &str, charger: &str) -> Command {
    answer(field, who, Response::Counter(field.body(charger)))
}

/// Red charges, blue answers; then all go on to where red moves or pursues, with these faces in the end.
pub(crate) fn charged(text: &str, who: &str, whom: &str, response: Response, faces: &[i16]) -> (Field, Vec<String>) {
    let mut field = charging(text);
    let command = charge(&field, who, whom);
    let told = run(&mut field, &command, whom, response, faces);
    (field, told)
}

pub(crate) fn run(field: &mut Field, command: &Command, whom: &str, response: Response, faces: &[i16]) -> Vec<String> {
    if let Some(told) = act(field, Red, command, faces) {
        return told;
    }
    field.ends(Red, DECLARE);
    if field.prompts()[0] == (Blue, ANSWER)
        && let Some(told) = act(field, Blue, &answer(field, whom, response), faces)
    {
        return told;
    }
    moves(field, faces)
}

/// Plays a command; what it told if it led on to the end of the charge moves, which took these faces.
pub(crate) fn act(field: &mut Field, side: Side, command: &Command, faces: &[i16]) -> Option<Vec<String>> {
    let mut copy = Field { state: field.state.clone(), report: Vec::new(), active: field.active };
    if let Some(told) = copy.plays(side, command, faces)
        && copy.state.step > Step::ChargeMoves
    {
        *field = copy;
        return Some(told);
    }
    field.play(side, command, &[]);
    None
}

/// Goes on to the end of the charge moves, which take these faces.
pub(crate) fn moves(field: &mut Field, faces: &[i16]) -> Vec<String> {
    for _ in 0..20 {
        let side = field.prompts()[0].0;
        if let Some(told) = act(field, side, &Command::Done, faces) {
            return told;
        }
    }
    panic!("nobody moves");
}

pub(crate) fn shows(told: &[String], expected: &Expect) {
    expected.assert_eq(&(told.join("\n") + "\n"));
}

pub(crate) const STAND: Response = Response::Hold(Hold { fire: None });

/// Says done until melees are fought, with these faces; to the end of that command.
pub(crate) fn rest(field: &mut Field, faces: &[i16]) -> Vec<String> {
    for _ in 0..20 {
        let side = field.prompts()[0].0;
        if let Some(told) = field.plays(side, &Command::Done, faces) {
            return told;
        }
        field.done(side, &[]);
    }
    panic!("no dice were wanted");
}

/// Light cavalry in open order.
pub(crate) fn scattered(field: &Field, id: &str) -> Event {
    let body = field.body(id);
    let own = field.state.body(body);
    Event::Reformed {
        body,
        stands: own.stands.to_vec(),
        place: own.place,
        formation: own.formation,
        mounted: true,
        scattered: true,
    }
}
