import { describe, expect, test } from 'vitest';
import { fieldOf, keyWords, plainValue } from '../../src/facts';

const schema = {
  type: 'object',
  properties: {
    stands: { type: 'integer', minimum: 0, maximum: 30, description: 'How many fire.' },
    low_ammo: { type: 'boolean' },
    cover: { $ref: '#/$defs/Cover', description: 'What it stands behind.' },
    leader_at: { anyOf: [{ $ref: '#/$defs/Cover' }, { type: 'null' }] },
    behind: { type: 'array', items: { $ref: '#/$defs/Unit' } },
    odd: { oneOf: [{ type: 'object', properties: {} }, { const: 'x' }] },
  },
  $defs: {
    Cover: { oneOf: [{ type: 'string', const: 'none' }, { type: 'string', const: 'full' }, { type: 'string', enum: ['works'] }] },
    Unit: { type: 'object', properties: { stands: { type: ['integer', 'null'] } } },
  },
};

describe('a form from a schema', () => {
  const field = fieldOf(schema);
  const part = (key: string): unknown => (field.kind === 'group' ? field.parts.find((each) => each.key === key)?.field : null);
  test('each kind of fact has its field', () => {
    expect(part('stands')).toEqual({ kind: 'number', least: 0, most: 30, step: 1 });
    expect(part('low_ammo')).toEqual({ kind: 'flag' });
    expect(part('cover')).toEqual({ kind: 'choice', values: ['none', 'full', 'works'], words: ['none', 'full', 'works'] });
    expect(part('leader_at')).toMatchObject({ kind: 'maybe', of: { kind: 'choice' } });
    expect(part('behind')).toMatchObject({ kind: 'list', of: { kind: 'group', parts: [{ key: 'stands', field: { kind: 'maybe', of: { kind: 'number' } } }] } });
    expect(part('odd')).toEqual({ kind: 'other' });
  });
  test('help comes from the place of use first', () => {
    expect(field.kind === 'group' && field.parts.map((each) => each.help).slice(0, 3)).toEqual(['How many fire.', '', 'What it stands behind.']);
  });
  test('a plain value fits its field', () => {
    expect(plainValue(field)).toEqual({ stands: 0, low_ammo: false, cover: 'none', leader_at: null, behind: [], odd: null });
  });
  test('keys are words', () => expect(keyWords('low_ammo')).toBe('Low ammo'));
});
