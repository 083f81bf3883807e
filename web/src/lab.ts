/** What a laboratory's figures say, in words and as places on a plot. */
import type { LabInterval, LabReport, LabState } from './wire';

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** One game has a mean but no interval: the wire then has no number. */
const whole = (share: number | null): string => (share === null ? '?' : `${Math.round(Math.min(1, Math.max(0, share)) * 100)}`);
export const interval = (of: LabInterval): string => `${whole(of.low)} to ${whole(of.high)}`;
export const figure = (n: number | null): string => (n === null ? '?' : n.toFixed(1));

/** How many combinations there are of what is varied. */
export const combinations = (varied: { key: string; values: string }[]): number => varied.filter((each) => each.key.trim()).reduce((all, each) => all * each.values.split(',').length, 1);

/** A commander in words: `captain:bold` is a bold captain. */
export function commander(id: string): string {
  const words = id.split(':').reverse().join(' ');
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

/** The first sentence: who is favored, or that nobody can say yet. */
export function verdict(report: LabReport, nth = 0): string {
  const cell = report.cells[nth];
  if (!cell || !cell.games) return 'No game is over yet.';
  const [red, blue] = cell.wins;
  if (red.low > blue.high) return `The ${report.sides[0]} are favored.`;
  if (blue.low > red.high) return `The ${report.sides[1]} are favored.`;
  return cell.games < 30 ? 'Too few games to tell.' : 'It is balanced, as far as these games can tell.';
}

/** A cell in words: what was changed. */
export const cellWords = (cell: LabReport['cells'][number]): string =>
  [cell.system, ...cell.changes.map((change) => `${change.key.replace(/^battle\./, '')} = ${change.value}`)].join(', ');

/** What is going on. */
export function progress(state: LabState, began: { done: number; at: number }, now: number): string {
  const { phase, done, total } = state;
  if (phase === 'waiting') return 'Others come first. It begins by itself.';
  if (phase === 'done') return `${total} games.`;
  if (phase === 'stopped') return `Stopped after ${done} of ${total} games.`;
  if (phase === 'failed') return `One game did not end by its rules: ${state.fault ?? ''}`;
  if (done === total) return `${total} games. The commanders are being measured.`;
  const rate = (done - began.done) / Math.max(1, now - began.at);
  const left = rate > 0 ? Math.ceil((total - done) / rate / 1000) : 0;
  return `${done} of ${total}${left ? `, about ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`}` : ''}`;
}
