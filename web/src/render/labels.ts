/** Names, markers, places and objectives: they keep their pixel size and give way to each other. */
import { STEP, dot, meets, middle, walk, type Dot, type Rect } from '../geometry';
import type { Piece, View } from '../wire';
import { cutNames, escape, fewerWords, letter, shortNames, tellingPart, twoLines } from '../words';
import { discOf, type Drawn, type Level } from './units';

/** Which word is drawn as which silhouette, in the order in which they hang; an empty one is not drawn: it is usual, or the thin name tells it. */
const KNOWN: [string, string][] = [
  ['disorder', 'disordered'], ['unformed', 'unformed'], ['broken', 'broken'], ['rout', 'broken'], ['fled', 'broken'], ['shaken', 'shaken'],
  ['waver', 'shaken'], ['halted', 'halted'], ['hesitant', 'hesitant'], ['tardy', 'hesitant'], ['steady', 'steady'], ['silenced', 'silenced'],
  ['damaged', 'damaged'], ['limber hit', 'damaged'], ['ammunition', 'ammo'], ['low ammo', 'ammo'], ['casualt', 'casualty'], ['engaged', 'engaged'],
  ['contact', 'engaged'], ['charg', 'charging'], ['acted', ''], ['moved', ''], ['command base turned', ''], ['first volley', ''],
];

export interface Marks {
  symbols: { symbol: string; text: string; word: string }[];
  hasFired: boolean;
}

/** The markers of a piece: at most three, and a plate that counts the rest. */
export function marksOf(piece: Piece): Marks {
  let hasFired = false;
  const found: { order: number; symbol: string; text: string; word: string }[] = [];
  for (const mark of piece.marks) {
    const word = mark.word.toLowerCase();
    if (word.includes('fired')) {
      hasFired = true;
      continue;
    }
    const order = KNOWN.findIndex(([part]) => word.includes(part));
    const symbol = order < 0 ? 'plate' : KNOWN[order]![1];
    if (!symbol) continue;
    const count = /\d+/.exec(word)?.[0] ?? '';
    found.push({ order: order < 0 ? KNOWN.length : order, symbol, text: symbol === 'plate' ? word[0]!.toUpperCase() : count, word: mark.word });
  }
  found.sort((a, b) => a.order - b.order);
  const symbols: Marks['symbols'] = found.slice(0, found.length > 3 ? 2 : 3);
  if (found.length > 3) symbols.push({ symbol: 'plate', text: `+${found.length - 2}`, word: found.slice(2).map((m) => m.word).join(', ') });
  return { symbols, hasFired };
}

export interface LabelWish {
  view: View;
  drawn: Drawn[];
  k: number;
  level: Level;
  chosen: Set<number>;
  hovered: number | null;
  clip: Rect;
}

const wide = (text: string, size: number): number => text.length * size * 0.53 + 4;

/** The layer of labels in pixels of the table at scale k, its origin the table's corner. */
export function labels(wish: LabelWish): string {
  const { view, drawn, k, level } = wish;
  const depth = view.size[1];
  const taken: Rect[] = [];
  for (const d of drawn) {
    const by = d.piece.kind === 'leader' ? discOf(d, k) * k : 0;
    if (by) taken.push(square({ x: d.at.x * k, y: d.at.y * k }, by));
    else {
      taken.push({ x0: d.box.x0 * k, y0: d.box.y0 * k, x1: d.box.x1 * k, y1: d.box.y1 * k });
      if (d.piece.front) taken.push(square({ x: (d.at.x + d.ahead.x * 7) * k, y: (d.at.y + d.ahead.y * 7) * k }, 6));
    }
  }
  let svg = objectives(view, depth, k, taken);
  svg += garrisons(view, depth, k, taken);
  for (const d of drawn) svg += markers(d, k, level, taken);
  const names = shortNames(view.pieces);
  const troops = view.pieces.filter((piece) => piece.kind !== 'leader' && piece.kind !== 'marker');
  const cut = cutNames(troops.map((piece) => names.get(piece.id) ?? piece.name));
  const letters = new Map(troops.map((piece, nth) => [piece.id, cut[nth]!]));
  const rank = (d: Drawn): number => (wish.chosen.has(d.piece.id) || wish.hovered === d.piece.id ? 0 : d.piece.kind === 'leader' ? 2 : 1);
  for (const d of [...drawn].sort((a, b) => rank(a) - rank(b))) {
    const must = rank(d) === 0;
    if (level === 'far' && !must) continue;
    svg += label(d, names.get(d.piece.id) ?? d.piece.name, letters.get(d.piece.id) ?? d.piece.name, k, must, taken, wish.clip);
  }
  const { clip } = wish;
  const onTable = { x0: Math.max(clip.x0, 0), y0: Math.max(clip.y0, 0), x1: Math.min(clip.x1, (view.size[0] / STEP) * k), y1: Math.min(clip.y1, (depth / STEP) * k) };
  return svg + places(view, depth, k, taken, onTable);
}

const square = (d: Dot, by: number): Rect => ({ x0: d.x - by, y0: d.y - by, x1: d.x + by, y1: d.y + by });

/** The whole name where there is room for it, else the part that tells it from its like, else fewer of its words, else its letters; the unit in hand is named over everything. */
function label(d: Drawn, short: string, letters: string, k: number, must: boolean, taken: Rect[], clip: Rect): string {
  const { piece } = d;
  if (piece.kind === 'marker') return '';
  const isLeader = piece.kind === 'leader';
  const { badge } = piece;
  const worn = /spent/.test(badge.state) ? ' ○' : /worn/.test(badge.state) ? ' ◐' : '';
  const lost = badge.full > 0 && badge.now < badge.full ? ` ${badge.now}/${badge.full}` : '';
  const isFree = (r: Rect): boolean => r.x0 > clip.x0 && r.x1 < clip.x1 && r.y0 > clip.y0 && r.y1 < clip.y1 && !taken.some((other) => meets(r, other));
  const part = tellingPart(short);
  const fewer = fewerWords(short);
  const ways = (isLeader ? [[short]] : [twoLines(short), ...(part ? [[part]] : []), ...(fewer.length ? [fewer] : []), [letters]]).map((rows) => {
    const w = Math.max(...rows.map((row, i) => wide(row + (i === rows.length - 1 ? lost + worn : ''), 14)));
    const h = 15 * rows.length;
    return { rows, h, rooms: ends(d, k, w, h).map((at) => ({ at, room: { x0: at.x - w / 2, y0: at.y - h / 2, x1: at.x + w / 2, y1: at.y + h / 2 } })) };
  });
  const found = ways.map((way) => ({ ...way, spot: way.rooms.find(({ room }) => isFree(room)) })).find((way) => way.spot);
  const spot = found?.spot ?? (must ? ways[0]!.rooms[0] : undefined);
  if (!spot) return '';
  const { rows, h } = found ?? ways[0]!;
  const { at } = spot;
  const last = rows.length - 1;
  taken.push(spot.room);
  const side = letter(piece.side);
  const hasActed = piece.marks.some((mark) => /acted|moved|command base turned/.test(mark.word));
  const y0 = at.y - h / 2 + 12;
  const text = rows
    .map((row, i) => `<tspan x="${f(at.x)}" y="${f(y0 + i * 15)}">${escape(row)}${i === last && lost ? `<tspan class="stn">${lost}</tspan>` : ''}${i === last && worn ? `<tspan class="eff">${worn}</tspan>` : ''}</tspan>`)
    .join('');
  return `<text class="${isLeader ? 'ldn' : 'lab'} ${side}${hasActed ? ' acted' : ''}" text-anchor="middle">${text}</text>`;
}

/** Where a label of that size may stand, the best first. */
function ends(d: Drawn, k: number, w: number, h: number): Dot[] {
  const box = { x0: d.box.x0 * k, y0: d.box.y0 * k, x1: d.box.x1 * k, y1: d.box.y1 * k };
  const cx = (box.x0 + box.x1) / 2;
  const cy = (box.y0 + box.y1) / 2;
  const disc = discOf(d, k) * k;
  const isUp = d.ahead.y <= 0;
  const below = { x: cx, y: box.y1 + h / 2 + 4 };
  const above = { x: cx, y: box.y0 - h / 2 - 4 };
  return d.piece.kind === 'leader'
    ? [{ x: cx + disc + w / 2 + 3, y: cy }, { x: cx - disc - w / 2 - 3, y: cy }, { x: cx, y: cy + disc + 11 }, { x: cx, y: cy - disc - 11 }]
    : [isUp ? below : above, { x: cx + w * 0.3, y: (isUp ? below : above).y }, { x: cx - w * 0.3, y: (isUp ? below : above).y },
       { x: box.x1 + w / 2 + 4, y: cy }, { x: box.x0 - w / 2 - 4, y: cy }, { x: cx, y: (isUp ? above : below).y + (isUp ? -9 : 9) }, { x: cx + w * 0.3, y: (isUp ? above : below).y }, { x: cx - w * 0.3, y: (isUp ? above : below).y }, { x: cx, y: (isUp ? below : above).y + (isUp ? 14 : -14) }];
}

function markers(d: Drawn, k: number, level: Level, taken: Rect[]): string {
  if (d.piece.kind === 'marker') return '';
  const { symbols, hasFired } = marksOf(d.piece);
  const size = level === 'far' ? 0.7 : 0.9;
  let svg = '';
  if (hasFired) svg += `<use href="#mk-fired" transform="translate(${f((d.at.x + d.ahead.x * 14) * k)} ${f((d.at.y + d.ahead.y * 14) * k)}) scale(${size})"/>`;
  if (!symbols.length) return svg;
  const aside = { x: -d.ahead.y, y: d.ahead.x };
  const reach = Math.max(...d.bases.flat().map((p) => (p.x - d.at.x) * aside.x + (p.y - d.at.y) * aside.y)) * k;
  const rear = Math.min(...d.bases.flat().map((p) => (p.x - d.at.x) * d.ahead.x + (p.y - d.at.y) * d.ahead.y)) * k;
  const spot = (side: number, nth: number): Dot => {
    const out = side * (reach + 13 + nth * 22 * size);
    return { x: d.at.x * k + aside.x * out + d.ahead.x * rear * 0.6, y: d.at.y * k + aside.y * out + d.ahead.y * rear * 0.6 };
  };
  const isFree = (side: number): boolean => symbols.every((_, nth) => !taken.some((other) => meets(other, square(spot(side, nth), 10 * size))));
  const side = !isFree(1) && isFree(-1) ? -1 : 1;
  symbols.forEach((mark, nth) => {
    const at = spot(side, nth);
    taken.push(square(at, 11 * size));
    const text = mark.text ? `<text class="mkn" text-anchor="middle" ${mark.symbol === 'plate' ? 'y="4.6"' : 'x="8" y="-5"'}>${escape(mark.text)}</text>` : '';
    svg += `<g transform="translate(${f(at.x)} ${f(at.y)}) scale(${size})"><title>${escape(mark.word)}</title><use href="#mk-${mark.symbol}"/>${text}</g>`;
  });
  return svg;
}

/** Objectives: a star with its value and the holder's flag. */
function objectives(view: View, depth: number, k: number, taken: Rect[]): string {
  return view.overlays
    .filter((overlay) => overlay.kind === 'objective')
    .map((overlay) => {
      const at = middle(overlay.shape, depth);
      // The star makes way for troops that stand on it.
      const room = ([dx, dy]: readonly [number, number]): Rect => ({ x0: at.x * k + dx - 17, y0: at.y * k + dy - 18, x1: at.x * k + dx + 28, y1: at.y * k + dy + 17 });
      const by = ([[0, 0], [0, 34], [0, -34], [40, 0], [-46, 0], [0, 60], [62, 0], [-68, 0], [44, 34], [-48, 34], [44, -34], [-48, -34], [0, 84], [92, 0], [-96, 0], [0, -60], [0, -84], [64, -50], [-70, -50], [64, 50], [-70, 50], [130, 0], [-134, 0], [0, 120], [0, -120]] as const).find((shift) => !taken.some((other) => meets(other, room(shift)))) ?? [0, 0];
      const [x, y] = [at.x * k + by[0], at.y * k + by[1]];
      taken.push(room(by));
      const value = /\d+/.exec(overlay.label)?.[0] ?? '';
      const flag = overlay.side ? `<g class="unit ${letter(overlay.side)}"><use href="#flag-${letter(overlay.side)}" x="13" y="-5"/></g>` : '';
      return `<g class="objective" transform="translate(${f(x)} ${f(y)})"><title>${escape(overlay.label)}</title><use href="#star" transform="scale(.9)"/><circle class="obj" r="8.5"/><text class="objn" y="4.6">${value}</text>${flag}</g>`;
    })
    .join('');
}

/** Garrisons: a plate with the strength and a flag in the place they hold. */
function garrisons(view: View, depth: number, k: number, taken: Rect[]): string {
  let svg = '';
  for (const place of view.places) {
    const feature = view.ground.find((f) => f.id === place.feature);
    if (!feature) continue;
    const center = middle(feature.shape, depth);
    place.units
      .flatMap((id) => view.pieces.filter((piece) => piece.id === id && piece.bases.length === 0 && piece.kind !== 'leader'))
      .forEach((piece, nth) => {
        const at = { x: center.x * k, y: center.y * k + nth * 24 };
        taken.push(square(at, 17), { x0: at.x - 4, y0: at.y - 32, x1: at.x + 20, y1: at.y });
        const side = letter(piece.side);
        svg += `<g class="unit ${side} garrison" data-id="${piece.id}" transform="translate(${f(at.x)} ${f(at.y)})"><title>${escape(piece.name)}</title><use href="#flag-${side}" x="-1" y="-9"/><rect class="st" x="-15" y="-10" width="30" height="20" rx="9"/><text class="plate" text-anchor="middle" y="5">${piece.badge.now}</text></g>`;
      });
  }
  return svg;
}

const WATER = ['stream', 'creek', 'river', 'lake', 'sea', 'marsh'];

/** Words on the map, as old plans have them; they give way to all else. */
function places(view: View, depth: number, k: number, taken: Rect[], clip: Rect): string {
  const said = new Set<string>();
  let svg = '';
  for (const feature of view.ground) {
    if (!feature.name || said.has(feature.name)) continue;
    const isLine = 'line' in feature.shape;
    const dots = isLine && 'line' in feature.shape ? feature.shape.line[0].map((p) => dot(p, depth)) : [];
    const center = middle(feature.shape, depth);
    const w = wide(feature.name, 15);
    const spots: [Dot, number][] = isLine
      ? walk(dots, 40).map(([d, way]) => {
          let turn = (Math.atan2(way.y, way.x) * 180) / Math.PI;
          if (turn > 90) turn -= 180;
          if (turn < -90) turn += 180;
          return [{ x: d.x * k, y: d.y * k }, turn];
        })
      : [0, -28, 28, -52, 52].map((by) => [{ x: center.x * k, y: center.y * k + by }, 0]);
    const lift = isLine ? -9 : 5;
    const spot = spots.find(([on, turn]) => {
      const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
      const steep = Math.abs(sin);
      // The middle of the letters is five pixels above the line they stand on.
      const at = { x: on.x - (lift - 5) * sin, y: on.y + (lift - 5) * cos };
      const [hx, hy] = [(w / 2) * (1 - steep) + 9 * steep + 2, (w / 2) * steep + 10 * (1 - steep)];
      const room = { x0: at.x - hx, y0: at.y - hy, x1: at.x + hx, y1: at.y + hy };
      const isFree = room.x0 > clip.x0 && room.x1 < clip.x1 && room.y0 > clip.y0 && room.y1 < clip.y1 && !taken.some((other) => meets(room, other));
      if (isFree) taken.push(room);
      return isFree;
    });
    if (!spot) continue;
    said.add(feature.name);
    const [at, turn] = spot;
    svg += `<text class="${WATER.includes(feature.kind) ? 'waterword' : 'place'}" text-anchor="middle" transform="translate(${f(at.x)} ${f(at.y)}) rotate(${f(turn)})" y="${lift}">${escape(feature.name)}</text>`;
  }
  return svg;
}

const f = (n: number): string => (Math.round(n * 10) / 10).toString();
