import { expect, it } from 'vitest';
import { budgets } from '../../shared/business/budgets.ts';
import { readText, repositoryFiles } from './repository-files.ts';

const security = readText('docs/security.md');
const sources = repositoryFiles.filter((file) => /^server\/config\/.*\.ts$/.test(file) && !file.includes('.test.'));
const settings = new Set(
  sources.flatMap((file) => readText(file).match(/(?<=')[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=')/g) ?? []),
);

it('docs/security.md names every secret and every host outside', () => {
  // Where the site itself is.
  const own = ['API_BASE_URL'];
  const wanted = [...settings].filter((name) =>
    /(?:_URL|_HOST|_HOSTNAME|_ENDPOINT|SECRET|_KEY|_KEY_ID|RECIPIENT)$/.test(name),
  );
  expect(wanted.length).toBeGreaterThan(15);
  expect(wanted.filter((name) => !own.includes(name) && !security.includes(`\`${name}\``))).toEqual([]);
});

it('and every budget', () => {
  const limits = security.slice(security.indexOf('## Limits'), security.indexOf('## Sessions'));
  expect(Object.keys(budgets).filter((purpose) => !limits.includes(`\`${purpose}\``))).toEqual([]);
});

it('its counts are those of its table', () => {
  const table = security.slice(security.indexOf('## ASVS'));
  const counts: Record<string, number> = {};
  for (const [, names = '', state = ''] of table.matchAll(/^\| ([\d., ]+) \| ([PANDO]) \|/gm))
    counts[state] = (counts[state] ?? 0) + names.split(',').length;
  const { P = 0, A = 0, N = 0, D = 0, O = 0 } = counts;
  expect(table).toContain(`${P + A + N + D + O} requirements: ${P} P, ${A} A, ${N} N, ${D} D, ${O || 'none'} O.`);
});
