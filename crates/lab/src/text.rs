//! The report as a terminal table and as CSV.

use std::fmt::Write as _;

use crate::{CellReport, Gauge, Interval, Report};

/// The report for a terminal.
pub fn text(report: &Report) -> String {
    let mut text = format!("{}: {}\n", report.battle, who(report));
    for gauge in &report.gauges {
        let _ = writeln!(text, "strength: {}", strength(gauge));
    }
    for cell in &report.cells {
        let _ = write!(text, "\n{}, {}", cell.cell.system, cell.cell.words());
        if cell.games == 0 {
            text += ": no game is finished yet\n";
            continue;
        }
        let played = if cell.games as u32 == report.games { String::new() } else { format!(" of {}", report.games) };
        let _ = writeln!(
            text,
            ": {}{played} {}. {}",
            cell.games,
            if report.games == 1 { "game" } else { "games" },
            verdict(report, cell)
        );
        lines(&mut text, report, cell);
    }
    text
}

/// Which commanders played, and how.
pub(crate) fn who(report: &Report) -> String {
    let [one, other] = &report.commanders;
    let seed = report.seed;
    match report.swapped {
        true => format!("{one} against {other}, sides changed from game to game, seed {seed}"),
        false => format!("{one} on both sides, seed {seed}"),
    }
}

/// How strong a commander is.
pub(crate) fn strength(gauge: &Gauge) -> String {
    let Gauge { commander, against, games, won } = gauge;
    format!("{commander} wins {} of {games} games against {against} on this battle, sides changed", percent(*won))
}

/// Who is favored, as far as the games tell.
pub(crate) fn verdict(report: &Report, cell: &CellReport) -> String {
    let [red, blue] = cell.wins;
    let (ahead, behind, name) =
        if red.at >= blue.at { (red, blue, &report.sides[0]) } else { (blue, red, &report.sides[1]) };
    if ahead.low > behind.high { format!("The {name} are favored.") } else { "No side is plainly favored.".to_owned() }
}

fn lines(text: &mut String, report: &Report, cell: &CellReport) {
    let [red, blue] = &report.sides;
    let width = report.sides.iter().map(|side| side.chars().count()).max().unwrap_or(0);
    for (side, wins) in [red, blue].into_iter().zip(cell.wins) {
        let _ = writeln!(text, "  {side:width$}  win {}", percent(wins));
    }
    let _ = writeln!(text, "  {:width$}  {}", "drawn", percent(cell.draws));
    if let Some(first) = cell.first_commander {
        let _ = writeln!(text, "  {} wins {}", report.commanders[0], percent(first));
    }
    let margins: Vec<String> = cell.margins.iter().map(|(margin, n)| format!("{margin} {n}")).collect();
    let _ = writeln!(text, "  margins: {}", margins.join(", "));
    let (turns, lead) = (cell.turns, cell.lead);
    let _ = writeln!(
        text,
        "  ends in turn {:.1} ({:.1} to {:.1}), half of the games between {} and {}",
        turns.mean.at, turns.mean.low, turns.mean.high, turns.quarter, turns.three_quarters
    );
    let _ =
        writeln!(text, "  {red} lead by {:.1} points ({:.1} to {:.1})", lead.mean.at, lead.mean.low, lead.mean.high);
    for (side, losses) in [red, blue].into_iter().zip(&cell.losses) {
        let _ = write!(text, "  {side:width$}  lose {} of their strength", percent(losses.share.mean));
        if let (Some(history), Some(below)) = (losses.history, losses.percentile) {
            let _ = write!(
                text,
                "; history {:.0} % of the men, more than in {:.0} % of the games",
                100.0 * history,
                100.0 * below
            );
        }
        text.push('\n');
    }
    if !cell.decides.is_empty() {
        let costs: Vec<String> = cell
            .decides
            .iter()
            .map(|(unit, cost)| format!("{unit} (−{:.0} points of a hundred)", 100.0 * cost))
            .collect();
        let _ = writeln!(text, "  what goes most with defeat: the breaking of {}", costs.join(", "));
    }
    let name = cell.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
    let _ = writeln!(text, "  {:5} {:name$}  {:>22}  {:>22}  mostly in turn", "", "unit", "loses", "breaks");
    for unit in &cell.units {
        let often = unit.broke.iter().max_by_key(|(turn, n)| (**n, std::cmp::Reverse(**turn)));
        let often = often.map(|(turn, _)| turn.to_string()).unwrap_or_default();
        let line = format!(
            "  {:5} {:name$}  {:>22}  {:>22}  {often}",
            unit.side.to_string(),
            unit.name,
            percent(unit.lost),
            percent(unit.ever)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// "58 % (53 to 62)".
pub(crate) fn percent(share: Interval) -> String {
    let whole = |share: f64| 100.0 * share.clamp(0.0, 1.0);
    format!("{:.0} % ({:.0} to {:.0})", whole(share.at), whole(share.low), whole(share.high))
}

/// The report as CSV: a line for each cell.
pub fn csv(report: &Report) -> String {
    let mut text = String::from(
        "system,changes,games,red_wins,red_low,red_high,blue_wins,blue_low,blue_high,draws,first_commander,turns,turns_low,turns_high,lead,red_lost,blue_lost,red_history,blue_history,red_percentile,blue_percentile\n",
    );
    let or_empty = |value: Option<f64>| value.map(|value| format!("{value:.4}")).unwrap_or_default();
    for cell in &report.cells {
        let [red, blue] = cell.wins;
        let [lost, taken] = &cell.losses;
        let _ = writeln!(
            text,
            "{},{},{},{:.4},{:.4},{:.4},{:.4},{:.4},{:.4},{:.4},{},{:.3},{:.3},{:.3},{:.3},{:.4},{:.4},{},{},{},{}",
            cell.cell.system,
            quoted(&cell.cell.words()),
            cell.games,
            red.at,
            red.low,
            red.high,
            blue.at,
            blue.low,
            blue.high,
            cell.draws.at,
            or_empty(cell.first_commander.map(|share| share.at)),
            cell.turns.mean.at,
            cell.turns.mean.low,
            cell.turns.mean.high,
            cell.lead.mean.at,
            lost.share.mean.at,
            taken.share.mean.at,
            or_empty(lost.history),
            or_empty(taken.history),
            or_empty(lost.percentile),
            or_empty(taken.percentile),
        );
    }
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
