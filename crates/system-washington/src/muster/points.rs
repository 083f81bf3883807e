//! Armies bought by points, which make their own battle (WA-PRE-01, WA-PRE-02).

use std::fmt;

use firelock_core::{Rulebook, Side};
use firelock_scenario::Schedule;
use firelock_table::TableEdge;

use super::troops::Enlisted;
use super::{begin, fresh};
use crate::charts::{self, numbers};
use crate::facts;
use crate::roster::{Brigade, Kind, Officer, Roster};
use crate::state::{Army, BrigadeId, Commander, CommanderId, CommanderStatus, Place, Pregame, Stage, State};
use crate::terrain;
use crate::words::{Formation, Quality, Rank, Tag, Troop};

/// One side of a points battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyList {
    /// Its name.
    pub name: String,
    /// Its brigades, each a list of units and guns.
    pub brigades: Vec<Vec<Detachment>>,
}

/// A unit or a gun on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detachment {
    /// A unit.
    Unit {
        /// Its name.
        name: String,
        /// What it is.
        troop: Troop,
        /// How good it is.
        quality: Quality,
        /// Its bases.
        bases: u8,
        /// Hessians or Scots loyalists.
        tag: Tag,
        /// With a battalion gun.
        battalion_gun: bool,
    },
    /// A field gun.
    Gun {
        /// Its name.
        name: String,
    },
}

/// What is wrong with an army; all of it at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsFault(pub Vec<String>);

impl fmt::Display for PointsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for PointsFault {}

/// Two points armies on a bare table of the usual size, before the first decision; red first.
///
/// # Errors
/// Everything by which an army breaks WA-PRE-02 or WA-ROST-04.
pub fn points_battle(book: &Rulebook, armies: [ArmyList; 2]) -> Result<State, PointsFault> {
    let mut found = Vec::new();
    let (mut enlisted, mut brigades, mut officers) = (Vec::new(), Vec::new(), Vec::new());
    for (side, army) in Side::BOTH.into_iter().zip(&armies) {
        officers.push(officer(side, format!("{} general", army.name), Rank::General, None));
        for (nth, list) in army.brigades.iter().enumerate() {
            let id = BrigadeId(brigades.len() as u8);
            let name = format!("{} brigade {}", army.name, nth + 1);
            brigades.push(Brigade { name: name.clone(), side, commander: Some(CommanderId(officers.len() as u8)) });
            officers.push(officer(side, format!("{name} commander"), Rank::Brigade, Some(id)));
            for detachment in list {
                let at = enlisted.len();
                enlisted.push(enlist(side, at, id, detachment));
            }
        }
        let rosters: Vec<&Roster> = enlisted.iter().map(|unit| &unit.roster).filter(|own| own.side == side).collect();
        found.extend(faults(book, &rosters, &brigades, side));
    }
    if !found.is_empty() {
        return Err(PointsFault(found));
    }
    let edges = [TableEdge::South, TableEdge::North];
    let [red, blue] = armies;
    let names = [red.name, blue.name];
    let armies = Side::BOTH.map(|side| Army {
        name: names[side.index()].clone(),
        base_line: edges[side.index()],
        zones: Vec::new(),
    });
    let units = enlisted.iter().map(|own| fresh(own, book, Place::Waiting)).collect();
    let commanders = officers.iter().map(waiting).collect();
    let ground =
        terrain::bare(charts::length(book, &numbers::TABLE_WIDTH), charts::length(book, &numbers::TABLE_DEPTH));
    let stage = Stage {
        book: book.clone(),
        roster: enlisted.into_iter().map(|unit| unit.roster).collect(),
        officers,
        brigades,
        armies,
        objectives: Vec::new(),
        pregame: Pregame::Full,
        schedule: Schedule::default(),
    };
    Ok(begin(stage, ground, units, commanders, Vec::new(), Side::Red))
}

fn officer(side: Side, name: String, rank: Rank, brigade: Option<BrigadeId>) -> Officer {
    Officer { id: name.to_lowercase().replace(' ', "-"), name, side, rank, brigade, mounted: true }
}

fn waiting(officer: &Officer) -> Commander {
    Commander {
        side: officer.side,
        value: 0,
        mounted: officer.mounted,
        status: CommanderStatus::Waiting,
        at: firelock_table::Point::ORIGIN,
        with: None,
        rode: false,
        finished: false,
        determination: 0,
    }
}

fn enlist(side: Side, nth: usize, brigade: BrigadeId, detachment: &Detachment) -> Enlisted {
    let (name, kind) = match detachment {
        Detachment::Unit { name, troop, quality, bases, tag, battalion_gun } => {
            let (troop, quality, tag) = (*troop, *quality, *tag);
            let kind = Kind::Troops { troop, quality, tag, start_bases: *bases, battalion_gun: *battalion_gun };
            (name, kind)
        }
        Detachment::Gun { name } => (name, Kind::Gun),
    };
    let roster = Roster { id: format!("{side}-{nth}"), name: name.clone(), side, brigade: Some(brigade), kind };
    let formation = match roster.troop() {
        Some(troop) if !troop.may_form(true, Formation::Close) => Formation::Loose,
        _ => Formation::Close,
    };
    let front = roster.start_bases().div_ceil(2).max(1);
    Enlisted { roster, formation, front, mounted: true, limbered: false, nth_of: (0, 1) }
}

/// By what an army breaks WA-PRE-02 and WA-ROST-04.
pub(super) fn faults(book: &Rulebook, rosters: &[&Roster], brigades: &[Brigade], side: Side) -> Vec<String> {
    let mut found = Vec::new();
    let mut points = 0;
    for roster in rosters {
        let facts = match roster.kind {
            Kind::Troops { troop, quality, start_bases, battalion_gun, .. } => {
                facts::Army { troop, quality, bases: start_bases, battalion_gun, field_gun: false }
            }
            Kind::Gun => facts::Army { field_gun: true, ..facts::Army::default() },
        };
        let (least, most) = facts.sizes(book);
        if !roster.is_gun() && !(least..=most).contains(&roster.start_bases()) {
            found.push(format!("{}: {} bases, not {least} to {most} (WA-ROST-04)", roster.name, roster.start_bases()));
        }
        if roster.has_battalion_gun() && roster.troop() != Some(Troop::Line) {
            found.push(format!("{}: only line has a battalion gun (WA-ROST-06)", roster.name));
        }
        match facts.ledger(book) {
            Some(ledger) => points += ledger.total,
            None => found.push(format!("{}: such troops are not to be had (WA-PRE-02)", roster.name)),
        }
    }
    let most = book.number(&numbers::ARMY_POINTS);
    if points > most {
        found.push(format!("{side}: {points} points, more than {most} (WA-PRE-02)"));
    }
    let own: Vec<usize> = (0..brigades.len()).filter(|nth| brigades[*nth].side == side).collect();
    let (least, most) = (charts::count(book, &numbers::BRIGADES_LEAST), charts::count(book, &numbers::BRIGADES_MOST));
    if !(usize::from(least)..=usize::from(most)).contains(&own.len()) {
        found.push(format!("{side}: {} brigades, not {least} to {most} (WA-PRE-02)", own.len()));
    }
    let least = charts::count(book, &numbers::BRIGADE_LEAST);
    for nth in own {
        let in_it = |roster: &&&Roster| roster.brigade == Some(BrigadeId(nth as u8)) && !roster.is_gun();
        let n = rosters.iter().filter(in_it).count();
        if n < usize::from(least) {
            found.push(format!("{}: {n} units, fewer than {least} (WA-PRE-02)", brigades[nth].name));
        }
    }
    found
}
