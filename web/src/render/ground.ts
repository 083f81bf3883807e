/** The ground: washes, heights, what is strewn over them, waters, roads, obstacles, works and buildings, bottom up. */
import {
  Scatter, add, around, between, closed, distance, dot, grown, holds, inside, left, length, middle, outline, path, ring, rows, smooth, strew, to, turning, unit, walk, xy,
  STEP, type Dot, type Rect,
} from '../geometry';
import type { FeatureView, View } from '../wire';
import { escape } from '../words';

interface Cover {
  wash: string;
  strewn: string[];
  apart: number;
}

const COVER: Record<string, Cover> = {
  clear: { wash: 'ground', strewn: [], apart: 0 },
  crops: { wash: 'field crop', strewn: [], apart: 0 },
  field: { wash: 'field plough', strewn: [], apart: 0 },
  vineyard: { wash: 'field fieldbg', strewn: ['vine'], apart: 14 },
  orchard: { wash: 'wood', strewn: ['fruit'], apart: 19 },
  'light-woods': { wash: 'wood', strewn: ['tree1', 'tree2', 'tree3'], apart: 22 },
  'dense-woods': { wash: 'wood dense', strewn: ['tree1', 'tree2', 'pine', 'pine'], apart: 14.5 },
  brush: { wash: 'wood', strewn: ['bush'], apart: 15 },
  rocky: { wash: 'rocky', strewn: ['rock1', 'rock2'], apart: 20 },
  rough: { wash: 'rocky', strewn: ['tuft', 'rock2'], apart: 17 },
  marsh: { wash: 'marsh', strewn: ['reed'], apart: 21 },
  beach: { wash: 'sand', strewn: [], apart: 0 },
};
const HEIGHTS = ['gentle-hill', 'steep-hill', 'hollow', 'cliff', 'ravine'];
const WATERS = ['river', 'lake', 'sea'];
const ROADS = ['road', 'track', 'sunken-road', 'causeway'];
const HOUSES = ['building', 'church', 'village', 'town', 'farm', 'fortified-house', 'blockhouse'];
const WORKS = ['redoubt', 'fort', 'works'];
const MOST_STREWN = 1400;

/** The whole ground of a view as SVG. */
export function ground(view: View, troops: Rect[]): string {
  const [wide, depth] = view.size;
  const size = { x: wide / STEP, y: depth / STEP };
  const features = view.ground;
  return [
    `<rect class="ground" width="${size.x}" height="${size.y}"/><rect fill="url(#weave)" width="${size.x}" height="${size.y}"/>`,
    heights(features, depth),
    covers(features, depth, size, troops),
    waters(features, depth),
    streams(features, depth),
    roads(features, depth),
    crossings(features, depth),
    obstacles(features, depth),
    works(features, depth),
    houses(features, depth),
  ].join('');
}

function covers(features: FeatureView[], depth: number, size: Dot, troops: Rect[]): string {
  const all = features.flatMap((feature) => {
    const cover = COVER[feature.kind];
    const edge = outline(feature.shape, depth);
    return cover && edge.length > 2 ? [{ feature, cover, edge }] : [];
  });
  let svg = all.map(({ cover, edge, feature }) => `<path class="${cover.wash}" d="${ring(edge)}">${title(feature)}</path>`).join('');
  const count = all.reduce((sum, { cover, edge }) => {
    const box = around(edge);
    return sum + (cover.apart ? ((box.x1 - box.x0) * (box.y1 - box.y0) * 0.6) / cover.apart ** 2 : 0);
  }, 0);
  const spread = Math.sqrt(Math.max(1, count / MOST_STREWN));
  const ways = features.flatMap((f) => (ROADS.includes(f.kind) && 'line' in f.shape ? [{ line: f.shape.line[0].map((p) => dot(p, depth)), half: f.shape.line[1] / STEP / 2 + 7 }] : []));
  const whole = { x0: 4, y0: 4, x1: size.x - 4, y1: size.y - 4 };
  all.forEach(({ feature, cover, edge }, nth) => {
    if (!cover.apart) return;
    const later = all.slice(nth + 1).map((other) => other.edge);
    const isRow = feature.kind === 'orchard' || feature.kind === 'vineyard';
    const dots = isRow ? rows(edge, cover.apart * spread) : strew(edge, cover.apart * spread, feature.id);
    const choose = new Scatter(feature.id + 1000003);
    for (const d of dots) {
      const which = cover.strewn[Math.floor(choose.next() * cover.strewn.length)];
      const isFree = holds(whole, d) && !later.some((other) => inside(other, d)) && !ways.some((way) => distance(way.line, d) < way.half);
      if (!isFree) continue;
      const faded = troops.some((rect) => holds(grown(rect, 8), d));
      svg += `<use href="#${which}" x="${r(d.x)}" y="${r(d.y)}"${faded ? ' opacity=".4"' : ''}/>`;
    }
  });
  return svg;
}

function heights(features: FeatureView[], depth: number): string {
  const hills = features.filter((f) => HEIGHTS.includes(f.kind)).sort((a, b) => a.level - b.level);
  return hills
    .map((feature) => {
      const edge = outline(feature.shape, depth);
      if (edge.length < 3) return '';
      const isSteep = feature.kind !== 'gentle-hill';
      const isDown = feature.kind === 'hollow' || feature.kind === 'ravine';
      const [step, least, most] = isSteep ? [3.8, 11, 16] : [7, 7, 11];
      const sign = turning(edge) > 0 === isDown ? -1 : 1;
      return `<path class="hill" d="${ring(edge)}">${title(feature)}</path><path class="hachure" d="${strokes(closed(edge), step!, least!, most!, sign, 2, feature.id)}"/>`;
    })
    .join('');
}

/** Short strokes to one side of a line: 1 is its left as it runs. */
function strokes(line: Dot[], step: number, least: number, most: number, sign: number, off: number, id: number): string {
  const scatter = new Scatter(id + 7);
  return walk(line, step)
    .map(([d, way]) => {
      const from = add(add(d, left(way), sign * off), way, scatter.from(-1, 1));
      return `M${xy(from)}L${xy(add(from, left(way), sign * scatter.from(least, most)))}`;
    })
    .join('');
}

function waters(features: FeatureView[], depth: number): string {
  return features
    .filter((f) => WATERS.includes(f.kind))
    .map((feature) => {
      const edge = outline(feature.shape, depth);
      if (edge.length < 3) return '';
      const ripples = strew(edge, 46, feature.id).filter((d) => distance(closed(edge), d) > 14);
      return `<path class="water" d="${ring(edge)}">${title(feature)}</path>${ripples.map((d) => `<use href="#ripple" x="${r(d.x)}" y="${r(d.y)}"/>`).join('')}`;
    })
    .join('');
}

/** The linear features of some kinds, each with its dots and its width in the picture. */
function lines(features: FeatureView[], depth: number, kinds: string[], least: number, paint: (f: FeatureView, line: Dot[], wide: number) => string): string {
  return features
    .filter((f) => kinds.includes(f.kind))
    .map((f) => ('line' in f.shape && f.shape.line[0].length > 1 ? paint(f, f.shape.line[0].map((p) => dot(p, depth)), Math.max(least, f.shape.line[1] / STEP)) : ''))
    .join('');
}

function streams(features: FeatureView[], depth: number): string {
  const flow = (feature: FeatureView, line: Dot[], wide: number): string => {
    const data = smooth(line, false);
    const banks = feature.kind === 'creek' || feature.kind === 'ravine' ? [1, -1].map((sign) => `<path class="hachure" d="${strokes(line, 5, 5, 8, sign, wide / 2 + 2, feature.id)}"/>`).join('') : '';
    if (feature.kind === 'ravine' || feature.kind === 'hollow' || feature.kind === 'bank' || feature.kind === 'cliff') {
      return `<path class="hachure" d="${path(line)}${strokes(line, 4, 6, 10, 1, 0, feature.id)}">${title(feature)}</path>`;
    }
    if (feature.kind === 'ditch') return `<path class="wallo" d="${data}"/><path class="hill" d="${data}"/>`;
    return `<path class="stream-edge" stroke-width="${r(wide + 2)}" d="${data}">${title(feature)}</path><path class="stream" stroke-width="${r(wide)}" d="${data}"/>${banks}`;
  };
  return lines(features, depth, ['stream', 'creek', 'river', 'ravine', 'hollow', 'bank', 'cliff', 'ditch'], 4, flow);
}

function roads(features: FeatureView[], depth: number): string {
  const edge = lines(features, depth, ROADS, 8, (f, line, wide) => `<path class="road-edge${f.kind === 'track' ? ' poor' : ''}" stroke-width="${r(Math.min(wide, 16) + 2.4)}" d="${smooth(line, false)}"/>`);
  const way = lines(features, depth, ROADS, 8, (f, line, wide) => {
    const hollow = f.kind === 'sunken-road' ? [1, -1].map((sign) => `<path class="hachure" d="${strokes(line, 4, 2, 4, sign, -wide / 2, f.id)}"/>`).join('') : '';
    return `<path class="road" stroke-width="${r(Math.min(wide, 16))}" d="${smooth(line, false)}">${title(f)}</path>${hollow}`;
  });
  return edge + way;
}

function crossings(features: FeatureView[], depth: number): string {
  return features
    .filter((f) => f.kind === 'bridge' || f.kind === 'ford')
    .map((feature) => {
      const center = middle(feature.shape, depth);
      let from = add(center, { x: -14, y: 0 });
      let end = add(center, { x: 14, y: 0 });
      if ('line' in feature.shape && feature.shape.line[0].length > 1) {
        const dots = feature.shape.line[0].map((p) => dot(p, depth));
        [from, end] = [dots[0]!, dots[dots.length - 1]!];
      } else {
        const way = nearestWay(features, depth, center);
        [from, end] = [add(center, way, -14), add(center, way, 14)];
      }
      const aside = left(unit(to(from, end)));
      if (feature.kind === 'ford') return `<path class="ford" d="${[-3.5, 3.5].map((by) => path([add(from, aside, by), add(end, aside, by)])).join('')}">${title(feature)}</path>`;
      const corners = [add(from, aside, 7), add(end, aside, 7), add(end, aside, -7), add(from, aside, -7)];
      const planks = walk([from, end], 4).map(([d]) => `M${xy(add(d, aside, 7))}L${xy(add(d, aside, -7))}`);
      return `<path class="bridge" d="${ring(corners)}">${title(feature)}</path><path class="plank" d="${planks.join('')}"/>`;
    })
    .join('');
}

/** The way of the nearest road, else straight across the nearest water. */
function nearestWay(features: FeatureView[], depth: number, center: Dot): Dot {
  const nearest = (kinds: string[]): Dot | null => {
    let best: [number, Dot] | null = null;
    for (const f of features) {
      if (!kinds.includes(f.kind) || !('line' in f.shape)) continue;
      const line = f.shape.line[0].map((p) => dot(p, depth));
      for (let i = 0; i + 1 < line.length; i++) {
        const far = distance([line[i]!, line[i + 1]!], center);
        if (!best || far < best[0]) best = [far, unit(to(line[i]!, line[i + 1]!))];
      }
    }
    return best && best[0] < 30 ? best[1] : null;
  };
  const water = nearest(['stream', 'creek', 'river']);
  return nearest(ROADS) ?? (water ? left(water) : { x: 1, y: 0 });
}

function obstacles(features: FeatureView[], depth: number): string {
  const paint = (f: FeatureView, line: Dot[]): string => {
    const data = path(line);
    const twice = (lower: string, upper: string): string => `<path class="${lower}" d="${data}">${title(f)}</path><path class="${upper}" d="${data}"/>`;
    switch (f.kind) {
      case 'fence': {
        const bends = walk(line, 9).map(([d, way], nth) => add(d, left(way), nth % 2 ? 3 : -3));
        return `<path class="fence" d="${path([line[0]!, ...bends, line[line.length - 1]!])}">${title(f)}</path>`;
      }
      case 'hedge':
        return twice('hedge', 'hedge2');
      case 'stone-wall':
      case 'high-wall':
        return twice('wallo', 'walli');
      case 'breastworks': {
        const teeth = walk(line, 12).map(([d, way]) => `M${xy(add(add(d, way, -3), left(way), 3))}L${xy(add(d, left(way), 9))}L${xy(add(add(d, way, 3), left(way), 3))}Z`);
        return `<path class="teeth" d="${teeth.join('')}"/>${twice('works', 'works2')}`;
      }
      case 'abatis': {
        const trees = walk(line, 9).map(([d, way], nth) => {
          const sign = nth % 2 ? 1 : -1;
          const fork = add(d, left(way), sign * 2);
          const top = add(d, left(way), sign * 8);
          return `M${xy(add(d, left(way), -sign * 4))}L${xy(top)}M${xy(fork)}L${xy(add(top, way, -4))}M${xy(fork)}L${xy(add(top, way, 4.5))}`;
        });
        return `<path class="abatis" d="${trees.join('')}">${title(f)}</path>`;
      }
      case 'palisade':
        return `<path class="abatis" d="${walk(line, 5).map(([d, way]) => `M${xy(add(d, left(way), 4))}L${xy(add(d, left(way), -4))}`).join('')}">${title(f)}</path>`;
      case 'wagons':
        return walk(line, 17).map(([d, way]) => `<path class="bridge" d="${ring(box(d, way, 12, 8))}"/>`).join('');
      default:
        return '';
    }
  };
  return lines(features, depth, ['fence', 'hedge', 'stone-wall', 'high-wall', 'breastworks', 'abatis', 'palisade', 'wagons'], 1, paint);
}

function box(center: Dot, way: Dot, long: number, wide: number): Dot[] {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => add(add(center, way, (a! * long) / 2), left(way), (b! * wide) / 2));
}

function works(features: FeatureView[], depth: number): string {
  return features
    .filter((f) => WORKS.includes(f.kind))
    .map((f) => {
      const edge = outline(f.shape, depth);
      return `<path class="redoubt" d="${ring(edge)}">${title(f)}</path><path class="redoubt2" d="${ring(edge)}"/>`;
    })
    .join('');
}

function houses(features: FeatureView[], depth: number): string {
  return features
    .filter((f) => HOUSES.includes(f.kind))
    .map((f) => {
      const edge = outline(f.shape, depth);
      if (edge.length < 3) return '';
      const size = around(edge);
      const isBlock = f.kind === 'village' || f.kind === 'town' || Math.min(size.x1 - size.x0, size.y1 - size.y0) > 90;
      if (isBlock) {
        const inner = strew(edge, 34, f.id).filter((d) => distance(closed(edge), d) > 15);
        const turn = new Scatter(f.id + 3);
        const roofs = inner.map((d) => roof(box(d, unit({ x: 1, y: turn.from(-0.25, 0.25) }), turn.from(20, 26), turn.from(13, 17))));
        return `<path class="yard" d="${ring(edge)}">${title(f)}</path>${roofs.join('')}`;
      }
      const wall = f.kind === 'fortified-house' || f.kind === 'blockhouse' ? `<path class="redoubt" d="${ring(edge)}"/>` : '';
      const tower = f.kind === 'church' ? `<path class="ridge" d="${path([edge[0]!, edge[2]!])}${path([edge[1]!, edge[edge.length - 1]!])}"/>` : '';
      return `<g>${title(f)}${roof(edge)}${wall}${tower}</g>`;
    })
    .join('');
}

/** A roof in two tones with its ridge and shadow, the ridge along the longer side. */
function roof(edge: Dot[]): string {
  const shadow = `<path class="bsh" transform="translate(3 4)" d="${ring(edge)}"/>`;
  if (edge.length !== 4) return `${shadow}<path class="roof" d="${ring(edge)}"/>`;
  const [a, b, c, d] = edge as [Dot, Dot, Dot, Dot];
  const isWide = length(to(a, b)) > length(to(b, c));
  const [from, end] = isWide ? [between(a, d), between(b, c)] : [between(a, b), between(c, d)];
  const half = isWide ? [from, end, c, d] : [from, b, c, end];
  return `${shadow}<path class="roof" d="${ring(edge)}"/><path class="roof roof2" d="${ring(half)}"/><path class="ridge" d="${path([from, end])}"/>`;
}

const r = (n: number): number => Math.round(n * 10) / 10;

function title(f: FeatureView): string {
  const words = [f.name, f.meaning].filter(Boolean).join(': ');
  return words ? `<title>${escape(words)}</title>` : '';
}
