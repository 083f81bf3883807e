//! The numbers that stand alone in the chapter, in its order. Distances are tenths of a yard.

use firelock_core::numbers;

use crate::clauses::*;

numbers! {
    // Scale and table.
    MEN_PER_CASTING "K.men_per_casting" FD_SCL_01 10 "men to a casting";
    TABLE_WIDTH "K.table_width" FD_SCL_09 7200 "usual width of the table";
    TABLE_DEPTH "K.table_depth" FD_SCL_09 4800 "usual depth of the table";
    DEPLOY_DEPTH "K.deploy_depth" FD_SCL_10 1200 "usual depth of a deployment zone";
    CONTACT "K.contact" FD_SCL_13 5 "widest gap that is contact";
    ADJACENT "K.adjacent" FD_SCL_13 50 "widest gap that is adjacent";
    // Roster.
    FOOT_CASTINGS_LEAST "K.foot_castings_least" FD_ROS_02 3 "fewest castings of a full stand of foot";
    FOOT_CASTINGS_MOST "K.foot_castings_most" FD_ROS_02 10 "most castings of a full stand of foot";
    FOOT_HALF_CASTINGS_MOST "K.foot_half_castings_most" FD_ROS_02 3 "most castings of a half-stand of foot";
    MOUNTED_CASTINGS_LEAST "K.mounted_castings_least" FD_ROS_02 2 "fewest castings of a full mounted stand";
    MOUNTED_CASTINGS_MOST "K.mounted_castings_most" FD_ROS_02 3 "most castings of a full mounted stand";
    MOUNTED_HALF_CASTINGS "K.mounted_half_castings" FD_ROS_02 1 "castings of a mounted half-stand";
    DOUBLE_CASTINGS_LEAST "K.double_castings_least" FD_ROS_02 4 "fewest castings of a double stand";
    DOUBLE_CASTINGS_MOST "K.double_castings_most" FD_ROS_02 6 "most castings of a double stand";
    REGIMENT_LEAST "K.regiment_least" FD_ROS_17 2 "fewest stands of a usual regiment";
    REGIMENT_MOST "K.regiment_most" FD_ROS_17 10 "most stands of a usual regiment";
    RATING_MOST "K.rating_most" FD_ROS_19 4 "highest morale rating";
    SECTION_GUNS "K.section_guns" FD_ROS_20 2 "guns of a full section";
    CREW_PER_GUN "K.crew_per_gun" FD_ROS_20 2 "crewmen to a gun";
    PERSONAL_FORCE "K.personal_force" FD_ROS_32 2 "most stands of a personal force";
    // Terrain and zones.
    SLOPE_WIDTH "K.slope_width" FD_TER_04 300 "usual width of a slope";
    COVER_REACH "K.cover_reach" FD_TER_06 100 "how near behind linear cover a stand has its protection";
    // Formations.
    SKIRMISH_TETHER "K.skirmish_tether" FD_FRM_11 500 "how far open order may be from its command";
    QUARTER_DEGREES "K.quarter_degrees" FD_FRM_15 45 "half of the angle of a quarter, in degrees";
    // Command.
    COURIER_MOVE "K.courier_move" FD_CMD_04 1200 "move of a courier";
    COURIER_SHIFT "K.courier_shift" FD_CMD_08 1200 "how far a courier is shifted out of the way";
    ADVANCE_NEAR "K.advance_near" FD_CMD_09 1000 "how near an enemy ends the duty to advance";
    HOLD_REACH "K.hold_reach" FD_CMD_11 600 "how far from its place a holding regiment goes";
    SUCCESSION_TURNS "K.succession_turns" FD_CMD_15 3 "turns until a brigade has a new commander";
    DUTY_DEGREES "K.duty_degrees" FD_CMD_17 45 "how far off the front a goal may lie without a turn, in degrees";
    DUTY_SHARE "K.duty_share" FD_CMD_17 50 "share of the Field rate that a duty asks, in hundredths";
    DUTY_LEAST "K.duty_least" FD_CMD_17 10 "shortest move that a duty asks";
    // Movement.
    ROAD_CLEAR "K.road_clear" FD_MOV_05 3000 "distance from the enemy that road rates ask";
    LIMBERED_CLEAR "K.limbered_clear" FD_MOV_13 2000 "distance from the enemy that limbered guns keep";
    PROLONGE_CLEAR "K.prolonge_clear" FD_MOV_15 600 "distance from the enemy that a prolonge keeps";
    LIMBER_HIT_CUT "K.limber_hit_cut" FD_MOV_18 25 "part of the rate that a limber hit costs, in hundredths";
    LIMBER_HITS "K.limber_hits" FD_MOV_18 4 "limber hits that leave a gun where it is";
    TURN_SHARE "K.turn_share" FD_MOV_19 50 "part of the rate left after a facing change, in hundredths";
    WHEEL_DEGREES "K.wheel_degrees" FD_MOV_23 90 "farthest wheel, in degrees";
    COLUMN_DEGREES "K.column_degrees" FD_MOV_24 90 "farthest turn of a column, in degrees";
    SHIFT_RATING "K.shift_rating" FD_MOV_25 2 "least rating for a tactical shift";
    SHIFT_SHORT "K.shift_short" FD_OPT_19 200 "tactical shift of all, by the other reading";
    STAND_OFF "K.stand_off" FD_MOV_26 100 "nearest to an enemy without a charge";
    PASSAGE_BOXES "K.passage_boxes" FD_MOV_28 1 "boxes marked for fleeing through friends";
    FLIGHT_DEGREES "K.flight_degrees" FD_MOV_28 45 "farthest turn from the flight line, in degrees";
    FLIGHT_CLEAR "K.flight_clear" FD_MOV_30 300 "how near an enemy turns a flight from the friendly edge";
    NO_WAY_BOXES "K.no_way_boxes" FD_MOV_31 1 "boxes marked by a body with no way to flee";
    DISMOUNT_GAP_LEAST "K.dismount_gap_least" FD_MOV_36 10 "narrowest gap of dragoons dismounted in open order";
    DISMOUNT_GAP_MOST "K.dismount_gap_most" FD_MOV_36 100 "widest gap of dragoons dismounted in open order";
    MOUNT_REACH "K.mount_reach" FD_MOV_36 200 "how near the halves of a stand are to mount";
    COMMANDER_MOVE "K.commander_move" FD_MOV_37 1200 "move of a brigade commander";
    // Sight and arcs.
    WOODS_FIRE "K.woods_fire" FD_LOS_04 300 "how far inside woods or rough a stand can be fired at";
    UPHILL_FIRE "K.uphill_fire" FD_LOS_14 600 "how far behind the crest a gun on the slope can hit";
    DOWNHILL_FIRE "K.downhill_fire" FD_LOS_15 4000 "longest range of a gun on a slope that faces downhill";
    CREST_FIRE "K.crest_fire" FD_LOS_16 600 "how near the crest a gun on top fires down";
    WOODS_SIGHT "K.woods_sight" FD_LOS_18 300 "wood that sight passes";
    SIGHT_CLEAR "K.sight_clear" FD_LOS_18 9000 "longest sight in clear weather";
    SIGHT_POOR "K.sight_poor" FD_LOS_18 3000 "longest sight in poor weather";
    // Small arms.
    MUSKET_REACH "K.musket_reach" FD_MUS_02 1000 "longest range of muskets";
    MATCHLOCK_REACH "K.matchlock_reach" FD_MUS_03 600 "longest range of matchlocks";
    BOW_REACH "K.bow_reach" FD_MUS_04 600 "longest range of bows";
    DISMOUNTED_REACH "K.dismounted_reach" FD_MUS_06 600 "longest range of dismounted horse";
    HIGH_RATING "K.high_rating" FD_MUS_11 3 "least rating of a better volley";
    SKIRMISH_DICE "K.skirmish_dice" FD_MUS_21 1 "dice of a skirmishing body";
    EFFECT_DICE "K.effect_dice" FD_MUS_23 3 "dice rolled for each skirmish hit";
    EFFECT_FACE "K.effect_face" FD_MUS_23 9 "face that counts among them";
    SKIRMISH_RETREAT "K.skirmish_retreat" FD_MUS_24 300 "retreat by a skirmish result";
    GARRISON_SHARE "K.garrison_share" FD_OBJ_07 50 "part of a garrison that fires or fights, in hundredths";
    PROTECTIVE_RANGE "K.protective_range" FD_MUS_40 100 "range of protective fire";
    // Artillery.
    CANNISTER_REACH "K.cannister_reach" FD_ART_16 1500 "longest range of cannister";
    SHELL_BEYOND "K.shell_beyond" FD_ART_17 1500 "range that a shell must pass";
    MODIFIER_SPLIT "K.modifier_split" FD_ART_10 3000 "where the near modifiers end";
    MODIFIER_SPLIT_400 "K.modifier_split_400" FD_OPT_13 4000 "where they end by the other reading";
    AUTOMATIC_HIT "K.automatic_hit" FD_ART_13 100 "chance of which so much is a certain hit";
    HITS_MOST "K.hits_most" FD_ART_13 2 "most hits of a shot";
    // Charge and melee.
    STOP_SHORT "K.stop_short" FD_MEL_21 100 "how far from close order an open-order charge stops";
    SKIRMISH_FLIGHT_FOOT "K.flight_foot" FD_MEL_17 800 "voluntary flight on foot";
    SKIRMISH_FLIGHT_MOUNTED "K.flight_mounted" FD_MEL_17 1200 "voluntary flight of light cavalry";
    FLANK_DEGREES "K.flank_degrees" FD_MEL_26 45 "how near the target's facing a charge strikes the rear edge, in degrees";
    CASTINGS_TIMES "K.castings_times" FD_MEL_38 2 "times the castings that count";
    RATING_CASUALTIES "K.rating_casualties" FD_MEL_39 2 "casualties by each hit of a higher rating";
    PURSUIT "K.pursuit" FD_MEL_50 300 "pursuit";
    PURSUIT_CLEAR "K.pursuit_clear" FD_MEL_51 10 "how far from friends a pursuit stops";
    FALL_BACK "K.fall_back" FD_OBJ_27 300 "how far attackers fall back from a zone";
    // Morale.
    CERTAIN_PASS "K.certain_pass" FD_MOR_02 10 "total that passes without dice";
    COMMANDER_REACH "K.commander_reach" FD_MOR_06 600 "how near a brigade commander steadies";
    OVER_HALF "K.over_half" FD_MOR_07 50 "share of the boxes beyond which losses tell, in hundredths";
    FLIGHT "K.flight" FD_MOR_11 1000 "flight of a failed check";
    FLIGHT_BOXES "K.flight_boxes" FD_MOR_12 1 "boxes of the worse flight";
    SURRENDER_REACH "K.surrender_reach" FD_MOR_13 1000 "how near the enemy closes a side";
    SURRENDER_SIDES "K.surrender_sides" FD_MOR_13 3 "closed sides that make a body surrender";
    FANATIC_RATING "K.fanatic_rating" FD_OPT_04 3 "least rating that may go on in spite of a loss";
    FANATIC_BOXES "K.fanatic_boxes" FD_OPT_04 1 "boxes for ignoring a lighter loss";
    FANATIC_BOXES_WORSE "K.fanatic_boxes_worse" FD_OPT_04 2 "boxes for ignoring a worse loss";
    // Leaders.
    SHOT_FACES "K.shot_faces" FD_LDR_01 1 "faces from 0 that hit a commander under fire";
    MELEE_FACES "K.melee_faces" FD_LDR_03 1 "faces from 0 that endanger a commander whose body passed, and that hit one endangered";
    FALL_SEEN "K.fall_seen" FD_LDR_07 3000 "how far a commander's fall is seen";
    FALL_SEEN_POOR "K.fall_seen_poor" FD_LDR_07 1500 "how far it is seen in poor weather";
    REFUGE "K.refuge" FD_LDR_08 1200 "how far a commander in danger goes to friends";
    // Victory.
    TURNS "K.turns" FD_VIC_01 20 "usual length of the game in turns";
    BREAK_PERCENT "K.break_percent" FD_VIC_04 50 "loss that breaks an army, in hundredths";
    DECISIVE_LEAD "K.decisive_lead" FD_VIC_05 10 "lead of a decisive victory";
    DECISIVE_TIMES "K.decisive_times" FD_VIC_05 2 "times the enemy's points of a decisive victory";
    MARGINAL_LEAD "K.marginal_lead" FD_VIC_05 3 "lead of a marginal victory";
}
