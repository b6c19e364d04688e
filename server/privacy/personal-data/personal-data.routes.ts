import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type PersonalDataAnswer, personalDataAnswer } from '../../../shared/api/personal-data.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { locales } from '../../../shared/locales.ts';
import { exportAccount } from '../../contract/account-part.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { refuseImpersonation, sessionSecurity } from '../../http/authentication.ts';
import { mount } from '../../http/mount.ts';
import { describeCopy, getArchiver } from './personal-data.ts';

const archive = { 'application/zip': { schema: z.unknown() } };

/**
 * `GET /api/account/export` and `GET /api/account/archive`: everything that is stored of one's own account (specification 9; GDPR
 * Art. 15 and 20, FADP Art. 25 and 28), for programs and for people, also once it has ended, as long as it is not erased.
 */
export async function personalDataRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, database, clock, accountParts, requireSession, routeLimits } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const makeArchive = await getArchiver(deps);
  const schema = {
    operationId: 'exportPersonalData',
    summary: 'Everything that is stored of one’s own account, for programs',
    problems: ['impersonation-not-allowed'] as const,
    security: sessionSecurity,
    response: { 200: personalDataAnswer },
  };
  const onRequest = [requireSession.onRequest, routeLimits.dataCopies];
  typed.get(apiPaths.accountExport, { schema, onRequest }, async ({ session }): Promise<PersonalDataAnswer> => {
    refuseImpersonation(session);
    // All parts as they were at one moment, whatever is written meanwhile.
    const data = await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => exportAccount(accountParts, trx, session.userId));
    return { ...describeCopy(config.siteOrigin, clock()), data };
  });

  const archiveSchema = {
    summary: 'The same as a ZIP, with a page to read and print, tables, and the texts that were accepted',
    problems: ['impersonation-not-allowed'] as const,
    querystring: z.object({ locale: z.enum(locales) }),
    response: { 200: { description: 'The archive', content: archive } },
  };
  const options = { schema: archiveSchema, onRequest: routeLimits.dataCopies };
  mount(app, endpoints.getArchive, deps, options, async ({ session, query }, reply) => {
    refuseImpersonation(session);
    const { fileName, bytes } = await makeArchive(session.userId, query.locale);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(bytes);
  });
}
