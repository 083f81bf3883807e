/** What lies on a straight line over the table. It says what is there, not what the rules make of it. */
import { STEP, crosses, crossing, distance, dot, inside, outline, type Dot } from './geometry';
import type { End } from './api';
import type { Measured, Place, Point, Segment, Sight, View } from './wire';
import { typeset } from './words';

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

/** A measured line: with its words, what lies on it, and whether the one end sees the other. */
export interface Looked {
  segment: Segment;
  words: string;
  between: Between[];
  sight: Sight | null;
  /** Where the look ends, if it is hidden: a dot of the picture. */
  stop: Dot | null;
}

/** What was measured, with what lies on it and, for a look, where it ends: at what the rules say hides the other end. */
export function looked(view: View | null, isSight: boolean, from: End, end: End, measured: Measured): Looked {
  const line: Looked = { segment: measured.line, words: typeset(measured.words), between: [], sight: null, stop: null };
  if (!view || !isSight) return line;
  const ends = [from, end].flatMap((each) => ('unit' in each ? [each.unit] : []));
  const { sight } = measured;
  const depth = view.size[1];
  const stop = sight?.hidden ? met(view, sight.hidden.place, dot(line.segment.from, depth), dot(line.segment.to, depth)) : null;
  return { ...line, between: between(view, line.segment, ends), sight, stop };
}

/** The same for the ear. */
export function lookedAloud(line: Looked): string {
  const seen = line.sight ? (line.sight.hidden ? `not seen: ${typeset(line.sight.hidden.reason)}` : 'seen') : '';
  return [line.words, seen, ...line.between.map((each) => `${each.name}: ${each.meaning}`)].filter(Boolean).join('. ');
}

function met(view: View, place: Place | null, from: Dot, end: Dot): Dot | null {
  const depth = view.size[1];
  if (place && 'at' in place) return dot(place.at, depth);
  const rings: Dot[][] = [];
  if (place && 'unit' in place) rings.push(...(view.pieces.find((piece) => piece.id === place.unit)?.bases.map((base) => base.map((p) => dot(p, depth))) ?? []));
  else for (const feature of view.ground) rings.push(outline(feature.shape, depth));
  return crossing(from, end, rings.filter((ring) => ring.length > 2));
}
