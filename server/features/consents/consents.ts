import { legalVersions } from '../../../content/legal/versions.ts';
import type { ConsentRecord, ConsentRequest } from '../../../shared/api/consents.ts';
import { retention } from '../../../shared/business/retention.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../http/problem.ts';
import type { LegalDocuments } from '../legal-documents/legal-documents.ts';
import type { RetentionRule } from '../retention/retention.ts';
import type { ConsentOptions } from './consent-options.ts';
import { countConsentsBefore, findConsent, insertConsent, removeConsentsBefore } from './consents.queries.ts';
import type { Consent } from './consents.tables.ts';

export { readConsentOptions } from './consent-options.ts';
export { countConsents, findConsent } from './consents.queries.ts';

export interface ConsentsContext {
  database: Database;
  clock: () => Date;
  options: ConsentOptions;
  legalDocuments: LegalDocuments;
}

/**
 * Stores a choice as evidence, with hashes of what was shown and the server's time. A known choice changes nothing and
 * gets the original answer. Choices from earlier options are stored too: they were made. Refuses versions that never
 * existed, and an id that belongs to another choice.
 */
export async function recordConsent(
  context: ConsentsContext,
  request: ConsentRequest,
): Promise<{ record: ConsentRecord; isNew: boolean }> {
  requireKnownVersions(context, request);
  const { kysely } = context.database;
  const consent = describeRequest(context, request);
  const isNew = await insertConsent(kysely, consent);
  const kept = isNew ? consent : await findConsent(kysely, request.id);
  if (!kept) throw new Problem('service-unavailable', { headers: { 'retry-after': '1' } }); // removed in between
  if (!isNew && !isSameChoice(kept, consent)) throw new Problem('consent-id-reused');
  return { record: describeConsent(context, kept), isNew };
}

/** Consent records are kept for a fixed time after their arrival (specification 9). */
export const consentRetention: RetentionRule = {
  name: 'cookie-consents',
  cutoff: (now) => findPeriodStart(now, retention.cookieConsentMonths),
  count: countConsentsBefore,
  remove: removeConsentsBefore,
};

function requireKnownVersions({ options }: ConsentsContext, { optionVersion, document }: ConsentRequest): void {
  const unknown = [
    ...(options.isKnown(optionVersion) ? [] : ['/optionVersion']),
    ...(legalVersions[document.document].includes(document.version) ? [] : ['/document/version']),
  ];
  if (!unknown.length) return;
  const detail = 'names a version that was never published';
  throw new Problem('validation-failed', {
    errors: unknown.map((pointer) => ({ pointer, fault: 'range' as const, detail })),
  });
}

function describeRequest({ options, legalDocuments, clock }: ConsentsContext, request: ConsentRequest): Consent {
  const { optionVersion, locale, document } = request;
  return {
    // In the form in which the database returns them, so that a repeated record is recognised.
    id: request.id.toLowerCase(),
    session_id: request.sessionId.toLowerCase(),
    method: request.method,
    statistics: request.categories.statistics,
    option_version: optionVersion,
    options_sha256: options.getSha256(optionVersion, locale),
    document: document.document,
    document_version: document.version,
    document_sha256: legalDocuments.getSha256(document.document, document.version, locale),
    locale,
    decided_at: new Date(request.decidedAt),
    recorded_at: clock(),
  };
}

function describeConsent({ options }: ConsentsContext, consent: Consent): ConsentRecord {
  return {
    id: consent.id,
    sessionId: consent.session_id,
    method: consent.method,
    categories: { statistics: consent.statistics },
    optionVersion: consent.option_version,
    document: { document: consent.document, version: consent.document_version },
    locale: consent.locale,
    decidedAt: consent.decided_at.toISOString(),
    optionsSha256: consent.options_sha256,
    documentSha256: consent.document_sha256,
    recordedAt: consent.recorded_at.toISOString(),
    isCurrent: consent.option_version === options.current,
  };
}

/** What the browser sent; hashes and the server's time are derived from it. */
function isSameChoice(one: Consent, other: Consent): boolean {
  const told = (consent: Consent) => [
    consent.session_id,
    consent.method,
    consent.statistics,
    consent.option_version,
    consent.document,
    consent.document_version,
    consent.locale,
    consent.decided_at.getTime(),
  ];
  return JSON.stringify(told(one)) === JSON.stringify(told(other));
}
