import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { TestApi } from '../../../tests/factories/api.ts';
import { createApiWithLogin } from '../../../tests/factories/api-with-login.ts';
import type { LoginProcess } from '../../../tests/factories/login-process.ts';
import { listForms as forms, waitOnLists } from '../../../tests/factories/waiting-list.ts';
import { eraseAccount, exportAccount, exportAddress } from '../../contract/account-part.ts';
import { product } from '../../features.ts';

/** Places on the lists beside the beta's whose address is that of an account. */
const begin = new Date('2026-11-24T12:00:00Z');

let provider: LoginProcess;
let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ api, provider, close } = await createApiWithLogin());
});
afterAll(() => close());
beforeEach(async () => {
  for (const table of ['list_requests', 'mails'] as const) await api.database.kysely.deleteFrom(table).execute();
  api.time.now = begin;
});

const { post, ask, mails, kinds, places, leavingLinkOf, join } = waitOnLists(() => api);
/** An account whose address the login provider has verified. */
const signUp = async (email: string) =>
  (await provider.control('accounts', { email, password: 'a long enough password', emailVerified: true })).id!;

it('the owner of the address finds the place in the copy of their data, and it goes with the account; nobody else does', async () => {
  const email = 'bea@customers.example';
  await join(email, { ...forms.sale, kind: 'business' });
  await join(email, forms.macos);
  const inTransaction = <Result>(work: (trx: Parameters<typeof exportAccount>[1]) => Promise<Result>) =>
    api.database.kysely.transaction().execute(work);
  const exported = async (id: string) =>
    (await inTransaction((trx) => exportAccount(product.accountParts, trx, id))).accessRequests;
  const erase = (id: string) =>
    inTransaction(async (trx) => {
      const ended_at = new Date(api.time.now.getTime() - 31 * dayMs);
      await trx
        .updateTable('accounts')
        .set({ status: 'ended', ended_by: 'holder', ended_at })
        .where('id', '=', id)
        .execute();
      await eraseAccount(product.accountParts, trx, id);
    });
  const stranger = await signUp('mallory@customers.example');
  await api.download(stranger, { email });
  expect(await api.runDueJobs()).toEqual([]);
  expect(await exported(stranger)).toEqual([]);
  await erase(stranger);
  const bea = await signUp(email);
  await api.download(bea, { email: 'Bea@Customers.example' });
  expect(await api.runDueJobs()).toEqual([]);
  const expected = [
    { purpose: 'macos', email, country: null, kind: null, toldAt: null },
    { purpose: 'sale', email, country: 'CH', kind: 'business', confirmedAt: begin },
  ];
  expect(await exported(bea)).toMatchObject(expected);
  const ofAddress = await inTransaction((trx) => exportAddress(product.accountParts, trx, email));
  expect(ofAddress.accessRequests).toMatchObject(expected);
  await erase(bea);
  expect(await places()).toEqual([]);
});

it('of an account, also later mails are the account’s and count, and what waits to be sent is withdrawn with the place', async () => {
  const email = 'cleo@customers.example';
  await join(email, forms.sale);
  const leave = await leavingLinkOf('sale-waiting');
  const cleo = await signUp(email);
  await api.download(cleo, { email });
  expect(await api.runDueJobs()).toEqual([]);
  for (const spelled of [email, 'cleo+1@customers.example', 'cleo+2@customers.example'])
    await ask(spelled, forms.macos);
  expect((await kinds()).filter((kind) => /^(sale|macos)-confirm$/.test(kind))).toHaveLength(3);
  Object.assign(api.config, { salesOpen: ['ch'] });
  await api.operate('list tell', 'sale');
  const ofSale = async () =>
    (await mails()).filter(({ kind }) => kind.startsWith('sale-')).map(({ kind, account_id }) => [kind, account_id]);
  const sent = [
    ['sale-confirm', cleo],
    ['sale-waiting', cleo],
  ];
  expect((await ofSale()).toSorted()).toEqual([sent[0], ['sale-told', cleo], sent[1]]);
  expect((await post(leave)).statusCode).toBe(200);
  expect(await ofSale()).toEqual(sent);
});
