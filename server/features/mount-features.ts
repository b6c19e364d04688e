import type { FastifyInstance } from 'fastify';
import { authenticate } from '../http/authentication.ts';
import type { RouteDependencies } from '../http/route-dependencies.ts';
import { readConfirmationSentences } from './acceptances/acceptances.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { consentsRoutes } from './consents/consents.routes.ts';
import { readConsentOptions } from './consents/consents.ts';
import { downloadsRoutes } from './downloads/downloads.routes.ts';
import { readProblemTexts } from './downloads/downloads.ts';
import { legalDocumentsRoutes } from './legal-documents/legal-documents.routes.ts';
import { readLegalDocuments } from './legal-documents/legal-documents.ts';
import { feedsRoutes } from './releases/feeds.routes.ts';
import { releasesRoutes } from './releases/releases.routes.ts';
import { openReleases } from './releases/releases.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';

/** Reads what the features need, and mounts their routes. Throws when the service could not keep its promises. */
export async function mountFeatures(
  app: FastifyInstance,
  { config, database, clock, routeLimits }: RouteDependencies,
): Promise<void> {
  const requireSession = authenticate(app, config.login);
  const [legalDocuments, sentences, problemTexts, options, releases] = await Promise.all([
    readLegalDocuments(),
    readConfirmationSentences(),
    readProblemTexts(),
    readConsentOptions(),
    openReleases({
      store: config.releases,
      dataDir: config.dataDir,
      offersSample: !config.isPublic,
      demandsSeal: config.isPublic,
      onFault: (sentence) => app.log.error(sentence),
    }),
  ]);
  releasesRoutes(app, { releases, clock });
  feedsRoutes(app, { config, releases, clock });
  legalDocumentsRoutes(app, { legalDocuments, clock });
  consentsRoutes(app, { database, clock, options, legalDocuments, routeLimits });
  statisticsRoutes(app, { database, clock, routeLimits });
  accountsRoutes(app, { database, requireSession });
  const downloads = { config, database, clock, releases, legalDocuments, sentences, problemTexts };
  downloadsRoutes(app, { ...downloads, requireSession, routeLimits });
}
