//! Troops: every stand where it is, the front told by a spearhead and a heavy edge, the sides by solid and hollow.

use firelock_core::{Piece, PieceKind, Side, View};
use firelock_table::Angle;

use super::marks;
use super::sheet::{Dot, Px, Rect, Scatter, Sheet, inside, ring};

/// The letter of a side in class names.
pub(super) fn letter(side: Side) -> char {
    match side {
        Side::Red => 'r',
        Side::Blue => 'b',
    }
}

/// A piece as it lies in the picture.
pub(super) struct Drawn<'a> {
    pub(super) piece: &'a Piece,
    bases: Vec<[Dot; 4]>,
    /// The middle of its front, or of the whole.
    pub(super) at: Dot,
    /// One pixel ahead.
    pub(super) ahead: Dot,
    /// How far it reaches to the right of `at`, and to the rear.
    pub(super) right: f64,
    pub(super) rear: f64,
}

impl<'a> Drawn<'a> {
    /// A piece that stands on the table; none for one without a place of its own.
    pub(super) fn new(sheet: &Sheet, piece: &'a Piece) -> Option<Drawn<'a>> {
        let bases: Vec<[Dot; 4]> = piece.bases.iter().map(|base| base.map(|corner| sheet.dot(corner))).collect();
        let whole = Rect::around(bases.iter().flatten().copied());
        let first = *bases.first()?;
        let is_round = matches!(piece.kind, PieceKind::Leader | PieceKind::Marker);
        let at = match piece.front {
            Some(front) if !is_round => sheet.dot(front.middle()),
            _ if is_round => first[0].middle(first[2]),
            _ => whole.min.middle(whole.max),
        };
        let (sin, cos) = piece.facing.sin_cos();
        let unit = f64::from(1_u32 << 30);
        let ahead = Dot::new(sin as f64 / unit, -(cos as f64) / unit);
        let reach = |axis: Dot| {
            let project = |corner: &Dot| at.to(*corner).x * axis.x + at.to(*corner).y * axis.y;
            bases.iter().flatten().map(project).fold(0.0, f64::max)
        };
        let (right, rear) = (reach(Dot::new(-ahead.y, ahead.x)), reach(Dot::new(-ahead.x, -ahead.y)));
        Some(Drawn { piece, bases, at, ahead, right, rear })
    }

    /// One pixel to the right.
    pub(super) fn aside(&self) -> Dot {
        Dot::new(-self.ahead.y, self.ahead.x)
    }

    /// The boxes around its stands.
    pub(super) fn boxes(&self) -> impl Iterator<Item = Rect> {
        self.bases.iter().map(|base| Rect::around(base.iter().copied()))
    }

    /// The box around its spearhead.
    pub(super) fn head(&self) -> Option<Rect> {
        let tip = self.at.plus(self.ahead, 6.0);
        (self.piece.front.is_some() && !self.is(&["square"])).then(|| Rect { min: tip, max: tip }.grown(6.0))
    }

    /// The box around the whole.
    pub(super) fn rect(&self) -> Rect {
        Rect::around(self.bases.iter().flatten().copied())
    }

    fn has(&self, words: &[&str]) -> bool {
        self.piece.marks.iter().any(|mark| words.iter().any(|word| mark.word.to_lowercase().contains(word)))
    }

    fn is(&self, words: &[&str]) -> bool {
        let formation = self.piece.formation.to_lowercase();
        words.iter().any(|word| formation.contains(word))
    }

    /// How well its ranks are kept.
    fn dressing(&self) -> Dressing {
        if self.has(&["broken", "rout", "fled"]) || self.is(&["mob", "routing"]) {
            Dressing::Mob
        } else if self.has(&["disorder", "unformed"]) {
            Dressing::Lost
        } else {
            Dressing::Kept
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Dressing {
    Kept,
    Lost,
    Mob,
}

/// All troops.
pub(super) fn units(sheet: &Sheet, drawn: &[Drawn<'_>]) -> String {
    let troops = drawn.iter().filter(|drawn| !matches!(drawn.piece.kind, PieceKind::Leader | PieceKind::Marker));
    let mut svg: String = troops.map(|drawn| unit(sheet, drawn)).collect();
    let others = drawn.iter().filter(|drawn| matches!(drawn.piece.kind, PieceKind::Leader | PieceKind::Marker));
    svg += &others.map(|drawn| round(sheet, drawn)).collect::<String>();
    svg
}

fn unit(sheet: &Sheet, drawn: &Drawn<'_>) -> String {
    let piece = drawn.piece;
    let letter = letter(piece.side);
    let dressing = drawn.dressing();
    let is_open = piece.kind == PieceKind::Light || drawn.is(&["open", "skirmish"]);
    let is_square = drawn.is(&["square"]);
    let mut svg = String::from("<g>");
    let mut scatter = Scatter::new(u64::from(piece.id.0) + 77);
    for base in &drawn.bases {
        let mut turn = Angle::ZERO;
        let mut shift = Dot::default();
        if dressing != Dressing::Kept {
            let (most, by) = if dressing == Dressing::Mob { (3800.0, 3.0) } else { (800.0, 2.0) };
            turn = Angle::steps(scatter.between(-most, most) as i32);
            shift = Dot::new(scatter.between(-by, by), scatter.between(-by, by));
        }
        svg += &stand(sheet, piece, base, is_open, drawn.is(&["limber"]) && !drawn.is(&["unlimber"]), turn, shift);
    }
    let has_edge = dressing == Dressing::Kept
        && !is_open
        && !is_square
        && piece.kind != PieceKind::Artillery
        && piece.front.is_some();
    if has_edge {
        for base in drawn.bases.iter().filter(|base| leads(base, &drawn.bases)) {
            svg += &format!("<path class=\"e{letter}\" d=\"{}\"/>", ring(&heavy_edge(base)));
        }
    }
    let spear = |at: Dot, ahead: Dot| {
        let size = (sheet.figure() * 0.9).max(0.8);
        let aside = Dot::new(-ahead.y, ahead.x);
        let at = at.plus(ahead, 1.0);
        let matrix = [aside.x * size, aside.y * size, -ahead.x * size, -ahead.y * size]
            .map(|number| format!("{number:.3}"))
            .join(" ");
        format!("<use class=\"e{letter} spear\" href=\"#spear\" transform=\"matrix({matrix} {at})\"/>")
    };
    if is_square && dressing == Dressing::Kept {
        svg += &faces(&drawn.bases).into_iter().map(|(at, ahead)| spear(at, ahead)).collect::<String>();
    } else if piece.front.is_some() && dressing != Dressing::Mob {
        svg += &spear(drawn.at, drawn.ahead);
    }
    svg + "</g>"
}

/// Whether no other stand of the unit stands before this one.
fn leads(base: &[Dot; 4], bases: &[[Dot; 4]]) -> bool {
    let ahead = base[3].to(base[0]).unit();
    let before = base[0].middle(base[1]).plus(ahead, 3.0);
    !bases.iter().any(|other| inside(other, before))
}

fn heavy_edge(base: &[Dot; 4]) -> [Dot; 4] {
    let rear = base[0].to(base[3]).unit();
    let depth = (base[0].to(base[3]).length() * 0.25).min(3.2);
    [base[0].plus(rear, -1.2), base[1].plus(rear, -1.2), base[1].plus(rear, depth), base[0].plus(rear, depth)]
}

/// The faces of a square: the middle of each and the way it looks.
fn faces(bases: &[[Dot; 4]]) -> Vec<(Dot, Dot)> {
    let mut faces: Vec<(Dot, Vec<Dot>)> = Vec::new();
    for base in bases {
        let ahead = base[3].to(base[0]).unit();
        let front = base[0].middle(base[1]);
        match faces.iter_mut().find(|(way, _)| way.x * ahead.x + way.y * ahead.y > 0.9) {
            Some((_, fronts)) => fronts.push(front),
            None => faces.push((ahead, vec![front])),
        }
    }
    let middle = |(ahead, fronts): (Dot, Vec<Dot>)| {
        let rect = Rect::around(fronts.iter().copied());
        (rect.min.middle(rect.max), ahead)
    };
    faces.into_iter().map(middle).collect()
}

/// One stand with its figures, drawn in its own frame: x to its right, y to its rear.
fn stand(
    sheet: &Sheet,
    piece: &Piece,
    base: &[Dot; 4],
    is_open: bool,
    is_limbered: bool,
    turn: Angle,
    shift: Dot,
) -> String {
    let [left, right, _, rear_left] = *base;
    let (wide, deep) = (left.to(right).length(), left.to(rear_left).length());
    let (aside, rear) = (left.to(right).unit(), left.to(rear_left).unit());
    let at = left.middle(right).plus(shift, 1.0);
    let axes = [aside.x, aside.y, rear.x, rear.y].map(|number| format!("{number:.4}")).join(" ");
    // A stand out of its dressing turns about its middle.
    let turned = match turn.get() {
        0 => String::new(),
        turn => format!(" rotate({} 0 {})", Px(f64::from(turn) / 100.0), Px(deep / 2.0)),
    };
    let letter = letter(piece.side);
    let inset = if piece.side == Side::Blue { 0.9 } else { 0.5 };
    let corner = match is_open {
        true => (wide.min(deep) / 2.0).min(8.0),
        false => 0.6,
    };
    let class = if piece.kind == PieceKind::Artillery { 'p' } else { 's' };
    let (width, height) = ((wide - 2.0 * inset).max(1.0), (deep - 2.0 * inset).max(1.0));
    let (x, y) = (-width / 2.0, inset);
    let body = format!(
        "<rect class=\"{class}{letter}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        Px(x),
        Px(y),
        Px(width),
        Px(height),
        Px(corner)
    );
    let near = wide >= 16.0;
    let figures = match piece.kind {
        _ if wide < 7.0 => String::new(),
        PieceKind::Artillery if is_limbered => limber(letter, wide, deep),
        PieceKind::Artillery => gun(letter, wide, deep),
        PieceKind::Cavalry => {
            let slash = format!(
                "<path class=\"c{letter}\" stroke-width=\"{}\" stroke-opacity=\"{}\" d=\"M{} {}L{} {}\"/>",
                if near { "1.1" } else { "2.2" },
                if near { ".55" } else { "1" },
                Px(x),
                Px(y + height),
                Px(-x),
                Px(y)
            );
            let horses = if near { rank(sheet, "horse", letter, wide, deep, 10.8, 22.0) } else { String::new() };
            horses + &slash
        }
        _ if !near => String::new(),
        _ if is_open => loose(sheet, letter, wide, deep),
        _ => rank(sheet, "hat", letter, wide, deep, 7.5, 14.0),
    };
    format!("<g transform=\"matrix({axes} {at}){turned}\">{body}{figures}</g>")
}

/// Figures in rows, as many as the stand has room for.
fn rank(sheet: &Sheet, symbol: &str, letter: char, wide: f64, deep: f64, apart: f64, row: f64) -> String {
    let scale = sheet.figure().min((deep - 2.0) / row).max(0.4);
    let n_files = ((wide - 2.0) / (apart * scale)).floor().clamp(1.0, 8.0);
    let n_rows = (deep / (row * 1.25 * scale)).floor().clamp(1.0, 3.0);
    let mut svg = format!("<g class=\"f{letter}\">");
    for nth in 0..(n_files * n_rows) as usize {
        let (file, rank) = ((nth % n_files as usize) as f64, (nth / n_files as usize) as f64);
        let x = (file - (n_files - 1.0) / 2.0) * wide / n_files;
        let y = deep * (rank + 0.5) / n_rows + 0.6;
        svg += &format!("<use href=\"#{symbol}\" transform=\"translate({} {}) scale({scale:.2})\"/>", Px(x), Px(y));
    }
    svg + "</g>"
}

/// Two figures, one a little behind the other.
fn loose(sheet: &Sheet, letter: char, wide: f64, deep: f64) -> String {
    let scale = sheet.figure().min(deep / 14.0).max(0.4);
    let hat =
        |x: f64, y: f64| format!("<use href=\"#hat\" transform=\"translate({} {}) scale({scale:.2})\"/>", Px(x), Px(y));
    format!("<g class=\"f{letter}\">{}{}</g>", hat(-wide * 0.19, deep * 0.44), hat(wide * 0.2, deep * 0.6))
}

/// A gun in battery: barrel forward, wheels, crew behind.
fn gun(letter: char, wide: f64, deep: f64) -> String {
    let scale = (wide / 24.0).min(deep / 30.0).clamp(0.2, 2.0);
    let crew: String = [(-6.0, 22.0), (6.0, 22.0), (6.0, 28.5)]
        .iter()
        .filter(|(_, y)| y * scale < deep - 2.0)
        .map(|(x, y)| format!("<use class=\"e{letter}\" href=\"#hat\" x=\"{x}\" y=\"{y}\"/>"))
        .collect();
    format!(
        "<g transform=\"scale({scale:.2})\"><path class=\"e{letter}\" d=\"M-1.7 2.5h3.4l.8 14h-5z\"/>\
<path class=\"l{letter}\" stroke-width=\"1.9\" d=\"M0 16v11M-7.5 12.5h15M-7.5 7.5v10M7.5 7.5v10\"/>{crew}</g>"
    )
}

/// A gun behind its team.
fn limber(letter: char, wide: f64, deep: f64) -> String {
    let scale = (wide / 24.0).min(deep / 48.0).clamp(0.2, 2.0);
    format!(
        "<g transform=\"scale({scale:.2})\"><use class=\"e{letter}\" href=\"#horse\" x=\"-4.2\" y=\"11\"/><use class=\"e{letter}\" href=\"#horse\" x=\"4.2\" y=\"11\"/>\
<path class=\"l{letter}\" stroke-width=\"1.9\" d=\"M0 20v9M-6.5 24h13M-6.5 20v8M6.5 20v8M-7 35h14M-7 31v8M7 31v8\"/>\
<path class=\"e{letter}\" d=\"M-2.4 31h4.8l-.7 13h-3.4z\"/></g>"
    )
}

/// How large a leader's disc is drawn.
pub(super) fn disc(sheet: &Sheet, drawn: &Drawn<'_>) -> f64 {
    let size = drawn.rect().size();
    let grown = if rings(drawn.piece) == 3 { 1.4 } else { 1.0 };
    (size.x.min(size.y) / 2.0).clamp(9.0, 11.4 * sheet.figure().max(1.0)) * grown
}

/// Rings count the rank: one for a brigade, two for a wing or division, three for the army.
fn rings(piece: &Piece) -> u8 {
    let rank = piece.formation.to_lowercase();
    match rank {
        _ if rank.contains("army") => 3,
        _ if rank.contains("wing") || rank.contains("division") => 2,
        _ => 1,
    }
}

/// A leader or a marker.
fn round(sheet: &Sheet, drawn: &Drawn<'_>) -> String {
    let letter = letter(drawn.piece.side);
    let at = drawn.at;
    if drawn.piece.kind == PieceKind::Marker {
        return format!(
            "<g transform=\"translate({at})\"><path class=\"s{letter}\" d=\"M0-9L6 0L0 9L-6 0Z\"/><path class=\"f{letter}\" d=\"M-2.6-1.8h5.2v3.6h-5.2z\"/></g>"
        );
    }
    let radius = disc(sheet, drawn);
    let mut svg = format!("<g transform=\"translate({at})\"><circle class=\"s{letter}\" r=\"{}\"/>", Px(radius));
    for nth in 1..rings(drawn.piece) {
        svg +=
            &format!("<circle class=\"c{letter}\" stroke-width=\"1.2\" r=\"{}\"/>", Px(radius - 2.7 * f64::from(nth)));
    }
    let scale = (radius - 2.7 * f64::from(rings(drawn.piece) - 1)) / 11.4;
    svg + &format!(
        "<g transform=\"scale({scale:.2})\"><use class=\"f{letter}\" href=\"#horse\" transform=\"scale(1.05)\"/><path class=\"pl{letter}\" d=\"M0-1.6L3 3H-3Z\"/></g></g>"
    )
}

/// Garrisons: a plate with the strength and a flag in the place they hold.
pub(super) fn garrisons(sheet: &Sheet, view: &View) -> (String, Vec<Rect>) {
    let mut svg = String::new();
    let mut taken = Vec::new();
    for place in &view.places {
        let feature = place.feature.and_then(|id| view.ground.iter().find(|feature| feature.id == id));
        let Some(feature) = feature else { continue };
        let middle = sheet.middle(&feature.shape);
        let held = place.units.iter().filter_map(|id| view.pieces.iter().find(|piece| piece.id == *id));
        for (nth, piece) in held.enumerate() {
            let at = middle.plus(Dot::new(0.0, 22.0), nth as f64);
            let letter = letter(piece.side);
            let ink = if piece.side == Side::Red { "#fdf1e8" } else { "#1d4478" };
            svg += &format!(
                "<g transform=\"translate({at})\"><use href=\"#flag{letter}\" y=\"-7\"/><rect class=\"s{letter}\" x=\"-14\" y=\"-9\" width=\"28\" height=\"18\" rx=\"8\"/>\
<text text-anchor=\"middle\" y=\"5\" font-size=\"13\" font-weight=\"700\" style=\"fill:{ink}\">{}</text></g>",
                piece.badge.now
            );
            taken.push(Rect { min: at, max: at }.grown(16.0));
        }
    }
    (svg, taken)
}

/// The markers of all units, and the ground they take.
pub(super) fn markers(sheet: &Sheet, all: &[Drawn<'_>]) -> (String, Vec<Rect>) {
    let mut svg = String::new();
    let mut taken = Vec::new();
    for drawn in all.iter().filter(|drawn| drawn.piece.kind != PieceKind::Marker) {
        let size = 0.85 * sheet.figure().clamp(0.8, 1.2);
        let (shown, smoke) = marks::of(drawn.piece);
        if smoke {
            let at = drawn.at.plus(drawn.ahead, 17.0 * size);
            svg += &format!("<use href=\"#smoke\" transform=\"translate({at}) scale({size:.2})\"/>");
        }
        // At the right rear corner, or the left one where others stand in the way.
        let place = |sign: f64, nth: usize| {
            let out = drawn.right + 13.0 * size + 22.0 * size * nth as f64;
            drawn.at.plus(drawn.aside(), sign * out).plus(drawn.ahead, -drawn.rear * 0.6)
        };
        let room = |at: Dot| Rect { min: at, max: at }.grown(11.0 * size);
        let is_free = |sign: f64| {
            let rooms: Vec<Rect> = (0..shown.len()).map(|nth| room(place(sign, nth))).collect();
            let others = all.iter().filter(|other| other.piece.id != drawn.piece.id).flat_map(Drawn::boxes);
            let mut taken = others.chain(taken.iter().copied());
            !taken.any(|other| rooms.iter().any(|room| room.meets(&other)))
        };
        let sign = if !is_free(1.0) && is_free(-1.0) { -1.0 } else { 1.0 };
        for (nth, mark) in shown.iter().enumerate() {
            svg += &mark.draw(place(sign, nth), size);
            taken.push(room(place(sign, nth)));
        }
    }
    (svg, taken)
}
