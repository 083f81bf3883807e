/** Drawing geometry, never rules. The picture has 24 units to the inch and its y grows downward. */
import type { Measure, Point, Shape } from './wire';

export interface Dot {
  x: number;
  y: number;
}

export interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Hundredths of a millimetre in one unit of the picture. */
export const STEP = 2540 / 24;

/** How a table is measured. */
export interface Ruler {
  /** One inch, centimeter or yard, in hundredths of a millimetre. */
  one: number;
  /** How many of them lie between two ticks of the edge; every how many ticks one is longer, and has its number. */
  tick: number;
  longer: number;
  numbered: number;
  /** The bar that tells the scale: how many, and their sign. */
  bar: number;
  sign: string;
  /** How many a key moves a ghost. */
  nudge: number;
}

export const RULERS: Record<Measure, Ruler> = {
  inches: { one: 2540, tick: 1, longer: 6, numbered: 12, bar: 6, sign: 'in', nudge: 0.5 },
  centimeters: { one: 1000, tick: 1, longer: 5, numbered: 10, bar: 10, sign: 'cm', nudge: 1 },
  yards: { one: 254, tick: 10, longer: 5, numbered: 10, bar: 60, sign: 'yd', nudge: 5 },
  'metric-yards': { one: 200, tick: 10, longer: 5, numbered: 10, bar: 60, sign: 'yd', nudge: 5 },
};

/** Where a place on the table lies in the picture. */
export const dot = (p: Point, depth: number): Dot => ({ x: p.x / STEP, y: (depth - p.y) / STEP });

/** The place on the table under a dot of the picture. */
export const place = (d: Dot, depth: number): Point => ({ x: Math.round(d.x * STEP), y: Math.round(depth - d.y * STEP) });

export const add = (a: Dot, b: Dot, by = 1): Dot => ({ x: a.x + b.x * by, y: a.y + b.y * by });
export const to = (a: Dot, b: Dot): Dot => ({ x: b.x - a.x, y: b.y - a.y });
export const length = (a: Dot): number => Math.hypot(a.x, a.y);
export const between = (a: Dot, b: Dot): Dot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
export const left = (a: Dot): Dot => ({ x: a.y, y: -a.x });

export function unit(a: Dot): Dot {
  const long = length(a);
  return long > 0 ? { x: a.x / long, y: a.y / long } : { x: 0, y: -1 };
}

/** One step ahead of a facing in hundredths of a degree: 0 is up, clockwise. */
export function ahead(facing: number): Dot {
  const turn = (facing / 100) * (Math.PI / 180);
  return { x: Math.sin(turn), y: -Math.cos(turn) };
}

export function around(dots: Iterable<Dot>): Rect {
  const rect = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const d of dots) {
    rect.x0 = Math.min(rect.x0, d.x);
    rect.y0 = Math.min(rect.y0, d.y);
    rect.x1 = Math.max(rect.x1, d.x);
    rect.y1 = Math.max(rect.y1, d.y);
  }
  return rect;
}

export const grown = (r: Rect, by: number): Rect => ({ x0: r.x0 - by, y0: r.y0 - by, x1: r.x1 + by, y1: r.y1 + by });
export const meets = (a: Rect, b: Rect): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
export const holds = (r: Rect, d: Dot): boolean => d.x >= r.x0 && d.x <= r.x1 && d.y >= r.y0 && d.y <= r.y1;

export function inside(outline: Dot[], d: Dot): boolean {
  let within = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]!;
    const b = outline[j]!;
    if (a.y > d.y !== b.y > d.y && d.x < ((b.x - a.x) * (d.y - a.y)) / (b.y - a.y) + a.x) within = !within;
  }
  return within;
}

/** The distance of a dot from a line of legs. */
export function distance(line: Dot[], d: Dot): number {
  let least = Infinity;
  for (let i = 0; i + 1 < line.length; i++) {
    const a = line[i]!;
    const way = to(a, line[i + 1]!);
    const long = way.x * way.x + way.y * way.y;
    const share = long > 0 ? Math.max(0, Math.min(1, ((d.x - a.x) * way.x + (d.y - a.y) * way.y) / long)) : 0;
    least = Math.min(least, length(to(d, add(a, way, share))));
  }
  return least;
}

export const closed = (outline: Dot[]): Dot[] => (outline.length ? [...outline, outline[0]!] : []);

/** Twice the area, positive where the outline runs clockwise in the picture. */
export function turning(outline: Dot[]): number {
  let sum = 0;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    sum += (outline[j]!.x - outline[i]!.x) * (outline[i]!.y + outline[j]!.y);
  }
  return sum;
}

/** Dots along a line, each with the way it runs there. */
export function walk(line: Dot[], step: number): [Dot, Dot][] {
  const dots: [Dot, Dot][] = [];
  let next = step / 2;
  let gone = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const way = to(line[i]!, line[i + 1]!);
    const long = length(way);
    const one = unit(way);
    while (next <= gone + long) {
      dots.push([add(line[i]!, one, next - gone), one]);
      next += step;
    }
    gone += long;
  }
  return dots;
}

/** A line through the middles of the legs, its corners rounded: old plans have no sharp bends. */
export function smooth(outline: Dot[], isRing: boolean): string {
  const n = outline.length;
  if (n < 3) return path(outline);
  if (!isRing) {
    let data = `M${xy(outline[0]!)}`;
    for (let i = 1; i < n - 1; i++) {
      const end = i === n - 2 ? outline[n - 1]! : between(outline[i]!, outline[i + 1]!);
      data += `Q${xy(outline[i]!)} ${xy(end)}`;
    }
    return data;
  }
  return ring(outline);
}

const r1 = (n: number): string => (Math.round(n * 10) / 10).toString();
export const xy = (d: Dot): string => `${r1(d.x)} ${r1(d.y)}`;
export const path = (dots: Dot[]): string => dots.map((d, i) => `${i ? 'L' : 'M'}${xy(d)}`).join('');
export const ring = (dots: Dot[]): string => (dots.length ? `${path(dots)}Z` : '');

/** The outline of a shape in the picture; empty for a line or a point. */
export function outline(shape: Shape, depth: number): Dot[] {
  if ('area' in shape) return shape.area.map((p) => dot(p, depth));
  if ('circle' in shape) {
    const [center, radius] = shape.circle;
    const c = dot(center, depth);
    return Array.from({ length: 48 }, (_, i) => add(c, ahead((i * 36000) / 48), radius / STEP));
  }
  return [];
}

export function middle(shape: Shape, depth: number): Dot {
  if ('point' in shape) return dot(shape.point, depth);
  if ('circle' in shape) return dot(shape.circle[0], depth);
  const dots = ('area' in shape ? shape.area : shape.line[0]).map((p) => dot(p, depth));
  if ('line' in shape) {
    const half = walk(dots, Math.max(1, legs(dots) / 2))[0];
    return half ? half[0] : dots[0] ?? { x: 0, y: 0 };
  }
  const rect = around(dots);
  return { x: (rect.x0 + rect.x1) / 2, y: (rect.y0 + rect.y1) / 2 };
}

export function legs(line: Dot[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < line.length; i++) sum += length(to(line[i]!, line[i + 1]!));
  return sum;
}

/** A small generator seeded by a feature's number: same battle, same picture. */
export class Scatter {
  private seed: number;
  constructor(id: number) {
    this.seed = (Math.imul(id + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  }
  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) >>> 0;
    let t = this.seed;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  from(least: number, most: number): number {
    return least + this.next() * (most - least);
  }
}

/** Dots inside an outline, none nearer to another than said, from the top down. */
export function strew(edge: Dot[], apart: number, id: number): Dot[] {
  const box = around(edge);
  const columns = Math.floor((box.x1 - box.x0) / apart) + 1;
  const cells = new Map<number, Dot[]>();
  const scatter = new Scatter(id);
  const tries = Math.min(40000, 30 + (((box.x1 - box.x0) * (box.y1 - box.y0)) / (apart * apart)) * 10);
  const dots: Dot[] = [];
  for (let i = 0; i < tries; i++) {
    const d = { x: scatter.from(box.x0, box.x1), y: scatter.from(box.y0, box.y1) };
    const column = Math.floor((d.x - box.x0) / apart);
    const row = Math.floor((d.y - box.y0) / apart);
    let isNear = false;
    for (let r = row - 1; r <= row + 1 && !isNear; r++) {
      for (let c = column - 1; c <= column + 1 && !isNear; c++) {
        isNear = (cells.get(r * (columns + 2) + c) ?? []).some((other) => length(to(other, d)) < apart);
      }
    }
    if (isNear || !inside(edge, d)) continue;
    const key = row * (columns + 2) + column;
    cells.set(key, [...(cells.get(key) ?? []), d]);
    dots.push(d);
  }
  return dots.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Dots in rows inside an outline, clear of its edge. */
export function rows(edge: Dot[], apart: number): Dot[] {
  const box = around(edge);
  const rim = closed(edge);
  const dots: Dot[] = [];
  for (let y = box.y0 + apart / 2; y < box.y1; y += apart) {
    for (let x = box.x0 + apart / 2; x < box.x1; x += apart) {
      const d = { x, y };
      if (inside(edge, d) && distance(rim, d) > apart * 0.35) dots.push(d);
    }
  }
  return dots;
}

/** Whether a straight line meets an outline or a line of legs. */
export function crosses(from: Dot, end: Dot, shape: Dot[], isRing: boolean): boolean {
  if (isRing && (inside(shape, from) || inside(shape, end))) return true;
  const line = isRing ? closed(shape) : shape;
  const side = (a: Dot, b: Dot, c: Dot): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i]!, line[i + 1]!];
    if (side(from, end, a) !== side(from, end, b) && side(a, b, from) !== side(a, b, end)) return true;
  }
  return false;
}

/** Where a straight line first meets one of several outlines, if it does. */
export function crossing(from: Dot, end: Dot, rings: Dot[][]): Dot | null {
  const way = to(from, end);
  let least = Infinity;
  for (const ring of rings) {
    const line = closed(ring);
    for (let i = 0; i + 1 < line.length; i++) {
      const edge = to(line[i]!, line[i + 1]!);
      const cross = way.x * edge.y - way.y * edge.x;
      if (cross === 0) continue;
      const gap = to(from, line[i]!);
      const share = (gap.x * edge.y - gap.y * edge.x) / cross;
      const along = (gap.x * way.y - gap.y * way.x) / cross;
      if (share >= 0 && share <= 1 && along >= 0 && along <= 1 && share < least) least = share;
    }
  }
  return Number.isFinite(least) ? add(from, way, least) : null;
}
