/** A whole battle against the computer, to its end on the field: what came of it, and the day once more. */
import type { GameState, NewLinks, Report } from '../../src/wire';
import { gameOf, promptOf } from './hand';
import { expect, test } from './server';

test('a battle is fought to its end, told and shown again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const wanted = { battle: 'first-volley-regimental', system: 'regimental', side: 'red', opponent: { kind: 'computer', id: 'recruit' } };
  const { link } = (await (await page.request.post('/api/games', { data: wanted })).json()) as NewLinks;
  await page.goto(`/play/${link}`);
  await expect(page.locator('.l-units .unit').first()).toBeVisible();
  const address = `/api/games/${link}`;

  // Fire is always given, all else let be: so the other side brings the battle to its end.
  const choice = async (game: GameState): Promise<unknown> => {
    const { options } = promptOf(game);
    const option = options.find(({ words }) => /fire/i.test(words)) ?? options.find(({ words }) => /^(done|end|pass|keep|hold|no |none|stay|stand)/i.test(words)) ?? options[0];
    if (option) return option.command;
    const { candidates } = (await (await page.request.get(`${address}/candidates?grain=coarse`)).json()) as { candidates: { command: unknown }[] };
    return candidates[0]!.command;
  };
  let game = await gameOf(page);
  while (!game.verdict) {
    if (game.view.prompt && !game.thinking) {
      const answer = await page.request.post(`${address}/commands`, { data: { at: game.seq, command: await choice(game) } });
      expect(answer.ok(), await answer.text()).toBe(true);
    } else await page.waitForTimeout(20);
    game = await gameOf(page);
  }

  // The page has followed, and says how it ended.
  const skip = page.getByRole('button', { name: 'To my decision' });
  await expect
    .poll(async () => {
      if (await skip.isVisible()) await skip.click({ timeout: 1000 }).catch(() => undefined);
      return page.getByText('The battle is over', { exact: true }).isVisible();
    }, { timeout: 30_000 })
    .toBe(true);
  const report = (await (await page.request.get(`${address}/report`)).json()) as Report;
  const { winner } = game.verdict;
  await expect(page.getByRole('heading', { name: winner ? `The ${game.sides[winner === 'red' ? 0 : 1]} win` : 'Nobody wins' })).toBeVisible();
  const account = page.getByRole('region', { name: 'Losses and luck' });
  const rows = account.locator('.luck tbody tr');
  await expect(rows).toHaveCount(2);
  for (const [nth, { name, luck }] of report.sides.entries()) {
    expect(luck.dice, `${name} rolled`).toBeGreaterThan(0);
    await expect(rows.nth(nth).getByRole('cell')).toHaveText([new RegExp(name), String(luck.dice), luck.expected.toFixed(1), String(luck.rolled)]);
  }
  for (const { name, strength: [begun, left] } of report.sides) await expect(account.getByRole('heading', { name: `${name}: ${begun - left} of ${begun}` })).toBeVisible();
  const lost = report.sides.flatMap((side) => side.units);
  expect(lost.length, 'somebody lost something').toBeGreaterThan(0);
  for (const { name, strength: [begun, left] } of lost) await expect(account.getByRole('row', { name: new RegExp(`^${name}( \\(gone\\))? ${begun - left} of ${begun}$`) })).toBeVisible();

  // The slider goes through all of it, and back to the end.
  await page.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByRole('slider', { name: 'Act' });
  await expect(slider).toHaveAttribute('max', String(game.length));
  for (const act of [1, Math.floor(game.length / 2), game.length]) {
    await slider.fill(String(act));
    await expect(page.getByText(new RegExp(`after act ${act} of ${game.length}`))).toBeVisible();
  }
});
