import { defineConfig } from 'vitest/config';

/** Limits are for what hangs, never for what is slow: machines differ, and some are busy. */
const hangsAfterMs = 180_000;

/** Tests without a browser. The journeys in tests/journeys run in Playwright, by playwright.config.ts. */
export default defineConfig({
  test: {
    // Two at a time: each server test has a database of its own, and journeys need memory on the same machine.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'code',
          include: ['{app,content,shared,server,stand-ins,scripts}/**/*.test.{ts,tsx}'],
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
        },
      },
      {
        test: {
          name: 'repository',
          include: ['tests/repository/**/*.test.ts'],
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
        },
      },
      {
        test: {
          name: 'durability',
          include: ['tests/durability/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
