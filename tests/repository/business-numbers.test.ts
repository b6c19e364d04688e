import { describe, expect, it } from 'vitest';
import { offlineAddOn, plans } from '../../shared/business/plans.ts';
import { installer } from '../../shared/business/product.ts';
import { locales } from '../../shared/locales.ts';
import { readText, repositoryFiles, withoutComments } from './repository-files.ts';

/**
 * Code that must take its numbers from shared/business. Legal texts quote the numbers of the time they came into force; lists of
 * words say which number a word is.
 */
const code = repositoryFiles.filter(
  (file) =>
    /^(app|content|server|stand-ins)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|^content\/prompts\/words\//.test(file),
);

const messageFiles = repositoryFiles.filter((file) => /^content\/messages\/.*\.json$/.test(file));

/** What people dictate in the prepared examples. */
const exampleKeys = /^(scenes|examples)\./;

/** Digits of names; and the sections of the licence, which the specification fixes. */
const namesWithDigits = /\bSHA-256\b|^404\b/g;
const digitsAllowed: Record<string, RegExp> = { 'legal.eula.description': /\b17\b/ };

const prices = [
  ...Object.values(plans).flatMap(({ monthlyRappen, fourMonthRappen }) => [monthlyRappen, fourMonthRappen ?? 0]),
  offlineAddOn.monthlyRappen,
].filter((rappen) => rappen > 0);

/** 4900, 49_00 and "CHF 49". */
const priceLiterals = new RegExp(
  prices
    .map((rappen) => {
      const francs = Math.floor(rappen / 100);
      return `\\b${francs}_?00\\b|CHF\\s?${francs}\\b`;
    })
    .join('|'),
);

/** Quotas that are unlikely to be anything else: 2225, 2_225, 450. */
const quotaLiterals = new RegExp(
  Object.values(plans)
    .flatMap(({ onlineRequestsPerMonth }) => (onlineRequestsPerMonth >= 100 ? [onlineRequestsPerMonth] : []))
    .map((quota) => `\\b${String(quota).replace(/(\d)(\d{3})$/, '$1_?$2')}\\b`)
    .join('|'),
);

const sizeLiterals = new RegExp(
  `\\b(${installer.downloadGigabytes}|${installer.installedGigabytes})\\s?(GB|Go|[Gg]iga|\\* ?1e9|e9|_000_000_000)`,
);

describe('a business number stands only in shared/business', () => {
  it.each([
    ['prices', priceLiterals],
    ['quotas', quotaLiterals],
    ['sizes', sizeLiterals],
  ])('%s', (_, literals) => {
    const found = code.flatMap((file) =>
      withoutComments(readText(file))
        .split('\n')
        .flatMap((line, index) => (literals.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('and messages take theirs as arguments', () => {
    const found = messageFiles.flatMap((file) =>
      Object.entries(JSON.parse(readText(file)) as Record<string, string>)
        .filter(([key]) => !exampleKeys.test(key))
        .filter(([key, message]) => /\d/.test(withoutSyntax(message).replace(digitsAllowed[key] ?? /$^/, '')))
        .map(([key, message]) => `${file} ${key}: ${message}`),
    );
    expect(found).toEqual([]);
  });
});

it('finds what it looks for', () => {
  expect(messageFiles.length).toBeGreaterThanOrEqual(locales.length);
  expect(code.length).toBeGreaterThan(0);
  for (const price of ['const price = 4900;', 'const price = 195_00;', "'CHF 49'"])
    expect(price).toMatch(priceLiterals);
  for (const quota of ['2225', '2_225']) expect(quota).toMatch(quotaLiterals);
  for (const size of ['28 GB', '35e9', '28_000_000_000']) expect(size).toMatch(sizeLiterals);
});

/** A message without digits that belong to ICU syntax (exact plural cases, offsets, numbered tags) and to names. */
function withoutSyntax(message: string): string {
  return message.replace(/=\d+\s*\{|offset:\d+|<\/?\d+\/?>/g, '').replace(namesWithDigits, '');
}
