//! The numbers that stand alone in the chapter, in its order. Lengths are hundredths of an inch, heights tenths of a level.

use firelock_core::numbers;

use crate::clauses::*;

numbers! {
    // Scale and table.
    YARDS_PER_INCH "K.yards_per_inch" RF_SCL_02 25 "yards of ground to an inch";
    MEN_PER_STAND "K.men_per_stand" RF_SCL_04 40 "men to a troop stand";
    GUNS_PER_STAND "K.guns_per_stand" RF_SCL_04 2 "guns to a gun stand";
    INFANTRY_WIDTH "K.infantry_width" RF_SCL_06 100 "width of an infantry stand";
    INFANTRY_DEPTH "K.infantry_depth" RF_SCL_06 75 "depth of an infantry stand";
    CAVALRY_WIDTH "K.cavalry_width" RF_SCL_07 100 "width of a cavalry stand";
    CAVALRY_DEPTH "K.cavalry_depth" RF_SCL_07 100 "depth of a cavalry stand";
    GUN_WIDTH "K.gun_width" RF_SCL_08 100 "width of a gun stand";
    GUN_DEPTH "K.gun_depth" RF_SCL_08 150 "depth of a gun stand";
    LEADER_BASE "K.leader_base" RF_SCL_09 100 "diameter of a leader's base";
    COMMANDER_BASE "K.commander_base" RF_SCL_09 150 "diameter of the army commander's base";
    TABLE_WIDTH "K.table_width" RF_SCL_10 8400 "usual width of the table";
    TABLE_DEPTH "K.table_depth" RF_SCL_10 6000 "usual depth of the table";
    ROAD_WIDTH "K.road_width" RF_SCL_11 100 "width of a road";
    // Roster.
    UNIT_LEAST "K.unit_least" RF_ROS_11 2 "fewest stands of a troop unit";
    UNIT_MOST "K.unit_most" RF_ROS_11 25 "most stands of a troop unit";
    BATTERY_MOST "K.battery_most" RF_ROS_25 4 "most stands of a battery";
    // Terrain.
    LINEAR_COVER_REACH "K.linear_cover_reach" RF_TER_10 50 "how near a front rank stands to the linear feature that covers it";
    SIGHT_CLEAR "K.sight_clear" RF_TER_22 6000 "longest sight on a clear day";
    SIGHT_TWILIGHT "K.sight_twilight" RF_TER_22 1600 "longest sight in twilight";
    SIGHT_FOG "K.sight_fog" RF_TER_22 800 "longest sight in fog";
    // Formations.
    OPEN_GAP_LEAST "K.open_gap_least" RF_FRM_04 50 "narrowest gap in open order";
    OPEN_GAP_MOST "K.open_gap_most" RF_FRM_04 100 "widest gap in open order";
    GARRISON_PER_INCH "K.garrison_per_inch" RF_FRM_08 2 "stands in a garrison to an inch of the longer side";
    BUILDING_SIDE "K.building_side" RF_FRM_08 200 "side of a building of which only the place is known";
    GUN_GAP_MOST "K.gun_gap_most" RF_FRM_10 100 "widest gap between unlimbered guns";
    REFUSE_DEGREES "K.refuse_degrees" RF_FRM_20 45 "farthest a flank is turned back";
    // Sequence.
    DEPLOY_DEPTH "K.deploy_depth" RF_SEQ_24 1200 "depth of a deployment zone";
    DEPLOY_APART "K.deploy_apart" RF_SEQ_24 2400 "least distance between the sides at the start";
    // Command.
    MARCH_LINE_GAP "K.march_line_gap" RF_CMD_05 200 "widest gap in a contiguous line of march";
    COMMAND_WOODS "K.command_woods" RF_CMD_06 400 "dense woods that command sees through";
    CHECK_COVER_REACH "K.check_cover_reach" RF_CHK_04 50 "how near a front rank stands to linear cover that steadies it";
    GUN_FRIENDS "K.gun_friends" RF_CHK_05 200 "how near friends steady a battalion gun";
    // Movement.
    POOR_ROAD "K.poor_road" RF_MOV_14 100 "multiplier of a poor road, in hundredths";
    WHEEL_DEGREES "K.wheel_degrees" RF_MOV_21 45 "farthest wheel";
    OBLIQUE_DEGREES "K.oblique_degrees" RF_MOV_22 45 "farthest oblique";
    WITHDRAW_COST "K.withdraw_cost" RF_MOV_24 200 "cost of an inch straight back, in hundredths";
    COLUMN_WHEEL_DEGREES "K.column_wheel_degrees" RF_MOV_25 90 "farthest wheel of a field column";
    STAND_OFF "K.stand_off" RF_MOV_27 100 "nearest to an enemy without a charge";
    CHANGE_FRONT_DEGREES "K.change_front_degrees" RF_MAN_23 90 "farthest change of front";
    SCALE_REACH "K.scale_reach" RF_MAN_40 50 "how near a unit stands to the obstacle it scales";
    DETACH_REACH "K.detach_reach" RF_MAN_42 400 "how far off a detachment is set down";
    DETACHMENT_LEAST "K.detachment_least" RF_MAN_43 2 "fewest stands of either part of a divided unit";
    RETREAT_STEP "K.retreat_step" RF_RET_01 25 "step of a retreat out of close range";
    RETREAT_TURN "K.retreat_turn" RF_RET_03 15 "step by which a barred retreat turns, in degrees";
    RETREAT_TURN_MOST "K.retreat_turn_most" RF_RET_03 45 "farthest turn of a short retreat, in degrees";
    GIVE_GROUND "K.give_ground" RF_RET_04 200 "distance from the enemy after a short retreat";
    FULL_RETREAT_TURN_MOST "K.full_retreat_turn_most" RF_RET_05 90 "farthest turn of a full retreat, in degrees";
    NO_WAY_OUT_LOSS "K.no_way_out_loss" RF_RET_09 1 "stands lost without an open route";
    RETREAT_STAND_OFF "K.retreat_stand_off" RF_RET_12 100 "nearest to an enemy on a retreat";
    // Sight and arcs.
    EYE_HEIGHT "K.eye_height" RF_LOS_02 5 "height of eye and aim";
    WOODS_HEIGHT "K.woods_height" RF_LOS_02 10 "height of woods";
    BUILDING_HEIGHT "K.building_height" RF_LOS_02 10 "height of a building";
    TROOPS_HEIGHT "K.troops_height" RF_LOS_02 6 "height of troops and guns";
    LIGHT_WOODS_DEPTH "K.light_woods_depth" RF_LOS_03 800 "light woods that sight passes";
    DENSE_WOODS_DEPTH "K.dense_woods_depth" RF_LOS_03 400 "dense woods that sight passes";
    OVERHEAD "K.overhead" RF_LOS_07 400 "how far troops must be from gun and target to be fired over";
    FIRE_ARC "K.fire_arc" RF_ARC_01 45 "arc of fire outward from each front corner, in degrees";
    OUTFLANK_REACH "K.outflank_reach" RF_ARC_11 800 "how near an enemy outflanks";
    // Fire.
    COLUMN_FIRERS "K.column_firers" RF_FIR_02 4 "stands of a field column that fire";
    CLOSE_RANGE "K.close_range" RF_FIR_11 400 "close range";
    HALVED "K.halved" RF_FIR_12 50 "what is left of halved fire points, in hundredths";
    TARGET_TIE "K.target_tie" RF_FIR_16 100 "difference of distance that is no difference";
    WITHERING_LOSS "K.withering_loss" RF_FIR_27 2 "stands lost to Withering Fire";
    WITHERING_WRECKS "K.withering_wrecks" RF_FIR_27 1 "guns wrecked by Withering Fire";
    WITHERING_FURTHER "K.withering_further" RF_FIR_27 15 "result from which Withering Fire costs a further stand";
    WITHERING_FURTHER_LOSS "K.withering_further_loss" RF_FIR_27 1 "the further stand";
    TELLING_LOSS "K.telling_loss" RF_FIR_28 1 "stands lost to Telling Fire";
    GALLING_LOSS "K.galling_loss" RF_FIR_29 1 "stands lost to Galling Fire by those already disordered";
    CHECKED_BACK "K.checked_back" RF_FIR_34 200 "how far from the enemy a checked charge ends";
    MASSED_REACH "K.massed_reach" RF_FIR_36 200 "how near behind the target others suffer too";
    AMMO_DIE "K.ammo_die" RF_FIR_38 10 "face that runs a firer low on ammunition";
    LEADER_DIE "K.leader_die" RF_FIR_39 10 "face that endangers a leader";
    LEADER_REACH "K.leader_reach" RF_FIR_39 400 "how near the target a leader is in danger";
    PASS_THROUGH_REACH "K.pass_through_reach" RF_FIR_42 400 "how near an enemy who moves past is fired at";
    HAND_HAUL "K.hand_haul" RF_GUN_09 200 "hand haul of a light carriage";
    GALLOPER_HAUL "K.galloper_haul" RF_GUN_09 400 "hand haul of a galloper";
    // Charge.
    CHARGE_WHEEL_DEGREES "K.charge_wheel_degrees" RF_CHG_04 45 "farthest wheel or oblique of a charge";
    SUPPORT_REACH "K.support_reach" RF_CHG_09 100 "how near a support stands";
    SUPPORT_DEGREES "K.support_degrees" RF_CHG_09 45 "how far a support may face aside";
    COUNTERCHARGE_FRIEND "K.countercharge_friend" RF_CHG_11 400 "how near a charged friend calls up cavalry";
    COUNTERCHARGE_ARC "K.countercharge_arc" RF_CHG_11 45 "arc of a countercharge, in degrees";
    ALIGN_DEGREES "K.align_degrees" RF_CHG_17 45 "farthest pivot on contact";
    CONTACT_EDGE "K.contact_edge" RF_CHG_18 100 "edge that each of several chargers needs";
    OUTNUMBERED_3_2 "K.outnumbered_3_2" RF_CHG_24 150 "enemies to 100 that are three to two";
    OUTNUMBERED_2_1 "K.outnumbered_2_1" RF_CHG_24 200 "enemies to 100 that are two to one";
    OUTNUMBERED_3_1 "K.outnumbered_3_1" RF_CHG_24 300 "enemies to 100 that are three to one";
    GUN_SUPPORT "K.gun_support" RF_CHG_29 200 "how near troops support guns";
    CARRY_MOST "K.carry_most" RF_CHG_40 400 "farthest move to carry a position";
    SWEPT_LOSS "K.swept_loss" RF_CHG_41 2 "stands lost when swept from the field";
    DRIVEN_BACK_LOSS "K.driven_back_loss" RF_CHG_43 1 "stands lost when driven back";
    DRIVEN_BACK_FURTHER "K.driven_back_further" RF_CHG_43 1 "further stands, by cavalry or outflanked";
    HARD_PRESSED_LOSS "K.hard_pressed_loss" RF_CHG_46 1 "stands lost when hard pressed in disorder";
    HARD_PRESSED_DAMAGE "K.hard_pressed_damage" RF_CHG_47 1 "gun stands damaged when hard pressed";
    STRUGGLE_LOSS "K.struggle_loss" RF_CHG_50 1 "stands lost by each side in a desperate struggle";
    FALTER_LOSS "K.falter_loss" RF_CHG_52 1 "stands lost by a disordered attacker who falters";
    RECOIL_LOSS "K.recoil_loss" RF_CHG_53 1 "stands lost by an attacker who recoils";
    RECOIL_FURTHER "K.recoil_further" RF_CHG_53 1 "further stands, by cavalry or outflanked";
    REPULSED_LOSS "K.repulsed_loss" RF_CHG_54 2 "stands lost by an attacker who is repulsed";
    BREAKTHROUGH_ARC "K.breakthrough_arc" RF_CHG_60 45 "arc of a breakthrough, in degrees";
    ASSAULT_REACH "K.assault_reach" RF_CHG_66 50 "how near behind an obstacle an enemy can be charged across it";
    // Leaders.
    REPLACE_DELAY "K.replace_delay" RF_LDR_08 2 "maneuver phases until a lost leader is replaced";
    REPLACE_ABLE "K.replace_able" RF_LDR_08 3 "lowest die of an able successor";
    REPLACE_GALLANT "K.replace_gallant" RF_LDR_08 9 "lowest die of a gallant successor";
    // Victory.
    HEAVY_PERCENT "K.heavy_percent" RF_VIC_03 25 "part of the army whose loss is heavy, in hundredths";
    POSITION_VP "K.position_vp" RF_VIC_06 2 "points for a key position";
    POSITION_REACH "K.position_reach" RF_VIC_06 200 "how near a unit controls a key position";
    TURNS "K.turns" RF_VIC_09 12 "usual length of a battle in turns";
    HEAVY_VP "K.heavy_vp" RF_VIC_10 2 "points for heavy enemy casualties";
    GREATER_VP "K.greater_vp" RF_VIC_10 1 "further points for greater enemy losses";
    LEADER_VP "K.leader_vp" RF_VIC_10 1 "points for an enemy leader";
    COMMANDER_VP "K.commander_vp" RF_VIC_10 2 "points for the enemy commander";
    MARGIN_MARGINAL "K.margin_marginal" RF_VIC_11 2 "least lead of a marginal victory";
    MARGIN_CLEAR "K.margin_clear" RF_VIC_11 4 "least lead of a clear victory";
    MARGIN_DECISIVE "K.margin_decisive" RF_VIC_11 7 "least lead of a decisive victory";
    SUDDEN_PERCENT "K.sudden_percent" RF_VIC_12 50 "part of the army whose loss ends the battle, in hundredths";
}
