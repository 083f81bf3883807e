import { describe, expect, it } from 'vitest';
import { frame } from '../../src/render/frame';
import type { View } from '../../src/wire';

const table = (measure: View['measure']): string =>
  frame({ system: '', turn: 1, turns: null, phase: '', active: null, size: [63500, 63500], measure, ground: [], pieces: [], gone: [], places: [], tracks: [], overlays: [], prompt: null, waiting: [], over: null });

const numbers = (svg: string): number[] => [...svg.matchAll(/y="-15">(\d+)</g)].map((found) => Number(found[1]));

describe('the ruler along the edge', () => {
  it('counts inches by twelves', () => expect(numbers(table('inches'))).toEqual([12, 24]));
  it('counts centimeters by tens', () => expect(numbers(table('centimeters'))).toEqual([10, 20, 30, 40, 50, 60]));
  it('counts yards by hundreds, at either scale', () => {
    expect(numbers(table('yards'))).toEqual([100, 200]);
    expect(numbers(table('metric-yards'))).toEqual([100, 200, 300]);
  });
  it('has a tick for each, for yards one for ten', () => {
    const ticks = (svg: string): number => (svg.match(/ 0v/g) ?? []).length;
    expect([ticks(table('inches')), ticks(table('centimeters')), ticks(table('yards'))]).toEqual([26, 64, 26]);
  });
});
