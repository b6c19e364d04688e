import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type PersonalDataAnswer, personalDataAnswer } from '../../../shared/api/personal-data.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { paths } from '../../../shared/paths.ts';
import { refuseImpersonation, sessionSecurity } from '../../http/authentication.ts';
import { exportAccount } from '../account-part.ts';
import type { RouteDependencies } from '../feature.ts';

/**
 * `GET /api/account/export`: everything that is stored of one's own account (specification 9; GDPR Art. 15 and 20, FADP
 * Art. 25 and 28), also once it has ended, as long as it is not erased.
 */
export function personalDataRoutes(
  app: FastifyInstance,
  { config, database, clock, accountParts, requireSession, routeLimits }: RouteDependencies,
): void {
  const schema = {
    summary: 'Everything that is stored of one’s own account, as a file to keep',
    security: sessionSecurity,
    response: { 200: personalDataAnswer },
  };
  const onRequest = [requireSession.onRequest, routeLimits.downloadRequests];
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(apiPaths.accountExport, { schema, onRequest }, async ({ session }): Promise<PersonalDataAnswer> => {
      refuseImpersonation(session);
      const exportedAt = clock().toISOString();
      // All parts as they were at one moment, whatever is written meanwhile.
      const data = await database.kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => exportAccount(accountParts, trx, session.userId));
      return {
        format: 'writing-ant-personal-data',
        formatVersion: 1,
        exportedAt,
        privacyPolicy: `${config.siteOrigin}${paths.privacy}`,
        data,
      };
    });
}
