import type OpenAI from 'openai';
import type { TextConfig, TextPatience } from '../config/text.ts';

/** A model is to write a text. */
export interface WritingTask {
  model: string;
  /** Optional parameters that this model takes. */
  effort?: string;
  hasExplicitCache?: boolean;
  instructions: string;
  input: string;
  maxOutputTokens: number;
  /** Tells the provider's abuse detection one user from another, and nobody by name. */
  safetyIdentifier: string;
}

export interface Tokens {
  input: number;
  output: number;
}

/**
 * Why a model wrote nothing, or not to the end. `unavailable`: it cannot be reached, is too slow, or failed.
 * `rate-limited`: it takes no more at the moment. `account`: the provider refuses ours. `model-gone`: it does not exist any
 * more. `rejected`: our request was wrong. `incomplete`: it reached its limit. `refused`: it does not want to.
 */
type AiFaultKind = 'unavailable' | 'rate-limited' | 'account' | 'model-gone' | 'rejected' | 'incomplete' | 'refused';

/** The provider's codes; whatever looks otherwise could be something that it quotes. */
const providerWord = /^[a-z_]{1,40}$/;

/** Without anything that the provider said, which may quote what it was sent. */
export class AiFault extends Error {
  override name = 'AiFault';
  readonly kind: AiFaultKind;
  /** The provider's own word for it, such as `insufficient_quota`. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** What it cost all the same, where the provider says so. */
  readonly tokens: Tokens | undefined;

  constructor(kind: AiFaultKind, about: { code?: string | undefined; retryAfterMs?: number; tokens?: Tokens } = {}) {
    super(kind);
    this.kind = kind;
    this.code = about.code && providerWord.test(about.code) ? about.code : undefined;
    this.retryAfterMs = about.retryAfterMs;
    this.tokens = about.tokens;
  }
}

interface ListedModel {
  name: string;
  /** ISO date; null while none is announced. */
  endsOn: string | null;
}

/** How long may still be waited for the provider in one request; it shrinks while waiting. */
interface TimeBudget {
  leftMs: number;
}

export interface AiProvider {
  /**
   * Yields the text piece by piece and returns what it cost. Whoever stops reading, or aborts, ends the provider's work.
   * Throws an `AiFault`, or the reason of `signal`.
   */
  write(task: WritingTask, limits: { budget: TimeBudget; signal: AbortSignal }): AsyncGenerator<string, Tokens | null>;
  /** How likely any of `texts` breaks each of the provider's categories, from 0 to 1. */
  moderate(texts: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  listModels(): Promise<ListedModel[]>;
}

const moderationModel = 'omni-moderation-latest';

type AiPatience = Pick<TextPatience, 'firstTextMs' | 'silenceMs'>;

/** Loaded with the first connection: commands of operators ask no model. */
let library: typeof import('openai');

/** Connects to the provider of `apiKey` at `baseUrl`; asks it nothing yet. */
export async function connectAiProvider({
  apiKey,
  baseUrl,
  patience,
}: Pick<TextConfig, 'apiKey' | 'baseUrl'> & { patience: AiPatience }): Promise<AiProvider> {
  library = await import('openai');
  // Whatever the library would take from the environment is named, so that it takes nothing.
  const client = new library.OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
  });
  return {
    write: (task, limits) => write(client, task, patience, limits),
    async moderate(texts, signal) {
      const options = { signal, timeout: patience.firstTextMs };
      try {
        const { results } = await client.moderations.create({ model: moderationModel, input: [...texts] }, options);
        // Whatever was not judged is not told.
        if (!texts.length || results.length !== texts.length) throw new AiFault('unavailable');
        return highestOf(results.map(({ category_scores }) => ({ ...category_scores })));
      } catch (error) {
        signal.throwIfAborted();
        throw toFault(error);
      }
    },
    async listModels() {
      try {
        const listed: ListedModel[] = [];
        for await (const { id, shutdown_date } of client.models.list({ timeout: patience.firstTextMs }))
          listed.push({ name: id, endsOn: shutdown_date ?? null });
        return listed;
      } catch (error) {
        throw toFault(error);
      }
    },
  };
}

function highestOf(scores: readonly Record<string, number>[]): Record<string, number> {
  const highest: Record<string, number> = {};
  for (const [category, score] of scores.flatMap(Object.entries))
    highest[category] = Math.max(score, highest[category] ?? 0);
  return highest;
}

async function* write(
  client: OpenAI,
  task: WritingTask,
  { firstTextMs, silenceMs }: AiPatience,
  { budget, signal }: { budget: TimeBudget; signal: AbortSignal },
): AsyncGenerator<string, Tokens | null> {
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  signal.addEventListener('abort', giveUp);
  const startedAt = performance.now();
  let hasText = false;
  let hasRefused = false;
  const patiently = <Value>(waiting: Promise<Value>) => {
    const patienceMs = hasText ? silenceMs : firstTextMs - (performance.now() - startedAt);
    return waitFor(waiting, Math.min(patienceMs, budget.leftMs), budget);
  };
  try {
    signal.throwIfAborted();
    const stream = await patiently(
      client.responses.create({ ...bodyOf(task), stream: true }, { signal: attempt.signal }),
    );
    const events = stream[Symbol.asyncIterator]();
    for (;;) {
      const { value: event, done } = await patiently(events.next());
      // The library's iterator also ends silently when it was aborted, and when the connection broke.
      if (done) throw new AiFault('unavailable', { code: 'cut' });
      if (event.type === 'response.output_text.delta') {
        hasText = true;
        yield event.delta;
      }
      if (event.type.startsWith('response.refusal.')) hasRefused = true;
      if (event.type === 'response.failed') throw failed(event.response);
      if (event.type === 'response.incomplete')
        throw new AiFault(event.response.incomplete_details?.reason === 'content_filter' ? 'refused' : 'incomplete', {
          ...withTokens(event.response),
        });
      if (event.type === 'response.completed') {
        if (hasRefused) throw new AiFault('refused', withTokens(event.response));
        return withTokens(event.response).tokens ?? null;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toFault(error);
  } finally {
    signal.removeEventListener('abort', giveUp);
    attempt.abort();
  }
}

function bodyOf({ model, effort, hasExplicitCache, ...task }: WritingTask) {
  return {
    model,
    instructions: task.instructions,
    input: [{ role: 'user' as const, content: task.input }],
    max_output_tokens: task.maxOutputTokens,
    safety_identifier: task.safetyIdentifier,
    store: false,
    ...(effort && { reasoning: { effort: effort as OpenAI.ReasoningEffort } }),
    // Otherwise every transcript would be written to a cache that is paid for and never read.
    ...(hasExplicitCache && { prompt_cache_options: { mode: 'explicit' as const } }),
  };
}

/** Throws an `AiFault` when nothing came in time. What is waited for must not fail unheard afterwards. */
async function waitFor<Value>(waiting: Promise<Value>, patienceMs: number, budget: TimeBudget): Promise<Value> {
  waiting.catch(() => {});
  const startedAt = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AiFault('unavailable', { code: 'late' })), Math.max(0, patienceMs));
  try {
    return await Promise.race([waiting, late]);
  } finally {
    clearTimeout(timer);
    budget.leftMs -= performance.now() - startedAt;
  }
}

function withTokens({ usage }: OpenAI.Responses.Response): { tokens?: Tokens } {
  return usage ? { tokens: { input: usage.input_tokens, output: usage.output_tokens } } : {};
}

function failed(response: OpenAI.Responses.Response): AiFault {
  const code = response.error?.code;
  return new AiFault(code === 'rate_limit_exceeded' ? 'rate-limited' : 'unavailable', {
    code,
    ...withTokens(response),
  });
}

function toFault(error: unknown): unknown {
  if (error instanceof AiFault) return error;
  // A broken connection or an answer that cannot be read; the library's own faults of use are ours.
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof library.APIConnectionError)
    return new AiFault('unavailable', { code: 'connection' });
  if (!(error instanceof library.APIError)) return error;
  const { status, code, headers } = error as InstanceType<typeof library.APIError>;
  const about = { code: code ?? undefined, ...readRetryAfter(headers) };
  if (status === undefined) return new AiFault(code === 'rate_limit_exceeded' ? 'rate-limited' : 'unavailable', about);
  // With 403, a model that the project may not use.
  if (status === 404 || code === 'model_not_found') return new AiFault('model-gone', about);
  if (status === 401 || status === 403 || code === 'insufficient_quota') return new AiFault('account', about);
  if (status === 429) return new AiFault('rate-limited', about);
  if (status === 408 || status === 409 || status >= 500) return new AiFault('unavailable', about);
  return new AiFault('rejected', about);
}

/** Seconds (RFC 9110, section 10.2.3); the provider sends no dates. */
function readRetryAfter(headers: Headers | undefined): { retryAfterMs?: number } {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
}
