/** What lies on a straight line over the table. It says what is there, not what the rules make of it. */
import { STEP, crosses, distance, dot, inside, outline, type Dot } from './geometry';
import type { Point, Segment, View } from './wire';

export interface Between {
  name: string;
  meaning: string;
}

export function between(view: View, line: Segment, ends: number[]): Between[] {
  const depth = view.size[1];
  const [from, end] = [dot(line.from, depth), dot(line.to, depth)];
  const ground = view.ground.flatMap((feature): Between[] => {
    const ring = outline(feature.shape, depth);
    const legs: Dot[] = 'line' in feature.shape ? feature.shape.line[0].map((p) => dot(p, depth)) : [];
    const isMet = ring.length ? crosses(from, end, ring, true) : legs.length > 1 && crosses(from, end, legs, false);
    return isMet ? [{ name: feature.name || feature.kind.replace(/-/g, ' '), meaning: feature.meaning }] : [];
  });
  const troops = view.pieces
    .filter((piece) => !ends.includes(piece.id) && piece.kind !== 'leader' && piece.bases.some((base) => crosses(from, end, base.map((p) => dot(p, depth)), true)))
    .map((piece) => ({ name: piece.name, meaning: '' }));
  const seen = new Set<string>();
  return [...troops, ...ground].filter((each) => !seen.has(each.name) && seen.add(each.name));
}

/** What ground lies under a place, the uppermost first. */
export function groundAt(view: View, at: Point): Between[] {
  const depth = view.size[1];
  const d = dot(at, depth);
  return view.ground
    .filter((feature) => {
      if ('line' in feature.shape) return distance(feature.shape.line[0].map((p) => dot(p, depth)), d) < Math.max(8, feature.shape.line[1] / STEP / 2);
      return inside(outline(feature.shape, depth), d);
    })
    .map((feature) => ({ name: feature.name || feature.kind.replace(/-/g, ' '), meaning: feature.meaning }))
    .reverse();
}
