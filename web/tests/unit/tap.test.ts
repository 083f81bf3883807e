import { expect, test } from 'vitest';
import { Play } from '../../src/play.svelte';
import type { GameState, View } from '../../src/wire';
import { piece } from './piece';

/** Red is asked what its unit 2 does; its leader 1 stands on it, as blue's leader 3 does on unit 4. */
function asked(): Play {
  const pieces = [piece({ id: 1, kind: 'leader' }), piece({ id: 2 }), piece({ id: 3, kind: 'leader', side: 'blue' }), piece({ id: 4, side: 'blue' })];
  const prompt = { side: 'red', words: 'charge', clause: 'X', form: 'act', options: [], acts: [[2, 'charge']], not_yet: null };
  const play = new Play('link');
  play.state = { seat: 'red', side: 'red', sides: ['British', 'Americans'], verdict: null, view: { pieces, gone: [], prompt } as unknown as View } as unknown as GameState;
  return play;
}

test('a tap means who can act or be aimed at, not the leader on top of it', () => {
  const play = asked();
  expect([1, 2, 3, 4].map((id) => play.isMeant(id))).toEqual([false, true, false, false]);
  play.selected = 2;
  play.act = 'charge';
  expect([1, 2, 3, 4].map((id) => play.isMeant(id))).toEqual([false, true, false, true]);
});

test('ruler and sight measure troops', () => {
  const play = asked();
  play.tool = 'sight';
  expect([1, 2, 3, 4].map((id) => play.isMeant(id))).toEqual([false, true, false, true]);
});

test('a side is many', () => {
  const play = asked();
  expect(play.named('red gives the battle up; blue wins')).toBe('the British give the battle up; the Americans win');
  expect(play.named('red, fire phase')).toBe('British, fire phase');
});
