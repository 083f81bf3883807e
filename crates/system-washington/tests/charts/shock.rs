//! Assault, fight, morale and what goes round them, row by row: where each applies, and where it just does not.

use std::slice::from_ref;

use firelock_core::{Given, TestFault};
use firelock_washington::facts::{Assault, Endangered, Fight, Flanking, Morale, Motivation, Troubled};
use firelock_washington::published::TESTS;
use firelock_washington::results::{Contender, Danger, Trouble};
use firelock_washington::words::{LastFight, Officer};
use serde_json::{Value, json};

use crate::{book, facts, labels, plain, run};

/// An assaulter and a target without a single factor.
fn bare_assault() -> Value {
    json!({
        "assaulter": {"troop": "militia", "casualty_markers": 1, "assault_attempted": true},
        "target": {"troop": "cavalry", "start_bases": 4, "half_bases": 8, "casualty_markers": 1},
    })
}

fn falter(changes: &[(&str, Value)]) -> [Vec<&'static str>; 2] {
    let mut said = bare_assault();
    for (path, value) in changes {
        let (side, fact) = path.split_once('.').expect("side and fact");
        said[side][fact] = value.clone();
    }
    facts::<Assault>(said).ledgers(&plain()).map(|ledger| labels(&ledger))
}

#[test]
fn falter_factors_of_the_assaulter() {
    // WA-ASL-12, WA-ASL-13, WA-ASL-14, WA-ASL-15, WA-ASL-16, WA-ASL-18, WA-SPEC-03
    let own = |changes: &[(&str, Value)]| falter(changes)[0].clone();
    let none: Vec<&str> = Vec::new();
    assert_eq!(own(&[]), none);
    assert_eq!(own(&[("assaulter.troop", json!("line"))]), ["line infantry in order"]);
    assert_eq!(own(&[("assaulter.troop", json!("light"))]), ["line infantry in order"]);
    assert_eq!(own(&[("assaulter.troop", json!("light")), ("assaulter.formation", json!("loose"))]), none);
    assert_eq!(own(&[("assaulter.troop", json!("line")), ("assaulter.disordered", json!(true))]), none);
    for facet in ["flank", "rear"] {
        assert_eq!(own(&[("approach.facet", json!(facet))]), ["assaults flank or rear"]);
    }
    assert_eq!(own(&[("assaulter.assault_attempted", json!(false))]), ["first assault"]);
    assert_eq!(own(&[("assaulter.officer", json!("mounted"))]), ["mounted commander with"]);
    assert_eq!(own(&[("assaulter.officer", json!("on-foot"))]), none);
    assert_eq!(own(&[("assaulter.last_fight", json!("won"))]), ["won its last fight"]);
    assert_eq!(own(&[("assaulter.last_fight", json!("lost"))]), none);
    assert_eq!(own(&[("assaulter.supports", json!(2))]), ["supported"]);
    assert_eq!(own(&[("assaulter.supports", json!(1))]), none);
    assert_eq!(own(&[("assaulter.casualty_markers", json!(0))]), ["no casualty markers"]);
    assert_eq!(own(&[("target.quality", json!("raw"))]), ["target raw"]);
    assert_eq!(own(&[("target.troop", json!("militia"))]), ["target militia"]);
    let on_foot = [("target.mounted", json!(false))];
    assert_eq!(own(&on_foot), ["target dismounted cavalry"]);
    assert_eq!(own(&[("target.troop", json!("light")), ("target.formation", json!("loose"))]), ["target loose"]);
    assert_eq!(own(&[("assaulter.quality", json!("veteran"))]), ["veteran"]);
    assert_eq!(own(&[("target.disordered", json!(true))]), ["target disordered"]);
    assert_eq!(own(&[("target.half_bases", json!(4))]), ["target battered"]);
    assert_eq!(own(&[("target.half_bases", json!(5))]), none);
    // Militia against Indians, whom the fact that they stand loose gives away already.
    let indians = [("target.troop", json!("indian")), ("target.in_wood_or_marsh", json!(false))];
    assert_eq!(own(&indians), ["militia against Indians in the open"]);
    assert_eq!(own(&[("target.troop", json!("indian")), ("target.in_wood_or_marsh", json!(true))]), none);
    assert_eq!(own(&[("target.troop", json!("indian")), ("assaulter.troop", json!("rifle"))]), none);
    let raw = ("target.quality", json!("raw"));
    assert_eq!(own(&[("assaulter.tag", json!("hessian")), raw]), ["target raw", "Hessians against raw troops"]);
    assert_eq!(own(&[("assaulter.tag", json!("hessian"))]), none);
    assert_eq!(own(&[("assaulter.tag", json!("scots-loyalist"))]), ["Scots loyalists"]);
}

#[test]
fn falter_factors_of_the_target() {
    // WA-ASL-12, WA-ASL-13, WA-ASL-15, WA-ASL-16, WA-ASL-17, WA-ASL-18, WA-DIS-02
    let own = |changes: &[(&str, Value)]| falter(changes)[1].clone();
    let none: Vec<&str> = Vec::new();
    assert_eq!(own(&[]), none);
    for officer in ["mounted", "on-foot"] {
        assert_eq!(own(&[("target.officer", json!(officer))]), ["commander with"]);
    }
    assert_eq!(
        (own(&[("target.supports", json!(2))]), own(&[("target.supports", json!(1))])),
        (vec!["supported"], none.clone())
    );
    assert_eq!(own(&[("target.quality", json!("veteran"))]), ["veteran"]);
    assert_eq!(own(&[("target.casualty_markers", json!(0))]), ["no casualty markers"]);
    assert_eq!(own(&[("target.last_fight", json!("won"))]), ["won its last fight"]);
    assert_eq!(own(&[("assaulter.quality", json!("raw"))]), ["assaulter raw"]);
    assert_eq!(own(&[("target.tag", json!("scots-loyalist"))]), ["Scots loyalists"]);
    assert_eq!(own(&[("target.tag", json!("hessian")), ("assaulter.quality", json!("raw"))]), ["assaulter raw"]);
    // Horse gain nothing by a wall or a hill; foot do, and against horse twice.
    let (linear, hill) = (("approach.linear", json!(true)), ("approach.first_on_hill", json!(true)));
    let position = "behind a linear or first on a hill";
    assert_eq!((own(from_ref(&linear)), own(from_ref(&hill))), (none.clone(), none.clone()));
    let on_foot = ("target.mounted", json!(false));
    assert_eq!(own(&[linear.clone(), on_foot.clone()]), [position]);
    assert_eq!(own(&[hill, on_foot.clone()]), [position]);
    let horse = [linear.clone(), on_foot, ("assaulter.troop", json!("cavalry")), ("assaulter.mounted", json!(true))];
    assert_eq!(own(&horse), ["foot behind a linear against horse", position]);
    // Line infantry in order, whatever side is assaulted, but not in column; a wall asks for no order.
    let line = ("target.troop", json!("line"));
    assert_eq!(own(from_ref(&line)), ["line infantry in order"]);
    assert_eq!(own(&[line.clone(), ("approach.facet", json!("rear"))]), ["line infantry in order"]);
    assert_eq!(own(&[line.clone(), ("target.front", json!(1))]), none);
    assert_eq!(
        own(&[line.clone(), ("target.front", json!(1)), ("target.spacers", json!(1))]),
        ["line infantry in order"]
    );
    assert_eq!(own(&[line.clone(), ("target.disordered", json!(true))]), none);
    assert_eq!(own(&[line, ("target.disordered", json!(true)), linear]), [position]);
}

#[test]
fn six_factors_each_once() {
    // WA-ASL-11, WA-ODD-01
    let all = json!({
        "assaulter": {
            "quality": "veteran", "officer": "mounted", "supports": 4, "last_fight": "won", "tag": "hessian",
        },
        "target": {
            "quality": "raw", "troop": "light", "officer": "mounted", "supports": 4, "last_fight": "won",
            "tag": "scots-loyalist",
        },
        "approach": {"facet": "flank", "linear": true, "first_on_hill": true},
    });
    let [assaulter, target] = facts::<Assault>(all).totals(&plain());
    assert_eq!((assaulter, target), (7, 6));
}

#[test]
fn a_battery_counts_its_guns_and_nothing_else() {
    // WA-ASL-19, WA-ASL-23, WA-FGT-10, WA-MOR-22
    let mut said = bare_assault();
    said["guns"] = json!(3);
    said["target"]["tag"] = json!("scots-loyalist");
    said["approach"] = json!({"linear": true});
    let assault: Assault = facts(said.clone());
    let ledgers = assault.ledgers(&plain());
    assert_eq!((labels(&ledgers[0]), ledgers[1].total), (vec!["target field guns"], 6));
    let rout = assault.result(&plain(), 5);
    assert_eq!((rout.target_removed, rout.tests_caused, rout.disordered), (true, 0, true));
    let fight: Fight =
        facts(json!({"assaulter": said["assaulter"], "battery": [2, 1, 2], "approach": {"linear": true}}));
    let [own, guns] = fight.ledgers(&plain());
    // The guns ignore all rows; the assaulter does not, and pays for the wall before them (WA-FGT-07).
    assert_eq!((own.total, guns.total), (6 + 2 - 2 - 2, 6));
}

#[test]
fn results_of_a_falter_test() {
    // WA-ASL-20, WA-ASL-21, WA-ASL-22, WA-MOR-17, WA-SPEC-04
    let foot: Assault = facts(json!({}));
    let horse: Assault = facts(json!({"assaulter": {"troop": "cavalry"}}));
    let dragoons: Assault = facts(json!({"assaulter": {"troop": "cavalry", "mounted": false, "formation": "loose"}}));
    for assault in [foot, horse, dragoons] {
        let rout = assault.result(&plain(), 5);
        assert!(rout.target_removed && rout.advances && rout.disordered && !rout.fights && !rout.retires);
        assert_eq!(rout.tests_caused, 2);
        for difference in [1, 4] {
            let contact = assault.result(&plain(), difference);
            assert!(contact.fights && !contact.target_removed && !contact.advances && !contact.disordered);
        }
    }
    let failed = [foot, horse, dragoons].map(|assault| assault.result(&plain(), 0));
    assert_eq!(failed.map(|failed| (failed.disordered, failed.retires)), [(true, false), (false, true), (true, false)]);
    assert!(failed.iter().all(|failed| !failed.target_removed && !failed.fights && failed.tests_caused == 0));
}

/// The dice of assaulter and target: eight bases each of riflemen as if in close order, whom no row names, with changes.
fn fight(changes: &[(&str, Value)]) -> [i32; 2] {
    let mut said = json!({
        "assaulter": {"troop": "rifle", "start_bases": 8, "half_bases": 16, "front": 3},
        "target": {"troop": "rifle", "start_bases": 8, "half_bases": 16, "front": 3},
    });
    for (path, value) in changes {
        let (side, fact) = path.split_once('.').expect("side and fact");
        said[side][fact] = value.clone();
    }
    facts::<Fight>(said).ledgers(&plain()).map(|ledger| ledger.total)
}

#[test]
fn fight_dice_row_by_row() {
    // WA-FGT-02, WA-FGT-03, WA-FGT-04, WA-FGT-05, WA-FGT-06, WA-FGT-07, WA-FGT-08, WA-FGT-09, WA-ASL-26, WA-SPEC-02,
    // WA-SPEC-03
    // F1 and F3: eight bases, and two more to the assaulter.
    assert_eq!(fight(&[]), [10, 8]);
    assert_eq!(fight(&[("assaulter.half_bases", json!(13))]), [9, 8]);
    // F2.
    assert_eq!([1, 2, 3].map(|n| fight(&[("target.supports", json!(n))])[1]), [10, 12, 12]);
    // F4.
    let horse = ("assaulter.troop", json!("cavalry"));
    assert_eq!(fight(from_ref(&horse))[0], 12);
    assert_eq!(fight(&[horse.clone(), ("assaulter.in_open", json!(false))])[0], 10);
    // F5.
    let indians = ("target.troop", json!("indian"));
    assert_eq!(fight(&[indians.clone(), ("target.in_wood_or_marsh", json!(true))])[1], 10);
    assert_eq!(fight(&[indians])[1], 8);
    assert_eq!(fight(&[("target.in_wood_or_marsh", json!(true))])[1], 8);
    // F6.
    assert_eq!(["line", "light", "militia"].map(|troop| fight(&[("target.troop", json!(troop))])[1]), [10, 10, 6]);
    assert_eq!(fight(&[("target.troop", json!("light")), ("target.formation", json!("loose"))])[1], 6);
    // F7, once.
    assert_eq!(fight(&[("target.disordered", json!(true))])[1], 6);
    assert_eq!(fight(&[("target.half_bases", json!(8))])[1], 4 - 2);
    assert_eq!(fight(&[("target.half_bases", json!(9))])[1], 5);
    assert_eq!(fight(&[("target.disordered", json!(true)), ("target.formation", json!("loose"))])[1], 6);
    // F8: the assaulter's dice, not against horse.
    let linear = ("approach.linear", json!(true));
    assert_eq!(fight(from_ref(&linear)), [8, 8]);
    assert_eq!(fight(&[linear, ("target.troop", json!("cavalry"))]), [10, 10]);
    // F9: the target's dice.
    assert_eq!(["flank", "rear"].map(|facet| fight(&[("approach.facet", json!(facet))])), [[10, 5], [10, 5]]);
    // F10.
    assert_eq!([1, 2, 3].map(|front| fight(&[("target.front", json!(front))])[1]), [6, 6, 8]);
    // F11.
    assert_eq!(fight(&[("target.troop", json!("cavalry")), ("target.mounted", json!(false))])[1], 6);
    // F12, the rough hill instead of the hill.
    assert_eq!(["hill", "rough-hill"].map(|slope| fight(&[("approach.uphill", json!(slope))])), [[9, 8], [8, 8]]);
    // The least.
    assert_eq!(fight(&[("target.half_bases", json!(1)), ("target.front", json!(1))])[1], 2);
}

#[test]
fn who_wins_a_fight() {
    // WA-FGT-15, WA-FGT-16, WA-FGT-17, WA-FGT-18, WA-FGT-19, WA-LEAD-03
    let fight: Fight = facts(json!({
        "assaulter": {"half_bases": 3, "front": 2, "officer": "on-foot"}, "target": {"half_bases": 4, "front": 2},
    }));
    let of = |failed| fight.result(&plain(), failed);
    assert_eq!([[0, 0], [1, 1], [1, 2], [2, 1]].map(|failed| of(failed).winner), {
        use Contender::{Assaulter, Target};
        [Some(Target), Some(Target), Some(Assaulter), Some(Target)]
    });
    let even = of([1, 1]);
    assert_eq!((even.assaulter.last_fight, even.target.last_fight), (LastFight::Lost, LastFight::Won));
    assert!(even.assaulter.tests && !even.target.tests && even.assaulter.disordered && even.target.disordered);
    assert_eq!((even.assaulter.danger, even.target.danger), (Some(Danger::LostFight), None));
    assert_eq!(of([1, 2]).assaulter.danger, None);
    // The destroyed side loses, however much it took.
    let last_stand = of([3, 3]);
    assert_eq!(last_stand.winner, Some(Contender::Target));
    assert!(last_stand.assaulter.destroyed && !last_stand.assaulter.tests && !last_stand.assaulter.disordered);
    let broken = of([2, 4]);
    assert_eq!(
        (broken.winner, broken.target.destroyed, broken.target.tests),
        (Some(Contender::Assaulter), true, false)
    );
    let both = of([5, 4]);
    assert_eq!((both.winner, both.assaulter.last_fight, both.assaulter.half_bases_lost), (None, LastFight::None, 3));
}

#[test]
fn a_battery_loses_gun_after_gun() {
    // WA-FGT-14, WA-FGT-20, WA-FGT-12
    let fight: Fight = facts(json!({"battery": [2, 1, 2]}));
    assert_eq!(fight.saves(&plain()), [4, 5]);
    let won = |failed| fight.result(&plain(), failed);
    assert_eq!(won([1, 1]).battery, [2, 0, 2]);
    assert_eq!(won([3, 3]).battery, [0, 0, 2]);
    let held = won([2, 2]);
    assert_eq!((held.battery.as_slice(), held.target.disordered, held.target.tests), (&[1, 0, 2][..], true, false));
    assert_eq!((held.assaulter.tests, held.target.half_bases_lost), (true, 2));
    let lost = won([0, 1]);
    assert_eq!((lost.battery.as_slice(), lost.target.destroyed, lost.target.tests), (&[0, 0, 0][..], true, false));
}

#[test]
fn morale_dice_row_by_row() {
    // WA-MOR-01, WA-MOR-03, WA-MOR-04, WA-MOR-05, WA-MOR-06, WA-MOR-07, WA-MOR-08, WA-MOR-09, WA-MOR-10, WA-SPEC-02
    let n = |said: Value| {
        // Six dice to begin with, so that nothing is held at none.
        let mut said = said;
        for (key, value) in
            [("casualty_markers", json!(3)), ("artillery_casualty", json!(true)), ("cause", json!("rout"))]
        {
            if said.get(key).is_none() {
                said[key] = value;
            }
        }
        facts::<Morale>(said).ledger(&plain()).total
    };
    assert_eq!(n(json!({})), 6);
    assert_eq!([0, 1, 2, 3, 4].map(|markers| n(json!({"casualty_markers": markers}))), [3, 4, 5, 6, 6]);
    assert_eq!((n(json!({"quality": "raw"})), n(json!({"quality": "veteran"}))), (7, 5));
    assert_eq!((n(json!({"disordered": true})), n(json!({"column": true}))), (7, 7));
    assert_eq!(n(json!({"artillery_casualty": false})), 5);
    assert_eq!((n(json!({"half_bases": 6})), n(json!({"half_bases": 7}))), (8, 6));
    assert_eq!(n(json!({"half_bases": 6, "troop": "cavalry"})), 6);
    assert_eq!(n(json!({"half_bases": 1, "gun": true, "quality": "raw"})), 6);
    assert_eq!((n(json!({"enemy_in_flank_box": true})), n(json!({"enemy_in_rear_box": true}))), (8, 8));
    assert_eq!(n(json!({"enemy_in_flank_box": true, "enemy_in_rear_box": true})), 8);
    assert_eq!((n(json!({"cause": "markers"})), n(json!({"cause": "lost-fight"}))), (4, 7));
    assert_eq!((n(json!({"troop": "indian"})), n(json!({"troop": "indian", "sheltered": true}))), (8, 6));
    assert_eq!((n(json!({"commander_near": true})), n(json!({"brigade_commander_with": true}))), (5, 4));
    assert_eq!(n(json!({"commander_near": true, "brigade_commander_with": true})), 4);
    assert_eq!(n(json!({"linear": true})), 5);
    assert_eq!(n(json!({"linear": true, "troop": "cavalry"})), 6);
    assert_eq!(n(json!({"linear": true, "troop": "cavalry", "mounted": false})), 5);
    assert_eq!(n(json!({"linear": true, "enemy_in_flank_box": true})), 8);
    assert_eq!(n(json!({"linear": true, "enemy_in_rear_box": true})), 7);
    // Held to 0 to 10.
    let worst = json!({"quality": "raw", "disordered": true, "half_bases": 6, "enemy_in_rear_box": true});
    assert_eq!(n(worst), 10);
    assert_eq!(n(json!({"casualty_markers": 0, "artillery_casualty": false, "cause": "markers", "linear": true})), 0);
}

#[test]
fn results_of_a_morale_test() {
    // WA-MOR-16, WA-MOR-17, WA-MOR-22, WA-MOR-30, WA-MOR-31
    let of = |said, fails| {
        let tested = facts::<Morale>(said).result(&plain(), fails);
        (tested.effect.name(), tested.losses_dice, tested.tests_caused)
    };
    assert_eq!(of(json!({}), 4), ("Rout", 0, 2));
    assert_eq!(of(json!({"gun": true}), 4), ("Rout", 0, 0));
    assert_eq!(of(json!({"quality": "raw"}), 3), ("Retire and losses", 4, 0));
    assert_eq!(of(json!({"quality": "veteran", "cause": "lost-fight"}), 0), ("Retire and losses", 2, 0));
    assert_eq!(of(json!({"gun": true, "quality": "raw"}), 3), ("Retire and losses", 3, 0));
    assert_eq!(of(json!({"cause": "lost-fight"}), 3), ("Rout", 0, 2));
    // Without dice a lost fight still drives back.
    let held = json!({"cause": "lost-fight", "quality": "veteran", "brigade_commander_with": true});
    assert_eq!(run(&plain(), "morale", &held, &[]).effect.name, "Retire and losses");
}

#[test]
fn losses_take_half_bases_and_may_destroy() {
    // WA-MOR-18, WA-MOR-22, WA-MOR-30, WA-ART-09
    let names = |said: Value, faces: &[i16]| {
        let checked = run(&plain(), "losses", &said, faces);
        let also = checked.also.iter().map(|effect| effect.name.as_str());
        std::iter::once(checked.effect.name.as_str()).chain(also).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(names(json!({}), &[3, 3, 3]), "no half bases lost");
    assert_eq!(names(json!({"half_bases": 2}), &[4, 5, 6]), "2 half bases lost, Destroyed");
    assert_eq!(names(json!({"half_bases": 2, "gun": true}), &[4, 4, 1]), "2 half bases lost, Gun destroyed");
    assert_eq!(names(json!({"half_bases": 2, "gun": true}), &[4, 3, 1]), "1 half base lost");
}

#[test]
fn commanders_in_danger() {
    // WA-LEAD-02, WA-LEAD-03, WA-LEAD-04, WA-LEAD-07
    let from = |danger| {
        let facts = Endangered { danger };
        (1..=6).find(|die| facts.dies(&plain(), *die)).expect("a six kills")
    };
    assert_eq!([Danger::Shot, Danger::Rifles, Danger::LostFight, Danger::Rout].map(from), [6, 5, 6, 4]);
    assert!(Officer::OnFoot.is_with() && !Officer::None.is_with());
}

#[test]
fn reinforcements_and_flankers() {
    // WA-MOVE-25, WA-SEQ-33, WA-PRE-07
    let arrives = |by_road: bool, die: i16| {
        run(&plain(), "reinforcement", &json!({"by_road": by_road}), &[die]).effect.name == "Arrives"
    };
    assert_eq!(
        [3, 4, 5].map(|die| (arrives(true, die), arrives(false, die))),
        [(false, false), (true, false), (true, true)]
    );
    let flanking = |said| facts::<Flanking>(said);
    let both = json!({"attacker": {"units": 3, "scouting": 2}, "defender": {"units": 2}});
    let apart = flanking(both.clone());
    assert_eq!((apart.attacker.dice(), apart.defender.dice()), (5, 2));
    let came = |flanking: &Flanking, successes| {
        let arrivals = flanking.arrivals(successes);
        (arrivals.attacker, arrivals.defender)
    };
    assert_eq!(came(&apart, [5, 1]), (3, 1));
    let mut same = both;
    same["same_edge"] = json!(true);
    let same = flanking(same);
    assert_eq!([[2, 1], [1, 2], [1, 1]].map(|successes| came(&same, successes)), [(1, 0), (0, 1), (0, 0)]);
    let none = flanking(json!({"attacker": {"units": 0, "scouting": 2}}));
    assert_eq!(none.attacker.dice(), 0);
    let checked = run(&plain(), "flanking", &json!({"attacker": {"units": 2}, "defender": {"units": 1}}), &[5, 4, 6]);
    assert_eq!(checked.effect.name, "Attacker: 1 unit, defender: 1 unit");
}

#[test]
fn before_the_battle() {
    // WA-PRE-04, WA-PRE-05, WA-PRE-06, WA-PRE-07, WA-PRE-08, WA-PRE-09
    let name = |effort: &str, faces: &[i16]| {
        run(&plain(), "pool-contest", &json!({"effort": effort, "own": 4, "enemy": 2}), faces).effect.name
    };
    assert_eq!(name("aggression", &[5, 5, 6, 5, 1, 1]), "Own side attacks, margin 3");
    assert_eq!(name("aggression", &[1, 1, 1, 4, 5, 1]), "Enemy attacks, margin 1");
    assert_eq!(name("aggression", &[5, 1, 1, 1, 6, 1, 3, 3, 2, 4]), "Enemy attacks, margin 1");
    assert_eq!(name("scouting", &[5, 5, 1, 1, 1, 1]), "Own side: 2 further flanking dice");
    assert_eq!(name("scouting", &[1, 1, 1, 1, 1, 1]), "Nothing");
    assert_eq!(name("sharpshooters", &[5, 5, 1, 1, 1, 1]), "Nothing");
    assert_eq!(name("sharpshooters", &[5, 5, 5, 1, 1, 1]), "Own side kills a commander");
    assert_eq!(name("powder", &[1, 1, 1, 1, 1, 6]), "Enemy: 1 powder token");
    let trouble = |margin, gun, die| Troubled { margin, gun }.trouble(die);
    assert_eq!([1, 2, 3].map(|die| trouble(1, false, die)), [Trouble::Delayed, Trouble::Weakened, Trouble::None]);
    assert_eq!([3, 4, 5].map(|die| trouble(3, false, die)), [Trouble::Delayed, Trouble::Weakened, Trouble::None]);
    assert_eq!([1, 2].map(|die| trouble(1, true, die)), [Trouble::Delayed, Trouble::None]);
}

#[test]
fn facts_that_cannot_be_are_told() {
    // WA-ROST-04, WA-ROST-05, WA-ROST-06, WA-ROST-17, WA-ROST-22, WA-FORM-03
    let fault = |name: &str, facts: Value| {
        let test = TESTS.iter().find(|test| test.name == name).expect("a published test");
        match (test.run)(&facts, &plain(), &mut Given::new([])) {
            Err(TestFault::Facts(words)) => words,
            other => panic!("{name} {facts}: {other:?}"),
        }
    };
    assert_eq!(fault("motivation", json!({"value": 4})), "value: a commander's value is 0 to 3 (WA-ROST-22)");
    assert_eq!(
        fault("shooting", json!({"shooter": {"troop": "light", "battalion_gun": true}})),
        "shooter: only line infantry has a battalion gun (WA-ROST-06)"
    );
    assert_eq!(
        fault("artillery", json!({"target": {"gun": true}})),
        "target: a gun has at most 2 half bases (WA-ROST-17)"
    );
    assert_eq!(fault("artillery", json!({"ap": 0})), "ap: a shot in the own turn takes at least 1 AP (WA-ART-01)");
    assert_eq!(
        fault("falter", json!({"assaulter": {"half_bases": 13}})),
        "assaulter: half_bases: more than twice start_bases"
    );
    assert_eq!(
        fault("falter", json!({"target": {"troop": "rifle"}})),
        "target: formation: these troops do not stand so (WA-FORM-03)"
    );
    assert_eq!(fault("fight", json!({"target": {"front": 7}})), "target: front: from 1 to its bases");
    assert_eq!(
        fault("fight", json!({"battery": [3]})),
        "battery: at most 20 guns, each of 1 to 2 half bases (WA-ROST-17)"
    );
    assert_eq!(fault("morale", json!({"half_bases": 0})), "half_bases: from 1 to twice start_bases (WA-ROST-05)");
    assert_eq!(fault("points", json!({"bases": 9})), "bases: such a unit has 4 to 8 (WA-ROST-04)");
    assert_eq!(
        fault("pool-contest", json!({"own": 13})),
        "own and enemy: a side has 12 dice for everything (WA-PRE-04)"
    );
    assert_eq!(fault("defender-trouble", json!({"margin": 0})), "margin: 1 to 3 (WA-PRE-05)");
    assert!(fault("shooting", json!({"shooters": 4})).starts_with("\"shooters\" is no fact of this test"));
}

#[test]
fn an_overlay_moves_the_limits_of_facts() {
    // WA-MOR-03, WA-FGT-02, WA-ASL-12, WA-CMD-18
    let rules = book(json!({"cells": {
        "K.markers_most": 1, "K.fight_supports": 1, "K.falter_supports": 1, "K.motivation_step": 600,
        "T-FIGHT.floor": 9,
    }}));
    assert_eq!(facts::<Morale>(json!({"casualty_markers": 3})).ledger(&rules).total, 1);
    assert_eq!(facts::<Motivation>(json!({"distance": 5.0})).ledger(&rules).total, 2);
    let fight: Fight = facts(json!({"target": {"supports": 2, "troop": "militia", "quality": "raw"}}));
    assert_eq!(fight.ledgers(&rules)[1].total, 9);
    let assault: Assault = facts(json!({"assaulter": {"supports": 1, "assault_attempted": true}}));
    assert!(labels(&assault.ledgers(&rules)[0]).contains(&"supported"));
}
