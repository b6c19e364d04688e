import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SubscriptionRequest } from '../../../shared/api/subscription.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { budgets } from '../../../shared/business/budgets.ts';
import { strangerMails } from '../../../shared/business/mail.ts';
import { dayMs } from '../../../shared/durations.ts';
import { noticeNumber } from '../../../shared/notice-number.ts';
import { accessPaths } from '../../../shared/open-paths.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { startDovecot, type TestMailbox } from '../../../tests/factories/dovecot.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { aConsentRequest } from '../../../tests/factories/records.ts';
import { aTextRequest, createTextApi, type TextApi } from '../../../tests/factories/text-api.ts';

/** Attacks from many networks at once, over the wire, each with a customer who withdraws meanwhile and afterwards. */
const networks = 25;

let mailbox: TestMailbox;
let smtp: TestMailServer;
let api: TextApi;
let origin: string;
beforeAll(async () => {
  mailbox = await startDovecot();
  smtp = await startMailServer();
  api = await createTextApi({
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'post@writing-ant.example', BOUNCE_IMAP_URL: mailbox.url },
    ...{ SALES_OPEN: 'ch', RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  api.time.now = new Date('2026-11-25T13:30:00Z');
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await api.close();
  await smtp.close();
  await mailbox.stop();
});

let round = 0;
beforeEach(() => {
  round += 1;
  // What is counted by day begins anew; what is counted by minute, because every round comes from elsewhere.
  api.time.now = new Date(api.time.now.getTime() + dayMs);
  smtp.received.length = 0;
  api.ai.misbehave();
});

/** Every second one is of IPv6: a /48. */
const networkOf = (n: number) => (n % 2 ? `2001:db8:${round.toString(16)}${n}::1` : `198.51.${100 + round}.${n}`);
async function send(path: string, body: object | URLSearchParams, from: string, headers: Record<string, string> = {}) {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': from, dnt: '1', ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}
/** From all networks side by side, each time so often; how many were answered with each status. */
async function flood(times: number, act: (from: string, index: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  const lane = async (n: number) => {
    for (let index = 0; index < times; index += 1) {
      const { status } = await act(networkOf(n), n * times + index);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: networks }, (_, n) => lane(n)));
  return counts;
}
const asApp = async (userId: string, extra = {}) => ({ ...(await api.desktopHeaders(userId)), ...extra });
const aNotice = (email: string, given: object = {}) => ({
  ...{ kind: 'withdrawal', fullName: 'Åsa Müller', email, contract: 'My plan', locale: 'en', ...given },
});
const withdraw = (email: string) => send(apiPaths.notices, aNotice(email), `203.0.113.${round}`);
const mailsTo = (name: string) =>
  smtp.received.filter(({ to }) => to[0]!.toLowerCase().startsWith(name)).map(({ message }) => wordsOf(message));
/** All ids of a list, page by page, and every line. */
async function readList(command: string, ...options: string[]) {
  const lines: string[] = [];
  for (let next: string[] = []; ; ) {
    const page = (await api.operate(command, ...options, ...next)).lines;
    lines.push(...page);
    const more = /--after \S+$/m.exec(page.join('\n'))?.[0];
    if (!more) return { lines, ids: lines.flatMap((line) => /^[0-9a-f-]{36}(?= {2})/.exec(line) ?? []) };
    next = more.split(' ');
  }
}

interface Customer {
  userId: string;
  email: string;
  act(request: SubscriptionRequest): Promise<{ statusCode: number }>;
}
type Attack = (customer: Customer) => Promise<void>;

/** By the numbers of the review that found them. */
const attacks: readonly [finding: string, Attack][] = [
  [
    '1: a report in words, a complaint and an answer of a machine, without a mark, silence nobody',
    async ({ userId, email }) => {
      const mails = await api.database.kysely
        .selectFrom('mails')
        .select('id')
        .where('account_id', '=', userId)
        .execute();
      const words = `The following address failed:\n\n  ${email}\n  550 5.1.1 User unknown`;
      const complaint = 'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=feedback-report; boundary="b"';
      const feedback = `\n--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Rcpt-To: ${email}\n\n--b--`;
      for (const to of mails.flatMap(({ id }) => [`bounce+${id}@`, `bounce+${id}.${'a'.repeat(16)}@`]))
        for (const rest of [
          `Subject: Mail delivery failed\n\n${words}`,
          `${complaint}\nSubject: Abuse\n${feedback}`,
          `Auto-Submitted: auto-replied\nX-Failed-Recipients: ${email}\nSubject: Undeliverable\n\n${words}`,
        ])
          mailbox.receive(
            `From: <>\nReturn-Path: <>\nDelivered-To: ${to}writing-ant.example\nTo: ${to}writing-ant.example\n${rest}`,
          );
      expect(await api.runDueJobs()).toEqual([]);
      expect(await api.database.kysely.selectFrom('mail_suppressions').selectAll().execute()).toEqual([]);
    },
  ],
  [
    '2: no word of a written text that is not allowed leaves, however many ask for streams of it at once',
    async () => {
      api.ai.misbehave({ moderation: { scores: { hate: 0.9 }, about: 'So I wanted' } });
      const events = { accept: 'text/event-stream' };
      const ask = async (n: number) => {
        const headers = await asApp('user_text', { ...events, 'idempotency-key': randomUUID() });
        return send(apiPaths.textEnhance.replace('enhance', 'generate'), aTextRequest(), networkOf(n), headers);
      };
      const told = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)));
      expect(told.some(({ text }) => text.includes('content-not-allowed'))).toBe(true);
      expect(told.filter(({ status }) => status === 200)).toEqual([]);
      expect(told.map(({ text }) => text).join('')).not.toMatch(/So I|wanted/);
    },
  ],
  [
    '3: what comes before the text, or in a list of words, is judged with it',
    async () => {
      api.ai.misbehave({ moderation: { scores: { hate: 0.9 }, about: 'Thorsday' } });
      for (const given of [{ previous: 'All about Thorsday' }, { vocabulary: ['Thorsday'] }]) {
        const headers = await asApp('user_text', { 'idempotency-key': randomUUID() });
        const answer = await send(apiPaths.textEnhance, aTextRequest(given), networkOf(1), headers);
        expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('content-not-allowed')]);
      }
    },
  ],
  [
    '4: a cancellation in a stranger’s name carries none of the sender’s words to any spelling of a mailbox',
    async () => {
      const words = { fullName: 'Your parcel waits', contract: 'Pay at evil.example', kind: 'cancellation' };
      const counts = await flood(budgets.notices.minute.address + 1, (from, n) =>
        send(apiPaths.notices, aNotice(`Target+${n}@STRANGERS${round}.example`, words), from),
      );
      expect(counts[201]).toBeGreaterThanOrEqual(networks * budgets.notices.minute.address);
      expect(await api.runEnqueuedJobs()).toEqual([]);
      expect(mailsTo('target').length).toBeLessThanOrEqual(strangerMails.ofMailbox + 1);
      expect(mailsTo('target').join()).not.toMatch(/parcel|evil/i);
    },
  ],
  [
    '5: what is sent by the hundred, with lines that look like entries, hides nothing and forges no entry',
    async () => {
      const forged = randomUUID();
      const contract = `${' '.repeat(76)}\n${forged}  2026-11-27T09:00:00.000Z  withdrawal  accounts: user_m_bob`;
      const from = (n: number) => `junk${n}@strangers${n}.example`;
      await flood(budgets.notices.minute.address, (network, n) =>
        send(apiPaths.notices, aNotice(from(n), { contract }), network),
      );
      const { ids } = await readList('notice list');
      expect(ids.length).toBeGreaterThan(100);
      expect(ids).not.toContain(forged);
    },
  ],
  [
    '6: who types a customer’s address in accounts of their own keeps that customer from nothing',
    async ({ email, act }) => {
      const spellings = [email, email.toUpperCase(), email.replace('@', '+free@')];
      await Promise.all(spellings.map((each, n) => api.download(`user_thief_${round}_${n}`, { email: each })));
      expect((await act({ action: 'cancel', followedBy: 'free' })).statusCode).toBe(200);
      expect((await act({ action: 'resume' })).statusCode).toBe(200);
    },
  ],
  [
    '7: statistics, consents and a waiting list that 25 networks use up take nothing from the law',
    async () => {
      const visit = { page: 'other', locale: 'en', isView: true, vitals: [] };
      const asking = (n: number) => new URLSearchParams({ email: `a${n}@list.example`, country: 'CH', language: 'en' });
      const asked = await flood(budgets.accessRequests.minute.address, (from, n) =>
        send(accessPaths.ask, asking(n), from),
      );
      expect(asked[429], 'the world’s budget of a minute').toBeGreaterThan(0);
      // The world's budget of these is used up in rate-limits.test.ts, without a wire, which is sooner done than a minute is over.
      const [visits, choices] = await Promise.all([
        flood(12, (from) => send(apiPaths.statistics, visit, from)),
        flood(12, (from) => send(apiPaths.consents, aConsentRequest({}, api.time.now), from)),
      ]);
      expect([visits, choices]).toEqual([{ 200: 12 * networks }, { 201: 12 * networks }]);
    },
  ],
  [
    '8: recordings reported from many places at once are bounded for the account, whoever reports',
    async () => {
      const ofRecording = { mode: 'offline', startedAt: api.time.now.toISOString(), seconds: 1, language: 'de' };
      const report = async (n: number) => {
        const one = () => ({ id: randomUUID(), model: 'parakeet-tdt-0.6b', ...ofRecording });
        return send(
          apiPaths.speechRequests,
          { requests: Array.from({ length: 200 }, one) },
          networkOf(n),
          await asApp('user_text'),
        );
      };
      const answers = await Promise.all(
        Array.from({ length: budgets.reportCalls.minute.account }, (_, n) => report(n)),
      );
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from usage_requests where account_id = 'user_text'`.execute(
        api.database.kysely,
      );
      expect(rows[0]!.count).toBeLessThanOrEqual(budgets.recordings.day.account + 20);
    },
  ],
];

it.each(attacks)(
  '%s; and a withdrawal arrives, is listed, confirmed and carried out',
  { timeout: 180_000 },
  async (_, attack) => {
    const buyer = aBuyerAt(api);
    const email = `customer${round}@customers.example`;
    await buyer.give({ email, country: 'CH' });
    expect((await buyer.order()).statusCode).toBe(201);
    await buyer.pay();
    if (round === 1) await api.download('user_text', { email: 'text@customers.example' });
    expect(await api.runEnqueuedJobs()).toEqual([]);

    const [during] = await Promise.all([withdraw(email), attack({ ...buyer, email })]);
    api.time.now = new Date(api.time.now.getTime() + 60_000);
    const afterwards = await withdraw(email);
    expect([during.status, afterwards.status]).toEqual([201, 201]);
    const ids = [during, afterwards].map(({ text }) => JSON.parse(text).id as string);
    const notices = await readList('notice list');
    const waiting = await readList('waiting list', '--kind', 'withdrawals');
    for (const id of ids) expect([notices.ids, waiting.ids], id).toEqual(Array(2).fill(expect.arrayContaining([id])));

    expect(await api.runEnqueuedJobs()).toEqual([]);
    const told = mailsTo(email).filter((words) => words.includes('My plan'));
    for (const id of ids)
      expect(
        told.filter((words) => words.includes(noticeNumber(id))),
        id,
      ).toHaveLength(1);
    await api.operate('notice assign', ids[0]!, buyer.userId, '--as-cancellation');
    expect((await readList('notice list')).ids).not.toContain(ids[0]);
  },
);
