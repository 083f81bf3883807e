//! A charge from the fire that waits for it to the end of the first round: protective fire with the charger's check, then the melee.
//!
//! Left out: guns, zones, bodies that fire or fight beside these two, flight before contact, commanders hit, neighbors that check, pursuit.

use firelock_core::{Dice, Encounter, Ending, Fate, Rulebook, Side, Stage, Stepped, TestFault, To};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clauses::*;
use crate::facts::{
    Bout, Check, Contender, Flank, Harm, Lost, Melee, Reception, Target, Volley, check_roll, handfuls, has_failed,
    loss_fallen, loss_roll, melee_hits, melee_roll, musket_roll,
};
use crate::results::ChargeFate;
use crate::words::{Branch, FireMode, Firearm, MeleeWeapon, Order, Tactic, Weather};

/// The facts of a charge by one body at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charge {
    /// Who charges.
    pub charger: Body,
    /// Who is charged.
    pub target: Body,
    /// The target gives protective fire: foot in close order that holds and is struck in front (FD-MUS-40, FD-MUS-43).
    pub fires: bool,
    /// The target counter-charges.
    pub counter_charge: bool,
    /// The charge takes the target in flank (FD-MEL-27).
    pub flank: bool,
    /// The target holds woods, rough or cover against the charge (FD-MEL-40).
    pub sheltered: bool,
    /// The target is in a protective position against it (FD-MOR-24).
    pub protected: bool,
    /// The weather of the day.
    pub weather: Weather,
    /// What the tests ask, where that was measured on a table: stand by stand.
    #[schemars(skip)]
    pub on_table: Option<OnTable>,
}

/// The tests of a charge as the table gives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnTable {
    /// The fire that meets it, if any does.
    pub reception: Option<Reception>,
    /// The melee once it has come home; the charger is its first body, the target its second.
    pub melee: Melee,
}

impl OnTable {
    fn fault(&self) -> Option<String> {
        if self.melee.bodies.len() != 2 {
            return Some("on_table.melee.bodies: charger and target".to_string());
        }
        self.melee.fault().map(|fault| format!("on_table.melee.{fault}"))
    }
}

/// One of the two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    /// What it fights as.
    pub branch: Branch,
    /// How closely it stands.
    pub order: Order,
    /// Its morale rating.
    #[schemars(range(max = 4))]
    pub rating: u8,
    /// Boxes of its unit.
    pub boxes: u16,
    /// Those marked.
    pub marked: u16,
    /// Full stands in contact.
    pub stands: u8,
    /// Castings of each.
    pub castings: u8,
    /// Full stands in its front row that fire.
    pub firing: u8,
    /// With what.
    pub firearm: Firearm,
    /// How it is drilled.
    pub mode: FireMode,
    /// Only some of it have firearms.
    pub mixed_armed: bool,
    /// It has shot at the other unit before.
    pub same_target: bool,
    /// What foot strikes with.
    pub weapon: MeleeWeapon,
    /// How horse fights.
    pub tactic: Tactic,
    /// Its brigade commander or the commander in chief is near (FD-MOR-06).
    pub commander: bool,
}

impl Default for Charge {
    fn default() -> Charge {
        Charge {
            charger: Body::default(),
            target: Body::default(),
            fires: true,
            counter_charge: false,
            flank: false,
            sheltered: false,
            protected: false,
            weather: Weather::Clear,
            on_table: None,
        }
    }
}

impl Default for Body {
    fn default() -> Body {
        let (check, volley) = (Check::default(), Volley::default());
        Body {
            branch: check.branch,
            order: Order::Close,
            rating: check.rating,
            boxes: check.boxes,
            marked: check.marked,
            stands: check.stands,
            castings: check.castings,
            firing: volley.stands,
            firearm: volley.firearm,
            mode: volley.mode,
            mixed_armed: false,
            same_target: false,
            weapon: MeleeWeapon::Bayonet,
            tactic: Tactic::Mix,
            commander: false,
        }
    }
}

/// How a charge stands between two tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Boxes marked by this encounter.
    marked: [u16; 2],
    to: To,
}

const FIRE: To = To::Stage(0);
const MELEE: To = To::Stage(1);

impl Body {
    fn fault(&self) -> Option<String> {
        let fights = matches!(self.branch, Branch::Foot | Branch::Horse | Branch::LightHorse | Branch::Dragoons);
        match self {
            _ if !fights => Some("branch: only foot and horse are asked here".to_string()),
            _ if self.stands == 0 => Some("stands: none is in contact".to_string()),
            _ if self.marked >= self.boxes => Some(format!("marked: its unit is shattered ({FD_MOR_20})")),
            _ => None,
        }
    }

    fn check(&self, marked: u16) -> Check {
        Check {
            branch: self.branch,
            rating: self.rating,
            castings: self.castings,
            commander: self.commander,
            boxes: self.boxes,
            marked: self.marked.saturating_add(marked),
            stands: self.stands,
            ..Check::default()
        }
    }

    fn contender(&self, side: Side, charged: bool, body: Check) -> Contender {
        Contender {
            side,
            order: self.order,
            weapon: self.weapon,
            tactic: self.tactic,
            charged,
            body,
            ..Contender::default()
        }
    }

    fn bout(&self, from: u8, foe: &Body) -> Bout {
        Bout {
            from,
            at: 1 - from,
            stands: self.stands,
            castings: self.castings,
            foe_castings: foe.castings,
            ..Bout::default()
        }
    }
}

impl Charge {
    /// Whether the target fires at the charge as it comes home (FD-MUS-40, FD-MUS-43).
    fn is_fired_at(&self) -> bool {
        if let Some(on_table) = &self.on_table {
            return on_table.reception.is_some();
        }
        let formed = self.target.branch == Branch::Foot && self.target.order == Order::Close;
        self.fires && formed && !self.counter_charge && !self.flank
    }

    fn reception(&self) -> Reception {
        if let Some(OnTable { reception: Some(reception), .. }) = &self.on_table {
            return reception.clone();
        }
        let (charger, target) = (&self.charger, &self.target);
        let volley = Volley {
            stands: target.firing,
            firearm: target.firearm,
            mode: target.mode,
            rating: target.rating,
            mixed_armed: target.mixed_armed,
            same_target: target.same_target,
            weather: self.weather,
            ..Volley::default()
        };
        Reception {
            volleys: vec![volley],
            guns: Vec::new(),
            charger: Target {
                branch: charger.branch,
                order: charger.order,
                boxes: charger.boxes,
                marked: charger.marked,
                ..Target::default()
            },
            body: charger.check(0),
        }
    }

    fn melee(&self, point: &Point) -> Melee {
        if let Some(OnTable { melee, .. }) = &self.on_table {
            let mut melee = melee.clone();
            for (contender, marked) in melee.bodies.iter_mut().zip(point.marked) {
                contender.body.marked = contender.body.marked.saturating_add(marked);
            }
            return melee;
        }
        let [charger, target] = [&self.charger, &self.target];
        let holds = Check { protected: self.protected, ..target.check(point.marked[1]) };
        let flank = |own: Flank| if self.flank { own } else { Flank::No };
        let comes = Bout {
            flank: flank(Flank::Flanker),
            sheltered: self.sheltered && !self.counter_charge,
            ..charger.bout(0, target)
        };
        Melee {
            bodies: vec![
                charger.contender(Side::Red, true, charger.check(point.marked[0])),
                target.contender(Side::Blue, self.counter_charge, holds),
            ],
            bouts: vec![comes, Bout { flank: flank(Flank::Flanked), ..target.bout(1, charger) }],
        }
    }

    fn receive(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let reception = self.reception();
        let volley = reception.volley(0);
        let mut harm = Harm::default();
        if let Some(loaded) = volley.loaded(book) {
            let total = volley.ledger(book, &loaded).total;
            let hits = dice.roll(&musket_roll(Side::Blue, total, loaded.faces))?.count(1) as u8;
            harm = reception.charger.small_arms(hits);
        }
        let struck = reception.struck(book, harm);
        let lost = match struck.checks {
            true => try_check(&reception.check(&struck), Side::Red, book, dice)?,
            false => None,
        };
        now.marked[0] = now.marked[0].saturating_add(harm.boxes).saturating_add(lost.map_or(0, |lost| lost.boxes));
        let (effect, to) = match ChargeFate::of(&struck, lost.as_ref()) {
            ChargeFate::GoesOn => ("Charge goes on", MELEE),
            ChargeFate::HaltsShort => ("Charge halts short", over(Fate::Stopped, "Halted by fire", FD_MUS_42)),
            ChargeFate::Flees => ("Charge flees", over(Fate::Stopped, "Put to flight by fire", FD_MUS_42)),
            ChargeFate::Gone => ("Charge destroyed", over(Fate::Stopped, "Destroyed by fire", FD_MUS_42)),
        };
        now.to = to;
        Ok((harm.casualties().into(), effect.to_string()))
    }

    fn fight(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let melee = self.melee(now);
        let pools = melee.pools(book);
        let mut hits = Vec::with_capacity(pools.len());
        for own in handfuls(&pools) {
            hits.extend(melee_hits(&dice.roll(&melee_roll(melee.bodies[usize::from(own[0].from)].side, own))?));
        }
        let came = melee.fought(book, &pools, &hits);
        let mut lost = [None, None];
        for body in [0, 1] {
            if came[body].checks {
                lost[body] = try_check(&melee.check(body, &came[body]), melee.bodies[body].side, book, dice)?;
            }
            let boxes = lost[body].map_or(0, |lost: Lost| lost.boxes);
            now.marked[body] = now.marked[body].saturating_add(came[body].harm.boxes).saturating_add(boxes);
        }
        let after = melee.settled(&came, &lost);
        let (effect, fate, name) = match (after[0].left, after[1].left) {
            (false, false) => ("Engaged", Fate::Undecided, "Engaged, they fight on"),
            (false, true) => ("Red has the field", Fate::Carried, "Charger has the field"),
            (true, false) => ("Blue has the field", Fate::Held, "Target has the field"),
            (true, true) => ("Nobody stays", Fate::Undecided, "Nobody stays"),
        };
        now.to = over(fate, name, FD_MEL_47);
        Ok((i32::from(came[0].inflicted) - i32::from(came[1].inflicted), effect.to_string()))
    }
}

fn over(fate: Fate, name: &'static str, clause: firelock_core::Clause) -> To {
    To::Over(Ending::new(fate, name, clause))
}

/// What a body loses by its check, if it fails.
fn try_check(check: &Check, side: Side, book: &Rulebook, dice: &mut dyn Dice) -> Result<Option<Lost>, TestFault> {
    let total = check.total(book);
    if !check.is_needed() || check.is_certain(book, total) || !has_failed(&dice.roll(&check_roll(side, total))?) {
        return Ok(None);
    }
    Ok(Some(check.lost(book, loss_fallen(&dice.roll(&loss_roll(book, side))?))))
}

impl Encounter for Charge {
    type Point = Point;
    const CLAUSE: firelock_core::Clause = FD_MEL_30;
    const SUMMARY: &'static str =
        "What a charge comes to: the protective fire, the charger's check, the first round of melee.";
    const LEFT_OUT: &'static str = "Guns, zones, other bodies that fire or fight beside these two, flight before contact, commanders hit, neighbors that check and pursuit are not reckoned with.";
    const COIN: &'static str = "boxes";
    const STAGES: &'static [Stage] = &[
        Stage { test: "protective-fire", heading: "The target fires at the charge" },
        Stage { test: "melee", heading: "The melee; red is the charger" },
    ];

    fn fault(&self, _book: &Rulebook) -> Option<String> {
        match (self.charger.fault(), self.target.fault()) {
            (Some(fault), _) => Some(format!("charger.{fault}")),
            (_, Some(fault)) => Some(format!("target.{fault}")),
            _ if self.counter_charge && self.flank => {
                Some(format!("counter_charge: the charger must be straight ahead ({FD_MEL_14})"))
            }
            _ => self.on_table.as_ref().and_then(OnTable::fault),
        }
    }

    /// Front to front in the open: shelter and position stay with who held them.
    fn turned(&self) -> Charge {
        Charge {
            charger: self.target,
            target: self.charger,
            flank: false,
            sheltered: false,
            protected: false,
            on_table: None,
            ..self.clone()
        }
    }

    fn start(&self, _book: &Rulebook) -> Point {
        Point { marked: [0, 0], to: if self.is_fired_at() { FIRE } else { MELEE } }
    }

    fn to(point: &Point) -> To {
        point.to
    }

    fn facts(&self, _book: &Rulebook, point: &Point) -> Value {
        let facts = match point.to {
            FIRE => serde_json::to_value(self.reception()),
            _ => serde_json::to_value(self.melee(point)),
        };
        facts.expect("facts are plain names and values")
    }

    fn step(&self, book: &Rulebook, point: &Point, dice: &mut dyn Dice) -> Result<Stepped<Point>, TestFault> {
        let mut now = *point;
        let (result, effect) = match point.to {
            FIRE => self.receive(book, &mut now, dice)?,
            _ => self.fight(book, &mut now, dice)?,
        };
        Ok(Stepped { result, effect, point: now })
    }

    fn losses(&self, _book: &Rulebook, point: &Point) -> [u16; 2] {
        let lost = |body: &Body, marked: u16| marked.min(body.boxes - body.marked);
        [lost(&self.charger, point.marked[0]), lost(&self.target, point.marked[1])]
    }
}
