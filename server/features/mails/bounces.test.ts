import { once } from 'node:events';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startDovecot, type TestMailbox } from '../../../tests/factories/dovecot.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { connectBounceMailbox } from '../../integrations/bounce-mailbox.ts';
import { endAttempt } from './mails.queries.ts';
import { enqueueMail } from './mails.ts';

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
  await api.database.kysely.deleteFrom('mails').execute();
  await api.database.kysely.deleteFrom('mail_suppressions').execute();
  smtp.returnAddresses.length = 0;
});
afterEach(() => expect(mailbox.count(), 'whatever was read is deleted').toBe(0));

/** Sends a mail and returns its id. */
async function send(to: string): Promise<string> {
  await api.database.kysely.transaction().execute((trx) =>
    enqueueMail(
      trx,
      {
        kind: 'test',
        dedupeKey: to,
        accountId: null,
        to,
        locale: 'en',
        subject: 'Hello',
        text: 'Hello',
        html: '<p>Hello',
      },
      { ...api, clock: () => api.time.now },
    ),
  );
  expect(await api.runDueJobs()).toEqual([]);
  const { id, state } = await findOnly();
  expect(state).toBe('sent');
  return id;
}

const findOnly = () => api.database.kysely.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
const suppressions = () => api.database.kysely.selectFrom('mail_suppressions').selectAll().execute();

/** As Postfix writes it (bounce(8), RFC 3464). */
const aReport = (to: string, { status = '5.1.1', action = 'failed' } = {}) => `Return-Path: <>
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

Final-Recipient: rfc822; asa@customers.example
Original-Recipient: rfc822;asa@customers.example
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
  const id = await send('asa@customers.example');
  expect(smtp.returnAddresses).toEqual([`bounce+${id}@writing-ant.example`]);
  mailbox.receive(aReport(`bounce+${id}@writing-ant.example`));
  mailbox.receive(aReport(`bounce+${id}@writing-ant.example`));
  expect(await api.runDueJobs()).toEqual([]);
  expect(await findOnly()).toMatchObject({ state: 'bounced', outcome: 'returned 5.1.1', settled_at: api.time.now });
  expect(await suppressions()).toHaveLength(1);
});

it('one that is back before its own process notes that it was taken is noted all the same', async () => {
  const id = await send('asa@customers.example');
  const sending = { state: 'sending', settled_at: null } as const;
  await api.database.kysely.updateTable('mails').set(sending).where('id', '=', id).execute();
  const { attempts } = await findOnly();
  mailbox.receive(aReport(`bounce+${id}@writing-ant.example`));
  expect(await api.runDueJobs()).toEqual([]);
  const taken = { state: 'sent', outcome: '250', due_at: null, settled_at: api.time.now, deferrals: 0 } as const;
  expect(await endAttempt(api.database.kysely, { id, attempts }, taken)).toBe(false);
  expect(await findOnly()).toMatchObject({ state: 'bounced', outcome: 'returned 5.1.1' });
  expect(await suppressions()).toHaveLength(1);
});

it.each([
  ['for another reason', { status: '5.7.1' }, 'bounced'],
  ['because of the sender', { status: '5.1.8' }, 'bounced'],
  ['only late so far', { action: 'delayed', status: '4.4.1' }, 'sent'],
])('a mail that comes back %s closes no mailbox', async (_reason, report, state) => {
  const id = await send('asa@customers.example');
  mailbox.receive(aReport(`bounce+${id}@writing-ant.example`, report));
  expect(await api.runDueJobs()).toEqual([]);
  expect((await findOnly()).state).toBe(state);
  expect(await suppressions()).toEqual([]);
});

it('answers of machines, mails of strangers and broken reports change nothing', async () => {
  const id = await send('asa@customers.example');
  const own = `bounce+${id}@writing-ant.example`;
  mailbox.receive(
    `From: asa@customers.example\nTo: ${own}\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nStatus: 5.1.1`,
  );
  mailbox.receive(aReport('bounce+00000000-0000-4000-8000-000000000000@writing-ant.example'));
  mailbox.receive(aReport('bounce@writing-ant.example'));
  mailbox.receive('\u0000\u0001 no mail at all');
  mailbox.receive(aReport(own).slice(0, 700));
  expect(await api.runDueJobs()).toEqual([]);
  expect((await findOnly()).state).toBe('sent');
  expect(await suppressions()).toEqual([]);
});

it('a mailbox that fills up is read in parts', async () => {
  for (let index = 0; index < 620; index += 1) mailbox.receive('From: loop@mx.example\nSubject: Again\n\nAgain');
  const reader = connectBounceMailbox(mailbox.url);
  expect(await reader.readReturned(async () => {})).toBe(500);
  expect(mailbox.count()).toBe(120);
  expect(await reader.readReturned(async () => {})).toBe(120);
});

it('what could not be noted is still there the next time', async () => {
  const id = await send('asa@customers.example');
  mailbox.receive(aReport(`bounce+${id}@writing-ant.example`));
  const reading = connectBounceMailbox(mailbox.url).readReturned(() => Promise.reject(new Error('no database')));
  await expect(reading).rejects.toThrow('no database');
  expect(mailbox.count()).toBe(1);
  expect(await api.runDueJobs()).toEqual([]);
  expect((await findOnly()).state).toBe('bounced');
});

it('a mailbox that says nothing is given up', async () => {
  const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as net.AddressInfo;
  const patience = { answerMs: 300, wholeMs: 1000 };
  const reading = connectBounceMailbox(`imap://bounce:secret@127.0.0.1:${port}`, patience).readReturned(async () => {});
  await expect(reading).rejects.toThrow();
  silent.close();
});

it('the account says that mails to its address come back', async () => {
  await api.download('user_asa', aDownloadRequest({ email: 'Asa@customers.example' }));
  await api.database.kysely.deleteFrom('mails').execute();
  const ask = async () => (await api.get(apiPaths.account, 'user_asa')).json().mailReturns;
  expect(await ask()).toBe(false);
  const id = await send('asa@customers.example');
  mailbox.receive(aReport(`bounce+${id}@writing-ant.example`));
  await api.runDueJobs();
  expect(await ask()).toBe(true);
});
