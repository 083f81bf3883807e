/** A `firelock serve` of its own on a free port, with a data file that goes away. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, type BrowserContext, type Page } from '@playwright/test';

const program = process.env['FIRELOCK_BIN'] ?? resolve(import.meta.dirname, '../../../target/debug/firelock');

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

export interface Served {
  url: string;
}

async function serve(): Promise<{ url: string; child: ChildProcess; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'firelock-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['serve', '--port', String(port), '--data', join(folder, 'games.db'), '--rate', '2000'], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let n = 0; n < 200; n++) {
    if (child.exitCode !== null) throw new Error(`firelock serve ended with ${child.exitCode}`);
    const isUp = await fetch(`${url}/health`).then((answer) => answer.ok, () => false);
    if (isUp) return { url, child, folder };
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('firelock serve did not answer');
}

/** The program carries the pages it was built with; FIRELOCK_DIST shows newer ones from a folder instead. */
export async function withNewest(context: BrowserContext): Promise<void> {
  const dist = process.env['FIRELOCK_DIST'];
  if (!dist) return;
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/(?!api\/)/, (route) => {
    const path = join(resolve(dist), new URL(route.request().url()).pathname);
    return route.fulfill({ path: existsSync(path) && statSync(path).isFile() ? path : join(resolve(dist), 'index.html') });
  });
}

/** Tests with a server for all of a worker's specs; a fault on the page fails the test. */
export const test = base.extend<{ faults: string[] }, { served: Served }>({
  served: [
    async ({}, use) => {
      const { url, child, folder } = await serve();
      await use({ url });
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      // Open pages may hold it up; the games are on disk.
      const impatient = setTimeout(() => child.kill('SIGKILL'), 3000);
      await gone;
      clearTimeout(impatient);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ served }, use) => use(served.url),
  context: async ({ context }, use) => {
    await withNewest(context);
    await use(context);
  },
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        // Refusals (422) and old places (409) are answers, which the browser notes as failures of the request.
        if (message.type() === 'error' && !/status of 4(09|22)/.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      if (faults.length) throw new Error(`faults on the page: ${faults.join('; ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
export type { Page };
