import type { Config } from '../../config/config.ts';
import type { AiFault, AiProvider } from '../../integrations/ai-provider.ts';

export type Model = Config['text']['models'][number];
type ListedModel = Awaited<ReturnType<AiProvider['listModels']>>[number];

/** A fault after which operators have something to do. */
export type Notice = { about: 'account'; code: string } | { about: 'retired'; model: string };

/** When a model that keeps failing is left alone, in milliseconds. */
const breaker = { failuresInARow: 5, firstPauseMs: 30_000, longestPauseMs: 300_000 } as const;
/** One request tries whether it works again; when nothing is heard of that one, another may. */
const trialMs = 120_000;
const longestSkipMs = 60_000;
/** Where the provider does not say how long. */
const standardSkipMs = 10_000;
const accountPauseMs = 60_000;
/** How often the provider is asked which models it has, and how soon after it did not say. */
const lookEveryMs = 24 * 60 * 60_000;
const lookAgainMs = 5 * 60_000;

interface Health {
  failures: number;
  pauseMs: number;
  /** Not asked before then. */
  asleepUntil: number;
  isRetired: boolean;
  endsOn: string | null;
}

/** Which model is asked next, from what has been heard of each; one per server process. */
export interface ModelChain {
  /** The first that can be asked at the moment and is not in `tried`. */
  next(tried: ReadonlySet<string>): Model | undefined;
  /** A text, good or bad, has arrived whole. */
  worked(model: Model): void;
  failed(model: Model, fault: AiFault): void;
  /** Until a model can be asked again. */
  retryAfterSeconds(): number;
  /** True once a day, for whoever then asks the provider for its models. */
  isLookDue(): boolean;
  /** What the provider says it has; a retired model that is there again is asked again. */
  learn(listed: readonly ListedModel[]): void;
}

export function createModelChain(
  models: readonly Model[],
  { clock, notify }: { clock: () => Date; notify: (notice: Notice) => void },
): ModelChain {
  const health = new Map<string, Health>(
    models.map(({ name }) => [
      name,
      { failures: 0, pauseMs: breaker.firstPauseMs, asleepUntil: 0, isRetired: false, endsOn: null },
    ]),
  );
  let accountAsleepUntil = 0;
  let lookAt = 0;
  const now = () => clock().getTime();
  const today = () => clock().toISOString().slice(0, 10);
  const of = ({ name }: Model) => health.get(name)!;
  /** It may exist, but not for us: not announced yet, or over. */
  const isUsable = (model: Model) => {
    const { isRetired, endsOn } = of(model);
    return !isRetired && (endsOn === null || today() < endsOn) && (model.from === undefined || today() >= model.from);
  };
  return {
    next(tried) {
      if (accountAsleepUntil > now()) return undefined;
      const model = models.find((each) => !tried.has(each.name) && isUsable(each) && of(each).asleepUntil <= now());
      if (model && of(model).failures >= breaker.failuresInARow) of(model).asleepUntil = now() + trialMs;
      return model;
    },
    worked(model) {
      Object.assign(of(model), { failures: 0, pauseMs: breaker.firstPauseMs, asleepUntil: 0 });
    },
    failed(model, { kind, code = kind, retryAfterMs = standardSkipMs }) {
      const state = of(model);
      if (kind === 'rate-limited') state.asleepUntil = now() + Math.min(retryAfterMs, longestSkipMs);
      if (kind === 'account') {
        accountAsleepUntil = now() + accountPauseMs;
        notify({ about: 'account', code });
      }
      if (kind === 'model-gone') {
        state.isRetired = true;
        notify({ about: 'retired', model: model.name });
      }
      if (kind !== 'unavailable') return;
      state.failures += 1;
      if (state.failures < breaker.failuresInARow) return;
      state.asleepUntil = now() + state.pauseMs;
      state.pauseMs = Math.min(state.pauseMs * 2, breaker.longestPauseMs);
    },
    retryAfterSeconds() {
      const times = models.filter(isUsable).map((model) => Math.max(of(model).asleepUntil, accountAsleepUntil));
      const soonest = times.length ? Math.min(...times) : now() + longestSkipMs;
      return Math.min(Math.max(1, Math.ceil((soonest - now()) / 1000)), longestSkipMs / 1000);
    },
    isLookDue() {
      if (lookAt > now()) return false;
      lookAt = now() + lookAgainMs;
      return true;
    },
    learn(listed) {
      lookAt = now() + lookEveryMs;
      const endings = new Map(listed.map(({ name, endsOn }) => [name, endsOn]));
      for (const [name, state] of health) {
        state.isRetired = !endings.has(name);
        state.endsOn = endings.get(name) ?? null;
      }
    },
  };
}
