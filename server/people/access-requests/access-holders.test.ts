import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { TestApi } from '../../../tests/factories/api.ts';
import { createApiWithLogin } from '../../../tests/factories/api-with-login.ts';
import type { LoginProcess } from '../../../tests/factories/login-process.ts';
import { eraseAccount, exportAccount } from '../../contract/account-part.ts';
import { product } from '../../features.ts';

/** An account has the address that somebody typed; only the login provider knows whose it is. */
let provider: LoginProcess;
let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ api, provider, close } = await createApiWithLogin());
});
afterAll(() => close());
beforeEach(async () => {
  await api.database.kysely.deleteFrom('access_requests').execute();
  await provider.control('faults', {});
});

const wait = (email: string, state: 'waiting' | 'declined' = 'waiting', at = api.time.now) =>
  api.database.kysely
    .insertInto('access_requests')
    .values({
      ...{ id: crypto.randomUUID(), email, country: 'SE', locale: 'sv', state },
      ...{ asked_at: at, last_step_at: at },
    })
    .execute();
const requests = async () =>
  (await api.database.kysely.selectFrom('access_requests').selectAll().orderBy('email').execute()).map(
    ({ email, state }) => [email, state],
  );
/** A user of the provider, whose address it has verified or not. */
async function signUp(email: string, emailVerified: boolean): Promise<string> {
  return (await provider.control('accounts', { email, password: 'a long enough password', emailVerified })).id!;
}
const inTransaction = <Result>(work: (trx: Parameters<typeof exportAccount>[1]) => Promise<Result>) =>
  api.database.kysely.transaction().execute(work);
const exported = async (id: string) =>
  (await inTransaction((trx) => exportAccount(product.accountParts, trx, id))).accessRequests;
/** As after the time in which it could be kept. */
const erase = (id: string) =>
  inTransaction(async (trx) => {
    const ended_at = new Date(api.time.now.getTime() - 31 * 24 * 60 * 60 * 1000);
    await trx
      .updateTable('accounts')
      .set({ status: 'ended', ended_by: 'holder', ended_at })
      .where('id', '=', id)
      .execute();
    await eraseAccount(product.accountParts, trx, id);
  });

it('whoever types another’s address gets, accepts and erases nothing of theirs', async () => {
  await wait('asa@customers.example');
  const mallory = await signUp('mallory@customers.example', true);
  const unverified = await signUp('asa@customers.example', false);
  for (const id of [mallory, unverified, 'user_unknown']) await api.download(id, { email: 'asa@customers.example' });
  for (const _ of ['once', 'and again']) {
    expect(await api.runDueJobs()).toEqual([]);
    expect(await requests()).toEqual([['asa@customers.example', 'waiting']]);
  }
  for (const id of [mallory, unverified]) {
    expect(await exported(id)).toEqual([]);
    await erase(id);
  }
  expect(await requests()).toEqual([['asa@customers.example', 'waiting']]);
});

it('the owner of the address has accepted, finds the request in the copy of their data, and it goes with the account', async () => {
  await wait('bea@customers.example');
  await wait('ben@customers.example', 'declined');
  const [bea, ben] = [await signUp('bea@customers.example', true), await signUp('ben@customers.example', true)];
  await provider.control('faults', { management: 'unavailable' });
  await api.download(bea, { email: 'Bea@Customers.example' });
  await api.download(ben, { email: 'ben@customers.example' });
  expect(await api.runDueJobs()).toContain('access-holders');
  expect(await exported(bea)).toEqual([]);
  await provider.control('faults', {});
  expect(await api.runDueJobs()).toEqual([]);
  expect(await requests()).toEqual([
    ['bea@customers.example', 'accepted'],
    ['ben@customers.example', 'declined'],
  ]);
  expect(await exported(bea)).toMatchObject([{ email: 'bea@customers.example', country: 'SE', state: 'accepted' }]);
  expect(await exported(ben)).toMatchObject([{ state: 'declined' }]);
  for (const id of [bea, ben]) await erase(id);
  expect(await requests()).toEqual([]);
});

const mailsTo = async (email: string) =>
  (await api.database.kysely.selectFrom('mails').selectAll().where('recipient', '=', email).execute()).map(
    ({ kind }) => kind,
  );

it('what was mailed about a request goes with the account that follows, also where the request has gone before', async () => {
  const email = 'cleo@customers.example';
  const { subject } = await api.operate('invite add', email, '--country', 'CH');
  await api.operate('invite send', subject!);
  await api.operate('invite add', 'nobody@customers.example', '--country', 'CH');
  await api.operate('invite send', '--next', '1');
  expect(await api.runDueJobs()).toEqual([]);
  const cleo = await signUp(email, true);
  await api.download(cleo, { email });
  expect(await api.runDueJobs()).toEqual([]);
  const begin = api.time.now;
  api.time.now = new Date(begin.getTime() + 31 * dayMs);
  expect(await api.runDueJobs()).toEqual([]);
  expect(await requests()).toEqual([['nobody@customers.example', 'invited']]);
  expect(await mailsTo(email)).toContain('invitation');
  api.time.now = begin;
  await erase(cleo);
  expect(await mailsTo(email)).toEqual([]);
  expect(await mailsTo('nobody@customers.example')).toEqual(['invitation']);
});

it('what is mailed later about a request is the account’s, too, and does not leave once the request has gone', async () => {
  const email = 'dan@customers.example';
  await wait(email, 'declined');
  const dan = await signUp(email, true);
  await api.download(dan, { email });
  expect(await api.runDueJobs()).toEqual([]);
  await api.operate('invite country-added', 'SE');
  const later = () =>
    api.database.kysely
      .selectFrom('mails')
      .select('account_id')
      .where('recipient', '=', email)
      .where('kind', '=', 'country-added')
      .execute();
  expect(await later()).toEqual([{ account_id: dan }]);
  const { id } = await api.database.kysely.selectFrom('access_requests').select('id').executeTakeFirstOrThrow();
  await api.operate('invite remove', id);
  expect(await later()).toEqual([]);
});

it('of an account, goes 30 days after its last step, to which an account that follows a refusal adds none', async () => {
  const begin = api.time.now;
  const at = (days: number) => new Date(begin.getTime() + days * dayMs);
  await wait('declined@customers.example', 'declined', at(-10));
  await wait('late@customers.example', 'waiting', at(-360));
  await wait('other@customers.example', 'declined', at(-10));
  for (const name of ['declined', 'late']) {
    const email = `${name}@customers.example`;
    await api.download(await signUp(email, true), { email });
  }
  expect(await api.runDueJobs()).toEqual([]);
  const names = async (days: number) => {
    api.time.now = at(days);
    expect(await api.runDueJobs()).toEqual([]);
    return (await requests()).map(([email]) => email!.split('@')[0]);
  };
  expect(await names(4)).toEqual(['declined', 'late', 'other']);
  expect(await names(6)).toEqual(['declined', 'other']);
  expect(await names(19)).toEqual(['declined', 'other']);
  expect(await names(20)).toEqual(['other']);
  api.time.now = begin;
});
