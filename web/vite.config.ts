import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { lobbyTexts } from './lobby-texts.ts';
import { worker } from './worker.ts';

const server = process.env.BROADSIDE_SERVER ?? 'http://127.0.0.1:8000';

/** What the tables of several games need. */
const SHARED_BY_TABLES =
  /src[\\/](table[\\/]((TablePage|SeatName|SeatState)\.svelte|(between|deals|drag)\.ts)|art[\\/]CardBack\.svelte)$/;

/** Gives each game's table a file of its own. */
function gameOfTable(id: string): string | null {
  return /games[\\/](\w+)[\\/]table\.ts$/.exec(id)?.[1] ?? null;
}

export default defineConfig({
  plugins: [lobbyTexts(), svelte(), svelteTesting(), worker()],
  build: {
    outDir: '../src/broadside/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // A font or drawing inlined as text would be loaded even where it is not used.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Of Svelte only what is used: its custom elements and old components are not.
      treeshake: {
        moduleSideEffects: [
          {
            test: /svelte[\\/]src[\\/](internal[\\/](client|shared)|legacy)[\\/]/,
            sideEffects: false,
          },
        ],
      },
      output: {
        // Each page is one file with all that it shares with others: a small file costs as much again
        // in headers, and is packed badly.
        codeSplitting: {
          groups: [
            { name: 'lobby', test: /src[\\/]main\.ts$/, priority: 3 },
            { name: 'table', test: SHARED_BY_TABLES, priority: 2 },
            { name: gameOfTable, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    // Texts lie beside the package's sources: other clients say the same.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['tests/setup.ts'],
    include: ['tests/**/*.test.ts'],
    // All files share one page, which `setup.ts` clears: a fresh one each takes four times as long.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    maxWorkers: 1,
    // A busy machine is no failure: only what hangs is ended.
    testTimeout: 30_000,
  },
});
