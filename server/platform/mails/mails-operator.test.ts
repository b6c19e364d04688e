import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { anAccount, anAddress } from '../../../tests/factories/records.ts';
import { readConfig } from '../../config/config.ts';
import { actIn } from '../../contract/act.ts';
import { OperatorMistake } from '../../contract/command.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { connectMailServer } from '../../integrations/mail-server.ts';
import { perform } from '../../operator/perform.ts';
import { deliverDue } from './delivery.ts';
import { endAttempt } from './mails.queries.ts';
import { enqueueMail, withdrawMails } from './mails.ts';

const config = readConfig({ MAIL_FROM: 'post@writing-ant.example' });
const begin = new Date('2026-11-24T10:00:00.000Z');
const account = 'user_asa';

let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
let database: Database;
let server: TestMailServer;
let now: Date;
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
  await database.kysely
    .insertInto('accounts')
    .values(anAccount({ id: account, email: 'asa@customers.example' }))
    .execute();
  const addresses = ['asa', 'gone', 'cut'].map((name) => anAddress({ id: account }, `${name}@customers.example`));
  await database.kysely.insertInto('account_addresses').values(addresses).execute();
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
});
afterEach(() => server.close());

const enqueue = (to: string, accountId: string | null = null) =>
  database.kysely.transaction().execute((trx) =>
    enqueueMail(actIn(trx, { config, clock: () => now }), {
      kind: 'closed',
      dedupeKey: `closed ${to}`,
      accountId,
      to,
      locale: 'sv',
      subject: 'A secret subject',
      text: 'A secret text\n',
      html: '<p>A secret text</p>',
    }),
  );
const deliver = () =>
  deliverDue({
    config,
    database,
    server: connectMailServer({ smtpUrl: server.url, needsTls: false }, place.dataDir),
    clock: () => now,
    log: { info: () => undefined, warn: () => undefined },
    returnAddress: () => config.mail.from,
  });

/** Its last line, that the command was recorded, is left out. */
async function run(name: string, ...args: string[]) {
  const command = product.commands.find((each) => each.name === name);
  if (command?.kind !== 'transaction') throw new Error(`There is no ${name}.`);
  const { lines, ...result } = await perform(database, command, args, { ...product, config, clock: () => now });
  return { ...result, lines: lines.slice(0, -1) };
}
const findOnly = () => database.kysely.selectFrom('mails').selectAll().executeTakeFirstOrThrow();

it('mail list names what has not arrived, without addresses and words', async () => {
  expect(await run('mail list')).toMatchObject({ lines: ['No such mails.'], outcome: 'listed: 0' });
  for (const name of ['asa', 'cut', 'gone', 'later']) await enqueue(`${name}@customers.example`);
  await deliver();
  const { lines, outcome } = await run('mail list');
  expect(outcome).toBe('listed: 3');
  const text = lines.join('\n');
  for (const part of [
    'unknown  attempts: 1',
    'bounced  attempts: 1',
    'deferred  attempts: 1',
    '550 5.1.1',
    'closed (sv)',
  ])
    expect(text).toContain(part);
  expect(text).toContain(begin.toISOString());
  expect(text).not.toMatch(/customers|secret/);
  expect((await run('mail list', '--state', 'sent')).lines).toHaveLength(1);
  await expect(run('mail list', '--state', 'lost')).rejects.toThrow(OperatorMistake);
  await expect(run('mail list', 'gone@customers.example')).rejects.toThrow(OperatorMistake);
});

it('mail list shows every mail of an account, and of no other', async () => {
  await enqueue('asa@customers.example', account);
  await enqueue('gone@customers.example');
  await deliver();
  const { lines, subject } = await run('mail list', '--account', account);
  expect(lines).toEqual([expect.stringContaining('sent')]);
  expect(subject).toBe(account);
});

it('mail list says when there are more than it shows', async () => {
  for (let index = 0; index < 101; index += 1) await enqueue(`later${index}@customers.example`);
  const { lines, outcome } = await run('mail list', '--state', 'queued');
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe('There are more than these 100, which are the newest.');
  expect(outcome).toBe('listed: 100');
});

it('mail send-again sends a mail of unknown fate once more, as it was', async () => {
  await enqueue('cut@customers.example');
  await deliver();
  const { id } = await findOnly();
  now = new Date(begin.getTime() + 60 * 24 * 60 * 60_000);
  expect(await run('mail send-again', id)).toMatchObject({ outcome: 'queued', subject: id });
  expect(await findOnly()).toMatchObject({ give_up_at: new Date(now.getTime() + 48 * 60 * 60_000), outcome: null });
  expect(await run('mail send-again', id)).toMatchObject({
    outcome: 'none',
    lines: [expect.stringContaining('waits')],
  });
  await deliver();
  expect(server.received).toHaveLength(2);
  expect(server.received[0]).toEqual(server.received[1]);
});

it('mail send-again reaches an address that did not exist before', async () => {
  await enqueue('gone@customers.example');
  await deliver();
  const { id } = await findOnly();
  expect((await run('mail send-again', id)).lines).toContain('Its address counts as existing again.');
  await deliver();
  expect(server.asked, 'the server was asked again').toHaveLength(2);
  expect(await findOnly()).toMatchObject({ state: 'bounced', attempts: 2 });
});

it.each([
  ['that arrived', { state: 'sent', settled_at: begin, due_at: null }, 'A mail server took it'],
  ['under way', { state: 'sending', due_at: null }, 'It is being sent.'],
  ['whose words are gone', { state: 'bounced', due_at: null, recipient: null, message: null }, 'Its words are gone'],
] as const)('mail send-again leaves alone a mail %s', async (_what, state, words) => {
  await enqueue('asa@customers.example');
  await database.kysely.updateTable('mails').set(state).execute();
  const before = await findOnly();
  const { lines, outcome } = await run('mail send-again', before.id);
  expect(lines).toEqual([expect.stringContaining(words)]);
  expect(outcome).toBe('none');
  expect(await findOnly()).toEqual(before);
});

it('mail send-again knows no other mails', async () => {
  expect(await run('mail send-again', 'b7e4c1de-4cb0-4b0c-8d0e-3f6f1b7a1c11')).toMatchObject({ outcome: 'none found' });
  await expect(run('mail send-again', 'asa@customers.example')).rejects.toThrow(OperatorMistake);
  await expect(run('mail send-again')).rejects.toThrow(OperatorMistake);
});

it('a mail that is not true any more cannot be sent again', async () => {
  await enqueue('cut@customers.example', account);
  await deliver();
  await database.kysely.transaction().execute((trx) => withdrawMails(trx, account, ['closed']));
  const { id } = await findOnly();
  expect((await run('mail send-again', id)).lines).toEqual([expect.stringContaining('Its words are gone')]);
});

it('a mail that is not true any more is not sent again by itself, if a server puts it off at that moment', async () => {
  await enqueue('asa@customers.example', account);
  await database.kysely.updateTable('mails').set({ state: 'sending', attempts: 1, due_at: null }).execute();
  const { id } = await findOnly();
  await database.kysely.transaction().execute((trx) => withdrawMails(trx, account, ['closed']));
  const later = new Date(Date.now() + 60_000);
  const putOff = { state: 'deferred', due_at: later, settled_at: null, deferrals: 1, outcome: '451' } as const;
  await endAttempt(database.kysely, { id, attempts: 1 }, putOff);
  expect(await findOnly()).toMatchObject({ state: 'bounced', due_at: null, message: null });
});

it('mail letters names accounts that a legal mail did not reach', async () => {
  expect((await run('mail letters')).lines).toEqual(['Nobody is owed a letter.']);
  await enqueue('gone@customers.example', account);
  await database.kysely.updateTable('mails').set({ kind: 'change-notice' }).execute();
  await deliver();
  const { lines } = await run('mail letters');
  expect(lines).toEqual([expect.stringMatching(/^user_asa {2}change-notice {2}bounced {2}2026-/)]);
});

it.each([
  ['measure-terminate', true],
  ['breach-notice', true],
  ['measure-prove', false],
  ['contract-confirmation', false],
] as const)('mail letters asks for a letter after a lost %s; once the account has ended: %s', async (kind, isOwed) => {
  const { kysely } = database;
  await enqueue('gone@customers.example', account);
  await kysely.updateTable('mails').set({ kind, state: 'unknown', due_at: null, settled_at: now }).execute();
  const listed = async () => (await run('mail letters')).lines.some((line) => line.startsWith(account));
  expect(await listed()).toBe(true);
  const accounts = kysely.updateTable('accounts');
  await accounts.set({ status: 'ended', ended_at: now, ended_by: 'company' }).execute();
  expect(await listed()).toBe(isOwed);
  await accounts.set({ status: 'active', ended_at: null, ended_by: null }).execute();
});
