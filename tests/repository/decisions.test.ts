import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

const index = readText('docs/decisions/README.md');
const decisions = repositoryFiles
  .filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
  .map((file) => file.split('/').at(-1)!);

it('lists every decision once, by its number, and none that is not there', () => {
  const listed = [...index.matchAll(/^\| \[(\d{4})\]\((\S+)\) \|/gm)].map(([, number, file]) => ({ number, file }));
  expect(listed.map(({ file }) => file)).toEqual(decisions.toSorted());
  for (const { number, file } of listed) expect(file).toMatch(new RegExp(`^${number}-`));
});

it('gives each number to one decision', () => {
  const numbers = decisions.map((file) => file.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
