import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { endSession } from './sessions.ts';

/** `DELETE /api/session`: the site says so when somebody signs out; the login provider ends the session itself. */
export function sessionsRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const schema = {
    summary: 'Refuse the tokens that this session has been given so far',
    response: { 204: z.null() },
  };
  mount(app, endpoints.endSession, deps, { schema, config: { forActing: true } }, async ({ session }, reply) => {
    await endSession(deps.database, session);
    return reply.code(204).send(null);
  });
}
