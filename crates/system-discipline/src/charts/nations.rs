//! National characteristics: T21.

use crate::words::{Arm, Class, FireMode, Firearm, MeleeWeapon, Nation, Tactic};

/// The ways of a nation in a time: what its units have where the order of battle says nothing (FD-ROS-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// How its foot fires.
    pub mode: FireMode,
    /// What its foot shoots with.
    pub firearm: Firearm,
    /// What its foot strikes with.
    pub weapon: MeleeWeapon,
    /// How its horse fights.
    pub tactic: Tactic,
    /// Its foot is mixed armed though it carries no pikes, or because it does (FD-ROS-15).
    pub mixed_armed: bool,
    /// The usual class of its foot.
    pub class: Class,
    /// How many half-stands a unit may send out.
    pub elites: Elites,
}

/// Half-stands that a foot unit may detach (FD-SPC-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elites {
    /// None.
    None,
    /// One, in a unit of four stands or more.
    One,
    /// All it has.
    All,
}

/// The years in which the three columns begin: 1685, 1699, 1722.
const COLUMNS: [i32; 3] = [1685, 1699, 1722];
/// The least stands of a unit that detaches.
const DETACHING: u16 = 4;

/// The ways of a nation in a year; years before and after the chart read its first and last column.
pub fn ways(nation: Nation, year: i32) -> Ways {
    let (columns, elites) = row(nation);
    let column = COLUMNS.iter().rposition(|from| year >= *from).unwrap_or(0);
    let mut ways = columns[column];
    ways.elites = elites;
    match nation {
        // The notes of T21.
        Nation::Britain if year < 1689 => ways.mode = V,
        Nation::Prussia if year < 1741 => ways.tactic = X,
        Nation::Sweden if column == 1 => ways.mixed_armed = true,
        Nation::Ottomans | Nation::HighlandJacobites => {
            ways.mixed_armed = true;
            ways.class = Class::Irregular;
        }
        Nation::NativeAmericans => ways.class = Class::Irregular,
        _ => {}
    }
    ways
}

impl Ways {
    /// With what a unit that differs from the rest of its nation has: household and light horse, border foot (T21, notes).
    pub fn for_unit(self, nation: Nation, arm: Arm, class: Class, household: bool) -> Ways {
        match (nation, arm, class) {
            (Nation::France, Arm::Cavalry, _) if household => Ways { tactic: S, ..self },
            (Nation::Austria | Nation::Russia | Nation::Poland, Arm::Cavalry, Class::Light) => {
                Ways { tactic: S, ..self }
            }
            (Nation::Austria, Arm::Infantry, Class::Irregular) => {
                Ways { firearm: K, weapon: m, mixed_armed: false, class, elites: Elites::All, ..self }
            }
            // FD-SPC-03: irregulars fight with what they have.
            (_, Arm::Infantry, Class::Irregular) => Ways { weapon: m, class, elites: Elites::All, ..self },
            _ => self,
        }
    }

    /// How many half-stands a unit of so many stand values may detach; irregulars and those of rank All every one.
    pub const fn detachable(self, stands: u16) -> u16 {
        match self.elites {
            Elites::None => 0,
            Elites::One => (stands >= DETACHING) as u16,
            Elites::All => u16::MAX,
        }
    }
}

/// The row of a word of battle files (`england`, `hesse-kassel`); none for nations that the chart does not know.
pub fn nation(word: &str) -> Option<Nation> {
    Some(match word {
        "britain" | "england" | "scotland" | "ireland" => Nation::Britain,
        "dutch-republic" => Nation::Dutch,
        "denmark" => Nation::Denmark,
        "prussia" => Nation::Prussia,
        "hanover" | "brunswick" => Nation::Hanover,
        "hesse-kassel" | "hesse-hanau" => Nation::Hesse,
        "france" => Nation::France,
        "spain" | "naples" | "sicily" => Nation::Spain,
        "austria" | "hungary" => Nation::Austria,
        "bavaria" => Nation::Bavaria,
        "saxony" => Nation::Saxony,
        "german-circles" | "wuerttemberg" | "ansbach" | "nassau" => Nation::GermanCircles,
        "savoy" => Nation::Savoy,
        "portugal" => Nation::Portugal,
        "sweden" => Nation::Sweden,
        "russia" => Nation::Russia,
        "poland" => Nation::Poland,
        "ottomans" => Nation::Ottomans,
        "irish-jacobites" => Nation::IrishJacobites,
        "highland-jacobites" | "lowland-jacobites" => Nation::HighlandJacobites,
        "native-americans" => Nation::NativeAmericans,
        "colonies" | "canada" => Nation::ColonialMilitia,
        _ => return None,
    })
}

const V: FireMode = FireMode::Volley;
const P: FireMode = FireMode::Platoon;
const M: Firearm = Firearm::Matchlock;
const K: Firearm = Firearm::Firelock;
const F: Firearm = Firearm::Flintlock;
const B: Firearm = Firearm::Bow;
#[expect(non_upper_case_globals, reason = "the letters of T21")]
const b: MeleeWeapon = MeleeWeapon::Bayonet;
#[expect(non_upper_case_globals, reason = "the letters of T21")]
const p: MeleeWeapon = MeleeWeapon::Pike;
#[expect(non_upper_case_globals, reason = "the letters of T21")]
const m: MeleeWeapon = MeleeWeapon::Mixed;
const S: Tactic = Tactic::Steel;
const R: Tactic = Tactic::Fire;
const X: Tactic = Tactic::Mix;

/// A cell of T21. A missing tactic is mix.
const fn cell(mode: FireMode, firearm: Firearm, weapon: MeleeWeapon, tactic: Tactic) -> Ways {
    let mixed_armed = matches!(weapon, MeleeWeapon::Pike);
    Ways { mode, firearm, weapon, tactic, mixed_armed, class: Class::Line, elites: Elites::None }
}

/// The three columns of a nation and the elites of its units.
#[rustfmt::skip]
const fn row(nation: Nation) -> ([Ways; 3], Elites) {
    match nation {
        Nation::Britain           => ([cell(P, M, p, X), cell(P, F, b, S), cell(P, F, b, S)], Elites::One),
        Nation::Dutch             => ([cell(P, M, p, X), cell(P, F, b, S), cell(P, F, b, X)], Elites::One),
        Nation::Denmark           => ([cell(V, K, p, X), cell(P, F, b, S), cell(P, F, b, S)], Elites::One),
        Nation::Prussia           => ([cell(P, K, p, X), cell(P, F, b, X), cell(P, F, b, S)], Elites::One),
        Nation::Hanover           => ([cell(V, K, p, X), cell(P, F, b, S), cell(P, F, b, S)], Elites::One),
        Nation::Hesse             => ([cell(V, M, p, X), cell(P, F, b, X), cell(P, F, b, X)], Elites::One),
        Nation::France            => ([cell(V, M, p, R), cell(V, F, b, X), cell(V, F, b, X)], Elites::One),
        Nation::Spain             => ([cell(V, M, p, R), cell(V, F, b, X), cell(V, F, b, X)], Elites::One),
        Nation::Austria           => ([cell(V, M, p, R), cell(V, K, b, X), cell(V, F, b, X)], Elites::None),
        Nation::Bavaria           => ([cell(V, M, p, X), cell(V, F, b, X), cell(V, F, b, X)], Elites::One),
        Nation::Saxony            => ([cell(V, M, p, R), cell(V, F, b, X), cell(V, F, b, X)], Elites::None),
        Nation::GermanCircles     => ([cell(V, M, p, R), cell(V, K, b, R), cell(V, F, b, X)], Elites::None),
        Nation::Savoy             => ([cell(V, M, p, X), cell(P, K, b, X), cell(P, F, b, X)], Elites::One),
        Nation::Portugal          => ([cell(V, M, p, R), cell(V, K, b, R), cell(V, F, b, X)], Elites::None),
        Nation::Sweden            => ([cell(V, K, p, S), cell(V, F, b, S), cell(V, F, b, S)], Elites::None),
        Nation::Russia            => ([cell(V, M, m, R), cell(V, K, b, R), cell(V, F, b, X)], Elites::None),
        Nation::Poland            => ([cell(V, M, m, S), cell(V, K, b, S), cell(V, F, b, S)], Elites::None),
        Nation::Ottomans          => ([cell(V, M, m, S), cell(V, K, m, S), cell(V, K, m, S)], Elites::None),
        Nation::IrishJacobites    => ([cell(V, M, p, X), cell(V, M, p, X), cell(V, M, p, X)], Elites::One),
        Nation::HighlandJacobites => ([cell(V, K, m, X), cell(V, K, m, X), cell(V, K, m, X)], Elites::None),
        Nation::NativeAmericans   => ([cell(V, B, m, X), cell(V, K, m, X), cell(V, K, m, X)], Elites::All),
        Nation::ColonialMilitia   => ([cell(V, M, m, X), cell(V, K, m, X), cell(V, F, m, X)], Elites::None),
    }
}
