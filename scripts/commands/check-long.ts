import { buildSite } from './build.ts';
import { installChromium } from './chromium.ts';
import { runStep } from './step.mjs';
import { countsLine, sumCounts } from './test-counts.ts';
import { findTestFiles } from './test-files.ts';
import { runJourneys, runVitest, runWithoutBrowser } from './test-runs.ts';

/** What is killed, restarted or drawn at random, many times more often than each day. */
const rounds = {
  SERVER_KILLS: '50',
  DEPLOY_KILLS: '8',
  CARD_KILLS: '10',
  TEXT_RACES: '10',
  DATABASE_RESTARTS: '30',
  ROLLING_RESTARTS: '20',
  KILL_STRIDE: '1',
  A_YEAR: '1',
  BILLING_RUNS: '300',
  LEDGER_RUNS: '300',
  CLOSING_MODEL_RUNS: '300',
  SESSION_RUNS: '300',
  VALID_INPUT_RUNS: '400',
  FAULT_STRIDE: '1',
  LOGIN_KILLS: '10',
  EXPORTED_REQUESTS: '100000',
} as const;
const roundedTests = [
  'tests/durability/',
  '-model.test.ts',
  '-kill.test.ts',
  'openapi-valid-inputs.test.ts',
  'broken-references.test.ts',
  'stand-ins/login/main.test.ts',
  'personal-data.test.ts',
];

/**
 * `npm run check -- long`, before a release: many rounds of what is killed or random, a year of customers, every journey in every
 * language, and pictures of all pages to look at. It takes hours.
 */
export async function checkLong(): Promise<void> {
  Object.assign(process.env, rounds);
  await installChromium();
  await buildSite();
  const { withoutBrowser } = findTestFiles(roundedTests);
  const all = sumCounts([
    await runWithoutBrowser(withoutBrowser, roundedTests),
    // A year has a database of its own.
    await runVitest(['tests/durability/year.test.ts']),
    await walkInAllLanguages(),
  ]);
  await runStep({
    title: 'Taking pictures of all pages',
    log: 'screenshots',
    command: process.execPath,
    args: ['workshop/screenshots/contact-sheet.ts'],
  });
  for (const remark of all.remarks ?? []) console.log(remark);
  console.log(countsLine(all));
  if (all.failed > 0 || all.passed === 0) process.exitCode = 1;
}

/**
 * `npm run check -- languages`: every journey, those of an account and the walk through the site (tests/journeys/walk.spec.ts), too, not
 * in English alone (tests/journeys/fixtures/languages.ts).
 */
export async function checkLanguages(): Promise<void> {
  await installChromium();
  await buildSite();
  const counts = await walkInAllLanguages();
  console.log(countsLine(counts));
  if (counts.failed > 0) process.exitCode = 1;
}

function walkInAllLanguages() {
  Object.assign(process.env, { JOURNEYS_IN_ALL_LANGUAGES: 'yes', JOURNEYS_IN_BOTH_LOGIN_MODES: 'yes' });
  return runJourneys();
}
