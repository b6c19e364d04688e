import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { operator } from '../../../shared/business/company.ts';
import { strangerMails } from '../../../shared/business/mail.ts';
import { formatTime } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { locales } from '../../../shared/locales.ts';
import { noticeNumber } from '../../../shared/notice-number.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';

const begin = new Date('2026-11-25T13:30:00Z');

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.time.now = begin;
  await api.database.asOwner((owner) => sql`truncate notices cascade`.execute(owner));
});

const aNotice = (given: object = {}) => ({
  kind: 'withdrawal',
  fullName: 'Åsa Müller',
  email: 'asa@customers.example',
  contract: 'Invoice 2026-000123\nof 25 November',
  locale: 'en',
  ...given,
});
const post = (given: object = {}, headers = {}) =>
  api.app.inject({ method: 'POST', url: apiPaths.notices, payload: aNotice(given), headers });
const statusesOf = async (...given: object[]) => {
  const statuses: number[] = [];
  for (const each of given) statuses.push((await post(each)).statusCode);
  return statuses;
};
/** What was mailed by now. */
async function mailsTo(...addresses: string[]) {
  expect(await api.runEnqueuedJobs()).toEqual([]);
  const mails = api.database.kysely.selectFrom('mails').selectAll().orderBy('enqueued_at').orderBy('id');
  return mails.where('recipient', 'in', addresses).execute();
}
const kindsTo = async (...addresses: string[]) => (await mailsTo(...addresses)).map(({ kind }) => kind);
/** Somebody has paid under this address. */
async function aCustomer(email: string): Promise<string> {
  const buyer = aBuyerAt(api);
  await buyer.give({ email, country: 'CH' });
  expect((await buyer.order()).statusCode).toBe(201);
  await buyer.pay();
  return buyer.userId;
}

describe('a notice', () => {
  it.each(locales)('of a customer is kept, and its receipt says what arrived and when, in %s', async (locale) => {
    const email = `${locale}@known.example`;
    await aCustomer(email);
    const answer = await post({ email, locale });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { kind: 'withdrawal', receivedAt: '2026-11-25T13:30:00.000Z' },
    ]);
    const { id } = answer.json();
    const kept = await api.database.kysely.selectFrom('notices').selectAll().where('id', '=', id).execute();
    expect(kept).toMatchObject([{ full_name: 'Åsa Müller', email, contract: 'Invoice 2026-000123\nof 25 November' }]);
    const [mail, ...others] = (await mailsTo(email)).filter(({ account_id }) => account_id === null);
    expect([mail!.kind, others]).toEqual(['withdrawal-received', []]);
    const words = wordsOf(mail!.message!);
    for (const said of [
      'Åsa Müller',
      'Invoice 2026-000123',
      noticeNumber(id),
      formatTime(locale, '14:30'),
      '/withdraw',
    ])
      expect(words).toContain(said);
    const refundBy = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    expect(words.replaceAll('\u00a0', ' ')).toContain(
      refundBy.format(new Date('2026-12-09')).replace('December 9', '9 December'),
    );
  });

  it.each(locales.flatMap((locale) => (['withdrawal', 'cancellation'] as const).map((kind) => ({ locale, kind }))))(
    'of nobody who is known is confirmed without a word of a stranger: $kind in $locale',
    async ({ locale, kind }) => {
      const email = `${kind}.${locale}@customers.example`;
      const words = { fullName: 'Dear customer your card was stolen', contract: 'URGENT https://evil.example/wa' };
      const { id } = (await post({ email, locale, kind, ...words })).json();
      const [mail, ...others] = await mailsTo(email);
      expect([mail!.kind, mail!.account_id, others]).toEqual([`${kind}-noted`, null, []]);
      const text = wordsOf(mail!.message!);
      for (const said of [noticeNumber(id), formatTime(locale, '14:30')]) expect(text).toContain(said);
      expect(text).not.toMatch(/stolen|urgent|evil|\{\w+\}/i);
    },
  );

  it.each(locales.flatMap((locale) => (['withdrawal', 'cancellation'] as const).map((kind) => ({ locale, kind }))))(
    'of a customer is quoted, and nothing in it becomes a link: $kind in $locale',
    async ({ locale, kind }) => {
      const email = `${kind}.${locale}@quoted.example`;
      await aCustomer(email);
      const typed = [
        'Your account was hacked. Sign in at https://evil.example/wa',
        'or WWW.Evil.example, at http://192.0.2.7/wa, ev\u00adil.exa\u200bmple or thief@evil.example',
        'or \u{1d41e}vil。com and HTTPS：／／evil．example/',
        'Invoice of 25.11.2026, e.g. the first: CHF 19.50',
      ];
      await post({ email, locale, kind, fullName: 'See evil.example', contract: typed.join('\r\n') });
      const mail = (await mailsTo(email)).find(({ account_id }) => account_id === null)!;
      expect(mail.kind).toBe(`${kind}-received`);
      const words = wordsOf(mail.message!);
      const text = words.slice(0, words.indexOf('<!doctype html>')).replaceAll('\r\n', '\n');
      const quoted = [
        'See evil[.]example',
        'Your account was hacked. Sign in at https[:]//evil[.]example/wa',
        'or WWW[.]Evil[.]example, at http[:]//192.0.2.7/wa, evil[.]example or thief@evil[.]example',
        'or \u{1d41e}vil[.]com and HTTPS[:]／／evil[.]example/',
        'Invoice of 25.11.2026, e.g. the first: CHF 19.50',
      ];
      expect(text).toContain(`\n${quoted.map((line) => `> ${line}`).join('\n')}\n\n`);
      expect(words).toMatch(/<blockquote [^>]*>See evil\[\.\]example<br>[^\n]*19\.50<\/blockquote>/);
      expect(words.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')).not.toMatch(/evil\.|:\/\/(?:evil|192)/i);
    },
  );

  it('of an account that only somebody typed is a stranger’s; of an order that nobody paid, too', async () => {
    await api.download('user_typed', { email: 'typed@customers.example' });
    const buyer = aBuyerAt(api);
    await buyer.give({ email: 'ordered@customers.example' });
    await buyer.order();
    await post({ email: 'typed@customers.example' });
    await post({ email: 'ordered@customers.example', kind: 'cancellation' });
    expect(await kindsTo('typed@customers.example')).toContain('withdrawal-noted');
    expect(await kindsTo('ordered@customers.example')).toContain('cancellation-noted');
  });

  it('is kept however many come, and one mailbox gets three receipts a day and is told once of more, however it is spelled', async () => {
    const spellings = ['often@customers.example', 'Often@Customers.example', 'often+1@customers.example'];
    const many = Array.from({ length: 12 }, (_, n) => ({
      email: n < 3 ? spellings[n]! : `often+${n}@customers.example`,
    }));
    expect(new Set(await statusesOf(...many))).toEqual(new Set([201]));
    const addresses = many.map(({ email }) => email);
    // As a mail server reads it, the same domain.
    for (const letter of ['\uff43', '\u{1d41c}']) await post({ email: `often@${letter}ustomers.example` });
    const kinds = ['notices-paused', ...Array(3).fill('withdrawal-noted')];
    expect((await kindsTo(...addresses)).toSorted()).toEqual(kinds);
    await post({ email: 'another@customers.example' });
    expect(await kindsTo('another@customers.example')).toHaveLength(1);
    api.time.now = new Date(begin.getTime() + dayMs);
    await post({ email: spellings[0]! });
    expect((await kindsTo(...addresses)).toSorted()).toEqual([...kinds, 'withdrawal-noted']);
  });

  it.each(locales)('of a customer after three that others forged is told as one of many, in %s', async (locale) => {
    const email = `${locale}@forged.example`;
    await aCustomer(email);
    for (let n = 0; n < 3; n++) await post({ email: `${locale}+${n}@forged.example`, contract: 'Forged' });
    api.time.now = new Date(begin.getTime() + 60_000);
    const { id } = (await post({ email, locale })).json();
    const told = (await mailsTo(email)).filter(({ account_id }) => account_id === null);
    expect(told.map(({ kind }) => kind)).toEqual(['notices-paused']);
    const words = wordsOf(told[0]!.message!);
    for (const said of [noticeNumber(id), formatTime(locale, '14:31'), operator.supportEmail])
      expect(words).toContain(said);
    expect(words).not.toMatch(/Åsa|Invoice|\{\w+\}/);
  });

  it('fifty at once from one address are kept, and told of four times', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ email: 'crowd@customers.example' })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
    expect(await mailsTo('crowd@customers.example')).toHaveLength(4);
  });

  it('is mailed so often to one domain, and so often in all, whether its address is a customer’s or not', async () => {
    for (const name of ['one', 'two']) await aCustomer(`${name}@crowd.example`);
    await aCustomer('one@elsewhere.example');
    const arrived = (count: number, domain: string) => {
      const received_at = begin;
      const { fullName: full_name, contract } = aNotice();
      const row = { kind: 'withdrawal', locale: 'en', full_name, contract, received_at } as const;
      const rows = Array.from({ length: count }, (_, n) => ({ ...row, id: randomUUID(), email: `n${n}@${domain}` }));
      return api.database.kysely.insertInto('notices').values(rows).execute();
    };
    const isTold = async (email: string) => {
      // Of two in the same moment, nobody knows which came first.
      api.time.now = new Date(api.time.now.getTime() + 1000);
      await post({ email });
      return (await kindsTo(email)).some((kind) => /^withdrawal-|^notices-/.test(kind));
    };
    await arrived(strangerMails.ofDomain - 1, 'crowd.example');
    expect([await isTold('one@crowd.example'), await isTold('two@Crowd.example')]).toEqual([true, false]);
    expect(await isTold('b@crowd.example')).toBe(false);
    expect(await isTold('a@elsewhere.example')).toBe(true);
    await arrived(strangerMails.ofAll, 'many.example');
    expect([await isTold('b@elsewhere.example'), await isTold('one@elsewhere.example')]).toEqual([false, false]);
  });

  it('is not taken from a page of another site', async () => {
    const answer = await post({}, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross-site-request']);
    const fromApiElsewhere = { 'sec-fetch-site': 'cross-site', origin: api.config.siteOrigin };
    // As a browser says it that knows no better.
    for (const origin of ['https://evil.example', 'null'])
      expect((await post({}, { origin })).json()).toMatchObject({ code: 'cross-site-request' });
    expect((await post({}, { origin: api.config.siteOrigin })).statusCode).toBe(201);
    for (const headers of [fromApiElsewhere, { 'sec-fetch-site': 'same-origin' }, {}])
      expect((await post({}, headers)).statusCode).toBe(201);
  });

  it.each([
    ['no name', { fullName: ' ' }, '/fullName'],
    ['a name that turns the text around', { fullName: 'Asa \u202e' }, '/fullName'],
    ['no address', { email: 'asa' }, '/email'],
    ['two addresses', { email: 'a@b.example, c@d.example' }, '/email'],
    ['too many words', { contract: 'x'.repeat(2001) }, '/contract'],
    ['a null character', { contract: 'a\u0000b' }, '/contract'],
    ['another kind', { kind: 'praise' }, '/kind'],
    ['an address of the web in the name', { fullName: 'Log in at https://evil.example/wa' }, '/fullName'],
    ['one without its scheme', { fullName: 'See WWW.evil.example' }, '/fullName'],
    ['a name without a letter', { fullName: '1 +' }, '/fullName'],
    ['a line that begins anew', { contract: 'x\rforged' }, '/contract'],
    ['another end of a line', { contract: 'x\u2028forged' }, '/contract'],
    ['another end of a line in the name', { fullName: 'x\u2029forged' }, '/fullName'],
  ])('with %s is refused, and it is said where', async (_, given, pointer) => {
    const answer = await post(given);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: 'validation-failed', errors: [{ pointer }] },
    ]);
  });
});
