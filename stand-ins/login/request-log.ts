import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRefreshCookie } from './cookies.ts';
import { queryOf } from './visit.ts';

/** A request as `GET /_test/requests` tells it: no token, code, password, e-mail address or state. */
export interface RequestEntry {
  number: number;
  method: string;
  path: string;
  /** 0 while, and when, there is no answer. */
  status: number;
  screenHint: string | null;
  grantType: string | null;
  /** Where the refresh token came from. */
  refreshTokenIn: 'body' | 'cookie' | null;
}

const maxEntries = 2000;

/** Writes every request but those of the test controls into `entries`. */
export function logRequests(app: FastifyInstance, entries: RequestEntry[]): void {
  const entryOf = new WeakMap<FastifyRequest, RequestEntry>();
  let count = 0;

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (path.startsWith('/_test/')) return;
    const entry: RequestEntry = {
      number: ++count,
      method: request.method,
      path,
      status: 0,
      screenHint: new URLSearchParams(queryOf(request)).get('screen_hint'),
      grantType: null,
      refreshTokenIn: null,
    };
    entryOf.set(request, entry);
    entries.push(entry);
    if (entries.length > maxEntries) entries.shift();
    reply.raw.on('finish', () => {
      entry.status = reply.raw.statusCode;
    });
  });

  app.addHook('preHandler', async (request) => {
    const entry = entryOf.get(request);
    const body = request.body as Record<string, unknown> | null | undefined;
    if (!entry || typeof body?.grant_type !== 'string') return;
    entry.grantType = body.grant_type;
    if (body.grant_type === 'refresh_token')
      entry.refreshTokenIn = body.refresh_token ? 'body' : findRefreshCookie(request) ? 'cookie' : null;
  });
}
