/** The pictures of the guide: `PICTURES=../docs/guide npm run e2e -- pictures.spec.ts`. */
import { join } from 'node:path';
import type { GameState, NewLinks } from '../../src/wire';
import { drive, mine, tap } from './hand';
import { expect, test, type Page } from './server';

const folder = process.env['PICTURES'] ?? '';
const shot = async (page: Page, name: string): Promise<void> => {
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(folder, `${name}.png`) });
};

async function newGame(page: Page, other: object): Promise<NewLinks> {
  const answer = await page.request.post('/api/games', { data: { battle: 'first-volley-regimental', system: 'regimental', side: 'red', opponent: { kind: 'screen' }, ...other } });
  return (await answer.json()) as NewLinks;
}

test('home, table, charge, words, phone, result', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('/');
  await expect(page.locator('.bcard img').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shot(page, 'home');

  const { link } = await newGame(page, {});
  const moverOf = (now: GameState): [number, string] | undefined =>
    now.view.prompt?.acts.find(([id, act]) => act === 'move' && now.view.pieces.some((piece) => piece.id === id && piece.kind === 'infantry'));
  const game = await drive(page, link, (now) => moverOf(now) !== undefined);
  await page.goto(`/play/${link}`);
  await mine(page);
  const mover = moverOf(game)!;
  await page.keyboard.press('Escape');
  await tap(page, mover[0]);
  await expect(page.locator('.l-under .reach')).toHaveCount(1);
  await shot(page, 'table');

  // Until a charge has come to blows.
  await drive(page, link, async () => {
    const log = (await (await page.request.get(`/api/games/${link}/log`)).json()) as { entries: { told: { card: { chapter: string | null } | null }[] }[] };
    return log.entries.some((entry) => entry.told.some((told) => told.card?.chapter === 'melee'));
  });
  await page.goto(`/play/${link}`);
  const fought = page.locator('.logline').first();
  await fought.click();
  await expect(page.getByRole('region', { name: 'The charge' })).toBeVisible();
  await page.locator('.panel').evaluate((panel) => (panel.scrollTop = 0));
  await shot(page, 'charge');

  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'The table in words' })).toBeVisible();
  await shot(page, 'words');

  await page.keyboard.press('t');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/play/${(await newGame(page, {})).link}`);
  await mine(page);
  await shot(page, 'phone');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/play/${link}`);
  await mine(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: 'Luck' })).toBeVisible();
  await shot(page, 'result');
});
