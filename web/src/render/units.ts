/** Troops: every stand where it is, the front told by a spearhead and a heavy edge, the sides by solid and hollow. */
import { Scatter, add, ahead, around, between, dot, inside, length, left, ring, to, unit, type Dot, type Rect } from '../geometry';
import type { Piece, View } from '../wire';
import { letter } from '../words';

export type Level = 'near' | 'middle' | 'far';
type Base = [Dot, Dot, Dot, Dot];

/** A piece as it lies in the picture. */
export interface Drawn {
  piece: Piece;
  bases: Base[];
  at: Dot;
  ahead: Dot;
  box: Rect;
}

export function lay(view: View): Drawn[] {
  const depth = view.size[1];
  return view.pieces.flatMap((piece) => {
    const bases = piece.bases.map((base) => base.map((p) => dot(p, depth)) as Base);
    const first = bases[0];
    if (!first) return [];
    const box = around(bases.flat());
    const isRound = piece.kind === 'leader' || piece.kind === 'marker';
    const front = piece.front && !isRound ? between(dot(piece.front.from, depth), dot(piece.front.to, depth)) : null;
    const at = front ?? (isRound ? between(first[0], first[2]) : { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 });
    return [{ piece, bases, at, ahead: ahead(piece.facing), box }];
  });
}

/** The level of detail by the width of a stand on the screen. */
export function levelOf(drawn: Drawn[], k: number): Level {
  const widths = drawn.filter((d) => d.piece.kind !== 'leader' && d.piece.kind !== 'marker').map((d) => length(to(d.bases[0]![0], d.bases[0]![1])));
  const wide = (widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 24) * k;
  return wide >= 17 ? 'near' : wide >= 8.5 ? 'middle' : 'far';
}

const is = (piece: Piece, ...words: string[]): boolean => words.some((word) => piece.formation.toLowerCase().includes(word));
const has = (piece: Piece, ...words: string[]): boolean => piece.marks.some((mark) => words.some((word) => mark.word.toLowerCase().includes(word)));

/** One piece as SVG, in the coordinates of the table. `k` is the scale it will be seen at. */
export function unitSvg(drawn: Drawn, level: Level, k: number): string {
  const { piece } = drawn;
  if (piece.kind === 'leader') return leader(drawn, k);
  if (piece.kind === 'marker') return `<g transform="translate(${drawn.at.x} ${drawn.at.y}) scale(${Math.max(1, 0.8 / k)})"><use href="#courier"/></g>`;
  const isMob = has(piece, 'broken', 'rout', 'fled') || is(piece, 'mob', 'routing');
  const isLoose = isMob || has(piece, 'disorder', 'unformed');
  const isOpen = piece.kind === 'light' || is(piece, 'open', 'skirmish', 'loose');
  const isSquare = is(piece, 'square');
  const spear = (at: Dot, way: Dot): string => {
    const size = Math.max(0.85, 0.8 / k);
    const tip = add(at, way, 1);
    const aside = left(way);
    return `<use href="#chev" transform="matrix(${f(-aside.x * size)} ${f(-aside.y * size)} ${f(-way.x * size)} ${f(-way.y * size)} ${f(tip.x)} ${f(tip.y)})"/>`;
  };
  if (level === 'far') return far(drawn, k) + (piece.front && !isMob ? spear(drawn.at, drawn.ahead) : '');
  const scatter = new Scatter(piece.id + 77);
  const [most, by] = isMob ? [38, 3] : [8, 2];
  let svg = '';
  for (const base of drawn.bases) {
    const turn = isLoose ? scatter.from(-most, most) : 0;
    const shift = isLoose ? { x: scatter.from(-by, by), y: scatter.from(-by, by) } : { x: 0, y: 0 };
    svg += stand(piece, base, level, isOpen, turn, shift);
  }
  if (!isLoose && !isOpen && !isSquare && piece.kind !== 'artillery' && piece.front) {
    for (const base of drawn.bases) if (leads(base, drawn.bases)) svg += `<path class="front" d="${ring(heavy(base))}"/>`;
  }
  if (isSquare && !isLoose) svg += faces(drawn.bases).map(([at, way]) => spear(at, way)).join('');
  else if (piece.front && !isMob) svg += spear(drawn.at, drawn.ahead);
  return svg;
}

/** One block for the unit, at least 12 by 8 pixels. */
function far(drawn: Drawn, k: number): string {
  const way = drawn.ahead;
  const aside = { x: -way.y, y: way.x };
  const along = drawn.bases.flat().map((d) => ({ a: (d.x - drawn.at.x) * aside.x + (d.y - drawn.at.y) * aside.y, b: (d.x - drawn.at.x) * way.x + (d.y - drawn.at.y) * way.y }));
  const half = Math.max(6 / k, Math.max(...along.map((p) => Math.abs(p.a))));
  const rear = Math.min(-8 / k, Math.min(...along.map((p) => p.b)));
  const corner = (a: number, b: number): Dot => add(add(drawn.at, aside, a), way, b);
  const rect = [corner(-half, 0), corner(half, 0), corner(half, rear), corner(-half, rear)] as Base;
  const arm = drawn.piece.kind === 'cavalry' ? [rect[3], rect[1]] : null;
  const gun = drawn.piece.kind === 'artillery' ? `<path class="gunl" d="M${between(rect[0], rect[1]).x} ${between(rect[0], rect[1]).y}L${between(rect[2], rect[3]).x} ${between(rect[2], rect[3]).y}"/>` : '';
  return `<path class="st" d="${ring(rect)}"/>${arm ? `<path class="slash big" d="M${arm[0]!.x} ${arm[0]!.y}L${arm[1]!.x} ${arm[1]!.y}"/>` : gun}<path class="front" d="${ring(heavy(rect))}"/>`;
}

/** Whether no other stand of the unit stands before this one. */
function leads(base: Base, bases: Base[]): boolean {
  const before = add(between(base[0], base[1]), unit(to(base[3], base[0])), 3);
  return !bases.some((other) => inside(other, before));
}

function heavy(base: Base): Dot[] {
  const rear = unit(to(base[0], base[3]));
  const deep = Math.min(3.4, length(to(base[0], base[3])) * 0.26);
  return [add(base[0], rear, -1.3), add(base[1], rear, -1.3), add(base[1], rear, deep), add(base[0], rear, deep)];
}

/** The faces of a square: the middle of each and the way it looks. */
function faces(bases: Base[]): [Dot, Dot][] {
  const found: { way: Dot; fronts: Dot[] }[] = [];
  for (const base of bases) {
    const way = unit(to(base[3], base[0]));
    const front = between(base[0], base[1]);
    const face = found.find((other) => other.way.x * way.x + other.way.y * way.y > 0.9);
    if (face) face.fronts.push(front);
    else found.push({ way, fronts: [front] });
  }
  return found.map(({ way, fronts }) => {
    const box = around(fronts);
    return [{ x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 }, way];
  });
}

/** One stand with its figures, in its own frame: x to its right, y to its rear. */
function stand(piece: Piece, base: Base, level: Level, isOpen: boolean, turn: number, shift: Dot): string {
  const [l, rr, , rear] = base;
  const wide = length(to(l, rr));
  const deep = length(to(l, rear));
  const x = unit(to(l, rr));
  const y = unit(to(l, rear));
  const at = add(between(l, rr), shift);
  const inset = piece.side === 'blue' ? 0.9 : 0.6;
  const w = Math.max(1, wide - 2 * inset);
  const h = Math.max(1, deep - 2 * inset);
  const round = isOpen ? Math.min(w, h, 16) / 2 : 0.6;
  const isGun = piece.kind === 'artillery';
  let svg = `<rect class="st${isGun ? ' thin' : ''}" x="${f(-w / 2)}" y="${f(inset)}" width="${f(w)}" height="${f(h)}" rx="${f(round)}"/>`;
  if (isGun) svg += is(piece, 'limber') && !is(piece, 'unlimber') ? limber(wide, deep) : gun(wide, deep, level);
  else if (piece.kind === 'cavalry') {
    if (level === 'near') svg += rank('horse', wide, deep, 10.8, 20);
    svg += `<path class="slash${level === 'near' ? '' : ' big'}" d="M${f(-w / 2)} ${f(inset + h)}L${f(w / 2)} ${f(inset)}"/>`;
  } else if (level === 'near') svg += isOpen ? loose(wide, deep) : rank('hat', wide, deep, 7.6, 13);
  const turned = turn ? ` rotate(${f(turn)} 0 ${f(deep / 2)})` : '';
  return `<g transform="matrix(${f4(x.x)} ${f4(x.y)} ${f4(y.x)} ${f4(y.y)} ${f(at.x)} ${f(at.y)})${turned}">${svg}</g>`;
}

/** Figures in rows, as many as the stand has room for. */
function rank(symbol: string, wide: number, deep: number, apart: number, row: number): string {
  const scale = Math.max(0.4, Math.min(1.25, (deep - 2) / row));
  const files = Math.max(1, Math.min(8, Math.floor((wide - 1) / (apart * scale))));
  const ranks = Math.max(1, Math.min(3, Math.floor(deep / (row * 1.2 * scale))));
  let svg = '';
  for (let nth = 0; nth < files * ranks; nth++) {
    const x = ((nth % files) - (files - 1) / 2) * (wide / files);
    const y = (deep * (Math.floor(nth / files) + 0.5)) / ranks + 0.6;
    svg += `<use class="fg" href="#${symbol}" transform="translate(${f(x)} ${f(y)}) scale(${f(scale)})"/>`;
  }
  return svg;
}

function loose(wide: number, deep: number): string {
  const scale = Math.max(0.4, Math.min(1.2, deep / 14));
  const hat = (x: number, y: number): string => `<use class="fg" href="#hat" transform="translate(${f(x)} ${f(y)}) scale(${f(scale)})"/>`;
  return hat(-wide * 0.19, deep * 0.45) + hat(wide * 0.2, deep * 0.6);
}

function gun(wide: number, deep: number, level: Level): string {
  const scale = Math.max(0.3, Math.min(2, wide / 24, deep / 34));
  const crew = level === 'near' ? [[-6, 23], [6, 23], [6, 30.5]].map(([x, y]) => `<use class="fg crew" href="#hat" x="${x}" y="${y}"/>`).join('') : '';
  return `<g transform="scale(${f(scale)})"><path class="gunp" d="M-1.7 2.5h3.4l.8 14h-5z"/><path class="gunl" d="M0 16v13M-7.5 12.5h15M-7.5 7.5v10M7.5 7.5v10"/>${crew}</g>`;
}

function limber(wide: number, deep: number): string {
  const scale = Math.max(0.3, Math.min(2, wide / 24, deep / 47));
  return `<g transform="scale(${f(scale)})"><use class="fg crew" href="#horse" x="-4.2" y="11"/><use class="fg crew" href="#horse" x="4.2" y="11"/><path class="gunl" d="M0 20v9M-6.5 24h13M-6.5 20v8M6.5 20v8M-7 35h14M-7 31v8M7 31v8"/><path class="gunp" d="M-2.4 31h4.8l-.7 13h-3.4z"/></g>`;
}

/** Rings count the rank: one for a brigade, two for a wing or division, three for the army. */
export function ringsOf(piece: Piece): number {
  const rank = `${piece.formation} ${piece.badge.quality} ${piece.facts.map(([, v]) => v).join(' ')}`.toLowerCase();
  if (/army|general|commander-in-chief/.test(rank) && !/brigad/.test(rank)) return 3;
  return /wing|division|corps/.test(rank) ? 2 : 1;
}

export function discOf(drawn: Drawn, k: number): number {
  const own = Math.min(drawn.box.x1 - drawn.box.x0, drawn.box.y1 - drawn.box.y0) / 2;
  const radius = Math.max(9 / k, Math.min(own, 12));
  return ringsOf(drawn.piece) === 3 ? radius * 1.35 : radius;
}

function leader(drawn: Drawn, k: number): string {
  const n = ringsOf(drawn.piece);
  const radius = discOf(drawn, k);
  const rings = Array.from({ length: n - 1 }, (_, i) => `<circle class="ring" r="${f(radius - (2.4 * (i + 1) * radius) / 12)}"/>`).join('');
  const scale = (radius / 11.4) * (1 - 0.17 * (n - 1));
  return `<g transform="translate(${f(drawn.at.x)} ${f(drawn.at.y)})"><circle class="st" r="${f(radius)}"/>${rings}<use class="fg" href="#rider" transform="scale(${f(scale)})"/></g>`;
}

export const unitClass = (piece: Piece): string => `unit ${letter(piece.side)}`;

const f = (n: number): string => (Math.round(n * 100) / 100).toString();
const f4 = (n: number): string => (Math.round(n * 10000) / 10000).toString();
