import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { noticeNumber } from '../../../shared/notice-number.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moneyOf, moveTo, operateAt } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { exportAccount } from '../../contract/account-part.ts';
import { product } from '../../features.ts';
import { noticeAssign, noticeList } from './notices.operator.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
  api.time.now = new Date('2027-03-01T09:00:00Z');
});
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const monthly = plans.moderate.monthlyRappen;

/** A notice of a kind that arrives now. */
async function send(kind: 'withdrawal' | 'cancellation', email: string): Promise<string> {
  const payload = { kind, fullName: 'Aoife', email, contract: 'Moderate', locale: 'en' };
  return (await api.app.inject({ method: 'POST', url: apiPaths.notices, payload })).json().id;
}

it('a notice without a sign-in counts from when it arrived, whenever an operator assigns it', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give({ country: 'IE', locale: 'en' });
  await buyer.order();
  await moveTo(api, '2027-03-05T09:00:00Z');
  await buyer.pay();
  await moveTo(api, '2027-03-14T09:00:00Z');
  const id = await send('withdrawal', `${buyer.userId}+wa@customers.example`);
  await moveTo(api, '2027-03-20T09:00:00Z');
  const operate = operateAt(api);
  await expect(operate(noticeAssign, id, 'a@b.example')).rejects.toThrow('No account has this id.');
  const back = `CHF ${(Math.ceil((monthly * 22) / 31) / 100).toFixed(2)}`;
  const told = [
    'moderate, a month: ended (withdrawn).',
    expect.any(String),
    `To be given back: ${back} by transfer (payment refund).`,
  ];
  expect((await operate(noticeAssign, id, buyer.userId, '--dry-run')).lines).toEqual([...told, 'Nothing was changed.']);
  expect(await buyer.plan()).toBe('moderate');
  expect((await operate(noticeAssign, id, buyer.userId)).lines).toEqual([...told, 'The customer is told by mail.']);
  expect(await buyer.plan()).toBe('free');
  expect((await operate(noticeAssign, id, buyer.userId)).lines).toEqual([`It was assigned to ${buyer.userId}.`]);
  expect((await operate(noticeList, '--settled')).lines[1]).toContain(`assigned to ${buyer.userId}`);
  expect((await operate(noticeList)).lines).toEqual(['No such notices.']);
  // What the mail says is when it arrived, and the days of the refund run from then on.
  const { message } = await api.database.kysely
    .selectFrom('mails')
    .select('message')
    .where('account_id', '=', buyer.userId)
    .where('kind', '=', 'withdrawal-received')
    .executeTakeFirstOrThrow();
  const words = wordsOf(message!).replaceAll('\u00a0', ' ');
  for (const said of ['14 March 2027', '28 March 2027', '> Aoife', '> Moderate', noticeNumber(id)])
    expect(words).toContain(said);
  expect(words).not.toContain('20 March 2027');
  const actions = await api.database.kysely.selectFrom('operator_actions').select(['command', 'outcome']).execute();
  expect(actions).toContainEqual({ command: 'notice assign', outcome: 'withdrawn' });
  const exported = await api.database.kysely
    .transaction()
    .execute((trx) => exportAccount(product.accountParts, trx, buyer.userId));
  expect(exported.acts).toMatchObject(
    ['tried', 'withdrawn', 'none'].map((outcome) => ({ command: 'notice assign', outcome })),
  );
});

it('a cancellation, and a withdrawal that nobody has a right to as one, end with the term', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const operate = operateAt(api);
  const withdrawal = await send('withdrawal', `${buyer.userId}@customers.example`);
  const { lines, failed } = await operate(noticeAssign, withdrawal, buyer.userId);
  expect([failed, lines[0]]).toEqual([true, expect.stringContaining('nothing of which it could withdraw')]);
  expect((await operate(noticeAssign, withdrawal, buyer.userId, '--as-cancellation')).outcome).toBe('cancelled');
  // All of what was stated goes to the customer all the same.
  expect((await moneyOf(api, buyer.userId)).mails).toEqual(
    expect.arrayContaining(['cancelled', 'withdrawal-received']),
  );
  expect((await buyer.subscription()).subscription).toMatchObject({ endsOn: '2027-04-01', endsWith: 'free' });
  const cancellation = await send('cancellation', `${buyer.userId}@customers.example`);
  expect((await operate(noticeAssign, cancellation, buyer.userId)).failed).toBe(true);
  await expect(operate(noticeAssign, 'none', buyer.userId)).rejects.toThrow('id of a notice');
});

it('a notice that names another address than the account’s is carried out only where that is meant', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const operate = operateAt(api);
  // As a forged line of the list would ask for.
  const id = await send('cancellation', 'mallory@strangers.example');
  const refused = await operate(noticeAssign, id, buyer.userId);
  expect([refused.failed, refused.lines[0]]).toEqual([true, expect.stringContaining('another address')]);
  expect((await buyer.subscription()).subscription!.endsOn).toBeNull();
  expect((await operate(noticeAssign, id, buyer.userId, '--other-address')).outcome).toBe('cancelled');
});
