import { expect, test } from 'vitest';
import { between, groundAt } from '../../src/sight';
import type { View } from '../../src/wire';
import { piece } from './piece';

const view: View = {
  system: '', turn: 1, turns: null, phase: '', active: null, size: [100000, 100000], measure: 'inches', pieces: [piece({ id: 4, name: 'Guard' })], places: [], tracks: [], overlays: [], prompt: null, waiting: [], over: null,
  ground: [
    { id: 1, kind: 'light-woods', name: 'Sugar Wood', shape: { area: [{ x: 10000, y: 10000 }, { x: 20000, y: 10000 }, { x: 20000, y: 20000 }, { x: 10000, y: 20000 }] }, level: 0, meaning: 'partial cover' },
    { id: 2, kind: 'fence', name: '', shape: { line: [[{ x: 30000, y: 0 }, { x: 30000, y: 30000 }], 100] }, level: 0, meaning: 'obstacle' },
  ],
};

test('a line tells the ground and the troops it meets, not those at its ends', () => {
  const line = { from: { x: 1000, y: -1000 }, to: { x: 40000, y: 40000 } };
  expect(between(view, line, []).map((each) => each.name)).toEqual(['Guard', 'Sugar Wood', 'fence']);
  expect(between(view, line, [4]).map((each) => each.name)).toEqual(['Sugar Wood', 'fence']);
  expect(between(view, { from: { x: 50000, y: 50000 }, to: { x: 60000, y: 60000 } }, [])).toEqual([]);
});

test('a place tells the ground it lies on', () => {
  expect(groundAt(view, { x: 15000, y: 15000 })).toEqual([{ name: 'Sugar Wood', meaning: 'partial cover' }]);
  expect(groundAt(view, { x: 30100, y: 15000 }).map((each) => each.name)).toEqual(['fence']);
  expect(groundAt(view, { x: 90000, y: 90000 })).toEqual([]);
});
