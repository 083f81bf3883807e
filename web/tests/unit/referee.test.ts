import { expect, test } from 'vitest';
import { cards, standing } from '../../src/referee.svelte';
import type { RefereeEntry } from '../../src/wire';

const unit = (id: string): RefereeEntry => ({ kind: 'unit', id, name: id, side: 'red', strength: 5 });

test('undo takes back the last entry that stands', () => {
  const entries: RefereeEntry[] = [unit('a'), { kind: 'loss', unit: 'a', lost: 2 }, { kind: 'undo' }, { kind: 'undo' }, unit('b')];
  expect(standing(entries)).toEqual([unit('b')]);
});

test('cards add their losses up, no more than they have', () => {
  const loss = (lost: number): RefereeEntry => ({ kind: 'loss', unit: 'a', lost });
  expect(cards([unit('a'), loss(2), loss(1)])[0]?.lost).toBe(3);
  expect(cards([unit('a'), loss(9)])[0]?.lost).toBe(5);
  expect(cards([unit('a'), loss(2), loss(-4)])[0]?.lost).toBe(0);
});
