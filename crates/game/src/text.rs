use std::fmt::Write as _;

use firelock_core::{FeatureView, Piece, PieceKind, Prompt, Shape, Side, UnitId, View};
use firelock_table::{Angle, Gap, Length, Point, Polygon, Segment, gap};

/// The table in words, for a screen reader or a plain terminal: what is asked, then every unit in a line of its own, always
/// in the same order. It says all that the picture shows.
pub fn text(view: &View) -> String {
    let mut text = heading(view);
    if let Some(prompt) = &view.prompt {
        text += &asked(view, prompt);
    }
    for side in &view.waiting {
        let _ = writeln!(text, "Waiting for {side}.");
    }
    for side in Side::BOTH {
        let mut pieces: Vec<&Piece> = view.pieces.iter().filter(|piece| piece.side == side).collect();
        pieces.sort_by_key(|piece| piece.id);
        if !pieces.is_empty() {
            let _ = writeln!(text, "\n{}", capital(&side.to_string()));
        }
        for piece in pieces {
            let _ = writeln!(text, "  {}", line(view, piece));
        }
    }
    text += &section(
        "Places",
        view.places.iter().map(|place| {
            let name = |id: &UnitId| view.pieces.iter().find(|piece| piece.id == *id).map_or("?", |piece| &piece.name);
            let held: Vec<&str> = place.units.iter().map(name).collect();
            let held = if held.is_empty() { "nobody".to_owned() } else { held.join(", ") };
            let room = place.capacity.map_or(String::new(), |most| format!("; room for {most}"));
            format!("{}: {held}{room}", place.name)
        }),
    );
    let objectives = view.overlays.iter().filter(|overlay| overlay.kind == "objective");
    text += &section(
        "Objectives",
        objectives.map(|overlay| {
            let held = overlay.side.map_or("held by nobody".to_owned(), |side| format!("held by {side}"));
            format!("{}: {}, {held}", overlay.label, whereabouts(view, middle(&overlay.shape)))
        }),
    );
    text += &section(
        "Counts",
        view.tracks.iter().map(|track| {
            let side = track.side.map_or(String::new(), |side| format!("{side} "));
            let of = track.of.map_or(String::new(), |of| format!(" of {of}"));
            format!("{side}{}: {}{of} ({})", track.name, track.now, track.clause)
        }),
    );
    text += &section("Ground", view.ground.iter().map(|feature| ground(view, feature)));
    text
}

fn heading(view: &View) -> String {
    let turn = match (view.turn, view.turns) {
        (0, _) => String::new(),
        (turn, Some(turns)) => format!(", turn {turn} of {turns}"),
        (turn, None) => format!(", turn {turn}"),
    };
    let active = view.active.map_or(String::new(), |side| format!(", {side}"));
    let phase = if view.phase.is_empty() { String::new() } else { format!(": {}", view.phase) };
    let mut heading = format!("{}{turn}{active}{phase}.\n", capital(view.system));
    if let Some(over) = &view.over {
        let _ = writeln!(heading, "The game is over: {over}.");
    }
    heading
}

fn asked(view: &View, prompt: &Prompt) -> String {
    let mut text = format!("{} is asked: {} ({}).\n", capital(&prompt.side.to_string()), prompt.words, prompt.clause);
    for (nth, option) in prompt.options.iter().enumerate() {
        let _ = writeln!(text, "  {}. {}", nth + 1, option.words);
    }
    let mut units: Vec<_> = prompt.acts.iter().map(|(unit, _)| *unit).collect();
    units.dedup();
    for unit in units {
        let name = view.pieces.iter().find(|piece| piece.id == unit).map_or("?", |piece| piece.name.as_str());
        let acts: Vec<&str> = prompt.acts.iter().filter(|(of, _)| *of == unit).map(|(_, act)| act.as_str()).collect();
        let _ = writeln!(text, "  {name} may: {}", acts.join(", "));
    }
    if let Some(refusal) = &prompt.not_yet {
        let _ = writeln!(text, "  This cannot be ended yet: {refusal}");
    }
    text
}

/// One unit: who, how, where, which way, how strong, in what state, and who is near.
fn line(view: &View, piece: &Piece) -> String {
    let mut parts = vec![kind(piece.kind).to_owned()];
    parts.extend(Some(piece.formation.clone()).filter(|formation| !formation.is_empty()));
    match (at(piece), view.places.iter().find(|place| place.units.contains(&piece.id))) {
        (_, Some(place)) => parts.push(format!("in {}", place.name)),
        (Some(at), None) => parts.push(whereabouts(view, at)),
        (None, None) => parts.push("not on the table".into()),
    }
    if piece.front.is_some() {
        parts.push(format!("facing {}", compass(piece.facing)));
    }
    let badge = &piece.badge;
    if badge.full > 0 && piece.kind != PieceKind::Leader {
        parts.push(format!("{} of {}", badge.now, badge.full));
    }
    parts.extend([&badge.quality, &badge.state].into_iter().filter(|word| !word.is_empty()).cloned());
    let leader = piece.leader.and_then(|id| view.pieces.iter().find(|piece| piece.id == id));
    parts.extend(leader.map(|leader| format!("led by {}", leader.name)));
    parts.extend(piece.marks.iter().map(|mark| mark.word.clone()));
    let near = nearest_enemy(view, piece).map_or(String::new(), |(enemy, gap)| {
        let way = gap.ends();
        let touch = gap.is_zero() || way.from == way.to;
        let how = match touch {
            true => "touching".to_owned(),
            false => format!("{} {}", far(view, gap.length()), compass(Angle::towards(way.from, way.to))),
        };
        format!("; nearest enemy {}, {how}", enemy.name)
    });
    format!("{}: {}{near}", piece.name, parts.join(", "))
}

/// The nearest enemy on the table that is no leader or marker, and how far it is from edge to edge.
fn nearest_enemy<'a>(view: &'a View, piece: &Piece) -> Option<(&'a Piece, Gap)> {
    let bodies = |piece: &Piece| -> Vec<Polygon> {
        piece.bases.iter().filter_map(|base| Polygon::new(base.to_vec()).ok()).collect()
    };
    let own = bodies(piece);
    let is_enemy =
        |other: &&Piece| other.side != piece.side && !matches!(other.kind, PieceKind::Leader | PieceKind::Marker);
    let enemies =
        view.pieces.iter().filter(is_enemy).flat_map(|other| bodies(other).into_iter().map(move |body| (other, body)));
    let gaps =
        enemies.flat_map(|(other, body)| own.iter().map(move |own| (other, gap(own, &body))).collect::<Vec<_>>());
    gaps.min_by(|a, b| a.1.cmp(&b.1).then(a.0.id.cmp(&b.0.id)))
}

fn ground(view: &View, feature: &FeatureView) -> String {
    let what = feature.kind.replace('-', " ");
    let name = if feature.name.is_empty() { what.clone() } else { format!("{}, {what}", feature.name) };
    let level = if feature.level == 0 { String::new() } else { format!(", level {}", feature.level) };
    let place = match &feature.shape {
        Shape::Line(points, _) => match (points.first(), points.last()) {
            (Some(from), Some(to)) => format!("from {} to {}", spot(view, *from), spot(view, *to)),
            _ => String::new(),
        },
        shape => whereabouts(view, middle(shape)),
    };
    let meaning = if feature.meaning.is_empty() { String::new() } else { format!("; {}", feature.meaning) };
    format!("{name}{level}: {place}{meaning}")
}

fn section(name: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{name}\n{lines}") }
}

fn kind(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Infantry => "foot",
        PieceKind::Light => "light foot",
        PieceKind::Cavalry => "horse",
        PieceKind::Artillery => "guns",
        PieceKind::Leader => "leader",
        PieceKind::Marker => "marker",
    }
}

/// Where a piece is measured from in words: the middle of its front, or of its first base.
fn at(piece: &Piece) -> Option<Point> {
    let first = piece.bases.first()?;
    Some(piece.front.map_or(first[0].middle(first[2]), Segment::middle))
}

/// A place from the west and south edges, and in which part of the table it lies.
fn whereabouts(view: &View, point: Point) -> String {
    let third =
        |value: i32, whole: Length| (i64::from(value) * 3).div_euclid(i64::from(whole.get().max(1))).clamp(0, 2);
    let part = match (third(point.x, view.size.0), third(point.y, view.size.1)) {
        (0, 0) => "south-west",
        (1, 0) => "south",
        (2, 0) => "south-east",
        (0, 1) => "west",
        (1, 1) => "center",
        (2, 1) => "east",
        (0, _) => "north-west",
        (1, _) => "north",
        _ => "north-east",
    };
    format!("{}, in the {part}", spot(view, point))
}

/// East and north of the south-west corner.
fn spot(view: &View, point: Point) -> String {
    format!("{} east and {} north", far(view, Length::grid(point.x)), view.measure.number(Length::grid(point.y)))
}

/// A length in words.
fn far(view: &View, length: Length) -> String {
    format!("{} {}", view.measure.number(length), view.measure.word())
}

fn middle(shape: &Shape) -> Point {
    let points: &[Point] = match shape {
        Shape::Area(points) | Shape::Line(points, _) => points,
        Shape::Circle(point, _) | Shape::Point(point) => std::slice::from_ref(point),
    };
    let span = |values: Vec<i32>| {
        let (least, most) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
        least / 2 + most / 2
    };
    match points {
        [point] => *point,
        points => Point::new(span(points.iter().map(|p| p.x).collect()), span(points.iter().map(|p| p.y).collect())),
    }
}

/// A heading as one of the sixteen points of the compass.
fn compass(heading: Angle) -> &'static str {
    const POINTS: [&str; 16] = [
        "north",
        "north-north-east",
        "north-east",
        "east-north-east",
        "east",
        "east-south-east",
        "south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "south-west",
        "west-south-west",
        "west",
        "west-north-west",
        "north-west",
        "north-north-west",
    ];
    let sixteenth = (heading.heading().get() + 1125) / 2250;
    POINTS[usize::try_from(sixteenth).unwrap_or(0) % 16]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_named_by_the_nearest_point_of_the_compass() {
        let named = |degrees| compass(Angle::degrees(degrees));
        assert_eq!(
            (named(0), named(11), named(12), named(-12)),
            ("north", "north", "north-north-east", "north-north-west")
        );
        assert_eq!((named(359), named(180), named(270)), ("north", "south", "west"));
    }
}
