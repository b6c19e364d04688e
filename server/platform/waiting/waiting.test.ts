import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { operator } from '../../../shared/business/company.ts';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { product } from '../../features.ts';
import { waitingJob } from './waiting.jobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.kysely.deleteFrom('returned_mails').execute();
});

const waiting = async (...args: string[]) => (await api.operate('waiting list', ...args)).lines;
const ids = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]!).filter((id) => id.length === 36);

async function returned(ageDays: number): Promise<string> {
  const id = randomUUID();
  const arrived_at = new Date(api.time.now.getTime() - ageDays * dayMs);
  const row = {
    id,
    mailbox_key: id,
    mail_id: null,
    account_id: null,
    form: 'foreign',
    sender: '\u001b[2Jx',
    subject: 's',
  } as const;
  await api.database.kysely
    .insertInto('returned_mails')
    .values({ ...row, arrived_at, decided_at: null, decision: null })
    .execute();
  return id;
}

it('is empty when nothing waits', async () => {
  expect(await waiting()).toEqual(['Nothing waits.', 'Recorded: waiting list, listed: 0 of 0.']);
});

it('has what several features wait for, the oldest first, with deadlines and what settles each, and no stranger’s word', async () => {
  const old = await returned(40);
  const fresh = await returned(0);
  const notice = {
    kind: 'withdrawal',
    fullName: 'Åsa Öst',
    email: 'asa@example.org',
    contract: 'URGENT',
    locale: 'en',
  };
  const sent = await api.app.inject({ method: 'POST', url: apiPaths.notices, payload: notice });
  expect(sent.statusCode).toBe(201);
  await api.download('user_asa');
  await api.operate('request open', 'access', '--account', 'user_asa', '--channel', 'email');
  const lines = await waiting();
  expect(lines.slice(0, 3)).toEqual(['requests: 1, late: 0', 'returned-mail: 2, late: 1', 'withdrawals: 1, late: 0']);
  expect(ids(lines)[0]).toBe(old);
  expect(ids(lines)).toHaveLength(4);
  expect(lines.find((line) => line.startsWith(old))).toContain('LATE');
  expect(lines.find((line) => line.includes('  requests  '))).toMatch(/due \d{4}-/);
  expect(lines).toContain('returned-mail: mail returned <id> --means <not-delivered|nothing>');
  expect(lines.join()).not.toMatch(/Öst|URGENT|\[2J/);
  expect(ids(await waiting('--kind', 'withdrawals'))).toHaveLength(1);
  await api.operate('mail returned', old, fresh, '--means', 'nothing');
  const [{ id }] = (await api.database.kysely.selectFrom('notices').select('id').execute()) as [{ id: string }];
  await api.operate('notice dismiss', id, '--reason', 'repeated');
  expect((await waiting())[0]).toBe('requests: 1, late: 0');
  expect(ids(await waiting())).toHaveLength(1);
});

it('is read page by page, and nothing is hidden by what is newer', async () => {
  const all: string[] = [];
  for (let index = 0; index < 120; index += 1) all.push(await returned(120 - index));
  const seen: string[] = [];
  const ofKind = ['--kind', 'returned-mail'];
  let lines = await waiting(...ofKind);
  for (let page = 0; page < 3; page += 1) {
    seen.push(...ids(lines));
    const [, next = ''] = lines.map((line) => /--after (\S+)$/.exec(line)).find(Boolean) ?? [];
    if (!next) break;
    lines = await waiting(...ofKind, '--after', next);
  }
  expect(seen).toEqual(all);
  // How many working days there were depends on the day of the run.
  expect(lines[0]).toMatch(/^returned-mail: 120, late: 11\d$/);
});

it.each([['--kind', 'nonsense'], ['--after', 'yesterday'], ['--after', '2026-99-99/x'], ['everything']])(
  'refuses %s %s',
  async (...args) => {
    await expect(api.operate('waiting list', ...args)).rejects.toThrow();
  },
);

it('operators are mailed once a morning, a line for each kind with its oldest and its first deadline', async () => {
  await api.database.asOwner((owner) =>
    sql`truncate notices, mails, privacy_requests, returned_mails cascade`.execute(owner),
  );
  // A Monday.
  api.time.now = new Date('2026-11-23T09:00:00Z');
  const tell = () =>
    waitingJob.handle({ ...api, ...product, log: api.app.log, clock: () => api.time.now }, undefined as never);
  const told = async () =>
    (
      await api.database.kysely
        .selectFrom('mails')
        .select(['recipient', 'message'])
        .where('kind', '=', 'operator-notice')
        .orderBy('dedupe_key')
        .execute()
    ).map(({ recipient, message }) => ({ recipient, words: wordsOf(message!) }));
  await tell();
  expect(await told()).toEqual([]);
  await returned(40);
  await returned(0);
  const sent = { kind: 'withdrawal', fullName: 'Åsa Öst', email: 'asa@example.org', contract: 'URGENT', locale: 'en' };
  expect((await api.app.inject({ method: 'POST', url: apiPaths.notices, payload: sent })).statusCode).toBe(201);
  await api.download('user_morning');
  await api.operate('request open', 'access', '--account', 'user_morning', '--channel', 'email');
  for (const _twice of [1, 2]) await tell();
  const [first, ...more] = await told();
  expect([first?.recipient, more]).toEqual([operator.supportEmail, []]);
  expect(first?.words).toMatch(/Subject: Waits for you, 1 of it too long/);
  expect(first?.words).toMatch(/returned-mail: 2, late: 1\. The oldest has waited since 14 October 2026/);
  expect(first?.words).toMatch(/requests: 1, late: 0\. .*November 2026.* The first deadline is .*December 2026/);
  expect(first?.words).toMatch(/withdrawals: 1, late: 0\. The oldest has waited since 23 November 2026/);
  expect(first?.words).toContain('waiting list');
  expect(first?.words).not.toMatch(/Öst|URGENT|example\.org/);
  // Tuesday and Wednesday are over in Zurich.
  api.time.now = new Date('2026-11-26T06:00:00Z');
  await tell();
  expect((await told())[1]?.words).toMatch(/withdrawals: 1, late: 1/);
});
