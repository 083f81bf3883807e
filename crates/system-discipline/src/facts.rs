//! The plain facts of each test, and what follows from them: no table, no state, no player.
//!
//! A test has pieces that can be called apart: its ledgers (charts read against the facts), its rolls, and the result of what fell.
//! Where the facts are not yet as a chart reads them (distances, limits of the rulebook, switches), a function of the facts weighs them
//! up. `bar` tells why something cannot be done at all, with the clause.

mod cannonade;
mod check;
mod initiative;
mod march;
mod melee;
mod objective;
mod peril;
mod reception;
mod score;
mod skirmish;
mod strength;
mod target;
mod volley;

pub use cannonade::{Aimed, Cannonade, Laid};
pub use check::{Check, Lost, Nerve, check_roll, has_failed, loss_fallen, loss_roll};
pub use initiative::{Deployment, Initiative, deployment_roll, initiative_roll};
pub use march::{March, Marched, Meeting, Stretch, meet};
pub use melee::{
    After, Arms, Blow, Bout, Came, Contender, Flank, Melee, POOLS_A_ROLL, Pool, handfuls, melee_hits, melee_roll,
};
pub use objective::{Assailant, Holder, Objective, ZoneAfter};
pub use peril::{Danger, Peril, fell};
pub use reception::Reception;
pub use score::{Account, Reckoned, Score};
pub use skirmish::{Galled, HITS_A_ROLL, Skirmish, effect_roll, nines};
pub use strength::{Stands, Strength, is_over_half};
pub use target::{GunHits, Harm, Struck, Target};
use volley::hit_lot;
pub use volley::{Loaded, Occasion, Volley, hit_set, musket_roll};
