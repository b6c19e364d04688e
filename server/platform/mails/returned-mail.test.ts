import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailDelivery } from '../../../shared/business/mail.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startDovecot, type TestMailbox } from '../../../tests/factories/dovecot.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { actIn } from '../../contract/act.ts';
import { mailsFeature } from './mails.feature.ts';
import { enqueueMail } from './mails.ts';

const recipient = 'asa@customers.example';
const folder = path.join(import.meta.dirname, '../../integrations/returned-mail-cases');

let mailbox: TestMailbox;
let smtp: TestMailServer;
let api: TestApi;
beforeAll(async () => {
  mailbox = await startDovecot();
  smtp = await startMailServer();
  api = await createTestApi({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'post@writing-ant.example',
    BOUNCE_IMAP_URL: mailbox.url,
  });
});
afterAll(async () => {
  await api.close();
  await smtp.close();
  await mailbox.stop();
});
beforeEach(async () => {
  for (const table of ['returned_mails', 'mails', 'mail_suppressions'] as const)
    await api.database.kysely.deleteFrom(table).execute();
  smtp.returnAddresses.length = 0;
  smtp.received.length = 0;
  mailbox.empty();
});

const work = async () => expect(await api.runDueJobs()).toEqual([]);

let count = 0;

interface Given {
  accountId?: string | null;
  kind?: string;
}

/** So many mails, in one go. */
async function sendMany(many: number, { accountId = null, kind = 'test' }: Given = {}) {
  const keys = Array.from({ length: many }, () => `${++count}`);
  const words = { subject: 'Hello', text: 'Hello', html: '<p>Hello' };
  const mail = { ...words, kind, accountId, locale: 'en', to: recipient } as const;
  await api.database.kysely.transaction().execute(async (trx) => {
    const here = actIn(trx, { ...api, clock: () => api.time.now });
    for (const dedupeKey of keys) await enqueueMail(here, { ...mail, dedupeKey });
  });
  await work();
  const rows = await api.database.kysely.selectFrom('mails').selectAll().where('dedupe_key', 'in', keys).execute();
  const ownOf = (id: string) => smtp.returnAddresses.find((address) => address.includes(id)) ?? '';
  return rows.map(({ id, state }) => ({ id, state, own: ownOf(id) }));
}

const send = async (given?: Given) => (await sendMany(1, given))[0]!;

const stateOf = async (id: string) =>
  (await api.database.kysely.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

const fromPostfix = (own: string) => fs.readFileSync(path.join(folder, 'postfix.eml'), 'utf8').replaceAll('{own}', own);

it('every shape of returned mail, over IMAP: what is given up is noted, what is late or automatic is not, all else waits', async () => {
  const sources = fs
    .readdirSync(folder)
    .map((name) => ({ name, source: fs.readFileSync(path.join(folder, name), 'latin1') }))
    .filter(({ source }) => source.includes('{own}'));
  const mails = await sendMany(sources.length);
  const sent = sources.map(({ name, source }, index) => {
    const { id, own } = mails[index]!;
    mailbox.receive(Buffer.from(source.replaceAll('{own}', own), 'latin1').toString('utf8'));
    return { id, name, expected: /^X-Expected: (.*?)[\r\n]/.exec(source)![1]! };
  });
  await work();
  const waiting = await api.database.kysely.selectFrom('returned_mails').select(['mail_id', 'form']).execute();
  for (const { id, name, expected } of sent) {
    const isGivenUp = expected.includes('given-up') && name !== 'another-recipient.eml';
    expect(await stateOf(id), name).toBe(isGivenUp ? 'bounced' : 'sent');
    const isKnown = isGivenUp || /delayed|arrived|automatic/.test(expected);
    const waits = waiting.filter(({ mail_id }) => mail_id === id).map(({ form }) => form);
    expect(waits, name).toEqual(isKnown ? [] : [expected.split(' ')[0]]);
  }
  expect(sent.length).toBeGreaterThan(70);
  expect(mailbox.count()).toBe(waiting.length);
  expect(mailbox.countFlagged()).toBe(waiting.length);
});

it('an address that was given up is tried once after some weeks, and counts as existing when that does not come back', async () => {
  const start = api.time.now;
  const after = (days: number) => {
    api.time.now = new Date(start.getTime() + days * dayMs);
  };
  const weeks = mailDelivery.probeAfterWeeks * 7;
  mailbox.receive(fromPostfix((await send()).own));
  await work();
  expect((await send()).state).toBe('suppressed');
  after(weeks - 1);
  expect((await send()).state).toBe('suppressed');
  after(weeks);
  const probe = await send();
  expect(probe.state).toBe('sent');
  expect((await send()).state, 'one alone').toBe('suppressed');
  after(weeks + mailDelivery.probeDays);
  const next = await send();
  expect(next.state).toBe('sent');
  // It exists no more after all, and may be tried once more.
  mailbox.receive(fromPostfix(next.own));
  await work();
  expect((await send()).state).toBe('suppressed');
  after(2 * weeks + mailDelivery.probeDays);
  const second = await send();
  expect(second.state).toBe('sent');
  mailbox.receive(fromPostfix(second.own));
  await work();
  after(3 * weeks + mailDelivery.probeDays + 20);
  expect((await send()).state, 'tried once').toBe('suppressed');
  api.time.now = start;
});

it('a mailbox that cannot be read for a week loses nothing', async () => {
  const { id, own } = await send();
  mailbox.receive(fromPostfix(own));
  const bounceUrl = mailbox.url;
  const start = api.time.now;
  api.config.mail.bounceUrl = 'imap://bounce:secret@127.0.0.1:9';
  for (let day = 1; day <= 7; day += 1) {
    api.time.now = new Date(start.getTime() + day * dayMs);
    expect(await api.runDueJobs()).toEqual(['returned-mail']);
  }
  expect(await stateOf(id)).toBe('sent');
  api.config.mail.bounceUrl = bounceUrl;
  await work();
  expect(await stateOf(id)).toBe('bounced');
  api.time.now = start;
});

it('a report is forged from no position of its head', async () => {
  const [victim, ours] = [await send(), await send()];
  const mark = ours.own.slice(ours.own.indexOf('.'), ours.own.indexOf('@'));
  const forged = `bounce+${victim.id}${mark}@writing-ant.example`;
  const wherever = ['To', 'Delivered-To', 'X-Original-To', 'Envelope-To', 'X-Envelope-To'];
  const others = ['Cc', 'Bcc', 'Resent-To', 'Apparently-To', 'Return-Path', 'From', 'Sender', 'Reply-To', 'Subject'];
  const more = ['References', 'In-Reply-To', 'Message-ID', 'Received', 'X-Failed-Recipients', 'Original-Recipient'];
  const report = fromPostfix('bounce@writing-ant.example');
  const messages = [
    ...[...wherever, ...others, ...more].map((position) => `${position}: <${forged}>\n${report}`),
    // Not even the right mark, where no mail server writes to whom it hands a mail over.
    ...[...others, ...more].map((position) => `${position}: <${victim.own}>\n${report}`),
    `To: ${forged},\n <${forged}>, bounce+${victim.id}@writing-ant.example\n${report}`,
  ];
  for (const message of messages) mailbox.receive(message);
  await work();
  expect([await stateOf(victim.id), await stateOf(ours.id)]).toEqual(['sent', 'sent']);
  expect(await api.database.kysely.selectFrom('mail_suppressions').selectAll().execute()).toEqual([]);
  expect(mailbox.countFlagged(), 'each waits for a person').toBe(messages.length);
});

it('a mailbox that loops is counted: five wait of one mail, and what is of none has its own bound', async () => {
  const { own } = await send();
  const loop = (to: string) => `From: loop@mx.example\nTo: ${to}\nSubject: Again\n\nAgain`;
  for (let index = 0; index < 30; index += 1) mailbox.receive(loop(own));
  mailbox.receive(loop('bounce@writing-ant.example'));
  await work();
  const waiting = await api.database.kysely.selectFrom('returned_mails').select('form').execute();
  expect(waiting.map(({ form }) => form).toSorted()).toEqual([
    'foreign',
    ...Array.from({ length: 5 }, () => 'unclear'),
  ]);
  expect(mailbox.count()).toBe(6);
});

it('a message that cannot be noted stops no other, and stays', async () => {
  const { id, own } = await send();
  const alter = (what: 'add' | 'drop') =>
    api.database.asOwner((owner) =>
      sql`alter table returned_mails ${sql.raw(what)} constraint refusal
        ${sql.raw(what === 'add' ? "check (subject <> 'Refused')" : '')}`.execute(owner),
    );
  await alter('add');
  for (const subject of ['Refused', 'What is this?'])
    mailbox.receive(`From: bo@customers.example\nSubject: ${subject}\n\nHello`);
  mailbox.receive(fromPostfix(own));
  expect(await api.runDueJobs()).toEqual(['returned-mail']);
  expect(await stateOf(id)).toBe('bounced');
  expect([mailbox.count(), mailbox.countFlagged()]).toEqual([2, 1]);
  await alter('drop');
  await work();
  const told = smtp.received.filter(({ message }) => message.includes('Returned mail waits'));
  expect(told.map(({ message }) => /\d+ messages? waits?/.exec(message)?.[0])).toEqual(['1 message waits']);
  const { lines } = await api.operate('mail returned');
  expect(lines.filter((line) => line.includes('from bo@customers.example'))).toHaveLength(2);
});

const keptReturned = () => api.database.kysely.selectFrom('returned_mails').select('sender').execute();

it('what waits goes from the mailbox before its record does, and so does not come back', async () => {
  const start = api.time.now;
  mailbox.receive(
    `From: ${recipient}\nTo: bounce@writing-ant.example\nSubject: Who?\n\nNobody by that name lives here.`,
  );
  await work();
  const after = (days: number, hours = 0) => {
    api.time.now = new Date(start.getTime() + days * dayMs - hours * hourMs);
  };
  after(retention.mailDays - 3);
  await work();
  expect([mailbox.count(), await keptReturned()]).toEqual([1, [{ sender: recipient }]]);
  after(retention.mailDays, 2);
  await work();
  expect([mailbox.count(), await keptReturned()]).toEqual([0, [{ sender: recipient }]]);
  after(retention.mailDays);
  await work();
  await work();
  expect(await keptReturned()).toEqual([]);
  api.time.now = start;
});

it('what is erased does not come back from the mailbox', async () => {
  const account = anAccount({ id: 'user_gone' });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const [ofAccount, ofNobody] = [await send(), await send()];
  await api.database.kysely
    .updateTable('mails')
    .set({ account_id: account.id })
    .where('id', '=', ofAccount.id)
    .execute();
  for (const { own } of [ofAccount, ofNobody])
    mailbox.receive(`From: ${recipient}\nTo: ${own}\nSubject: Who?\n\nNobody by that name lives here.`);
  await work();
  expect([mailbox.count(), (await keptReturned()).length]).toEqual([2, 2]);
  await api.database.kysely.transaction().execute((trx) => mailsFeature.account!.erase!(trx, account.id));
  await api.database.kysely.deleteFrom('mails').where('id', '=', ofNobody.id).execute();
  await work();
  expect([mailbox.count(), await keptReturned()]).toEqual([0, []]);
  await api.database.kysely.deleteFrom('mails').execute();
  await api.database.kysely.deleteFrom('accounts').where('id', '=', account.id).execute();
});

// Last, because the account's download would have to be forgotten in the months of the others.
it('a legal mail counts as delivered only while nothing came back, and a person decides', async () => {
  await api.download('user_asa', { email: recipient });
  await work();
  const { id, own } = await send({ accountId: 'user_asa', kind: 'change-notice' });
  const letters = async () =>
    (await api.operate('mail letters')).lines.filter((line) => line.includes('change-notice'));
  expect(await letters()).toEqual([]);
  mailbox.receive(`From: ${recipient}\nTo: ${own}\nSubject: Who?\n\nNobody by that name lives here.`);
  await work();
  expect(await letters()).toHaveLength(1);
  const [line = ''] = (await api.operate('mail returned')).lines;
  expect(line).toContain(`unclear  of change-notice ${id}  from ${recipient}: Who?`);
  expect(line).not.toContain('lives here');
  const [returnedId = ''] = line.split(' ');
  expect(mailbox.count()).toBe(1);
  await api.operate('mail returned', returnedId, '--means', 'nothing');
  expect(await letters()).toEqual([]);
  await work();
  expect(mailbox.count(), 'what was decided goes').toBe(0);

  mailbox.receive(`From: ${recipient}\nTo: ${own}\nSubject: Again\n\nNobody by that name lives here.`);
  await work();
  const [another = ''] = (await api.operate('mail returned')).lines[0]!.split(' ');
  const { lines } = await api.operate('mail returned', another, '--means', 'not-delivered');
  expect(lines[0]).toContain('its mail counts as not delivered');
  expect(await letters()).toHaveLength(1);
  expect(await stateOf(id)).toBe('bounced');
  const again = await api.operate('mail returned', another, '--means', 'nothing');
  expect(again.lines[0]).toContain('nothing waits with this id');
});
