/** The keys of the table. */
import { RULERS } from './geometry';
import { byLetter } from './hand';
import type { Play } from './play.svelte';
import { settings } from './settings.svelte';
import type { Table } from './table';
import type { Piece, Point } from './wire';

/** What the keys reach besides the game. */
export interface Around {
  table(): Table | null;
  /** Whether a dialog is open that has the keys. */
  isBusy(): boolean;
  /** A key for dice rolled by hand; whether it was one. */
  die(key: string): boolean;
  askReset(): void;
  showKeys(): void;
}

/** Five degrees: one step of a wheel. */
const WHEEL = 500;

export function keyboard(play: Play, around: Around): (event: KeyboardEvent) => void {
  /** Takes up the next unit that can act; none after the last. */
  const cycle = (by: number): boolean => {
    const { actors } = play;
    const at = play.selected === null ? (by > 0 ? -1 : actors.length) : actors.indexOf(play.selected);
    const id = actors[at + by];
    if (id === undefined) return false;
    play.select(id);
    around.table()?.focusUnit(id);
    return true;
  };
  const aimNext = (by: number): void => {
    const { targets } = play;
    if (!targets.length) return;
    const at = play.aim === null ? -1 : targets.indexOf(play.aim);
    const target = targets[(at + by + targets.length) % targets.length]!;
    const option = play.prompt?.options.find((each) => each.target === target && (play.selected === null || each.unit === play.selected));
    if (option) void play.choose(option);
  };
  /** Where a piece stands: the middle of its front; the middle of the table for one that is not on it yet. */
  const standing = (piece: Piece): Point => {
    const { front, bases } = piece;
    if (front) return { x: Math.round((front.from.x + front.to.x) / 2), y: Math.round((front.from.y + front.to.y) / 2) };
    const [wide, deep] = play.view?.size ?? [0, 0];
    return bases[0]?.[0] ?? { x: Math.round(wide / 2), y: Math.round(deep / 2) };
  };
  const nudge = (dx: number, dy: number): void => {
    const piece = play.piece(play.selected);
    if (!piece || !play.act) {
      around.table()?.pan(-dx * 60, -dy * 60);
      return;
    }
    const from = play.wish ?? standing(piece);
    const ruler = RULERS[play.view?.measure ?? 'inches'];
    const step = ruler.one * ruler.nudge;
    void play.point({ x: Math.round(from.x + dx * step), y: Math.round(from.y - dy * step) }, null);
  };
  const wheel = (by: number): void => {
    const piece = play.piece(play.selected);
    if (!piece || !play.act) return;
    play.facing = ((play.facing ?? piece.facing) + by + 36000) % 36000;
    void play.point(play.wish ?? standing(piece), play.aim);
  };
  const nth = (key: string): void => {
    const acts = play.acts(play.selected);
    const act = acts[Number(key) - 1];
    if (act) return play.take_up(act);
    const option = [...play.options(play.selected), ...(play.selected === null ? [] : play.options(null))][Number(key) - 1 - acts.length];
    if (option) void play.choose(option);
  };
  const grasp = (key: string): void => {
    const acts = play.acts(play.selected);
    const at = byLetter(key, acts);
    if (at >= 0) return play.take_up(acts[at]!);
    const options = [...play.options(play.selected), ...play.options(null)];
    const option = options[byLetter(key, options.map((each) => each.words))];
    if (option) void play.choose(option);
  };
  const letters: Record<string, () => void> = {
    u: () => void play.back('undo'),
    U: () => around.askReset(),
    n: () => aimNext(1),
    p: () => aimNext(-1),
    r: () => play.setTool('ruler'),
    s: () => play.setTool('sight'),
    k: () => (play.radii = !play.radii),
    d: () => (play.page = play.page === 'day' ? 'game' : 'day'),
    l: () => document.querySelector<HTMLElement>('.logline')?.focus(),
    t: () => (play.textTable = true),
    '?': () => around.showKeys(),
    f: () => grasp('f'), c: () => grasp('c'), m: () => grasp('m'), h: () => grasp('h'),
  };
  const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  return (event) => {
    const target = event.target as HTMLElement;
    const { key } = event;
    if (around.isBusy() || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (play.textTable) {
      if (/^(t|Escape)$/i.test(key) && settings.letters) play.textTable = false;
      return;
    }
    const isButton = target.closest('button, a, summary') !== null;
    const far = event.shiftKey ? 10 : 1;
    const way = ways[key];
    let done = true;
    if (key === 'Escape') {
      if (play.past) void play.look(null);
      else if (play.tool !== 'none') play.setTool('none');
      else play.putDown();
      done = false;
    } else if (key === 'Tab') done = target.closest('.l-units, svg.tbl') !== null && cycle(event.shiftKey ? -1 : 1);
    else if (key === 'Enter') {
      done = !isButton;
      if (done) void play.confirm();
    } else if (way && (play.past || play.isOver) && way[0]) void (event.shiftKey ? play.lookTurn(way[0]) : play.lookBy(way[0]));
    else if (way) nudge(way[0] * far, way[1] * far);
    else if (key === '+' || key === '=') around.table()?.zoom(1.25);
    else if (key === '-') around.table()?.zoom(0.8);
    else if (key === '[' || key === ']') wheel((key === '[' ? -WHEEL : WHEEL) * far);
    else if (/^\d$/.test(key)) {
      if (!around.die(key)) nth(key);
    } else {
      const act = settings.letters ? letters[key] : undefined;
      done = act !== undefined;
      act?.();
    }
    if (done) event.preventDefault();
  };
}
