import { utcDayOf } from '../../../shared/days.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { Config } from '../../config/config.ts';
import type { AiFault, AiProvider } from '../../integrations/ai-provider.ts';
import { Breaker } from './breaker.ts';

/** A model that is asked, from the day on if there is one (ISO date). */
export type Model = Config['text']['models'][number] & { from?: string };
type ListedModel = Awaited<ReturnType<AiProvider['listModels']>>[number];

/** A model that is asked, and which of its calls this is. */
export interface Asked {
  model: Model;
  call: number;
}

/** A fault after which operators have something to do. `silent`: nobody gets a text, for want of a verdict or of a model. */
export type Notice =
  | { about: 'account'; code: string }
  | { about: 'retired'; model: string }
  | { about: 'silent'; what: 'moderation' | 'models'; code: string }
  | { about: 'unlisted' };

const longestSkipMs = 60_000;
/** Where the provider does not say how long. */
const standardSkipMs = 10_000;
const accountPauseMs = 60_000;
/** How often the provider is asked which models it has, and how soon after it did not say. */
const lookEveryMs = dayMs;
const lookAgainMs = 5 * minuteMs;

interface Health {
  breaker: Breaker;
  isRetired: boolean;
  endsOn: string | null;
}

/** Which model is asked next, from what has been heard of each; one per server process. */
export interface ModelChain {
  /** The first that can be asked at the moment and is not in `tried`. */
  next(tried: ReadonlySet<string>): Asked | undefined;
  /** A text, good or bad, has arrived whole. */
  worked(asked: Asked): void;
  failed(asked: Asked, fault: AiFault): void;
  /** Without a verdict no text is told, whatever the models do. */
  moderation: Pick<Breaker, 'isAwake' | 'ask' | 'worked'>;
  notJudged(call: number, fault: AiFault): void;
  /** Whether a text asked for now would be tried at all. */
  isAvailable(): boolean;
  /** Until a text can be written again. */
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
  const now = () => clock().getTime();
  const health = new Map<string, Health>(
    models.map(({ name }) => [name, { breaker: new Breaker(now), isRetired: false, endsOn: null }]),
  );
  const moderation = new Breaker(now);
  let moderationFailedAt = 0;
  let accountAsleepUntil = 0;
  let lookAt = 0;
  const today = () => utcDayOf(clock());
  const of = ({ name }: Model) => health.get(name)!;
  /** It may exist, but not for us: not announced yet, or over. */
  const isUsable = (model: Model) => {
    const { isRetired, endsOn } = of(model);
    return !isRetired && (endsOn === null || today() < endsOn) && (model.from === undefined || today() >= model.from);
  };
  const pauseAccount = ({ kind, code = kind }: AiFault) => {
    accountAsleepUntil = now() + accountPauseMs;
    notify({ about: 'account', code });
  };
  /** False where the fault is another one. */
  const skip = (breaker: Breaker, call: number, { kind, retryAfterMs = standardSkipMs }: AiFault) => {
    if (kind === 'rate-limited') breaker.skip(call, Math.min(retryAfterMs, longestSkipMs));
    return kind === 'rate-limited';
  };
  const tellSilence = (what: 'moderation' | 'models', { kind, code = kind }: AiFault) =>
    notify({ about: 'silent', what, code });
  return {
    next(tried) {
      if (accountAsleepUntil > now()) return undefined;
      const model = models.find((each) => !tried.has(each.name) && isUsable(each) && of(each).breaker.isAwake);
      return model && { model, call: of(model).breaker.ask() };
    },
    worked: ({ model, call }) => of(model).breaker.worked(call),
    failed({ model, call }, fault) {
      const state = of(model);
      if (fault.kind === 'account') return pauseAccount(fault);
      if (fault.kind === 'model-gone') {
        state.isRetired = true;
        return notify({ about: 'retired', model: model.name });
      }
      if (fault.kind === 'unavailable') state.breaker.failed(call);
      else if (!skip(state.breaker, call, fault)) return;
      if (models.filter(isUsable).every((each) => of(each).breaker.isSilent)) tellSilence('models', fault);
    },
    moderation: {
      get isAwake() {
        return moderation.isAwake && accountAsleepUntil <= now();
      },
      ask: () => moderation.ask(),
      worked: (call) => moderation.worked(call),
    },
    notJudged(call, fault) {
      moderationFailedAt = now();
      if (fault.kind === 'account') return pauseAccount(fault);
      if (!skip(moderation, call, fault)) moderation.failed(call);
      if (moderation.isSilent) tellSilence('moderation', fault);
    },
    isAvailable: () =>
      accountAsleepUntil <= now() &&
      moderation.isAwake &&
      models.some((model) => isUsable(model) && of(model).breaker.isAwake),
    retryAfterSeconds() {
      const times = models.filter(isUsable).map((model) => of(model).breaker.asleepUntil);
      const soonest = times.length ? Math.min(...times) : now() + longestSkipMs;
      const wait = Math.max(soonest, accountAsleepUntil, moderation.asleepUntil, moderationFailedAt + standardSkipMs);
      return Math.min(Math.max(1, Math.ceil((wait - now()) / 1000)), longestSkipMs / 1000);
    },
    isLookDue() {
      if (lookAt > now()) return false;
      lookAt = now() + lookAgainMs;
      return true;
    },
    learn(listed) {
      const endings = new Map(listed.map(({ name, endsOn }) => [name, endsOn]));
      // A list without any of our models is rather a key that may not see them than the end of all of them.
      if (!models.some(({ name }) => endings.has(name))) return notify({ about: 'unlisted' });

      lookAt = now() + lookEveryMs;
      for (const [name, state] of health) {
        state.isRetired = !endings.has(name);
        state.endsOn = endings.get(name) ?? null;
      }
    },
  };
}
