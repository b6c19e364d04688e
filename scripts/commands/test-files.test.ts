import { expect, it } from 'vitest';
import { findTestFiles, findTouchedTests } from './test-files.ts';

const all = findTestFiles([]);

it.each([
  ['server/billing/bank/migrations/0001-bank.ts', ['server/billing/bank/']],
  ['app/account/delivery/parts/part-sizes.ts', ['app/account/delivery/']],
  // Numbers are used elsewhere, by what is named after the same thing.
  ['shared/business/measures.ts', ['shared/business/', 'server/service/measures/']],
  ['content/messages/de/pricing.json', ['tests/acceptance/', 'tests/repository/translated']],
])('%s can touch the tests of its folder', (changed, folders) => {
  const { withoutBrowser } = findTouchedTests([changed], all);
  for (const folder of folders) expect(withoutBrowser.some((file) => file.startsWith(folder))).toBe(true);
  const elsewhere = withoutBrowser.filter((file) => !folders.some((folder) => file.startsWith(folder)));
  expect(elsewhere.filter((file) => !file.includes('/typography'))).toEqual([]);
});

it('a page can touch the journeys that are named after it, and a journey itself', () => {
  const pricing = 'tests/journeys/pricing.spec.ts';
  expect(findTouchedTests(['app/pages/marketing/pricing.tsx'], all).journeys).toEqual([pricing]);
  expect(findTouchedTests([pricing], all).journeys).toEqual([pricing]);
});

it('what stands beside nothing touches nothing', () => {
  expect(findTouchedTests(['README.md', 'package.json'], all)).toEqual({ withoutBrowser: [], journeys: [] });
});
