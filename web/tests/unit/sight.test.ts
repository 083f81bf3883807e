import { expect, test } from 'vitest';
import { between, groundAt, looked, lookedAloud } from '../../src/sight';
import type { Measured, Sight, View } from '../../src/wire';
import { piece } from './piece';

const view: View = {
  system: '', turn: 1, turns: null, phase: '', active: null, size: [100000, 100000], measure: 'inches', pieces: [piece({ id: 4, name: 'Guard' })], gone: [], places: [], tracks: [], overlays: [], prompt: null, waiting: [], over: null,
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

test('a look that is hidden ends at what hides it', () => {
  const line = { from: { x: 0, y: 15000 }, to: { x: 40000, y: 15000 } };
  const measured = { line, length: 40000, words: '', sight: { seen: true, hidden: null } as Sight };
  const hidden = { clause: 'RF-LOS-03', reason: 'Sugar Wood hides it', place: { along: line } };
  const look = (sight: Sight, other: Partial<Measured> = {}): ReturnType<typeof looked> => looked(view, true, { unit: 1 }, { unit: 2 }, { ...measured, sight, ...other });
  expect(look({ seen: true, hidden: null }).stop).toBeNull();
  const wood = look({ seen: false, hidden });
  expect(Math.round((wood.stop!.x / 24) * 2540)).toBe(10000);
  expect(lookedAloud(wood)).toMatch(/^not seen: Sugar Wood hides it/);
  const column = { from: { x: 1000, y: -9000 }, to: { x: 1000, y: 9000 } };
  const behind = look({ seen: false, hidden: { ...hidden, place: { unit: 4 } } }, { line: column });
  expect(Math.round(100000 - (behind.stop!.y / 24) * 2540)).toBe(-1905);
  expect(looked(view, false, { unit: 1 }, { unit: 2 }, { ...measured, sight: { seen: false, hidden } }).stop).toBeNull();
});
