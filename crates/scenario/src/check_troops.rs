use std::collections::BTreeMap;

use firelock_core::Side;

use crate::battle::Deployment;
use crate::check::Checker;
use crate::check_ground::{Area, areas, check_footing};
use crate::fault::FaultKind;
use crate::unit::{Arm, Blade, Command, Formation, GunKind, Rank, Unit};
use crate::values::MapPoint;

/// Checks the chain of command, the units and who comes when.
pub(crate) fn check(checker: &mut Checker<'_>) {
    let battle = checker.battle;
    check_idle_commands(checker);
    let arrivals = check_arrivals(checker);
    for (nth, command) in battle.commands.iter().enumerate() {
        check_command(checker, nth, command, &arrivals.commands);
    }
    check_armies(checker);
    let areas = areas(checker);
    for (nth, unit) in battle.units.iter().enumerate() {
        check_arms(checker, nth, unit);
        check_place(checker, nth, unit, &arrivals.units, &areas);
    }
    check_same_spot(checker);
}

/// Who comes later: for each unit and command the arrival that brings it.
struct Arriving {
    units: BTreeMap<usize, usize>,
    commands: BTreeMap<usize, usize>,
}

fn check_arrivals(checker: &mut Checker<'_>) -> Arriving {
    let battle = checker.battle;
    let mut arriving = Arriving { units: BTreeMap::new(), commands: BTreeMap::new() };
    for (nth, arrival) in battle.arrivals.iter().enumerate() {
        let path = format!("arrival[{nth}]");
        checker.exactly_one(&path, &[("minute", arrival.minute.is_some()), ("turn", arrival.turn.is_some())]);
        if let Some(minute) = arrival.minute {
            checker.within_battle(format!("{path}.minute"), minute);
        }
        if let (Some(turn), Some(turns)) = (arrival.turn, battle.about.turns)
            && turn > turns
        {
            let problem = format!("turn {turn} lies after the end");
            checker.fault(format!("{path}.turn"), FaultKind::Contradiction, problem, format!("at most {turns}"));
        }
        checker.on_map(format!("{path}.at"), arrival.at);
        if let Some(to) = arrival.to {
            checker.on_map(format!("{path}.to"), to);
        }
        if arrival.units.is_empty() && arrival.commands.is_empty() && checker.are_sound(&[&path]) {
            checker.fault(path.clone(), FaultKind::Missing, "nobody arrives", "units or commands");
        }
        let mut side: Option<Side> = None;
        for (member, id) in arrival.units.iter().enumerate() {
            let path = format!("{path}.units[{member}]");
            let Some(unit) = checker.refer(path.clone(), id, |c| &c.units) else { continue };
            if let Some(other) = arriving.units.insert(unit, nth) {
                let problem = format!("\"{id}\" arrives with arrival[{other}] already");
                checker.fault(path.clone(), FaultKind::Duplicate, problem, "each unit once");
            }
            let unit_side = battle.units[unit].side;
            if side.is_some_and(|side| side != unit_side) && checker.are_sound(&[&format!("unit[{unit}].side")]) {
                let problem = format!("\"{id}\" is a unit of {unit_side}");
                checker.fault(path, FaultKind::Contradiction, problem, "units of one side");
            }
            side.get_or_insert(unit_side);
        }
        for (member, id) in arrival.commands.iter().enumerate() {
            let path = format!("{path}.commands[{member}]");
            let Some(command) = checker.refer(path.clone(), id, |c| &c.commands) else { continue };
            if arriving.commands.insert(command, nth).is_some() {
                checker.fault(path, FaultKind::Duplicate, format!("\"{id}\" arrives twice"), "each command once");
            }
        }
    }
    arriving
}

fn check_command(checker: &mut Checker<'_>, nth: usize, command: &Command, arriving: &BTreeMap<usize, usize>) {
    let battle = checker.battle;
    let path = format!("command[{nth}]");
    let superior_path = format!("{path}.superior");
    if let Some(id) = &command.superior
        && let Some(superior) = checker.refer(superior_path.clone(), id, |c| &c.commands)
    {
        checker.same_side(superior_path.clone(), &format!("{path}.side"), command.side, superior);
        let ranks = [&format!("{path}.rank")[..], &format!("command[{superior}].rank")];
        let above = battle.commands[superior].rank;
        if command.rank == Rank::Army && checker.are_sound(&ranks) {
            let problem = "an army has nobody above it";
            checker.fault(superior_path.clone(), FaultKind::Contradiction, problem, "no superior");
        } else if !matches!(above, Rank::Wing | Rank::Army) && checker.are_sound(&ranks) {
            let problem = format!("\"{id}\" is a {above}, and no {} serves under one", command.rank);
            checker.fault(superior_path.clone(), FaultKind::Contradiction, problem, "a wing or the army");
        }
        let mut above = Some(superior);
        for _ in 0..battle.commands.len() {
            above = above.and_then(|at| battle.commands[at].superior.as_ref()).and_then(|id| checker.commands.find(id));
            if above == Some(nth) && checker.are_sound(&[&superior_path]) {
                let problem = format!("\"{}\" would serve under itself", command.id);
                checker.fault(
                    superior_path.clone(),
                    FaultKind::Contradiction,
                    problem,
                    "a chain that ends at the army",
                );
            }
        }
    }
    let at_path = format!("{path}.at");
    match (command.at, arriving.contains_key(&nth)) {
        (Some(place), false) => drop(checker.on_map(at_path, place)),
        (Some(_), true) => {
            let problem = format!("\"{}\" stands on the map and arrives later", command.id);
            checker.fault(at_path, FaultKind::Contradiction, problem, "one of the two");
        }
        (None, false) if command.leader.is_some() && battle.about.deployment == Deployment::Fixed => {
            if checker.are_sound(&[&at_path, &format!("{path}.leader"), "battle.deployment"]) {
                let problem = format!("\"{}\" has a leader who is nowhere", command.id);
                checker.fault(at_path, FaultKind::Missing, problem, "[x, y], or an arrival");
            }
        }
        (None, _) => {}
    }
}

/// Each side has one army commander and some troops.
fn check_armies(checker: &mut Checker<'_>) {
    let battle = checker.battle;
    let sides_known = |list: &str, count: usize, checker: &Checker<'_>| {
        !checker.found.is_spoilt(list)
            && (0..count)
                .all(|nth| checker.are_sound(&[&format!("{list}[{nth}].side"), &format!("{list}[{nth}].rank")]))
    };
    let commands_known = sides_known("command", battle.commands.len(), checker);
    let units_known = sides_known("unit", battle.units.len(), checker);
    for side in Side::BOTH {
        let path = format!("side.{side}");
        if units_known && !battle.units.iter().any(|unit| unit.side == side && !unit.what_if) {
            let expected = format!("at least one [[unit]] with side = \"{side}\"");
            checker.fault(path.clone(), FaultKind::Missing, format!("{side} has no troops"), expected);
        }
        let is_army = |command: &Command| command.side == side && command.rank == Rank::Army;
        let armies: Vec<usize> =
            battle.commands.iter().enumerate().filter(|(_, command)| is_army(command)).map(|(nth, _)| nth).collect();
        if armies.is_empty() && commands_known {
            let expected = format!("one [[command]] with side = \"{side}\" and rank = \"army\"");
            checker.fault(path, FaultKind::Missing, format!("nobody commands the army of {side}"), expected);
        }
        for &nth in armies.iter().skip(1) {
            let path = format!("command[{nth}].rank");
            if checker.are_sound(&[&path, &format!("command[{nth}].side")]) {
                let problem = format!("{side} has an army commander already");
                checker.fault(path, FaultKind::Duplicate, problem, "one army a side");
            }
        }
    }
}

/// Reports each commander of nobody.
fn check_idle_commands(checker: &mut Checker<'_>) {
    let battle = checker.battle;
    let units_known = (0..battle.units.len()).all(|nth| checker.found.is_sound(&format!("unit[{nth}].command")));
    let chain_known = (0..battle.commands.len()).all(|nth| checker.found.is_sound(&format!("command[{nth}].superior")));
    if !units_known || !chain_known || checker.found.is_spoilt("unit") {
        return;
    }
    let mut has_troops = vec![false; battle.commands.len()];
    for unit in &battle.units {
        // A misspelt name counts for the command that was most likely meant.
        let mut command = checker.commands.find_nearest(&unit.command);
        while let Some(nth) = command
            && !has_troops[nth]
        {
            has_troops[nth] = true;
            command = battle.commands[nth].superior.as_ref().and_then(|id| checker.commands.find_nearest(id));
        }
    }
    for (nth, command) in battle.commands.iter().enumerate() {
        let path = format!("command[{nth}]");
        let is_idle = !has_troops[nth] && matches!(command.rank, Rank::Brigade | Rank::Wing);
        let is_known = checker.are_sound(&[&format!("{path}.rank"), &format!("{path}.id")]);
        if is_idle && is_known {
            let problem = format!("\"{}\" commands nobody", command.id);
            checker.fault(path, FaultKind::Contradiction, problem, "a unit with this command, or rank = \"staff\"");
        }
    }
}

/// Strength and weapons fit the arm.
fn check_arms(checker: &mut Checker<'_>, nth: usize, unit: &Unit) {
    let path = format!("unit[{nth}]");
    let of = |key: &str| format!("{path}.{key}");
    if let Some(command) = checker.refer(of("command"), &unit.command, |c| &c.commands) {
        checker.same_side(of("command"), &of("side"), unit.side, command);
    }
    if !checker.are_sound(&[&of("arm")]) {
        return;
    }
    let is_artillery = unit.arm == Arm::Artillery;
    if is_artillery && unit.guns.is_empty() && checker.are_sound(&[&of("guns")]) {
        let problem = format!("\"{}\" is artillery without guns", unit.id);
        checker.fault(of("guns"), FaultKind::Missing, problem, "guns = [{ number = 2, pounds = 6 }]");
    }
    if !is_artillery && !unit.guns.is_empty() && checker.are_sound(&[&of("guns")]) {
        let problem = format!("\"{}\" is {} with guns of its own", unit.id, unit.arm);
        checker.fault(of("guns"), FaultKind::Contradiction, problem, "a unit of artillery, or battalion_gun = true");
    }
    if !is_artillery && unit.men == 0 && checker.are_sound(&[&of("men")]) {
        let problem = format!("\"{}\" has no men", unit.id);
        checker.fault(of("men"), FaultKind::Missing, problem, "men present and fit");
    }
    for (member, guns) in unit.guns.iter().enumerate() {
        let path = format!("{path}.guns[{member}]");
        let needs_pounds = matches!(guns.kind, GunKind::Gun | GunKind::Galloper);
        if needs_pounds && guns.pounds.is_none() && checker.are_sound(&[&path]) {
            checker.fault(format!("{path}.pounds"), FaultKind::Missing, "pounds is missing", "the weight of the ball");
        }
    }
    if unit.cuirass && !unit.is_horse() {
        let problem = format!("{} does not wear breast plates", unit.arm);
        checker.fault(of("cuirass"), FaultKind::Contradiction, problem, "cavalry");
    }
    if unit.has_blade(Blade::Lance) && !unit.is_horse() {
        checker.fault(of("blades"), FaultKind::Contradiction, format!("{} has no lances", unit.arm), "cavalry");
    }
    if unit.dismounted && !unit.is_horse() {
        let problem = format!("{} has no horses to get off", unit.arm);
        checker.fault(of("dismounted"), FaultKind::Contradiction, problem, "cavalry or dragoons");
    }
    if let (Some(companies), true) = (unit.companies, checker.are_sound(&[&of("companies"), &of("light_companies")]))
        && unit.light_companies > companies
    {
        let problem = format!("{} light companies of {companies}", unit.light_companies);
        checker.fault(of("light_companies"), FaultKind::Contradiction, problem, format!("at most {companies}"));
    }
    if let Some(formation) = unit.formation
        && !may_take(unit.arm, formation)
    {
        let problem = format!("{} does not form \"{formation}\"", unit.arm);
        checker.fault(of("formation"), FaultKind::Contradiction, problem, format!("a formation of {}", unit.arm));
    }
}

/// The arm can be drawn up so.
fn may_take(arm: Arm, formation: Formation) -> bool {
    let is_horse = matches!(arm, Arm::Cavalry | Arm::Dragoons);
    match formation {
        Formation::Limbered | Formation::Unlimbered => arm == Arm::Artillery,
        Formation::Garrison => !is_horse || arm == Arm::Dragoons,
        Formation::Square | Formation::AttackColumn | Formation::Mass => arm == Arm::Infantry,
        Formation::Echelon => is_horse,
        Formation::Line | Formation::OpenOrder | Formation::Skirmish => arm != Arm::Artillery,
        Formation::Column | Formation::MarchColumn => arm != Arm::Artillery,
    }
}

/// Each unit stands somewhere, or comes later.
fn check_place(
    checker: &mut Checker<'_>,
    nth: usize,
    unit: &Unit,
    arriving: &BTreeMap<usize, usize>,
    areas: &[Area<'_>],
) {
    let battle = checker.battle;
    let path = format!("unit[{nth}]");
    let of = |key: &str| format!("{path}.{key}");
    if !checker.are_sound(&[&of("at"), &of("garrison"), "battle.deployment"]) {
        return;
    }
    if let Some(id) = &unit.behind {
        checker.refer(of("behind"), id, |c| &c.features);
    }
    if let Some(target) = unit.order.as_ref().and_then(|order| order.target.as_ref())
        && checker.objectives.find(target).is_none()
    {
        checker.refer(of("order.target"), target, |c| &c.features);
    }
    if let Some(place) = unit.order.as_ref().and_then(|order| order.at) {
        checker.on_map(of("order.at"), place);
    }
    let is_garrison = unit.formation == Some(Formation::Garrison);
    if is_garrison != unit.garrison.is_some() && unit.formation.is_some() && checker.are_sound(&[&of("formation")]) {
        let (problem, expected) = match &unit.garrison {
            Some(_) => ("a garrison has no other formation", "formation = \"garrison\", or none"),
            None => ("nothing says which place is held", "garrison = the id of a feature"),
        };
        checker.fault(of("formation"), FaultKind::Contradiction, problem, expected);
    }
    if let (Some(_), true) =
        (unit.at.or(unit.garrison.as_ref().map(|_| MapPoint::default())), arriving.contains_key(&nth))
    {
        let key = if unit.at.is_some() { "at" } else { "garrison" };
        let problem = format!("\"{}\" stands on the map and arrives later", unit.id);
        checker.fault(of(key), FaultKind::Contradiction, problem, "one of the two");
        return;
    }
    if let Some(id) = &unit.garrison {
        if let Some(feature) = checker.refer(of("garrison"), id, |c| &c.features) {
            let kind = battle.features[feature].kind;
            if !kind.is_place() && checker.are_sound(&[&format!("feature[{feature}].kind")]) {
                let problem = format!("\"{id}\" is {kind}, which nobody can hold as a garrison");
                checker.fault(of("garrison"), FaultKind::Contradiction, problem, "a building or a work");
            }
        }
        return;
    }
    let Some(place) = unit.at else {
        let is_free = battle.about.deployment == Deployment::Zones || arriving.contains_key(&nth) || is_garrison;
        if !is_free && !checker.found.is_spoilt("arrival") && checker.are_sound(&[&of("formation")]) {
            let problem = format!("\"{}\" stands nowhere", unit.id);
            checker.fault(of("at"), FaultKind::Missing, problem, "at = [x, y], a garrison or an arrival");
        }
        return;
    };
    if unit.facing.is_none() && checker.are_sound(&[&of("facing")]) {
        let problem = format!("nothing says where \"{}\" faces", unit.id);
        checker.fault(of("facing"), FaultKind::Missing, problem, "degrees, or a word such as \"north\"");
    }
    if checker.on_map(of("at"), place) && checker.are_sound(&[&of("arm")]) {
        check_footing(checker, areas, of("at"), unit.arm, place);
    }
}

/// Reports units that stand on the same point.
fn check_same_spot(checker: &mut Checker<'_>) {
    let mut taken: BTreeMap<MapPoint, usize> = BTreeMap::new();
    for (nth, unit) in checker.battle.units.iter().enumerate() {
        let path = format!("unit[{nth}].at");
        let Some(place) = unit.at else { continue };
        if unit.what_if || unit.garrison.is_some() || !checker.are_sound(&[&path]) {
            continue;
        }
        if let Some(&other) = taken.get(&place) {
            let problem = format!("\"{}\" stands on {place} already", checker.battle.units[other].id);
            checker.fault(path, FaultKind::Misplaced, problem, "a place of its own");
        } else {
            taken.insert(place, nth);
        }
    }
}
