/** A player's hand: reads the game as the page does, and acts only on the page. */
import type { GameState, Piece, Prompt } from '../../src/wire';
import { expect, type Page } from './server';

export const linkOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? '';

export async function gameOf(page: Page): Promise<GameState> {
  const answer = await page.request.get(`/api/games/${linkOf(page)}`);
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as GameState;
}

/** Waits until this player is asked, or the game is over; skips what the other side shows. */
export async function mine(page: Page): Promise<GameState> {
  for (let n = 0; n < 250; n++) {
    const skip = page.getByRole('button', { name: 'To my decision' });
    if (await skip.isVisible().catch(() => false)) await skip.click({ timeout: 1000 }).catch(() => {});
    const game = await gameOf(page);
    if (game.verdict) return game;
    const isAsked = game.view.prompt !== null && !game.thinking;
    if (isAsked && (await page.locator('.prompt').getByText('Your decision').isVisible().catch(() => false)) && (await seqShown(page)) === game.seq) return game;
    await page.waitForTimeout(60);
  }
  throw new Error('was never asked');
}

/** The place in the game that the page shows. */
export const seqShown = async (page: Page): Promise<number> => Number(await page.locator('.play').getAttribute('data-seq'));

/** Where a piece is on the screen. */
export async function spot(page: Page, id: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(`.l-units [data-id="${id}"]`).boundingBox();
  if (!box) throw new Error(`piece ${id} is not on the table`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function tap(page: Page, id: number): Promise<void> {
  // A stand, not the middle of the whole: open order has gaps.
  const stand = page.locator(`.l-units [data-id="${id}"] .st`).first();
  const box = await stand.boundingBox();
  if (!box) throw new Error(`piece ${id} is not on the table`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Taps a place on the table: the frame of the table tells where it lies on the screen. */
export async function tapAt(page: Page, game: GameState, at: { x: number; y: number }): Promise<void> {
  const box = await page.locator('.l-ground .ground').first().boundingBox();
  if (!box) throw new Error('there is no table');
  const [wide, deep] = game.view.size;
  await page.mouse.click(box.x + (at.x / wide) * box.width, box.y + (1 - at.y / deep) * box.height);
}

export const middleOf = (piece: Piece): { x: number; y: number } => {
  const corners = piece.bases.flat();
  return { x: corners.reduce((sum, p) => sum + p.x, 0) / corners.length, y: corners.reduce((sum, p) => sum + p.y, 0) / corners.length };
};

/** The enemies of a piece, the nearest first. */
export function enemies(game: GameState, piece: Piece): Piece[] {
  const from = middleOf(piece);
  const far = (other: Piece): number => Math.hypot(middleOf(other).x - from.x, middleOf(other).y - from.y);
  return game.view.pieces.filter((other) => other.side !== piece.side && other.bases.length && other.kind !== 'leader' && other.kind !== 'marker').sort((a, b) => far(a) - far(b));
}

export const promptOf = (game: GameState): Prompt => {
  if (!game.view.prompt) throw new Error('nothing is asked');
  return game.view.prompt;
};

/** Plays both sides of a game at one screen by the server's own offers, boldly, until something is so. */
export async function drive(page: Page, link: string, isSo: (game: GameState) => boolean | Promise<boolean>, most = 400): Promise<GameState> {
  const tried = new Set<string>();
  const post = async (verb: string, data: object): Promise<{ ok: boolean; body: { fitted?: { command: unknown } } }> => {
    const answer = await page.request.post(`/api/games/${link}/${verb}`, { data });
    return { ok: answer.ok(), body: (await answer.json()) as { fitted?: { command: unknown } } };
  };
  for (let n = 0; n < most; n++) {
    const game = (await (await page.request.get(`/api/games/${link}`)).json()) as GameState;
    if (game.verdict || (await isSo(game))) return game;
    const prompt = promptOf(game);
    const { side } = prompt;
    const give = async (command: unknown): Promise<boolean> => (await post('commands', { at: game.seq, command, side })).ok;
    if (await boldly()) continue;
    const rank = (words: string): number => (/fire|shoot/.test(words) ? 0 : /\blead\b|check|: act$|motivate|first|begin/i.test(words) ? 1 : /^done|^end/i.test(words) ? 3 : 2);
    const options = [...prompt.options].sort((a, b) => rank(a.words) - rank(b.words));
    const option = options.find((each) => !tried.has(`${game.view.turn} ${prompt.words} ${JSON.stringify(each.command)}`)) ?? options.find((each) => rank(each.words) === 3) ?? options[0];
    if (!option) throw new Error(`nothing to say to "${prompt.words}"`);
    tried.add(`${game.view.turn} ${prompt.words} ${JSON.stringify(option.command)}`);
    if (!(await give(option.command))) throw new Error(`refused: ${option.words}`);

    async function boldly(): Promise<boolean> {
      for (const [id, act] of prompt.acts.filter(([, each]) => /^(charge|assault|move)$/.test(each))) {
        const key = `${game.view.turn} ${prompt.words} ${id} ${act}`;
        const piece = game.view.pieces.find((each) => each.id === id);
        if (tried.has(key) || !piece?.bases.length) continue;
        tried.add(key);
        const enemy = enemies(game, piece)[0];
        if (!enemy) continue;
        const { x, y } = middleOf(enemy);
        const wish = { unit: id, act, at: { x: Math.round(x), y: Math.round(y) }, facing: null, target: act === 'move' ? null : enemy.id };
        const { ok, body } = await post('fit', { wish, side });
        if (ok && body.fitted && (await give(body.fitted.command))) return true;
      }
      return false;
    }
  }
  throw new Error('it never came to that');
}
