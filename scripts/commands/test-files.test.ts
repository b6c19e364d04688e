import { expect, it } from 'vitest';
import { findTestFiles, findTouchedTests } from './test-files.ts';

const all = findTestFiles([]);

it.each([
  [['server/billing/bank/migrations/0001-bank.ts'], 'server/billing/bank/'],
  [['shared/business/vat.ts'], 'shared/business/'],
  [['app/account/download/parts/part-sizes.ts'], 'app/account/download/'],
  [['content/messages/de/pricing.json'], 'tests/acceptance/'],
])('%s can touch the tests of its folder', (changed, folder) => {
  const { withoutBrowser } = findTouchedTests(changed, all);
  expect(withoutBrowser).not.toEqual([]);
  expect(withoutBrowser.filter((file) => !file.startsWith(folder))).toEqual([]);
});

it('a page can touch the journeys that are named after it, and a journey itself', () => {
  const pricing = 'tests/journeys/pricing.spec.ts';
  expect(findTouchedTests(['app/pages/marketing/pricing.tsx'], all).journeys).toEqual([pricing]);
  expect(findTouchedTests([pricing], all).journeys).toEqual([pricing]);
});

it('what stands beside nothing touches nothing', () => {
  expect(findTouchedTests(['README.md', 'package.json'], all)).toEqual({ withoutBrowser: [], journeys: [] });
});
