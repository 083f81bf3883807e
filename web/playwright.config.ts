import { defineConfig } from '@playwright/test';

// Debian's Chromium; nothing is downloaded. Each spec starts `firelock serve` of its own (tests/e2e/server.ts).
export default defineConfig({
  testDir: 'tests/e2e',
  // Pictures for the guide are taken on request only.
  testIgnore: process.env['PICTURES'] ? [] : ['**/pictures.spec.ts'],
  timeout: 120_000,
  // The dice of each run are new, and the way to a charge is drawn by lot: what fails three times is broken, what fails less is told as flaky.
  retries: 2,
  fullyParallel: false,
  workers: 1,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] },
  },
});
