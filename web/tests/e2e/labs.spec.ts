/** Odds of an attack, the referee's table on two phones, the laboratory: on a desk and on a phone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, withNewest, type Page } from './server';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 390, height: 844 };
const shots = process.env['FIRELOCK_SHOTS'];

async function clean(page: Page, what: string): Promise<void> {
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as { violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] };
  expect(found.violations.map((each) => `${each.id}: ${each.nodes.slice(0, 2).map((node) => `${node.html.slice(0, 140)} ${node.failureSummary.slice(0, 200)}`).join('; ')}`), what).toEqual([]);
}

async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: `${shots}/${name}.png` });
}

/** Nothing sticks out to the right. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

test('odds of an attack, two situations, both ways, by address', async ({ page }) => {
  await page.goto('/odds/regimental');
  const table = page.getByRole('table', { name: 'What can come of it' });
  await expect(table.getByRole('row', { name: /Checked by fire 30 %/ })).toBeVisible();
  await page.getByRole('button', { name: 'Compare with B' }).click();
  await page.getByRole('button', { name: 'Cold steel' }).click();
  await expect(table.getByRole('row', { name: /Checked by fire 30 % 10 % ▼ 20/ })).toBeVisible();
  await expect(page).toHaveURL(/b\.cold_steel=true/);
  await clean(page, 'odds');
  await shot(page, 'odds');
  // Whoever gets the address sees the same.
  await page.goto(page.url());
  await expect(table.getByRole('row', { name: /Checked by fire 30 % 10 %/ })).toBeVisible();
  await page.getByRole('button', { name: 'Yours on me' }).click();
  await expect(table.getByRole('row', { name: /Checked by fire/ })).toBeVisible();
  await page.setViewportSize(PHONE);
  await fits(page);
  await clean(page, 'odds on a phone');
  await page.goto(page.url());
  await expect(table.getByRole('row', { name: /Checked by fire/ })).toBeVisible();
  await shot(page, 'odds-phone');
  for (const system of ['Washington', 'Discipline', 'Napoleonic']) {
    await page.getByRole('group', { name: 'Rules' }).getByRole('button', { name: system }).click();
    await expect(table.getByRole('row', { name: /How it ends/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

async function addUnit(page: Page, who: string, name: string, side: string): Promise<void> {
  await page.getByRole('group', { name: who, exact: true }).getByRole('button', { name: '+ Unit' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('group', { name: 'Side' }).getByRole('button', { name: side }).click();
  await page.getByRole('button', { name: 'Take the field' }).click();
  await expect(page.getByRole('group', { name: who, exact: true }).getByRole('button', { name: new RegExp(name) })).toBeVisible();
}

test('two phones referee one table: three taps from unit to result', async ({ page, browser, served }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/referee');
  await page.getByRole('button', { name: 'Share with other phones' }).click();
  await expect(page).toHaveURL(/\/referee\/.{22}$/);
  await addUnit(page, 'Who', '71st Highlanders', '● Red');
  await addUnit(page, 'At whom', 'Tate’s Virginians', '○ Blue');
  const keypad = page.getByRole('group', { name: 'What did the die show?' });
  await expect(keypad.getByRole('button', { name: /^8 telling/ })).toBeVisible();
  const context = await browser.newContext({ baseURL: served.url, viewport: PHONE });
  await withNewest(context);
  const other = await context.newPage();
  await other.goto(page.url());
  const log = other.getByRole('region', { name: 'The game so far' });
  await expect(log.getByText('Tate’s Virginians takes the field, 8.')).toBeVisible();
  // The other phone: who, at whom, what the die shows.
  await other.getByRole('group', { name: 'Who', exact: true }).getByRole('button', { name: /71st/ }).click();
  await other.getByRole('group', { name: 'At whom', exact: true }).getByRole('button', { name: /Tate/ }).click();
  await other.getByRole('group', { name: 'What did the die show?' }).getByRole('button', { name: /^8/ }).click();
  await expect(other.getByRole('status')).toContainText('Telling Fire');
  await other.getByRole('button', { name: /Tate’s Virginians −1/ }).click();
  // The first phone sees it without loading again.
  await expect(page.getByRole('region', { name: 'The game so far' }).getByText(/71st Highlanders at Tate’s Virginians: rolled 8, Telling Fire/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'At whom', exact: true }).getByRole('button', { name: /Tate’s Virginians 7 of 8/ })).toBeVisible();
  await clean(other, 'referee');
  await fits(other);
  await shot(other, 'referee-phone');
  // Undo is shared: first the loss, then the shot.
  const past = page.getByRole('region', { name: 'The game so far' });
  await past.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByRole('group', { name: 'At whom', exact: true }).getByRole('button', { name: /Tate’s Virginians 8 of 8/ })).toBeVisible();
  await past.getByRole('button', { name: 'New turn' }).click();
  await expect(other.getByText('Turn 1 · blue')).toBeVisible();
  await context.close();
});

test('a laboratory fills its page while it plays', async ({ page }) => {
  await page.goto('/lab');
  await expect(page.getByRole('heading', { name: 'Laboratory' })).toBeVisible();
  await page.getByLabel('Battle').selectOption({ value: 'first-volley-regimental' });
  await page.getByRole('button', { name: 'Recruit' }).first().click();
  await page.getByRole('button', { name: 'Recruit' }).nth(1).click();
  await page.getByRole('button', { name: '10', exact: true }).click();
  await page.getByRole('button', { name: 'Not measured' }).click();
  await page.getByRole('button', { name: 'Another length' }).click();
  await page.getByLabel('Its values, with commas').fill('3,5');
  await clean(page, 'laboratory form');
  await shot(page, 'lab-form');
  await page.getByRole('button', { name: 'Play 20 games' }).click();
  await expect(page).toHaveURL(/\/lab\/.{22}$/);
  await expect(page.getByRole('status')).toContainText('20 games.', { timeout: 90_000 });
  await expect(page.getByRole('heading', { name: 'What if' })).toBeVisible();
  await expect(page.getByRole('table', { name: /^Wins of the/ }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'When units first break' })).toBeVisible();
  await clean(page, 'laboratory');
  await shot(page, 'lab');
  const report = await page.request.get(`${page.url().replace('/lab/', '/api/lab/')}/report.csv`);
  expect((await report.text()).split('\n').length).toBeGreaterThan(2);
  // Loaded again it is all there; and on a phone it fits.
  await page.setViewportSize(PHONE);
  await page.goto(page.url());
  await expect(page.getByRole('heading', { name: 'How long' })).toBeVisible();
  await fits(page);
  await clean(page, 'laboratory on a phone');
  await shot(page, 'lab-phone');
});
