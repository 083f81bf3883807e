use firelock_core::{Rulebook, Side, UnitId};
use firelock_table::{Angle, Length};

use super::Toy;
use super::state::{Command, Company, Muster, Posture, State};
use crate::{Fixture, FixtureFault, FixtureLine, Reader};

/// How fixtures of the toy are read: `A company fusiliers at 12,6 facing 0 figures 6`, `A: ahead fusiliers by 6`.
pub static READER: Reader<Toy> = Reader { keys: &["figures", "by", "turn"], set_up, command };

fn set_up(fixture: &Fixture<'_>) -> Result<State, FixtureFault> {
    let mut companies = Vec::new();
    for line in &fixture.setup {
        let kind = line.word(0, "the kind")?;
        if kind != "company" {
            return Err(line.unknown(kind, &["company"]));
        }
        companies.push(Company {
            name: line.word(1, "the name")?.into(),
            side: line.side.ok_or_else(|| line.fault("a company is of A or B"))?,
            figures: line.read_value("figures")?.unwrap_or(6),
            pose: line.pose()?,
        });
    }
    let size = fixture.table.unwrap_or((Length::inches(24), Length::inches(24)));
    let muster = Muster { book: Rulebook::default(), size, companies };
    State::new(muster).map_err(|(unit, words)| fixture.setup[unit.index()].fault(words))
}

fn command(state: &State, _side: Side, line: &FixtureLine<'_>) -> Result<Command, FixtureFault> {
    let unit = |at| {
        let name = line.word(at, "the company")?;
        let names: Vec<&str> = state.muster.companies.iter().map(|company| company.name.as_str()).collect();
        let id = (0..).zip(&names).find(|(_, own)| **own == name).map(|(id, _)| UnitId(id));
        id.ok_or_else(|| line.unknown(name, &names))
    };
    let verb = line.word(0, "the verb")?;
    Ok(match verb {
        "press" => Command::Choose(Posture::Press),
        "hold" => Command::Choose(Posture::Hold),
        "ahead" => Command::Ahead { unit: unit(1)?, by: line.length("by")?.unwrap_or(Length::ZERO) },
        "wheel" => Command::Wheel { unit: unit(1)?, turn: line.angle("turn")?.unwrap_or(Angle::ZERO) },
        "shoot" => Command::Shoot { unit: unit(1)?, target: unit(2)? },
        "keep" => Command::Keep,
        "again" => Command::RollAgain,
        "back" => Command::FallBack,
        "stand" => Command::StandFast,
        "done" => Command::Done,
        _ => {
            let verbs = ["press", "hold", "ahead", "wheel", "shoot", "keep", "again", "back", "stand", "done"];
            return Err(line.unknown(verb, &verbs));
        }
    })
}
