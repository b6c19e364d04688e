import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { apiPaths } from '../../../shared/api-paths.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { eitherClientSecurity } from '../../http/authentication.ts';
import { endSession } from './sessions.ts';

/** `DELETE /api/session`: the site says so when somebody signs out; the login provider ends the session itself. */
export function sessionsRoutes(app: FastifyInstance, { database, requireEitherClient }: RouteDependencies): void {
  const schema = {
    summary: 'Refuse the tokens that this session has been given so far',
    security: eitherClientSecurity,
    response: { 204: z.null() },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .delete(
      apiPaths.session,
      { schema, ...requireEitherClient, config: { forActing: true } },
      async (request, reply) => {
        await endSession(database, request.session);
        return reply.code(204).send(null);
      },
    );
}
