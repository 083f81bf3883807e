/** The edge of the table: a double line, a tick every inch, longer every six, a number every twelve. */
import { STEP } from '../geometry';
import type { View } from '../wire';

export function frame(view: View): string {
  const [wide, deep] = view.size.map((n) => n / STEP) as [number, number];
  const long = (inch: number): number => (inch % 6 === 0 ? 8 : 4);
  let ticks = '';
  let numbers = '';
  for (let inch = 0; inch * 24 <= wide + 0.1; inch++) {
    ticks += `M${inch * 24} 0v${-long(inch)}M${inch * 24} ${deep}v${long(inch)}`;
    if (inch % 12 === 0 && inch > 0 && inch * 24 < wide - 8) numbers += `<text class="tickn" x="${inch * 24}" y="-15">${inch}</text>`;
  }
  for (let inch = 0; inch * 24 <= deep + 0.1; inch++) {
    const y = deep - inch * 24;
    ticks += `M0 ${y}h${-long(inch)}M${wide} ${y}h${long(inch)}`;
    if (inch % 12 === 0 && inch > 0 && y > 8) numbers += `<text class="tickn" x="-22" y="${y + 4.5}">${inch}</text>`;
  }
  const rect = (by: number): string => `<rect class="frame" x="${-by}" y="${-by}" width="${wide + 2 * by}" height="${deep + 2 * by}"/>`;
  return `${rect(0)}${rect(11)}<path class="tick" d="${ticks}"/>${numbers}`;
}
