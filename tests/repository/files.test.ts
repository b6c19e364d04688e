import path from 'node:path';
import { expect, it } from 'vitest';
import {
  embeddedDatabaseTests,
  everydayJourneys,
  longestTests,
  testsOfCheck,
} from '../../scripts/commands/test-files.ts';
import { findLines, readText, repositoryFiles, textFiles } from './repository-files.ts';

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Names required by tools or convention. */
const givenNames = new Set(['README.md', 'SECURITY.md', 'LICENSE', 'writing-ant@.service']);

/** Names given when nobody wanted to choose one: a newcomer cannot guess what is inside. */
const drawers = new Set(['util', 'helper', 'common', 'misc', 'manager', 'stuff'].flatMap((name) => [name, `${name}s`]));

const longestFileLines = 350;

/** Split into pieces, so that this file does not contain what it looks for. */
const openWork = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
const machinePaths = new RegExp(`(^|[^a-z.\\w])/(${['work', 'farm', 'root', 'tmp', 'home', 'Users'].join('|')})/`);
const registries = new RegExp(['registry', 'n(pmjs|px)|registry', 'yarn(pkg)?'].join('\\.'));
const sleepingTests = new RegExp(
  `\\b(it|test|describe)\\.(${['sk' + 'ip', 'on' + 'ly', 'to' + 'do', 'fix' + 'me'].join('|')})\\(`,
);

it('names files and folders in kebab-case', () => {
  const wrong = repositoryFiles.filter((file) => {
    const parts = file.split('/');
    const name = parts.pop() ?? '';
    return !(
      parts.every((part) => kebabCase.test(part.replace(/^\./, ''))) &&
      (givenNames.has(name) || isKebabCase(name))
    );
  });
  expect(wrong).toEqual([]);
});

it('has no drawers', () => {
  const found = repositoryFiles.filter((file) => file.split(/[/.-]/).some((word) => drawers.has(word.toLowerCase())));
  expect(found).toEqual([]);
});

it('leaves nothing open', () => {
  expect(textFiles.flatMap((file) => findLines(file, openWork))).toEqual([]);
});

it('has no test that does not run', () => {
  expect(textFiles.flatMap((file) => findLines(file, sleepingTests))).toEqual([]);
});

it('has every test that is named where tests are run', () => {
  const named = [...longestTests, ...embeddedDatabaseTests, ...testsOfCheck, ...everydayJourneys];
  const isThere = (glob: string) => repositoryFiles.some((file) => path.matchesGlob(file, glob));
  expect(named.filter((glob) => !isThere(glob))).toEqual([]);
});

it('has no journeys that no command asks for', () => {
  const journeys = repositoryFiles.filter((file) => /^tests\/journeys\/.*\.ts$/.test(file));
  const asked = journeys.flatMap((file) => readText(file).match(/\bJOURNEYS_IN_\w+/g) ?? []);
  expect(asked).toContain('JOURNEYS_IN_BOTH_LOGIN_MODES');
  const check = readText('scripts/commands/check.ts') + readText('scripts/commands/check-long.ts');
  expect(asked.filter((name) => !check.includes(name))).toEqual([]);
});

it('has acceptance tests that know nothing of the product but its addresses', () => {
  const files = repositoryFiles.filter((file) => /^tests\/acceptance\/.*\.test\.ts$/.test(file));
  const imports = files.flatMap((file) =>
    [...readText(file).matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, source]) => `${file}: ${source}`),
  );
  expect(files).not.toEqual([]);
  expect(imports.filter((line) => !/: (vitest|\.\/served\.ts|node:\w+)$/.test(line))).toEqual([]);
});

it('knows nothing of the machine it was written on', () => {
  const found = textFiles
    .filter((file) => file !== 'package-lock.json')
    .flatMap((file) => findLines(file, machinePaths));
  expect(found).toEqual([]);
});

it('names no package registry, so that npm’s own setting decides', () => {
  expect(textFiles.flatMap((file) => findLines(file, registries))).toEqual([]);
});

it('keeps files short enough to be read at once', () => {
  const code = textFiles.filter((file) => /\.(ts|tsx|mjs|js|css)$/.test(file) && !/\/generated-\w+\.ts$/.test(file));
  const long = code.map((file) => [file, readText(file).split('\n').length - 1] as const);
  expect(long.filter(([, lines]) => lines > longestFileLines)).toEqual([]);
});

/** `invoice.queries.ts`, `.gitignore`, `0001-first.ts`; any extension. */
function isKebabCase(name: string): boolean {
  const words = name.replace(/^\./, '').split('.');
  return words.every((word) => kebabCase.test(word));
}
