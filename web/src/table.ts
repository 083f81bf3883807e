/** The table on the screen: layers of SVG, the eye above it, and the hand. The only writer of the table's SVG. */
import { type Camera, fitted, showing, toPicture, zoomed } from './camera';
import { STEP, add, around, closed, distance, grown, inside, length, place, to, type Dot, type Rect } from './geometry';
import { NOTHING, measured, notes, over, under, type Answers } from './render/answers';
import { frame } from './render/frame';
import { ground } from './render/ground';
import { labels } from './render/labels';
import symbols from './render/symbols.svg?raw';
import { discOf, lay, levelOf, unitClass, unitSvg, type Drawn, type Level } from './render/units';
import type { Point, View } from './wire';
import { unitAloud } from './words';

export interface Hands {
  /** A tap on a place, and the piece under it. */
  tap(at: Point, piece: number | null): void;
  /** A drag that begins on the held unit; `done` when the hand lets go. */
  drag(at: Point, done: boolean): void;
  /** Whether a drag from this piece moves its ghost. */
  canDrag(piece: number): boolean;
  hover(piece: number | null): void;
  /** Whether a tap where several lie on each other means this one. */
  isMeant(piece: number): boolean;
  /** How much of the screen is covered at its edges now. */
  free(): Free;
}

export type Free = { top: number; right: number; bottom: number; left: number };

const NS = 'http://www.w3.org/2000/svg';

export class Table {
  private camera: Camera = { k: 1, x: 0, y: 0 };
  private view: View | null = null;
  private drawn: Drawn[] = [];
  private answers: Answers = NOTHING;
  private level: Level = 'near';
  private groundKey = '';
  private hovered: number | null = null;
  private readonly layers: Record<'ground' | 'under' | 'units' | 'over' | 'labels' | 'lines', SVGGElement>;
  private readonly world: SVGGElement;
  private readonly paper: SVGGElement;
  private readonly groups = new Map<number, { g: SVGGElement; key: string }>();
  private settled = 0;
  private names: [string, string] = ['', ''];
  /** Whether the whole is shown, and nobody has moved the eye since. */
  private isWhole = false;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly hands: Hands,
  ) {
    svg.innerHTML = `<defs>${symbols}</defs>`;
    const group = (parent: Element, name: string): SVGGElement => {
      const g = document.createElementNS(NS, 'g');
      g.setAttribute('class', name);
      parent.append(g);
      return g;
    };
    this.world = group(svg, 'world');
    this.paper = group(svg, 'paper');
    this.layers = {
      ground: group(this.world, 'l-ground'),
      under: group(this.world, 'l-under'),
      units: group(this.world, 'l-units'),
      over: group(this.world, 'l-over'),
      labels: group(this.paper, 'l-labels'),
      lines: group(this.paper, 'l-lines'),
    };
    for (const name of ['under', 'over', 'labels', 'lines', 'ground'] as const) this.layers[name].setAttribute('aria-hidden', 'true');
    this.listen();
  }

  destroy(): void {
    this.ends.forEach((end) => end());
  }

  get screen(): Dot {
    const box = this.svg.getBoundingClientRect();
    return { x: box.width, y: box.height };
  }

  get scale(): number {
    return this.camera.k;
  }

  /** Lays a view. Pieces that moved march to their place. */
  show(view: View, names: [string, string], march: number): void {
    const isFirst = this.view === null;
    const before = new Map(this.drawn.map((d) => [d.piece.id, d]));
    this.view = view;
    this.names = names;
    this.drawn = lay(view);
    const key = JSON.stringify([view.size, view.ground.map((f) => [f.id, f.kind, f.shape])]);
    if (key !== this.groundKey) {
      this.groundKey = key;
      this.layers.ground.innerHTML = ground(view, this.drawn.map((d) => d.box)) + frame(view);
    }
    if (isFirst) this.whole();
    else this.paint();
    if (march > 0 && !isFirst) for (const d of this.drawn) this.march(before.get(d.piece.id), d, march);
  }

  answer(answers: Answers): void {
    this.answers = answers;
    this.paintAnswers();
    this.paintLabels();
    for (const [id, { g }] of this.groups) {
      g.classList.toggle('was', answers.ghost?.piece === id);
      g.setAttribute('aria-pressed', String(answers.selected === id));
    }
  }

  /** The whole table. */
  whole(): void {
    if (!this.view) return;
    const [wide, deep] = this.view.size;
    const part = { x0: -30, y0: -30, x1: wide / STEP + 30, y1: deep / STEP + 30 };
    const troops = this.drawn.length ? grown(around(this.drawn.flatMap((d) => d.bases.flat())), 70) : part;
    const screen = this.screen;
    this.isWhole = true;
    // A phone shows the troops rather than the edges of the table.
    this.look(fitted(screen.x < 700 ? troops : part, screen, this.hands.free()));
  }

  zoom(by: number, at?: Dot): void {
    this.isWhole = false;
    const screen = this.screen;
    this.look(zoomed(this.camera, at ?? { x: screen.x / 2, y: screen.y / 2 }, by));
  }

  pan(x: number, y: number): void {
    this.isWhole = false;
    this.look({ ...this.camera, x: this.camera.x + x, y: this.camera.y + y });
  }

  /** Moves the eye as little as shows these pieces. */
  reveal(ids: number[]): void {
    const found = this.drawn.filter((d) => ids.includes(d.piece.id));
    if (!found.length) return;
    this.look(showing(this.camera, grown(around(found.flatMap((d) => d.bases.flat())), 30 / this.camera.k), this.screen, this.hands.free()));
  }

  focusUnit(id: number): void {
    this.groups.get(id)?.g.focus({ preventScroll: true });
  }

  private look(camera: Camera): void {
    const isZoom = camera.k !== this.camera.k;
    this.camera = camera;
    this.world.setAttribute('transform', `translate(${camera.x} ${camera.y}) scale(${camera.k})`);
    this.paper.setAttribute('transform', `translate(${camera.x} ${camera.y})`);
    this.svg.style.setProperty('--k', String(camera.k));
    if (isZoom || !this.groups.size) this.paint();
    else {
      clearTimeout(this.settled);
      this.settled = window.setTimeout(() => this.paintLabels(), 90);
    }
  }

  private paint(): void {
    if (!this.view) return;
    this.level = levelOf(this.drawn, this.camera.k);
    const depth = this.view.size[1];
    const present = new Set<number>();
    const order = [...this.drawn].sort((a, b) => Number(a.piece.kind === 'leader') - Number(b.piece.kind === 'leader') || a.at.x - b.at.x);
    const step = Math.round(Math.log2(this.camera.k) * 4);
    for (const d of order) {
      present.add(d.piece.id);
      let entry = this.groups.get(d.piece.id);
      if (!entry) {
        const g = document.createElementNS(NS, 'g');
        g.setAttribute('tabindex', '-1');
        g.setAttribute('role', 'button');
        g.dataset['id'] = String(d.piece.id);
        this.layers.units.append(g);
        entry = { g, key: '' };
        this.groups.set(d.piece.id, entry);
      }
      const key = JSON.stringify([d.piece, this.level, step, depth]);
      if (entry.key === key) continue;
      entry.key = key;
      const classes = ['was', 'acting'].filter((name) => entry.g.classList.contains(name));
      entry.g.setAttribute('class', [unitClass(d.piece), ...classes].join(' '));
      entry.g.setAttribute('aria-label', unitAloud(d.piece, this.names[d.piece.side === 'red' ? 0 : 1]));
      entry.g.innerHTML = unitSvg(d, this.level, this.camera.k);
    }
    for (const [id, { g }] of this.groups) {
      if (present.has(id)) continue;
      g.remove();
      this.groups.delete(id);
    }
    this.paintAnswers();
    this.paintLabels();
  }

  private paintAnswers(): void {
    if (!this.view) return;
    const { k } = this.camera;
    this.layers.under.innerHTML = under(this.view, this.answers);
    this.layers.over.innerHTML = over(this.view, this.answers, this.drawn, k);
    const line = this.answers.line ? measured(this.answers.line, this.view.size[1], k) : '';
    this.layers.lines.innerHTML = notes(this.view, this.answers, this.drawn, k) + line;
  }

  private paintLabels(): void {
    if (!this.view) return;
    const { k, x, y } = this.camera;
    const screen = this.screen;
    const chosen = new Set([this.answers.selected, this.answers.aim, ...this.answers.acting].filter((id): id is number => id !== null));
    this.layers.labels.innerHTML = labels({
      view: this.view, drawn: this.drawn, k, level: this.level, chosen, hovered: this.hovered,
      clip: { x0: -x + 2, y0: -y + 2, x1: -x + screen.x - 2, y1: -y + screen.y - 2 },
    });
  }

  private march(before: Drawn | undefined, now: Drawn, time: number): void {
    const g = this.groups.get(now.piece.id)?.g;
    if (!before || !g || typeof g.animate !== 'function') return;
    const shift = to(now.at, before.at);
    let turn = (before.piece.facing - now.piece.facing) / 100;
    turn = ((((turn + 180) % 360) + 360) % 360) - 180;
    if (length(shift) < 0.5 && Math.abs(turn) < 0.5) return;
    const { x, y } = now.at;
    g.animate(
      [{ transform: `translate(${shift.x}px, ${shift.y}px) translate(${x}px, ${y}px) rotate(${turn}deg) translate(${-x}px, ${-y}px)` }, { transform: 'none' }],
      { duration: time, easing: 'cubic-bezier(.2, .7, .2, 1)' },
    );
  }

  /** The piece under a dot of the picture, within a finger's breadth. */
  private under(d: Dot, tolerance: number): number | null {
    let best: [number, number] | null = null;
    for (const drawn of this.drawn) {
      const isRound = drawn.piece.kind === 'leader' || drawn.piece.kind === 'marker';
      let far = Infinity;
      if (isRound) far = Math.max(0, length(to(drawn.at, d)) - discOf(drawn, this.camera.k)) - 1;
      else for (const base of drawn.bases) far = Math.min(far, inside(base, d) ? 0 : distance(closed(base), d));
      // Of those who lie on each other the one that is meant comes first; of several such, the one on top.
      if (far <= 0 && this.hands.isMeant(drawn.piece.id)) far -= 1000;
      if (far <= tolerance && (!best || far < best[0])) best = [far, drawn.piece.id];
    }
    return best ? best[1] : null;
  }

  private at(event: { clientX: number; clientY: number }): Dot {
    const box = this.svg.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private listen(): void {
    const { svg } = this;
    const fingers = new Map<number, Dot>();
    let start: Dot | null = null;
    let moved = false;
    let held = false;
    const on = <K extends keyof SVGSVGElementEventMap>(name: K, act: (event: SVGSVGElementEventMap[K]) => void, options?: AddEventListenerOptions): void => {
      svg.addEventListener(name, act, options);
      this.ends.push(() => svg.removeEventListener(name, act, options));
    };
    const tolerance = (event: PointerEvent): number => (event.pointerType === 'touch' ? 20 : 5) / this.camera.k;
    on('pointerdown', (event) => {
      if (event.button !== 0) return;
      const at = this.at(event);
      fingers.set(event.pointerId, at);
      svg.setPointerCapture(event.pointerId);
      if (fingers.size > 1) {
        held = false;
        moved = true;
        return;
      }
      start = at;
      moved = false;
      const piece = this.under(toPicture(this.camera, at), tolerance(event));
      held = piece !== null && this.hands.canDrag(piece);
    });
    on('pointermove', (event) => {
      const at = this.at(event);
      const last = fingers.get(event.pointerId);
      if (!last) {
        const id = this.under(toPicture(this.camera, at), 3 / this.camera.k);
        if (id !== this.hovered) {
          this.hovered = id;
          svg.classList.toggle('over-unit', id !== null);
          this.hands.hover(id);
          this.paintLabels();
        }
        return;
      }
      if (start && length(to(start, at)) > (event.pointerType === 'touch' ? 9 : 5)) moved = true;
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()] as [Dot, Dot];
        fingers.set(event.pointerId, at);
        const [c, d] = [...fingers.values()] as [Dot, Dot];
        const center = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
        const shift = { x: center.x - (a.x + b.x) / 2, y: center.y - (a.y + b.y) / 2 };
        const by = length(to(c, d)) / Math.max(1, length(to(a, b)));
        this.isWhole = false;
        this.look(zoomed({ ...this.camera, x: this.camera.x + shift.x, y: this.camera.y + shift.y }, center, by));
        return;
      }
      fingers.set(event.pointerId, at);
      if (!moved) return;
      if (held && this.view) this.hands.drag(place(toPicture(this.camera, at), this.view.size[1]), false);
      else this.pan(at.x - last.x, at.y - last.y);
    });
    const lift = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId) || !this.view) return;
      const at = this.at(event);
      if (fingers.size) return;
      const d = toPicture(this.camera, at);
      if (event.type === 'pointercancel') {
        held = false;
        return;
      }
      if (moved && held) this.hands.drag(place(d, this.view.size[1]), true);
      else if (!moved) this.hands.tap(place(d, this.view.size[1]), this.under(d, tolerance(event)));
      held = false;
      start = null;
    };
    on('pointerup', lift);
    on('pointercancel', lift);
    on('wheel', (event) => {
      event.preventDefault();
      const by = Math.exp(-Math.max(-80, Math.min(80, event.deltaY * (event.deltaMode === 1 ? 20 : 1))) * 0.004);
      this.zoom(by, this.at(event));
    }, { passive: false });
    on('keydown', (event) => {
      const id = Number((event.target as SVGElement).dataset['id'] ?? NaN);
      const d = this.drawn.find((drawn) => drawn.piece.id === id);
      if (d && this.view && (event.key === 'Enter' || event.key === ' ') && this.answers.selected !== id) {
        event.preventDefault();
        event.stopPropagation();
        this.hands.tap(place(add(d.at, d.ahead, -2), this.view.size[1]), id);
      }
    });
    const observer = new ResizeObserver(() => (this.isWhole ? this.whole() : this.paintLabels()));
    observer.observe(svg);
    this.ends.push(() => observer.disconnect());
  }

  /** The part of the picture that is seen. */
  seen(): Rect {
    const screen = this.screen;
    const a = toPicture(this.camera, { x: 0, y: 0 });
    const b = toPicture(this.camera, screen);
    return { x0: a.x, y0: a.y, x1: b.x, y1: b.y };
  }
}
