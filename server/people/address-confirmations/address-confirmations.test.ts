import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { addressConfirmation } from '../../../shared/business/address-confirmation.ts';
import { dayMs } from '../../../shared/durations.ts';
import { locales } from '../../../shared/locales.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { aCustomerRequest } from '../../../tests/factories/book-records.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';

/** Whom the login provider knows, by user; nobody else has an address there. */
const verified = new Map<string, string>();

let smtp: TestMailServer;
let api: TestApi;
beforeAll(async () => {
  smtp = await startMailServer();
  api = await createTestApi({ SMTP_URL: smtp.url });
  api.issuer.findEmail.of = async (userId) => verified.get(userId);
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.received.length = 0;
  api.issuer.refuseManagementWith.status = null;
  // After the announced texts are in force: nobody is told of a change beside what is tried here.
  api.time.now = new Date('2027-01-15T12:00:00Z');
});

const work = async () => expect(await api.runDueJobs()).toEqual([]);
/** Recipient and subject of everything that was sent. */
const sent = async () =>
  Promise.all(
    smtp.received.map(async ({ to, message }) => {
      const { subject, text } = await simpleParser(message);
      return { to: to.join(), header: /^To: (.*)\r$/m.exec(message)?.[1], subject: subject!, text: text! };
    }),
  );
const subjects = async (to: string) =>
  (await sent())
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject)
    .toSorted();
const asks = 'Ist das Ihre Adresse? Bestätigen Sie sie für Writing Ant';
const contract = 'Ihr Vertrag über Writing Ant im Wortlaut';
/** Of the newest mail that asks. */
async function linkTo(address: string): Promise<string> {
  const mail = (await sent()).findLast(({ to, text }) => to === address && text.includes('/address-confirmations/'));
  return pathOf(/https?:\S+\/address-confirmations\/\S+/.exec(mail!.text)![0]);
}
const open = (url: string) => api.app.inject(url);
const press = (url: string) =>
  api.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
const download = (user: string, email: string) =>
  api.download(user, { email, documents: documentsInForce(api.time.now) });
const accountOf = async (user: string) => (await api.get(apiPaths.account, user)).json();
const again = async (user: string, email: string) =>
  api.app.inject({
    method: 'POST',
    url: apiPaths.addressConfirmations,
    headers: { authorization: `Bearer ${await api.issuer.tokenFor(user)}` },
    payload: { email, locale: 'de' },
  });
/** Something else that an account is mailed. */
async function closeAndKeep(user: string): Promise<void> {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(user)}` };
  expect((await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers })).statusCode).toBe(200);
  expect((await api.app.inject({ method: 'POST', url: apiPaths.accountKept, headers })).statusCode).toBe(200);
}

it('the address of the sign-in, however it is written, needs nothing more', async () => {
  verified.set('user_same', 'asa@müller.example');
  await download('user_same', 'Asa@XN--mller-kva.example');
  await work();
  expect((await sent()).map(({ subject }) => subject)).toEqual([contract]);
  expect(await accountOf('user_same')).toMatchObject({ emailState: 'confirmed', billingEmail: null });
});

it('another address gets one mail, and everything else goes to that of the sign-in', async () => {
  verified.set('user_other', 'own@customers.example');
  await download('user_other', 'typed@customers.example');
  expect((await accountOf('user_other')).emailState).toBe('unchecked');
  await work();
  await download('user_other', 'Typed@customers.example');
  await closeAndKeep('user_other');
  await work();
  expect(await subjects('typed@customers.example')).toEqual([asks]);
  const others = (await sent()).filter(({ to }) => to !== 'typed@customers.example');
  expect(new Set(others.map(({ to, header }) => `${to} ${header}`))).toEqual(
    new Set(['own@customers.example own@customers.example']),
  );
  expect(others.map(({ subject }) => subject)).toContain(contract);
  expect(others.length).toBeGreaterThanOrEqual(3);
  expect((await accountOf('user_other')).emailState).toBe('asked');
  const { data } = (await api.get(apiPaths.accountExport, 'user_other')).json();
  expect(data.account.addresses).toMatchObject([
    { address: 'own@customers.example', confirmedBy: 'provider' },
    { address: 'typed@customers.example', confirmedAt: null, askedTimes: 1 },
  ]);
  expect(JSON.stringify(data)).not.toContain('address-confirmations');
});

it('is confirmed by a button behind the link, by whoever has it, and not by opening it', async () => {
  verified.set('user_link', 'link.own@customers.example');
  await download('user_link', 'link@customers.example');
  await work();
  const link = await linkTo('link@customers.example');
  for (const _ of ['a mail program', 'a person']) {
    const page = await open(link);
    expect([page.statusCode, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([
      ...[200, 'no-referrer', 'no-store'],
    ]);
    expect(page.body).toContain(`<form method="post" class="act" action="${link}">`);
  }
  expect((await accountOf('user_link')).emailState).toBe('asked');
  const [id, key] = link.split('/').slice(-2) as [string, string];
  const forged = [
    link.replace(key, 'x'.repeat(key.length)),
    link.replace(key, key.slice(1)),
    link.replace(id, crypto.randomUUID()),
    link.replace(id, 'x'),
  ];
  for (const url of forged) expect([(await open(url)).statusCode, (await press(url)).statusCode]).toEqual([410, 410]);
  for (const _ of ['once', 'and again']) expect((await press(link)).statusCode).toBe(200);
  expect((await accountOf('user_link')).emailState).toBe('confirmed');
  smtp.received.length = 0;
  await closeAndKeep('user_link');
  await work();
  expect(new Set((await sent()).map(({ to }) => to))).toEqual(new Set(['link@customers.example']));
});

it('the link is good for seven days, and only the newest', async () => {
  expect(addressConfirmation.linkDays).toBe(7);
  verified.set('user_late', 'late.own@customers.example');
  await download('user_late', 'late@customers.example');
  await work();
  const first = await linkTo('late@customers.example');
  const begin = api.time.now.getTime();
  api.time.now = new Date(begin + 7 * dayMs);
  expect((await press(first)).statusCode).toBe(410);
  expect((await again('user_late', 'late@customers.example')).statusCode).toBe(204);
  await work();
  const second = await linkTo('late@customers.example');
  expect(second).not.toBe(first);
  api.time.now = new Date(begin + 14 * dayMs - 1000);
  expect((await press(first)).statusCode).toBe(410);
  expect((await press(second)).statusCode).toBe(200);
});

it('while the sign-in service does not answer, mails wait, and go where they belong afterwards', async () => {
  verified.set('user_down', 'down.own@customers.example');
  api.issuer.refuseManagementWith.status = 503;
  await download('user_down', 'down@customers.example');
  expect(await api.runDueJobs()).toEqual(['address-checks']);
  expect(await sent()).toEqual([]);
  expect((await api.operate('mail letters')).lines.join()).not.toContain('user_down');
  api.issuer.refuseManagementWith.status = null;
  await work();
  expect(await subjects('down.own@customers.example')).toEqual([contract]);
  expect(await subjects('down@customers.example')).toEqual([asks]);
});

it('where the sign-in has no confirmed address, mails wait for the confirmation, and what is not true any more never leaves', async () => {
  await download('user_none', 'none@customers.example');
  await closeAndKeep('user_none');
  await work();
  // An operator, too, learns that a contract has not been confirmed.
  expect((await sent()).map(({ subject }) => subject).toSorted()).toEqual([asks, 'Waits for you'].toSorted());
  expect((await api.operate('mail letters')).lines.join()).toContain('user_none  contract-confirmation  suppressed');
  api.time.now = new Date(api.time.now.getTime() + 6 * dayMs);
  const link = await linkTo('none@customers.example');
  smtp.received.length = 0;
  expect((await press(link)).statusCode).toBe(200);
  await work();
  // The reopened account's notices of its end are withdrawn.
  expect(await subjects('none@customers.example')).toEqual([expect.stringContaining('wieder'), contract].toSorted());
  expect((await api.operate('mail letters')).lines.join()).not.toContain('user_none');
});

it('the link is sent again only so often, and only to an address of the account', async () => {
  verified.set('user_again', 'again.own@customers.example');
  await download('user_again', 'again@customers.example');
  await work();
  expect((await again('user_again', 'stranger@customers.example')).statusCode).toBe(404);
  expect((await again('user_someone', 'again@customers.example')).statusCode).toBe(404);
  const refused = await again('user_again', 'again@customers.example');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600']);
  const statuses: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    api.time.now = new Date(api.time.now.getTime() + 2 * dayMs);
    statuses.push((await again('user_again', 'Again@customers.example')).statusCode);
  }
  expect(statuses).toEqual([204, 204, 429, 429]);
  await work();
  expect(await subjects('again@customers.example')).toEqual([asks, asks, asks]);
});

it('nobody makes us write to a stranger more than three times a day, nor one account to many', async () => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    verified.set(`user_${name}`, `${name}.own@customers.example`);
    await download(`user_${name}`, 'victim@victim.example');
  }
  verified.set('user_many', 'many.own@customers.example');
  for (let index = 0; index < 8; index += 1) await download('user_many', `many${index}@victim.example`);
  await work();
  expect(await subjects('victim@victim.example')).toEqual([asks, asks, asks]);
  const asked = (await sent()).filter(({ to }) => /^many\d/.test(to));
  expect(asked).toHaveLength(addressConfirmation.mostAddressesPerDay);
  expect((await subjects('five.own@customers.example')).length).toBe(1);
});

it('the address for invoices is asked as well, and the account tells of both', async () => {
  verified.set('user_bill', 'bill.own@customers.example');
  await download('user_bill', 'bill.own@customers.example');
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_bill')}` };
  const payload = aCustomerRequest({ email: 'accounts@company.example', locale: 'de' });
  expect((await api.app.inject({ method: 'PUT', url: apiPaths.customer, headers, payload })).statusCode).toBe(200);
  await work();
  expect(await subjects('accounts@company.example')).toEqual([asks]);
  expect(await accountOf('user_bill')).toMatchObject({
    emailState: 'confirmed',
    billingEmail: { email: 'accounts@company.example', state: 'asked' },
  });
});

it.each(locales)('the mail and its pages are in the language in which the address was typed: %s', async (locale) => {
  const [user, email] = [`user_${locale}`, `${locale}@customers.example`];
  verified.set(user, `${locale}.own@customers.example`);
  await api.download(user, { email, locale, documents: documentsInForce(api.time.now) });
  await work();
  const page = await open(await linkTo(email));
  expect(page.headers['content-language']).toMatch(new RegExp(`^${locale}`));
  expect(page.body).not.toMatch(/\{\w+\}|undefined/);
  expect((await sent()).find(({ to }) => to === email)!.text).toMatch(/\b7\b/);
});
