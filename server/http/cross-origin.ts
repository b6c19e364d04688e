import type { FastifyInstance } from 'fastify';
import type { AddressKind } from '../../shared/address-kinds.ts';
import type { Config } from '../config/config.ts';
import { kindOfRequest } from './address-kind.ts';
import { apiOrigins } from './security-headers.ts';

const preflightMaxAgeSeconds = 600;

/** What the site requests from its own origin: API calls, and the parts of a download that it checks itself. */
const askedBySite: ReadonlySet<AddressKind> = new Set(['api', 'transfer']);

/**
 * Lets the site call the API and fetch downloads from its own origin when API_BASE_URL puts them on another one. No
 * other origin is ever allowed, and none at all where both are the same.
 */
export function allowSiteOrigin(app: FastifyInstance, config: Config): void {
  if (!apiOrigins(config).length) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!askedBySite.has(kindOfRequest(request))) return;
    reply.header('vary', 'origin');
    if (request.headers.origin !== config.siteOrigin) return;
    reply.headers({
      'access-control-allow-origin': config.siteOrigin,
      'access-control-expose-headers': 'retry-after, content-range, request-id',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, range',
        'access-control-max-age': preflightMaxAgeSeconds,
      })
      .send();
  });
}
