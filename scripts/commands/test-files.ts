import fs from 'node:fs';
import path from 'node:path';

/**
 * What starts processes or waits for real times takes longest, and would keep one worker busy when all others are
 * done. Here and below are paths of files; tests/repository/files.test.ts tells when one is not there any more.
 */
export const longestTests = [
  'tests/durability/postgresql/deployment.test.ts',
  'server/deployment/deploy.test.ts',
  'tests/durability/closing-kill.test.ts',
  'tests/durability/kill.test.ts',
  'server/http/login-keys.test.ts',
  'server/run-server.test.ts',
  'scripts/commands/start.test.ts',
  'server/operator/operator.test.ts',
  'stand-ins/login/main.test.ts',
  'server/operator/release-commands.test.ts',
  'server/http/rate-limits.test.ts',
] as const;

/**
 * What runs on the embedded database, too, where everything runs on PostgreSQL: what it does in a way of its own. That it
 * accepts the same SQL is shown by the journeys, whose sites have it.
 */
export const embeddedDatabaseTests = [
  'server/database/*.test.ts',
  'server/jobs/*.test.ts',
  'server/operator/operator-database.test.ts',
  'server/privacy/backups/backups.test.ts',
  'server/platform/clock/clock.test.ts',
  'server/contract/composition.test.ts',
  'server/service/quotas/ledger-model.test.ts',
  'server/data-folder-owner.test.ts',
  'tests/durability/kill.test.ts',
] as const;

/** Of these, what asks for nothing that another database would do in another way: once is enough. */
export const embeddedDatabaseAlone = ['server/data-folder-owner.test.ts'] as const;

/**
 * What `npm test` leaves to `npm run check`: what starts many processes, kills them or waits for real times, random histories,
 * hundreds of texts, and what runs on the embedded database a second time.
 */
export const testsOfCheck = [
  'tests/durability/**/*.test.ts',
  'scripts/commands/start.test.ts',
  'scripts/commands/launch.test.ts',
  'scripts/package/package.test.ts',
  'server/run-server.test.ts',
  'server/deployment/deploy.test.ts',
  'server/operator/release-commands.test.ts',
  'server/http/login-keys.test.ts',
  'server/billing/bank/billing-model.test.ts',
  'server/billing/cards/card-model.test.ts',
  'server/privacy/backups/{backups,dump-files,restored,closing-model}.test.ts',
  'server/http/openapi-lint.test.ts',
  'stand-ins/{login,desktop}/{main,desktop}.test.ts',
  'workshop/evaluate/evaluation.test.ts',
] as const;

/** The journeys that `npm test` walks; the others are left to `npm run check`. */
export const everydayJourneys = [
  'tests/journeys/main-job.spec.ts',
  'tests/journeys/consent.spec.ts',
  'tests/journeys/download-in-page.spec.ts',
  'tests/journeys/buying.spec.ts',
  'tests/journeys/plan-withdrawal.spec.ts',
  'tests/journeys/withdrawal.spec.ts',
  'tests/journeys/closing.spec.ts',
] as const;

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['app', 'clients', 'content', 'shared', 'server', 'stand-ins', 'scripts', 'workshop', 'tests'];

/** Paths of all tests that contain one of `filters`, or of all where there is none, by what runs them. */
export function findTestFiles(filters: readonly string[]): { withoutBrowser: string[]; journeys: string[] } {
  const all = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.split(path.sep).join('/')}`),
  );
  const wanted = all.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
  return {
    withoutBrowser: wanted.filter((file) => /\.test\.tsx?$/.test(file)),
    journeys: wanted.filter((file) => /^tests\/journeys\/.*\.spec\.ts$/.test(file)),
  };
}

/**
 * Of all tests, those that a change of these files can touch: beside them and, of a number, in the folder of its name; of a sentence
 * those that know what is specified, and how long it is in other languages; and journeys named after what the files are about.
 */
export function findTouchedTests(
  changed: readonly string[],
  all: ReturnType<typeof findTestFiles>,
): ReturnType<typeof findTestFiles> {
  const beside = changed.flatMap((file) => {
    const parts = file.split('/');
    if (/^content\/(messages|server)\//.test(file))
      return all.withoutBrowser.filter((test) =>
        /^tests\/(acceptance\/|repository\/(translated|typography))/.test(test),
      );
    const [, number] = /^shared\/(?:api|business)\/([^/.]+)\.ts$/.exec(file) ?? [];
    const named = number ? all.withoutBrowser.filter((test) => new RegExp(`/${number}[/.]`).test(test)) : [];
    // A folder of an area at least: what is beside a file at the top would be everything.
    for (let depth = parts.length - 1; depth >= 2; depth--) {
      const folder = `${parts.slice(0, depth).join('/')}/`;
      const found = all.withoutBrowser.filter((test) => test.startsWith(folder));
      if (found.length > 0) return [...named, ...found];
    }
    return named;
  });
  const words = changed
    .filter((file) => file.startsWith('app/'))
    .flatMap((file) => file.split(/[/.]/).slice(1))
    .filter((word) => word !== 'pages');
  const journeys = all.journeys.filter((file) => {
    const name = path.basename(file, '.spec.ts');
    return changed.includes(file) || words.some((word) => name === word || name.startsWith(`${word}-`));
  });
  return { withoutBrowser: [...new Set(beside)], journeys };
}
