import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

it('docs/operations/settings.md has every setting that the server reads, and no other', () => {
  const sources = repositoryFiles.filter(
    (file) => /^server\/config(\/.*)?\.ts$/.test(file) && !file.includes('.test.'),
  );
  const read = sources.flatMap((file) => readText(file).match(/(?<=')[A-Z][A-Z0-9]*_?[A-Z0-9_]*(?=')/g) ?? []);
  const table = readText('docs/operations/settings.md');
  const documented = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const settings = new Set(read.filter((name) => !errorCodes.test(name)));
  expect([...settings].sort()).toEqual([...new Set(documented)].sort());
});

/** Error names of the operating system look like settings. */
const errorCodes = /^E[A-Z]+$/;

it('docs/operations.md leads to every page of a task', () => {
  const pages = repositoryFiles.filter((file) => file.startsWith('docs/operations/'));
  const linked = [...readText('docs/operations.md').matchAll(/\]\((operations\/[\w-]+\.md)\)/g)].map(
    ([, page]) => `docs/${page}`,
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});
