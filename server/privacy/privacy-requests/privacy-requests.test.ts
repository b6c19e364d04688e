import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { operator } from '../../../shared/business/company.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { readZip } from '../../../tests/factories/zip.ts';
import type { Service, ServiceCommand } from '../../contract/command.ts';
import { OperatorMistake } from '../../contract/command.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { performOn } from '../../operator/perform.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { findDueTime } from './deadlines.ts';

let api: TestApi;
let clock: ServiceClock;
let service: Service;
const logLines: string[] = [];
beforeAll(async () => {
  api = await createTestApi({ LOG_LEVEL: 'error' }, { logStream: { write: (line) => void logLines.push(line) } });
  clock = await openServiceClock(api.database);
  const { database, config, runDueJobs } = api;
  service = {
    isPublic: false,
    config,
    database,
    ...product,
    runDueJobs,
    clock: { ...clock, now: () => api.time.now },
  };
});
afterAll(() => api.close());

async function operate(command: string, ...args: string[]) {
  // One after the other, as the mails are asked for.
  api.time.now = new Date(api.time.now.getTime() + 1);
  const found = product.commands.find(({ name }) => name === command) as ServiceCommand;
  return performOn(service, found, args);
}
const listed = async (lines: Promise<{ lines: string[] }>) => (await lines).lines.join('\n');
const open = async (...args: string[]) => /Request (\S+),/.exec(await listed(operate('request open', ...args)))![1]!;
const begin = (userId: string, email: string, locale: Locale = 'de') =>
  api.download(userId, aDownloadRequest({ email, locale, documents: documentsInForce(api.time.now) }));
async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}
/** Without what everybody gets who accepts the terms. */
const mailsTo = async (recipient: string) => {
  const rows = await api.database.kysely
    .selectFrom('mails')
    .where('recipient', '=', recipient)
    .where('kind', '!=', 'contract-confirmation')
    .orderBy('enqueued_at')
    .orderBy('kind')
    .selectAll()
    .execute();
  return rows.map(({ kind, message, state }) => ({ kind, state, words: wordsOf(message!) }));
};
const wordsOf = (message: string) =>
  Buffer.from(
    message
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();
const codeFor = async (recipient: string) => {
  const { words } = (await mailsTo(recipient)).findLast(({ kind }) => /^request-(identify|answered)$/.test(kind))!;
  return /\b(\d{4}) (\d{4})\b/.exec(words)!.slice(1).join('');
};
const openAnswer = (url: string, form?: Record<string, string>) =>
  form
    ? api.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
    : api.app.inject(url);

it('is due at the end of the thirtieth day after it arrived, where the company is', () => {
  const due = (time: string) => findDueTime(new Date(time)).toISOString();
  expect(due('2026-12-01T12:00:00Z')).toBe('2026-12-31T23:00:00.000Z');
  // Shortly before and after midnight in Zurich, and across the change to summer time.
  expect(due('2026-12-01T22:59:59Z')).toBe('2026-12-31T23:00:00.000Z');
  expect(due('2026-12-01T23:00:00Z')).toBe('2027-01-01T23:00:00.000Z');
  expect(due('2027-03-10T12:00:00Z')).toBe('2027-04-09T22:00:00.000Z');
});

it.each(locales)('a request by mail is confirmed, identified and answered, in %s', async (locale) => {
  const email = `${locale}@customers.example`;
  await begin(`user_${locale}`, email, locale);
  const id = await open('access', '--channel', 'post', '--account', `user_${locale}`);
  const [received] = await mailsTo(email);
  expect(received!.kind).toBe('request-received');
  expect(received!.words).not.toMatch(/\{\w+\}|undefined/);
  await expect(operate('request answer', id, 'Here.')).rejects.toThrow(OperatorMistake);
  await expect(operate('request export', id)).rejects.toThrow(/not proven/);
  await operate('request identify', id);
  expect((await operate('request identify', id, await codeFor(email))).outcome).toBe('identity proven');
  expect(await listed(operate('request export', id))).toContain(email);

  const answered = await listed(operate('request answer', id, 'This is <all>.\nAsk on.'));
  const url = pathOf(/https?:\S+/.exec(answered)![0]);
  const question = await openAnswer(url);
  expect([question.statusCode, question.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(question.body).toContain('autocomplete="one-time-code"');
  expect(question.body).not.toContain('This is');
  expect((await openAnswer(url, { code: '0000' })).statusCode).toBe(403);
  const code = await codeFor(email);
  const page = await openAnswer(url, { code: `${code.slice(0, 4)} ${code.slice(4)}` });
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('This is &#60;all&#62;.\nAsk on.')]);
  expect(page.body).toContain(`lang="${locale}`);
  const copy = await openAnswer(url, { code, copy: '1' });
  expect(copy.headers['content-disposition']).toContain('attachment');
  const { data } = JSON.parse(readZip(copy.rawPayload).get('data.json')!.toString());
  expect(data.account.email).toBe(email);
  expect(await listed(operate('request list'))).toContain(`answered  ${id}`);
  await expect(operate('request answer', id, 'Once more.')).rejects.toThrow(/ended/);
  for (const { words } of await mailsTo(email)) expect(words).not.toMatch(/\{\w+\}|undefined/);
});

it('the link opens nothing after 7 days, with another secret, or without the code', async () => {
  const email = 'late@customers.example';
  const id = await open('access', '--channel', 'email', '--email', email, '--locale', 'sv');
  await operate('request identify', id);
  await operate('request identify', id, await codeFor(email));
  const at = api.time.now.getTime();
  const url = pathOf(/https?:\S+/.exec(await listed(operate('request answer', id, 'Nothing is stored.')))![0]);
  const code = await codeFor(email);
  const other = await openAnswer(url.replace(/.{4}$/, 'ffff'), { code });
  expect([other.statusCode, other.body.includes('Nothing is stored')]).toEqual([404, false]);
  expect((await openAnswer('/privacy-answer/no/no')).statusCode).toBe(404);
  expect((await openAnswer(url, { code })).body).toContain('Nothing is stored.');
  // Nobody has an account with this address, so there is nothing to copy.
  expect((await openAnswer(url, { code, copy: '1' })).headers['content-type']).toContain('text/html');
  await moveTo(at + 7 * dayMs - 2 * 60_000);
  expect((await openAnswer(url, { code })).statusCode).toBe(200);
  await moveTo(at + 7 * dayMs + 1000);
  expect((await openAnswer(url, { code })).statusCode).toBe(404);
  const row = await api.database.kysely.selectFrom('privacy_requests').where('id', '=', id).selectAll().execute();
  expect(row).toMatchObject([{ answer: null, link_sha256: null, code_sha256: null, outcome: 'answered' }]);
});

it('the wrong person is refused: five wrong codes, and nothing is handed out', async () => {
  await begin('user_victim', 'victim@customers.example');
  const id = await open('access', '--channel', 'portal', '--account', 'user_victim');
  await operate('request identify', id);
  const right = await codeFor('victim@customers.example');
  const wrong = right === '12345678' ? '87654321' : '12345678';
  for (let tried = 0; tried < 5; tried++) expect((await operate('request identify', id, wrong)).failed).toBe(true);
  expect(await operate('request identify', id, right)).toMatchObject({ failed: true, outcome: 'code spent' });
  await expect(operate('request answer', id, 'Everything.')).rejects.toThrow(OperatorMistake);
  const before = (await mailsTo('victim@customers.example')).length;
  const refused = await operate('request answer', id, '--refuse', 'We do not know who you are.');
  expect(refused.outcome).toBe('refused: identity not proven');
  expect(refused.lines.join()).not.toContain('http');
  expect(await mailsTo('victim@customers.example')).toHaveLength(before);
});

it('a request by mail is about no account but that of which it is said: anybody can type an address', async () => {
  await begin('user_mallory', 'typed@customers.example');
  const { lines } = await operate('request open', 'access', '--channel', 'email', '--email', 'Typed@customers.example');
  expect(lines.join('\n')).toContain('user_mallory');
  const id = /Request (\S+),/.exec(lines.join())![1]!;
  await operate('request identify', id);
  await operate('request identify', id, await codeFor('Typed@customers.example'));
  await operate('invite add', 'typed@customers.example', '--country', 'IE');
  const exported = JSON.parse((await operate('request export', id)).lines.slice(0, -1).join('\n'));
  expect(exported).toMatchObject({
    accessRequests: [{ email: 'typed@customers.example', country: 'IE', state: 'waiting' }],
    notices: [],
  });
  expect(exported.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'request-identify',
    'request-received',
  ]);
  expect(JSON.stringify(exported)).not.toContain('user_mallory');
  await operate('invite remove', exported.accessRequests[0].id);
  expect(JSON.parse((await operate('request export', id)).lines.slice(0, -1).join('\n')).accessRequests).toEqual([]);
  await operate('request answer', id, 'Your entry on the waiting list is deleted.');
});

it('a code opens the request alone for which it was mailed, also of the same person, and its link tells no other page', async () => {
  const email = 'twice@customers.example';
  const answers: { id: string; url: string; code: string }[] = [];
  for (const words of ['The first.', 'The second.']) {
    const id = await open('access', '--channel', 'email', '--email', email);
    await operate('request identify', id);
    const code = await codeFor(email);
    if (answers[0]) expect(await operate('request identify', id, answers[0].code)).toMatchObject({ failed: true });
    expect((await operate('request identify', id, code)).outcome).toBe('identity proven');
    const url = pathOf(/https?:\S+/.exec(await listed(operate('request answer', id, words)))![0]);
    // That with which somebody proves to be somebody is not the one that opens what is told to them.
    expect((await openAnswer(url, { code })).statusCode).toBe(403);
    answers.push({ id, url, code: await codeFor(email) });
  }
  const [first, second] = answers as [(typeof answers)[0], (typeof answers)[0]];
  expect((await openAnswer(second.url, { code: first.code })).body).not.toContain('The second.');
  expect((await openAnswer(first.url, { code: second.code })).body).not.toContain('The first.');
  expect((await openAnswer(first.url.replace(first.id, second.id), { code: second.code })).statusCode).toBe(404);
  for (const { url, code } of answers)
    for (const page of [
      await openAnswer(url),
      await openAnswer(url, { code: 'wrong' }),
      await openAnswer(url, { code }),
    ])
      expect([page.headers['referrer-policy'], page.headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
  expect((await openAnswer(first.url, { code: first.code })).body).toContain('The first.');
  expect((await openAnswer(`${first.url}x`)).headers['referrer-policy']).toBe('no-referrer');
});

it('five wrong codes close an answer, too, whoever tries them at once', async () => {
  const email = 'tried@customers.example';
  const id = await open('erasure', '--channel', 'email', '--email', email);
  await operate('request identify', id);
  await operate('request identify', id, await codeFor(email));
  const url = pathOf(/https?:\S+/.exec(await listed(operate('request answer', id, 'A secret.')))![0]);
  const code = await codeFor(email);
  const guesses = Array.from({ length: 12 }, () => openAnswer(url, { code: '00000000' }));
  for (const answer of await Promise.all(guesses)) expect(answer.statusCode).toBe(403);
  expect((await openAnswer(url, { code })).body).not.toContain('A secret.');

  // Whoever writes that none of it works gets a new link and a new code to the same words; the first ones stay shut.
  const ended = () => api.database.kysely.selectFrom('privacy_requests').where('id', '=', id).select('ended_at');
  const before = await ended().execute();
  const again = pathOf(/https?:\S+/.exec(await listed(operate('request answer', id, '--again')))![0]);
  const newCode = await codeFor(email);
  expect((await openAnswer(again, { code: newCode })).body).toContain('A secret.');
  expect((await openAnswer(url, { code: newCode })).body).not.toContain('A secret.');
  expect(await ended().execute()).toEqual(before);
  await moveTo(api.time.now.getTime() + 8 * dayMs);
  await expect(operate('request answer', id, '--again')).rejects.toThrow('enter it again');
});

it('the operator is reminded 10, 5 and 2 days before, then daily, and an overdue request is told', async () => {
  await api.database.kysely.deleteFrom('privacy_requests').execute();
  await api.database.kysely.deleteFrom('mails').execute();
  const received = api.time.now;
  const id = await open('objection', '--channel', 'representative', '--email', 'slow@customers.example');
  const due = findDueTime(received).getTime();
  const reminders = async () =>
    (await mailsTo(operator.privacyEmail)).filter(({ kind }) => kind === 'request-reminder');
  for (const [time, count] of [
    [due - 10 * dayMs - hourMs, 0],
    [due - 10 * dayMs, 1],
    [due - 9 * dayMs, 1],
    [due - 5 * dayMs, 2],
    [due - 2 * dayMs, 3],
    [due - dayMs, 4],
    [due - dayMs + hourMs, 4],
  ] as const) {
    await moveTo(time);
    expect([time, (await reminders()).length]).toEqual([time, count]);
  }
  expect((await operate('request list')).failed).toBe(false);
  expect(logLines.join()).not.toContain('overdue');
  await moveTo(due);
  expect((await reminders()).length).toBe(5);
  expect((await reminders()).at(-1)!.words).toContain('OVERDUE');
  expect(await operate('request list')).toMatchObject({ failed: true, outcome: 'open: 1, overdue: 1' });
  expect(logLines.join()).toContain('requests about personal data are overdue');
  for (const { words } of await reminders()) expect(words).not.toContain('slow@');
  await operate('request answer', id, '--refuse', 'Nobody told us the code.');
  await moveTo(due + 3 * dayMs);
  expect((await reminders()).length).toBe(5);
  expect((await operate('request list')).failed).toBe(false);
});

it('a request of somebody without an account is kept for three years after its end', async () => {
  const count = async () => (await api.database.kysely.selectFrom('privacy_requests').selectAll().execute()).length;
  expect(await count()).toBe(1);
  const end = api.time.now.getTime();
  await moveTo(end + 3 * 365 * dayMs - 5 * dayMs);
  expect(await count()).toBe(1);
  await moveTo(end + 3 * 366 * dayMs);
  expect(await count()).toBe(0);
});

it('refuses what is no request', async () => {
  for (const args of [
    [],
    ['gossip', '--channel', 'email', '--email', 'a@customers.example'],
    ['access', '--channel', 'rumour', '--email', 'a@customers.example'],
    ['access', '--channel', 'email', '--email', 'nobody'],
    ['access', '--channel', 'email', '--account', 'user_unknown'],
    ['access', '--channel', 'email', '--account', 'user_victim', '--email', 'victim@customers.example'],
    ['access', '--channel', 'email', '--email', 'a@customers.example', '--received', '2999-01-01T00:00:00Z'],
    ['access', '--channel', 'email', '--email', 'a@customers.example', '--locale', 'xx'],
  ])
    await expect(operate('request open', ...args)).rejects.toThrow(OperatorMistake);
});

it('a breach has a clock of 72 hours, and those affected are told once', async () => {
  await api.database.kysely.deleteFrom('mails').execute();
  await begin('user_breached', 'breached@customers.example', 'it');
  const known = api.time.now.getTime();
  const id = /Breach (\S+):/.exec(await listed(operate('breach open', 'A disk was lost')))![1]!;
  const reminders = async () => (await mailsTo(operator.privacyEmail)).length;
  await moveTo(known + hourMs);
  expect(await reminders()).toBe(1);
  await moveTo(known + 71 * hourMs);
  expect((await operate('breach list')).failed).toBe(false);
  await moveTo(known + 72 * hourMs);
  expect(await operate('breach list')).toMatchObject({ failed: true });
  expect((await operate('breach report', id)).outcome).toBe('reported late');
  expect((await operate('breach list')).failed).toBe(false);
  const words = Object.fromEntries(
    locales.map((locale) => [locale, { subject: `S ${locale}`, paragraphs: [`What happened, in ${locale}.`] }]),
  );
  const notify = (...more: string[]) =>
    operate('breach notify', id, JSON.stringify(words), '--account', 'user_breached', ...more);
  expect((await notify('--dry-run')).outcome).toBe('dry run');
  expect(await mailsTo('breached@customers.example')).toEqual([]);
  expect((await notify()).outcome).toBe('notified: 1');
  expect((await notify()).outcome).toBe('notified: 0');
  expect((await notify('--dry-run')).lines[0]).toContain('0 of 1 people');
  await expect(notify('--account', 'user_unknown')).rejects.toThrow('Nobody can be told of user_unknown.');
  const told = await mailsTo('breached@customers.example');
  expect(told.map(({ kind }) => kind)).toEqual(['breach-notice']);
  expect(told[0]!.words).toContain('What happened, in it.');
  await expect(operate('breach notify', id, '{}')).rejects.toThrow(OperatorMistake);
  await expect(operate('breach report', 'x')).rejects.toThrow(OperatorMistake);
});

it('nothing of a request names its person once the account is erased', async () => {
  await begin('user_erased', 'erased@customers.example');
  await open('erasure', '--channel', 'email', '--account', 'user_erased');
  const proven = await open('access', '--channel', 'post', '--account', 'user_erased');
  await operate('request identify', proven);
  await operate('request identify', proven, await codeFor('erased@customers.example'));
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_erased')}` };
  await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers });
  await moveTo(api.time.now.getTime() + 30 * dayMs + 60_000);
  const rows = await api.database.kysely.selectFrom('privacy_requests').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('erased@');
  // Nobody can be written to any more, and it can still be ended.
  const words = 'Your account was erased yesterday.';
  expect((await operate('request answer', proven, words)).outcome).toBe('answered by letter: account erased');
});
