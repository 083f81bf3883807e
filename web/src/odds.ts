/** The rows of the odds card, shortened to what tells them apart. */
import type { Consequence } from './wire';

export interface OddsRows {
  rows: Consequence[];
  /** What happens however the dice fall. */
  always: string[];
}

/** What all rows begin alike, up to the colon: "the line at the guard: Galling Fire" is Galling Fire there. */
function heading(told: string[]): string {
  const [first = ''] = told;
  const end = first.indexOf(': ') + 2;
  const head = first.slice(0, end);
  return end > 1 && told.every((words) => words.startsWith(head)) ? head : '';
}

/** What every row says is said once, and the name under which all of them stand not at all: the card is headed by it. */
export function oddsRows(odds: Consequence[]): OddsRows {
  if (odds.length < 2) return { rows: odds, always: [] };
  const always = odds[0]!.told.filter((words) => odds.every((row) => row.told.includes(words)));
  const rest = odds.map((row) => row.told.filter((words) => !always.includes(words)));
  // Several units that are judged by one die keep their names.
  const isOne = rest.every((told) => told.filter((words) => words.includes(': ')).length <= 1);
  const head = isOne && rest.every((told) => told.length) ? heading(rest.map((told) => told[0]!)) : '';
  return { rows: odds.map((row, nth) => ({ ...row, told: rest[nth]!.map((words) => (head && words.startsWith(head) ? words.slice(head.length) : words)) })), always };
}
