/** A game as it was read from the server: what stands on the table now, or stood there. No rule is decided here. */
import { Link } from './api';
import { charges, type Charge } from './charge';
import { turnsOf } from './log';
import type { Choice, Entry, GameState, Moment, Piece, Side, View } from './wire';

export abstract class Game {
  readonly api: Link;
  /** The game as the server told it last. */
  state = $state.raw<GameState | null>(null);
  log = $state.raw<Entry[]>([]);
  /** The other side's act that is being shown. */
  shown = $state.raw<Moment | null>(null);
  /** A moment of the past that is looked at. */
  past = $state.raw<Moment | null>(null);
  /** The log line that is open. */
  open = $state<number | null>(null);
  connected = $state(true);
  notice = $state('');
  fault = $state('');
  polite = $state('');
  loud = $state('');

  constructor(link: string) {
    this.api = new Link(link);
  }

  /** Something was not done: says so, and why. */
  protected abstract went(error: unknown): Promise<void>;

  /** The table that is shown: a moment of the past, the act being shown, or now. */
  get view(): View | null {
    return this.past?.view ?? this.shown?.view ?? this.state?.view ?? null;
  }

  /** What I am asked, unless something else is on show. */
  get prompt(): View['prompt'] {
    return this.past || this.shown || this.state?.verdict ? null : (this.state?.view.prompt ?? null);
  }

  get isMine(): boolean {
    const { state } = this;
    return !!this.prompt && !!state && (state.seat === 'both' || state.seat === this.prompt.side);
  }

  get side(): Side | null {
    return this.state?.seat === 'both' ? (this.prompt?.side ?? this.state.side) : null;
  }

  get isOver(): boolean {
    return !!this.state?.verdict;
  }

  piece(id: number | null): Piece | null {
    return id === null ? null : (this.view?.pieces.find((piece) => piece.id === id) ?? null);
  }

  /** Numbers and names of all who are in the battle or have left it. */
  private get everybody(): [number, string][] {
    const { pieces, gone } = this.state?.view ?? { pieces: [], gone: [] };
    return [...pieces.map(({ id, name }): [number, string] => [id, name]), ...gone];
  }

  /** The name of a piece that stands on the table, or stood there. */
  called(id: number | null): string {
    return this.piece(id)?.name ?? this.everybody.find(([own]) => own === id)?.[1] ?? '';
  }

  name(side: Side): string {
    return this.state?.sides[side === 'red' ? 0 : 1] ?? side;
  }

  /** Words of the engine, which calls the sides by their colors, with the names they have in this battle: a side is many. */
  named(words: string): string {
    const plural: Record<string, string> = { is: 'are', has: 'have', gives: 'give', wins: 'win', concedes: 'concede' };
    const called = words.replace(/\b(red|blue)\b/g, (color) => this.name(color as Side));
    const names = (this.state?.sides ?? []).map((name) => name.replace(/[^\p{L}\p{N} ]/gu, '.')).join('|');
    return names ? called.replace(new RegExp(`\\b(${names}) (is|has|gives|wins|concedes)\\b`, 'g'), (_, name: string, verb: string) => `the ${name} ${plural[verb]}`) : called;
  }

  /** The charges of this turn. */
  get charges(): Charge[] {
    return charges(this.past ? this.log.slice(0, this.past.n) : this.log, this.everybody);
  }

  /** The listed options of a unit; of none: what is asked of the side as a whole. */
  options(unit: number | null): Choice[] {
    return this.isMine ? (this.prompt?.options.filter((option) => option.unit === unit) ?? []) : [];
  }

  acts(unit: number | null): string[] {
    return this.isMine ? [...new Set(this.prompt?.acts.filter(([id]) => id === unit).map(([, act]) => act) ?? [])] : [];
  }

  /** Everybody who can do something, in the order of the prompt. */
  get actors(): number[] {
    if (!this.isMine || !this.prompt) return [];
    const ids = [...this.prompt.acts.map(([id]) => id), ...this.prompt.options.flatMap((option) => (option.unit === null ? [] : [option.unit]))];
    return [...new Set(ids)].filter((id) => this.piece(id));
  }

  /** Puts the table to the moment after a command; none is now. */
  async look(n: number | null): Promise<void> {
    if (n === null) {
      this.past = null;
      this.open = null;
      return;
    }
    try {
      const moment = await this.api.at(n);
      this.past = moment;
    } catch (error) {
      await this.went(error);
    }
  }

  /** One act on or back in the replay. */
  lookBy(by: number): Promise<void> {
    const length = this.state?.length ?? 0;
    return this.look(Math.max(0, Math.min(length, (this.past?.n ?? length) + by)));
  }

  /** The moments at which turns began, as numbers of commands. */
  get turns(): number[] {
    return turnsOf(this.log);
  }

  /** To the beginning of the next turn, or of this one or the last. */
  lookTurn(by: number): Promise<void> {
    const length = this.state?.length ?? 0;
    const at = this.past?.n ?? length;
    const to = by > 0 ? this.turns.find((n) => n > at) : this.turns.findLast((n) => n < at);
    return this.look(to ?? (by > 0 ? length : 0));
  }
}
