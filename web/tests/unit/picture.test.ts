import { describe, expect, test } from 'vitest';
import { fitted, showing, toPicture, toScreen, zoomed } from '../../src/camera';
import { around, distance, dot, inside, place, strew, turning, walk } from '../../src/geometry';
import { reachable } from '../../src/render/answers';
import { marksOf } from '../../src/render/labels';
import { lay, levelOf, unitSvg } from '../../src/render/units';
import type { View } from '../../src/wire';
import { piece } from './piece';

const square = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }];
const view = (pieces: View['pieces']): View => ({ system: '', turn: 1, turns: null, phase: '', active: null, size: [100000, 80000], measure: 'inches', ground: [], pieces, gone: [], places: [], tracks: [], overlays: [], prompt: null, waiting: [], over: null });

describe('geometry of the picture', () => {
  test('a place goes into the picture and back', () => {
    const there = dot({ x: 25400, y: 5080 }, 81280);
    expect(there).toEqual({ x: 240, y: 720 });
    expect(place(there, 81280)).toEqual({ x: 25400, y: 5080 });
  });
  test('strewn things keep apart, stay inside, and fall alike each time', () => {
    const dots = strew(square, 12, 7);
    expect(dots.length).toBeGreaterThan(20);
    expect(dots).toEqual(strew(square, 12, 7));
    expect(dots.every((d) => inside(square, d))).toBe(true);
    expect(dots.every((a, i) => dots.every((b, j) => i === j || Math.hypot(a.x - b.x, a.y - b.y) >= 12))).toBe(true);
  });
  test('who goes straight ahead sweeps the ground with his front', () => {
    const front: [{ x: number; y: number }, { x: number; y: number }] = [{ x: -20, y: 0 }, { x: 20, y: 0 }];
    const ends = [{ x: 0, y: 0 }, { x: 0, y: -50 }, { x: 0, y: 0 }, { x: 0, y: -30 }];
    expect(reachable(ends, front)).toEqual([{ x: -20, y: 0 }, { x: 20, y: 0 }, { x: 20, y: -50 }, { x: -20, y: -50 }]);
    expect(reachable([ends[1]!, ends[1]!, ends[1]!], front)).toEqual(reachable(ends, front));
    expect(reachable(square, front)).toEqual(square);
    expect(reachable([], front)).toEqual([]);
  });
  test('a walk takes equal steps along the line', () => {
    expect(walk([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }], 5).map(([d]) => d)).toEqual([{ x: 2.5, y: 0 }, { x: 7.5, y: 0 }, { x: 10, y: 2.5 }, { x: 10, y: 7.5 }]);
  });
  test('distance to a line and the turn of an outline', () => {
    expect(distance([{ x: 0, y: 0 }, { x: 10, y: 0 }], { x: 5, y: 3 })).toBe(3);
    expect(Math.sign(turning(square))).toBe(-Math.sign(turning([...square].reverse())));
  });
});

describe('the eye', () => {
  test('zoom keeps the dot under the hand', () => {
    const camera = { k: 1, x: 30, y: 40 };
    const hand = { x: 200, y: 100 };
    expect(toPicture(zoomed(camera, hand, 2), hand)).toEqual(toPicture(camera, hand));
  });
  test('a fitted part lies within the free screen', () => {
    const camera = fitted({ x0: 0, y0: 0, x1: 1000, y1: 500 }, { x: 800, y: 600 }, { top: 0, right: 0, bottom: 200, left: 0 });
    const [a, b] = [toScreen(camera, { x: 0, y: 0 }), toScreen(camera, { x: 1000, y: 500 })];
    expect(a.x >= 0 && a.y >= 0 && b.x <= 800.001 && b.y <= 400.001).toBe(true);
  });
  test('what is in sight does not move the eye, what is not is brought in', () => {
    const camera = { k: 1, x: 0, y: 0 };
    const free = { top: 0, right: 0, bottom: 300, left: 0 };
    expect(showing(camera, { x0: 10, y0: 10, x1: 50, y1: 50 }, { x: 400, y: 600 }, free)).toEqual(camera);
    expect(showing(camera, { x0: 10, y0: 310, x1: 50, y1: 350 }, { x: 400, y: 600 }, free).y).toBe(-50);
  });
});

describe('units', () => {
  test('the front is told by a spearhead and a heavy edge; a mob has neither', () => {
    const [drawn] = lay(view([piece({})]));
    expect(unitSvg(drawn!, 'near', 1)).toMatch(/#chev/);
    expect(unitSvg(drawn!, 'near', 1)).toMatch(/class="front"/);
    const [mob] = lay(view([piece({ marks: [{ word: 'broken', clause: 'X' }] })]));
    expect(unitSvg(mob!, 'near', 1)).not.toMatch(/#chev|class="front"/);
  });
  test('open order has rounded stands and no heavy edge', () => {
    const [drawn] = lay(view([piece({ kind: 'light', formation: 'open order' })]));
    expect(unitSvg(drawn!, 'near', 1)).not.toMatch(/class="front"/);
  });
  test('detail goes by the width of a stand on the screen', () => {
    const drawn = lay(view([piece({})]));
    expect([1, 0.5, 0.2].map((k) => levelOf(drawn, k))).toEqual(['near', 'middle', 'far']);
  });
  test('a unit keeps its place in the picture', () => {
    const [drawn] = lay(view([piece({})]));
    expect(around(drawn!.bases.flat())).toEqual({ x0: 0, y0: 80000 / (2540 / 24), x1: 48, y1: 80000 / (2540 / 24) + 18 });
  });
  test('markers hang in order, at most three, the rest is counted', () => {
    const mark = (word: string): { word: string; clause: string } => ({ word, clause: 'X' });
    expect(marksOf(piece({ marks: [mark('low on ammunition'), mark('disordered'), mark('has fired')] }))).toMatchObject({ hasFired: true, symbols: [{ symbol: 'disordered' }, { symbol: 'ammo' }] });
    expect(marksOf(piece({ marks: ['disordered', 'shaken', 'engaged', 'charging'].map(mark) })).symbols.map((m) => m.text)).toEqual(['', '', '+2']);
  });
});
