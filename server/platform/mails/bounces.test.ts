import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startDovecot, type TestMailbox } from '../../../tests/factories/dovecot.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { actIn } from '../../contract/act.ts';
import { connectBounceMailbox } from '../../integrations/bounce-mailbox.ts';
import type { ReturnedMail } from '../../integrations/returned-mail.ts';
import { endAttempt } from './mails.queries.ts';
import { enqueueMail } from './mails.ts';

const recipient = 'asa@customers.example';

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
afterEach(() =>
  expect(mailbox.count(), 'what was understood is deleted, and all else is flagged').toBe(mailbox.countFlagged()),
);

interface SentMail {
  id: string;
  /** To which it returns. */
  own: string;
}

/** Sends a mail to each. */
async function sendEach(recipients: readonly string[], accountId: string | null = null): Promise<SentMail[]> {
  const { kysely } = api.database;
  const key = (index: number) => `${index} ${accountId}`;
  const mail = { kind: 'test', accountId, locale: 'en', subject: 'Hello', text: 'Hello', html: '<p>Hello' } as const;
  await kysely.transaction().execute(async (trx) => {
    for (const [index, to] of recipients.entries())
      await enqueueMail(actIn(trx, { ...api, clock: () => api.time.now }), { ...mail, dedupeKey: key(index), to });
  });
  await read();
  return Promise.all(
    recipients.map(async (_, index) => {
      const query = kysely.selectFrom('mails').selectAll().where('dedupe_key', '=', key(index));
      const { id, state } = await query.executeTakeFirstOrThrow();
      expect(state).toBe('sent');
      return { id, own: smtp.returnAddresses.find((address) => address.includes(id))! };
    }),
  );
}

const send = async (to = recipient, accountId: string | null = null): Promise<SentMail> =>
  (await sendEach([to], accountId))[0]!;

const read = async () => expect(await api.runDueJobs()).toEqual([]);

const find = (id: string) =>
  api.database.kysely.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const suppressions = () => api.database.kysely.selectFrom('mail_suppressions').selectAll().execute();

interface Report {
  status?: string;
  action?: string;
  /** As the report names the recipient. */
  names?: string;
  /** Of other recipients, before it. */
  others?: string;
}

/** As Postfix writes it (bounce(8), RFC 3464). */
const aReport = (
  to: string,
  { status = '5.1.1', action = 'failed', others = '', ...given }: Report = {},
) => `Return-Path: <>
X-Original-To: ${to}
Delivered-To: bounce@writing-ant.example
Date: Tue, 24 Nov 2026 22:00:00 +0000 (UTC)
From: MAILER-DAEMON@mx.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="3F2A.1/mx.example"
Message-Id: <20261124220000.1@mx.example>

This is a MIME-encapsulated message.

--3F2A.1/mx.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

<asa@customers.example>: host mx.customers.example said: 550 5.1.1 User unknown

--3F2A.1/mx.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
X-Postfix-Queue-ID: 3F2A
Arrival-Date: Tue, 24 Nov 2026 22:00:00 +0000 (UTC)

${others}${given.names ?? `Final-Recipient: rfc822; ${recipient}\nOriginal-Recipient: rfc822;${recipient}`}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.customers.example
Diagnostic-Code: smtp; 550 ${status} User unknown

--3F2A.1/mx.example
Content-Description: Undelivered Message
Content-Type: message/rfc822

Subject: Hello
Status: 5.9.9

Hello
--3F2A.1/mx.example--
`;

it('a mail that comes back is noted, and its address gets no further one', async () => {
  const { id, own } = await send();
  expect(own).toMatch(new RegExp(`^bounce\\+${id}\\.[0-9a-f]{16}@writing-ant\\.example$`));
  expect(own.indexOf('@')).toBeLessThanOrEqual(64);
  mailbox.receive(aReport(own));
  mailbox.receive(aReport(own.toUpperCase()));
  await read();
  expect(await find(id)).toMatchObject({ state: 'bounced', outcome: 'returned 5.1.1', settled_at: api.time.now });
  expect(await suppressions()).toHaveLength(1);
  expect(mailbox.count()).toBe(0);
});

it('the mark is neither in the mail nor in the log', async () => {
  const lines: string[] = [];
  const other = await createTestApi(
    { SMTP_URL: smtp.url, BOUNCE_IMAP_URL: mailbox.url, LOG_LEVEL: 'trace' },
    { logStream: { write: (line) => void lines.push(line) } },
  );
  await other.download('user_asa');
  await other.runDueJobs();
  const own = smtp.returnAddresses.at(-1)!;
  mailbox.receive(aReport(own));
  await other.runDueJobs();
  const mark = own.slice(own.indexOf('.') + 1, own.indexOf('@'));
  expect(lines.join('')).toContain('"returned 5.1.1"');
  expect(lines.join('')).not.toContain(mark);
  expect(smtp.received.map(({ message }) => message).join('')).not.toContain(mark);
  const { rows } = await sql`select to_jsonb(mails)::text as text from mails`.execute(other.database.kysely);
  expect(JSON.stringify(rows)).not.toContain(mark);
  await other.close();
});

it('one that was sent before the secret changed is believed for as long as the former one is known', async () => {
  const { id, own } = await send();
  const { linkSecret } = api.config;
  api.config.linkSecret = randomBytes(32);
  mailbox.receive(aReport(own));
  await read();
  expect((await find(id)).state).toBe('sent');
  mailbox.empty();
  api.config.formerLinkSecrets = [randomBytes(32), linkSecret].map((secret) => ({ secret, replacedOn: undefined }));
  mailbox.receive(aReport(own));
  await read();
  expect((await find(id)).state).toBe('bounced');
  Object.assign(api.config, { linkSecret, formerLinkSecrets: [] });
});

it('one that is back before its own process notes that it was taken is noted all the same', async () => {
  const { id, own } = await send();
  const sending = { state: 'sending', settled_at: null } as const;
  await api.database.kysely.updateTable('mails').set(sending).where('id', '=', id).execute();
  const { attempts } = await find(id);
  mailbox.receive(aReport(own));
  await read();
  const taken = { state: 'sent', outcome: '250', due_at: null, settled_at: api.time.now, deferrals: 0 } as const;
  expect(await endAttempt(api.database.kysely, { id, attempts }, taken)).toBe(false);
  expect(await find(id)).toMatchObject({ state: 'bounced', outcome: 'returned 5.1.1' });
  expect(await suppressions()).toHaveLength(1);
});

it('a mail that comes back for another reason closes no mailbox', async () => {
  const cases: [report: Report, state: string][] = [
    [{ status: '5.7.1' }, 'bounced'],
    [{ status: '5.1.8' }, 'bounced'],
    [{ action: 'delayed', status: '4.4.1' }, 'sent'],
    // Given up all the same.
    [{ status: '4.4.7' }, 'bounced'],
    [{ status: '' }, 'bounced'],
    [{ action: 'relayed', status: '2.1.5' }, 'sent'],
  ];
  const sent = await sendEach(cases.map(() => recipient));
  for (const [index, [report]] of cases.entries()) mailbox.receive(aReport(sent[index]!.own, report));
  await read();
  for (const [index, [report, state]] of cases.entries())
    expect((await find(sent[index]!.id)).state, JSON.stringify(report)).toBe(state);
  expect(await suppressions()).toEqual([]);
  expect(mailbox.count()).toBe(0);
});

it('a recipient is known however a report names it', async () => {
  const tagged = 'asa+ant@customers.example';
  const international = 'asa@müller.example';
  const cases: [to: string, names: string][] = [
    [recipient, 'Final-Recipient: RFC822; ASA@Customers.Example'],
    [recipient, 'Final-Recipient: rfc822;<asa@customers.example>'],
    [recipient, 'Final-Recipient: asa@customers.example'],
    [recipient, 'Final-Recipient: rfc822; "asa"@customers.example.'],
    [recipient, 'Final-Recipient: rfc822;\n asa@customers.example'],
    [recipient, `Final-Recipient: rfc822; a1b2@host.example\nOriginal-Recipient: rfc822;${recipient}`],
    [tagged, 'Final-Recipient: rfc822; asa+ant@customers.example'],
    [tagged, 'Final-Recipient: rfc822; asa@customers.example'],
    [tagged, 'Original-Recipient: rfc822;asa+2Bant@customers.example'],
    [international, 'Final-Recipient: rfc822; asa@xn--mller-kva.example'],
    [international, 'Final-Recipient: utf-8; asa@m\\x{FC}ller.example'],
    [international, 'Final-Recipient: utf-8; asa@müller.example'],
  ];
  const sent = await sendEach(cases.map(([to]) => to));
  for (const [index, [, names]] of cases.entries()) mailbox.receive(aReport(sent[index]!.own, { names }));
  await read();
  for (const [index, [, names]] of cases.entries()) expect((await find(sent[index]!.id)).state, names).toBe('bounced');
});

it('of several recipients in one report, only what is told of the mail’s own counts', async () => {
  const others = 'Final-Recipient: rfc822; bo@customers.example\nAction: failed\nStatus: 5.1.1\n\n';
  const { id, own } = await send();
  mailbox.receive(aReport(own, { others, action: 'delayed', status: '4.4.1' }));
  await read();
  expect((await find(id)).state).toBe('sent');
  mailbox.receive(aReport(own, { others, status: '5.7.1' }));
  await read();
  expect(await find(id)).toMatchObject({ state: 'bounced', outcome: 'returned 5.7.1' });
  expect(await suppressions()).toEqual([]);
});

it('what is not believed or not understood changes nothing, and waits for a person, who is told once a day', async () => {
  const [{ id, own }, another] = (await sendEach([recipient, 'bo@customers.example'])) as [SentMail, SentMail];
  const markOf = (address: string) => address.slice(address.indexOf('.') + 1, address.indexOf('@'));
  const marked = (mark: string) => `bounce+${id}${mark}@writing-ant.example`;
  const unclear = [
    `From: asa@customers.example\nTo: ${own}\nSubject: What is this?\n\nStatus: 5.1.1`,
    // As before there were marks.
    aReport(marked('')),
    aReport(marked(`.${'0'.repeat(16)}`)),
    aReport(marked(`.${markOf(own).slice(0, 15)}`)),
    aReport(marked(`.${markOf(another.own)}`)),
    aReport('bounce+00000000-0000-4000-8000-000000000000.0000000000000000@writing-ant.example'),
    aReport('bounce@writing-ant.example'),
    aReport(own, { names: 'Final-Recipient: rfc822; bo@customers.example' }),
    aReport(another.own),
    '\u0000\u0001 no mail at all',
    // Encoded, it reaches the database.
    'From: =?utf-8?Q?A=00sa?= <asa@customers.example>\nSubject: =?utf-8?Q?a=00b?=\n\nHello',
  ];
  for (const message of unclear) mailbox.receive(message);
  await read();
  await read();
  expect([(await find(id)).state, (await find(another.id)).state]).toEqual(['sent', 'sent']);
  expect(await suppressions()).toEqual([]);
  expect(mailbox.countFlagged()).toBe(unclear.length);
  const told = smtp.received.filter(({ message }) => message.includes('Returned mail waits'));
  expect(told).toHaveLength(1);
  expect(told[0]!.message).toContain(`${unclear.length} messages wait`);
  expect(told[0]!.message).not.toMatch(/customers|office/);
  const { lines } = await api.operate('mail returned');
  expect(lines.filter((line) => line.includes('of no mail of ours'))).toHaveLength(unclear.length - 3);
  expect(lines.join()).toContain('from asa@customers.example: What is this?');
  expect(lines.join()).not.toMatch(/5\.1\.1|Arrival-Date/);
});

it('a mailbox that fills up is read in parts, and nothing waits there for longer than the words of a mail', async () => {
  for (let index = 0; index < 1020; index += 1) mailbox.receive('From: loop@mx.example\nSubject: Again\n\nAgain');
  const reader = connectBounceMailbox(mailbox.url);
  const known = new Map<string, 'waits' | 'decided'>();
  const handle = (_: ReturnedMail, key: string) => {
    known.set(key, 'waits');
    return Promise.resolve('waits' as const);
  };
  const all = { handle, findHandled: () => Promise.resolve(known) };
  const before = new Date(0);
  expect(await reader.readReturned(all, before)).toBe(500);
  expect(mailbox.count()).toBe(1020);
  expect(await reader.readReturned(all, before)).toBe(500);
  expect(await reader.readReturned(all, before)).toBe(20);
  expect([mailbox.count(), mailbox.countFlagged()]).toEqual([1020, 1020]);
  known.set([...known.keys()][7]!, 'decided');
  known.delete([...known.keys()][0]!);
  // What is flagged and unknown is read again.
  expect(await reader.readReturned(all, before)).toBe(1);
  expect([mailbox.count(), known.size]).toEqual([1019, 1020]);
  const inTwoDays = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
  expect(await reader.readReturned(all, inTwoDays)).toBe(0);
  expect(mailbox.count()).toBe(0);
});

it('what could not be noted is still there the next time', async () => {
  const { id, own } = await send();
  mailbox.receive(aReport(own));
  const reader = connectBounceMailbox(mailbox.url);
  const handle = () => Promise.reject(new Error('no database'));
  const reading = reader.readReturned({ handle, findHandled: () => Promise.resolve(new Map()) }, new Date(0));
  await expect(reading).rejects.toThrow('no database');
  expect([mailbox.count(), mailbox.countFlagged()]).toEqual([1, 0]);
  await read();
  expect((await find(id)).state).toBe('bounced');
});

it('a mailbox that says nothing is given up', async () => {
  const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as net.AddressInfo;
  const reader = connectBounceMailbox(`imap://bounce:secret@127.0.0.1:${port}`, { answerMs: 300, wholeMs: 1000 });
  const noted = { handle: () => Promise.resolve('noted' as const), findHandled: () => Promise.resolve(new Map()) };
  await expect(reader.readReturned(noted, new Date(0))).rejects.toThrow();
  silent.close();
});

it('what one account learns of an address silences nobody else, and its own page says so', async () => {
  for (const user of ['user_asa', 'user_bo']) await api.download(user, { email: recipient });
  await api.database.kysely.deleteFrom('mails').execute();
  const returnsOf = async (user: string) => (await api.get(apiPaths.account, user)).json().mailReturns;
  expect(await returnsOf('user_asa')).toBe(false);
  const { own } = await send(recipient, 'user_asa');
  mailbox.receive(aReport(own));
  await read();
  expect([await returnsOf('user_asa'), await returnsOf('user_bo')]).toEqual([true, false]);
  await send(recipient, 'user_bo');
  await send(recipient, null);
  await api.operate('mail send-again', own.slice('bounce+'.length, own.indexOf('.')));
  expect(await returnsOf('user_asa')).toBe(false);
});
