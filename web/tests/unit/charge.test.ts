import { expect, test } from 'vitest';
import { chargeOf, charges } from '../../src/charge';
import { Play } from '../../src/play.svelte';
import type { Card, Chapter, Entry, GameState, Telling } from '../../src/wire';
import { piece } from './piece';

const said = (words: string, landmark: Telling['landmark'] = null): Telling => ({ words, card: null, landmark });
const rolled = (words: string, chapter: Chapter | null): Telling => ({ words, landmark: null, card: { chapter } as Card });
const entry = (n: number, side: Entry['side'], chapter: Chapter, ...told: Telling[]): Entry => ({ n, side, chapter, phrase: '', told, note: null });
const everybody: [number, string][] = [[1, '7th Foot'], [2, '17th Foot'], [3, 'Tate']];

const log = [
  entry(0, 'red', 'charge', said('step', { step: 3 }), said('7th Foot charged Tate', { charge: [1, 3] })),
  entry(1, 'blue', 'react', said('Tate stood')),
  entry(2, 'blue', 'fire', rolled('fire, d10', 'fire'), said('17th Foot at nobody: 2'), rolled('fire, d10', 'fire'), said('Tate at 7th Foot: 9, Galling Fire'), said('7th Foot disordered')),
  entry(3, 'red', 'melee', rolled('combat, d10 against d10', 'melee'), said('7th Foot against Tate: 3'), said('Tate retires')),
];

test('a charge is one story in chapters', () => {
  const [story] = charges(log, everybody);
  expect(story).toMatchObject({ unit: 1, target: 3, side: 'red', from: 0, to: 3, now: 'result' });
  const words = (part: 'declared' | 'answer' | 'fire' | 'contact' | 'result'): string[] => story!.parts[part].map((told) => told.words);
  expect(words('declared')).toEqual(['7th Foot charged Tate']);
  expect(words('answer')).toEqual(['Tate stood']);
  expect(words('fire')).toEqual(['fire, d10', 'Tate at 7th Foot: 9, Galling Fire', '7th Foot disordered']);
  expect(words('contact')).toEqual(['combat, d10 against d10']);
  expect(words('result')).toEqual(['7th Foot against Tate: 3', 'Tate retires']);
});

test('it grows with the log, and a name within a name is nobody', () => {
  expect(charges(log.slice(0, 1), everybody)[0]!.now).toBe('declared');
  expect(charges(log.slice(0, 2), everybody)[0]!.now).toBe('answer');
  expect(chargeOf(charges(log, everybody), 2)).toBeUndefined();
  expect(chargeOf(charges(log, everybody), 3)?.unit).toBe(1);
});

test('a countercharge belongs to the charge it meets, and a new turn forgets both', () => {
  const met = [log[0]!, entry(1, 'blue', 'react', said('Tate countercharged 7th Foot', { charge: [3, 1] }))];
  expect(charges(met, everybody)).toHaveLength(1);
  expect(charges(met, everybody)[0]!.parts.answer).toHaveLength(1);
  const ended = [...met, entry(2, 'red', 'command', said('turn 4', { step: 4 }), said('7th Foot rallies'))];
  expect(charges(ended, everybody)[0]!.to).toBe(1);
  expect(charges([...ended, entry(3, 'blue', 'move', said('Tate moved'))], everybody)).toEqual([]);
});

test('whoever left the table before the page was opened is still called by his name', () => {
  const play = new Play('link');
  const view = { pieces: [piece({ id: 1, name: '7th Foot' }), piece({ id: 2, name: '17th Foot' })], gone: [[3, 'Tate']] };
  play.state = { sides: ['British', 'Americans'], verdict: null, view } as unknown as GameState;
  play.log = log;
  expect([1, 3, 4, null].map((id) => play.called(id))).toEqual(['7th Foot', 'Tate', '', '']);
  expect(play.charges[0]!.parts.answer.map(({ words }) => words)).toEqual(['Tate stood']);
});
