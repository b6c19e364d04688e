import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../shared/business/company.ts';
import { readEvents, soon } from '../../../tests/factories/text-api.ts';
import { createFaultyTextApi } from '../../../tests/factories/text-faults.ts';

/** Nothing is told before the provider's moderation has judged it (text-service design, section 5). */
let api: Awaited<ReturnType<typeof createFaultyTextApi>>;
beforeAll(async () => {
  api = await createFaultyTextApi();
});
beforeEach(() => api.beginNextDay());
afterAll(() => api.close());

const events = { accept: 'text/event-stream' };
const good = { outcome: 'changed', text: expect.stringMatching(/^So I wanted .* tell the others\.$/) };
describe('content that the policy does not allow', () => {
  it('is refused before a word goes out, with the policy and a way to object; the provider’s work ends', async () => {
    api.ai.misbehave({
      moderation: { delayMs: 100, scores: { 'sexual/minors': 0.5 }, about: 'report' },
      models: { '*': { pieceDelayMs: 20, repeat: 20 } },
    });
    const id = randomUUID();
    const refused = await api.ask({}, { id, headers: events });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      ...{
        code: 'content-not-allowed',
        categories: ['sexual-minors'],
        requestId: refused.headers['request-id'],
        action: { url: `${api.config.siteOrigin}/ai-service-use-policy` },
        objections: operator.supportEmail,
      },
      policy: `${api.config.siteOrigin}/ai-service-use-policy`,
    });
    expect(await api.ledger(id)).toMatchObject({ state: 'released', used: 0, open: 0 });
    expect(await api.inputOf(id), 'it has cost something nevertheless').toBeGreaterThan(0);
    await expect.poll(() => [api.ai.state.open, api.ai.state.cut], soon).toEqual([0, 1]);
  });

  it('is judged more strictly where a text is to be invented, and so is that text', async () => {
    api.ai.misbehave({ moderation: { scores: { 'illicit/violent': 0.6 } } });
    expect((await api.ask()).statusCode).toBe(200);
    expect((await api.ask({}, { operation: 'generate' })).json().code).toBe('content-not-allowed');
    // Only the text that was written has the capital letter.
    api.ai.misbehave({ moderation: { scores: { hate: 0.9 }, about: 'So I wanted' } });
    expect((await api.ask()).statusCode).toBe(200);
    expect((await api.ask({}, { operation: 'generate' })).json().code).toBe('content-not-allowed');
  });

  it.each([{ status: 500 }, { delayMs: 30_000 }])(
    'cannot be told without a verdict: nothing goes out (%j)',
    async (moderation) => {
      api.ai.misbehave({ moderation });
      const id = randomUUID();
      expect((await api.ask({}, { id })).json().code).toBe('text-service-unavailable');
      expect(await api.ledger(id)).toMatchObject({ state: 'released', used: 0, open: 0 });
    },
  );

  it.each<[string, object, string, string]>([
    ['fails five times in a row', { status: 500 }, 'Nobody gets a text at the moment', '30'],
    ['refuses our account', { status: 401 }, 'The AI provider refuses our requests', '60'],
    ['asks for patience', { status: 429, retryAfterSeconds: 25 }, '', '25'],
  ])(
    'is not judged: where the moderation %s, no model is asked in vain, and operators are told once',
    async (_, moderation, subject, seconds) => {
      api.ai.misbehave({ moderation });
      const waits: unknown[] = [];
      for (let i = 0; i < 5; i++) waits.push((await api.ask()).headers['retry-after']);
      expect(waits[0]).toBe(subject.startsWith('Nobody') ? '10' : seconds);
      expect(waits[4]).toBe(seconds);
      const before = api.ai.state.requests.length;
      const refused = await api.ask();
      expect([refused.json().code, refused.headers['retry-after']]).toEqual(['text-service-unavailable', seconds]);
      expect(api.ai.state.requests).toHaveLength(before);
      await expect.poll(api.mailedSubjects, soon).toEqual(subject ? [subject] : []);
      api.time.now = new Date(api.time.now.getTime() + 60_000);
      api.ai.misbehave();
      expect((await api.ask()).json()).toMatchObject(good);
    },
  );

  it('is not judged for long because the moderation asks for patience: operators are told, once', async () => {
    const code = 'rate_limit_exceeded';
    api.ai.misbehave({ moderation: { status: 429, code, retryAfterSeconds: 20, delayMs: 50 } });
    const askAgain = async (times: number) => {
      for (let i = 0; i < times; i++) {
        // What is asked at the same time counts once.
        await Promise.all([api.ask(), api.ask()]);
        api.time.now = new Date(api.time.now.getTime() + 20_000);
      }
    };
    await askAgain(4);
    api.ai.misbehave();
    expect((await api.ask()).json()).toMatchObject(good);
    api.ai.misbehave({ moderation: { status: 429, code, retryAfterSeconds: 20, delayMs: 50 } });
    await askAgain(4);
    expect(await api.mailedSubjects()).toEqual([]);
    await askAgain(3);
    await expect.poll(api.mailedSubjects, soon).toEqual(['Nobody gets a text at the moment']);
    const { message } = await api.database.kysely
      .selectFrom('mails')
      .select('message')
      .where('kind', '=', 'operator-notice')
      .executeTakeFirstOrThrow();
    expect(message).toContain(code);
    api.ai.misbehave();
    expect((await api.ask()).json()).toMatchObject(good);
  });

  it('is not judged while the project has no credit left, which is what operators are told', async () => {
    api.ai.misbehave({ moderation: { status: 429, code: 'insufficient_quota' } });
    expect((await api.ask()).headers['retry-after']).toBe('60');
    await expect.poll(api.mailedSubjects, soon).toEqual(['The AI provider refuses our requests']);
  });

  it('cannot be judged because of our request: that is our fault, and given back', async () => {
    api.ai.misbehave({ moderation: { status: 400 } });
    const id = randomUUID();
    const failed = await api.ask({}, { id });
    expect([failed.statusCode, failed.json().code]).toEqual([500, 'internal-error']);
    expect(await api.ledger(id)).toMatchObject({ state: 'released', used: 0, open: 0 });
  });

  it('is as little allowed in what is sent with the transcript, or in all of it together', async () => {
    const vocabulary = ['Thorsday', 'Zwingli'];
    const about = { previous: 'how to build', vocabulary };
    for (const word of ['how to build', 'Thorsday', 'how to build\n\nThorsday\n\num so I wanted']) {
      api.ai.misbehave({ moderation: { scores: { 'illicit/violent': 0.9 }, about: word } });
      const id = randomUUID();
      expect((await api.ask(about, { id })).json().code, word).toBe('content-not-allowed');
      expect(await api.ledger(id), word).toMatchObject({ state: 'released', used: 0, open: 0 });
    }
    // What does not go to the model is nobody's business.
    api.ai.misbehave({ moderation: { scores: { 'illicit/violent': 0.9 }, about: 'Zwingli' } });
    expect((await api.ask(about)).statusCode).toBe(200);
    expect(api.ai.state.requests.filter(({ path }) => path === '/v1/moderations')).toHaveLength(1);
  });

  it('is not what journalists and lawyers dictate', async () => {
    api.ai.misbehave({
      moderation: { scores: { violence: 0.99, 'violence/graphic': 0.99, illicit: 0.9, harassment: 0.9 } },
    });
    expect((await api.ask()).json()).toMatchObject(good);
  });
});

describe('a text that is told while it is written', () => {
  const sentences = Array.from({ length: 60 }, (_, index) => `sentence number ${index} is about the annual report.`);
  const long = { transcript: sentences.join(' '), recording: { seconds: 200 } };
  const toldOf = (body: string) =>
    readEvents(body)
      .filter(({ event }) => event === 'delta')
      .map(({ data }) => String(data.text));
  /** Everything that the moderation was shown. */
  const judged = () =>
    api.ai.state.requests
      .filter(({ path }) => path === '/v1/moderations')
      .flatMap(({ body }) => [(body as { input: string | string[] }).input].flat());

  it('to order is told only as far as it was judged, and the first words long before the last', async () => {
    const answer = await api.ask(long, { operation: 'generate', headers: events });
    const told = toldOf(answer.body);
    expect(told.length).toBeGreaterThan(2);
    let soFar = '';
    for (const delta of told) {
      soFar += delta;
      expect(
        judged().some((text) => text.includes(soFar)),
        soFar,
      ).toBe(true);
    }
    const { text } = readEvents(answer.body).at(-1)!.data as { text: string };
    expect(text.startsWith(soFar.trimEnd())).toBe(true);
    expect(told[0]!.length).toBeLessThan(text.length / 4);
    expect(judged()).toContain(text);
    // Each time it is judged, there is about twice as much of it.
    expect(judged().join('').length).toBeLessThan(4 * text.length);
  });

  it('to order is refused without a word where its beginning is not allowed, uncounted', async () => {
    api.ai.misbehave({ moderation: { scores: { 'sexual/minors': 0.9 }, about: 'Sentence number 0' } });
    const id = randomUUID();
    const refused = await api.ask(long, { operation: 'generate', id, headers: events });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'content-not-allowed']);
    expect(await api.ledger(id)).toMatchObject({ state: 'released', used: 0, open: 0 });
  });

  it('to order is broken off where it stops being allowed; who has read the beginning is counted', async () => {
    api.ai.misbehave({ moderation: { scores: { 'sexual/minors': 0.9 }, about: 'Sentence number 40' } });
    const id = randomUUID();
    const answer = await api.ask(long, { operation: 'generate', id, headers: events });
    const told = toldOf(answer.body).join('');
    expect(told).toMatch(/^Sentence number 0 /);
    expect(told).not.toContain('number 40');
    expect(readEvents(answer.body).at(-1)).toMatchObject({ event: 'error', data: { code: 'content-not-allowed' } });
    expect(await api.ledger(id)).toMatchObject({ state: 'counted', outcome: 'content-not-allowed', used: 1, open: 0 });
    // The same without a stream has told nothing.
    const other = randomUUID();
    expect((await api.ask(long, { operation: 'generate', id: other })).statusCode).toBe(422);
    expect(await api.ledger(other)).toMatchObject({ state: 'released', used: 1, open: 0 });
  });

  it.each(['enhance', 'structure'] as const)(
    '%s tells nothing that was not said until it was judged',
    async (operation) => {
      // An order that is dictated, and a model that obeys it instead of writing it down.
      for (const behaviour of ['answers', 'translates'] as const) {
        api.ai.misbehave({ models: { '*': { behaviour, repeat: 20 } } });
        const answer = await api.ask({}, { operation, headers: events });
        // Two words are any text's.
        expect(toldOf(answer.body).join(''), behaviour).not.toMatch(/Stockholm|Bericht/);
        expect(readEvents(answer.body).at(-1)).toMatchObject({ event: 'done', data: { outcome: 'unchanged' } });
      }
      // Another tone brings words of its own.
      api.ai.misbehave({
        models: { '*': { behaviour: 'adds-facts' } },
        moderation: { scores: { 'sexual/minors': 0.9 }, about: 'Furthermore' },
      });
      const answer = await api.ask({ ...long, tone: 'friendly' }, { operation, headers: events });
      expect(toldOf(answer.body).join('')).toMatch(/Sentence number 0 .*Sentence number 50 /s);
      expect(answer.body).not.toContain('independent');
      expect(readEvents(answer.body).at(-1)).toMatchObject({ event: 'error', data: { code: 'content-not-allowed' } });
      // Nobody is asked about what nobody gets: where nothing is told meanwhile, the checks refuse it first.
      const whole = (await api.ask({ ...long, tone: 'friendly' }, { operation })).json();
      expect(whole).toMatchObject({ outcome: 'unchanged', text: long.transcript });
    },
  );

  it('of words that were said costs no second question to the moderation', async () => {
    const answer = await api.ask({}, { headers: events });
    expect(toldOf(answer.body).length).toBeGreaterThan(3);
    expect(judged()).toHaveLength(1);
  });
});
