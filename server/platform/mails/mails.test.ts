import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '../../../shared/durations.ts';
import { createTestApi } from '../../../tests/factories/api.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { readConfig } from '../../config/config.ts';
import { actIn } from '../../contract/act.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { connectMailServer, type Patience } from '../../integrations/mail-server.ts';
import { deliverDue } from './delivery.ts';
import type { Mail } from './mails.tables.ts';
import { enqueueMail, type NewMail } from './mails.ts';

/** Past for the machine's clock, by which a process that is killed looks for what is due. */
const begin = new Date(Math.floor(Date.now() / 1000) * 1000 - 60 * 60_000);
const config = readConfig({ MAIL_FROM: 'post@writing-ant.example' });

let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
let database: Database;
let server: TestMailServer;
let now: Date;
let logged: string[];
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
});
afterAll(async () => {
  await database.close();
  await place.remove();
});
beforeEach(async () => {
  await database.kysely.deleteFrom('mails').execute();
  await database.kysely.deleteFrom('mail_suppressions').execute();
  server = await startMailServer();
  now = begin;
  logged = [];
});
afterEach(async () => {
  await server.close();
  // No address is ever logged, and nothing that a mail server said.
  expect(logged.join()).not.toMatch(/@|customers|user/i);
});

const aNewMail = (to: string, given: Partial<NewMail> = {}): NewMail => ({
  kind: 'test-mail',
  dedupeKey: `test ${to}`,
  accountId: null,
  to,
  locale: 'de',
  subject: 'Schöne Grüsse',
  text: 'Grüezi\n',
  html: '<p>Grüezi</p>',
  ...given,
});

const enqueue = (mail: NewMail) =>
  database.kysely.transaction().execute((trx) => enqueueMail(actIn(trx, { config, clock: () => now }), mail));

const deliver = (smtpUrl = server.url, patience?: Patience) =>
  deliverDue({
    config,
    database,
    server: connectMailServer({ smtpUrl, needsTls: false }, place.dataDir, patience),
    clock: () => now,
    log: {
      info: (...args: unknown[]) => void logged.push(JSON.stringify(args)),
      warn: (...args: unknown[]) => void logged.push(JSON.stringify(args)),
    },
    returnAddress: () => config.mail.from,
  });

const mails = (): Promise<Mail[]> => database.kysely.selectFrom('mails').selectAll().orderBy('dedupe_key').execute();
const states = async () => (await mails()).map(({ state }) => state);
const waitMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * minuteMs);
};

describe('a mail', () => {
  it('is sent once, as it was when it was enqueued', async () => {
    await enqueue(aNewMail('asa@customers.example'));
    await enqueue(aNewMail('asa@customers.example', { subject: 'Another one' }));
    const [stored] = await mails();
    await deliver();
    waitMinutes(60 * 24 * 30);
    await deliver();
    expect(server.received).toEqual([{ to: ['asa@customers.example'], message: stored!.message }]);
    expect(stored!.message).toMatch(new RegExp(`^Message-ID: <${stored!.id}@writing-ant\\.example>\r$`, 'm'));
    expect(stored!.message).toContain('Auto-Submitted: auto-generated');
    expect(stored!.message).toContain('Subject: =?UTF-8?Q?Sch=C3=B6ne_Gr=C3=BCsse?=');
    expect(stored!.message).toContain('Gr=C3=BCezi');
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1, settled_at: begin, due_at: null }]);
  });

  it('does not exist when the change that it tells of does not', async () => {
    const fault = new Error('the change failed');
    const work = database.kysely.transaction().execute(async (trx) => {
      await enqueueMail(actIn(trx, { config, clock: () => now }), aNewMail('asa@customers.example'));
      throw fault;
    });
    await expect(work).rejects.toBe(fault);
    await deliver();
    expect(server.asked).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it.each([
    'asa@customers.example\r\nBcc: all@customers.example',
    'asa@customers.example, all@customers.example',
    'Asa <asa@customers.example>',
    'asa@customers.example ',
    `${'a'.repeat(250)}@customers.example`,
    'asa',
    '',
  ])('is refused for %j', async (to) => {
    await expect(enqueue(aNewMail(to))).rejects.toThrow('A mail goes to one address.');
    expect(await mails()).toEqual([]);
  });

  it.each(['Hello\r\nBcc: all@customers.example', 'Hello\nX: y', 'Hello\u0000'])(
    'is refused with the subject %j',
    async (subject) => {
      await expect(enqueue(aNewMail('asa@customers.example', { subject }))).rejects.toThrow('one line');
    },
  );

  it('reaches domains in other scripts', async () => {
    await enqueue(aNewMail('asa@müller.example'));
    await deliver();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.message).toContain('To: asa@xn--mller-kva.example');
  });

  it('brings its attachments byte by byte', async () => {
    const content = 'Erste Zeile\nZweite\r\nDritte – ohne Ende';
    await enqueue(
      aNewMail('asa@customers.example', { attachments: [{ fileName: 'a.md', mediaType: 'text/markdown', content }] }),
    );
    await deliver();
    expect(server.received[0]?.message.replaceAll('\r\n', '')).toContain(Buffer.from(content).toString('base64'));
  });

  it('becomes a file where no mail server is configured, at once after it was enqueued', async () => {
    const api = await createTestApi();
    await api.database.kysely
      .transaction()
      .execute((trx) =>
        enqueueMail(actIn(trx, { ...api, clock: () => api.time.now }), aNewMail('asa@customers.example')),
      );
    expect(await api.runDueJobs()).toEqual([]);
    const [row] = await api.database.kysely.selectFrom('mails').selectAll().execute();
    const folder = path.join(api.config.dataDir, 'mail');
    expect(readdirSync(folder)).toEqual([`${row!.id}.eml`]);
    expect(readFileSync(path.join(folder, `${row!.id}.eml`), 'utf8')).toBe(row!.message);
    await api.close();
  });
});

describe('a mail that is put off', () => {
  it('is tried again after 1, 4, 16, 64, 256 and 1024 minutes, and given up after 48 hours', async () => {
    await enqueue(aNewMail('later@customers.example'));
    for (const minutes of [1, 4, 16, 64, 256, 1024]) {
      await deliver();
      const [mail] = await mails();
      expect(mail).toMatchObject({ state: 'deferred', outcome: '451 4.7.1' });
      expect(mail!.due_at!.getTime() - now.getTime()).toBe(minutes * minuteMs);
      waitMinutes(minutes - 1);
      await deliver();
      expect((await mails())[0]!.attempts).toBe(mail!.attempts);
      waitMinutes(1);
    }
    await deliver();
    const [last] = await mails();
    expect(last!.due_at).toEqual(new Date(begin.getTime() + 48 * 60 * minuteMs));
    now = last!.due_at!;
    await deliver();
    expect(await mails()).toMatchObject([{ state: 'bounced', attempts: 8, due_at: null, settled_at: now }]);
    expect(server.asked).toHaveLength(8);
  });

  it('waits together with the others while the mail server is down', async () => {
    for (let index = 0; index < 12; index += 1) await enqueue(aNewMail(`asa${index}@customers.example`));
    const { url } = server;
    await server.close();
    await deliver(url);
    const waiting = await states();
    expect(waiting.filter((state) => state === 'deferred').length).toBeLessThanOrEqual(4);
    expect(waiting.filter((state) => state === 'queued').length).toBeGreaterThanOrEqual(8);
    server = await startMailServer();
    waitMinutes(1);
    await deliver();
    expect(new Set(await states())).toEqual(new Set(['sent']));
    expect(server.received).toHaveLength(12);
  });

  it.each([
    ['says nothing to a recipient', 'silent@customers.example', { answerMs: 200, wholeMs: 60_000 }, 'deferred'],
    [
      'says nothing for too long altogether',
      'silent@customers.example',
      { answerMs: 60_000, wholeMs: 200 },
      'deferred',
    ],
    ['takes a mail and says nothing', 'hang@customers.example', { answerMs: 200, wholeMs: 60_000 }, 'unknown'],
    ['breaks off before the mail', 'drop@customers.example', undefined, 'deferred'],
  ])('is not waited for where the server %s', async (_what, to, patience, state) => {
    await enqueue(aNewMail(to));
    await deliver(server.url, patience);
    expect(await states()).toEqual([state]);
  });
});

describe('a mail of which nobody knows whether it arrived', () => {
  it('is not sent again where two are worse than none', async () => {
    await enqueue(aNewMail('cut@customers.example'));
    await deliver();
    expect(await mails()).toMatchObject([{ state: 'unknown', attempts: 1, due_at: null }]);
    waitMinutes(60 * 48);
    await deliver();
    expect(server.received).toHaveLength(1);
  });

  it('is sent again where none is worse than two', async () => {
    await enqueue(aNewMail('cut@customers.example', { whenUnknown: 'send-again' }));
    await deliver();
    expect(await mails()).toMatchObject([{ state: 'deferred' }]);
    waitMinutes(1);
    await deliver();
    expect(server.received).toHaveLength(2);
    expect(server.received[0]).toEqual(server.received[1]);
  });

  it.each([
    ['ask', 'unknown', 1],
    ['send-again', 'deferred', 2],
  ] as const)('is treated likewise after kill -9 (%s)', async (whenUnknown, state, arrivals) => {
    await enqueue(aNewMail('hang@customers.example', { whenUnknown }));
    // The embedded database belongs to one process.
    await database.close();
    now = new Date();
    const script = fileURLToPath(new URL('../../../tests/factories/deliver-mails.ts', import.meta.url));
    const arrival = server.nextArrival();
    const child = spawn(
      process.execPath,
      [script, place.dataDir, server.url, ...(place.databaseUrl ? [place.databaseUrl] : [])],
      {
        stdio: 'inherit',
      },
    );
    await arrival;
    child.kill('SIGKILL');
    await once(child, 'close');
    database = await openDatabase(place);
    await deliver();
    expect(await states(), 'it may still be under way').toEqual(['sending']);
    waitMinutes(11);
    // Long enough to be reached on a busy machine; then it hangs again.
    await deliver(server.url, { answerMs: 1_000, wholeMs: 5_000 });
    expect(await states()).toEqual([state]);
    expect(server.received).toHaveLength(arrivals);
  });
});

it('is sent once by many who work at the same time', async () => {
  for (let index = 0; index < 30; index += 1) await enqueue(aNewMail(`asa${index}@customers.example`));
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 30 }, (_, index) => `asa${index}@customers.example`).toSorted(),
  );
  expect(new Set(await states())).toEqual(new Set(['sent']));
});

describe('an address', () => {
  it('that does not exist gets no further mail', async () => {
    await enqueue(aNewMail('gone@customers.example'));
    await deliver();
    expect(await mails()).toMatchObject([{ state: 'bounced', outcome: '550 5.1.1' }]);
    await enqueue(aNewMail('GONE@customers.example', { dedupeKey: 'a second one' }));
    await deliver();
    expect(await states()).toEqual(['suppressed', 'bounced']);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['barred@customers.example', '550 5.7.1'],
    ['full@customers.example', '552 5.2.2'],
    ['unplain@customers.example', '500 5.5.2'],
    ['spam@customers.example', '554 5.7.1'],
  ])('%s that was refused for another reason is tried with the next mail', async (to, outcome) => {
    await enqueue(aNewMail(to));
    await deliver();
    expect(await mails()).toMatchObject([{ state: 'bounced', outcome }]);
    await enqueue(aNewMail(to, { dedupeKey: 'a second one' }));
    await deliver();
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ['unknown-sender@customers.example', '550 5.1.8'],
    ['no-sender@customers.example', '550 5.1.7'],
  ])('%s is not blamed for what is wrong with ours, and nobody is asked until it is right', async (to, outcome) => {
    await enqueue(aNewMail(to));
    waitMinutes(1);
    for (let index = 0; index < 10; index += 1) await enqueue(aNewMail(`unknown-sender@customers${index}.example`));
    await deliver();
    expect(server.asked.length).toBeLessThan(9);
    expect((await mails()).find(({ recipient }) => recipient === to)).toMatchObject({ state: 'deferred', outcome });
    expect(await database.kysely.selectFrom('mail_suppressions').selectAll().execute()).toEqual([]);
  });
});
