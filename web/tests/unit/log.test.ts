import { expect, test } from 'vitest';
import { lineOf, looseOf, newsOf, turnsOf } from '../../src/log';
import type { Card, Entry, Telling } from '../../src/wire';

const said = (words: string, landmark: Telling['landmark'] = null): Telling => ({ words, card: null, landmark });
const roll: Telling = { words: 'fire, d10: rolled 9, makes 9', card: {} as Card, landmark: null };
const entry = (n: number, side: Entry['side'], ...told: Telling[]): Entry => ({ n, side, chapter: null, phrase: `act ${n}`, told, note: null });

test('the news of a command is what its dice brought, not that the turn goes on', () => {
  expect(newsOf(entry(0, 'red', said('he led'), roll, said('9, Galling Fire'), said('it moved'), said('step', { step: 1 })))?.words).toBe('9, Galling Fire');
  expect(newsOf(entry(0, 'red', said('it moved'), said('it halted'), said('step', { step: 1 })))?.words).toBe('it halted');
  expect(newsOf(entry(0, 'red', said('step', { step: 1 })))).toBeUndefined();
});

test('a line of the log says nothing twice', () => {
  const line = (phrase: string, ...told: Telling[]): string[] => lineOf({ ...entry(0, 'red', ...told), phrase });
  expect(line('Marsham leads the Grenadiers and the left wing', said('Marsham leads'))).toEqual(['Marsham leads the Grenadiers and the left wing']);
  expect(line('the Line (5 stands): fire at the Guard', roll, said('the Line at the Guard: 1, Desultory Fire'))).toEqual(['the Line at the Guard: 1, Desultory Fire']);
  expect(line('the Light Bobs charge the riflemen, obliquely 2° left', said('the Light Bobs charge no more'))).toHaveLength(2);
  expect(line('done', said('the Line reaches the Guard'))).toEqual(['the Line reaches the Guard']);
  expect(line('done', said('red, fire phase', { step: 1 }))).toEqual(['done', 'red, fire phase']);
  expect(line('advance 3"', said('the Legion advanced 3"'))).toEqual(['the Legion advanced 3"']);
  expect(line('the Line: half move, ahead 5"', said('the Line moved 5" to 17.2, 11.8'))).toEqual(['the Line: half move, ahead 5"']);
  expect(line('the Line: oblique 3° for 12 cm', said('the Line moved.'))).toEqual(['the Line: oblique 3° for 12 cm']);
  expect(line('the Guns, two 6-pounders, check without a leader', roll, said('the Guns, two 6-pounders: 6, Tardy'))).toHaveLength(2);
  expect(line('Hale leads the Foot', roll, said('Hale leads'), said('the Foot: 9, Tardy'))).toEqual(['Hale leads the Foot', 'the Foot: 9, Tardy']);
  expect(line('hold')).toEqual(['hold']);
});

test('turns begin where a step of another turn does', () => {
  const log = [entry(0, 'red', said('', { step: 1 })), entry(1, 'red'), entry(2, 'blue', said('', { step: 2 })), entry(3, 'red', said('', { step: 2 })), entry(4, 'red', said('', { step: 3 }))];
  expect(turnsOf(log)).toEqual([3, 5]);
});

test('loose acts are those since the last die or the other side', () => {
  const log = [entry(0, 'red'), entry(1, 'blue'), entry(2, 'red', roll), entry(3, 'red'), entry(4, 'red')];
  expect(looseOf(log, 'red').map((each) => each.n)).toEqual([4, 3]);
  expect(looseOf(log, 'blue')).toEqual([]);
});
