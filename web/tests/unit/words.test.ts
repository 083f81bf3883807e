import { describe, expect, test } from 'vitest';
import { chance, chances, compass, costWords, counted, cutNames, day, fewerWords, percents, playingTime, shortNames, signed, stopped, tallied, tellingPart, twoLines, typeset } from '../../src/words';
import type { Ledger } from '../../src/wire';
import { piece } from './piece';

describe('words', () => {
  test('chances are whole percents, and one in so many below one', () => {
    expect([0, 0.004, 0.3, 0.999, 1].map(chance)).toEqual(['never', '1 in 250', '30 %', '99 %', '100 %']);
  });
  test('numbers carry the true minus', () => {
    expect([signed(-1), signed(0), signed(2)]).toEqual(['−1', '+0', '+2']);
    expect(typeset('within 4", d10 -1')).toBe('within 4″, d10 −1');
  });
  test('facings are points of the compass, all the way round', () => {
    expect([0, 4500, 9000, 18000, 31500, 35900, -4500].map(compass)).toEqual(['north', 'north-east', 'east', 'south', 'north-west', 'north', 'north-west']);
  });
  test('days and times as people say them', () => {
    expect(day('1781-01-17')).toBe('17 January 1781');
    expect([15, 60, 90, 120].map(playingTime)).toEqual(['15 minutes', '1 hour', '1½ hours', '2 hours']);
  });
  test('a sentence ends once', () => {
    expect([stopped('the die is cast'), stopped('Charge?')]).toEqual(['The die is cast.', 'Charge?']);
  });
  test('a crowded table has letters for names', () => {
    expect(cutNames(['33rd Foot', 'Somerset County militia', 'Light Infantry', 'Grenadiers', 'Regiment on the west of the lane', "Pulteney's (13th)", 'Guard'])).toEqual(['33rd', 'SCM', 'LI', 'Gren.', 'RWL', 'P 13th', 'Guard']);
  });
  test('a battery is known by the weight of its guns', () => {
    expect(cutNames(['Two 6-pounders', 'Royal Artillery 6-pounders', 'Six-pounders of the right', 'Two 4-pounders'])).toEqual(['6-pdrs', 'RA 6-pdrs', '6-pdrs R', '4-pdrs']);
  });
  test('letters tell all units apart', () => {
    expect(cutNames(['1st Maryland', '1st New Hampshire', '2nd Maryland', 'Light infantry', 'Legion infantry', 'Guard', 'Guard'])).toEqual(['1st M', '1st NH', '2nd', 'Ligh infa', 'Legi infa', 'Guard', 'Guard']);
  });
  test('all that can come of something is a hundred together', () => {
    expect(chances([0.125, 0.875])).toEqual(['13 %', '87 %']);
    expect(chances([1 / 3, 1 / 3, 1 / 3])).toEqual(['34 %', '33 %', '33 %']);
    expect(chances([0.996, 0.004])).toEqual(['99 %', '1 in 250']);
    expect(chances([1, 0])).toEqual(['100 %', 'never']);
    for (let n = 1; n < 40; n++) {
      const parts = [1, n, n * n];
      const all = parts.reduce((sum, part) => sum + part, 0);
      expect(percents(parts.map((part) => part / all)).reduce((sum, part) => sum + part, 0)).toBe(100);
    }
  });
  test('of a long name the part that tells it from its like', () => {
    expect(['Battalion of the line, right wing', 'Continental regiment on the east of the lane', 'Grenadiers', 'Foot, left'].map(tellingPart)).toEqual(['Right wing', 'East of the lane', '', '']);
  });
  test('a long name in fewer words', () => {
    expect(['British Legion infantry', 'Pennsylvania riflemen', 'Light infantry', 'Tate', '7th Foot'].map(fewerWords)).toEqual([['Legion', 'infantry'], ['Pennsylvania'], [], [], []]);
  });
  test('what a way costs', () => {
    expect(['0.84 of 1.00', '5" of 10"'].map(costWords)).toEqual(['84\u2009% of its move', '5″ of 10″']);
  });
  test('long names break into two even lines', () => {
    expect(twoLines('Somerset County militia')).toEqual(['Somerset', 'County militia']);
    expect(twoLines('Tate')).toEqual(['Tate']);
  });
  test('a short name serves only where it tells two units apart', () => {
    const names = shortNames([piece({ id: 1, name: 'Battalion of the line, right wing' }), piece({ id: 2, name: 'Battalion of the line, left wing' }), piece({ id: 3, name: 'Royal Artillery, two 6-pounders' }), piece({ id: 4, name: 'Thomas Penrose', kind: 'leader' })]);
    expect([...names.values()]).toEqual(['Battalion of the line, right wing', 'Battalion of the line, left wing', 'Royal Artillery', 'Penrose']);
  });
});

test('a tally says what it counts', () => {
  const said = (quantity: Ledger['quantity'], total: number): string => tallied({ lines: [], quantity, total });
  expect([said('score', -2), said('dice', 3), said('dice', 1), said('need', 5), said('percent', 40), said('quarters', 6)]).toEqual(['−2', '3 dice', '1 die', 'needs 5', '40 %', '1.5']);
  expect([said('faces', 1), said('faces', 2), said('casualties', 1), said('casualties', 2), said('hundredths', 250), said('actions', 4)]).toEqual(['1 face hits', '2 faces hit', '1 casualty', '2 casualties', '2.5″', '4 AP']);
  expect((['quarters', 'hundredths', 'score'] as const).map((quantity) => counted({ lines: [], quantity, total: 0 }, -10))).toEqual(['−2.5', '−0.1″', '−10']);
});
