import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The linter is the guard; this proves that it works. Each line is planted as a file of its own in an empty project
 * with the real configuration, and the real linter checks it.
 */
const root = path.resolve(import.meta.dirname, '../..');

/** Importing file, what it imports. */
const forbidden: [string, string][] = [
  ['shared/api/account.ts', '../../content/legal/versions.ts'],
  ['shared/paths.ts', '../app/routes.ts'],
  ['shared/business/deep/er/plans.ts', '../../../../server/config/config.ts'],
  ['content/legal/versions.ts', '../../app/site/routes.ts'],
  ['content/emails/en/invitation.ts', '../../../server/config/config.ts'],
  ['app/site/routes.ts', '../../server/config/config.ts'],
  ['app/pages/legal/deep/eula.tsx', '../../../../server/delivery/downloads/downloads.ts'],
  ['app/session/session.ts', '../../stand-ins/login/config.ts'],
  ['app/session/session.test.ts', '../../server/config/config.ts'],
  ['app/session/session.ts', '../../tests/factories/account.ts'],
  ['app/session/session.ts', '../../scripts/build/build-site.ts'],
  ['server/app.ts', '../app/routes.ts'],
  ['server/people/account/account.ts', '../../../app/routes.ts'],
  ['server/people/account/account.test.ts', '../../../stand-ins/login/main.ts'],
  ['server/integrations/login/deep/keys.ts', '../../../../stand-ins/login/main.ts'],
  ['server/http/problem.ts', '../../tests/factories/account.ts'],
  ['server/main.ts', '../scripts/commands/start.ts'],
  ['server/operator/operate.ts', '../../scripts/commands/step.mjs'],
  ['server/operator/legal/drafts.ts', '../../../app/site/routes.ts'],
  ['server/database/migrations/first.ts', '../../people/account/account.ts'],
  ['server/database/database.ts', '../people/account/account.ts'],
  ['server/http/authentication.ts', '../people/account/account.ts'],
  ['server/integrations/mail/deep/mail.ts', '../../../people/account/account.ts'],
  ['server/people/account/account.ts', '../downloads/downloads.queries.ts'],
  ['server/people/account/account.ts', '../downloads/signed-link.ts'],
  ['server/people/account/account.ts', '../downloads/links/downloads.ts'],
  ['server/people/account/account.ts', '../../people/downloads/downloads.jobs.ts'],
  ['server/service/text/text.ts', '../../people/accounts/accounts.queries.ts'],
  ['server/contract/feature.ts', '../platform/mails/mails.ts'],
  ['server/platform/mails/mails.ts', '../../people/accounts/accounts.ts'],
  ['server/people/accounts/accounts.ts', '../../billing/invoices/invoices.ts'],
  ['server/delivery/downloads/downloads.ts', '../../billing/invoices/invoices.ts'],
  ['server/billing/invoices/invoices.ts', '../../delivery/downloads/downloads.ts'],
  ['server/billing/invoices/deep/rules.ts', '../../../privacy/holds/holds.ts'],
  ['server/privacy/closing/closing.ts', '../../service/text/text.ts'],
  ['server/people/account/deep/rules.ts', '../../downloads/downloads.routes.ts'],
  ['server/people/account/account.test.ts', '../downloads/downloads.queries.ts'],
  ['server/people/account/account.ts', '../account-holder/account.ts'],
  ['stand-ins/login/main.ts', '../../server/config/config.ts'],
  ['stand-ins/login/deep/pages/page.ts', '../../../../server/http/problem.ts'],
  ['stand-ins/login/main.ts', '../../app/site/routes.ts'],
  ['app/site/routes.ts', '../../server/config/config.ts'],
  ['app/site/routes.ts', '../../server/config/config.ts'],
  ['app/pages/a.ts', '../../server/config/config.ts'],
  ['app/site/routes.ts', 'file:../../server/config/config.ts'],
];

const allowed: [string, string][] = [
  ['shared/api/account.ts', '../business/plans.ts'],
  ['shared/api/account.ts', 'zod/mini'],
  ['content/legal/versions.ts', '../../shared/business/documents.ts'],
  ['app/pages/legal/eula.tsx', '../../../content/legal/versions.ts'],
  ['app/pages/legal/eula.tsx', '../../../shared/paths.ts'],
  ['app/pages/legal/eula.tsx', '../../layout/page.tsx'],
  ['app/session/session.test.ts', '../../tests/factories/account.ts'],
  ['server/app.ts', './people/account/account.routes.ts'],
  ['server/people/account/account.ts', './account.queries.ts'],
  ['server/people/account/account.ts', '../downloads/downloads.ts'],
  ['server/people/account/deep/rules.ts', '../../downloads/downloads.ts'],
  ['server/service/text/text.ts', '../../people/accounts/accounts.ts'],
  ['server/privacy/closing/closing.ts', '../../billing/invoices/invoices.ts'],
  ['server/billing/invoices/invoices.ts', '../../contract/feature.ts'],
  ['server/people/account/account.ts', '../../platform/mails/mails.ts'],
  ['server/privacy/closing/closing.test.ts', '../../service/text/text.ts'],
  ['server/people/account/deep/rules.ts', '../account.queries.ts'],
  ['server/people/account/account.ts', '../../database/database.ts'],
  ['server/people/account/account.ts', '../../http/problem.ts'],
  ['server/people/account/account.ts', '../../../shared/business/plans.ts'],
  ['server/people/account/account.ts', '../../../content/legal/versions.ts'],
  ['server/people/account/account.test.ts', '../../../tests/factories/account.ts'],
  ['stand-ins/login/main.ts', '../../shared/locales.ts'],
  ['scripts/commands/start.ts', '../../server/config/config.ts'],
  ['tests/journeys/download.test.ts', '../../server/config/config.ts'],
];

/** Every way to write a reference to another module. */
const forms: Record<string, (source: string) => string> = {
  import: (source) => `import { thing } from '${source}';\nthing();\n`,
  'side effect': (source) => `import '${source}';\n`,
  type: (source) => `import type { Thing } from '${source}';\nexport const thing: Thing | null = null;\n`,
  'inline type': (source) => `export const thing: import('${source}').Thing | null = null;\n`,
  're-export': (source) => `export * from '${source}';\n`,
  'named re-export': (source) => `export { thing } from "${source}";\n`,
  dynamic: (source) => `export const thing = () => import('${source}');\n`,
  'dynamic, spread out': (source) =>
    `export const thing = () =>\n  import(\n    \`${source}\`\n  ).then((all) => all.thing);\n`,
  require: (source) => `export const thing = require('${source}');\n`,
  glob: (source) => `export const thing = import.meta.glob('${source}');\n`,
};

const environmentReads = [
  'export const port = process.env.PORT;\n',
  "export const port = process.env['PORT'];\n",
  'export const port = globalThis.process.env.PORT;\n',
  "import { env } from 'node:process';\nexport const port = env.PORT;\n",
  "import all from 'process';\nexport const port = all.env.PORT;\n",
  'const { env } = process;\nexport const port = env.PORT;\n',
];

const clockReads = ['export const now = new Date();\n', 'export const now = Date.now();\n'];

interface Diagnostic {
  category: string;
  message: string;
  location: { path: string };
}

let folder: string;
const planted = new Map<string, string>();

/** Plants `text` as a sibling of `file` with a number in its name and returns its path. */
function plant(file: string, text: string): string {
  const parsed = path.parse(file);
  const [base, ...rest] = parsed.base.split('.');
  const name = path.join(parsed.dir, [`${base}-${planted.size}`, ...rest].join('.'));
  planted.set(name, text);
  return name;
}

/** Plants one file for each form and returns their paths by form. */
const plantForms = ([file, source]: [string, string]) => ({
  file,
  source,
  files: Object.entries(forms).map(([form, write]) => ({ form, file: plant(file, write(source)) })),
});

const plantedForbidden = forbidden.map(plantForms);
const plantedAllowed = allowed.map(plantForms);
const layers = ['shared/', 'content/', 'app/pages/', 'server/', 'server/people/account/', 'stand-ins/login/'];
const plantedReads = layers.flatMap((layer) => environmentReads.map((text) => plant(`${layer}reader.ts`, text)));

const plantedClocks = ['server/', 'server/people/account/', 'server/operator/'].flatMap((layer) =>
  clockReads.map((text) => plant(`${layer}clock.ts`, text)),
);
const keepingTime = [
  plant('server/http/limits.ts', clockReads[1]!),
  plant('server/people/account/x.test.ts', clockReads[0]!),
];

let refused: Set<string>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
  cpSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
  cpSync(path.join(root, 'scripts/lint'), path.join(folder, 'scripts/lint'), { recursive: true });
  for (const file of [
    'server/config/config.ts',
    'stand-ins/login/config.ts',
    'server/config/config.test.ts',
    'scripts/x.ts',
  ])
    planted.set(file, environmentReads[0]!);
  for (const [file, text] of planted) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const found = lint();
  refused = new Set(
    found
      .filter(({ category }) => category === 'plugin' || category === 'lint/style/noProcessEnv')
      .map(({ location }) => location.path),
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the linter reports for the whole folder. */
function lint(): Diagnostic[] {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  let output: string;
  try {
    output = execFileSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 100_000_000,
    });
  } catch (error) {
    // It exits with 1 when it finds faults, which is what the test wants.
    output = (error as { stdout: string }).stdout;
  }
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}

describe('the linter', () => {
  it.each(plantedForbidden)('refuses $source in $file, however it is written', ({ files }) => {
    const accepted = files.filter(({ file }) => !refused.has(file)).map(({ form }) => form);
    expect(accepted).toEqual([]);
  });

  it.each(plantedAllowed)('accepts $source in $file', ({ files }) => {
    const refusedForms = files.filter(({ file }) => refused.has(file)).map(({ form }) => form);
    expect(refusedForms).toEqual([]);
  });

  it.each(plantedReads)('refuses to read the environment in %s', (file) => {
    expect(refused).toContain(file);
  });

  it.each(plantedClocks)('refuses to read the machine’s clock in %s', (file) => {
    expect(refused).toContain(file);
  });

  it.each(keepingTime)('lets %s read the machine’s clock', (file) => {
    expect(refused).not.toContain(file);
  });

  it.each(['server/config/config.ts', 'stand-ins/login/config.ts', 'server/config/config.test.ts', 'scripts/x.ts'])(
    'lets %s read the environment',
    (file) => {
      expect(refused).not.toContain(file);
    },
  );
});
