/** A game on this screen: what the hand holds, what is sent and what is shown of the other side's acts. No rule is decided here. */
import { Offline, Refused, type End } from './api';
import { aimedAt, isWeapon } from './hand';
import { Game } from './game.svelte';
import { aloud, changed, looseOf } from './log';
import { groundAt, looked, lookedAloud, type Between, type Looked } from './sight';
import type { Answer, Change, Choice, Entry, Fitted, GameState, Point, PreviewAnswer, Refusal, Thinking } from './wire';
import { costWords, stopped, typeset } from './words';

export type Tool = 'none' | 'ruler' | 'sight';
export type Page = 'game' | 'day' | 'log';

/** What the dock offers to confirm. */
export interface Offer {
  words: string;
  command: unknown;
  cost: string;
  notes: [string, string][];
  short: Refusal | null;
}

const PAUSE = 900;

export class Play extends Game {
  /** The unit in hand. */
  selected = $state<number | null>(null);
  act = $state('');
  aim = $state<number | null>(null);
  /** What may be confirmed now. */
  offer = $state.raw<Offer | null>(null);
  fitted = $state.raw<Fitted | null>(null);
  wish = $state.raw<Point | null>(null);
  facing = $state<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  preview = $state.raw<PreviewAnswer | null>(null);
  /** Several options for the thing that was tapped. */
  choices = $state.raw<Choice[]>([]);
  /** The ground that was asked about. */
  ground = $state.raw<Between[]>([]);
  tool = $state<Tool>('none');
  line = $state.raw<Looked | null>(null);
  /** How far the unit in hand may go by the act it is taken up for. */
  reach = $state.raw<Point[]>([]);
  /** What the dice were said to bring when the command was given, for those who roll them by hand. */
  foreseen = $state.raw<PreviewAnswer | null>(null);
  private lineFrom: End | null = null;
  acting = $state.raw<number[]>([]);
  paused = $state(false);
  fast = $state(false);
  thinking = $state.raw<Thinking | null>(null);
  /** What the last act came to, mine or the other side's. */
  outcome = $state.raw<Entry | null>(null);
  busy = $state(false);
  clause = $state('');
  page = $state<Page>('game');
  textTable = $state(false);
  radii = $state(false);
  private queue: Change[] = [];
  private isShowing = false;
  private skip: (() => void) | null = null;
  private stop: (() => void) | null = null;
  /** The option that is being looked at. */
  private wanted: unknown = null;
  /** What each act of the unit in hand pointed at last: going back to it shows the same again. */
  private readonly pointed = new Map<string, { at: Point; target: number | null; facing: number | null }>();
  private fitting = false;
  private nextFit: (() => Promise<void>) | null = null;

  /** Whom the unit in hand may point at. */
  get targets(): number[] {
    if (!this.isMine || !this.prompt) return [];
    const held = this.selected;
    const { side } = this.prompt;
    const options = this.prompt.options.filter((option) => option.target !== null && (held === null ? this.piece(option.target)?.side !== side : option.unit === held));
    return [...new Set(options.map((option) => option.target!))];
  }

  async load(): Promise<void> {
    try {
      const [state, log] = await Promise.all([this.api.state(), this.api.log()]);
      this.log = log.entries;
      this.take(state);
      this.stop = this.api.listen(state.seq, {
        change: (change) => this.hear(change),
        thinking: (thinking) => (this.thinking = thinking),
        line: (isOpen) => (this.connected = isOpen),
      });
    } catch (error) {
      this.fault = error instanceof Refused ? error.problem.words : 'Not connected. Try again in a moment.';
    }
  }

  close(): void {
    this.stop?.();
    this.skip?.();
  }

  private take(state: GameState): void {
    const asked = this.state?.view.prompt?.words;
    this.state = state;
    if (!state.thinking) this.thinking = null;
    // The result is not hidden behind the state of the day.
    if (state.verdict) this.page = 'game';
    this.putDown();
    const { prompt } = state.view;
    if (state.plea && state.plea !== state.side && state.seat !== 'spectator') this.loud = `The ${this.name(state.plea)} ask to take their last act back.`;
    if (prompt && prompt.words !== asked) this.polite = `${stopped(typeset(prompt.words))}`;
    // A single actor is already in hand.
    const { actors, outcome } = this;
    if (actors.length === 1 && this.options(null).length <= 1) {
      this.select(actors[0]!);
      // What the last act came to stays in sight until the hand does something.
      this.outcome = outcome;
    }
  }

  putDown(): void {
    this.selected = null;
    this.clear();
  }

  /** Puts the offer down and keeps the unit in hand. */
  backOff(): void {
    const { selected, act } = this;
    this.clear();
    this.selected = selected;
    this.act = act;
    this.pointed.delete(act);
    void this.seeReach();
  }

  private clear(): void {
    this.act = '';
    this.aim = null;
    this.offer = null;
    this.fitted = null;
    this.wish = null;
    this.facing = null;
    this.refusal = null;
    this.preview = null;
    this.choices = [];
    this.wanted = null;
    this.ground = [];
    this.reach = [];
    this.line = null;
    this.lineFrom = null;
  }

  select(id: number): void {
    this.clear();
    this.pointed.clear();
    this.outcome = null;
    this.selected = id;
    this.act = this.acts(id).find((act) => !isWeapon(act)) ?? this.acts(id)[0] ?? '';
    const piece = this.piece(id);
    if (piece) this.polite = `${piece.name}.`;
    void this.seeReach();
  }

  /** Asks how far the unit in hand may go. */
  private async seeReach(): Promise<void> {
    const { selected, act } = this;
    this.reach = [];
    if (selected === null || !act || isWeapon(act)) return;
    const reach = await this.api.reach(selected, act, this.side).catch(() => null);
    if (reach && this.selected === selected && this.act === act) this.reach = reach.ends;
  }

  /** Takes up a kind of act; what it pointed at before is shown again. */
  take_up(act: string): void {
    const { wish, selected } = this;
    const before = this.pointed.get(act);
    this.clear();
    this.selected = selected;
    this.act = act;
    void this.seeReach();
    if (before) {
      this.facing = before.facing;
      void this.point(before.at, before.target);
    } else if (wish && !isWeapon(act)) void this.point(wish, null);
  }

  /** Whether a tap where several pieces lie on each other means this one: a leader's disc hides nobody who can act or be aimed at. */
  isMeant(id: number): boolean {
    const piece = this.piece(id);
    const isTroops = !!piece && piece.kind !== 'leader' && piece.kind !== 'marker';
    if (this.tool !== 'none') return isTroops;
    const isAimed = isWeapon(this.act) && isTroops && piece.side !== this.prompt?.side;
    return isAimed || this.actors.includes(id) || this.targets.includes(id);
  }

  /** A tap on the table. */
  async tap(at: Point, piece: number | null): Promise<void> {
    if (this.tool !== 'none') return this.measureTo(piece === null ? { at } : { unit: piece });
    if (this.past || this.shown || !this.state) {
      this.selected = piece;
      return;
    }
    const mine = piece !== null && this.actors.includes(piece);
    const held = this.selected;
    if (piece !== null && held !== null && piece !== held) {
      // Of several things that may be done to it, what the hand was taken up for comes first.
      const isMeant = (option: Choice): number => Number(!!this.act && option.words.toLowerCase().includes(this.act));
      const options = this.options(held).filter((option) => option.target === piece).sort((a, b) => isMeant(b) - isMeant(a));
      if (options.length) return this.pointAt(piece, options);
      const tapped = this.piece(piece);
      const weapon = this.acts(held).find(isWeapon);
      if (tapped && this.prompt && tapped.side !== this.prompt.side && weapon) {
        if (!isWeapon(this.act)) this.take_up(weapon);
        return this.point(at, piece);
      }
      // Listed targets: the same command at somebody else is asked for, so that the server says why not.
      const like = this.options(held).find((option) => option.target !== null);
      const command = like && tapped && tapped.side !== this.prompt?.side ? aimedAt(like.command, like.target!, piece) : null;
      if (like && command) return this.choose({ ...like, words: like.words, target: piece, command });
    }
    if (piece !== null && !mine && held === null && this.piece(piece)?.side !== this.prompt?.side) {
      const options = this.prompt?.options.filter((option) => option.target === piece) ?? [];
      if (this.isMine && options.length) {
        this.select(piece);
        return this.pointAt(piece, options);
      }
    }
    if (piece !== null && (mine || held === null || !this.act)) {
      this.select(piece);
      return;
    }
    if (held !== null && this.act) return this.point(at, piece === held ? null : piece);
    if (piece !== null) return this.select(piece);
    this.putDown();
    this.ground = this.view ? groundAt(this.view, at) : [];
    this.polite = this.ground.map((each) => `${each.name}: ${each.meaning}`).join('. ');
  }

  private async pointAt(target: number, options: Choice[]): Promise<void> {
    this.aim = target;
    this.choices = options.length > 1 ? options : [];
    await this.choose(options[0]!);
  }

  /** Chooses a listed option: it is shown with its odds and waits to be confirmed; what rolls nothing is done at once. */
  async choose(option: Choice): Promise<void> {
    this.refusal = null;
    this.fitted = null;
    this.wish = null;
    this.aim = option.target;
    if (option.unit !== null) this.selected = option.unit;
    this.offer = null;
    this.preview = null;
    this.wanted = option.command;
    try {
      const preview = await this.api.preview(option.command, this.side);
      if (this.wanted !== option.command) return;
      if (!preview.card && option.target === null) return await this.send(option.command);
      this.offer = { words: option.words, command: option.command, cost: '', notes: [], short: null };
      this.preview = preview;
    } catch (error) {
      await this.refused(error);
    }
  }

  /** Asks for the nearest legal way to what the hand points at. */
  async point(at: Point, target: number | null): Promise<void> {
    const unit = this.selected;
    if (unit === null || !this.act) return;
    this.wish = at;
    this.pointed.set(this.act, { at, target, facing: this.facing });
    const run = async (): Promise<void> => {
      try {
        const answer = await this.api.fit({ unit, act: this.act, at, facing: this.facing, target }, this.side);
        if (this.selected !== unit) return;
        const { fitted } = answer;
        this.fitted = fitted;
        this.refusal = null;
        this.aim = target;
        this.offer = { words: this.act, command: fitted.command, cost: costWords(fitted.cost), notes: fitted.notes, short: fitted.short };
        this.preview = null;
        if (!this.nextFit) await this.foresee(fitted.command);
      } catch (error) {
        if (this.selected !== unit) return;
        this.fitted = null;
        this.offer = null;
        this.preview = null;
        this.aim = target;
        await this.refused(error);
      }
    };
    if (this.fitting) {
      this.nextFit = run;
      return;
    }
    this.fitting = true;
    try {
      await run();
      while (this.nextFit) {
        const next: () => Promise<void> = this.nextFit;
        this.nextFit = null;
        await next();
      }
    } finally {
      this.fitting = false;
    }
  }

  private async foresee(command: unknown): Promise<void> {
    try {
      const preview = await this.api.preview(command, this.side);
      if (this.offer?.command === command) this.preview = preview;
    } catch (error) {
      await this.refused(error);
    }
  }

  /** What the rules refuse is said in the dock, with its reason; all else as usual. */
  private async refused(error: unknown): Promise<void> {
    if (!(error instanceof Refused) || !error.problem.refusal) return this.went(error);
    this.refusal = error.problem.refusal;
    this.loud = `${this.aim === null ? 'Not there.' : 'Not at them.'} ${stopped(typeset(this.refusal.reason))}`;
  }

  /** Does what the dock offers. */
  async confirm(): Promise<void> {
    if (!this.offer) {
      if (this.refusal) this.loud = `Not there. ${stopped(typeset(this.refusal.reason))} `;
      return;
    }
    await this.send(this.offer.command);
  }

  async send(command: unknown): Promise<void> {
    const { state } = this;
    if (!state) return;
    this.foreseen = this.preview;
    await this.answered(() => this.api.command(state.seq, command, this.side));
  }

  async roll(faces: number[]): Promise<void> {
    const { state } = this;
    if (state) await this.answered(() => this.api.faces(state.seq, faces));
  }

  async back(verb: 'undo' | 'reset' | 'resign'): Promise<void> {
    const { state } = this;
    if (!state) return;
    if (verb === 'undo' && state.undo === null && state.undo_bar) {
      this.notice = stopped(state.undo_bar);
      this.loud = this.notice;
      return;
    }
    await this.answered(() => this.api.back(verb, state.seq, this.side ?? (state.seat === 'both' ? (state.side ?? 'red') : null)));
  }

  /** Asks for the last command back although dice or the other side have spoken since. */
  async plead(): Promise<void> {
    const { state } = this;
    if (state) await this.answered(() => this.api.plead(state.seq, state.seat === 'both' ? (this.log.at(-1)?.side ?? null) : null));
  }

  /** Answers the other player who asks so. */
  async settle(agreed: boolean): Promise<void> {
    const { state } = this;
    if (state) await this.answered(() => this.api.settle(state.seq, agreed));
  }

  /** My acts that a reset would take back, the last one first. */
  get loose(): Entry[] {
    return this.state?.undo === null ? [] : looseOf(this.log, this.state?.side ?? null);
  }

  async order(text: string): Promise<boolean> {
    const { state } = this;
    if (!state) return false;
    return this.answered(() => this.api.order(state.seq, text, this.side));
  }

  private async answered(ask: () => Promise<Answer>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.notice = '';
    try {
      const answer = await ask();
      await this.look(null);
      if (answer.kind === 'back') this.log = this.log.slice(0, answer.length);
      if (answer.entry) this.note(answer.entry);
      this.outcome = answer.entry;
      if (answer.entry) this.polite = this.named(aloud(answer.entry, null));
      if (answer.kind === 'back') this.polite = 'Taken back.';
      const state = answer.state ?? (await this.api.state());
      if (!this.state || state.seq >= this.state.seq) this.take(state);
      return true;
    } catch (error) {
      await this.went(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Something was not done: says so, and why. */
  protected override async went(error: unknown): Promise<void> {
    if (error instanceof Offline) {
      this.connected = false;
      this.notice = 'Not connected. Nothing was lost; try again in a moment.';
    } else if (error instanceof Refused) {
      const { problem } = error;
      this.refusal = problem.refusal;
      this.notice = problem.error === 'stale' ? 'The game has moved on since you pressed. Nothing was done.' : typeset(problem.words);
      if (problem.error === 'stale') this.take(await this.api.state());
    } else throw error;
    this.loud = this.notice;
  }

  private note(entry: Entry): void {
    if (this.log.some((known) => known.n === entry.n)) this.log = [...this.log.filter((known) => known.n < entry.n), entry];
    else this.log = [...this.log, entry];
  }

  private hear(change: Change): void {
    this.connected = true;
    const { state } = this;
    if (!state || change.seq <= state.seq) return;
    this.queue.push(change);
    if (!this.isShowing) void this.showAll();
  }

  /** Shows the other side's acts, one at a time. */
  private async showAll(): Promise<void> {
    this.isShowing = true;
    try {
      while (this.queue.length) {
        // The answer to a command of mine and its event run side by side.
        while (this.busy) await new Promise((wait) => setTimeout(wait, 30));
        const change = this.queue.shift()!;
        if (this.state && change.seq <= this.state.seq) continue;
        if (change.kind === 'back') {
          this.log = this.log.slice(0, change.length);
          this.outcome = null;
        }
        if (change.kind === 'kept') this.notice = `The ${this.name(change.side)} would not have it taken back.`;
        if (change.kind !== 'done' || !change.entry) continue;
        const before = this.view;
        this.note(change.entry);
        this.outcome = change.entry;
        this.polite = this.named(aloud(change.entry, this.name(change.side)));
        if (this.isHurried || (this.state?.seat === 'both' && this.state.computer === null)) continue;
        const moment = await this.api.at(change.length).catch(() => null);
        if (!moment) continue;
        this.putDown();
        this.shown = { ...moment, entry: change.entry };
        this.acting = before ? changed(before, moment.view, change.side) : [];
        await this.rest(this.fast ? PAUSE / 3 : PAUSE + Math.min(1500, change.entry.told.length * 350));
      }
      const state = await this.api.state();
      if (!this.state || state.seq >= this.state.seq) this.take(state);
    } catch (error) {
      await this.went(error);
    } finally {
      this.shown = null;
      this.acting = [];
      this.isHurried = false;
      this.isShowing = false;
      if (this.queue.length) void this.showAll();
    }
  }

  private isHurried = false;

  private rest(time: number): Promise<void> {
    const isStill = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    return new Promise((done) => {
      const timer = setTimeout(() => !this.paused && done(), isStill ? time / 2 : time);
      this.skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  pause(): void {
    this.paused = !this.paused;
    if (!this.paused) this.skip?.();
  }

  next(): void {
    this.skip?.();
  }

  hurry(): void {
    this.isHurried = true;
    this.paused = false;
    this.skip?.();
  }

  setTool(tool: Tool): void {
    this.tool = this.tool === tool ? 'none' : tool;
    this.line = null;
    this.lineFrom = null;
  }

  private async measureTo(end: End): Promise<void> {
    const from = this.lineFrom ?? (this.selected !== null ? { unit: this.selected } : null);
    this.lineFrom = from ? null : end;
    if (!from) this.polite = 'From here. Now the other end.';
    else {
      try {
        this.line = looked(this.view, this.tool === 'sight', from, end, await this.api.measure(from, end));
        this.polite = lookedAloud(this.line);
      } catch (error) {
        await this.went(error);
      }
    }
  }
}
