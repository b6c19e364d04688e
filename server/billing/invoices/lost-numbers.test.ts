import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults } from '../../../tests/factories/billing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2026-11-24T10:00:00Z');
});
afterAll(() => api.close());

async function nextNumber(): Promise<string> {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  return (await buyer.invoices())[0]!.number;
}

it('numbers that customers have had before a restore are given to nobody else, and are no gap that is not explained', async () => {
  expect(await nextNumber()).toBe('2026-000001');
  const tried = await api.operate('invoice lost-numbers', '2026-000004', '--dry-run');
  expect(tried.lines[0]).toContain('2026-000002 to 2026-000004');
  expect(await nextNumber()).toBe('2026-000002');
  await api.operate('invoice lost-numbers', '2026-000004');
  expect(await findFaults(api)).toEqual([]);
  expect(await nextNumber()).toBe('2026-000005');
  expect(await findFaults(api)).toEqual([]);
});

it.each(['2026-000005', '2026-009999', '2024-000009', '12', ''])('refuses %s', async (number) => {
  await expect(api.operate('invoice lost-numbers', number)).rejects.toThrow();
});
