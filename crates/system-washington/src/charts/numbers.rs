//! The numbers that stand alone in the chapter, in its order. Lengths are hundredths of an inch, base sizes millimeters.

use firelock_core::{Clause, numbers};

use crate::clauses::*;

// Rows of T-FIGHT that no clause repeats.
const F2: Clause = Clause::new("T-FIGHT.F2");
const F10: Clause = Clause::new("T-FIGHT.F10");

numbers! {
    // Scale and table.
    TABLE_WIDTH "K.table_width" WA_SCALE_02 6000 "usual width of the table";
    TABLE_DEPTH "K.table_depth" WA_SCALE_02 3600 "usual depth of the table";
    SECTIONS_ACROSS "K.sections_across" WA_SCALE_03 3 "sections of the table from side to side";
    SECTIONS_DEEP "K.sections_deep" WA_SCALE_03 2 "sections of the table from base line to base line";
    INFANTRY_WIDTH "K.infantry_width_mm" WA_SCALE_04 30 "width of an infantry base in millimeters";
    INFANTRY_DEPTH "K.infantry_depth_mm" WA_SCALE_04 30 "depth of an infantry base in millimeters";
    CAVALRY_WIDTH "K.cavalry_width_mm" WA_SCALE_04 30 "width of a cavalry base in millimeters";
    CAVALRY_DEPTH "K.cavalry_depth_mm" WA_SCALE_04 40 "depth of a cavalry base in millimeters";
    GUN_SIDE "K.gun_side_mm" WA_SCALE_04 40 "side of a field gun's base in millimeters";
    GENERAL_SIDE "K.general_side_mm" WA_SCALE_04 40 "side of the general's base in millimeters";
    BRIGADIER_WIDTH "K.brigadier_width_mm" WA_SCALE_04 30 "width of a brigade commander's base in millimeters";
    BRIGADIER_DEPTH "K.brigadier_depth_mm" WA_SCALE_04 40 "depth of a brigade commander's base in millimeters";
    BATTALION_GUN_SIDE "K.battalion_gun_side_mm" WA_SCALE_04 30 "side of a battalion gun's base in millimeters";
    HALF_BASE_DEPTH "K.half_base_depth_mm" WA_SCALE_04 15 "depth of a half base in millimeters";
    // Roster.
    FOOT_LEAST "K.foot_least" WA_ROST_04 4 "fewest bases of a foot unit";
    FOOT_MOST "K.foot_most" WA_ROST_04 8 "most bases of a foot unit";
    CAVALRY_LEAST "K.cavalry_least" WA_ROST_04 3 "fewest bases of cavalry";
    CAVALRY_MOST "K.cavalry_most" WA_ROST_04 6 "most bases of cavalry";
    BATTERED "K.battered_percent" WA_ROST_15 50 "part of the starting strength at which a unit is battered, in hundredths";
    GUN_HALF_BASES "K.gun_half_bases" WA_ROST_17 2 "half bases of a sound gun";
    BATTERY_GAP "K.battery_gap" WA_ROST_20 50 "widest gap between guns of a battery";
    WORST_VALUE "K.worst_value" WA_ROST_22 3 "value of the worst commander";
    // Terrain.
    LINEAR_REACH "K.linear_reach" WA_TERR_05 100 "how far ahead the obstacle lies that a unit defends";
    LINEAR_PART "K.linear_percent" WA_TERR_05 50 "part of the front edge that the obstacle must cover, in hundredths";
    PIECES_LEAST "K.pieces_least" WA_TERR_12 12 "fewest pieces of scenery";
    PIECES_MOST "K.pieces_most" WA_TERR_12 18 "most pieces of scenery";
    PIECE_WIDTH "K.piece_width" WA_TERR_12 600 "shorter side of a piece of scenery";
    PIECE_LENGTH "K.piece_length" WA_TERR_12 800 "longer side of a piece of scenery";
    PIECES_PER_SECTION "K.pieces_per_section" WA_TERR_12 2 "fewest pieces that touch each section";
    IN_PIECE "K.in_piece_percent" WA_TERR_13 50 "part of its bases that brings a unit into a piece, in hundredths";
    // Formations.
    SKIRMISH_SPACER "K.skirmish_spacer_mm" WA_FORM_02 30 "gap between loose bases in millimeters";
    LOOSE_RANKS "K.loose_ranks" WA_FORM_02 2 "most ranks in loose formation";
    LEVEL_RANKS "K.level_ranks" WA_FORM_09 2 "ranks after leveling up";
    BOX "K.box" WA_FORM_11 400 "width of the flank boxes and depth of the rear box";
    // Before the battle.
    ARMY_POINTS "K.army_points" WA_PRE_02 600 "most points of an army";
    BRIGADES_LEAST "K.brigades_least" WA_PRE_02 2 "fewest brigades";
    BRIGADES_MOST "K.brigades_most" WA_PRE_02 3 "most brigades";
    BRIGADE_LEAST "K.brigade_least" WA_PRE_02 2 "fewest units of a brigade";
    POOL_DICE "K.pool_dice" WA_PRE_04 12 "dice that a side splits before the battle";
    POOL_SUCCESS "K.pool_success" WA_PRE_04 5 "least score of a success before the battle";
    MARGIN_LEAST "K.margin_least" WA_PRE_05 1 "least margin of the attacker";
    MARGIN_MOST "K.margin_most" WA_PRE_05 3 "greatest margin of the attacker";
    TROUBLE_LOSS "K.trouble_loss" WA_PRE_06 1 "half bases lost to the defender's troubles";
    SHARPSHOOTER_MARGIN "K.sharpshooter_margin" WA_PRE_08 3 "least margin that kills a commander before the battle";
    POWDER_COST "K.powder_cost" WA_PRE_09 1 "AP of a second shot with a powder token";
    SHIFTED_PIECES "K.shifted_pieces" WA_PRE_10 3 "most pieces that the attacker shifts";
    SHIFT "K.shift" WA_PRE_10 600 "farthest shift of a piece";
    OBJECTIVES "K.objectives" WA_PRE_11 4 "objectives that the defender places";
    OBJECTIVES_REMOVED "K.objectives_removed" WA_PRE_11 1 "objectives that the attacker removes";
    OBJECTIVE_EDGE "K.objective_edge" WA_PRE_11 600 "least distance of an objective from a table edge";
    OBJECTIVE_APART "K.objective_apart" WA_PRE_11 900 "least distance between objectives";
    OBJECTIVE_BAND "K.objective_band" WA_PRE_11 1200 "depth of the bands that each hold an objective";
    FLANKERS_MOST "K.flankers_most" WA_PRE_12 3 "most flanking units";
    DEFENDER_ZONE "K.defender_zone" WA_PRE_13 1200 "depth of the defender's deployment";
    ATTACKER_ZONE "K.attacker_zone" WA_PRE_13 900 "depth of the attacker's deployment";
    COUNTDOWN "K.countdown" WA_PRE_14 21 "countdown at the start";
    // Sequence.
    COMMANDER_MOVE "K.commander_move_dice" WA_SEQ_04 3 "dice of a commander's move";
    FLANKING_SUCCESS "K.flanking_success" WA_SEQ_33 5 "least score that brings a flanker on";
    FLANKER_DEPTHS "K.flanker_depths" WA_SEQ_34 3 "base depths from its edge within which a flanker arrives";
    FLANKER_CLEAR "K.flanker_clear" WA_SEQ_34 600 "nearest to an enemy that a flanker arrives";
    // Command.
    COMMANDER_CLEAR "K.commander_clear" WA_CMD_03 100 "nearest to an enemy that a commander passes";
    DETERMINATION_STEP "K.determination_step" WA_CMD_05 300 "distance from the general that costs a determination die";
    MOTIVATION_FAILS "K.motivation_fails" WA_CMD_12 3 "greatest motivation roll that always fails";
    MOTIVATION_PASSES "K.motivation_passes" WA_CMD_12 11 "least motivation roll that always passes";
    AP_LEAST "K.ap_least" WA_CMD_15 1 "fewest AP of an activated unit";
    MOTIVATION_STEP "K.motivation_step" WA_CMD_18 300 "distance from the commander that makes motivation harder";
    // Movement.
    WHEEL_DEGREES "K.wheel_degrees" WA_MOVE_06 45 "farthest wheel";
    WIDE_FRONT "K.wide_front" WA_MOVE_06 4 "front from which a wheel costs more";
    FRONTAGE_CHANGE "K.frontage_change" WA_MOVE_08 3 "most bases by which the front changes";
    STAND_OFF "K.stand_off" WA_MOVE_16 300 "nearest to an enemy without an assault";
    GUN_TURN_DEGREES "K.gun_turn_degrees" WA_MOVE_21 45 "farthest turn of a gun for one price";
    STEADY_WHEELS "K.steady_wheels" WA_MOVE_23 1 "wheels of a steady unit";
    REINFORCEMENT_ROAD "K.reinforcement_road" WA_MOVE_25 4 "least score of a reinforcement by road";
    REINFORCEMENT "K.reinforcement" WA_MOVE_25 5 "least score of a reinforcement without a road";
    REINFORCEMENT_DEPTHS "K.reinforcement_depths" WA_MOVE_25 3 "base depths from the base line within which a reinforcement arrives";
    REINFORCEMENT_CLEAR "K.reinforcement_clear" WA_MOVE_25 600 "nearest to an enemy that a reinforcement arrives";
    // Sight and arcs.
    FIRE_ARC "K.fire_arc" WA_LOS_02 45 "arc of fire outward from each front corner, in degrees";
    WOOD_SIGHT "K.wood_sight" WA_LOS_05 300 "sight into, out of and inside a wood or building";
    // Fire.
    HITS_IGNORED "K.hits_ignored" WA_FIRE_07 1 "hits that a loose target ignores each turn";
    CASUALTY_LOSS "K.casualty_loss" WA_FIRE_13 1 "half bases lost to a casualty";
    CASUALTY_MARKERS "K.casualty_markers" WA_FIRE_13 1 "markers placed for a casualty";
    RIFLE_MARKERS "K.rifle_markers" WA_FIRE_14 2 "markers placed for a casualty by riflemen";
    OVERHEAD "K.overhead" WA_ART_07 300 "how far from the target a gun shoots over others";
    // Assault and fight.
    ASSAULT_REACH "K.assault_reach" WA_ASL_01 300 "farthest target of an assault";
    FOLLOW_CLEAR "K.follow_clear" WA_ASL_06 100 "nearest to an enemy that an assaulter follows a retreat";
    FALTER_SUPPORTS "K.falter_supports" WA_ASL_12 2 "friends that count as support in a falter test";
    FALTER_SUPPORT_REACH "K.falter_support_reach" WA_ASL_12 600 "how near friends support in a falter test";
    ADVANCE_CLEAR "K.advance_clear" WA_ASL_20 100 "nearest to another enemy that an assaulter advances after a rout";
    FIGHT_SUPPORTS "K.fight_supports" WA_FGT_02 2 "most friends that support in a fight";
    FIGHT_SUPPORT_REACH "K.fight_support_reach" F2 600 "how near friends support in a fight";
    NARROW_FRONT "K.narrow_front" F10 2 "widest front that fights at a disadvantage";
    FIGHT_HIT "K.fight_hit" WA_FGT_11 5 "least score of a hit in a fight";
    FIGHT_LOSS "K.fight_loss" WA_FGT_13 1 "half bases lost to a failed save in a fight";
    // Morale and losses.
    MORALE_FAIL "K.morale_fail" WA_MOR_01 4 "least score of a failed morale die";
    MARKERS_MOST "K.markers_most" WA_MOR_03 3 "most markers that count in a morale test";
    COMMANDER_NEAR "K.commander_near" WA_MOR_09 300 "how near a mounted commander steadies";
    ROUT_TESTS "K.rout_tests" WA_MOR_17 2 "morale tests caused by a rout or destruction";
    ROUT_REACH "K.rout_reach" WA_MOR_19 600 "how near a rout is felt";
    RETIRE_PLUS "K.retire_plus" WA_MOR_23 1 "added to the die of a retire, in inches";
    RETIRE_ENEMY "K.retire_enemy" WA_MOR_23 600 "how near an enemy bars the way straight back";
    RETIRE_CLEAR "K.retire_clear" WA_MOR_26 100 "how far short of an enemy or bad ground a retire ends";
    RETIRE_LEAST "K.retire_least" WA_MOR_26 100 "shortest retire that is no rout";
    LOSS "K.loss" WA_MOR_30 4 "least score of a lost half base";
    SHIFT_ASIDE "K.shift_aside" WA_MOR_32 600 "farthest shift along the base line to a clear place";
    // Leaders.
    KILLED_BY_SHOT "K.killed_by_shot" WA_LEAD_02 6 "least score that kills a commander under fire";
    KILLED_BY_RIFLES "K.killed_by_rifles" WA_LEAD_02 5 "least score that kills a commander under the fire of riflemen";
    KILLED_IN_FIGHT "K.killed_in_fight" WA_LEAD_03 6 "least score that kills a commander in a lost fight";
    KILLED_IN_ROUT "K.killed_in_rout" WA_LEAD_04 4 "least score that kills a commander whose unit routs or is destroyed";
    ALONE_NEAR "K.alone_near" WA_LEAD_05 100 "how near an enemy drives a lone commander off";
    REFUGE "K.refuge" WA_LEAD_05 1200 "how far off a commander finds refuge";
    SUCCESSOR_WORSE "K.successor_worse" WA_LEAD_08 3 "least score of a successor, a worse one";
    SUCCESSOR_SAME "K.successor_same" WA_LEAD_08 5 "least score of a successor as good";
    SUCCESSOR_STEP "K.successor_step" WA_LEAD_08 1 "by how much the worse successor is worse";
    // Victory.
    HOLD_REACH "K.hold_reach" WA_VIC_04 300 "how near a unit holds an objective";
    OWN_DEPTH "K.own_depth" WA_VIC_05 1200 "depth of the own third of the table";
    MIDDLE_DEPTH "K.middle_depth" WA_VIC_05 2400 "depth to the end of the middle third";
    OBJECTIVE_OWN "T-VICTORY.objective.own" WA_VIC_05 2 "points for an objective in the own third";
    OBJECTIVE_MIDDLE "T-VICTORY.objective.middle" WA_VIC_05 4 "points for an objective in the middle third";
    OBJECTIVE_ENEMY "T-VICTORY.objective.enemy" WA_VIC_05 6 "points for an objective in the enemy third";
    UNIT_POINTS "T-VICTORY.unit-lost" WA_VIC_06 3 "points for an enemy unit routed, destroyed or gone";
    BATTERED_POINTS "T-VICTORY.unit-battered" WA_VIC_06 1 "points for a battered enemy unit on the table";
    GUN_POINTS "T-VICTORY.gun-lost" WA_VIC_06 1 "points for an enemy gun lost";
    COMMANDER_POINTS "T-VICTORY.commander-dead" WA_VIC_06 1 "points for an enemy commander dead at the end";
    GENERAL_POINTS "T-VICTORY.general-dead" WA_VIC_06 2 "points for the enemy general dead at the end";
    SECTION_POINTS "T-VICTORY.section" WA_VIC_07 2 "points for a section of the enemy half held alone";
    CLEAR_LEAD "K.clear_lead" WA_VIC_10 5 "least lead of a clear win";
    CRUSHING_LEAD "K.crushing_lead" WA_VIC_10 10 "least lead of a crushing win";
}
