import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { accountAnswer } from '../../../shared/api/account.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import type { Database } from '../../database/database.ts';
import { type RequireSession, sessionSecurity } from '../../http/authentication.ts';
import { getAccount } from './accounts.ts';

/** `GET /api/account`: one's own account. */
export function accountsRoutes(
  app: FastifyInstance,
  { database, requireSession }: { database: Database; requireSession: RequireSession },
): void {
  const schema = { summary: 'One’s own account', security: sessionSecurity, response: { 200: accountAnswer } };
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.account, { schema, ...requireSession }, async (request) => {
    return getAccount(database.kysely, request.session.userId);
  });
}
