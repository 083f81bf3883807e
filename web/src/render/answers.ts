/** What the table answers while you think: arcs, radii and zones below the troops; outlines, ghost and lines above them. */
import { STEP, add, around, between, dot, length, middle, outline, path, ring, to, turning, unit, xy, type Dot } from '../geometry';
import type { Looked } from '../sight';
import type { Place, Point, View, ViewOverlay } from '../wire';
import { escape } from '../words';
import { discOf, unitSvg, type Drawn } from './units';

/** All that is drawn for a reason, besides the table itself. */
export interface Answers {
  selected: number | null;
  /** May be pointed at now. */
  targets: number[];
  /** Is pointed at. */
  aim: number | null;
  overlays: ViewOverlay[];
  ghost: { piece: number; bases: [Point, Point, Point, Point][]; path: Point[]; facing: number } | null;
  /** Where the hand pointed, if the ghost stands elsewhere. */
  wish: Point | null;
  /** The place that forbids. */
  refused: Place | null;
  line: Looked | null;
  /** How far the unit in hand may go. */
  reach: Point[];
  /** Who acts just now, in the other side's turn. */
  acting: number[];
}

export const NOTHING: Answers = { selected: null, targets: [], aim: null, overlays: [], ghost: null, wish: null, refused: null, line: null, reach: [], acting: [] };

export function under(view: View, answers: Answers): string {
  const depth = view.size[1];
  const front = view.pieces.find((piece) => piece.id === answers.selected)?.front;
  const reach = reachable(answers.reach.map((p) => dot(p, depth)), front ? [dot(front.from, depth), dot(front.to, depth)] : null);
  const shapes = (reach.length ? `<path class="reach still" d="${ring(reach)}"/>` : '') + answers.overlays.map((overlay) => shape(overlay, depth)).join('');
  // Guns reach farther than the table does.
  return `<clipPath id="board"><rect width="${view.size[0] / STEP}" height="${depth / STEP}"/></clipPath><g clip-path="url(#board)">${shapes}</g>`;
}

/** The ground within reach. Who only goes straight ahead has a line of ends: he sweeps it with his front. */
export function reachable(ends: Dot[], front: [Dot, Dot] | null): Dot[] {
  if (ends.length < 3) return [];
  const { x0, y0, x1, y1 } = around(ends);
  if (!front) return ends;
  const from = between(...front);
  if (Math.abs(turning(ends)) > 0.02 * ((x1 - x0) ** 2 + (y1 - y0) ** 2)) return pinched(ends, from);
  const far = ends.reduce((best, end) => (length(to(from, end)) > length(to(from, best)) ? end : best), from);
  const by = to(from, far);
  return [front[0], front[1], add(front[1], by), add(front[0], by)];
}

/** Who goes ahead and back but not aside passes where he stands: no ground beside him is within reach. */
function pinched(ends: Dot[], from: Dot): Dot[] {
  const ways = ends.map((end) => to(from, end));
  return ends.flatMap((end, nth) => {
    const [one, next] = [ways[nth]!, ways[(nth + 1) % ways.length]!];
    return one.x * next.x + one.y * next.y < 0 ? [end, from] : [end];
  });
}

function shape(overlay: ViewOverlay, depth: number): string {
  const kind = overlay.kind === 'arc' ? (/long/.test(overlay.label) ? 'arc2' : 'arc1') : overlay.kind;
  const classes: Record<string, string> = { arc1: 'arc1', arc2: 'arc2', radius: 'radius', zone: 'zone', reach: 'reach', box: 'box', slope: 'box' };
  const name = `${classes[kind] ?? 'radius'} still`;
  if ('line' in overlay.shape) return `<path class="radius still" d="${path(overlay.shape.line[0].map((p) => dot(p, depth)))}"/>`;
  if ('point' in overlay.shape) {
    const at = dot(overlay.shape.point, depth);
    return `<circle class="${name}" cx="${at.x}" cy="${at.y}" r="6"/>`;
  }
  if ('circle' in overlay.shape) {
    const at = dot(overlay.shape.circle[0], depth);
    return `<circle class="${name}" cx="${at.x}" cy="${at.y}" r="${overlay.shape.circle[1] / STEP}"/>`;
  }
  return `<path class="${name}" d="${ring(outline(overlay.shape, depth))}"/>`;
}

/** The words of the overlays, in pixels. */
export function notes(view: View, answers: Answers, drawn: Drawn[], k: number): string {
  const depth = view.size[1];
  const said = new Set<string>();
  return answers.overlays
    .map((overlay) => {
      const words = overlay.label.split(': ').pop() ?? '';
      // Of arcs and radii only how far they reach: whose they are is seen.
      const short = overlay.kind === 'arc' || overlay.kind === 'radius' ? (/[\d.]+ ?(″|"|cm|yards|mm)?/.exec(words)?.[0] ?? '') : words;
      if (!short || overlay.kind === 'box' || overlay.kind === 'slope' || said.has(short + overlay.kind)) return '';
      said.add(short + overlay.kind);
      const own = drawn.find((d) => d.piece.id === overlay.unit);
      let at = middle(overlay.shape, depth);
      if ('circle' in overlay.shape) at = add(at, { x: 0, y: -1 }, overlay.shape.circle[1] / STEP);
      else if (overlay.kind === 'arc' && own) {
        const far = Math.max(...outline(overlay.shape, depth).map((d) => (d.x - own.at.x) * own.ahead.x + (d.y - own.at.y) * own.ahead.y));
        at = add(own.at, own.ahead, far);
      }
      return `<text class="rng" x="${f(at.x * k)}" y="${f(at.y * k + 4)}">${escape(short.replace('"', '″'))}</text>`;
    })
    .join('');
}

/** Above the troops, in the coordinates of the table. */
export function over(view: View, answers: Answers, drawn: Drawn[], k: number): string {
  const depth = view.size[1];
  const by = (id: number | null): Drawn | undefined => drawn.find((d) => d.piece.id === id);
  let svg = '';
  for (const id of answers.targets) {
    const target = by(id);
    if (target && id !== answers.aim) svg += `<path class="may still" d="${ring(halo(target, k, 4))}"/>`;
  }
  for (const id of answers.acting) {
    const actor = by(id);
    if (actor) svg += outlined(halo(actor, k, 4), 'sel');
  }
  const held = by(answers.selected);
  if (held) svg += outlined(halo(held, k, 4), 'sel');
  const aimed = by(answers.aim);
  if (aimed) svg += `<path class="tgth still" d="${ring(halo(aimed, k, 5))}"/><path class="tgt still" d="${ring(halo(aimed, k, 5))}"/>`;
  if (answers.ghost) svg += ghost(answers.ghost, by(answers.ghost.piece), depth, k);
  if (answers.wish) {
    const at = dot(answers.wish, depth);
    svg += `<circle class="wish still" cx="${f(at.x)}" cy="${f(at.y)}" r="${f(7 / k)}"/>`;
  }
  if (answers.refused) svg += refused(answers.refused, by, depth, k);
  return svg;
}

function outlined(dots: Dot[], name: string): string {
  return `<path class="selh still" d="${ring(dots)}"/><path class="${name} still" d="${ring(dots)}"/>`;
}

/** A turned box around a piece. */
function halo(d: Drawn, k: number, px: number): Dot[] {
  const out = px / k;
  if (d.piece.kind === 'leader' || d.piece.kind === 'marker') {
    const radius = discOf(d, k) + out;
    return Array.from({ length: 24 }, (_, i) => add(d.at, { x: Math.cos((i * Math.PI) / 12), y: Math.sin((i * Math.PI) / 12) }, radius));
  }
  const aside = { x: -d.ahead.y, y: d.ahead.x };
  const along = d.bases.flat().map((p) => ({ a: (p.x - d.at.x) * aside.x + (p.y - d.at.y) * aside.y, b: (p.x - d.at.x) * d.ahead.x + (p.y - d.at.y) * d.ahead.y }));
  const [a0, a1] = [Math.min(...along.map((p) => p.a)) - out, Math.max(...along.map((p) => p.a)) + out];
  const [b0, b1] = [Math.min(...along.map((p) => p.b)) - out, Math.max(...along.map((p) => p.b)) + out];
  const corner = (a: number, b: number): Dot => add(add(d.at, aside, a), d.ahead, b);
  return [corner(a0, b1), corner(a1, b1), corner(a1, b0), corner(a0, b0)];
}

function ghost(g: NonNullable<Answers['ghost']>, own: Drawn | undefined, depth: number, k: number): string {
  const bases = g.bases.map((base) => base.map((p) => dot(p, depth)) as [Dot, Dot, Dot, Dot]);
  const first = bases[0];
  if (!own || !first) return '';
  const trail = g.path.length > 1 ? `<path class="trail still" d="${path(g.path.map((p) => dot(p, depth)))}"/>` : '';
  const isRound = own.piece.kind === 'leader';
  const front = bases.filter((base) => !bases.some((other) => other !== base && isBefore(base, other)));
  const ahead = unit(to(first[3], first[0]));
  const ends = front.flatMap((base) => [base[0], base[1]]);
  const box = around(ends.length ? ends : bases.flat());
  const at = isRound ? between(first[0], first[2]) : { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
  const drawn: Drawn = { piece: own.piece, bases, at, ahead, box: around(bases.flat()) };
  return `${trail}<g class="unit ${own.piece.side === 'red' ? 'a' : 'b'} ghost">${unitSvg(drawn, k * 24 >= 17 ? 'near' : 'middle', k)}</g>${outlined(halo(drawn, k, 3), 'sel')}`;
}

/** Whether the other stand stands right before this one. */
function isBefore(base: [Dot, Dot, Dot, Dot], other: [Dot, Dot, Dot, Dot]): boolean {
  return length(to(between(base[0], base[1]), between(other[2], other[3]))) < length(to(base[0], base[1])) * 0.6;
}

function refused(place: Place, by: (id: number | null) => Drawn | undefined, depth: number, k: number): string {
  if ('unit' in place) {
    const d = by(place.unit);
    return d ? `<path class="nogo still" d="${ring(halo(d, k, 7))}"/>` : '';
  }
  if ('at' in place) {
    const at = dot(place.at, depth);
    return `<circle class="nogo still" cx="${f(at.x)}" cy="${f(at.y)}" r="${f(15 / k)}"/>`;
  }
  const [from, end] = [dot(place.along.from, depth), dot(place.along.to, depth)];
  return `<path class="refline still" d="${path([from, end])}"/><circle class="nogo still" cx="${f(end.x)}" cy="${f(end.y)}" r="${f(8 / k)}"/>`;
}

/** A measured line with its chip, in pixels. */
export function measured(line: NonNullable<Answers['line']>, depth: number, k: number): string {
  const px = (p: Point): Dot => ({ x: dot(p, depth).x * k, y: dot(p, depth).y * k });
  const [from, end] = [px(line.segment.from), px(line.segment.to)];
  const mid = between(from, end);
  const wide = line.words.length * 7.4 + 18;
  // A look that is hidden ends in a cross where it is; what it would have gone on to is only dotted.
  const halt = line.stop ? { x: line.stop.x * k, y: line.stop.y * k } : null;
  const stop = halt
    ? `<path class="losrest" d="${path([halt, end])}"/><path class="losstop" d="M${f(halt.x - 7)} ${f(halt.y - 7)}l14 14m0 -14l-14 14"/>`
    : `<circle class="losend" cx="${f(end.x)}" cy="${f(end.y)}" r="4"/>`;
  const way = path([from, halt ?? end]);
  return `<path class="losh" d="${way}"/><path class="los" d="${way}"/><circle class="losend" cx="${f(from.x)}" cy="${f(from.y)}" r="4"/>${stop}<g transform="translate(${xy(mid)})"><rect class="chip" x="${f(-wide / 2)}" y="-13" width="${f(wide)}" height="26" rx="4"/><text class="chipt" y="4.6">${escape(line.words)}</text></g>`;
}

const f = (n: number): string => (Math.round(n * 10) / 10).toString();
