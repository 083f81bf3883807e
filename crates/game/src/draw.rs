//! The table as a picture, from the view alone.

mod answers;
mod frame;
mod ground;
mod lines;
mod marks;
mod places;
mod sheet;
mod style;
mod units;
mod words;

use firelock_core::{PieceKind, Side, View};
use firelock_table::{Angle, Segment};

use sheet::{Dot, Px, Rect, Sheet, escape};
use units::Drawn;
use words::Words;

/// How a picture is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Under the picture, in large letters.
    pub title: String,
    /// Which kinds of overlays are shown: "arc", "radius", "zone", "ray", "reach", "box". Objectives always are.
    pub overlays: Vec<String>,
    /// Only the overlays of this side, if said.
    pub side: Option<Side>,
    /// A line to be measured.
    pub measure: Option<Segment>,
    /// Width of the table in pixels; left out, 24 to an inch within reason.
    pub width: Option<u32>,
    /// Where true north lies on the table; up, if nothing is said.
    pub north: Angle,
    /// Only the part of the table where most troops stand, eight wide and five deep, without words, markers and edge: for a small
    /// picture among others.
    pub vignette: bool,
}

/// Draws the table as an SVG picture.
pub fn draw(view: &View, drawing: &Drawing) -> String {
    let inches = f64::from(view.size.0.get().max(1)) / 2540.0;
    let pixels = drawing.width.map_or((inches * 24.0).clamp(640.0, 1680.0), |width| f64::from(width.clamp(200, 8000)));
    let sheet = Sheet::new(view.size, pixels);
    let drawn: Vec<Drawn<'_>> = view.pieces.iter().filter_map(|piece| Drawn::new(&sheet, piece)).collect();
    let bodies: Vec<Rect> = drawn.iter().flat_map(|drawn| drawn.boxes().collect::<Vec<_>>()).collect();
    let clearings: Vec<Rect> = bodies.iter().map(|body| body.grown(9.0)).collect();

    let mut table = String::from(
        "<rect class=\"linen\" width=\"100%\" height=\"100%\"/><rect width=\"100%\" height=\"100%\" fill=\"url(#weave)\"/>",
    );
    table += &ground::areas(&sheet, &view.ground, &clearings);
    table += &lines::lines(&sheet, &view.ground);
    table += &places::places(&sheet, &view.ground);
    let (garrisons, plates) = units::garrisons(&sheet, view);
    let (markers, hung) = units::markers(&sheet, &drawn);
    let (stars, starred) = answers::objectives(&sheet, view);
    let heads = drawn.iter().filter_map(Drawn::head).collect();
    if drawing.vignette {
        table += &units::units(&sheet, &drawn);
        table += &garrisons;
        return vignette(&sheet, &table, &bodies);
    }
    let mut words = Words::new(&sheet, [bodies, plates, hung, starred, heads].concat());
    drawn.iter().filter(|drawn| is_troops(drawn)).for_each(|drawn| words.unit(drawn));
    drawn.iter().filter(|drawn| drawn.piece.kind == PieceKind::Leader).for_each(|drawn| words.leader(&sheet, drawn));
    answers::notes(&sheet, view, drawing, &mut words);
    view.ground.iter().for_each(|feature| words.place(&sheet, feature));
    table += &answers::overlays(&sheet, view, drawing);
    table += &stars;
    table += &units::units(&sheet, &drawn);
    table += &garrisons;
    table += &markers;
    table += &words.svg;
    table += &drawing.measure.map_or(String::new(), |segment| answers::measured(&sheet, view, segment));

    let (wide, deep) = (sheet.size.x + 2.0 * frame::MARGIN, sheet.size.y + 2.0 * frame::MARGIN + frame::STRIP);
    let (width, height) = (Px(sheet.size.x), Px(sheet.size.y));
    let (edge, strip) = (frame::edge(&sheet, view.measure), frame::strip(&sheet, view, drawing));
    let defs = style::defs(&[&table, &edge, &strip]);
    let style = style::style(&[&table, &edge, &strip, &defs]);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n\
<title>{title}</title>\n<style>\n{style}</style>\n<defs>{defs}<clipPath id=\"table\"><rect width=\"{width}\" height=\"{height}\"/></clipPath></defs>\n\
<rect class=\"desk\" width=\"{0}\" height=\"{1}\"/>\n<g transform=\"translate({margin} {margin})\">\n\
<rect x=\"-9\" y=\"-9\" width=\"{}\" height=\"{}\" fill=\"#fdfbf6\"/>\n<g clip-path=\"url(#table)\">{table}</g>\n{edge}{strip}</g>\n</svg>\n",
        Px(wide),
        Px(deep),
        Px(sheet.size.x + 18.0),
        Px(sheet.size.y + 18.0),
        title = escape(if drawing.title.is_empty() { "The table" } else { &drawing.title }),
        margin = Px(frame::MARGIN),
    )
}

/// The part of a table around its troops.
fn vignette(sheet: &Sheet, table: &str, bodies: &[Rect]) -> String {
    let whole = Rect { min: Dot::new(0.0, 0.0), max: sheet.size };
    let part = match bodies {
        [] => whole,
        bodies => Rect::around(bodies.iter().flat_map(|body| [body.min, body.max])).grown(sheet.size.x / 16.0),
    };
    let (wide, deep) = (part.max.x - part.min.x, part.max.y - part.min.y);
    // What stands far in front or behind is left out rather than that ground beside the table is shown.
    let wide = wide.max(deep * 1.6).min(sheet.size.x).min(sheet.size.y * 1.6);
    let deep = wide / 1.6;
    let from = |least: f64, most: f64, long: f64, size: f64| ((least + most - long) / 2.0).clamp(0.0, size - long);
    let left = from(part.min.x, part.max.x, wide, sheet.size.x);
    let top = from(part.min.y, part.max.y, deep, sheet.size.y);
    let defs = style::defs(&[table]);
    let style = style::style(&[table, &defs]);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {0} {1}\" role=\"img\">\n\
<title>The table</title>\n<style>\n{style}</style>\n<defs>{defs}<clipPath id=\"table\"><rect width=\"{width}\" height=\"{height}\"/></clipPath></defs>\n\
<rect class=\"linen\" x=\"{2}\" y=\"{3}\" width=\"{0}\" height=\"{1}\"/>\n<g clip-path=\"url(#table)\">{table}</g>\n</svg>\n",
        Px(wide),
        Px(deep),
        Px(left),
        Px(top),
        width = Px(sheet.size.x),
        height = Px(sheet.size.y),
    )
}

fn is_troops(drawn: &Drawn<'_>) -> bool {
    !matches!(drawn.piece.kind, PieceKind::Leader | PieceKind::Marker)
}
