import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { subscriptionAnswer } from '../../../shared/api/subscription.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { sessionSecurity } from '../../http/authentication.ts';
import type { RouteDependencies } from '../feature.ts';
import { describeSubscription } from './describe-subscription.ts';

/** `GET /api/subscription`: what is bought, what is owed, and what can be done. */
export function subscriptionsRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { config, database, clock, requireSession } = deps;
  const schema = {
    summary: 'What one has bought, what is to be paid, and what can be done',
    security: sessionSecurity,
    response: { 200: subscriptionAnswer },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(apiPaths.subscription, { schema, ...requireSession }, async ({ session }) =>
      describeSubscription(database.kysely, session.userId, { salesOpen: config.salesOpen, now: clock() }),
    );
}
