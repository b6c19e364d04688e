import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { temporaryFolder } from './scripts/commands/temporary-files.ts';
import {
  embeddedDatabaseAlone,
  embeddedDatabaseTests,
  longestTests,
  testsOfCheck,
} from './scripts/commands/test-files.ts';

process.env.TMPDIR = temporaryFolder();

/** Limits are for what hangs, never for what is slow: machines differ, and some are busy. */
const hangsAfterMs = 180_000;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longestTests.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place < 0 ? longestTests.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** `npm run check -- promises` sets it: `retention#usageDataYears` is one more than it is, in the tests of that run. */
const [shiftedFile, shiftedName] = process.env.SHIFTED_CONSTANT?.split('#') ?? [];

const shiftConstant = {
  name: 'shift-constant',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!shiftedFile || !id.endsWith(`/shared/business/${shiftedFile}.ts`)) return null;
    const number = new RegExp(`(\\b${shiftedName}(?:: | = ))(\\d+)\\b`);
    if (!number.test(code)) throw new Error(`There is no number ${shiftedName} in ${id}.`);
    return code.replace(number, (_, name, value) => `${name}${Number(value) + 1}`);
  },
} as const;

/** `npm test` sets it: the server's tests then run on what production runs on, otherwise on the embedded database. */
const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** What `npm test` leaves to `npm run check`. */
const left = process.env.TESTS === 'everyday' ? [...testsOfCheck] : [];
const runsEmbedded = isOnPostgres && left.length === 0;

/** Most files need the whole server. Loading it anew for each took a third of the processor time; what a test has put in place of something, it takes back. */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true } as const;

/** Tests without a browser. The journeys in tests/journeys run in Playwright, by playwright.config.ts. */
export default defineConfig({
  test: {
    // One more than the processors that it is measured on, because a part of the time each of them waits. No more: each
    // server test has a database of its own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What was read with a shifted constant must not be there for the next run, nor the other way round.
    fsModuleCache: !shiftedName,
    projects: [
      {
        plugins: [shiftConstant],
        test: {
          name: 'code',
          ...shared,
          include: ['{app,clients,content,shared,server,stand-ins,scripts,workshop}/**/*.test.{ts,tsx}'],
          exclude: runsEmbedded ? [...embeddedDatabaseAlone] : left,
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
          name: 'running site',
          // They only ask one running site, which the first of them has started.
          isolate: false,
          globalSetup: 'tests/acceptance/running-site.ts',
          include: ['tests/{acceptance,served}/*.test.ts'],
          testTimeout: hangsAfterMs,
          hookTimeout: hangsAfterMs,
        },
      },
      {
        test: {
          name: 'durability',
          include: ['tests/durability/*.test.ts'],
          // Those that end and start the database itself.
          ...(isOnPostgres && { include: ['tests/durability/**/*.test.ts'] }),
          exclude: left,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      ...(runsEmbedded
        ? [
            {
              test: {
                name: 'embedded database',
                ...shared,
                include: [...embeddedDatabaseTests],
                env: { TEST_DATABASE_URL: '' },
                testTimeout: 600_000,
                hookTimeout: hangsAfterMs,
              },
            },
          ]
        : []),
    ],
  },
});
