import type { TextAnswer } from '../../../shared/api/text.ts';
import { operator } from '../../../shared/business/company.ts';
import type { TextOperation, UsageFeature } from '../../../shared/business/text-service.ts';
import { paths } from '../../../shared/paths.ts';
import { Problem } from '../../http/problem.ts';
import { AiFault, type Tokens } from '../../integrations/ai-provider.ts';
import { finish } from '../quotas/quotas.ts';
import { type Admitted, admitText, describeQuota } from './admission.ts';
import { findBlocked } from './content-policy.ts';
import type { FindingKind } from './faithfulness/finding.ts';
import { type Judgement, judgeText } from './faithfulness/findings.ts';
import { keepFaultless } from './faithfulness/keep-sentences.ts';
import { readPoints } from './faithfulness/points.ts';
import { repairText } from './faithfulness/repair.ts';
import { deriveMark } from './marks.ts';
import type { Model } from './model-chain.ts';
import { findProfile } from './model-profiles.ts';
import { composePrompt, type Prompt } from './prompt.ts';
import type { TextCall, TextService } from './text-call.ts';
import { ToldText } from './told-text.ts';

export { getTextService } from './text-service.ts';

/** Nobody waits for the text any more, or must not: the client left or does not read, or this server ends. */
export class CallEnd extends Error {
  override name = 'CallEnd';
  readonly why: 'left' | 'stuck' | 'ending';

  constructor(why: CallEnd['why']) {
    super(why);
    this.why = why;
  }
}

/** What happens before the answer, where it is previewed. A text that was told so far is void after `restart`. */
export type TextEvent = { type: 'delta'; text: string; model: string } | { type: 'restart'; model: string };

/** Besides a bad text, one more model is tried. */
const maxBadTexts = 2;
/** How long the provider may be waited for in one request (text-service design, section 6). */
const waiting = { baseMs: 30_000, perWordMs: 1000 / 20, maxMs: 120_000 } as const;
export const findDeadlineMs = (transcript: string): number =>
  Math.min(waiting.maxMs, waiting.baseMs + transcript.split(/\s+/).length * waiting.perWordMs);

const charactersPerToken = 3;
const answerTokens = { perTranscript: 1.5, more: 1536 } as const;

/**
 * Writes the text of an admitted request and settles it: whoever has seen a part of it is counted, unless it went wrong on our
 * side. Yields a preview of what has been judged; the answer is what is returned. Throws `Problem`s. What was said is neither
 * stored nor logged.
 */
export async function* writeText(service: TextService, call: TextCall): AsyncGenerator<TextEvent, TextAnswer> {
  const admitted = await admitText(service, call);
  const work = new Work(service, call);
  let isSettled = false;
  const settle = async (state: 'counted' | 'released', outcome: string) => {
    isSettled = true;
    const { model, prompt, tokens, faults } = work;
    call.log.info({ feature: featureOf(call.operation), model: model?.name, outcome, faults }, 'text');
    const usage = { input_tokens: tokens.input, output_tokens: tokens.output };
    const ending = { state, outcome, model: model?.name ?? null, prompt_version: prompt.version, ...usage };
    const used = await finish(service.database, admitted.attempt, ending, service.clock());
    // A repeat is settled in the month in which it was counted first.
    return admitted.attempt.attempts === 1 ? used : undefined;
  };
  try {
    const { text, fault } = yield* work.write();
    const outcome = text.trim() === call.request.transcript.trim() ? 'unchanged' : 'changed';
    const used = await settle(outcome === 'changed' ? 'counted' : 'released', fault ?? outcome);
    return await describeAnswer(service, call, work, admitted, { text, outcome, used });
  } catch (error) {
    if (!isSettled) await settle(stateAfter(error, work), outcomeOf(error));
    throw explain(error, service);
  } finally {
    // Whoever reads a stream stops reading it.
    const end = call.signal.aborted ? call.signal.reason : new CallEnd('left');
    if (!isSettled) await settle(stateAfter(end, work), outcomeOf(end));
  }
}

const featureOf = (operation: TextOperation): UsageFeature =>
  operation === 'generate' ? 'text-generation' : 'text-enhancement';

/** Why a text of a model is not delivered. */
type Fault = FindingKind | 'incomplete' | 'refused';

/** The part of the work that asks models. */
class Work {
  readonly prompt: Prompt;
  readonly tokens: Tokens = { input: 0, output: 0 };
  /** The one that was asked last. */
  model: Model | undefined;
  /** What was wrong with the texts that were not good enough. */
  readonly faults: FindingKind[] = [];
  /** Whether the client has seen any text. */
  hasTold = false;
  readonly #service: TextService;
  readonly #call: TextCall;
  readonly #budget: { leftMs: number };
  readonly #canBeJudged: boolean;
  readonly #verdict: Promise<void>;

  constructor(service: TextService, call: TextCall) {
    const { operation, request } = call;
    this.#service = service;
    this.#call = call;
    this.prompt = composePrompt(operation, request);
    this.#budget = { leftMs: findDeadlineMs(request.transcript) };
    this.#canBeJudged = service.chain.moderation.isAwake;
    // Beside the model; nothing is told before. What stands in several parts is judged together as well.
    const { said } = this.prompt;
    this.#verdict = this.#judge(said.length > 1 ? [...said, said.join('\n\n')] : said);
    this.#verdict.catch(() => {});
  }

  /**
   * The first text without fault; or the first of which all but a few sentences can be kept; or the transcript itself with the
   * fault for which no better one was found.
   */
  async *write(): AsyncGenerator<TextEvent, { text: string; fault?: Fault }> {
    const { chain } = this.#service;
    const { operation, request } = this.#call;
    // Nobody is asked for what could not be told.
    if (!this.#canBeJudged) await this.#verdict;
    const tried = new Set<string>();
    let badTexts = 0;
    let fault: Fault | undefined;
    let kept: { text: string; model: Model; whole: ToldText } | undefined;
    for (let asked = chain.next(tried); asked && badTexts < maxBadTexts; asked = chain.next(tried)) {
      tried.add(asked.model.name);
      this.model = asked.model;
      try {
        const grown = new ToldText(operation, request, this.prompt, (text) => this.#judge([text]));
        yield* this.#ask(asked.model, grown);
        chain.worked(asked);
        await this.#verdict;
        const text = repairText(operation, request, grown.toString());
        const judgement = await judgeText(operation, request, this.prompt, text);
        fault = judgement.findings[0]?.kind;
        if (!fault) {
          await grown.requireJudged();
          return { text };
        }
        this.faults.push(...new Set(judgement.findings.map(({ kind }) => kind)));
        const faultless = kept ? undefined : await this.#keep(judgement);
        if (faultless !== undefined) kept = { text: faultless, model: asked.model, whole: grown };
      } catch (error) {
        if (!(error instanceof AiFault)) throw error;
        if (error.kind === 'rejected') throw ourFault(error);
        if (error.kind === 'incomplete' || error.kind === 'refused') fault = error.kind;
        else if (this.#budget.leftMs > 0) chain.failed(asked, error);
        else throw this.#unavailable(error);
        if (fault !== error.kind) continue;
        chain.worked(asked);
      }
      badTexts += 1;
    }
    await this.#verdict;
    if (kept) {
      this.model = kept.model;
      await kept.whole.requireJudged();
      return { text: kept.text };
    }
    if (!fault) throw this.#unavailable();
    return { text: request.transcript, fault };
  }

  /** What is left of a text when sentences at fault are said as they were; undefined where it is not faultless then. */
  async #keep({ comparison, findings }: Judgement): Promise<string | undefined> {
    const { operation, request } = this.#call;
    const text = comparison && operation !== 'generate' ? keepFaultless(comparison, findings) : undefined;
    if (text === undefined) return undefined;
    const judged = await judgeText(operation, request, this.prompt, text);
    return judged.findings.length ? undefined : text;
  }

  async *#ask(model: Model, text: ToldText): AsyncGenerator<TextEvent, void> {
    const { provider, config } = this.#service;
    const { request, accountId, signal, isPreviewed } = this.#call;
    const { instructions, input } = this.prompt;
    const expected = request.transcript.length / charactersPerToken;
    const stream = provider.write(
      {
        model: model.name,
        ...findProfile(model),
        instructions,
        input,
        maxOutputTokens: Math.ceil(answerTokens.perTranscript * expected) + answerTokens.more,
        safetyIdentifier: deriveMark(config.linkSecret, 'safety identifier', accountId).slice(0, 43),
      },
      { budget: this.#budget, signal },
    );
    let held = '';
    let isFirst = true;
    let tokens: Tokens | null = null;
    let hasFailed = false;
    try {
      for (;;) {
        const { value, done } = await stream.next();
        if (done) {
          tokens = value;
          return;
        }
        text.add(value);
        await this.#verdict;
        if (!isPreviewed) continue;
        held += value;
        if (!(await text.mayBeTold())) continue;
        if (isFirst && this.hasTold) yield { type: 'restart', model: model.name };
        isFirst = false;
        this.hasTold = true;
        yield { type: 'delta', text: held, model: model.name };
        held = '';
      }
    } catch (error) {
      hasFailed = error instanceof AiFault;
      if (error instanceof AiFault) tokens = error.tokens ?? null;
      throw error;
    } finally {
      // What was written and then refused or broken off costs, too, and what nobody waits for any more; where the provider did
      // not say how much, about so much.
      const hasCost = !text.isEmpty || !hasFailed;
      this.#count(tokens ?? (hasCost ? estimateTokens(this.prompt, text.toString()) : undefined));
      await stream.return(null);
    }
  }

  #count(tokens: Tokens | undefined): void {
    this.tokens.input += tokens?.input ?? 0;
    this.tokens.output += tokens?.output ?? 0;
  }

  /** Throws what is not allowed; without a verdict nothing goes out. */
  async #judge(texts: readonly string[]): Promise<void> {
    const { provider, config, chain } = this.#service;
    const { operation, signal } = this.#call;
    if (!chain.moderation.isAwake) throw this.#unavailable();
    const call = chain.moderation.ask();
    let scores: Readonly<Record<string, number>>;
    try {
      scores = await provider.moderate(texts, signal);
    } catch (error) {
      if (!(error instanceof AiFault)) throw error;
      chain.notJudged(call, error);
      throw error.kind === 'rejected' ? ourFault(error) : this.#unavailable(error, `moderation ${error.kind}`);
    }
    chain.moderation.worked(call);
    const categories = findBlocked(scores, operation);
    if (!categories.length) return;
    const policy = `${config.siteOrigin}${paths.aiServiceUsePolicy}`;
    throw new Problem('content-not-allowed', {
      reason: categories.join(' '),
      members: { categories, policy, objections: operator.supportEmail },
    });
  }

  #unavailable(cause?: AiFault, reason?: string): Problem {
    const seconds = this.#service.chain.retryAfterSeconds();
    const headers = { 'retry-after': String(seconds) };
    return new Problem('text-service-unavailable', { cause, headers, ...(reason && { reason }) });
  }
}

const ourFault = (cause: AiFault) => new Problem('internal-error', { cause, reason: cause.code ?? '' });

const estimateTokens = ({ instructions, input }: Prompt, text: string): Tokens => ({
  input: Math.ceil((instructions.length + input.length) / charactersPerToken),
  output: Math.ceil(text.length / charactersPerToken),
});

/** Reading all but the end must not be free, nor what stops being allowed further on; an end of ours must be. */
function stateAfter(error: unknown, { hasTold }: Work): 'counted' | 'released' {
  const isTheirs =
    error instanceof CallEnd
      ? error.why !== 'ending'
      : error instanceof Problem && error.code === 'content-not-allowed';
  return isTheirs && hasTold ? 'counted' : 'released';
}

function outcomeOf(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return error instanceof CallEnd ? error.why : 'failed';
}

function explain(error: unknown, { chain }: TextService): unknown {
  if (!(error instanceof CallEnd)) return error;
  const seconds = String(error.why === 'ending' ? 10 : chain.retryAfterSeconds());
  return new Problem('text-service-unavailable', { reason: error.why, headers: { 'retry-after': seconds } });
}

async function describeAnswer(
  service: TextService,
  { operation, requestId }: TextCall,
  { prompt, model, tokens }: Work,
  { allowance, accountId }: Admitted,
  { text, outcome, used: known }: { text: string; outcome: 'changed' | 'unchanged'; used: number | undefined },
): Promise<TextAnswer> {
  const points = operation === 'structure' ? readPoints(text) : undefined;
  const { limit, used, remaining, end } = await describeQuota(service, accountId, allowance, known);
  return {
    id: requestId,
    text,
    ...(points && { points }),
    outcome,
    aiGenerated: outcome === 'changed',
    model: model?.name ?? '',
    promptVersion: prompt.version,
    usage: { inputTokens: tokens.input, outputTokens: tokens.output },
    quota: { limit, used, remaining, resetsAt: end.toISOString() },
  };
}
