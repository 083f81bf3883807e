/** What can be read from the log and from two views. */
import type { Entry, Side, Telling, View } from './wire';
import { stopped, typeset } from './words';

/** Whether a sentence only says that the turn goes on. */
export const isStep = (told: Telling): boolean => told.landmark !== null && 'step' in told.landmark;

/** The sentence that tells most of what came of a command: what the first dice brought, else what happened last. */
export function newsOf(entry: Entry): Telling | undefined {
  const told = entry.told.filter((each) => !isStep(each));
  const rolled = told.findIndex((each) => each.card);
  return (rolled < 0 ? undefined : told.slice(rolled).find((each) => !each.card && shared(each.words, entry.phrase) < 1)) ?? told.at(-1);
}

/** The words of a sentence, whether it is to be done or was done, by one or by several. */
const letters = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{N}.]*[\p{L}\p{N}]/gu)?.map((word) => word.replace(/(?<=...)(ed|es|e|s)$/, '')) ?? [];

/** How much of a sentence another one says as well, from 0 to 1. */
export function shared(words: string, other: string): number {
  const own = letters(words);
  const said = new Set(letters(other));
  return own.length ? own.filter((word) => said.has(word)).length / own.length : 1;
}

/** Whether a sentence only says that somebody moved, and to where: that is seen on the table. */
export const isPlain = (words: string): boolean => /\bmoved?( [^:]*\bto -?[\d.]+, -?[\d.]+)?\.?$/.test(words);

/** The line of a command in the log: the command and what came of it, but nothing twice. */
export function lineOf(entry: Entry): string[] {
  const news = newsOf(entry)?.words ?? '';
  if (entry.phrase && isPlain(news)) return [entry.phrase];
  const isBare = /^(done|end|pass)$/i.test(entry.phrase);
  if (!news) return [entry.phrase, isBare ? (entry.told.at(-1)?.words ?? '') : ''].filter(Boolean);
  if (isBare || (shared(entry.phrase, news) > 0.7 && letters(news).length >= letters(entry.phrase).length / 2)) return [news];
  // What dice brought is always news.
  const isEcho = !entry.told.some((told) => told.card) && shared(news, entry.phrase) >= 0.75 && letters(news).length < letters(entry.phrase).length;
  return isEcho ? [entry.phrase] : [entry.phrase, news].filter(Boolean);
}

/** A command and what came of it, for the ear; with the name of the side that gave it where that is not the hearer's own. */
export function aloud(entry: Entry, who: string | null): string {
  const words = [who ? `${who}: ${entry.phrase}` : entry.phrase, entry.note?.intent ?? '', ...entry.told.map((told) => told.words)];
  return words.filter(Boolean).map((each) => stopped(typeset(each))).join(' ');
}

/** The moments at which turns began, as numbers of commands. */
export function turnsOf(log: Entry[]): number[] {
  let turn: number | null = null;
  return log.flatMap((entry) => {
    const before = turn;
    for (const { landmark } of entry.told) if (landmark && 'step' in landmark) turn = landmark.step;
    return before !== null && turn !== before ? [entry.n + 1] : [];
  });
}

/** The last acts of a side that no die and no act of the other side has followed, the last one first. */
export function looseOf(log: Entry[], side: Side | null): Entry[] {
  const at = log.findLastIndex((entry) => entry.side !== side || entry.told.some((told) => told.card));
  return log.slice(at + 1).reverse();
}

/** The pieces that differ between two views: who acted, and who suffered. */
export function changed(before: View, now: View, side: Side): number[] {
  const known = new Map(before.pieces.map((piece) => [piece.id, JSON.stringify([piece.bases, piece.badge, piece.marks])]));
  const ids = now.pieces.filter((piece) => known.get(piece.id) !== JSON.stringify([piece.bases, piece.badge, piece.marks]));
  const own = ids.filter((piece) => piece.side === side);
  return (own.length ? own : ids).slice(0, 4).map((piece) => piece.id);
}
