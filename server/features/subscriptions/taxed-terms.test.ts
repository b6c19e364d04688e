import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { vatRappen } from '../../../shared/business/vat.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moveTo } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2026-11-24T10:00:00Z');
}, 60_000);
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const monthly = plans.moderate.monthlyRappen;
const taxed = monthly + vatRappen(monthly, 81);

const registerFrom = (on_day: string) =>
  api.database.kysely
    .insertInto('tax_registrations')
    .values({
      id: crypto.randomUUID(),
      regime: 'swiss',
      change: 'start',
      number: 'CHE123456789MWST',
      on_day,
      recorded_at: api.time.now,
    })
    .execute();

it('mails name the price of the next term with its tax', async () => {
  await registerFrom('2026-11-24');
  const buyer = aBuyerAt(api);
  await buyer.subscribe({ product: 'high', totalRappen: 21080 });
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  await buyer.act({ action: 'resume' });
  await buyer.act({ action: 'change', product: 'moderate', months: 1, totalRappen: 0 });
  const mails = await api.database.kysely
    .selectFrom('mails')
    .select(['kind', 'message'])
    .where('account_id', '=', buyer.userId)
    .execute();
  const wordsOfKind = (kind: string) => wordsOf(mails.find((mail) => mail.kind === kind)!.message!);
  expect(wordsOfKind('resumed')).toContain('210.80');
  expect(wordsOfKind('change-planned')).toContain('52.97');
});

it('a term that begins with a registration is taxed under its number, and costs what its invoice says', async () => {
  await registerFrom('2026-12-24');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  expect((await buyer.subscription()).nextCharge).toMatchObject({ on: '2026-12-24', amountRappen: taxed });
  await moveTo(api, '2026-12-10T10:00:00Z');
  const issued = await api.database.kysely
    .selectFrom('invoices')
    .select(['total_rappen', 'seller'])
    .orderBy('number')
    .execute();
  expect(issued).toMatchObject([
    { total_rappen: monthly, seller: { vatNumber: null } },
    { total_rappen: taxed, seller: { vatNumber: 'CHE123456789MWST' } },
  ]);
  await buyer.pay(1000);
  expect((await buyer.subscription()).nextCharge).toMatchObject({ on: '2026-12-24', amountRappen: taxed - 1000 });
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  const note = await api.database.kysely
    .selectFrom('invoices')
    .select(['vat_permille', 'seller'])
    .where('kind', '=', 'credit-note')
    .executeTakeFirstOrThrow();
  expect(note).toMatchObject({ vat_permille: 81, seller: { vatNumber: 'CHE123456789MWST' } });
});
