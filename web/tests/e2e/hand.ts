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
