import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '../../../shared/durations.ts';
import { accessPaths } from '../../../shared/open-paths.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { createApiWithLogin } from '../../../tests/factories/api-with-login.ts';
import type { LoginProcess } from '../../../tests/factories/login-process.ts';

const begin = new Date('2026-11-24T12:00:00Z');

let provider: LoginProcess;
let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ api, provider, close } = await createApiWithLogin());
});
afterAll(() => close());
beforeEach(async () => {
  await api.database.kysely.deleteFrom('access_requests').execute();
  await api.database.kysely.deleteFrom('mails').execute();
  api.time.now = begin;
});

const post = (url: string, form: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
/** Asks, and lets follow what was enqueued by it. */
async function ask(email: string, form: Record<string, string> = {}) {
  const answer = await post(accessPaths.ask, { email, country: 'CH', language: 'de', ...form });
  expect(await api.runEnqueuedJobs()).toEqual([]);
  return answer;
}
const mails = () =>
  api.database.kysely.selectFrom('mails').selectAll().orderBy('enqueued_at').orderBy('kind').execute();
const kinds = async () => (await mails()).map(({ kind }) => kind);
const requests = () => api.database.kysely.selectFrom('access_requests').selectAll().orderBy('email').execute();
const states = async () => (await requests()).map(({ state }) => state);
/** The link of the mail's one action. */
async function linkIn(mail: Awaited<ReturnType<typeof mails>>[number] | undefined): Promise<string> {
  const { html } = await simpleParser(mail!.message!);
  return pathOf(/<a href="([^"]+)" class="action"/.exec(html || '')![1]!.replaceAll(/&(?:amp|#38);/g, '&'));
}
async function joinList(email: string, form: Record<string, string> = {}): Promise<string> {
  await ask(email, form);
  const confirmation = (await mails()).find(({ kind, recipient }) => kind === 'access-confirm' && recipient === email);
  expect((await post(await linkIn(confirmation))).statusCode).toBe(200);
  return (await requests()).find((each) => each.email === email)!.id;
}

describe('who asks for access', () => {
  it('confirms by a link within a day, and is then on the list', async () => {
    const { statusCode, body, headers } = await ask('asa@customers.example');
    expect([statusCode, headers['content-language']]).toEqual([200, 'de-CH']);
    expect(body).toContain('Schauen Sie in Ihr Postfach');
    const [mail] = await mails();
    expect(mail).toMatchObject({
      kind: 'access-confirm',
      locale: 'de',
      recipient: 'asa@customers.example',
      account_id: null,
    });
    const link = await linkIn(mail);
    const page = await api.app.inject({ url: link });
    expect([page.statusCode, await states()], 'opening it alone does nothing').toEqual([200, ['asked']]);
    expect(page.body).toContain('<form method="post"');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    // The address is a secret, and no page that it leads to learns it.
    const pages = [page, await api.app.inject({ url: `${link}x` }), await post(link)];
    expect(pages.map(({ headers }) => headers['referrer-policy'])).toEqual(Array(3).fill('no-referrer'));
    for (const time of [1, 2]) expect([(await post(link)).statusCode, time]).toEqual([200, time]);
    expect(await states()).toEqual(['waiting']);
    expect(await kinds()).toEqual(['access-confirm', 'access-waiting']);
  });

  it('learns nothing of others from the answer, and nobody is mailed more than once an hour', async () => {
    const answers = [
      await ask('asa@customers.example'),
      await ask('ASA@customers.example'),
      await ask('other@customers.example'),
    ];
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await kinds()).toEqual(['access-confirm', 'access-confirm']);
    const first = (await mails()).find(({ recipient }) => recipient === 'asa@customers.example');
    api.time.now = new Date(begin.getTime() + hourMs);
    await ask('asa@customers.example', { country: 'SE', language: 'sv' });
    const [, , third] = await mails();
    expect(third).toMatchObject({ kind: 'access-confirm', locale: 'sv' });
    expect((await post(await linkIn(first))).statusCode, 'only the newest link').toBe(410);
    expect((await post(await linkIn(third))).statusCode).toBe(200);
    await ask('asa@customers.example');
    await ask('asa@customers.example');
    expect((await kinds()).filter((kind) => kind === 'access-waiting')).toHaveLength(1);
  });

  it('can correct the country at once: only the newest link confirms', async () => {
    await ask('asa@customers.example');
    const [first] = await mails();
    api.time.now = new Date(begin.getTime() + 1000);
    await ask('asa@customers.example', { country: 'SE' });
    expect(await kinds()).toEqual(['access-confirm', 'access-confirm']);
    expect((await post(await linkIn(first))).statusCode).toBe(410);
    expect(await requests()).toMatchObject([{ country: 'SE', state: 'asked' }]);
  });

  it('is too late after a day, and the address is gone', async () => {
    await ask('asa@customers.example');
    const [mail] = await mails();
    const link = await linkIn(mail);
    api.time.now = new Date(begin.getTime() + 24 * hourMs - 1);
    expect(await api.runDueJobs()).toEqual([]);
    expect((await api.app.inject({ url: link })).statusCode).toBe(200);
    api.time.now = new Date(begin.getTime() + 24 * hourMs);
    expect((await post(link)).statusCode).toBe(410);
    expect(await states()).toEqual(['asked']);
    api.time.now = new Date(begin.getTime() + 24 * hourMs + 1);
    expect(await api.runDueJobs()).toEqual([]);
    expect([await requests(), await mails()]).toEqual([[], []]);
  });

  it.each([
    'asa@customers.example\r\nBcc: all@customers.example',
    'asa@customers.example,all@customers.example',
    '"asa"@customers.example',
    'asa@[127.0.0.1]',
    'asa',
    '',
    `${'a'.repeat(250)}@customers.example`,
  ])('is refused with the address %j', async (email) => {
    expect((await ask(email)).statusCode).toBe(422);
    expect(await requests()).toEqual([]);
  });

  it.each([{ country: 'XX' }, { country: '' }, { country: 'CHE' }])('is refused with %o', async (form) => {
    expect((await ask('asa@customers.example', form)).statusCode).toBe(422);
    expect(await mails()).toEqual([]);
  });

  it('leaves the list with one click, also of a mail program, and nothing is left', async () => {
    await joinList('asa@customers.example');
    const { headers } = await simpleParser((await mails())[0]!.message!);
    const list = headers.get('list') as unknown as {
      unsubscribe: { url: string };
      'unsubscribe-post': { name: string };
    };
    expect(list['unsubscribe-post'].name).toBe('List-Unsubscribe=One-Click');
    const link = pathOf(list.unsubscribe.url);
    const opened = await api.app.inject({ url: link });
    expect([opened.statusCode, opened.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(await requests(), 'opening it alone does nothing').toHaveLength(1);
    expect((await post(`${link}x`, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(410);
    for (const time of [1, 2])
      expect([(await post(link, { 'List-Unsubscribe': 'One-Click' })).statusCode, time]).toEqual([200, time]);
    expect([await requests(), await mails()]).toEqual([[], []]);
  });

  it('is answered after the same work, whether or not the address was known', async () => {
    const enqueued = async () => {
      const { rows } = await sql<{ data: object }>`
        select data from pgboss.job where name = 'access-asked' and state = 'created'`.execute(api.database.kysely);
      return rows.map(({ data }) => Object.keys(data).toSorted());
    };
    await joinList('known@customers.example');
    for (const email of ['known@customers.example', 'new@customers.example']) {
      const before = await mails();
      await post(accessPaths.ask, { email, country: 'CH', language: 'de' });
      expect([await enqueued(), await mails()], email).toEqual([[['country', 'id', 'locale']], before]);
      expect(await api.runEnqueuedJobs()).toEqual([]);
    }
  });

  it('gets three mails a day in one mailbox, however it is spelled', async () => {
    const addresses = Array.from({ length: 8 }, (_, n) => `Victim+${n}@customers.example`);
    for (const email of addresses)
      expect((await post(accessPaths.ask, { email, country: 'CH', language: 'de' })).statusCode).toBe(200);
    expect(await api.runEnqueuedJobs()).toEqual([]);
    expect(await kinds()).toEqual(Array(3).fill('access-confirm'));
    await ask('another@customers.example');
    expect(await kinds()).toHaveLength(4);
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, {}])('cannot be sent by a page of another site: %o', async (fetched) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: accessPaths.ask,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...fetched,
        origin: 'https://evil.example',
        'accept-language': 'de',
      },
      payload: 'email=asa%40customers.example&country=CH',
    });
    expect([answer.statusCode, answer.headers['content-language']]).toEqual([403, 'de-CH']);
    expect(answer.body).toContain('fremden Website');
    expect([await requests(), await mails()]).toEqual([[], []]);
  });

  it('is slowed down, with a page', async () => {
    const slow = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
    const answers: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const response = await slow.app.inject({
        method: 'POST',
        url: accessPaths.ask,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `email=asa${index}@customers.example&country=CH&language=en`,
      });
      answers.push(response.statusCode);
      if (response.statusCode === 429) expect(response.body).toContain('Too many requests');
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await slow.close();
  });
});

describe('an operator', () => {
  it('invites at the login provider and by mail, as soon as the provider answers', async () => {
    const id = await joinList('asa@customers.example');
    expect((await api.operate('invite list')).lines[0]).toContain('asa@customers.example');
    expect(await api.operate('invite send', id)).toMatchObject({ outcome: 'invited: 1', subject: id });
    await provider.control('faults', { management: 'unavailable' });
    expect(await api.runDueJobs()).toContain('invitations');
    expect(await states()).toEqual(['inviting']);
    await provider.control('faults', {});
    expect(await api.runDueJobs()).not.toContain('invitations');
    expect(await states()).toEqual(['invited']);
    const invitation = (await mails()).find(({ kind }) => kind === 'invitation');
    expect((await simpleParser(invitation!.message!)).text).toContain('30 Tage');
    expect(await linkIn(invitation)).toMatch(/^\/login\?screen_hint=sign-up&invitation_token=[\w-]{20,}&lang=de$/);
    // Whoever has lost it asks again, and is invited anew, once a day.
    const invitations = async () => (await kinds()).filter((kind) => kind === 'invitation').length;
    await ask('asa@customers.example');
    await api.runDueJobs();
    expect(await invitations()).toBe(1);
    api.time.now = new Date(begin.getTime() + 24 * 60 * 60 * 1000);
    await ask('asa@customers.example');
    await ask('asa@customers.example');
    await api.runDueJobs();
    expect([await invitations(), await states()]).toEqual([2, ['invited']]);
    const user = { email: 'asa@customers.example', password: 'a long enough password', emailVerified: true };
    await api.download((await provider.control('accounts', user)).id!);
    expect(await api.runDueJobs()).not.toContain('invitations');
    expect(await states()).toEqual(['accepted']);
  });

  it('adds who asked by e-mail, declines, and takes the next ones', async () => {
    await api.operate('invite add', 'one@customers.example', '--country', 'CH', '--language', 'fr');
    api.time.now = new Date(begin.getTime() + 1000);
    await api.operate('invite add', 'two@customers.example', '--country', 'IT');
    expect((await api.operate('invite add', 'ONE@customers.example', '--country', 'SE')).outcome).toBe('none');
    const [one, two] = await requests();
    expect(one).toMatchObject({ state: 'waiting', country: 'CH', locale: 'fr' });
    api.time.now = new Date(begin.getTime() + 2000);
    await api.operate('invite decline', two!.id);
    expect((await requests()).find(({ id }) => id === two!.id)?.last_step_at).toEqual(two!.last_step_at);
    // Where the beta is not open, an invitation would lead nowhere.
    await api.operate('invite add', 'zoe@customers.example', '--country', 'DE');
    const [, zoe] = (await requests()).filter(({ state }) => state === 'waiting');
    expect((await api.operate('invite send', zoe!.id)).lines[0]).toContain(
      'the beta is not open in DE; it goes on waiting',
    );
    await api.operate('invite send', '--next', '5');
    expect(await states()).toEqual(['inviting', 'declined', 'waiting']);
    await expect(api.operate('invite add', 'x@y', '--country', 'CH')).rejects.toThrow('one e-mail address');
    await expect(api.operate('invite add', 'x@y.example', '--country', 'Schweiz')).rejects.toThrow('two letters');
  });

  it('tells those who wait in a country that was added, once', async () => {
    await api.operate('invite add', 'one@customers.example', '--country', 'SE', '--language', 'sv');
    await api.operate('invite add', 'two@customers.example', '--country', 'DE');
    await expect(api.operate('invite country-added', 'DE')).rejects.toThrow('not open');
    await api.operate('invite add', 'zoe@customers.example', '--country', 'SE');
    // Invited before the country was open, by an earlier version of this command.
    const { kysely } = api.database;
    await kysely.updateTable('access_requests').set({ state: 'invited' }).where('email', 'like', 'zoe%').execute();
    const declined = await api.operate('invite add', 'declined@customers.example', '--country', 'SE');
    await api.operate('invite decline', declined.subject!);
    await api.operate('invite country-added', 'SE');
    await api.operate('invite country-added', 'SE');
    const told = (await mails()).map(({ kind, recipient, locale }) => [kind, recipient, locale]);
    expect(told.sort()).toEqual([
      ['country-added', 'declined@customers.example', 'en'],
      ['country-added', 'one@customers.example', 'sv'],
      ['country-added', 'zoe@customers.example', 'en'],
    ]);
  });

  it('goes on where it was interrupted, and tells nobody twice', async () => {
    await sql`insert into access_requests (id, email, country, locale, state, asked_at, last_step_at)
      select gen_random_uuid(), n || '@customers.example', 'SE', 'sv', 'waiting', ${begin}::timestamptz, ${begin}::timestamptz
        from generate_series(1, 700) n`.execute(api.database.kysely);
    await api.database.asOwner(async (owner) => {
      await sql`create function break_off() returns trigger language plpgsql as $$
        begin
          if (select count(*) from mails) >= 600 then raise exception 'broken off'; end if;
          return new;
        end $$`.execute(owner);
      await sql`create trigger break_off before insert on mails for each row execute function break_off()`.execute(
        owner,
      );
    });
    const recorded = () =>
      api.database.kysely.selectFrom('operator_actions').select(['subject', 'outcome']).orderBy('position').execute();
    const earlier = await recorded();
    await expect(api.operate('invite country-added', 'SE')).rejects.toThrow('broken off');
    await api.database.asOwner((owner) => sql`drop function break_off cascade`.execute(owner));
    const before = await mails();
    expect(before).toHaveLength(500);
    expect((await recorded()).slice(earlier.length)).toEqual([{ subject: 'SE', outcome: 'told so far: 500' }]);
    expect(await api.operate('invite country-added', 'SE')).toMatchObject({ outcome: 'told: 200' });
    expect((await api.operate('invite country-added', 'SE')).outcome).toBe('told: 0');
    const told = (await mails()).map(({ recipient }) => recipient);
    expect([told.length, new Set(told).size]).toEqual([700, 700]);
  });
});
