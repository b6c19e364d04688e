import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { formatTime } from '../../../shared/dates.ts';
import { locales } from '../../../shared/locales.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aCustomerRequest } from '../../../tests/factories/book-records.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { noticeList } from './notices.operator.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
}, 60_000);
afterAll(() => api.close());

const aNotice = (given: object = {}) => ({
  kind: 'withdrawal',
  fullName: 'Åsa Müller',
  email: 'asa@customers.example',
  contract: 'Invoice 2026-000123\nof 25 November',
  locale: 'en',
  ...given,
});
const post = (given: object = {}) => api.app.inject({ method: 'POST', url: apiPaths.notices, payload: aNotice(given) });
const mailsTo = (email: string) =>
  api.database.kysely.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('enqueued_at').execute();

describe('a notice', () => {
  it.each(locales)('is kept, and its receipt says what arrived and when, in %s', async (locale) => {
    api.time.now = new Date('2026-11-25T13:30:00Z');
    const email = `${locale}@customers.example`;
    const answer = await post({ email, locale });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { kind: 'withdrawal', receivedAt: '2026-11-25T13:30:00.000Z' },
    ]);
    const { id } = answer.json();
    const kept = await api.database.kysely.selectFrom('notices').selectAll().where('id', '=', id).execute();
    expect(kept).toMatchObject([{ full_name: 'Åsa Müller', email, contract: 'Invoice 2026-000123\nof 25 November' }]);
    const [mail, ...others] = await mailsTo(email);
    expect([mail!.kind, mail!.account_id, others]).toEqual(['withdrawal-received', null, []]);
    const words = wordsOf(mail!.message!);
    for (const said of ['Åsa Müller', 'Invoice 2026-000123', formatTime(locale, '14:30'), '/withdraw'])
      expect(words).toContain(said);
    const refundBy = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    expect(words.replaceAll('\u00a0', ' ')).toContain(
      refundBy.format(new Date('2026-12-09')).replace('December 9', '9 December'),
    );
  });

  it('of a cancellation has a receipt of its own', async () => {
    await post({ kind: 'cancellation', email: 'cancel@customers.example', contract: '' });
    expect((await mailsTo('cancel@customers.example')).map(({ kind }) => kind)).toEqual(['cancellation-received']);
  });

  it('is taken three times a day from one address, however it is spelled, and again on the next', async () => {
    const codes = async (...spellings: string[]) => {
      const answers = [];
      for (const email of spellings) answers.push((await post({ email })).statusCode);
      return answers;
    };
    const [plain, loud] = ['often@customers.example', 'Often@Customers.example'];
    expect(await codes(plain, loud, plain, loud, plain)).toEqual([201, 201, 201, 429, 429]);
    expect((await post({ email: plain })).json()).toMatchObject({ code: 'too-many-requests' });
    expect(await codes('another@customers.example')).toEqual([201]);
    api.time.now = new Date(api.time.now.getTime() + 24 * 60 * 60 * 1000);
    expect(await codes(plain)).toEqual([201]);
  });

  it('fifty at once from one address are three', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ email: 'crowd@customers.example' })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    expect(await mailsTo('crowd@customers.example')).toHaveLength(3);
  });

  it.each([
    ['no name', { fullName: ' ' }, '/fullName'],
    ['a name that turns the text around', { fullName: 'Asa \u202e' }, '/fullName'],
    ['no address', { email: 'asa' }, '/email'],
    ['two addresses', { email: 'a@b.example, c@d.example' }, '/email'],
    ['too many words', { contract: 'x'.repeat(2001) }, '/contract'],
    ['a null character', { contract: 'a\u0000b' }, '/contract'],
    ['another kind', { kind: 'praise' }, '/kind'],
  ])('with %s is refused, and it is said where', async (_, given, pointer) => {
    const answer = await post(given);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: 'validation-failed', errors: [{ pointer }] },
    ]);
  });

  it('is shown to operators with the accounts that its address belongs to', async () => {
    const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_of_notice')}` };
    const payload = aCustomerRequest({ email: 'Known@customers.example' });
    await api.app.inject({ method: 'PUT', url: apiPaths.customer, headers, payload });
    api.time.now = new Date(api.time.now.getTime() + 1000);
    await post({ email: 'known@customers.example' });
    const { lines } = await api.database.kysely.transaction().execute((trx) =>
      noticeList.run(trx, [], {
        config: api.config,
        clock: () => api.time.now,
        accountParts: [],
        retentionRules: [],
        promiseChecks: [],
      }),
    );
    expect(lines[0]).toContain('withdrawal  Åsa Müller <known@customers.example>  accounts: user_of_notice');
    expect(lines.slice(1, 3)).toEqual(['    Invoice 2026-000123', '    of 25 November']);
  });
});
