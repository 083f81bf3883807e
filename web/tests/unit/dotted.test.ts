import { expect, test } from 'vitest';
import { asked, differences, query, withFacts } from '../../src/dotted';

const plain = { cold_steel: false, attacker: { order: 'good', stands: 10 }, firing: [{ range: 4 }] };

test('what differs is named with dots, and said again it is the same', () => {
  const facts = { cold_steel: true, attacker: { order: 'disordered', stands: 10 }, firing: [{ range: 2 }] };
  const said = differences(plain, facts);
  expect(said).toEqual({ cold_steel: true, 'attacker.order': 'disordered', 'firing.0.range': 2 });
  expect(withFacts(plain, said)).toEqual(facts);
  expect(plain.attacker.order).toBe('good');
});

test('a list of another length is said whole; a name that leads nowhere is left out', () => {
  expect(differences(plain, { ...plain, firing: [] })).toEqual({ firing: [] });
  expect(withFacts(plain, { 'attacker.oder': 'good', 'no.such': 1 })).toEqual(plain);
});

test('an address holds both situations', () => {
  const address = query({ 'attacker.order': 'disordered', cold_steel: true }, { 'defender.stands': 5 });
  expect(asked(address)).toEqual({ first: { 'attacker.order': 'disordered', cold_steel: true }, second: { 'defender.stands': 5 } });
  expect(asked(query({}, null))).toEqual({ first: {}, second: null });
  expect(asked(query({}, {}))).toEqual({ first: {}, second: {} });
});
