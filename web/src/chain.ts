/** The odds of an attack as rows, one situation beside another. */
import type { ChainOdds } from './wire';
import { chance, chances, percents, sentence } from './words';

/** A chance; what comes less than once in ten thousand is not worth its digits. */
export const odd = (p: number): string => (p > 0 && p < 0.0001 ? 'hardly ever' : chance(p));

/** The same of all rows of a block, which together are a hundred. */
export const odds = (ps: number[]): string[] => {
  const said = chances(ps);
  return ps.map((p, nth) => (p > 0 && p < 0.0001 ? odd(p) : said[nth]!));
};

export interface Row {
  name: string;
  p: number;
  other: number;
  /** Said instead of the chance. */
  text?: string;
  otherText?: string;
}

/** By how many points of a hundred the second situation differs in each row, as the rows show it. */
export function shifts(rows: Row[]): number[] {
  const shown = (ps: number[]): number[] => percents(ps).map((whole, nth) => (ps[nth]! < 0.01 ? Math.round(ps[nth]! * 100) : whole));
  const [own, others] = [shown(rows.map((row) => row.p)), shown(rows.map((row) => row.other))];
  return rows.map((_, nth) => others[nth]! - own[nth]!);
}

export interface Block {
  title: string;
  note: string;
  rows: Row[];
}

/** Blocks of rows: how it ends, each test, the losses. A name that only one of the two has is in both. */
export function rows(odds: ChainOdds, other: ChainOdds | null): Block[] {
  const blocks: Block[] = [];
  const add = (title: string, note: string, list: (odds: ChainOdds) => { name: string; p: number }[]): Row[] => {
    const [own, others] = [list(odds), other ? list(other) : []];
    const names = [...new Set([...own, ...others].map((each) => each.name))];
    const of = (from: { name: string; p: number }[], name: string): number => from.find((each) => each.name === name)?.p ?? 0;
    const found = names.map((name) => ({ name, p: of(own, name), other: of(others, name) }));
    if (found.length) blocks.push({ title, note, rows: found });
    return found;
  };
  add('How it ends', '', (all) => all.endings.map((ending) => ({ name: ending.ending, p: ending.p })));
  odds.stages.forEach((stage, nth) => {
    const reached = other ? `it comes to this ${odd(stage.reached.p)} | ${odd(other.stages[nth]!.reached.p)}` : `it comes to this ${odd(stage.reached.p)}`;
    add(stage.heading, reached, (all) => all.stages[nth]!.odds.map((each) => ({ name: each.effect, p: each.p })));
  });
  for (const [side, name] of [[0, 'attacker'], [1, 'defender']] as const) {
    const found = add(`${sentence(odds.coin)} lost by the ${name}`, '', (all) => all.losses[side].odds.map((each) => ({ name: String(each.lost), p: each.p })));
    found.sort((a, b) => Number(a.name) - Number(b.name));
    // What hardly ever comes is one row.
    const rare = found.length - found.findLastIndex((row) => row.p >= 0.001 || row.other >= 0.001) - 1;
    if (rare > 1) {
      const tail = found.splice(found.length - rare);
      found.push({ name: `${tail[0]!.name} or more`, p: tail.reduce((sum, row) => sum + row.p, 0), other: tail.reduce((sum, row) => sum + row.other, 0) });
    }
    const mean = (of: ChainOdds): string => of.losses[side].mean.toFixed(2);
    found.push({ name: 'on the average', p: 0, other: 0, text: mean(odds), otherText: other ? mean(other) : '' });
  }
  return blocks;
}
