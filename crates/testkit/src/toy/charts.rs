use firelock_core::{Chart, Clause, ClauseEntry, ClauseKind, Number, Origin, Quantity, Round, Row, Step, Switch};
use firelock_core::{Cuts, Die, Ledger, Lot, Read, Roll, Side, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const SEQ_01: Clause = Clause::new("TOY-SEQ-01");
pub(super) const SEQ_02: Clause = Clause::new("TOY-SEQ-02");
pub(super) const MOV_01: Clause = Clause::new("TOY-MOV-01");
pub(super) const MOV_02: Clause = Clause::new("TOY-MOV-02");
pub(super) const FIR_01: Clause = Clause::new("TOY-FIR-01");
pub(super) const FIR_02: Clause = Clause::new("TOY-FIR-02");
pub(super) const FIR_03: Clause = Clause::new("TOY-FIR-03");
pub(super) const NRV_01: Clause = Clause::new("TOY-NRV-01");
pub(super) const NRV_02: Clause = Clause::new("TOY-NRV-02");
pub(super) const VIC_01: Clause = Clause::new("TOY-VIC-01");
pub(super) const VIC_02: Clause = Clause::new("TOY-VIC-02");

const fn rule(clause: Clause, section: &'static str, words: &'static str) -> ClauseEntry {
    ClauseEntry { clause, section, words, kind: ClauseKind::Rule, origin: Origin::Ruling, source: "made up for tests" }
}

/// The whole rulebook.
pub(super) static CLAUSES: &[ClauseEntry] = &[
    rule(
        SEQ_01,
        "Sequence",
        "Both sides choose in secret to press or to hold; the choices are shown when both are in.",
    ),
    rule(SEQ_02, "Sequence", "Then red moves, blue moves, red shoots, blue shoots, and nerve is tested."),
    rule(MOV_01, "Movement", "Once a turn: 6 inches ahead when pressing, 3 when holding, or a wheel of 45 degrees."),
    rule(MOV_02, "Movement", "No company ends off the table or upon another."),
    rule(FIR_01, "Shooting", "Once a turn at an enemy within 8 inches and 45 degrees of the front."),
    rule(FIR_02, "Shooting", "A die a figure, one more when holding, half beyond 4 inches; 5 and 6 fell a figure."),
    ClauseEntry {
        kind: ClauseKind::Option,
        origin: Origin::Option,
        ..rule(FIR_03, "Shooting", "Once a game a side may roll the misses of a volley again.")
    },
    rule(NRV_01, "Nerve", "A company that lost two figures this turn needs 4 on a die, +1 holding, -1 below half."),
    rule(NRV_02, "Nerve", "A shaken company falls back 3 inches or loses a figure, as its owner likes."),
    rule(VIC_01, "Victory", "A side without figures has lost at once."),
    rule(VIC_02, "Victory", "After turn 8 the side with more figures has won."),
];

const fn number(address: &'static str, clause: Clause, label: &'static str, value: i32) -> Number {
    Number { address, clause, label, value }
}

pub(super) static PRESS_RATE: Number = number("K.press", MOV_01, "hundredths of an inch when pressing", 600);
pub(super) static HOLD_RATE: Number = number("K.hold", MOV_01, "hundredths of an inch when holding", 300);
pub(super) static WHEEL: Number = number("K.wheel", MOV_01, "degrees of a wheel", 45);
pub(super) static RANGE: Number = number("K.range", FIR_01, "hundredths of an inch, longest shot", 800);
pub(super) static CLOSE: Number = number("K.close", FIR_02, "hundredths of an inch, full effect", 400);
pub(super) static ARC: Number = number("K.arc", FIR_01, "degrees to each side of the front", 45);
pub(super) static HITS: Number = number("K.hits", FIR_02, "the least face that hits", 5);
pub(super) static NEED: Number = number("K.need", NRV_01, "the least score that holds", 4);
pub(super) static BACK: Number = number("K.back", NRV_02, "hundredths of an inch to fall back", 300);
pub(super) static TURNS: Number = number("K.turns", VIC_02, "turns", 8);

/// Whether a side may roll misses again.
pub(super) static SECOND_VOLLEY: Switch =
    Switch { name: "second_volley", clause: FIR_03, label: "misses may be rolled again", choices: &["on", "off"] };

/// What the volley chart asks.
pub(super) struct Volley {
    pub(super) figures: u8,
    pub(super) holding: bool,
    pub(super) far: bool,
}

pub(super) static VOLLEY: Chart<Volley> = Chart {
    id: "T-VOLLEY",
    total: Quantity::Dice,
    steps: &[
        Step::Given(FIR_02, "figures", |volley| i32::from(volley.figures)),
        Step::Add(Row {
            key: "hold",
            clause: FIR_02,
            label: "holding",
            cell: 1,
            times: |volley| volley.holding.into(),
        }),
        Step::Scale(
            Row { key: "far", clause: FIR_02, label: "far", cell: 1, times: |volley| volley.far.into() },
            2,
            Round::Up,
        ),
    ],
};

/// What the nerve chart asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nerve {
    /// Whether its side holds.
    pub holding: bool,
    /// Whether fewer than half of its figures are left.
    pub below_half: bool,
}

pub(super) static NERVE: Chart<Nerve> = Chart {
    id: "T-NERVE",
    total: Quantity::Score,
    steps: &[
        Step::Add(Row { key: "hold", clause: NRV_01, label: "holding", cell: 1, times: |nerve| nerve.holding.into() }),
        Step::Add(Row {
            key: "half",
            clause: NRV_01,
            label: "below half",
            cell: -1,
            times: |nerve| nerve.below_half.into(),
        }),
    ],
};

/// The roll of a nerve test, in play and in the published test alike.
pub(super) fn nerve_roll(side: Side, unit: Option<UnitId>, ledger: Ledger) -> Roll {
    let lot = Lot::of(side, 1, Die::D(6)).plus(ledger.total);
    Roll::new(NRV_01, "nerve", Read::Sum, [lot]).because(unit, ledger)
}

/// The roll of so many dice against the face that hits.
pub(super) fn hits_roll(side: Side, n_dice: u8, least: i32) -> Roll {
    let least = i16::try_from(least).unwrap_or(i16::MAX);
    Roll::new(FIR_02, "volley", Read::Tally, [Lot::of(side, n_dice, Die::D(6)).cut(Cuts::at(least))])
}
