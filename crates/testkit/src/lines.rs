//! Battle files from a few lines of a test: `ground wood light-woods area 10,10 20,10 20,20 name="Long Wood"`.

use std::fmt::Write as _;

/// A number.
///
/// # Panics
/// When the word is none.
pub fn number(word: &str) -> f64 {
    word.parse().unwrap_or_else(|_| panic!("{word:?} is no number"))
}

/// `key=value` words; a value may hold spaces inside quotes or brackets.
pub fn pairs(text: &str) -> Vec<(&str, &str)> {
    let (mut words, mut from, mut deep, mut quoted) = (Vec::new(), 0, 0, false);
    for (place, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' => deep += 1,
            ']' | '}' => deep -= 1,
            ' ' if !quoted && deep == 0 => {
                words.push(text[from..place].trim());
                from = place;
            }
            _ => {}
        }
    }
    words.push(text[from..].trim());
    words.into_iter().filter_map(|word| word.split_once('=')).collect()
}

/// `12,8` on a map of so many yards to the unit of the test.
///
/// # Panics
/// When the word is no place.
pub fn place(word: &str, scale: f64) -> String {
    let (x, y) = word.split_once(',').unwrap_or_else(|| panic!("{word:?} is no place"));
    format!("[{:.1}, {:.1}]", number(x) * scale, number(y) * scale)
}

/// The keys of a line as a battle file writes them.
pub fn keys(line: &str) -> String {
    pairs(line).into_iter().fold(String::new(), |mut text, (key, value)| {
        let _ = writeln!(text, "{key} = {value}");
        text
    })
}

/// A line of ground as a feature of the map, and its id.
///
/// # Panics
/// When the line is too short, or a place of it is none.
pub fn feature(line: &str, scale: f64) -> (&str, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (id, kind, lies) = (words[1], words[2], words[3]);
    let places = words[4..].iter().take_while(|word| !word.contains('=')).map(|word| place(word, scale));
    let places: Vec<String> = places.collect();
    let lies = match lies {
        "at" => format!("at = {}", places[0]),
        lies => format!("{lies} = [{}]", places.join(", ")),
    };
    (id, format!("[[feature]]\nid = \"{id}\"\nkind = \"{kind}\"\n{lies}\n{}", keys(line)))
}
