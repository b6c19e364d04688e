import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { accountAnswer } from '../../../shared/api/account.ts';
import { measureObjectionRequest } from '../../../shared/api/measures.ts';
import { routePatterns } from '../../../shared/api-paths.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { sessionSecurity } from '../../http/authentication.ts';
import { objectToMeasure } from './objections.ts';

/** The button with which holders object to what was decided about their account; a mail does as well. */
export async function measuresRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { database, clock, accountParts, requireSession, routeLimits } = deps;
  const schema = {
    security: sessionSecurity,
    summary: 'Object to a measure against one’s own account',
    params: z.object({ id: z.uuid() }),
    body: measureObjectionRequest,
    response: { 200: accountAnswer },
  };
  const onRequest = [requireSession.onRequest, routeLimits.writes];
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(routePatterns.measureObjection, { schema, onRequest }, async ({ session: { userId }, params, body }) => {
      await objectToMeasure(deps, { accountId: userId, id: params.id, words: body.words });
      return describeAccount(accountParts, database, userId, clock());
    });
}
