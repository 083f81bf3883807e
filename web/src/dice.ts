/** Dice rolled by hand: which one is wanted, and what a face would bring. */
import { oddsRows } from './odds';
import type { Lot, PreviewAnswer, Roll } from './wire';
import { diceWanted } from './words';

/** The die that is wanted after so many: its lot, the unit it is rolled for, and the number of its throw where there are several. */
export function dieWanted(roll: Roll, given: number): { lot: Lot; unit: number | null; trial: number } | null {
  let left = given;
  for (const lot of roll.lots) {
    const all = lot.trials * lot.dice;
    if (left < all) return { lot, unit: roll.whys[lot.why]?.[0] ?? null, trial: lot.trials > 1 && lot.dice > 1 ? Math.floor(left / lot.dice) + 1 : 0 };
    left -= all;
  }
  return null;
}

/** What a face of a single die would bring, as it was foreseen when the command was given; empty where that is not known. */
export function keyBrings(foreseen: PreviewAnswer | null, roll: Roll, face: number): string {
  const card = foreseen?.card;
  if (!card || diceWanted(roll) !== 1 || card.roll.clause !== roll.clause || card.roll.label !== roll.label) return '';
  const row = oddsRows(card.odds).rows.find((each) => inRanges(each.rolls, face));
  if (!row) return '';
  // "The 7th at Tate's Virginians: 9, Galling Fire": the effect stands last.
  const said = row.told[0]?.split(': ').pop()?.split(', ').pop();
  return said ?? (row.then ? `then ${row.then}` : 'no effect');
}

/** Whether a number lies in ranges such as "1, 3 to 5". */
export function inRanges(ranges: string, n: number): boolean {
  return ranges.split(',').some((range) => {
    const ends = range.split(' to ').map((end) => Number(end.trim()));
    return n >= ends[0]! && n <= (ends[1] ?? ends[0]!);
  });
}
