/** The edge of the table: a double line with ticks and numbers in the measure of the rules. */
import { RULERS, STEP } from '../geometry';
import type { View } from '../wire';

export function frame(view: View): string {
  const [wide, deep] = view.size.map((n) => n / STEP) as [number, number];
  const { one, tick, longer, numbered } = RULERS[view.measure];
  const each = (one * tick) / STEP;
  const long = (nth: number): number => (nth % longer === 0 ? 8 : 4);
  const isNumbered = (nth: number): boolean => nth % numbered === 0 && nth > 0;
  let ticks = '';
  let numbers = '';
  for (let nth = 0; nth * each <= wide + 0.1; nth++) {
    const x = f(nth * each);
    ticks += `M${x} 0v${-long(nth)}M${x} ${deep}v${long(nth)}`;
    if (isNumbered(nth) && nth * each < wide - 8) numbers += `<text class="tickn" x="${x}" y="-15">${nth * tick}</text>`;
  }
  for (let nth = 0; nth * each <= deep + 0.1; nth++) {
    const y = f(deep - nth * each);
    ticks += `M0 ${y}h${-long(nth)}M${wide} ${y}h${long(nth)}`;
    if (isNumbered(nth) && y > 8) numbers += `<text class="tickn side" x="-14" y="${y + 4.5}">${nth * tick}</text>`;
  }
  const rect = (by: number): string => `<rect class="frame" x="${-by}" y="${-by}" width="${wide + 2 * by}" height="${deep + 2 * by}"/>`;
  return `${rect(0)}${rect(11)}<path class="tick" d="${ticks}"/>${numbers}`;
}

/** Two decimals will do. */
const f = (n: number): number => Math.round(n * 100) / 100;
