import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRefreshCookie } from './cookies.ts';
import { queryOf } from './page-reply.ts';

/** A request as `GET /_test/requests` tells it: no token, code, password, e-mail address or state. */
export interface RequestEntry {
  number: number;
  at: string;
  method: string;
  path: string;
  /** 0 while, and when, there is no answer. */
  status: number;
  origin: string | null;
  /** Names of the query's parameters. */
  parameters: string[];
  screenHint: string | null;
  connectionId: string | null;
  domainHint: string | null;
  organizationId: string | null;
  /** Whether there was one. */
  invitationToken: boolean;
  passwordResetToken: boolean;
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
    const parameters = new URLSearchParams(queryOf(request));
    const entry: RequestEntry = {
      number: ++count,
      at: new Date().toISOString(),
      method: request.method,
      path,
      status: 0,
      origin: request.headers.origin ?? null,
      parameters: [...parameters.keys()],
      screenHint: parameters.get('screen_hint'),
      connectionId: parameters.get('connection_id'),
      domainHint: parameters.get('domain_hint'),
      organizationId: parameters.get('organization_id'),
      invitationToken: parameters.has('invitation_token'),
      passwordResetToken: parameters.has('password_reset_token'),
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
    if (typeof body.organization_id === 'string') entry.organizationId = body.organization_id;
    if (body.grant_type === 'refresh_token')
      entry.refreshTokenIn = body.refresh_token ? 'body' : findRefreshCookie(request) ? 'cookie' : null;
  });
}
