import { expect, test } from 'vitest';
import { dieWanted, inRanges, keyBrings } from '../../src/dice';
import type { Lot, PreviewAnswer, Roll } from '../../src/wire';

const lot = (trials: number, dice: number, why: number, side: Lot['side'] = 'red'): Lot => ({ again: 0, cuts: [], dice, die: { D: 6 }, plus: 0, side, trials, why });
const ledger = { lines: [], quantity: 'score' as const, total: 0 };
const roll = (lots: Lot[]): Roll => ({ clause: 'RF-FIR-01', label: 'fire', lots, read: 'Sum', whys: [[4, ledger], [7, ledger]] });

test('which die is wanted, and for whom', () => {
  const opposed = roll([lot(1, 1, 0), lot(2, 2, 1, 'blue')]);
  expect(dieWanted(opposed, 0)).toMatchObject({ unit: 4, trial: 0, lot: { side: 'red' } });
  expect(dieWanted(opposed, 1)).toMatchObject({ unit: 7, trial: 1, lot: { side: 'blue' } });
  expect(dieWanted(opposed, 4)).toMatchObject({ unit: 7, trial: 2 });
  expect(dieWanted(opposed, 5)).toBeNull();
});

test('what a face would bring', () => {
  expect([inRanges('1, 3 to 5', 1), inRanges('1, 3 to 5', 2), inRanges('1, 3 to 5', 5)]).toEqual([true, false, true]);
  const one = roll([lot(1, 1, 0)]);
  const row = { p: 0.5, exact: null, percent: '', then: null };
  const foreseen = { card: { roll: one, dice: '', exactness: 'exact', odds: [{ ...row, rolls: '1 to 3', told: [] }, { ...row, rolls: '4 to 6', told: ['Tate at the 7th: 6, Galling Fire'] }] } } as unknown as PreviewAnswer;
  expect(keyBrings(foreseen, one, 2)).toBe('no effect');
  expect(keyBrings(foreseen, one, 5)).toBe('Galling Fire');
  expect(keyBrings(foreseen, roll([lot(2, 1, 0)]), 5)).toBe('');
});
