use crate::{Angle, Length, Point, Segment, gap};

/// The pieces of a line without the parts within `half` of its gaps, measured along it.
pub fn without_gaps(path: &[Point], gaps: &[Point], half: Length) -> Vec<Vec<Point>> {
    let legs: Vec<Segment> = path.windows(2).map(|leg| Segment::new(leg[0], leg[1])).collect();
    let mut starts = vec![Length::ZERO];
    for leg in &legs {
        starts.push(starts[starts.len() - 1] + leg.length());
    }
    let whole = starts[legs.len()];
    // How far along the line each gap lies.
    let mut holes: Vec<(Length, Length)> = Vec::new();
    for place in gaps {
        let nearest =
            legs.iter().zip(&starts).map(|(leg, start)| (gap(*place, *leg), leg, *start)).min_by_key(|(gap, ..)| *gap);
        if let Some((found, leg, start)) = nearest {
            let at = start + leg.from.distance(found.ends().to);
            holes.push((at - half, at + half));
        }
    }
    holes.sort_unstable();
    let place = |along: Length| {
        let leg = starts[1..].iter().position(|end| *end >= along).unwrap_or(legs.len() - 1);
        legs[leg].from.ahead(Angle::towards(legs[leg].from, legs[leg].to), along - starts[leg])
    };
    let mut pieces = Vec::new();
    let mut from = Length::ZERO;
    for (begin, end) in holes.into_iter().chain([(whole, whole)]) {
        if begin > from {
            let corners = legs.iter().zip(&starts).map(|(leg, start)| (leg.from, *start));
            let between = corners.filter(|(_, along)| from < *along && *along < begin).map(|(corner, _)| corner);
            let first = if from == Length::ZERO { path[0] } else { place(from) };
            let last = if begin == whole { path[legs.len()] } else { place(begin) };
            let mut piece: Vec<Point> = [first].into_iter().chain(between).chain([last]).collect();
            piece.dedup();
            if piece.len() > 1 {
                pieces.push(piece);
            }
        }
        from = from.max(end);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_its_gaps() {
        let path = [Point::inches(0, 0), Point::inches(10, 0), Point::inches(10, 10)];
        let half = Length::INCH.half();
        let pieces = without_gaps(&path, &[Point::inches(4, 1), Point::inches(10, 10)], half);
        let hundredths = |x: i32, y: i32| Point::new(x * 2540 / 100, y * 2540 / 100);
        assert_eq!(
            pieces,
            [
                vec![hundredths(0, 0), hundredths(350, 0)],
                vec![hundredths(450, 0), hundredths(1000, 0), hundredths(1000, 950)],
            ]
        );
        assert_eq!(without_gaps(&path, &[], Length::INCH), [path.to_vec()]);
    }
}
