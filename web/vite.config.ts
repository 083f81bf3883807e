import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['FIRELOCK'] ?? 'http://127.0.0.1:7700';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': server } },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
