/** Builds the site into dist/site: catalogue check, browser bundle, prerenderer, every page in every language. */
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { listFictionalFacts } from '../../server/config/fictional-facts.ts';
import { listFictionalVersions } from '../../server/config/legal-texts.ts';
import { operator } from '../../shared/business/company.ts';
import { stampVersion } from '../commands/version-stamp.mjs';
import { catalogueFaults, writeMessageTypes } from './catalogues.ts';
import { compressFiles } from './compress.ts';
import { takeInventory } from './licences/inventory.ts';
import { findListedNames } from './listed-names.ts';
import { prerenderSite } from './prerender.ts';

// Whoever builds it, a test or a developer's shell: visitors get React's production build.
process.env.NODE_ENV = 'production';

const root = path.resolve(import.meta.dirname, '../..');
const siteDirectory = path.join(root, 'dist/site');
const publicDirectory = path.join(siteDirectory, 'public');
const prerendererDirectory = path.join(root, 'dist/prerenderer');

const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);

const faults = catalogueFaults();
if (faults.length > 0) {
  console.error(
    `The message catalogues have ${faults.length} faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
  process.exit(1);
}
writeMessageTypes();
say('catalogues are complete in five languages');

const bundle = await build({ root, logLevel: 'warn' });
await build({ root, logLevel: 'warn', build: { ssr: true } });
say('bundled the site');

try {
  say(`named ${takeInventory(bundle)} works of others`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

const pages = await prerenderSite(siteDirectory, prerendererDirectory);
say(`prerendered ${pages} pages`);

const listed = findListedNames(
  fs.readdirSync(publicDirectory, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('share')),
);
if (listed.length > 0) {
  console.error(`Blockers could take these away by their names:\n${listed.map((file) => `  ${file}`).join('\n')}`);
  process.exit(1);
}

const files = await compressFiles(publicDirectory);
say(`compressed ${files} files`);

// After all that the build itself writes.
stampVersion(root);

// With the sample's own name, its texts are right.
const fictional = listFictionalFacts({ companyName: operator.companyName }).length ? [] : listFictionalVersions();
if (fictional.length)
  console.warn(
    [
      '',
      `The legal texts name a company that does not exist, not ${operator.companyName}; no public address can be served with them:`,
      ...fictional.map(
        ({ document, version, locales, names }) =>
          `  ${document} ${version} (${locales.join(', ')}): ${names.join(', ')}`,
      ),
      'node_modules/.bin/node server/operator/main.ts legal found writes your own; then build again.',
    ].join('\n'),
  );
