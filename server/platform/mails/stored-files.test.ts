import { randomBytes, randomUUID } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mailDelivery } from '../../../shared/business/mail.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import type { AccountPart } from '../../contract/account-part.ts';
import { actIn } from '../../contract/act.ts';
import { connectMailServer } from '../../integrations/mail-server.ts';
import { deliverDue } from './delivery.ts';
import { addressMailKind } from './mails.tables.ts';
import { enqueueMail } from './outbox.ts';
import { fillFiles, markFile } from './stored-files.ts';

const accountId = 'user_asa';
let api: TestApi;
let server: TestMailServer;
beforeEach(async () => {
  server = await startMailServer();
  api = await createTestApi();
  await api.download(accountId, { email: 'asa@customers.example' });
  await api.database.kysely.deleteFrom('mails').execute();
});
afterEach(async () => {
  await api.close();
  await server.close();
});

const enqueue = (content: Buffer | { storedFile: string }) =>
  api.database.kysely.transaction().execute((trx) =>
    enqueueMail(actIn(trx, { config: api.config, clock: () => api.time.now }), {
      // The one kind that goes to an address that nobody has confirmed.
      kind: addressMailKind,
      dedupeKey: 'test',
      accountId,
      to: 'asa@customers.example',
      locale: 'de',
      subject: 'Schöne Grüsse',
      text: 'Grüezi\n',
      html: '<p>Grüezi</p>',
      attachments: [{ fileName: 'a.pdf', mediaType: 'application/pdf', content }],
    }),
  );

const deliver = (part: AccountPart) =>
  deliverDue({
    config: api.config,
    database: api.database,
    server: connectMailServer({ smtpUrl: server.url, needsTls: false }, api.config.dataDir),
    clock: () => api.time.now,
    log: { info() {}, warn() {} },
    returnAddress: () => api.config.mail.from,
    accountParts: [part],
  });

const ends = () => api.database.kysely.selectFrom('mails').select(['state', 'outcome']).execute();

it('a mail waits for a file of its account that cannot be made yet, and brings it byte by byte then', async () => {
  const [file, id] = [randomBytes(5000), randomUUID()];
  await enqueue({ storedFile: id });
  let made: Buffer | 'not-made' = 'not-made';
  const part: AccountPart = {
    mailFile: async (_, owner, asked) => (owner === accountId && asked === id ? made : undefined),
  };
  await deliver(part);
  expect(await ends()).toEqual([{ state: 'deferred', outcome: 'file not made yet' }]);
  expect(server.asked).toEqual([]);

  made = file;
  api.time.now = new Date(api.time.now.getTime() + minuteMs);
  await deliver(part);
  expect(await ends()).toMatchObject([{ state: 'sent' }]);
  const { attachments } = await simpleParser(server.received[0]!.message);
  expect(attachments.map(({ content }) => content.equals(file))).toEqual([true]);
});

it('a mail is never longer than it may be, with its files or without', async () => {
  const file = randomBytes(mailDelivery.maxBytes);
  await expect(enqueue(file)).rejects.toThrow('brings too much');
  await enqueue({ storedFile: randomUUID() });
  await deliver({ mailFile: async () => file });
  expect(await ends()).toEqual([{ state: 'bounced', outcome: 'too long' }]);
  expect(server.asked).toEqual([]);
});

it('what only looks like the mark of a file is what somebody wrote, and stays', async () => {
  const line = Buffer.from(markFile(randomUUID())).toString('base64');
  const fill = (owner: string | null, text: string, file: Buffer | undefined) =>
    fillFiles(
      api.database.kysely,
      `${text}\r\n`,
      { config: api.config, parts: [{ mailFile: async () => file }], accountId: owner },
      api.time.now,
    );
  expect(await fill(accountId, line, Buffer.from('file'))).toBe('ZmlsZQ==\r\n');
  expect(await fill(accountId, line, undefined)).toBe(`${line}\r\n`);
  expect(await fill(null, line, Buffer.from('file'))).toBe(`${line}\r\n`);
  expect(await fill(accountId, `> ${line}`, Buffer.from('file'))).toBe(`> ${line}\r\n`);
});
