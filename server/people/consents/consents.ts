import type { ConsentRecord, ConsentRequest } from '../../../shared/api/consents.ts';
import {
  consentClockSkewMinutes,
  consentDocument,
  formerConsentDocumentHours,
  signalNames,
} from '../../../shared/business/consent.ts';
import { retention } from '../../../shared/business/retention.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../http/problem.ts';
import type { LegalDocuments } from '../legal-documents/legal-documents.ts';
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
 * gets the original answer. Choices from earlier options are stored too: they were made. Refuses options that never
 * existed, a document that no page can have shown (`documents-changed`), a signal that allows something, and an id that belongs to
 * another choice. A browser whose clock is wrong can choose like any other: the record's time is the server's, and where the time that
 * the browser claims cannot be right, that stands in its place, too.
 */
export async function recordConsent(
  context: ConsentsContext,
  request: ConsentRequest,
): Promise<{ record: ConsentRecord; isNew: boolean }> {
  requireKnownOptions(context, request);
  requireRefusalBySignal(request);
  const { kysely } = context.database;
  const now = context.clock();
  const known = await findConsent(kysely, request.id);
  if (known) return { record: describeConsent(context, requireSameChoice(known, request)), isNew: false };
  requireShownDocument(context, request, now);
  const consent = describeRequest(context, request, now);
  if (await insertConsent(kysely, consent)) return { record: describeConsent(context, consent), isNew: true };
  // Another window was faster.
  const kept = await findConsent(kysely, request.id);
  if (!kept) throw new Problem('service-unavailable', { headers: { 'retry-after': '1' } }); // removed in between
  return { record: describeConsent(context, requireSameChoice(kept, request)), isNew: false };
}

/** Consent records are kept for a fixed time after their arrival (specification 9). */
export const consentRetention: RetentionRule = {
  name: 'cookie-consents',
  cutoff: (now) => findPeriodStart(now, retention.cookieConsentMonths),
  count: countConsentsBefore,
  remove: removeConsentsBefore,
};

function requireKnownOptions({ options }: ConsentsContext, { optionVersion }: ConsentRequest): void {
  if (options.isKnown(optionVersion)) return;
  const detail = 'names a version that was never published';
  throw new Problem('validation-failed', { errors: [{ pointer: '/optionVersion', fault: 'range', detail }] });
}

/** A signal refuses: nobody has allowed anything by it. */
function requireRefusalBySignal({ method, categories }: ConsentRequest): void {
  if (!(method in signalNames) || !categories.statistics) return;
  const detail = `must be false where the method is ${method}, which refuses`;
  throw new Problem('validation-failed', { errors: [{ pointer: '/categories/statistics', fault: 'range', detail }] });
}

/**
 * When the browser says that the choice was made, where that can be: not before the options and the document that it names were
 * published, and not after it has arrived. Otherwise `now`, by the service's clock.
 */
function findDecisionTime({ decidedAt, optionVersion, document }: ConsentRequest, now: Date): Date {
  const claimed = new Date(decidedAt);
  const day = decidedAt.slice(0, 10);
  const isKnown = [optionVersion.slice(0, 10), document.version].every((published) => published <= day);
  return isKnown && claimed.getTime() <= now.getTime() + consentClockSkewMinutes * minuteMs ? claimed : now;
}

/** By the service's clock: what the browser takes for the time proves nothing (docs/decisions/0063). */
function requireShownDocument({ legalDocuments }: ConsentsContext, { document }: ConsentRequest, now: Date): void {
  const graceMs = formerConsentDocumentHours * hourMs;
  if (legalDocuments.wasInForceLately(document.document, document.version, now, graceMs)) return;
  const inForce = legalDocuments.inForce(now).find((each) => each.document === consentDocument)!;
  throw new Problem('documents-changed', { detail: `In force: ${consentDocument} ${inForce.version}.` });
}

function describeRequest({ options, legalDocuments }: ConsentsContext, request: ConsentRequest, now: Date): Consent {
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
    decided_at: findDecisionTime(request, now),
    recorded_at: now,
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

/** `kept`, if it is what the browser now sends; hashes and the server's time were derived from that. */
function requireSameChoice(kept: Consent, request: ConsentRequest): Consent {
  const told = [
    [kept.session_id, request.sessionId.toLowerCase()],
    [kept.method, request.method],
    [kept.statistics, request.categories.statistics],
    [kept.option_version, request.optionVersion],
    [kept.document, request.document.document],
    [kept.document_version, request.document.version],
    [kept.locale, request.locale],
  ];
  // The server's time may stand in the place of what the browser claims.
  const times = [request.decidedAt, kept.recorded_at].map((time) => new Date(time).getTime());
  if (told.some(([known, sent]) => known !== sent) || !times.includes(kept.decided_at.getTime()))
    throw new Problem('consent-id-reused');
  return kept;
}
