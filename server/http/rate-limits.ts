import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { type Budget, budgets, type Purpose, widerFactor } from '../../shared/business/budgets.ts';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { kindOfRequest } from './address-kind.ts';
import { Problem } from './problem.ts';

interface Limiter {
  /** As it is told to those who are refused. */
  name: string;
  limit: ReturnType<FastifyInstance['createRateLimit']>;
}

/** In the order of their cost: a user's and an address's as a request arrives, the world's once it is known to be valid. */
interface RouteLimit {
  onRequest: onRequestAsyncHookHandler;
  preHandler: preHandlerAsyncHookHandler;
}

type OwnPurpose = 'writes' | 'ownRights' | 'textCalls' | 'reportCalls' | 'dataCopies' | 'mailedLinks';

/** Limits of single routes, in addition to those of every request. */
export type RouteLimits = Readonly<Record<OwnPurpose, onRequestAsyncHookHandler>> & {
  /** For whatever anybody may add. */
  statistics: RouteLimit;
  consents: RouteLimit;
  /** The same, where a mail is sent to whom anybody may name. */
  accessRequests: RouteLimit;
  /** All of it once it is known to be valid: whoever has mistyped something has sent nothing. */
  notices: Pick<RouteLimit, 'preHandler'>;
};

/** What changes something without a limit of its own, and why none is needed. */
const limitedOtherwise: readonly string[] = [
  // Refused without a signature of the provider, whose events are stored once.
  'POST /api/webhooks/card-payments',
  // Each user has one, and it writes nothing but that.
  'POST /api/entitlements',
  'DELETE /api/session',
];

interface Limits {
  routeLimits: RouteLimits;
  /** Throws where a route was mounted that changes something and has no limit. */
  requireBudgets(): void;
}

/**
 * Limits every request to `app` by the table of budgets, including those to addresses that do not exist, before any other work is done for
 * it.
 */
export async function limitRates(app: FastifyInstance, factor: number): Promise<Limits> {
  await app.register(rateLimit, { global: false });
  const known = new Set<unknown>();
  const withoutBudget: string[] = [];
  app.addHook('onRoute', ({ method, url, onRequest, preHandler }) => {
    const writes = [method].flat().filter((each) => !['GET', 'HEAD', 'OPTIONS'].includes(each));
    const isLimited = [onRequest, preHandler].flat().some((hook) => known.has(hook));
    const names = isLimited ? [] : writes.map((each) => `${each} ${url}`);
    withoutBudget.push(...names.filter((name) => !limitedOtherwise.includes(name)));
  });
  const addressOf = (request: FastifyRequest) => normalizeIP(request.ip ?? '');
  const networkOf = (request: FastifyRequest) => normalizeIP(request.ip ?? '', 48);
  const userOf = (request: FastifyRequest) => request.session.userId;
  const everybody = () => 'all';
  const limiterOf = (name: string, max: number | undefined, keyGenerator: typeof addressOf, timeWindow: number) =>
    max === undefined ? [] : [{ name, limit: app.createRateLimit({ max: max * factor, timeWindow, keyGenerator }) }];
  const limitersOf = (purpose: Purpose) => {
    const { minute = {}, day = {} }: Budget = budgets[purpose];
    // Told under the name of its first use.
    const name = purpose === 'writes' ? 'downloadRequests' : purpose;
    const wide = minute.address === undefined ? undefined : minute.address * widerFactor;
    return {
      own: [
        ...limiterOf(name, minute.account, userOf, minuteMs),
        ...limiterOf(`${name}OfDay`, day.account, userOf, dayMs),
        ...limiterOf(name, minute.address, addressOf, minuteMs),
        ...limiterOf(name, wide, networkOf, minuteMs),
        ...limiterOf(`${name}OfDay`, day.network, networkOf, dayMs),
      ],
      world: [
        ...limiterOf(`all-${name}`, minute.world, everybody, minuteMs),
        ...limiterOf(`all-${name}OfDay`, day.world, everybody, dayMs),
      ],
    };
  };
  const hookOf = (limiters: readonly Limiter[]) => {
    const hook = async (request: FastifyRequest) => {
      for (const limiter of limiters) await count(limiter, request);
    };
    known.add(hook);
    return hook;
  };
  const own = (purpose: OwnPurpose) => hookOf(limitersOf(purpose).own);
  const anybodys = (purpose: Purpose): RouteLimit => {
    const { own, world } = limitersOf(purpose);
    return { onRequest: hookOf(own), preHandler: hookOf(world) };
  };
  const [api, pages] = (['api', 'pages'] as const).map((purpose) => hookOf(limitersOf(purpose).own));
  app.addHook('onRequest', (request) => (kindOfRequest(request) === 'api' ? api! : pages!)(request));
  const notices = limitersOf('notices');
  const routeLimits = {
    writes: own('writes'),
    ownRights: own('ownRights'),
    textCalls: own('textCalls'),
    reportCalls: own('reportCalls'),
    dataCopies: own('dataCopies'),
    mailedLinks: own('mailedLinks'),
    statistics: anybodys('statistics'),
    consents: anybodys('consents'),
    accessRequests: anybodys('accessRequests'),
    notices: { preHandler: hookOf([...notices.own, ...notices.world]) },
  };
  return {
    routeLimits,
    requireBudgets() {
      if (withoutBudget.length > 0) throw new Error(`${withoutBudget.join(', ')}: no budget.`);
    },
  };
}

async function count({ name, limit }: Limiter, request: FastifyRequest): Promise<void> {
  const result = await limit(request);
  if (result.isAllowed || !result.isExceeded) return;
  const seconds = Math.max(1, result.ttlInSeconds);
  throw new Problem('too-many-requests', {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"${name}";q=${result.max};w=${result.timeWindow / 1000}`,
      ratelimit: `"${name}";r=0;t=${seconds}`,
      // A client that asks too often does not keep a connection for it.
      connection: 'close',
    },
  });
}
