//! The numbers that stand alone in the chapter, in its order. Lengths are millimeters, parts of a whole hundredths.

use firelock_core::numbers;

use crate::clauses::*;

numbers! {
    // Scale and table.
    FIGURES "K.figures" NQ_SCA_04 4 "figures of a base";
    TABLE_WIDTH "K.table_width" NQ_SCA_07 1800 "usual width of the table";
    TABLE_DEPTH "K.table_depth" NQ_SCA_07 1200 "usual depth of the table";
    SCATTER_DIE "K.scatter_die" NQ_SCA_12 6 "faces of the scatter die";
    ON_TARGET "K.on_target" NQ_SCA_12 5 "least face of the scatter die that is on target";
    // Roster.
    INFANTRY_LEAST "K.infantry_least" NQ_ROS_05 4 "fewest bases of infantry";
    INFANTRY_MOST "K.infantry_most" NQ_ROS_05 10 "most bases of infantry";
    INFANTRY_USUAL "K.infantry_usual" NQ_ROS_05 6 "usual bases of infantry";
    CAVALRY_LEAST "K.cavalry_least" NQ_ROS_05 2 "fewest bases of cavalry";
    CAVALRY_MOST "K.cavalry_most" NQ_ROS_05 8 "most bases of cavalry";
    CAVALRY_USUAL "K.cavalry_usual" NQ_ROS_05 4 "usual bases of cavalry";
    GUNS_LEAST "K.guns_least" NQ_ROS_05 1 "fewest guns of a battery";
    GUNS_MOST "K.guns_most" NQ_ROS_05 4 "most guns of a battery";
    GUNS_USUAL "K.guns_usual" NQ_ROS_05 2 "usual guns of a battery";
    RATING_MOST "K.rating_most" NQ_ROS_13 2 "best rating of a commander";
    // Terrain.
    AREA_COVER "K.area_cover_percent" NQ_TER_03 50 "part of its bases beyond which an area covers a unit, in hundredths";
    LINEAR_COVER "K.linear_cover" NQ_TER_04 10 "how near behind a feature a unit has its cover";
    DIFFICULT "K.difficult_percent" NQ_TER_08 200 "cost of a distance over difficult ground, in hundredths";
    GARRISON_MOST "K.garrison_most" NQ_TER_11 8 "most bases in a building";
    GARRISON_SIDE "K.garrison_side" NQ_TER_11 2 "most bases that fire or fight from a side of a building";
    ROAD "K.road_percent" NQ_TER_13 150 "rate on a road, in hundredths";
    // Formations.
    SQUARE_LEAST "K.square_least" NQ_FOR_06 4 "fewest bases of a square";
    ZONE_DEGREES "K.zone_degrees" NQ_FOR_14 45 "angle of the rays that bound the front zone";
    // Sequence.
    ROLL_OFF_DIE "K.roll_off_die" NQ_SEQ_02 10 "die that decides who deploys first";
    DEPLOYMENT "K.deployment" NQ_SEQ_03 300 "depth of the deployment zone";
    INITIATIVE_DIE "K.initiative_die" NQ_SEQ_04 10 "die of the initiative";
    // Command.
    BRIGADE_RADIUS "K.brigade_radius" NQ_CMD_01 300 "command radius of a brigade";
    ARMY_RADIUS "K.army_radius" NQ_CMD_01 600 "command radius of the army";
    DISCIPLINE "K.discipline" NQ_CMD_04 6 "highest score that passes a discipline test";
    HESITANT_REACH "K.hesitant_reach" NQ_CMD_06 600 "how near an enemy holds a hesitant unit off";
    COMMAND_CLEAR "K.command_clear" NQ_CMD_07 50 "nearest to an enemy that a command unit moves alone";
    REFUGE "K.refuge" NQ_CMD_11 300 "how far off a command unit finds refuge";
    // Movement.
    BUDGET "K.budget" NQ_MOV_01 100 "movement budget of a turn, in hundredths";
    OBLIQUE_DEGREES "K.oblique_degrees" NQ_MOV_04 45 "farthest oblique";
    BACKWARD "K.backward_percent" NQ_MOV_06 200 "cost of a backward step, in hundredths";
    BACKWARD_MOST "K.backward_most" NQ_MOV_06 50 "most of the budget spent backward, in hundredths";
    ABOUT_FACE "K.about_face" NQ_MOV_07 50 "cost of an about-face, in hundredths";
    RAW_CHANGE "K.raw_change_percent" NQ_MOV_10 200 "cost of a formation change by raw troops, in hundredths";
    RAW_CHANGE_MOST "K.raw_change_most" NQ_MOV_10 100 "most that raw troops pay for it, in hundredths";
    REFORM_CLEAR "K.reform_clear" NQ_MOV_12 200 "how near an enemy asks for a test to re-form";
    STAND_OFF "K.stand_off" NQ_MOV_14 30 "nearest to an enemy without a charge";
    SKIRMISH_STAND_OFF "K.skirmish_stand_off" NQ_MOV_14 10 "the same for skirmishers";
    PIVOT_DEGREES "K.pivot_degrees" NQ_MOV_22 45 "farthest pivot of a gun that is no move";
    PIVOT_COST "K.pivot_cost" NQ_MOV_22 50 "cost of a larger pivot, in hundredths";
    BEND_DEGREES "K.bend_degrees" NQ_MOV_24 5 "steps in which a retreat turns aside";
    BEND_MOST_DEGREES "K.bend_most_degrees" NQ_MOV_24 90 "farthest that a retreat turns aside";
    RETREAT_CLEAR "K.retreat_clear" NQ_MOV_24 30 "how near an enemy bars the way of a retreat";
    ROUT "K.rout_percent" NQ_MOV_25 150 "rout move as part of the unformed rate, in hundredths";
    SURRENDER "K.surrender_percent" NQ_MOV_27 50 "part of a flight that must be clear, in hundredths";
    EVADE_DIE "K.evade_die" NQ_MOV_29 6 "die of an evade, in centimeters";
    EVADE_CLEAR "K.evade_clear" NQ_MOV_29 30 "how far from another enemy an evade stops";
    // Sight and arcs.
    HILL_SHADE "K.hill_shade" NQ_LOS_04 100 "how far a unit on higher ground hides what is behind it";
    OVERHEAD "K.overhead" NQ_LOS_05 100 "how far from both ends a unit is shot over";
    FIRE_ARC "K.fire_arc" NQ_LOS_07 45 "arc of small arms to either side, in degrees";
    GUN_ARC "K.gun_arc" NQ_LOS_08 30 "arc of a gun to either side, in degrees";
    SKIRMISH_ARC "K.skirmish_arc" NQ_LOS_09 90 "arc of skirmishers to either side, in degrees";
    // Small arms.
    FIRE_MARCHED "K.fire_marched" NQ_SAF_04 50 "most of the budget marched by a unit that fires, in hundredths";
    COMBINED_BASES "K.combined_bases" NQ_SAF_12 2 "bases that share a die at long range";
    // Artillery.
    HORSE_MARCHED "K.horse_marched" NQ_ART_03 50 "most of the budget marched by horse guns that fire, in hundredths";
    MORTAR_LEAST "K.mortar_least" NQ_ART_08 200 "least range of a mortar";
    IMPACT_CLEAR "K.impact_clear" NQ_ART_10 50 "nearest to a friend that a gun aims";
    ACCURATE "K.accurate" NQ_ART_12 3 "highest score of an accurate shot";
    ON_TARGET_PART "K.on_target_percent" NQ_ART_20 50 "part of the deviation that is left on target, in hundredths";
    LONG_DEVIATION "K.long_deviation" NQ_ART_21 40 "added to the deviation at long range";
    // Charge.
    CHARGE_WHEEL_DEGREES "K.charge_wheel_degrees" NQ_CHG_02 45 "farthest wheel at the start of a charge";
    CLOSE_CHARGE "K.close_charge" NQ_CHG_10 150 "how near a charge starts that leaves little time";
    SQUARE_SHIFT "K.square_shift" NQ_CHG_10 30 "farthest shift of a square to lie clear";
    WORN_SQUARE "K.worn_square_percent" NQ_CHG_14 25 "part of its figures whose loss weakens a square, in hundredths";
    REACTION_RANGE "K.reaction_range" NQ_CHG_17 100 "farthest range of reaction fire with small arms";
    REACTION_GUN_RANGE "K.reaction_gun_range" NQ_CHG_17 150 "farthest range of reaction fire with guns";
    CONTACT_SLIDE "K.contact_slide" NQ_CHG_23 15 "farthest slide that lines files up in contact";
    NO_ROOM "K.no_room" NQ_CHG_28 30 "how far short a charger stops that has no room";
    // Melee.
    TOUCH "K.touch" NQ_MEL_02 5 "shared edge of bases that touch";
    HITS "K.hits" NQ_MEL_08 1 "hits of a won pair";
    CAVALRY_HITS "K.cavalry_hits" NQ_MEL_09 2 "hits of cavalry that beats infantry or crews";
    TIE_HITS "K.tie_hits" NQ_MEL_10 1 "hits on each side of a tie";
    REINFORCEMENTS "K.reinforcements" NQ_MEL_11 2 "reinforcement bases for one hit";
    FLANK_ROOM "K.flank_room" NQ_MEL_24 15 "how near bad ground or another enemy closes a flank";
    BREAK_OFF_HITS "K.break_off_hits" NQ_MEL_31 1 "hits by each touching enemy base when cavalry breaks off";
    FOLLOW_UP "K.follow_up" NQ_MEL_32 50 "farthest follow-up of infantry";
    FOLLOW_CLEAR "K.follow_clear" NQ_MEL_32 30 "nearest to an enemy that infantry follows up";
    PURSUIT_HITS "K.pursuit_hits" NQ_MEL_34 1 "hits by each pursuing base";
    PURSUIT "K.pursuit_percent" NQ_MEL_34 50 "part of the charge rate that a pursuer rides, in hundredths";
    PURSUIT_CLEAR "K.pursuit_clear" NQ_MEL_34 30 "how far from other enemies a pursuit stops";
    // Morale.
    HALF_BASES "K.half_percent" NQ_MOR_03 50 "part of its bases at which a unit tests for the first time, in hundredths";
    RALLY_NEAR "K.rally_near" NQ_MOR_14 200 "how near an enemy hinders a rally";
    RALLY_FAILS "K.rally_fails" NQ_MOR_15 3 "failed rally that disperses a unit";
    BURNT_OUT "K.burnt_out_percent" NQ_MOR_17 25 "part of its bases at which a unit disperses, in hundredths";
    PANIC_REACH "K.panic_reach" NQ_MOR_18 150 "how near a friend's flight is felt";
    LIGHT_LOSSES "K.light_losses_percent" NQ_MOR_20 25 "part of its figures whose loss counts, in hundredths";
    HEAVY_LOSSES "K.heavy_losses_percent" NQ_MOR_21 50 "part of its figures whose loss counts more, in hundredths";
    SUPPORT_REACH "K.support_reach" NQ_MOR_30 150 "how near a friend behind supports";
    // Leaders.
    COMMAND_HIT_DIE "K.command_hit_die" NQ_LDR_01 12 "die that may hit a command unit";
    COMMAND_HIT "K.command_hit" NQ_LDR_01 12 "least score that hits a command unit";
    WOUND_DIE "K.wound_die" NQ_LDR_02 6 "die of a hit on a command unit";
    KILLED "K.killed" NQ_LDR_02 5 "least score that kills a commander who is hit";
    SUCCESSOR_RATING "K.successor_rating" NQ_LDR_04 0 "rating of a brigade's next commander";
    BRIGADE_SUCCESSION "K.brigade_succession" NQ_LDR_04 1 "rally steps until a brigade has a new commander";
    ARMY_SUCCESSION "K.army_succession" NQ_LDR_05 2 "rally steps until the army has a new commander";
    // Victory.
    GUN_VALUE "K.gun_value" NQ_VIC_01 2 "value of a gun";
    BROKEN "K.broken_percent" NQ_VIC_03 50 "part of its value whose loss breaks an army, in hundredths";
    TURNS "K.turns" NQ_VIC_05 12 "usual turn limit";
    OBJECTIVE_POINTS "K.objective_points" NQ_VIC_06 5 "victory points of an objective";
    LEAD "K.lead_percent" NQ_VIC_06 25 "lead that wins, as part of the smaller army value, in hundredths";
    OBJECTIVE_REACH "K.objective_reach" NQ_VIC_07 50 "how near a unit holds an objective";
}
