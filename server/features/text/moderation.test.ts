import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../shared/business/company.ts';
import { soon } from '../../../tests/factories/text-api.ts';
import { createFaultyTextApi } from '../../../tests/factories/text-faults.ts';

/** Nothing is told before the provider's moderation has judged it (text-service design, section 5). */
let api: Awaited<ReturnType<typeof createFaultyTextApi>>;
beforeAll(async () => {
  api = await createFaultyTextApi();
}, 60_000);
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
        requestId: id,
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

  it('is not what journalists and lawyers dictate', async () => {
    api.ai.misbehave({
      moderation: { scores: { violence: 0.99, 'violence/graphic': 0.99, illicit: 0.9, harassment: 0.9 } },
    });
    expect((await api.ask()).json()).toMatchObject(good);
  });
});
