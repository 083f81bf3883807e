//! The ground and the objectives that the players lay (WA-PRE-10, WA-PRE-11, WA-TERR-12).

use firelock_core::{Fitted, Grain, Place, Refusal, Wish};
use firelock_table::{Angle, Base, Length, Point, Pose, overlaps};

use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::state::{Asking, Piece, State};
use crate::terrain::piece_base;
use crate::words::Terrain;

/// The kinds of piece that may be laid, in the order in which samples take them.
const KINDS: [Terrain; 6] =
    [Terrain::Wood, Terrain::Hill, Terrain::Obstacle, Terrain::Marsh, Terrain::Building, Terrain::RoughHill];

/// The names of the kinds of piece.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.into_iter().map(crate::terrain::name)
}

/// The sections of the table as rectangles (WA-SCALE-03).
fn sections(state: &State) -> Vec<Base> {
    let (across, deep) =
        (state.stage.book.number(&numbers::SECTIONS_ACROSS), state.stage.book.number(&numbers::SECTIONS_DEEP));
    let (width, depth) = (state.ground.table.width() / across.max(1), state.ground.table.depth() / deep.max(1));
    let mut sections = Vec::new();
    for row in 0..deep {
        for column in 0..across {
            let front = Point::new((width * column + width.half()).get(), (depth * (row + 1)).get());
            sections.push(Base::new(Pose::new(front, Angle::ZERO), firelock_table::Size::new(width, depth)));
        }
    }
    sections
}

/// How many pieces touch each section.
fn touching(state: &State) -> Vec<(Base, usize)> {
    let pieces: Vec<Base> = state.pieces.iter().map(|piece| piece_base(&state.stage, piece)).collect();
    let touches = |section: &Base| {
        let meets = |piece: &&Base| {
            overlaps(piece, section) || firelock_table::gap_within(*piece, section, firelock_table::TOUCH)
        };
        pieces.iter().filter(meets).count()
    };
    sections(state).into_iter().map(|section| (section, touches(&section))).collect()
}

pub(super) fn pieces_done(state: &State) -> Result<(), Refusal> {
    let (n, least) = (state.pieces.len(), usize::from(state.stage.count(&numbers::PIECES_LEAST)));
    if n < least {
        return Err(Refusal::new(WA_TERR_12, format!("{n} of at least {least} pieces are laid")));
    }
    let each = usize::from(state.stage.count(&numbers::PIECES_PER_SECTION));
    match touching(state).into_iter().find(|(_, n)| *n < each) {
        Some((section, n)) => {
            let reason = format!("{n} of at least {each} pieces touch this section");
            Err(Refusal::new(WA_TERR_12, reason).at(Place::At(section.center())))
        }
        None => Ok(()),
    }
}

pub(super) fn check_piece(state: &State, piece: &Piece) -> Result<(), Refusal> {
    let most = usize::from(state.stage.count(&numbers::PIECES_MOST));
    if state.pieces.len() >= most {
        return Err(Refusal::new(WA_TERR_12, format!("{most} pieces are laid at most")));
    }
    if !KINDS.contains(&piece.terrain) {
        return Err(Refusal::new(WA_TERR_12, "pieces are woods, marshes, buildings, hills and obstacles"));
    }
    lies_on_table(state, piece)
}

fn lies_on_table(state: &State, piece: &Piece) -> Result<(), Refusal> {
    let far = |at: Point| !state.ground.table.bounds().contains(at);
    if far(piece.pose.at) || !state.on_the_table(&piece_base(&state.stage, piece)) {
        return Err(Refusal::new(WA_PRE_10, "a piece lies wholly on the table").at(Place::At(piece.pose.at)));
    }
    Ok(())
}

pub(super) fn check_take(state: &State, nth: u8) -> Result<(), Refusal> {
    match usize::from(nth) < state.pieces.len() {
        true => Ok(()),
        false => Err(Refusal::new(WA_PRE_10, format!("there is no piece {nth}"))),
    }
}

pub(super) fn check_shift(state: &State, nth: u8, to: Point) -> Result<(), Refusal> {
    let Some(piece) = state.pieces.get(usize::from(nth)) else {
        return Err(Refusal::new(WA_PRE_10, format!("there is no piece {nth}")));
    };
    let most = state.stage.count(&numbers::SHIFTED_PIECES);
    if state.shifted >= most {
        return Err(Refusal::new(WA_PRE_10, format!("{most} pieces are shifted at most")));
    }
    let farthest = state.stage.length(&numbers::SHIFT);
    if piece.pose.at.distance_squared(to) > farthest.squared() {
        return Err(Refusal::new(WA_PRE_10, format!("a piece is shifted by {farthest} at most")).at(Place::At(to)));
    }
    lies_on_table(state, &Piece { pose: Pose::new(to, piece.pose.facing), ..*piece })
}

/// How deep the bands are that each hold an objective, and how many there are.
fn bands(state: &State) -> (Length, i32) {
    let deep = state.stage.length(&numbers::OBJECTIVE_BAND);
    (deep, (state.ground.table.depth().get() / deep.get().max(1)).max(1))
}

fn band(state: &State, at: Point) -> i32 {
    let (deep, n) = bands(state);
    let home = state.base_line(state.attacker);
    (state.depth_from(home, at).get() / deep.get().max(1)).clamp(0, n - 1)
}

fn empty_bands(state: &State) -> Vec<i32> {
    let (_, n) = bands(state);
    (0..n).filter(|nth| state.objectives.iter().all(|objective| band(state, objective.at) != *nth)).collect()
}

pub(super) fn objectives_done(state: &State) -> Result<(), Refusal> {
    let most = usize::from(state.stage.count(&numbers::OBJECTIVES));
    let n = state.objectives.len();
    if n < most {
        return Err(Refusal::new(WA_PRE_11, format!("{n} of {most} objectives are placed")));
    }
    match empty_bands(state).is_empty() {
        true => Ok(()),
        false => Err(Refusal::new(WA_PRE_11, "each band of the table holds an objective")),
    }
}

pub(super) fn check_objective(state: &State, at: Point) -> Result<(), Refusal> {
    let most = usize::from(state.stage.count(&numbers::OBJECTIVES));
    let left = most.saturating_sub(state.objectives.len());
    if left == 0 {
        return Err(Refusal::new(WA_PRE_11, format!("{most} objectives are placed")));
    }
    let edge = state.stage.length(&numbers::OBJECTIVE_EDGE);
    let near_edge = firelock_table::TableEdge::ALL.into_iter().find(|side| state.depth_from(*side, at) < edge);
    if near_edge.is_some() {
        return Err(Refusal::new(WA_PRE_11, format!("at least {edge} from every edge")).at(Place::At(at)));
    }
    let apart = state.stage.length(&numbers::OBJECTIVE_APART);
    if let Some(other) = state.objectives.iter().find(|other| other.at.distance_squared(at) < apart.squared()) {
        let line = firelock_table::Segment::new(at, other.at);
        return Err(Refusal::new(WA_PRE_11, format!("at least {apart} from each other")).at(Place::Along(line)));
    }
    let empty = empty_bands(state);
    match empty.len() >= left && !empty.contains(&band(state, at)) {
        true => Err(Refusal::new(WA_PRE_11, "the other bands need the objectives that are left").at(Place::At(at))),
        false => Ok(()),
    }
}

pub(super) fn check_removal(state: &State, nth: u8) -> Result<(), Refusal> {
    match usize::from(nth) < state.objectives.len() {
        true => Ok(()),
        false => Err(Refusal::new(WA_PRE_11, format!("there is no objective {nth}"))),
    }
}

/// Whether the attacker has removed what he may; the defender takes back as he likes.
pub(super) fn removal_over(state: &State, asking: &Asking) -> bool {
    let placed =
        state.stage.count(&numbers::OBJECTIVES).saturating_sub(state.stage.count(&numbers::OBJECTIVES_REMOVED));
    matches!(asking, Asking::Removal) && state.objectives.len() <= usize::from(placed)
}

/// Pieces where a section still lacks some, else anywhere.
pub(super) fn piece_candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let each = usize::from(state.stage.count(&numbers::PIECES_PER_SECTION));
    let most = usize::from(state.stage.count(&numbers::PIECES_MOST));
    let mut sections = touching(state);
    sections.sort_by_key(|(_, n)| *n);
    if state.pieces.len() >= most {
        if pieces_done(state).is_err() {
            into.push(Command::TakePiece(0));
        }
        return;
    }
    let lacking = sections.iter().any(|(_, n)| *n < each);
    let kinds = if grain == Grain::Coarse { 3 } else { KINDS.len() };
    let first = state.pieces.len();
    let chosen =
        sections.iter().filter(|(_, n)| !lacking || *n < each).take(if grain == Grain::Coarse { 2 } else { 6 });
    for (section, n) in chosen {
        let (wide, deep) = (section.size.width.get(), section.size.depth.get());
        for nth in 0..kinds {
            let spread = (first + n + nth) as i32;
            let local = Point::new(wide / 5 * (spread % 3 - 1), -deep / 4 * (1 + spread % 3));
            let facing = Angle::degrees(spread * 30 % 180);
            let terrain = KINDS[(first + nth) % KINDS.len()];
            let command = Command::LayPiece(Piece { terrain, pose: Pose::new(section.pose.place(local), facing) });
            if let Command::LayPiece(piece) = &command
                && check_piece(state, piece).is_ok()
                && !into.contains(&command)
            {
                into.push(command);
            }
        }
        // The middle of a section always has room.
        let at = section.center().ahead(Angle::ZERO, state.stage.length(&numbers::PIECE_WIDTH).half());
        let terrain = KINDS[first % KINDS.len()];
        let piece = Piece { terrain, pose: Pose::new(at, Angle::ZERO) };
        let command = Command::LayPiece(piece);
        if check_piece(state, &piece).is_ok() && !into.contains(&command) {
            into.push(command);
        }
    }
}

pub(super) fn shift_candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let by = state.stage.length(&numbers::SHIFT);
    let headings = if grain == Grain::Coarse { 2 } else { 4 };
    for (nth, piece) in state.pieces.iter().enumerate() {
        for quarter in 0..headings {
            let to = piece.pose.at.ahead(Angle::degrees(quarter * 360 / headings), by - Length::grid(2));
            if check_shift(state, nth as u8, to).is_ok() {
                into.push(Command::ShiftPiece { piece: nth as u8, to });
            }
        }
    }
}

pub(super) fn objective_candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let step = match grain {
        Grain::Coarse => 9,
        Grain::Middle => 6,
        Grain::Fine => 3,
    };
    let from = into.len();
    sample(state, step, usize::MAX, into);
    let left = usize::from(state.stage.count(&numbers::OBJECTIVES)) > state.objectives.len();
    if left && into.len() == from {
        sample(state, 1, 1, into);
    }
    // A defender who has left no room takes one back.
    if into.len() == from && objectives_done(state).is_err() {
        into.push(Command::RemoveObjective(0));
    }
}

fn sample(state: &State, step: i32, most: usize, into: &mut Vec<Command>) {
    let edge = state.stage.length(&numbers::OBJECTIVE_EDGE);
    let (width, depth) = (state.ground.table.width(), state.ground.table.depth());
    let mut found = 0;
    let mut y = edge;
    while y <= depth - edge {
        let mut x = edge;
        while x <= width - edge {
            let at = Point::new(x.get(), y.get());
            if check_objective(state, at).is_ok() {
                into.push(Command::PlaceObjective(at));
                found += 1;
                if found >= most {
                    return;
                }
            }
            x += Length::inches(step);
        }
        y += Length::inches(step);
    }
}

pub(super) fn fit_piece(state: &State, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let terrain = KINDS.into_iter().find(|kind| crate::terrain::name(*kind) == wish.act).unwrap_or(Terrain::Wood);
    let facing = wish.facing.unwrap_or_default().heading();
    let depth = match charts::ground(terrain).is_linear {
        true => Length::ZERO,
        false => state.stage.length(&numbers::PIECE_WIDTH),
    };
    let piece = Piece { terrain, pose: Pose::new(wish.at.ahead(facing, depth.half()), facing) };
    check_piece(state, &piece)?;
    Ok(laid(state, Command::LayPiece(piece), &piece))
}

pub(super) fn fit_shift(state: &State, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let near = |piece: &Piece| piece_base(&state.stage, piece).center().distance_squared(wish.at);
    let nearest = state.pieces.iter().enumerate().min_by_key(|(_, piece)| near(piece));
    let Some((nth, piece)) = nearest else { return Err(Refusal::new(WA_PRE_10, "there is no piece")) };
    let off = piece_base(&state.stage, piece).center();
    let to = piece.pose.at + (wish.at - off);
    check_shift(state, nth as u8, to)?;
    let moved = Piece { pose: Pose::new(to, piece.pose.facing), ..*piece };
    Ok(laid(state, Command::ShiftPiece { piece: nth as u8, to }, &moved))
}

fn laid(state: &State, command: Command, piece: &Piece) -> Fitted<Command> {
    let base = piece_base(&state.stage, piece);
    Fitted {
        command,
        ghost: vec![base.corners],
        path: vec![base.center()],
        cost: crate::terrain::name(piece.terrain).to_owned(),
        notes: Vec::new(),
        short: None,
    }
}

pub(super) fn fit_objective(state: &State, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    check_objective(state, wish.at)?;
    Ok(Fitted {
        command: Command::PlaceObjective(wish.at),
        ghost: Vec::new(),
        path: vec![wish.at],
        cost: "an objective".to_owned(),
        notes: Vec::new(),
        short: None,
    })
}
