/** From the home page, in each system: a move, fire and a charge, undo, reload, resignation, replay. */
import type { FitAnswer, GameState, Piece, Point, PreviewAnswer } from '../../src/wire';
import { enemies, gameOf, linkOf, middleOf, mine, promptOf, seqShown, tap, tapAt } from './hand';
import { expect, test, type Page } from './server';

const SYSTEMS = ['regimental', 'washington', 'discipline', 'napoleonic'];
const MOVE = /move|advance|march|ride/;
const FIRE = /fire|shoot|volley|cannonade/;
const CHARGE = /charge|assault/;
const END = /^(done|end|pass|keep|hold|no |none|stay|stand)/i;

/** Confirms what the dock offers, and waits until the server has done it. */
async function confirm(page: Page, before: GameState): Promise<boolean> {
  const button = page.locator('.dock .btn.primary');
  if (!(await button.isVisible().catch(() => false))) return false;
  await button.click({ timeout: 5000 });
  await expect.poll(() => seqShown(page), { timeout: 15_000 }).toBeGreaterThan(before.seq);
  return true;
}

async function settle(page: Page): Promise<'offer' | 'refused' | 'nothing'> {
  for (let n = 0; n < 200; n++) {
    if (await page.locator('.dock .btn.primary').isVisible().catch(() => false)) return 'offer';
    if (await page.locator('.dock.refused').isVisible().catch(() => false)) return 'refused';
    await page.waitForTimeout(50);
  }
  return 'nothing';
}

/** Picks a unit by its chip or on the table, and one of its acts. */
async function takeUp(page: Page, piece: Piece, act: string): Promise<void> {
  await page.keyboard.press('Escape');
  if ((await page.locator('.unitcard h3').textContent({ timeout: 200 }).catch(() => '')) !== piece.name) {
    const chip = page.getByRole('group', { name: 'Who can act' }).getByRole('button', { name: piece.name, exact: true });
    if (await chip.count()) await chip.first().click();
    else await tap(page, piece.id);
  }
  const button = page.getByRole('group', { name: 'What it may do' }).getByRole('button', { name: new RegExp(`^${act}`, 'i') });
  if (await button.count()) await button.first().click();
}

/** A place some inches ahead of a piece, toward an enemy. */
function toward(piece: Piece, enemy: Piece, inches: number): Point {
  const [from, end] = [middleOf(piece), middleOf(enemy)];
  const far = Math.hypot(end.x - from.x, end.y - from.y);
  const share = Math.min(0.8, (inches * 2540) / Math.max(1, far));
  return { x: Math.round(from.x + (end.x - from.x) * share), y: Math.round(from.y + (end.y - from.y) * share) };
}

/** Whether the card of a charge that is offered shows the odds of the whole attack, where the server tells them. */
async function seesAttack(page: Page, command: unknown): Promise<void> {
  const answer = await page.request.post(`/api/games/${linkOf(page)}/preview`, { data: { command } });
  const { attack } = (await answer.json()) as PreviewAnswer;
  if (!attack) return;
  const card = page.getByRole('region', { name: 'The whole attack' });
  await expect(card).toContainText(/Carried|Undecided|Beaten off|Stopped on the way/);
  await expect(card).toContainText('not reckoned with');
  await card.getByText('Test by test, and the losses').click();
  await expect(card.getByRole('rowgroup')).toHaveCount(attack.odds.stages.filter((stage) => stage.odds.length).length + 4);
}

/** Looks for an act of a kind that the server would fit, then does it on the page; whether one was done. */
async function tryActs(page: Page, game: GameState, pattern: RegExp): Promise<boolean> {
  const prompt = promptOf(game);
  for (const [id, act] of prompt.acts.filter(([, each]) => pattern.test(each)).slice(0, 12)) {
    const piece = game.view.pieces.find((each) => each.id === id);
    if (!piece?.bases.length || piece.side !== prompt.side) continue;
    for (const enemy of enemies(game, piece).slice(0, 3)) {
      const isMove = pattern === MOVE;
      const at = isMove ? toward(piece, enemy, 5) : middleOf(enemy);
      const wish = { unit: id, act, at: { x: Math.round(at.x), y: Math.round(at.y) }, facing: null, target: isMove ? null : enemy.id };
      const answer = await page.request.post(`/api/games/${linkOf(page)}/fit`, { data: { wish } });
      if (!answer.ok()) continue;
      await takeUp(page, piece, act);
      if (isMove && /^move$/.test(act)) {
        const reach = (await (await page.request.post(`/api/games/${linkOf(page)}/reach`, { data: { unit: id, act } })).json()) as { ends: Point[] };
        await expect(page.locator('.l-under .reach')).toHaveCount(reach.ends.length ? 1 : 0);
      }
      if (isMove) await tapAt(page, game, wish.at);
      else await tap(page, enemy.id);
      if ((await settle(page)) !== 'offer') continue;
      if (pattern === CHARGE) await seesAttack(page, ((await answer.json()) as FitAnswer).fitted.command);
      if (await confirm(page, game)) return true;
    }
  }
  return false;
}

/** Chooses a listed option by its words. */
async function tryOption(page: Page, game: GameState, pattern: RegExp): Promise<boolean> {
  const option = promptOf(game).options.find((each) => pattern.test(each.words.toLowerCase()));
  return option ? choose(page, game, promptOf(game).options.indexOf(option)) : false;
}

async function choose(page: Page, game: GameState, nth: number): Promise<boolean> {
  const option = promptOf(game).options[nth]!;
  await page.keyboard.press('Escape');
  const piece = game.view.pieces.find((each) => each.id === option.unit);
  if (piece && (await page.locator('.unitcard h3').textContent({ timeout: 200 }).catch(() => '')) !== piece.name) {
    const chip = page.getByRole('group', { name: 'Who can act' }).getByRole('button', { name: piece.name, exact: true });
    if (await chip.count()) await chip.first().click();
    else await tap(page, piece.id);
  }
  const scope = option.unit === null ? page.getByRole('group', { name: 'Choices', exact: true }) : page.getByRole('group', { name: /^Choices of/ });
  const words = option.words.replace(/(\d)"/g, '$1″').replace(/(^|[\s(])-(\d)/g, '$1−$2');
  const button = scope.getByRole('button').filter({ hasText: new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i') });
  await button.first().waitFor({ timeout: 5000 });
  await button.first().click();
  // What rolls nothing is done at once; the rest waits to be confirmed.
  for (let n = 0; n < 300; n++) {
    if ((await seqShown(page)) > game.seq) return true;
    if (await page.locator('.dock .btn.primary').isVisible().catch(() => false)) {
      if (CHARGE.test(option.words)) await seesAttack(page, option.command);
      return confirm(page, game);
    }
    await page.waitForTimeout(50);
  }
  return false;
}

/** Closes in without the page: any advance, else anything but waiting. Only the way to a charge is short-cut, not the charge. */
async function closeIn(page: Page, game: GameState): Promise<void> {
  const address = `/api/games/${linkOf(page)}`;
  const { candidates } = (await (await page.request.get(`${address}/candidates?grain=coarse`)).json()) as { candidates: { words: string; command: unknown }[] };
  const able = candidates.filter((each) => each.command !== 'resign');
  const ahead = able.filter((each) => /ahead|advance|full move/.test(each.words));
  const busy = able.filter((each) => !END.test(each.words));
  const from = [ahead, busy, able].find((each) => each.length)!;
  const { command } = from[Math.floor(Math.random() * from.length)]!;
  const answer = await page.request.post(`${address}/commands`, { data: { at: game.seq, command } });
  expect(answer.ok(), `${JSON.stringify(command)}: ${await answer.text()}`).toBe(true);
  const skip = page.getByRole('button', { name: 'To my decision' });
  await expect
    .poll(async () => {
      if (await skip.isVisible()) await skip.click({ timeout: 1000 }).catch(() => undefined);
      return seqShown(page);
    }, { timeout: 30_000 })
    .toBeGreaterThan(game.seq);
}

for (const system of SYSTEMS) {
  test(`${system}: a move, fire, a charge, undo, reload, resign, replay`, async ({ page }) => {
    test.setTimeout(420_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const battles = (await (await page.request.get('/api/battles')).json()) as { id: string; name: string; first_battle: boolean; systems: { name: string }[] }[];
    const battle = battles.find((each) => each.first_battle && each.systems.some((own) => own.name === system)) ?? battles.find((each) => each.systems.some((own) => own.name === system));
    test.skip(!battle, `no battle for ${system}`);
    const begin = async (): Promise<void> => {
      await page.goto('/');
      if (system === 'regimental') await page.getByRole('button', { name: 'Play the first volley' }).click();
      else {
        await page.locator(`a[href="/battles/${battle!.id}"]`).first().click();
        await page.getByRole('group', { name: 'Rules' }).getByRole('button', { name: new RegExp(system, 'i') }).click();
        await page.getByRole('button', { name: 'Lay the table' }).click();
      }
      await page.waitForURL(/\/play\//);
      await expect(page.locator('.l-units .unit').first()).toBeVisible({ timeout: 30_000 });
    };
    await begin();

    const done = { move: false, fire: false, charge: false, undo: false, turn: false };
    const first = (await mine(page)).view.turn;
    const tries = new Map<string, number>();
    for (let step = 0; step < 1200 && Object.values(done).includes(false); step++) {
      const game = await mine(page);
      // A battle can end before anybody came near enough to charge: then there is another.
      if (game.verdict) {
        tries.clear();
        await begin();
        continue;
      }
      done.turn ||= game.view.turn > Math.max(1, first);
      const prompt = promptOf(game);
      if (process.env['TELL']) console.log(step, game.view.turn, prompt.words, prompt.options.length, prompt.acts.length, JSON.stringify(done));
      const key = `${game.view.turn} ${game.view.phase} ${prompt.words}`;
      const n = (tries.get(key) ?? 0) + 1;
      tries.set(key, n);
      if (!done.charge && ((await tryActs(page, game, CHARGE)) || (await tryOption(page, game, CHARGE)))) {
        done.charge = true;
        // The charge is one card that grows.
        await expect(page.getByRole('region', { name: 'The charge' })).toContainText('Declared');
        continue;
      }
      if (done.move && done.fire && done.undo && done.turn) {
        await closeIn(page, game);
        continue;
      }
      if (!done.fire && ((await tryOption(page, game, FIRE)) || (await tryActs(page, game, FIRE)))) {
        done.fire = true;
        continue;
      }
      if (n < 14 && (await tryActs(page, game, MOVE))) {
        done.move = true;
        const after = await gameOf(page);
        if (!done.undo && after.undo !== null && after.seq === (await seqShown(page))) {
          await page.getByRole('button', { name: /^Undo/ }).click();
          await expect.poll(() => seqShown(page)).toBeGreaterThan(after.seq);
          expect((await gameOf(page)).length).toBeLessThan(after.length);
          done.undo = true;
        }
        continue;
      }
      // Something that goes on, at most so often; then the end of the step.
      const { options } = prompt;
      const end = options.findIndex((each) => END.test(each.words));
      const on = options.findIndex((each, nth) => nth !== end && !/resign|to join|attach|to leave|to move$/i.test(each.words));
      const nth = on >= 0 && (end < 0 || n < 12) ? on : end;
      if (nth >= 0) expect(await choose(page, game, nth), `nothing came of "${options[nth]?.words}"`).toBe(true);
      else if (!(await tryActs(page, game, /./))) throw new Error(`nothing can be done about "${prompt.words}"`);
    }
    expect(done).toEqual({ move: true, fire: true, charge: true, undo: true, turn: true });

    // The page comes back as it was.
    const before = await mine(page);
    await page.reload();
    await expect.poll(() => seqShown(page)).toBe(before.seq);
    await expect(page.locator('.logline').first()).toBeVisible();
    // A line of the log opens to its card and puts the table to that moment.
    await page.locator('.logline').first().click();
    await expect(page.getByRole('button', { name: 'Back to now' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Back to now' }).first().click();

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect(page.getByText('The battle is over', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Luck' })).toBeVisible();
    // However long the log, the panel scrolls and the page does not.
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Replay' }).click();
    const slider = page.getByRole('slider', { name: 'Act' });
    await slider.fill('1');
    await expect(page.getByText(/after act 1 of/)).toBeVisible();
    await page.getByRole('button', { name: 'One act on' }).click();
    await expect(page.getByText(/after act 2 of/)).toBeVisible();
    await page.getByRole('button', { name: 'One turn on' }).click();
    await expect(page.getByText(/Looking at turn \d+, after act ([3-9]|\d\d)/)).toBeVisible();
    await page.keyboard.press('Escape');
    // What it came to: losses, the record and the report to take away.
    await expect(page.getByRole('heading', { name: 'Losses' })).toBeVisible();
    await page.getByRole('button', { name: 'The whole report' }).click();
    await expect(page.locator('.report')).toContainText(/\w{3}/);
    const record = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the record' }).click();
    expect((await record).suggestedFilename()).toMatch(/\.jsonl$/);
    // And the other side of it, against the same opponent.
    const was = await gameOf(page);
    const link = linkOf(page);
    await page.getByRole('button', { name: 'Again with sides changed' }).click();
    await expect.poll(() => linkOf(page)).not.toBe(link);
    const next = await gameOf(page);
    expect([next.side, next.system.name, next.computer]).toEqual([was.computer, system, was.side]);
    expect([...next.players].reverse()).toEqual(was.players);
  });
}
