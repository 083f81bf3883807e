//! The edge of the table and the strip under it: ruler, scale, north, what is shown.

use firelock_core::{Measure, Side, View};

use super::Drawing;
use super::sheet::{Dot, Px, Rect, Sheet, escape};
use super::words::width;

/// Room around the table for its edge.
pub(super) const MARGIN: f64 = 30.0;
/// Height of the strip under it.
pub(super) const STRIP: f64 = 46.0;

/// A double line with a tick every inch, longer every six, a number every twelve; of centimeters every five and ten.
pub(super) fn edge(sheet: &Sheet, measure: Measure) -> String {
    let Dot { x: wide, y: deep } = sheet.size;
    let around = |by: f64, class: &str| {
        let Rect { min, max } = sheet.whole().grown(by);
        format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            Px(min.x),
            Px(min.y),
            Px(max.x - min.x),
            Px(max.y - min.y)
        )
    };
    let mut ticks = String::new();
    let mut numbers = String::new();
    let number = |at: Dot, nth: i32| {
        format!("<text class=\"small\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{nth}</text>", Px(at.x), Px(at.y))
    };
    // What lies between two ticks, and every how many ticks one is longer or numbered.
    let (step, longer, numbered) = match measure {
        Measure::Inches => (1, 6, 12),
        Measure::Centimeters => (1, 5, 10),
        Measure::Yards | Measure::MetricYards => (10, 5, 10),
    };
    let one = sheet.length(measure.one() * step);
    let long = |nth: i32| if nth % longer == 0 { 7.0 } else { 3.5 };
    let last = |length: f64| (length / one + 0.01).floor() as i32;
    for nth in 0..=last(wide) {
        let x = f64::from(nth) * one;
        ticks += &format!("M{}v{}M{}v{}", Dot::new(x, 0.0), Px(-long(nth)), Dot::new(x, deep), Px(long(nth)));
        if nth % numbered == 0 && nth > 0 && x < wide - 8.0 {
            numbers += &number(Dot::new(x, -12.0), nth * step);
        }
    }
    for nth in 0..=last(deep) {
        let y = deep - f64::from(nth) * one;
        ticks += &format!("M{}h{}M{}h{}", Dot::new(0.0, y), Px(-long(nth)), Dot::new(wide, y), Px(long(nth)));
        if nth % numbered == 0 && nth > 0 && y > 8.0 {
            numbers += &number(Dot::new(-20.0, y + 4.5), nth * step);
        }
    }
    around(0.0, "frame") + &around(9.0, "frame2") + &format!("<path class=\"tick\" d=\"{ticks}\"/>") + &numbers
}

/// The strip under the table.
pub(super) fn strip(sheet: &Sheet, view: &View, drawing: &Drawing) -> String {
    let top = sheet.size.y + 36.0;
    let mut svg = String::new();
    // North and scale, from the right edge inward.
    let is_wide = sheet.size.x / sheet.inch >= 30.0;
    let (whole, unit) = match view.measure {
        Measure::Inches => (if is_wide { 12 } else { 6 }, "in"),
        Measure::Centimeters => (if is_wide { 30 } else { 10 }, "cm"),
        Measure::Yards | Measure::MetricYards => (if is_wide { 100 } else { 60 }, "yd"),
    };
    let (long, right) = (f64::from(whole) * sheet.length(view.measure.one()), sheet.size.x);
    let left = right - long - 24.0;
    for nth in 0..4 {
        let part = long / 4.0;
        let fill = if nth % 2 == 0 { "#26211c" } else { "#fdfbf6" };
        svg += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"6\" fill=\"{fill}\" stroke=\"#26211c\"/>",
            Px(left + part * f64::from(nth)),
            Px(top - 9.0),
            Px(part)
        );
    }
    for (share, text) in [(0.0, "0".to_owned()), (0.5, format!("{}", whole / 2)), (1.0, format!("{whole} {unit}"))] {
        svg += &format!(
            "<text class=\"small\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{text}</text>",
            Px(left + long * share),
            Px(top + 11.0)
        );
    }
    svg += &format!(
        "<g transform=\"translate({} {})\"><path d=\"M0-10L5 9L0 5.4L-5 9Z\" transform=\"translate(0 -3) rotate({})\" fill=\"#26211c\"/><text class=\"small\" text-anchor=\"middle\" y=\"17\">N</text></g>",
        Px(left - 34.0),
        Px(top - 4.0),
        drawing.north.get() / 100
    );
    if !drawing.title.is_empty() {
        svg += &format!(
            "<text class=\"book\" font-size=\"17\" font-weight=\"700\" x=\"2\" y=\"{}\">{}</text>",
            Px(top - 3.0),
            escape(&drawing.title)
        );
    }
    let state = state(view);
    if !state.is_empty() {
        svg += &format!("<text class=\"small\" x=\"2\" y=\"{}\">{}</text>", Px(top + 14.0), escape(&state));
    }
    let mut x = left - 190.0;
    let is_free = x > 2.0 + width(&drawing.title, 17.0);
    for side in Side::BOTH.into_iter().filter(|_| is_free) {
        let letter = super::units::letter(side);
        svg += &format!(
            "<use href=\"#flag{letter}\" x=\"{}\" y=\"{}\"/><text class=\"small\" x=\"{}\" y=\"{}\">{side}</text>",
            Px(x),
            Px(top - 1.0),
            Px(x + 19.0),
            Px(top - 5.0)
        );
        x += 62.0;
    }
    svg
}

/// System, turn and phase in a line.
fn state(view: &View) -> String {
    let turn = match (view.turn, view.turns) {
        (0, _) => None,
        (turn, Some(turns)) => Some(format!("turn {turn} of {turns}")),
        (turn, None) => Some(format!("turn {turn}")),
    };
    let phase = Some(view.phase.clone()).filter(|phase| !phase.is_empty());
    let active = view.active.map(|side| side.to_string());
    let system = Some(view.system.to_owned()).filter(|system| !system.is_empty());
    [system, turn, active, phase, view.over.clone()].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
