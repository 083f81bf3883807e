//! Markers: each has a silhouette of its own.

use firelock_core::Piece;

use super::sheet::{Dot, escape};

/// A marker as it is drawn: a known silhouette, or a plate with a letter or a number of more.
pub(super) enum Marker {
    Known(&'static str),
    Plate(String),
}

/// Which word is drawn as which silhouette, in the order in which they hang.
const KNOWN: [(&str, &str); 21] = [
    ("disorder", "disordered"),
    ("unformed", "unformed"),
    ("broken", "broken"),
    ("rout", "broken"),
    ("fled", "broken"),
    ("shaken", "shaken"),
    ("waver", "shaken"),
    ("halted", "halted"),
    ("hesitant", "hesitant"),
    ("tardy", "hesitant"),
    ("steady", "steady"),
    ("silenced", "silenced"),
    ("damaged", "damaged"),
    ("limber hit", "damaged"),
    ("ammunition", "ammunition"),
    ("low ammo", "ammunition"),
    ("casualt", "casualties"),
    ("engaged", "engaged"),
    ("contact", "engaged"),
    ("charg", "charging"),
    ("acted", ""),
];

/// The markers of a piece, at most three and a plate that counts the rest; and whether it has fired.
pub(super) fn of(piece: &Piece) -> (Vec<Marker>, bool) {
    let mut smoke = false;
    let mut marks: Vec<(usize, Marker)> = Vec::new();
    for mark in &piece.marks {
        let word = mark.word.to_lowercase();
        if word.contains("fired") {
            smoke = true;
            continue;
        }
        match KNOWN.iter().position(|(part, _)| word.contains(part)) {
            Some(at) if KNOWN[at].1.is_empty() => {}
            Some(at) => marks.push((at, Marker::Known(KNOWN[at].1))),
            None => {
                marks.push((KNOWN.len(), Marker::Plate(word.chars().take(1).flat_map(char::to_uppercase).collect())))
            }
        }
    }
    marks.sort_by_key(|(order, _)| *order);
    let mut marks: Vec<Marker> = marks.into_iter().map(|(_, marker)| marker).collect();
    if marks.len() > 3 {
        let rest = marks.len() - 2;
        marks.truncate(2);
        marks.push(Marker::Plate(format!("+{rest}")));
    }
    (marks, smoke)
}

impl Marker {
    pub(super) fn draw(&self, at: Dot, size: f64) -> String {
        let place = format!("transform=\"translate({at}) scale({size:.2})\"");
        match self {
            Marker::Known(symbol) => format!("<use href=\"#{symbol}\" {place}/>"),
            Marker::Plate(text) => format!(
                "<g {place}><use href=\"#noted\"/><text text-anchor=\"middle\" y=\"4.6\" font-size=\"13\" font-weight=\"700\">{}</text></g>",
                escape(text)
            ),
        }
    }
}
