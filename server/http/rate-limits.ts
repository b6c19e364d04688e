import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { kindOfRequest } from './address-kind.ts';
import { Problem } from './problem.ts';

/**
 * Requests a minute: `api` and `pages` from one address (IPv6: one /64 network), generous for a household or an office
 * behind one address, and for the card provider, which asks again what was refused; `writes`, what a form sends, `textCalls` and `dataCopies`, which read everything of an account, by one signed-in user. What
 * anybody may add has a budget for each purpose, so that none uses up another's: from one address, because it writes records, and
 * from the whole world, so that even many addresses cannot fill the disk. `accessRequests` and `notices` are fewer, because they mail
 * somebody; of `notices`, `noticesOfDay` is for a day, so that nobody hides those of others among his own. All of them may be many: what
 * they mail is limited by itself, and nobody's right is to wait for others. `mailedLinks` is for links that
 * somebody was mailed: there are only as many as there are.
 */
export const rateLimits = {
  writes: 20,
  textCalls: 30,
  dataCopies: 3,
  statistics: 120,
  allStatistics: 3000,
  consents: 120,
  allConsents: 3000,
  accessRequests: 6,
  allAccessRequests: 120,
  notices: 6,
  allNotices: 3000,
  noticesOfDay: 20,
  mailedLinks: 120,
  api: 600,
  pages: 3000,
} as const;

/** So many times as much comes from one /48 of IPv6, which one customer of a provider may have, as from a /64 of it. */
const widerFactor = 4;

interface Limiter {
  /** As it is told to those who are refused. */
  name: string;
  limit: ReturnType<FastifyInstance['createRateLimit']>;
}

interface AnybodysLimit {
  onRequest: onRequestAsyncHookHandler;
  preHandler: preHandlerAsyncHookHandler;
}

/** Limits of single routes, in addition to those of every request. */
export interface RouteLimits {
  /** Per user; runs once the session is known. */
  writes: onRequestAsyncHookHandler;
  textCalls: onRequestAsyncHookHandler;
  dataCopies: onRequestAsyncHookHandler;
  /** Per address. */
  mailedLinks: onRequestAsyncHookHandler;
  /** For whatever anybody may add: per address as it arrives, and in all once it is known to be valid. */
  statistics: AnybodysLimit;
  consents: AnybodysLimit;
  /** The same, where a mail is sent to whom anybody may name. */
  accessRequests: AnybodysLimit;
  /** Also per day, and all of it once it is known to be valid: whoever has mistyped something has sent nothing. */
  notices: Pick<AnybodysLimit, 'preHandler'>;
}

/**
 * Limits every request to `app`, including those to addresses that do not exist, before any other work is done for it.
 */
export async function limitRates(app: FastifyInstance, factor: number): Promise<RouteLimits> {
  await app.register(rateLimit, { global: false });
  const limiterOf = (
    name: keyof typeof rateLimits,
    keyGenerator: (request: FastifyRequest) => string,
    { times = 1, timeWindow = minuteMs } = {},
  ): Limiter => ({
    name,
    limit: app.createRateLimit({ max: rateLimits[name] * factor * times, timeWindow, keyGenerator }),
  });
  const addressOf = (request: FastifyRequest) => normalizeIP(request.ip ?? '');
  const networkOf = (request: FastifyRequest) => normalizeIP(request.ip ?? '', 48);
  const hookOf =
    (...limiters: readonly Limiter[]) =>
    async (request: FastifyRequest) => {
      for (const limiter of limiters) await count(limiter, request);
    };
  const eachOf = (name: keyof typeof rateLimits) => [
    limiterOf(name, addressOf),
    limiterOf(name, networkOf, { times: widerFactor }),
  ];
  const allOf = (name: keyof typeof rateLimits) => limiterOf(name, () => 'all');
  const api = limiterOf('api', addressOf);
  const pages = limiterOf('pages', addressOf);
  const userOf = (request: FastifyRequest) => request.session.userId;
  app.addHook('onRequest', async (request) => {
    await count(kindOfRequest(request) === 'api' ? api : pages, request);
  });
  return {
    // Told under the name of its first use.
    writes: hookOf({ ...limiterOf('writes', userOf), name: 'downloadRequests' }),
    textCalls: hookOf(limiterOf('textCalls', userOf)),
    dataCopies: hookOf(limiterOf('dataCopies', userOf)),
    mailedLinks: hookOf(...eachOf('mailedLinks')),
    statistics: { onRequest: hookOf(...eachOf('statistics')), preHandler: hookOf(allOf('allStatistics')) },
    consents: { onRequest: hookOf(...eachOf('consents')), preHandler: hookOf(allOf('allConsents')) },
    accessRequests: { onRequest: hookOf(...eachOf('accessRequests')), preHandler: hookOf(allOf('allAccessRequests')) },
    notices: {
      preHandler: hookOf(
        ...eachOf('notices'),
        limiterOf('noticesOfDay', networkOf, { timeWindow: dayMs }),
        allOf('allNotices'),
      ),
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
