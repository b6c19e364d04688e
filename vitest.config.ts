import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestTests } from './scripts/commands/test-files.ts';

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

/** Tests without a browser. The journeys in tests/journeys run in Playwright, by playwright.config.ts. */
export default defineConfig({
  test: {
    // One more than the processors that it is measured on, because a part of the time each of them waits. No more: each
    // server test has a database of its own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'code',
          include: ['{app,content,shared,server,stand-ins,scripts,workshop}/**/*.test.{ts,tsx}'],
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
          include: ['tests/durability/*.test.ts'],
          // Those that end and start the database itself: `npm run check` and CI have one.
          ...(process.env.TEST_DATABASE_URL && { include: ['tests/durability/**/*.test.ts'] }),
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
