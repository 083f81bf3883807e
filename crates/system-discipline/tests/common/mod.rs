//! What the tests of this crate share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of it")]

use std::fmt::Write as _;

use firelock_core::{RuleSystem, Rulebook};
use firelock_discipline::Discipline;
use firelock_discipline::state::State;
use firelock_scenario::{Battle, Muster, System};

/// A battle of this project with some switches on.
pub fn muster(name: &str, switches: &[&str]) -> State {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a battle of this project");
    muster_text(name, &text, switches)
}

/// A battle given as text.
pub fn muster_text(name: &str, text: &str, switches: &[&str]) -> State {
    let battle = Battle::read(name, text).unwrap_or_else(|faults| panic!("{faults}"));
    let mut overlay = battle.overlay(System::Discipline);
    for switch in switches {
        let (name, word) = switch.split_once('=').unwrap_or((switch, "on"));
        overlay.switches.insert(name.to_string(), word.to_string());
    }
    let book = Rulebook::with_overlay(Discipline::charts(), Discipline::switches(), overlay);
    let book = book.unwrap_or_else(|fault| panic!("{fault}"));
    Discipline::muster(&battle, &book).unwrap_or_else(|faults| panic!("{faults}")).state
}

/// Every arm and kind of ground on one table: two brigades a side, close to each other.
pub fn all_arms(deployment: &str) -> String {
    let mut text = format!(
        "[battle]\nid = \"all\"\nname = \"All arms\"\ndate = 1708-07-11\nplace = \"nowhere\"\nminutes = 20\nturns = 10\n\
         first = \"red\"\nattacker = \"red\"\ndeployment = \"{deployment}\"\n\
         [side.red]\nname = \"Reds\"\nnations = [\"britain\"]\nedge = \"south\"\n\
         [side.blue]\nname = \"Blues\"\nnations = [\"france\"]\nedge = \"north\"\n\
         [map]\nwidth = 720\nheight = 480\n"
    );
    for (side, y, facing, sign) in [("red", 130, 0, -1), ("blue", 350, 180, 1)] {
        for brigade in 0..2 {
            let rank = if brigade == 0 { "rank = \"army\"\n" } else { "" };
            let (x, y) = (200 + 300 * brigade, y + 60 * sign);
            write!(text, "[[command]]\nid = \"{side}-{brigade}\"\nname = \"{side} brigade {brigade}\"\nside = \"{side}\"\n{rank}leader = \"{side} {brigade}\"\nat = [{x}, {y}]\n").expect("text");
        }
        let units = [
            (
                "line",
                0,
                200,
                0,
                "arm = \"infantry\"\nmen = 360\ncompanies = 6\ntraining = \"trained\"\nbayonet = \"all\"\n",
            ),
            (
                "vets",
                0,
                320,
                0,
                "arm = \"infantry\"\nmen = 300\ncompanies = 5\ntraining = \"veteran\"\nfire = \"platoon\"\n",
            ),
            (
                "militia",
                1,
                430,
                0,
                "arm = \"infantry\"\nclass = [\"militia\"]\nmen = 240\ncompanies = 4\ntraining = \"raw\"\n",
            ),
            (
                "irregulars",
                0,
                90,
                0,
                "arm = \"infantry\"\nclass = [\"irregular\"]\nmen = 120\ncompanies = 2\ntraining = \"trained\"\nformation = \"open-order\"\n",
            ),
            (
                "pikes",
                1,
                540,
                0,
                "arm = \"infantry\"\nmen = 300\ncompanies = 5\ntraining = \"drilled\"\nblades = [\"pike\"]\nfirearm = \"matchlock\"\nformation = \"column\"\n",
            ),
            ("horse", 1, 650, 0, "arm = \"cavalry\"\nmen = 120\ncompanies = 4\ntraining = \"veteran\"\n"),
            (
                "hussars",
                1,
                660,
                30,
                "arm = \"cavalry\"\nclass = [\"hussar\"]\nmen = 90\ncompanies = 3\ntraining = \"trained\"\n",
            ),
            ("dragoons", 0, 60, 40, "arm = \"dragoons\"\nmen = 90\ncompanies = 3\ntraining = \"trained\"\n"),
            (
                "six",
                0,
                265,
                20,
                "arm = \"artillery\"\nmen = 8\nguns = [{ number = 3, pounds = 6 }]\ntraining = \"trained\"\n",
            ),
            (
                "twelve",
                1,
                480,
                30,
                "arm = \"artillery\"\nmen = 8\nguns = [{ number = 2, pounds = 12 }]\ntraining = \"trained\"\nformation = \"limbered\"\n",
            ),
            (
                "howitzers",
                0,
                380,
                30,
                "arm = \"artillery\"\nmen = 8\nguns = [{ number = 2, kind = \"howitzer\" }]\ntraining = \"drilled\"\n",
            ),
            ("guard", 0, 200, 40, "arm = \"cavalry\"\nmen = 60\ncompanies = 2\ntraining = \"elite\"\n"),
            ("wagon", 0, 330, 60, "arm = \"wagons\"\nmen = 10\ntraining = \"raw\"\n"),
        ];
        for (unit, brigade, x, back, extra) in units {
            let (x, y) = (if side == "red" { x } else { 720 - x }, y + back * sign);
            write!(text, "[[unit]]\nid = \"{side}-{unit}\"\nname = \"{side} {unit}\"\nside = \"{side}\"\ncommand = \"{side}-{brigade}\"\nat = [{x}, {y}]\nfacing = {facing}\n{extra}").expect("text");
        }
    }
    for (id, kind, shape) in [
        ("village", "village", "rectangle = [330, 200, 90, 90]"),
        ("farm", "farm", "rectangle = [180, 210, 60, 60]"),
        ("redoubt", "redoubt", "rectangle = [560, 215, 90, 60]"),
        ("wood", "light-woods", "area = [[40, 190], [120, 200], [130, 270], [50, 280]]"),
        ("thick", "dense-woods", "area = [[5, 180], [30, 180], [30, 260], [5, 260]]"),
        ("rough", "rough", "area = [[260, 220], [310, 220], [310, 260], [260, 260]]"),
        ("hill", "gentle-hill", "area = [[440, 210], [510, 210], [510, 270], [440, 270]]"),
        ("hedge", "hedge", "line = [[300, 160], [420, 165]]"),
        ("works", "breastworks", "line = [[430, 320], [520, 320]]"),
        ("brook", "stream", "line = [[660, 180], [720, 300]]"),
        ("bog", "marsh", "area = [[680, 140], [715, 140], [715, 170], [680, 170]]"),
        ("road", "road", "line = [[540, 0], [540, 190], [535, 480]]\nwidth = 12"),
    ] {
        write!(text, "[[feature]]\nid = \"{id}\"\nkind = \"{kind}\"\n{shape}\n").expect("text");
    }
    if deployment == "zones" {
        text.push_str("[[deploy]]\nside = \"red\"\nrectangle = [0, 0, 720, 170]\n[[deploy]]\nside = \"blue\"\nrectangle = [0, 310, 720, 170]\n");
    }
    text.push_str("[[objective]]\nid = \"o\"\nname = \"Village\"\nfeature = \"village\"\nworth = 2\n");
    text.push_str(
        "[discipline.units.red-guard]\npersonal_force = true\n[discipline.units.blue-guard]\npersonal_force = true\n",
    );
    text
}
