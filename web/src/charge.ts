/** The story of a charge, gathered from the log of the turn: declared, answered, fired at, met, settled. It sorts what was told; it decides nothing. */
import type { Entry, Side, Telling } from './wire';

export type Part = 'declared' | 'answer' | 'fire' | 'contact' | 'result';

export const PARTS: [Part, string][] = [
  ['declared', 'Declared'],
  ['answer', 'The answer'],
  ['fire', 'Fire as they come'],
  ['contact', 'Hand to hand'],
  ['result', 'What came of it'],
];

export interface Charge {
  unit: number;
  /** None is a place. */
  target: number | null;
  side: Side;
  parts: Record<Part, Telling[]>;
  /** The part that was told of last. */
  now: Part;
  /** The first and the last command that belongs to it. */
  from: number;
  to: number;
}

/** The charges of the turn that the log ends in, in the order they were declared; with the numbers and names of everybody. */
export function charges(log: Entry[], everybody: [number, string][]): Charge[] {
  let found: Charge[] = [];
  let turn: number | null = null;
  const named = everybody.map(([id, name]) => ({ id, pattern: whole(name) }));
  const speaksOf = (words: string): Set<number> => new Set(named.filter(({ pattern }) => pattern.test(words)).map(({ id }) => id));
  let isOver = false;
  for (const entry of log) {
    // What ended with the last turn is still told of until somebody acts in the new one.
    if (isOver) found = [];
    isOver = false;
    // A roll belongs to the sentence that follows it.
    let rolls: Telling[] = [];
    for (const told of entry.told) {
      const { landmark } = told;
      if (landmark && 'step' in landmark) {
        isOver ||= turn !== null && landmark.step !== turn;
        turn = landmark.step;
        rolls = [];
      } else if (isOver) {
        // The new turn begins by itself: nothing of it belongs to the old charges.
        rolls = [];
      } else if (landmark && 'charge' in landmark) {
        const [unit, target] = landmark.charge;
        const met = found.find((charge) => charge.target === unit && (target === null || charge.unit === target));
        if (met) put(met, 'answer', [told], entry);
        else if (!found.some((charge) => charge.unit === unit && charge.target === target)) found.push(begun(unit, target, entry, told));
      } else if (told.card) rolls.push(told);
      else {
        const ids = speaksOf(told.words);
        for (const charge of found) {
          if (!ids.has(charge.unit) && !(charge.target !== null && ids.has(charge.target))) continue;
          put(charge, partOf(charge, entry, rolls), [...rolls, told], entry);
        }
        rolls = [];
      }
    }
  }
  return found;
}

/** The charge a unit is part of, the latest first. */
export const chargeOf = (found: Charge[], unit: number): Charge | undefined => found.findLast((charge) => charge.unit === unit || charge.target === unit);

function begun(unit: number, target: number | null, entry: Entry, told: Telling): Charge {
  return { unit, target, side: entry.side, parts: { declared: [told], answer: [], fire: [], contact: [], result: [] }, now: 'declared', from: entry.n, to: entry.n };
}

function partOf(charge: Charge, entry: Entry, rolls: Telling[]): Part {
  const about = new Set(rolls.map((roll) => roll.card?.chapter));
  if (about.has('melee')) return 'contact';
  if (about.has('fire')) return 'fire';
  if (entry.chapter === 'react' && entry.side !== charge.side && charge.now === 'declared') return 'answer';
  return charge.now === 'contact' ? 'result' : charge.now;
}

function put(charge: Charge, part: Part, lines: Telling[], entry: Entry): void {
  // A fight goes on under its own heading; what is said after its dice is what came of it.
  const rolled = part === 'contact' ? lines.filter((line) => line.card) : lines;
  charge.parts[part].push(...rolled);
  charge.now = part;
  if (part === 'contact') {
    charge.parts.result.push(...lines.filter((line) => !line.card));
    charge.now = 'result';
  }
  charge.to = entry.n;
}

/** A name as a whole, not as a piece of a longer one: "7th Foot" is not in "17th Foot". */
function whole(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'u');
}
