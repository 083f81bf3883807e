//! The report as one page that needs nothing else.

use std::fmt::{Display, Write as _};

use firelock_core::Side;

use crate::text::{percent, strength, verdict, who};
use crate::{CellReport, Interval, Losses, Report};

const STYLE: &str = include_str!("report.css");

/// The report as a self-contained page.
pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0} in the laboratory</title>\n<style>\n{STYLE}</style>\n<main>\n<p class=\"caps\">Laboratory</p>\n<h1>{0}</h1>\n<p class=\"lead\">{1}, {2} games each.</p>\n",
        Escaped(&report.battle),
        Escaped(who(report)),
        report.games
    );
    for gauge in &report.gauges {
        let _ = writeln!(page, "<p class=\"quiet\">Strength: {}.</p>", Escaped(strength(gauge)));
    }
    if report.cells.len() > 1 {
        what_if(&mut page, report);
    }
    for cell in &report.cells {
        section(&mut page, report, cell);
    }
    page += "<p class=\"quiet\">The figures speak of these commanders, not of perfect play. Intervals are 95 %. \
             Losses of games are shares of strength as the system counts it, those of history shares of men.</p>\n</main>\n</html>\n";
    page
}

/// Wins of both sides in every cell, with intervals.
fn what_if(page: &mut String, report: &Report) {
    let _ = write!(
        page,
        "<section><h2>What if</h2><p class=\"quiet\">Wins of the {}, each cell with the same dice.</p>",
        Escaped(&report.sides[0])
    );
    let height = 40 * report.cells.len() + 30;
    let _ = write!(
        page,
        "<svg viewBox=\"0 0 1000 {height}\" role=\"img\" aria-label=\"Wins of the {} cell by cell\">",
        Escaped(&report.sides[0])
    );
    for tenth in 0..=5 {
        let x = place(f64::from(tenth) / 5.0);
        let _ = write!(
            page,
            "<path class=\"grid\" d=\"M{x:.1} 4V{0}\"/><text class=\"t s\" x=\"{x:.1}\" y=\"{1}\" text-anchor=\"middle\">{2} %</text>",
            height - 26,
            height - 6,
            tenth * 20
        );
    }
    for (row, cell) in report.cells.iter().enumerate() {
        let (y, wins) = (24 + 40 * row, cell.wins[0]);
        let words = format!("{}, {}", cell.cell.system, cell.cell.words());
        let _ = write!(
            page,
            "<text class=\"t\" x=\"0\" y=\"{0}\">{1}</text><path class=\"bar\" d=\"M{2:.1} {y}H{3:.1}\"/><circle cx=\"{4:.1}\" cy=\"{y}\" r=\"6\"/><text class=\"t\" x=\"998\" y=\"{0}\" text-anchor=\"end\">{5}</text>",
            y + 5,
            Escaped(words),
            place(wins.low),
            place(wins.high),
            place(wins.at),
            percent(wins)
        );
    }
    *page += "</svg></section>\n";
}

/// Where a share lies between 0 and 1 on the plot of wins.
fn place(share: f64) -> f64 {
    380.0 + 460.0 * share
}

fn section(page: &mut String, report: &Report, cell: &CellReport) {
    let _ = writeln!(page, "<section><h2>{}, {}</h2>", Escaped(&cell.cell.system), Escaped(cell.cell.words()));
    if cell.games == 0 {
        *page += "<p>No game is finished yet.</p></section>\n";
        return;
    }
    let _ = writeln!(page, "<p class=\"lead\">{} {} games.</p>", Escaped(verdict(report, cell)), cell.games);
    wins(page, report, cell);
    *page += "<div class=\"three\">";
    ends(page, cell);
    for (side, losses) in Side::BOTH.into_iter().zip(&cell.losses) {
        lost(page, &report.sides[side.index()], side, losses);
    }
    *page += "</div>\n";
    breaking(page, cell);
    if !cell.decides.is_empty() {
        let costs: Vec<String> = cell
            .decides
            .iter()
            .map(|(unit, cost)| format!("{unit} (−{:.0} points of a hundred)", 100.0 * cost))
            .collect();
        let _ = writeln!(page, "<p>What goes most with defeat: the breaking of {}.</p>", Escaped(costs.join(", ")));
    }
    *page += "</section>\n";
}

/// One bar: red, drawn, blue.
fn wins(page: &mut String, report: &Report, cell: &CellReport) {
    let [red, blue] = cell.wins;
    let width = |share: Interval| 1000.0 * share.at;
    let (first, middle) = (width(red), width(cell.draws));
    let label = format!(
        "{} {}, drawn {}, {} {}",
        report.sides[0],
        percent(red),
        percent(cell.draws),
        report.sides[1],
        percent(blue)
    );
    let _ = write!(
        page,
        "<svg viewBox=\"0 0 1000 60\" role=\"img\" aria-label=\"{0}\"><rect class=\"red\" x=\"0\" y=\"2\" width=\"{first:.1}\" height=\"36\"/>\
         <rect class=\"none\" x=\"{first:.1}\" y=\"2\" width=\"{middle:.1}\" height=\"36\"/>\
         <rect class=\"blue\" x=\"{1:.1}\" y=\"3\" width=\"{2:.1}\" height=\"34\"/><path class=\"grid\" d=\"M500 0V42\"/></svg><p>{0}.</p>",
        Escaped(&label),
        first + middle,
        width(blue).max(0.0)
    );
    if let Some(first) = cell.first_commander {
        let _ = write!(page, "<p>{} wins {}.</p>", Escaped(&report.commanders[0]), percent(first));
    }
}

fn ends(page: &mut String, cell: &CellReport) {
    let last = cell.ends.keys().max().copied().unwrap_or(1).max(1);
    let counts: Vec<usize> = (1..=last).map(|turn| cell.ends.get(&turn).copied().unwrap_or(0)).collect();
    let labels: Vec<String> = (1..=last).map(|turn| turn.to_string()).collect();
    let _ = write!(page, "<div><h3>Turn of the end</h3>");
    columns(page, "none", &counts, &labels, None, "Games by the turn in which they ended");
    *page += "</div>";
}

fn lost(page: &mut String, name: &str, side: Side, losses: &Losses) {
    let _ = write!(page, "<div><h3>Losses of the {}</h3>", Escaped(name));
    let labels: Vec<String> =
        (0..losses.bins.len()).map(|bin| if bin % 5 == 0 { format!("{} %", bin * 5) } else { String::new() }).collect();
    columns(
        page,
        &side.to_string(),
        &losses.bins,
        &labels,
        losses.history,
        &format!("Games by the share of strength that the {name} lost"),
    );
    if let (Some(history), Some(below)) = (losses.history, losses.percentile) {
        let _ = write!(
            page,
            "<p class=\"quiet\">History, {:.0} % of the men, lies above {:.0} % of the games.</p>",
            100.0 * history,
            100.0 * below
        );
    }
    *page += "</div>";
}

/// Columns of counts, with a mark at a share of the width.
fn columns(page: &mut String, class: &str, counts: &[usize], labels: &[String], mark: Option<f64>, words: &str) {
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let step = 400.0 / counts.len().max(1) as f64;
    let _ = write!(page, "<svg viewBox=\"0 0 400 180\" role=\"img\" aria-label=\"{}\">", Escaped(words));
    for (at, (count, label)) in counts.iter().zip(labels).enumerate() {
        let (x, height) = (step * at as f64, 140.0 * *count as f64 / most);
        let _ = write!(
            page,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{count}</title></rect><text class=\"t s\" x=\"{:.1}\" y=\"170\" text-anchor=\"middle\">{label}</text>",
            x + 1.0,
            150.0 - height,
            step - 2.0,
            x + step / 2.0
        );
    }
    if let Some(share) = mark {
        let x = 400.0 * share;
        let _ = write!(
            page,
            "<path class=\"mark\" d=\"M{x:.1} 6V150\"/><text class=\"t s\" x=\"{x:.1}\" y=\"14\" text-anchor=\"{}\">history</text>",
            if share > 0.5 { "end" } else { "start" }
        );
    }
    *page += "<path class=\"mark\" d=\"M0 150.5H400\"/></svg>";
}

/// Percent of games in which each unit first ran or vanished, turn by turn.
fn breaking(page: &mut String, cell: &CellReport) {
    let last = cell.ends.keys().max().copied().unwrap_or(1).max(1);
    *page +=
        "<h3>When units first break</h3><div class=\"wide\"><table><thead><tr><th scope=\"col\">Percent of games</th>";
    for turn in 1..=last {
        let _ = write!(page, "<th scope=\"col\">{turn}</th>");
    }
    *page += "<th scope=\"col\">ever</th><th scope=\"col\">loses</th></tr></thead><tbody>\n";
    for unit in &cell.units {
        let sign = if unit.side == Side::Red { "●" } else { "○" };
        let _ = write!(
            page,
            "<tr><th scope=\"row\"><span class=\"{}\">{sign}</span> {}</th>",
            unit.side,
            Escaped(&unit.name)
        );
        for turn in 1..=last {
            let share = unit.broke.get(&turn).copied().unwrap_or(0) as f64 / cell.games as f64;
            let shade = [0.005, 0.05, 0.10, 0.18].iter().filter(|step| share >= **step).count();
            let words = if shade == 0 { String::new() } else { format!("{:.0}", 100.0 * share) };
            let _ = write!(page, "<td class=\"k{shade}\">{words}</td>");
        }
        let _ = writeln!(page, "<td>{}</td><td>{}</td></tr>", percent(unit.ever), percent(unit.lost));
    }
    *page += "</tbody></table></div>\n";
}

/// Text within a page.
struct Escaped<T>(T);

impl<T: AsRef<str>> Display for Escaped<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for letter in self.0.as_ref().chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}
