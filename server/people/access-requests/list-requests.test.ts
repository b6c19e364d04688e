import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitingLists } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { CustomerKind, SalesAudience } from '../../../shared/business/sales.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { accessPaths } from '../../../shared/open-paths.ts';
import type { TestApi } from '../../../tests/factories/api.ts';
import { createApiWithLogin } from '../../../tests/factories/api-with-login.ts';
import { listForms as forms, waitOnLists } from '../../../tests/factories/waiting-list.ts';
import { tellList } from './list-requests.ts';

const begin = new Date('2026-11-24T12:00:00Z');

let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ api, close } = await createApiWithLogin());
});
afterAll(() => close());
beforeEach(async () => {
  for (const table of ['access_requests', 'list_requests', 'mails'] as const)
    await api.database.kysely.deleteFrom(table).execute();
  api.time.now = begin;
  sellTo();
});

const sellTo = (...salesOpen: SalesAudience[]) => Object.assign(api.config, { salesOpen });
const { post, ask, mails, kinds, places, contentOf, linkIn, leavingLinkOf, join } = waitOnLists(() => api);
const joinSale = (name: string, country: string, kind: CustomerKind) =>
  join(`${name}@customers.example`, { list: 'sale', country, kind });
const told = async () =>
  (await mails()).filter(({ kind }) => kind.endsWith('-told')).map(({ recipient }) => recipient!.split('@')[0]);

describe('who waits for paid plans or for macOS', () => {
  it.each(waitingLists)('confirms by a link, and is then on the list of %s', async (list) => {
    const { statusCode, body, headers } = await ask('asa@customers.example', forms[list]);
    expect([statusCode, headers['content-language']]).toEqual([200, 'de-CH']);
    expect(body).toContain('Schauen Sie in Ihr Postfach');
    expect(await kinds()).toEqual([`${list}-confirm`]);
    const link = await linkIn(`${list}-confirm`, 'asa@customers.example');
    const page = await api.app.inject({ url: link });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<form method="post"');
    expect((await places())[0]!.confirmed_at, 'opening it alone does nothing').toBeNull();
    for (const time of [1, 2]) expect([(await post(link)).statusCode, time]).toEqual([200, time]);
    expect(await places()).toMatchObject([{ purpose: list, locale: 'de', confirmed_at: begin, told_at: null }]);
    for (const _ of ['again', 'and again']) await ask('asa@customers.example', forms[list]);
    expect(await kinds()).toEqual([`${list}-confirm`, `${list}-waiting`]);
    // What is too late leads back to the form of the same list.
    api.time.now = new Date(begin.getTime() + 24 * hourMs);
    await ask('late@customers.example', forms[list]);
    const late = await linkIn(`${list}-confirm`, 'late@customers.example');
    api.time.now = new Date(begin.getTime() + 48 * hourMs);
    const answer = await post(late);
    expect(answer.statusCode).toBe(410);
    expect(answer.body).toContain(`#${list}-list`);
  });

  it('says in the mail of which country and buyer it is', async () => {
    await ask('asa@customers.example', { list: 'sale', country: 'IT', kind: 'business', language: 'en' });
    const { text } = await contentOf((await mails())[0]);
    expect(text).toContain('Country: Italy. Buyer: a business.');
    expect(text).not.toContain('private individual');
  });

  it('is on each list for itself: of one address each is confirmed, and left, alone', async () => {
    const email = 'asa@customers.example';
    for (const form of Object.values(forms)) await ask(email, form);
    expect(await kinds()).toEqual(['access-confirm', 'macos-confirm', 'sale-confirm']);
    await post(await linkIn('sale-confirm', email));
    const confirmed = async () =>
      (await places()).map(({ purpose, confirmed_at }) => [purpose, confirmed_at !== null]).toSorted();
    expect(await confirmed()).toEqual([
      ['macos', false],
      ['sale', true],
    ]);
    const link = await leavingLinkOf('sale-waiting');
    expect((await post(link.replace('?', 'x?'))).statusCode).toBe(410);
    for (const time of [1, 2])
      expect([(await post(link, { 'List-Unsubscribe': 'One-Click' })).statusCode, time]).toEqual([200, time]);
    expect(await confirmed()).toEqual([['macos', false]]);
    expect(await kinds(), 'what was mailed about the others stays').toEqual(['access-confirm', 'macos-confirm']);
  });

  it('corrects what was asked before it has confirmed: by the newest mail alone', async () => {
    const email = 'asa@customers.example';
    await ask(email, { list: 'sale', country: 'IT', kind: 'private' });
    const first = await linkIn('sale-confirm', email);
    api.time.now = new Date(begin.getTime() + minuteMs);
    for (const _ of ['corrected', 'and again']) await ask(email, forms.sale);
    expect(await kinds()).toEqual(['sale-confirm', 'sale-confirm']);
    expect((await post(first)).statusCode).toBe(410);
    expect((await post(await linkIn('sale-confirm', email))).statusCode).toBe(200);
    expect(await places()).toMatchObject([{ country: 'CH', kind: 'private', confirmed_at: api.time.now }]);
  });

  it('learns by mail what is recorded, once a day, where it waits and asks for something else', async () => {
    await joinSale('asa', 'IT', 'private');
    await ask('asa@customers.example', { list: 'sale', country: 'IT', kind: 'private' });
    expect(await kinds()).toEqual(['sale-confirm', 'sale-waiting']);
    for (const kind of ['private', 'business'])
      await ask('asa@customers.example', { list: 'sale', country: 'CH', kind });
    expect(await kinds()).toEqual(['sale-confirm', 'sale-waiting', 'sale-waiting']);
    const { text } = await contentOf((await mails()).at(-1));
    expect(text).toContain('Land: Italien. Kauf als Privatperson.');
    expect(text).toContain('Stimmt das nicht?');
    expect(await places()).toMatchObject([{ country: 'IT', kind: 'private' }]);
  });

  it('learns nothing of others from the answer', async () => {
    await joinSale('known', 'CH', 'private');
    const [first, ...others] = [
      await ask('known@customers.example', forms.sale),
      await ask('KNOWN@customers.example', forms.sale),
      await ask('new@customers.example', forms.sale),
    ];
    for (const other of others) expect([other.statusCode, other.body]).toEqual([first.statusCode, first.body]);
  });

  it.each(waitingLists)('is led to the form of %s by what refuses it', async (list) => {
    const elsewhere = await api.app.inject({
      method: 'POST',
      url: `${accessPaths.ask}?list=${list}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: '',
    });
    await ask('asa@customers.example', forms[list]);
    const leave = await leavingLinkOf(`${list}-confirm`);
    const spoilt = await post(leave.replace('?', 'x?'));
    expect([elsewhere.statusCode, spoilt.statusCode]).toEqual([403, 410]);
    for (const { body } of [elsewhere, spoilt]) expect(body).toContain(`#${list}-list`);
  });

  it('gets three mails a day in one mailbox, for whichever lists and however it is spelled', async () => {
    for (const [index, form] of [forms.beta, forms.sale, forms.macos, forms.sale, forms.macos].entries())
      await ask(`Victim+${index}@customers.example`, form);
    expect(await kinds()).toEqual(['access-confirm', 'macos-confirm', 'sale-confirm']);
  });

  it.each([
    { list: 'sale', country: 'CH' },
    { list: 'sale', kind: 'private' },
    { list: 'sale', country: 'DE', kind: 'private' },
    { list: 'sale', country: 'CH', kind: 'both' },
    { list: 'macos', email: 'asa' },
    { list: 'unknown', country: 'CH' },
    { list: '', country: 'CH' },
  ])('is refused with %o, and nothing is stored', async (form) => {
    expect((await ask('asa@customers.example', form)).statusCode).toBe(422);
    expect([await places(), await mails()]).toEqual([[], []]);
  });
});

describe('an operator', () => {
  it('tells those to whom is sold now, each once', async () => {
    await joinSale('ch-private', 'CH', 'private');
    await joinSale('ch-business', 'CH', 'business');
    await joinSale('it-private', 'IT', 'private');
    await joinSale('it-business', 'IT', 'business');
    await ask('unconfirmed@customers.example', forms.sale);
    await join('mac@customers.example', forms.macos);
    await expect(api.operate('list tell', 'sale')).rejects.toThrow('SALES_OPEN');
    const { lines } = await api.operate('list show', 'sale');
    expect(lines.map((line) => line.replace(/^[\da-f-]{36} {2}/, ''))).toContain(
      '2026-11-24  waiting  CH  private  de  ch-private@customers.example',
    );
    sellTo('ch');
    expect((await api.operate('list tell', 'sale')).lines[0]).toBe('Told: 2. Still waiting: 2.');
    expect((await told()).toSorted()).toEqual(['ch-business', 'ch-private']);
    sellTo('ch', 'eu-business');
    expect(await api.operate('list tell', 'sale')).toMatchObject({ outcome: 'told: 1', subject: 'sale' });
    expect((await api.operate('list tell', 'sale')).outcome).toBe('told: 0');
    expect((await told()).toSorted()).toEqual(['ch-business', 'ch-private', 'it-business']);
    const { text } = await contentOf(
      (await mails()).find(({ kind, recipient }) => kind === 'sale-told' && recipient!.startsWith('it-business@')),
    );
    expect(text).toContain('VIES');
    await expect(api.operate('list tell', 'macos')).rejects.toThrow('macOS');
    await expect(api.operate('list tell', 'beta')).rejects.toThrow('sale, macos');
  });

  it('is reminded once a month of those who wait for what is sold now', async () => {
    await joinSale('ch-private', 'CH', 'private');
    await joinSale('it-private', 'IT', 'private');
    await join('mac@customers.example', forms.macos);
    const remindersBy = async (day: string) => {
      api.time.now = new Date(`${day}T07:00:00Z`);
      expect(await api.runDueJobs()).toEqual([]);
      return (await mails()).filter(({ kind }) => kind === 'operator-notice').map(({ dedupe_key }) => dedupe_key);
    };
    expect(await remindersBy('2026-11-25'), 'nothing is sold').toEqual([]);
    sellTo('ch');
    for (const day of ['2026-11-26', '2026-11-27'])
      expect(await remindersBy(day)).toEqual(['operator-notice list sale 2026-11']);
    const { text } = await contentOf((await mails()).find(({ kind }) => kind === 'operator-notice'));
    expect(text).toContain('1 on the list "sale"');
    expect(await remindersBy('2026-12-01')).toHaveLength(2);
    await api.operate('list tell', 'sale');
    expect(await remindersBy('2027-01-01')).toHaveLength(2);
  });

  it('tells everybody who waits for macOS once it is there', async () => {
    await join('mac@customers.example', forms.macos);
    await joinSale('ch-private', 'CH', 'private');
    const deps = { config: api.config, database: api.database, clock: () => api.time.now };
    for (const number of [1, 0])
      expect(await tellList(deps, { purpose: 'macos', served: 'everybody' }, async () => {})).toBe(number);
    expect(await told()).toEqual(['mac']);
  });

  it('goes on where it was interrupted, and tells nobody twice', async () => {
    sellTo('ch');
    await sql`insert into list_requests (id, purpose, email, country, kind, locale, asked_at, confirmed_at)
      select gen_random_uuid(), 'sale', n || '@customers.example', 'CH', 'private', 'de', ${begin}::timestamptz, ${begin}::timestamptz
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
    await expect(api.operate('list tell', 'sale')).rejects.toThrow('broken off');
    await api.database.asOwner((owner) => sql`drop function break_off cascade`.execute(owner));
    expect(await told()).toHaveLength(500);
    expect((await api.operate('list tell', 'sale')).outcome).toBe('told: 200');
    expect((await api.operate('list tell', 'sale')).outcome).toBe('told: 0');
    expect(new Set(await told()).size).toBe(700);
    expect(await told()).toHaveLength(700);
  });

  it('tells somebody again who has asked again', async () => {
    sellTo('ch');
    await joinSale('asa', 'CH', 'private');
    await api.operate('list tell', 'sale');
    const past = await linkIn('sale-confirm', 'asa@customers.example');
    for (const { statusCode, body } of [await api.app.inject({ url: past }), await post(past)]) {
      expect(statusCode, 'nobody is promised a mail that has been sent').toBe(410);
      expect(body).toContain('#sale-list');
    }
    api.time.now = new Date(begin.getTime() + dayMs);
    await joinSale('asa', 'CH', 'business');
    await api.operate('list tell', 'sale');
    expect(await told()).toEqual(['asa', 'asa']);
    expect(await places()).toMatchObject([{ kind: 'business', told_at: api.time.now }]);
  });

  it('deletes a place for somebody who wants to be forgotten', async () => {
    await joinSale('asa', 'CH', 'private');
    await api.operate('invite remove', (await places())[0]!.id);
    expect([await places(), await mails()]).toEqual([[], []]);
  });
});

it('whoever has been told is forgotten after that, and who waits after the longest time', async () => {
  sellTo('ch');
  await joinSale('told', 'CH', 'private');
  await joinSale('waiting', 'IT', 'private');
  await api.operate('list tell', 'sale');
  const left = async (days: number) => {
    api.time.now = new Date(begin.getTime() + days * dayMs);
    expect(await api.runDueJobs()).toEqual([]);
    return (await places()).map(({ email }) => email.split('@')[0]);
  };
  expect(await left(retention.toldListRequestDays - 1)).toEqual(['told', 'waiting']);
  expect(await left(retention.toldListRequestDays + 1)).toEqual(['waiting']);
  expect((await mails()).map(({ recipient }) => recipient)).not.toContain('told@customers.example');
  const confirmedMonthsAgo = async (months: number) => {
    const confirmed_at = findPeriodStart(begin, months);
    await api.database.kysely.updateTable('list_requests').set({ asked_at: confirmed_at, confirmed_at }).execute();
    return left(0);
  };
  expect(await confirmedMonthsAgo(retention.listRequestMonths - 1)).toEqual(['waiting']);
  expect(await confirmedMonthsAgo(retention.listRequestMonths + 1)).toEqual([]);
});
