import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { startAnswer, startQuery } from '../../../shared/api/desktop-start.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { getReleases } from '../../delivery/releases/releases.ts';
import { forDesktop } from '../../http/authentication.ts';
import { localeOf, readProblemSentences } from '../../http/problem-sentences.ts';
import { getLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { getSignInTime, readAppVersion } from '../desktop/desktop.ts';
import { createSigner, makeEntitlement } from '../entitlements/entitlements.ts';
import { getTextService } from '../text/text.ts';
import { describeStart, readStartTexts } from './start.ts';

/** `GET /api/desktop/start`: everything that the app has to know before it is used, in one answer. */
export async function startRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, database, clock, requireDesktopClient, findDesktopProblem } = deps;
  const [signer, explain, releases, legalDocuments, { chain }, texts] = await Promise.all([
    createSigner(config),
    readProblemSentences(config),
    getReleases(deps),
    getLegalDocuments(deps),
    getTextService(deps),
    readStartTexts(),
  ]);
  const schema = {
    ...forDesktop,
    operationId: 'startApp',
    summary: 'What the app has to know before it is used',
    description: 'Also of who may not use it: `refusal` is the problem with which other calls are refused.',
    querystring: startQuery,
    response: { 200: startAnswer },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(apiPaths.desktopStart, { schema, ...requireDesktopClient }, async (request) => {
      const now = clock();
      const problem = await findDesktopProblem(request);
      const accountId = request.session.userId;
      const entitlement = problem
        ? null
        : await makeEntitlement(
            database.kysely,
            { config, signer },
            { accountId, signedInAt: getSignInTime(request) },
            request.query,
            now,
          );
      const facts = await describeStart(
        { config, queries: database.kysely, releases, legalDocuments, texts },
        {
          ...{ accountId, platform: request.query.platform, locale: localeOf(request), now },
          appVersion: readAppVersion(request.headers['app-version']),
        },
      );
      return {
        serverTime: now.toISOString(),
        status: { text: chain.isAvailable() ? ('available' as const) : ('unavailable' as const) },
        entitlement,
        refusal: problem ? { ...explain(problem, request).toBody(request.id) } : null,
        ...facts,
      };
    });
}
