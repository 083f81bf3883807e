/// The word of a list that a misspelt one was most likely meant to be, if any is near enough to guess.
///
/// Near enough is a third of the letters, at least one; among equals the first of the list.
pub(crate) fn nearest<'w>(wrong: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let wrong: Vec<char> = wrong.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect();
    if wrong.is_empty() || wrong.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for word in words {
        let letters: Vec<char> = word.chars().collect();
        let distance = edits(&wrong, &letters);
        let allowed = (wrong.len().max(letters.len()) / 3).max(1);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, word));
        }
    }
    best.map(|(_, word)| word)
}

/// Longer words are not guessed at; no legal word comes near this length.
const LONGEST: usize = 40;

/// How many letters must be put in, left out, replaced or swapped with their neighbor to turn one word into the other.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before_last = vec![0; to.len() + 1];
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, &letter) in from.iter().enumerate() {
        let mut line = vec![row + 1; to.len() + 1];
        for (column, &other) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            line[column + 1] = replaced.min(last[column + 1] + 1).min(line[column] + 1);
            let swapped = row > 0 && column > 0 && letter == to[column - 1] && from[row - 1] == other;
            if swapped {
                line[column + 1] = line[column + 1].min(before_last[column - 1] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, line);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wrong: &str, words: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(wrong, words.iter().copied()), expected, "{wrong}");
    }

    #[test]
    fn finds_the_word_that_was_meant() {
        let words = ["infantry", "cavalry", "dragoons", "artillery"];
        check("cavalri", &words, Some("cavalry"));
        check("infnatry", &words, Some("infantry"));
        check("Artillery", &words, Some("artillery"));
        check("dragoon", &words, Some("dragoons"));
    }

    #[test]
    fn guesses_nothing_for_a_word_that_is_like_none() {
        let words = ["infantry", "cavalry"];
        check("elephants", &words, None);
        check("", &words, None);
        check(&"x".repeat(500), &words, None);
    }

    #[test]
    fn a_swap_of_neighbors_is_one_edit() {
        assert_eq!(edits(&['a', 'b'], &['b', 'a']), 1);
        assert_eq!(edits(&['a', 'b', 'c'], &['b', 'c']), 1);
        assert_eq!(edits(&[], &['b', 'c']), 2);
    }
}
