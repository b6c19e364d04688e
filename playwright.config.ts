import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium, findHeadlessShell } from './scripts/commands/chromium.ts';
import { temporaryFolder } from './scripts/commands/temporary-files.ts';

process.env.TMPDIR = temporaryFolder();

const executablePath = findHeadlessShell() ?? findChromium();

/**
 * What talks to the network and what draws live in the browser's own process: they do the same, with fewer messages in between
 * (docs/decisions/0018). The list of features replaces Playwright's own, so its entries are repeated.
 */
const fewerProcesses = [
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
  '--in-process-gpu',
];

/** Journeys in a real browser. Each worker has a site of its own: tests/journeys/fixtures/test.ts. */
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/fixtures/build-once.ts',
  outputDir: 'test-results',
  // One for each processor that it is measured on: three take longer than two (docs/decisions/0018).
  workers: 2,
  // Of one long file each worker takes a part, so that none is left alone with it.
  fullyParallel: true,
  // Told by name where it was needed (docs/decisions/0018).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // For what hangs, never for what is slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ...jsonReporter()],
  use: {
    // Movement is judged by eye; in most journeys it would only be in the way, and takes a tenth of their time (`inMotion`).
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each action takes a good part of a run's time; the second try of a failed journey tells as much.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...chromiumArguments(), ...fewerProcesses],
    },
  },
});

/** `npm test` counts the results from a file. */
function jsonReporter(): ['json', { outputFile: string }][] {
  const outputFile = process.env.JOURNEYS_RESULT_FILE;
  return outputFile ? [['json', { outputFile }]] : [];
}
