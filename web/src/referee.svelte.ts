/** A referee's table: what was written down, here alone or together with other phones under one link. */
import { Offline, Refused, check, hear, refereeTable, refereeWrite, saidOf } from './api';
import type { RefereeAct, RefereeEntry, RefereeWritten, Side } from './wire';

/** A unit's card as it stands now. */
export interface Card {
  id: string;
  name: string;
  side: Side;
  strength: number;
  lost: number;
}

const ALONE = 'firelock-referee-alone';

/** Entries that are not taken back. */
export function standing(entries: RefereeEntry[]): RefereeEntry[] {
  const stands: RefereeEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'undo') stands.pop();
    else stands.push(entry);
  }
  return stands;
}

/** The cards in the order in which they came, with what they have lost. */
export function cards(entries: RefereeEntry[]): Card[] {
  const found = new Map<string, Card>();
  for (const entry of entries) {
    if (entry.kind === 'unit') found.set(entry.id, { id: entry.id, name: entry.name, side: entry.side, strength: entry.strength, lost: found.get(entry.id)?.lost ?? 0 });
    if (entry.kind === 'loss') {
      const card = found.get(entry.unit);
      if (card) card.lost = Math.max(0, Math.min(card.strength, card.lost + entry.lost));
    }
  }
  return [...found.values()];
}

export class Table {
  system = $state('');
  name = $state('');
  entries = $state.raw<RefereeEntry[]>([]);
  fault = $state('');
  connected = $state(true);
  stands = $derived(standing(this.entries));
  cards = $derived(cards(this.stands));
  turn = $derived.by(() => {
    const last = this.stands.findLast((entry) => entry.kind === 'turn');
    return last?.kind === 'turn' ? { turn: last.turn, side: last.side } : { turn: 1, side: 'red' as Side };
  });

  constructor(readonly link: string) {}

  /** Reads what there is and listens; answers how to stop. */
  open(): () => void {
    if (!this.link) {
      try {
        const kept = JSON.parse(localStorage.getItem(ALONE) ?? '{}') as { system?: string; entries?: RefereeEntry[] };
        this.system = kept.system ?? '';
        this.entries = kept.entries ?? [];
      } catch {
        // Nothing was kept.
      }
      return () => {};
    }
    let stop = (): void => {};
    refereeTable(this.link).then((read) => {
      this.system = read.system;
      this.name = read.name;
      this.entries = read.entries;
      stop = hear<RefereeWritten>(`/api/referee/${encodeURIComponent(this.link)}/events?after=${read.seq}`, 'entry', (written) => this.take(written), (isOpen) => (this.connected = isOpen));
    }, (error) => (this.fault = saidOf(error)));
    return () => stop();
  }

  private take(written: RefereeWritten): void {
    if (written.seq === this.entries.length + 1) this.entries = [...this.entries, written.entry];
  }

  /** Keeps the rules of a table that is here alone. */
  play(system: string): void {
    if (this.link || system === this.system) return;
    this.system = system;
    this.entries = [];
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(ALONE, JSON.stringify({ system: this.system, entries: this.entries.slice(-500) }));
    } catch {
      // Nothing is remembered in a private window.
    }
  }

  /** Writes something down; true when it stands. */
  async write(act: RefereeAct): Promise<boolean> {
    this.fault = '';
    try {
      if (this.link) this.take(await refereeWrite(this.link, this.entries.length, act));
      else {
        this.entries = [...this.entries, await this.entry(act)];
        this.keep();
      }
      return true;
    } catch (error) {
      if (error instanceof Refused && error.problem.error === 'stale') this.fault = 'Another phone wrote something first. Look again, then tap once more.';
      else this.fault = error instanceof Offline ? 'Not connected. Nothing was written.' : saidOf(error);
      return false;
    }
  }

  /** What a table that is here alone writes down; the test is made by the server all the same. */
  private async entry(act: RefereeAct): Promise<RefereeEntry> {
    if (act.kind !== 'test') return act;
    const made = await check(this.system, act.test, { facts: act.facts ?? {}, faces: act.faces ?? [], roll: act.roll ?? false });
    if (!made.effect || made.result === null) throw new Refused({ error: 'not-understood', words: `More dice are wanted: ${made.dice}`, refusal: null, now: null });
    return { kind: 'test', test: act.test, units: act.units ?? [null, null], facts: made.facts, faces: made.faces, result: made.result, effect: made.effect, also: made.also };
  }
}
