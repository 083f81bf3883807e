import { expect, test } from 'vitest';
import { oddsRows } from '../../src/odds';
import type { Consequence } from '../../src/wire';

const row = (...told: string[]): Consequence => ({ p: 0.5, exact: '1/2', percent: '50 %', rolls: '1 to 5', told, then: null });

test('rows keep what tells them apart', () => {
  const { rows, always } = oddsRows([row('the Line at the Guard: No Effect'), row('the Line at the Guard: Galling Fire', 'the Guard disordered')]);
  expect(rows.map((each) => each.told)).toEqual([['No Effect'], ['Galling Fire', 'the Guard disordered']]);
  expect(always).toEqual([]);
});

test('what happens in any case is said once', () => {
  const { rows, always } = oddsRows([row('it gives its first volley', 'the Foot: 1 hit'), row('it gives its first volley')]);
  expect(always).toEqual(['it gives its first volley']);
  expect(rows.map((each) => each.told)).toEqual([['the Foot: 1 hit'], []]);
});

test('units that one die judges keep their names', () => {
  const { rows } = oddsRows([row('Marsham leads', 'the Foot: Tardy', 'the Guard: Tardy'), row('Marsham leads', 'the Foot: Tardy', 'the Guard: Well Handled'), row('Marsham leads', 'the Foot: Well Handled', 'the Guard: Well Handled')]);
  expect(rows.map((each) => each.told)).toEqual([['the Foot: Tardy', 'the Guard: Tardy'], ['the Foot: Tardy', 'the Guard: Well Handled'], ['the Foot: Well Handled', 'the Guard: Well Handled']]);
});
