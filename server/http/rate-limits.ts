import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { kindOfRequest } from './address-kind.ts';
import { Problem } from './problem.ts';

/**
 * Requests a minute: `api` and `pages` from one address (IPv6: one /64 network), generous for a household or an office
 * behind one address, and for the card provider, which asks again what was refused; `downloadRequests`, `textCalls` and `dataCopies`, which read everything of an account, by one signed-in user and `visitorRecords` from one address, because they
 * write records; `allVisitorRecords` from the whole world, so that even many addresses cannot fill the disk; `accessRequests`
 * and `allAccessRequests` likewise, for what mails somebody.
 */
export const rateLimits = {
  downloadRequests: 20,
  textCalls: 30,
  dataCopies: 3,
  visitorRecords: 120,
  allVisitorRecords: 3000,
  accessRequests: 6,
  allAccessRequests: 120,
  api: 600,
  pages: 3000,
} as const;

interface Limiter {
  /** As it is told to those who are refused. */
  name: string;
  limit: ReturnType<FastifyInstance['createRateLimit']>;
}

const windowMs = 60_000;

/** Limits of single routes, in addition to those of every request. */
export interface RouteLimits {
  /** Per user; runs once the session is known. */
  downloadRequests: onRequestAsyncHookHandler;
  textCalls: onRequestAsyncHookHandler;
  dataCopies: onRequestAsyncHookHandler;
  /** Per address; for whatever anybody may add. */
  visitorRecords: onRequestAsyncHookHandler;
  /** Per address; for what sends a mail to whom anybody may name. */
  accessRequests: onRequestAsyncHookHandler;
}

/**
 * Limits every request to `app`, including those to addresses that do not exist, before any other work is done for it.
 */
export async function limitRates(app: FastifyInstance, factor: number): Promise<RouteLimits> {
  await app.register(rateLimit, { global: false });
  const limiterOf = (name: keyof typeof rateLimits, keyGenerator: (request: FastifyRequest) => string): Limiter => ({
    name,
    limit: app.createRateLimit({ max: rateLimits[name] * factor, timeWindow: windowMs, keyGenerator }),
  });
  const addressOf = (request: FastifyRequest) => normalizeIP(request.ip ?? '');
  const api = limiterOf('api', addressOf);
  const pages = limiterOf('pages', addressOf);
  const downloadRequests = limiterOf('downloadRequests', (request) => request.session.userId);
  const textCalls = limiterOf('textCalls', (request) => request.session.userId);
  const dataCopies = limiterOf('dataCopies', (request) => request.session.userId);
  app.addHook('onRequest', async (request) => {
    await count(kindOfRequest(request) === 'api' ? api : pages, request);
  });
  const allVisitorRecords = limiterOf('allVisitorRecords', () => 'all');
  const visitorRecords = limiterOf('visitorRecords', addressOf);
  const allAccessRequests = limiterOf('allAccessRequests', () => 'all');
  const accessRequests = limiterOf('accessRequests', addressOf);
  return {
    async accessRequests(request) {
      await count(accessRequests, request);
      await count(allAccessRequests, request);
    },
    downloadRequests: async (request) => count(downloadRequests, request),
    textCalls: async (request) => count(textCalls, request),
    dataCopies: async (request) => count(dataCopies, request),
    async visitorRecords(request) {
      await count(visitorRecords, request);
      await count(allVisitorRecords, request);
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
      'ratelimit-policy': `"${name}";q=${result.max};w=${windowMs / 1000}`,
      ratelimit: `"${name}";r=0;t=${seconds}`,
      // A client that asks too often does not keep a connection for it.
      connection: 'close',
    },
  });
}
