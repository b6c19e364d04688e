import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { usageAnswer, usageQuery } from '../../../shared/api/usage.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { usageListDays } from '../../../shared/business/text-service.ts';
import { sessionSecurity } from '../../http/authentication.ts';
import type { RouteDependencies } from '../feature.ts';
import { describeUsage } from './usage.ts';

const standardPeriodMs = usageListDays * 24 * 60 * 60 * 1000;

/** `GET /api/usage`: what one's own account has used, and what is left. */
export function usageRoutes(app: FastifyInstance, { database, clock, requireEitherClient }: RouteDependencies): void {
  const schema = {
    summary: 'What one’s own account has used, and what is left of its quotas',
    security: sessionSecurity,
    querystring: usageQuery,
    response: { 200: usageAnswer },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(apiPaths.usage, { schema, ...requireEitherClient }, async ({ session, query }) => {
      const now = clock();
      // What is requested at this very moment belongs to it.
      const to = query.to ? new Date(query.to) : new Date(now.getTime() + 1);
      const from = query.from ? new Date(query.from) : new Date(to.getTime() - standardPeriodMs);
      return describeUsage(database.kysely, { accountId: session.userId, from, to }, { cursor: query.cursor, now });
    });
}
