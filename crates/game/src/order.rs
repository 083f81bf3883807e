use firelock_core::{Choice, Piece, Prompt, UnitId, View, Wish};
use firelock_table::{Angle, Length, Point};
use serde_json::Value;

/// A typed order, as the table in words understands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A command of the list.
    Command(Value),
    /// A place on the table, for the nearest legal command.
    Wish(Wish),
    /// The faces of dice rolled by hand.
    Faces(Vec<i16>),
    /// The last command back.
    Undo,
    /// All commands back that can be.
    Reset,
    /// The battle is given up.
    Resign,
}

/// What can be typed.
const HELP: &str = "type the number or the words of an option; or a unit, what it is to do, and where: \
                    `grenadiers full move to 12, 8.5 facing north`, `grenadiers advance 3`, `guns turn facing east`; or a target: \
                    `guns fire at rifles`; or undo, reset, resign, or `roll 7 3` for dice rolled by hand";

/// Reads a typed order against the table as its side sees it.
///
/// # Errors
/// What was not understood, and what can be typed.
pub fn read_order(view: &View, text: &str) -> Result<Order, String> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "" | "help" | "?" => return Err(HELP.to_owned()),
        "undo" => return Ok(Order::Undo),
        "reset" => return Ok(Order::Reset),
        "resign" => return Ok(Order::Resign),
        _ => {}
    }
    let is_option = |option: &Choice| option.words.to_lowercase() == text;
    let listed = view.prompt.iter().any(|prompt| prompt.options.iter().any(is_option));
    if let Some(faces) = text.strip_prefix("roll").filter(|_| !listed) {
        let faces = faces.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse);
        return faces.collect::<Result<_, _>>().map(Order::Faces).map_err(|_| "faces are numbers: roll 7 3".to_owned());
    }
    let Some(prompt) = &view.prompt else { return Err("you are not asked anything now".to_owned()) };
    if let Ok(nth) = text.parse::<usize>() {
        let option = nth.checked_sub(1).and_then(|at| prompt.options.get(at));
        let option = option.ok_or_else(|| format!("there is no option {nth}; there are {}", prompt.options.len()))?;
        return Ok(Order::Command(option.command.clone()));
    }
    if let Some(option) = only(prompt.options.iter().filter(|option| option.words.to_lowercase() == text)) {
        return Ok(Order::Command(option.command.clone()));
    }
    if let Some(wish) = wish(view, prompt, &text)? {
        return Ok(Order::Wish(wish));
    }
    let fits = |option: &&Choice| holds(&option.words.to_lowercase(), &text);
    match prompt.options.iter().filter(fits).take(4).collect::<Vec<_>>().as_slice() {
        [option] => Ok(Order::Command(option.command.clone())),
        [] => Err(format!("{text:?} is not understood; {HELP}")),
        several => {
            let words: Vec<&str> = several.iter().map(|option| option.words.as_str()).collect();
            Err(format!("{text:?} may mean several options: {}", words.join("; ")))
        }
    }
}

/// `NAME ACT to X, Y facing D`, `NAME ACT at TARGET`, `NAME ACT facing D` or `NAME ACT` where it stands, or `NAME ACT 3` so
/// far ahead; none where the text has no such form.
fn wish(view: &View, prompt: &Prompt, text: &str) -> Result<Option<Wish>, String> {
    let (order, facing) = match text.rsplit_once(" facing ") {
        Some((order, facing)) => (order, Some(heading(facing)?)),
        None => (text, None),
    };
    if let Some((who, place)) = order.rsplit_once(" to ")
        && let Some(at) = view.measure.read_place(place)
    {
        let (unit, act) = unit_and_act(view, prompt, who)?;
        return Ok(Some(Wish { unit, act, at, facing, target: None }));
    }
    if let Some((who, target)) = order.rsplit_once(" at ") {
        let Some(target) = named(view, target)? else { return Ok(None) };
        let Ok((unit, act)) = unit_and_act(view, prompt, who) else { return Ok(None) };
        return Ok(Some(Wish { unit, act, at: place(target), facing, target: Some(target.id) }));
    }
    let (who, by) = match order.rsplit_once(' ').map(|(who, by)| (who, view.measure.read(by))) {
        Some((who, Some(by))) if facing.is_none() => (who, by),
        _ => (order, Length::ZERO),
    };
    let Ok((unit, act)) = unit_and_act(view, prompt, who) else { return Ok(None) };
    if act.is_empty() {
        return Ok(None);
    }
    let piece = view.pieces.iter().find(|piece| piece.id == unit);
    let at = piece.map(|piece| place(piece).ahead(piece.facing, by));
    Ok(at.map(|at| Wish { unit, act, at, facing, target: None }))
}

/// The middle of a piece's front, or where it has none its first corner.
fn place(piece: &Piece) -> Point {
    let corner = || piece.bases.first().map_or(Point::ORIGIN, |base| base[0]);
    piece.front.map_or_else(corner, |front| front.middle())
}

/// Who is to act, and how: the act's name stands last.
fn unit_and_act(view: &View, prompt: &Prompt, text: &str) -> Result<(UnitId, String), String> {
    let mut acts: Vec<&str> = prompt.acts.iter().map(|(_, act)| act.as_str()).collect();
    acts.sort_by_key(|act| std::cmp::Reverse(act.len()));
    let split = acts.iter().find_map(|act| {
        let name = text.strip_suffix(&act.to_lowercase())?;
        Some((name.trim(), (*act).to_owned()))
    });
    let (name, act) = split.unwrap_or((text, String::new()));
    let unit = named(view, name)?.ok_or_else(|| format!("there is no unit {name:?}"))?;
    Ok((unit.id, act))
}

/// The piece whose name is that, or holds all those words.
fn named<'a>(view: &'a View, name: &str) -> Result<Option<&'a Piece>, String> {
    let name = name.trim();
    if let Some(piece) = only(view.pieces.iter().filter(|piece| piece.name.to_lowercase() == name)) {
        return Ok(Some(piece));
    }
    let found: Vec<&Piece> = view.pieces.iter().filter(|piece| holds(&piece.name.to_lowercase(), name)).collect();
    match found.as_slice() {
        [] => Ok(None),
        [piece] => Ok(Some(piece)),
        several => {
            let names: Vec<&str> = several.iter().map(|piece| piece.name.as_str()).collect();
            Err(format!("{name:?} may be several: {}", names.join("; ")))
        }
    }
}

/// Whether a text holds all words.
fn holds(text: &str, words: &str) -> bool {
    !words.is_empty() && words.split_whitespace().all(|word| text.contains(word))
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

/// A point of the compass, or degrees.
fn heading(text: &str) -> Result<Angle, String> {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let text = text.trim();
    if let Some(nth) = POINTS.iter().position(|point| *point == text) {
        return Ok(Angle::degrees(45 * nth as i32));
    }
    let degrees = text.trim_end_matches('°').parse().ok().filter(|degrees| (0..360).contains(degrees));
    degrees.map(Angle::degrees).ok_or_else(|| format!("{text:?} is no heading: north-east, or degrees 0 to 359"))
}

#[cfg(test)]
mod tests {
    use firelock_core::{Clause, Form, Side};

    use super::*;

    fn view() -> View {
        let piece = |id, name: &str| Piece { id: UnitId(id), name: name.to_owned(), ..Piece::default() };
        let option = |words: &str| Choice {
            words: words.to_owned(),
            unit: None,
            target: None,
            command: words.into(),
            ledger: None,
        };
        let prompt = Prompt {
            side: Side::Red,
            clause: Clause::new("XX-MOV-01"),
            words: "move".to_owned(),
            form: Form::Orders,
            options: vec![option("volley of the guns"), option("done"), option("roll the 1 again")],
            acts: vec![(UnitId(1), "move".to_owned()), (UnitId(1), "full move".to_owned())],
            not_yet: None,
        };
        let pieces = vec![piece(1, "Grenadier companies"), piece(2, "Line, left"), piece(3, "Line, right")];
        View { pieces, prompt: Some(prompt), ..View::default() }
    }

    #[test]
    fn options_are_named_by_number_or_words() {
        assert_eq!(read_order(&view(), " 2 "), Ok(Order::Command("done".into())));
        assert_eq!(read_order(&view(), "Done"), Ok(Order::Command("done".into())));
        assert_eq!(read_order(&view(), "volley guns"), Ok(Order::Command("volley of the guns".into())));
        assert_eq!(read_order(&view(), "4"), Err("there is no option 4; there are 3".to_owned()));
        assert!(read_order(&view(), "dance").is_err_and(|words| words.contains("is not understood")));
    }

    #[test]
    fn a_unit_is_sent_to_a_place() {
        let wish = Wish {
            unit: UnitId(1),
            act: "full move".to_owned(),
            at: Point::new(12 * 2540, 21_590),
            facing: Some(Angle::degrees(45)),
            target: None,
        };
        assert_eq!(read_order(&view(), "grenadier full move to 12, 8.5 facing north-east"), Ok(Order::Wish(wish)));
        let turned = read_order(&view(), "grenadier move facing 90");
        assert!(
            matches!(turned, Ok(Order::Wish(wish)) if wish.facing == Some(Angle::degrees(90)) && wish.act == "move")
        );
        let there = read_order(&view(), "grenadier full move");
        assert!(matches!(there, Ok(Order::Wish(wish)) if wish.at == Point::ORIGIN && wish.act == "full move"));
        let ahead = read_order(&view(), "grenadier move 2.5");
        assert!(matches!(ahead, Ok(Order::Wish(wish)) if wish.at == Point::new(0, 6350) && wish.facing.is_none()));
        let metric = View { measure: firelock_core::Measure::Centimeters, ..view() };
        let order = read_order(&metric, "grenadier move to 12 cm, 8.5");
        assert!(matches!(order, Ok(Order::Wish(wish)) if wish.at == Point::new(12_000, 8500)));
        let target = read_order(&view(), "grenadier move at line, left");
        assert!(matches!(target, Ok(Order::Wish(wish)) if wish.target == Some(UnitId(2)) && wish.act == "move"));
        assert!(read_order(&view(), "line move to 1, 1").is_err_and(|words| words.contains("may be several")));
    }

    #[test]
    fn dice_and_second_thoughts() {
        assert_eq!(read_order(&view(), "roll 7, 3"), Ok(Order::Faces(vec![7, 3])));
        assert_eq!(read_order(&view(), "roll the 1 again"), Ok(Order::Command("roll the 1 again".into())));
        assert_eq!(read_order(&view(), "undo"), Ok(Order::Undo));
        assert!(read_order(&view(), "roll high").is_err());
    }
}
