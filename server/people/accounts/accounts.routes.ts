import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { accountAnswer } from '../../../shared/api/account.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { describeAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { eitherClientSecurity } from '../../http/authentication.ts';

/** `GET /api/account`: one's own account, as far as each feature knows of it. */
export function accountsRoutes(
  app: FastifyInstance,
  { database, clock, accountParts, requireEitherClient }: RouteDependencies,
): void {
  const schema = { summary: 'One’s own account', security: eitherClientSecurity, response: { 200: accountAnswer } };
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.account, { schema, ...requireEitherClient }, async (request) => {
    return describeAccount(accountParts, database, request.session.userId, clock());
  });
}
