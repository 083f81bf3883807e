/** Small words and numbers of the screens. Every word about rules comes from the server. */
import type { Die, Ledger, Piece, Roll, Side } from './wire';

export const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** First letter large. */
export const sentence = (text: string): string => (text ? text[0]!.toUpperCase() + text.slice(1) : text);

/** A closed sentence. */
export const stopped = (text: string): string => (/[.?!…]$/.test(text) ? sentence(text) : `${sentence(text)}.`);

/** Straight inch marks, hyphens and quotation marks as print has them. */
export const typeset = (text: string): string => text.replace(/(\d)"/g, '$1″').replace(/(^|[\s(])-(\d)/g, '$1−$2').replace(/`([^`]*)`/g, '“$1”');

/** What a way costs; a share of a whole move in percent. */
export const costWords = (cost: string): string => typeset(cost.replace(/^([\d.]+) of 1\.00$/, (_, share: string) => `${Math.round(Number(share) * 100)}\u2009% of its move`));

/** A number with its sign, the true minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** What a tally comes to, with what it counts: a unit may have one for its dice and one for what they need. */
export function tallied({ quantity, total }: Ledger): string {
  switch (quantity) {
    case 'score': return signed(total);
    case 'need': return `needs ${total}`;
    case 'dice': return total === 1 ? '1 die' : `${total} dice`;
    case 'faces': return total === 1 ? '1 face hits' : `${total} faces hit`;
    case 'percent': return `${total} %`;
    case 'quarters': return `${total / 4}`;
    case 'actions': return `${total} AP`;
    case 'casualties': return total === 1 ? '1 casualty' : `${total} casualties`;
    case 'hundredths': return `${total / 100}″`;
  }
}

/** What a line of a tally adds, in what the tally counts. */
export const counted = ({ quantity }: Ledger, value: number): string => (quantity === 'quarters' ? signed(value / 4) : quantity === 'hundredths' ? `${signed(value / 100)}″` : signed(value));

/** A chance: whole percents, "1 in 200" below one. */
export function chance(p: number): string {
  if (p <= 0) return 'never';
  if (p >= 0.9995) return '100 %';
  if (p < 0.01) return `1 in ${Math.round(1 / p)}`;
  return `${Math.min(99, Math.round(p * 100))} %`;
}

/** Shares in whole percents that together are what the shares are together: those cut the most get what is left over. */
export function percents(shares: number[]): number[] {
  const whole = shares.map((share) => Math.floor(share * 100 + 1e-9));
  const left = Math.round(shares.reduce((sum, share) => sum + share, 0) * 100) - whole.reduce((sum, n) => sum + n, 0);
  const most = shares.map((share, nth) => ({ nth, cut: share * 100 - whole[nth]! })).sort((a, b) => b.cut - a.cut || a.nth - b.nth);
  for (const { nth } of most.slice(0, Math.max(0, left))) whole[nth]! += 1;
  return whole;
}

/** The chances of all that can come of something: as each alone, but together a hundred. */
export function chances(ps: number[]): string[] {
  const whole = percents(ps.map((p) => (p < 0.01 ? 0 : p)));
  return ps.map((p, nth) => (p < 0.01 || p >= 0.9995 ? chance(p) : `${Math.min(99, whole[nth]!)} %`));
}

export const sign = (side: Side): string => (side === 'red' ? '●' : '○');
export const letter = (side: Side): string => (side === 'red' ? 'a' : 'b');
export const other = (side: Side): Side => (side === 'red' ? 'blue' : 'red');
export const index = (side: Side): 0 | 1 => (side === 'red' ? 0 : 1);

const POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** A facing as a point of the compass. */
export const compass = (facing: number): string => POINTS[Math.round(((((facing % 36000) + 36000) % 36000) / 4500)) % 8]!;

/** A day as people write it: 1781-01-17 is 17 January 1781. */
export function day(date: string): string {
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const [year, month, dayOf] = date.split('-').map(Number);
  const name = month ? months[month - 1] : undefined;
  return [dayOf || null, name, year].filter(Boolean).join(' ') || date;
}

/** Minutes as people say them. */
export function playingTime(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const halves = Math.round(minutes / 30);
  const hours = Math.floor(halves / 2);
  const words = halves % 2 ? `${hours}½` : `${hours}`;
  return halves === 2 ? '1 hour' : `${words} hours`;
}

/** A name for the table: what follows a comma or " on the" falls away when it is long. */
export function shortName(name: string, most = 24): string {
  if (name.length <= most) return name;
  const cut = name.split(/,| on the | of the | at the | \(/)[0]!;
  return cut.length >= 6 ? cut : name;
}

/** Names for the table: leaders by their last name, units shortened unless two would be called the same. */
export function shortNames(pieces: Piece[]): Map<number, string> {
  const short = (piece: Piece): string => (piece.kind === 'leader' ? (piece.name.split(' ').pop() ?? piece.name) : shortName(piece.name));
  const count = new Map<string, number>();
  for (const piece of pieces) count.set(short(piece), (count.get(short(piece)) ?? 0) + 1);
  return new Map(pieces.map((piece) => [piece.id, count.get(short(piece)) === 1 ? short(piece) : piece.name]));
}

/** The part of a long name that tells it from its like: "right wing", "east of the lane"; none where there is no such part. */
export function tellingPart(name: string): string {
  return sentence(/^[^,]{6,}?(?:, | on the )(.{3,20})$/.exec(name)?.[1] ?? '');
}

/** A long name in fewer words, one to a line: the last two of three and more, the first of two; none where that would say little. */
export function fewerWords(name: string): string[] {
  const words = name.split(' ');
  if (words.length > 2 && name.length > 17) return words.slice(-2).map((word, nth) => (nth ? word : sentence(word)));
  return words.length === 2 && /^\p{L}{6,}$/u.test(words[0]!) ? [words[0]!] : [];
}

const WEIGHTS: Record<string, number> = { three: 3, four: 4, six: 6, eight: 8, nine: 9, twelve: 12 };

/** The words of a name that tell something; a battery is known by the weight of its guns, not by their count. */
function telling(name: string): string[] {
  const words = name.replace(/[(),]/g, ' ').split(/\s+/).filter((word) => word && !/^(an?|and|in|no\.|of|on|the|with)$/i.test(word));
  const pounders = words.map((word) => word.replace(/^(\w+)-pounder(s?)$/i, (_, weight: string, s: string) => `${WEIGHTS[weight.toLowerCase()] ?? weight}-pdr${s}`));
  return pounders.filter((_, nth) => !/^\d+-pdr/.test(pounders[nth + 1] ?? '') || !/^(one|two|three|four|six|\d+)$/i.test(words[nth]!));
}

/** A name in the first letters of its words; numbers stay whole. */
function lettered(words: string[], most: number): string {
  const cut = words.map((word) => (/^\d/.test(word) ? ` ${word} ` : most === 1 ? word[0]!.toUpperCase() : ` ${word.slice(0, most)} `));
  return cut.join('').replace(/ +/g, ' ').trim();
}

/** A name as it is cut where the table is crowded, the shortest way first: its number, or the letters of its words. The card has the whole name. */
function cuts(name: string): string[] {
  const words = telling(name);
  const [first = name] = words;
  if (words.length < 2) return [first.length > 5 && !/^\d/.test(first) ? `${first.slice(0, 4)}.` : first, name];
  const letters = [lettered(words, 1), lettered(words, 4), name];
  return /^\d+(st|nd|rd|th)$/.test(first) ? [first, ...letters] : letters;
}

/** Names cut as short as tells each from all others. */
export function cutNames(names: string[]): string[] {
  const ways = names.map(cuts);
  const nth = names.map(() => 0);
  const said = (at: number): string => ways[at]![nth[at]!]!;
  for (let isAnew = true; isAnew; ) {
    const alike = names.map((_, at) => nth[at]! < ways[at]!.length - 1 && names.some((_, other) => other !== at && said(other) === said(at)));
    isAnew = alike.some(Boolean);
    alike.forEach((is, at) => (nth[at]! += is ? 1 : 0));
  }
  return names.map((_, at) => said(at));
}

/** A name over at most two lines of about equal length. */
export function twoLines(name: string, most = 17): string[] {
  const words = name.split(' ');
  if (name.length <= most || words.length < 2) return [name];
  let best: string[] = [name];
  for (let i = 1; i < words.length; i++) {
    const pair = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
    if (Math.max(...pair.map((w) => w.length)) < Math.max(...best.map((w) => w.length))) best = pair;
  }
  return best;
}

/** A unit in a line, for its card and its label to the ear. */
export function unitLine(piece: Piece): string {
  const { badge } = piece;
  const strength = badge.full > 0 ? `${badge.now} of ${badge.full}` : '';
  return [badge.quality, badge.state, strength, piece.formation].filter(Boolean).join(', ');
}

export function unitAloud(piece: Piece, sideName: string): string {
  const marks = piece.marks.map((m) => m.word).join(', ');
  const facing = piece.front ? `facing ${compass(piece.facing)}` : '';
  return [piece.name, sideName, piece.kind, unitLine(piece), facing, marks].filter(Boolean).join(', ');
}

export const dieName = (die: Die): string => (typeof die === 'object' ? `d${die.D}` : die === 'Z10' ? 'd10 (0 to 9)' : die === 'D100' ? 'd100' : 'd360');

/** Lowest and highest face. */
export function dieFaces(die: Die): [number, number] {
  if (typeof die === 'object') return [1, die.D];
  return die === 'Z10' ? [0, 9] : die === 'D100' ? [1, 100] : [0, 359];
}

/** How many dice a roll wants at first. */
export const diceWanted = (roll: Roll): number => roll.lots.reduce((sum, lot) => sum + lot.trials * lot.dice, 0);

/** The dice of a roll in words. */
export function diceWords(roll: Roll): string {
  const joint = typeof roll.read === 'object' && roll.read !== null && 'Versus' in roll.read ? ' against ' : ', ';
  return roll.lots
    .map((lot) => {
      const n = lot.trials * lot.dice;
      return `${n === 1 ? '' : `${n} `}${dieName(lot.die)}${lot.plus ? ` ${signed(lot.plus)}` : ''}`;
    })
    .join(joint);
}

const COUNT = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];
export const count = (n: number): string => COUNT[n] ?? String(n);

/** The dice of the lots in words, without what is added: "One ten-sided die". */
export function diceSaid(roll: Roll): string {
  const side = (die: Die): string => (typeof die === 'object' ? `${count(die.D).toLowerCase()}-sided` : die === 'Z10' ? 'ten-sided (0 to 9)' : die === 'D100' ? 'hundred-sided' : 'bearing');
  const said = roll.lots.map((lot) => {
    const n = lot.trials * lot.dice;
    return `${count(n)} ${side(lot.die)} ${n === 1 ? 'die' : 'dice'}`;
  });
  return [...new Set(said)].join(', ') || 'In all';
}

/** How the button is called that rolls it. */
export const rollWords = (roll: Roll): string => (diceWanted(roll) === 1 ? 'Roll the die' : `Roll ${diceWanted(roll)} dice`);

/** An effect in the few letters a key has room for. */
export function keyedWords(effect: string): string {
  const word = effect.toLowerCase().replace(/ (fire|effect|result)$/, '');
  return word === 'no' || word === '' ? 'none' : word.length > 11 ? `${word.slice(0, 10)}…` : word;
}
