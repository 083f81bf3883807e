//! A battle on paper: the table, a label for each unit with its boxes, and the numbers of the rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firelock_core::{CellInfo, Cells, Piece, PieceKind, Rulebook, Side};
use firelock_game::{BattleFile, Drawing, MusteredTable, System};
use firelock_scenario::{Arrival, Clerk, Objective, Word};
use firelock_table::Angle;

const STYLE: &str = "\
body{font:13px/1.35 Georgia,serif;color:#221d18;margin:1.2em auto;max-width:190mm}\
h1{font-size:1.7em;margin:0}h2{font-size:1.25em;margin:1.2em 0 .3em;border-bottom:1.5px solid}h3{font-size:1em;margin:.7em 0 .2em}\
p{margin:.3em 0}.mark{border:1.5px solid;padding:0 .4em;font-size:.8em;white-space:nowrap}\
.table{text-align:center}.table img{max-width:100%;max-height:225mm}.red h2,.red .label{border-color:#8c1f1f}.blue h2,.blue .label{border-color:#1f4a8c}\
.labels{display:grid;grid-template-columns:repeat(auto-fill,minmax(58mm,1fr));gap:2.5mm}\
.label{border:1.2px solid;border-left-width:5px;padding:1.5mm 2mm;break-inside:avoid}.label b{display:block}\
.small{font-size:.82em;color:#4c443b}.boxes{letter-spacing:.12em;line-height:1.25;overflow-wrap:anywhere}\
table{border-collapse:collapse;font-size:.82em;break-inside:avoid;margin:.2em 0 .8em}td,th{border:.6px solid #b8ac9a;padding:.05em .45em;text-align:left}\
td.n{text-align:right}.card td:last-child{white-space:nowrap}.card{columns:2;column-gap:6mm}.turns span{display:inline-block;min-width:1.6em;text-align:center;border:1px solid #777;margin:0 .15em .15em 0}\
@media print{body{margin:0;max-width:none}section.page{break-before:page}}";

/// A mustered battle, to be printed.
pub(crate) struct Sheet<'a> {
    pub(crate) file: &'a BattleFile,
    pub(crate) system: &'a System,
    pub(crate) table: &'a MusteredTable,
    pub(crate) book: &'a Rulebook,
    pub(crate) in_period: bool,
    pub(crate) north: Angle,
}

impl Sheet<'_> {
    /// The whole sheet as one page that needs nothing else.
    pub(crate) fn html(&self) -> String {
        let about = &self.file.battle.about;
        let title = escape(&format!("{}, {}", about.name, about.date));
        let mark = if self.in_period { "" } else { " <span class=\"mark\">out of period</span>" };
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head>\n\
             <body>\n<h1>{title}</h1>\n<p>{}. {}{mark}</p>\n",
            escape(&about.place),
            escape(self.system.title)
        );
        if let Some(summary) = &about.summary {
            html += &format!("<p>{}</p>\n", escape(summary.trim()));
        }
        html += &self.turns();
        let drawing = Drawing { north: self.north, ..Drawing::default() };
        // As an image, so that the style of the picture stays its own.
        let picture = in_address(&firelock_game::draw(&self.table.view, &drawing));
        html += &format!("<p class=\"table\"><img alt=\"The table\" src=\"data:image/svg+xml,{picture}\"></p>\n");
        html += &self.aims();
        for side in Side::BOTH {
            html += &self.side(side);
        }
        html += &self.card();
        html + "</body></html>\n"
    }

    fn turns(&self) -> String {
        let Some(turns) = self.table.view.turns else { return String::new() };
        let boxes: String = (1..=turns).map(|turn| format!("<span>{turn}</span>")).collect();
        format!("<p class=\"turns\">Turns {boxes}</p>\n")
    }

    /// What is fought for, who comes when, and what else players should know.
    fn aims(&self) -> String {
        let battle = &self.file.battle;
        let mut html = String::new();
        if !battle.objectives.is_empty() {
            let row = |objective: &Objective| {
                let holder = objective.holder.map_or_else(String::new, |side| battle.side(side).name.clone());
                let only = objective.side.map_or("either side", |side| battle.side(side).name.as_str());
                vec![
                    objective.name.clone(),
                    objective.goal.word().to_owned(),
                    objective.worth.to_string(),
                    holder,
                    only.to_owned(),
                ]
            };
            html += "<h2>Objectives</h2>\n";
            html +=
                &rows(&["place or unit", "goal", "worth", "held by", "counts for"], battle.objectives.iter().map(row));
        }
        if let Some(victory) = &battle.victory {
            let sides = Side::BOTH.map(|side| escape(&battle.side(side).name));
            html += &format!(
                "<p><b>{}:</b> {}</p><p><b>{}:</b> {}</p>\n",
                sides[0],
                escape(&victory.red),
                sides[1],
                escape(&victory.blue)
            );
            if let Some(draw) = &victory.draw {
                html += &format!("<p><b>Draw:</b> {}</p>\n", escape(draw));
            }
        }
        if !battle.arrivals.is_empty() {
            html += "<h2>Arrivals</h2>\n";
            html += &rows(&["when", "who", "where"], battle.arrivals.iter().map(|arrival| self.arrival(arrival)));
        }
        if !battle.specials.is_empty() {
            html += "<h2>Special</h2>\n";
            battle.specials.iter().for_each(|special| html += &format!("<p>{}</p>\n", escape(&special.text)));
        }
        html
    }

    fn arrival(&self, arrival: &Arrival) -> Vec<String> {
        let battle = &self.file.battle;
        let units = arrival.units.iter().filter_map(|id| battle.unit(id)).map(|unit| unit.name.clone());
        let leaders = arrival.commands.iter().filter_map(|id| battle.command(id)?.leader.clone());
        let turn = firelock_scenario::System::from_word(self.system.name).zip(self.table.view.turns);
        let turn = turn.map(|(system, turns)| format!("turn {}", Clerk::new(battle, system).turn_of(arrival, turns)));
        let minute = arrival.minute.map(|minute| format!("minute {minute}"));
        let when = turn.into_iter().chain(minute).collect::<Vec<_>>().join(", ");
        vec![when, leaders.chain(units).collect::<Vec<_>>().join(", "), format!("{} of the map", arrival.at)]
    }

    fn side(&self, side: Side) -> String {
        let facts = self.file.battle.side(side);
        let mut html = format!("<section class=\"page {side}\"><h2>{}</h2>\n", escape(&facts.name));
        if let Some(plan) = &facts.plan {
            html += &format!("<p><i>{}</i></p>\n", escape(plan));
        }
        let pieces: Vec<&Piece> = self.table.view.pieces.iter().filter(|piece| piece.side == side).collect();
        let leaders = pieces.iter().filter(|piece| piece.kind == PieceKind::Leader);
        html += "<h3>Commanders</h3>\n<div class=\"labels\">\n";
        leaders.for_each(|piece| html += &self.label(piece));
        html += "</div>\n";
        let troops: Vec<&&Piece> = pieces.iter().filter(|piece| piece.kind != PieceKind::Leader).collect();
        let mut groups: Vec<&str> = Vec::new();
        for piece in &troops {
            if !groups.contains(&piece.group.as_str()) {
                groups.push(&piece.group);
            }
        }
        for group in groups {
            let heading = if group.is_empty() { "Without a brigade" } else { group };
            html += &format!("<h3>{}</h3>\n<div class=\"labels\">\n", escape(heading));
            troops.iter().filter(|piece| piece.group == group).for_each(|piece| html += &self.label(piece));
            html += "</div>\n";
        }
        html + "</section>\n"
    }

    /// A label to cut out: name, quality, a box for each point of strength, facts.
    fn label(&self, piece: &Piece) -> String {
        let quality = [piece.formation.as_str(), piece.badge.quality.as_str()];
        let quality = quality.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ");
        let mut html = format!(
            "<div class=\"label\"><b>{}</b><span class=\"small\">{}</span>",
            escape(&piece.name),
            escape(&quality)
        );
        if piece.badge.full > 0 {
            let boxes: Vec<String> = (0..piece.badge.full)
                .step_by(5)
                .map(|from| "\u{25a1}".repeat((piece.badge.full - from).min(5).into()))
                .collect();
            html += &format!("<div class=\"boxes\">{}</div>", boxes.join(" "));
        }
        let facts: Vec<String> = piece.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let unit = self.file.battle.units.iter().find(|unit| unit.name == piece.name);
        let men = unit.filter(|unit| unit.men > 0).map(|unit| format!("{} men", unit.men));
        let leader = unit.and_then(|unit| unit.leader.clone());
        let small: Vec<String> = facts.into_iter().chain(men).chain(leader).collect();
        html + &format!("<div class=\"small\">{}</div></div>\n", escape(&small.join("; ")))
    }

    /// Every number of the rules in force, chart by chart.
    fn card(&self) -> String {
        let mut html = format!(
            "<section class=\"page\"><h2>Quick reference</h2>\n<p class=\"small\">{}</p>\n<div class=\"card\">\n",
            escape(measure(self.system.name))
        );
        let mut alone: Vec<CellInfo> = Vec::new();
        for chart in (self.system.charts)() {
            let mut cells = Vec::new();
            Cells::cells(*chart, &mut cells);
            match cells.first().map(|cell| cell.address.split('.').count()) {
                Some(3) => html += &self.grid(&cells),
                Some(_) if cells.len() > 1 => html += &self.list(&cells),
                _ => alone.extend(cells),
            }
        }
        if !alone.is_empty() {
            html += &self.list(&alone);
        }
        html + "</div></section>\n"
    }

    fn heading(&self, cells: &[CellInfo]) -> String {
        let Some(first) = cells.first() else { return String::new() };
        let entry = (self.system.clauses)().iter().find(|entry| entry.clause == first.clause);
        let chart = first.address.split('.').next().unwrap_or_default();
        format!(
            "<h3>{} <span class=\"small\">{}</span></h3>\n",
            escape(entry.map_or("", |entry| entry.section)),
            escape(chart)
        )
    }

    fn list(&self, cells: &[CellInfo]) -> String {
        let row = |cell: &CellInfo| vec![cell.label.clone(), self.value(cell).to_string(), cell.clause.to_string()];
        self.heading(cells) + &rows(&[], cells.iter().map(row))
    }

    /// A chart with rows and columns, in the order in which they are printed.
    fn grid(&self, cells: &[CellInfo]) -> String {
        let parts = |cell: &CellInfo| -> (String, String) {
            let mut parts = cell.address.splitn(3, '.').skip(1).map(str::to_owned);
            (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
        };
        let (mut names, mut columns) = (Vec::new(), Vec::new());
        let mut values = BTreeMap::new();
        for cell in cells {
            let (row, column) = parts(cell);
            if !names.contains(&row) {
                names.push(row.clone());
            }
            if !columns.contains(&column) {
                columns.push(column.clone());
            }
            values.insert((row, column), self.value(cell).to_string());
        }
        let head: Vec<&str> = [""].into_iter().chain(columns.iter().map(String::as_str)).collect();
        let row = |name: &String| {
            let value = |column: &String| {
                values.get(&(name.clone(), column.clone())).cloned().unwrap_or_else(|| "\u{2013}".to_owned())
            };
            [name.clone()].into_iter().chain(columns.iter().map(value)).collect::<Vec<_>>()
        };
        self.heading(cells) + &rows(&head, names.iter().map(row))
    }

    /// The number, as house rules have it.
    fn value(&self, cell: &CellInfo) -> i32 {
        let mut parts = cell.address.splitn(3, '.');
        let address = [0; 3].map(|_| parts.next().unwrap_or_default());
        self.book.cell(address, cell.value)
    }
}

/// How the numbers of a system measure lengths.
fn measure(system: &str) -> &'static str {
    match system {
        "regimental" | "washington" => "Lengths are in hundredths of an inch: 800 is eight inches.",
        "discipline" => "Lengths are in yards of ground.",
        _ => "Lengths are in millimeters.",
    }
}

fn rows(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut html = String::from("<table>");
    if !head.is_empty() {
        let cells: String = head.iter().map(|cell| format!("<th>{}</th>", escape(cell))).collect();
        let _ = write!(html, "<tr>{cells}</tr>");
    }
    for row in rows {
        let cell = |cell: &String| match cell.parse::<i32>() {
            Ok(number) => format!("<td class=\"n\">{number}</td>"),
            Err(_) => format!("<td>{}</td>", escape(cell)),
        };
        let _ = write!(html, "<tr>{}</tr>", row.iter().map(cell).collect::<String>());
    }
    html + "</table>\n"
}

/// A text as it may stand in an address.
fn in_address(text: &str) -> String {
    let codes = [('%', "%25"), ('#', "%23"), ('"', "%22"), ('<', "%3C"), ('>', "%3E"), ('\n', "%0A")];
    codes.iter().fold(text.to_owned(), |text, (sign, code)| text.replace(*sign, code))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
