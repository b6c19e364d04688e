import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AiStandIn, startAiStandIn } from '../../tests/factories/ai-stand-in.ts';
import { readConfig } from '../config/config.ts';
import { AiFault, type AiProvider, connectAiProvider, type WritingTask } from './ai-provider.ts';

/** What the provider's own client library and our stand-in say to each other. */
let ai: AiStandIn;
let provider: AiProvider;
beforeAll(async () => {
  ai = await startAiStandIn();
  const { text } = readConfig(ai.settings);
  provider = await connectAiProvider({ ...text, patience: { firstTextMs: 400, silenceMs: 400 } });
});
beforeEach(async () => {
  await expect.poll(() => ai.state.open).toBe(0);
  ai.misbehave();
});
afterAll(() => ai.close());

const task: WritingTask = {
  model: 'gpt-5',
  effort: 'minimal',
  instructions: 'Clean up the transcript.',
  input: [
    '<transcript-abc123>',
    'um so the meeting is is moved to Thursday. please tell the others',
    '</transcript-abc123>',
    'Operation: enhance. Language: American English (en-US).',
  ].join('\n'),
  maxOutputTokens: 2000,
  safetyIdentifier: 'mark',
};
const written = 'So the meeting is moved to Thursday. Please tell the others.';

async function write(
  changes: Partial<WritingTask> = {},
  { budgetMs = 10_000, signal = new AbortController().signal } = {},
) {
  const stream = provider.write({ ...task, ...changes }, { budget: { leftMs: budgetMs }, signal });
  let text = '';
  for (;;) {
    const { value, done } = await stream.next();
    if (done) return { text, tokens: value };
    text += value;
  }
}

const faultOf = (changes?: Parameters<typeof write>[0], limits?: Parameters<typeof write>[1]) =>
  write(changes, limits).then(
    () => undefined,
    (error: unknown) => error as AiFault,
  );

it('writes piece by piece, tells what it cost, and asks that nothing be stored', async () => {
  const { text, tokens } = await write();
  expect(text).toBe(written);
  expect(tokens).toEqual({ input: expect.any(Number), output: 15 });
  expect(ai.state.sentPieces).toBeGreaterThan(2);
  expect(ai.state.requests).toMatchObject([
    { path: '/v1/responses', body: { store: false, stream: true, safety_identifier: 'mark', max_output_tokens: 2000 } },
  ]);
});

it.each([
  ['gpt-4.1', {}],
  ['gpt-6.1-sol', { effort: 'low', hasExplicitCache: true }],
  ['gpt-6-luna', { effort: 'none', hasExplicitCache: true }],
])('knows what %s takes', async (model, optional) => {
  const { effort: _, ...rest } = task;
  expect((await write({ ...rest, effort: undefined, model, ...optional } as WritingTask)).text).toBe(written);
});

it.each([
  ['an effort that the model does not have', { model: 'gpt-6.1-sol' }, 'unsupported_value'],
  ['an effort where there is none', { model: 'gpt-4.1' }, 'unsupported_parameter'],
  ['an option of newer models', { hasExplicitCache: true }, 'unknown_parameter'],
  ['another form of message', { input: 'Hello' }, 'invalid_prompt'],
])('is told of %s', async (_, changes, code) => {
  expect(await faultOf(changes)).toMatchObject({ kind: 'rejected', code });
});

it.each<[string, object, object]>([
  ['an error of the provider', { status: 500 }, { kind: 'unavailable' }],
  ['a time-out of the provider', { status: 408 }, { kind: 'unavailable' }],
  ['a conflict', { status: 409 }, { kind: 'unavailable' }],
  ['a broken connection', { drop: true }, { kind: 'unavailable', code: 'connection' }],
  ['a connection that breaks later', { dropAfter: 2 }, { kind: 'unavailable' }],
  ['an end without the last event', { endAfter: 2 }, { kind: 'unavailable', code: 'cut' }],
  ['a late first word', { delayMs: 2_000 }, { kind: 'unavailable', code: 'late' }],
  ['silence in the middle', { silentAfter: 2 }, { kind: 'unavailable', code: 'late' }],
  [
    'a failure in the middle',
    { ending: 'failed' },
    { kind: 'unavailable', code: 'server_error', tokens: { output: 15 } },
  ],
  ['too much to do, at the end', { ending: 'overloaded' }, { kind: 'rate-limited' }],
  [
    'too much to do',
    { status: 429, code: 'slow_down', retryAfterSeconds: 7 },
    { kind: 'rate-limited', retryAfterMs: 7000 },
  ],
  ['an empty purse', { status: 429, code: 'insufficient_quota' }, { kind: 'account', code: 'insufficient_quota' }],
  ['a wrong key', { status: 401, code: 'invalid_api_key' }, { kind: 'account' }],
  ['a forbidden one', { status: 403 }, { kind: 'account' }],
  ['a limit reached', { ending: 'incomplete' }, { kind: 'incomplete', tokens: { output: 15 } }],
  ['a filter', { ending: 'filtered' }, { kind: 'refused' }],
  ['a refusal', { ending: 'refusal' }, { kind: 'refused' }],
])('tells %s apart', async (_, fault, expected) => {
  ai.misbehave({ models: { 'gpt-5': fault } });
  const found = await faultOf();
  expect(found).toBeInstanceOf(AiFault);
  expect(found).toMatchObject(expected);
  expect(found!.message).not.toContain('Refused');
});

it('tells of a model that is gone, and of a provider that is not there', async () => {
  ai.misbehave({ gone: ['gpt-5'] });
  expect(await faultOf()).toMatchObject({ kind: 'model-gone', code: 'model_not_found' });
  const nobody = await connectAiProvider({ ...readConfig({ AI_PORT: '9' }).text });
  await expect(nobody.listModels()).rejects.toMatchObject({ kind: 'unavailable' });
});

it('waits no longer than the budget of the whole request', async () => {
  ai.misbehave({ models: { 'gpt-5': { pieceDelayMs: 50 } } });
  expect(await faultOf({}, { budgetMs: 120 })).toMatchObject({ kind: 'unavailable', code: 'late' });
});

it('ends the provider’s work when nobody wants it any more', async () => {
  ai.misbehave({ models: { 'gpt-5': { pieceDelayMs: 20, repeat: 100 } } });
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(new Error('left')), 60);
  expect(await faultOf({}, { signal: leaving.signal })).toMatchObject({ message: 'left' });
  const stream = provider.write(task, { budget: { leftMs: 10_000 }, signal: new AbortController().signal });
  await stream.next();
  await stream.return(null);
  // One of the test before, whose answer nobody waited for, may have begun and been cut since.
  await expect.poll(() => ai.state.cut >= 2 && ai.state.open === 0).toBe(true);
});

it('hears what the moderation and the list of models say', async () => {
  ai.misbehave({
    moderation: { scores: { 'hate/threatening': 0.9 }, about: 'others' },
    shutdownDates: { 'gpt-5': '2026-12-11' },
    gone: ['gpt-4.1'],
  });
  const { signal } = new AbortController();
  expect((await provider.moderate(['tell the others'], signal))['hate/threatening']).toBe(0.9);
  expect((await provider.moderate(['tell them'], signal))['hate/threatening']).toBe(0);
  expect((await provider.moderate(['tell the others', 'tell them'], signal))['hate/threatening']).toBe(0.9);
  const models = await provider.listModels();
  expect(models).toContainEqual({ name: 'gpt-5', endsOn: '2026-12-11' });
  expect(models).toContainEqual({ name: 'gpt-6-luna', endsOn: null });
  expect(models.map(({ name }) => name)).not.toContain('gpt-4.1');
  ai.misbehave({ moderation: { status: 503 } });
  await expect(provider.moderate(['tell'], signal)).rejects.toMatchObject({ kind: 'unavailable' });
});
