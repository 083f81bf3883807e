import { expect, test } from 'vitest';
import { shifts } from '../../src/chain';
import { cellWords, combinations, commander } from '../../src/lab';

test('commanders and changes in words', () => {
  expect(['captain:bold', 'recruit', 'general:aggressive'].map(commander)).toEqual(['a bold captain', 'a recruit', 'an aggressive general']);
  expect(cellWords({ system: 'regimental', changes: [{ key: 'battle.turns', value: 3 }] } as unknown as Parameters<typeof cellWords>[0])).toBe('regimental, turns = 3');
});

test('every value is tried with every other', () => {
  expect([[], [{ key: '', values: '' }], [{ key: 'a', values: '3,5' }, { key: 'b', values: '1,2,3' }]].map(combinations)).toEqual([1, 1, 6]);
});

test('a shift is what the rows show', () => {
  // Shown as 24 % and 31 %, 34 % and 48 %, 42 % and 21 %.
  const rows = [[0.2385, 0.3145], [0.3385, 0.4765], [0.423, 0.209]].map(([p, other]) => ({ name: '', p: p!, other: other! }));
  expect(shifts(rows)).toEqual([7, 14, -21]);
});
