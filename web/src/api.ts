/** The verbs of the server. */
import type {
  Answer, AttackAnswer, AttackPage, BattleCard, BattlePage, Change, CheckAnswer, ClauseEntry, FitAnswer, GameState, LabState, Log, Measured, Moment, NewGame, NewLab, NewLink, NewLinks, OpponentCard, Point, PreviewAnswer, Problem,
  Reach, RefereeAct, RefereeTable, RefereeWritten, Report, Side, SystemCard, TestCard, TestPage, TextTable, Thinking, Wish,
} from './wire';

/** What the server did not do, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.words);
  }
}

/** The server was not reached. */
export class Offline extends Error {}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    throw new Offline('not connected');
  }
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refused(problem ?? { error: 'fault', words: `The server answered ${response.status}.`, refusal: null, now: null });
}

export const systems = (): Promise<SystemCard[]> => ask('/api/systems');
export const clauses = (system: string): Promise<ClauseEntry[]> => ask(`/api/systems/${system}/clauses`);
export const clause = (system: string, id: string): Promise<ClauseEntry> => ask(`/api/systems/${system}/clauses/${id}`);
export const battles = (): Promise<BattleCard[]> => ask('/api/battles');
export const battle = (id: string): Promise<BattlePage> => ask(`/api/battles/${id}`);
export const opponents = (): Promise<OpponentCard[]> => ask('/api/opponents');
export const newGame = (game: NewGame): Promise<NewLinks> => ask('/api/games', game);
export const tests = (system: string): Promise<TestCard[]> => ask(`/api/check/${system}`);
export const test = (system: string, name: string): Promise<TestPage> => ask(`/api/check/${system}/${name}`);
export const check = (system: string, name: string, asked: { facts: Record<string, unknown>; faces?: number[]; roll?: boolean; what_if?: string | null }): Promise<CheckAnswer> =>
  ask(`/api/check/${system}/${name}`, asked);

export const attack = (system: string): Promise<AttackPage> => ask(`/api/odds/${system}`);
export const attackOdds = (system: string, facts: Record<string, unknown>): Promise<AttackAnswer> => ask(`/api/odds/${system}`, { facts });
export const newReferee = (system: string, name: string): Promise<NewLink> => ask('/api/referee', { system, name });
export const refereeTable = (link: string): Promise<RefereeTable> => ask(`/api/referee/${encodeURIComponent(link)}`);
export const refereeWrite = (link: string, at: number, act: RefereeAct): Promise<RefereeWritten> => ask(`/api/referee/${encodeURIComponent(link)}`, { at, act });
export const newLab = (lab: NewLab): Promise<NewLink> => ask('/api/lab', lab);
export const labState = (link: string): Promise<LabState> => ask(`/api/lab/${encodeURIComponent(link)}`);
export const labStop = (link: string): Promise<LabState> => ask(`/api/lab/${encodeURIComponent(link)}/stop`, {});
export const labFile = (link: string, file: string): string => `/api/lab/${encodeURIComponent(link)}/${file}`;

/** What went wrong, for people. */
export const saidOf = (error: unknown): string =>
  error instanceof Refused ? error.problem.words : error instanceof Offline ? 'Not connected. Try again in a moment.' : 'Something went wrong.';

/** Listens to events of one kind; answers how to stop. */
export function hear<T>(path: string, kind: string, take: (value: T) => void, line: (isOpen: boolean) => void = () => {}): () => void {
  const source = new EventSource(path);
  source.addEventListener(kind, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
  source.onopen = () => line(true);
  source.onerror = () => line(false);
  return () => source.close();
}

/** One end of a measured line. */
export type End = { unit: number } | { at: Point };

/** The verbs under one link. */
export class Link {
  private readonly base: string;
  constructor(readonly link: string) {
    this.base = `/api/games/${encodeURIComponent(link)}`;
  }
  state = (): Promise<GameState> => ask(this.base);
  log = (from = 0): Promise<Log> => ask(`${this.base}/log?from=${from}`);
  command = (at: number, command: unknown, side: Side | null): Promise<Answer> => ask(`${this.base}/commands?state=true`, { at, command, side });
  faces = (at: number, faces: number[]): Promise<Answer> => ask(`${this.base}/faces?state=true`, { at, faces });
  back = (verb: 'undo' | 'reset' | 'resign', at: number, side: Side | null): Promise<Answer> => ask(`${this.base}/${verb}?state=true`, { at, side });
  plead = (at: number, side: Side | null): Promise<Answer> => ask(`${this.base}/plea?state=true`, { at, side });
  settle = (at: number, agreed: boolean): Promise<Answer> => ask(`${this.base}/plea/answer?state=true`, { at, agreed });
  order = (at: number, text: string, side: Side | null): Promise<Answer> => ask(`${this.base}/orders?state=true`, { at, text, side });
  fit = (wish: Wish, side: Side | null): Promise<FitAnswer> => ask(`${this.base}/fit`, { wish, side });
  reach = (unit: number, act: string, side: Side | null): Promise<Reach> => ask(`${this.base}/reach`, { unit, act, side });
  preview = (command: unknown, side: Side | null): Promise<PreviewAnswer> => ask(`${this.base}/preview`, { command, side });
  measure = (from: End, to: End): Promise<Measured> => ask(`${this.base}/measure`, { from, to });
  text = (): Promise<TextTable> => ask(`${this.base}/text`);
  at = (n: number): Promise<Moment> => ask(`${this.base}/at/${n}`);
  report = (): Promise<Report> => ask(`${this.base}/report`);
  recordPath = (): string => `${this.base}/record`;

  /** Listens to what happens after a place; answers how to stop. */
  listen(after: number, hear: { change(change: Change): void; thinking(thinking: Thinking): void; line(isOpen: boolean): void }): () => void {
    const source = new EventSource(`${this.base}/events?after=${after}`);
    source.addEventListener('change', (event) => hear.change(JSON.parse(event.data) as Change));
    source.addEventListener('thinking', (event) => hear.thinking(JSON.parse(event.data) as Thinking));
    source.onopen = () => hear.line(true);
    source.onerror = () => hear.line(false);
    return () => source.close();
  }
}
