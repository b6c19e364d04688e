import type { Feature } from '../../contract/feature.ts';
import { getLegalDocuments } from '../legal-documents/legal-documents.ts';
import { proofConsent } from './consents.operator.ts';
import { consentsRoutes } from './consents.routes.ts';
import { consentsTables } from './consents.tables.ts';
import { consentRetention, readConsentOptions } from './consents.ts';

/** Choices about cookies and statistics, kept as evidence without a name. */
export const consentsFeature: Feature = {
  async routes(app, deps) {
    const [options, legalDocuments] = await Promise.all([readConsentOptions(), getLegalDocuments(deps)]);
    consentsRoutes(app, { ...deps, options, legalDocuments });
  },
  tables: consentsTables,
  expiryFunctions: ['remove_expired_consents'],
  retention: [consentRetention],
  commands: [proofConsent],
};
