import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

it('docs/operations.md has every setting that the server reads, and no other', () => {
  const sources = repositoryFiles.filter(
    (file) => /^server\/config(\/.*)?\.ts$/.test(file) && !file.includes('.test.'),
  );
  const read = sources.flatMap((file) => readText(file).match(/(?<=')[A-Z][A-Z0-9]*_?[A-Z0-9_]*(?=')/g) ?? []);
  const table = readText('docs/operations.md').split('## Before a public address')[0] ?? '';
  const documented = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const settings = new Set(read.filter((name) => !errorCodes.test(name)));
  expect([...settings].sort()).toEqual([...new Set(documented)].sort());
});

/** Error names of the operating system look like settings. */
const errorCodes = /^E[A-Z]+$/;
