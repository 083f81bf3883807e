/** Two browsers in one game, the table in words, the phone, and accessibility. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NewLinks } from '../../src/wire';
import { gameOf, mine, seqShown } from './hand';
import { expect, test, type Page } from './server';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** No fault that axe can find, contrast included. */
async function clean(page: Page, what: string): Promise<void> {
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as Found;
  const faults = found.violations.map((each) => `${each.id}: ${each.help}\n  ${each.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`).join('\n  ')}`);
  expect(faults, what).toEqual([]);
}

async function newGame(page: Page, other: object = {}): Promise<NewLinks> {
  const answer = await page.request.post('/api/games', { data: { battle: 'first-volley-regimental', system: 'regimental', side: 'red', ...other } });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as NewLinks;
}

test('two browsers play one game', async ({ page, browser, served }) => {
  const links = await newGame(page, { opponent: { kind: 'friend' } });
  await page.goto(`/play/${links.link}`);
  const context = await browser.newContext({ baseURL: served.url, reducedMotion: 'reduce' });
  const friend = await context.newPage();
  await friend.goto(`/play/${links.friend}`);
  await mine(page);
  await expect(friend.getByText(/Waiting for the/).first()).toBeVisible();
  const before = await gameOf(page);
  await page.getByRole('group', { name: 'Choices', exact: true }).getByRole('button').first().click();
  await expect.poll(() => seqShown(page)).toBeGreaterThan(before.seq);
  // The friend sees it without loading again, and a spectator too.
  const now = await gameOf(page);
  await expect.poll(() => seqShown(friend), { timeout: 15_000 }).toBe(now.seq);
  await expect(friend.locator('.logline').first()).toBeVisible();
  const onlooker = await context.newPage();
  await onlooker.goto(`/play/${links.spectator}`);
  await expect(onlooker.locator('.l-units .unit').first()).toBeVisible();
  await expect(onlooker.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await context.close();
});

test('the table in words is played by the keyboard', async ({ page }) => {
  const links = await newGame(page);
  await page.goto(`/play/${links.link}`);
  await mine(page);
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'The table in words' })).toBeVisible();
  const before = await gameOf(page);
  const order = page.getByLabel('Your order');
  await order.fill('done');
  await order.press('Enter');
  await expect.poll(() => seqShown(page), { timeout: 15_000 }).toBeGreaterThan(before.seq);
  await order.fill('stand on your heads');
  await order.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible();
  await order.fill('resign');
  await order.press('Enter');
  await expect.poll(async () => (await gameOf(page)).verdict !== null, { timeout: 15_000 }).toBe(true);
});

test('typed dice', async ({ page }) => {
  const links = await newGame(page, { dice: 'hand', opponent: { kind: 'screen' } });
  await page.goto(`/play/${links.link}`);
  const first = await mine(page);
  await page.getByRole('group', { name: 'Choices', exact: true }).getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => seqShown(page)).toBeGreaterThan(first.seq);
  // Units check before they move: the first leader, the first unit.
  await mine(page);
  await page.getByRole('group', { name: 'Who can act' }).getByRole('button').first().click();
  await page.getByRole('group', { name: /^Choices of/ }).getByRole('button').first().click();
  await page.locator('.dock .btn.primary').click();
  await expect(page.getByRole('region', { name: 'Your dice' })).toBeVisible();
  const before = await gameOf(page);
  expect(before.roll).not.toBeNull();
  // It says which die, of whom and for what; each key what it would bring.
  await expect(page.locator('#which-die')).toHaveText(/^The die, a d10: maneuver check of the British/);
  const keypad = page.getByRole('group', { name: 'What did the die show?' });
  await expect(keypad.getByRole('button', { name: /^10: \w/ })).toBeVisible();
  for (let n = 0; n < 40 && (await gameOf(page)).seq === before.seq; n++) {
    await keypad.getByRole('button', { name: /^5\b/ }).click();
    await page.waitForTimeout(120);
  }
  expect((await gameOf(page)).seq).toBeGreaterThan(before.seq);
});

test('a game on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the first volley' }).click();
  await page.waitForURL(/\/play\//);
  const game = await mine(page);
  await expect(page.locator('.panel')).toHaveAttribute('data-stop', 'card');
  await page.getByRole('button', { name: 'Larger or smaller' }).click();
  await expect(page.locator('.panel')).toHaveAttribute('data-stop', 'full');
  await page.getByRole('button', { name: 'Larger or smaller' }).click();
  const unit = game.view.pieces.find((piece) => piece.side === 'red' && piece.kind === 'infantry')!;
  await expect(page.locator('.panel')).toHaveAttribute('data-stop', 'card');
  // Waits until the sheet and the table have come to rest.
  await page.locator(`.l-units [data-id="${unit.id}"] .st`).first().click();
  await expect(page.locator('.unitcard h3')).toHaveText(unit.name);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
  await clean(page, 'phone');
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(page.locator('.bcard').first()).toBeVisible();
    await clean(page, 'home');
    await page.goto('/battles/first-volley-regimental');
    await expect(page.getByRole('button', { name: 'Lay the table' })).toBeVisible();
    await clean(page, 'set-up');
    await page.getByRole('button', { name: 'Lay the table' }).click();
    await page.waitForURL(/\/play\//);
    await mine(page);
    await clean(page, 'table');
    await page.locator('.l-units .unit').first().press('Enter');
    await expect(page.locator('.unitcard')).toBeVisible();
    await clean(page, 'unit in hand');
    await page.keyboard.press('d');
    await clean(page, 'state of the day');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean(page, 'keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await expect(page.getByRole('heading', { name: 'The table in words' })).toBeVisible();
    await clean(page, 'text table');
    await page.goto('/referee');
    await expect(page.getByRole('group', { name: 'Test' }).getByRole('button').first()).toBeVisible();
    await page.waitForTimeout(600);
    await clean(page, 'referee');
    await page.goto('/rules/regimental');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await clean(page, 'rules');
  });
}

test('the referee settles a shot with real dice', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/referee');
  await page.getByRole('group', { name: 'Test' }).getByRole('button', { name: 'Fire', exact: true }).click();
  await page.getByRole('group', { name: 'What did the die show?' }).getByRole('button').nth(7).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rolled 8' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
});
