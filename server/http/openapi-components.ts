import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod/mini';
import { accountAnswer } from '../../shared/api/account.ts';
import { addressConfirmationRequest } from '../../shared/api/address-confirmation.ts';
import { consentRecord, consentRequest } from '../../shared/api/consents.ts';
import { customerAnswer, customerRequest } from '../../shared/api/customer.ts';
import { startAnswer } from '../../shared/api/desktop-start.ts';
import { documentsAnswer, documentText, documentVersions } from '../../shared/api/documents.ts';
import { download, downloadRequest, downloadsAnswer } from '../../shared/api/downloads.ts';
import {
  entitlementAnswer,
  entitlementClaims,
  entitlementKeys,
  entitlementRequest,
} from '../../shared/api/entitlements.ts';
import { healthAnswer } from '../../shared/api/health.ts';
import { day, time } from '../../shared/api/instant.ts';
import { invoicesAnswer, openInvoice } from '../../shared/api/invoices.ts';
import { measureObjectionRequest } from '../../shared/api/measures.ts';
import { noticeAnswer, noticeRequest } from '../../shared/api/notices.ts';
import { orderAnswer, orderRequest } from '../../shared/api/orders.ts';
import { personalDataAnswer } from '../../shared/api/personal-data.ts';
import { correctionRequest, decisionRequest } from '../../shared/api/privacy-requests.ts';
import { releaseNotes, releasesAnswer, releaseVersionAnswer } from '../../shared/api/releases.ts';
import { speechAnswer, speechRequest } from '../../shared/api/speech.ts';
import { statisticsRequest } from '../../shared/api/statistics.ts';
import { subscriptionAnswer, subscriptionChange, subscriptionRequest } from '../../shared/api/subscription.ts';
import { textAnswer, textEvents, textPoint, textRequest } from '../../shared/api/text.ts';
import { quotas, usageAnswer } from '../../shared/api/usage.ts';

/** What generators of clients call the parts of requests and answers. Names are kept: they are names of types in programs of others. */
const named: Readonly<Record<string, z.ZodMiniType>> = {
  Account: accountAnswer,
  Measure: accountAnswer.shape.measures.def.element,
  AcceptedDocument: accountAnswer.shape.acceptedDocuments.def.element,
  AddressConfirmationRequest: addressConfirmationRequest,
  Consent: consentRecord,
  ConsentRequest: consentRequest,
  Correction: correctionRequest,
  Customer: customerAnswer,
  CustomerRequest: customerRequest,
  Decision: decisionRequest,
  Documents: documentsAnswer,
  DocumentText: documentText,
  DocumentVersions: documentVersions,
  Download: download,
  DownloadRequest: downloadRequest,
  Downloads: downloadsAnswer,
  Entitlement: entitlementAnswer,
  EntitlementClaims: entitlementClaims,
  EntitlementKeys: entitlementKeys,
  EntitlementRequest: entitlementRequest,
  Health: healthAnswer,
  Invoice: invoicesAnswer.shape.invoices.def.element,
  Invoices: invoicesAnswer,
  MeasureObjection: measureObjectionRequest,
  Notice: noticeAnswer,
  NoticeRequest: noticeRequest,
  OpenInvoice: openInvoice,
  Order: orderAnswer,
  OrderRequest: orderRequest,
  PersonalData: personalDataAnswer,
  PossibleAction: subscriptionAnswer.shape.actions.def.element,
  Quota: quotas.shape.online,
  Quotas: quotas,
  Release: releasesAnswer.shape.releases.def.element,
  ReleaseNotes: releaseNotes,
  Releases: releasesAnswer,
  ReleaseVersion: releaseVersionAnswer,
  SpeechReport: speechRequest.shape.requests.def.element,
  SpeechReports: speechRequest,
  SpeechResult: speechAnswer.shape.results.def.element,
  SpeechResults: speechAnswer,
  ShiftMeasurement: statisticsRequest.shape.vitals.def.element.def.options[0],
  Announcement: startAnswer.shape.announcements.def.element,
  AnnouncedDocument: startAnswer.shape.documents.shape.announced.def.element,
  Start: startAnswer,
  StatisticsRequest: statisticsRequest,
  TimeMeasurement: statisticsRequest.shape.vitals.def.element.def.options[1],
  Subscription: subscriptionAnswer,
  SubscriptionChange: subscriptionChange,
  SubscriptionRequest: subscriptionRequest,
  ...Object.fromEntries(
    subscriptionRequest.def.options.map((option) => [`SubscriptionRequest${capitalized(actionOf(option))}`, option]),
  ),
  TextAnswer: textAnswer,
  TextDelta: textEvents.delta,
  TextPoint: textPoint,
  TextRequest: textRequest,
  TextRestart: textEvents.restart,
  TextStart: textEvents.start,
  Usage: usageAnswer,
  UsedRequest: usageAnswer.shape.requests.def.element,
};

for (const [id, schema] of Object.entries(named))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id } as never);
z.globalRegistry.add(time, { format: 'date-time' });
z.globalRegistry.add(day, { format: 'date' });
z.globalRegistry.add(entitlementAnswer.shape.entitlement, {
  description: 'A JSON Web Token (compact, EdDSA) of the type `entitlement+jwt`.',
  contentMediaType: 'application/jwt',
  contentSchema: { $ref: '#/components/schemas/EntitlementClaims' },
});

function actionOf(option: (typeof subscriptionRequest.def.options)[number]): string {
  return option.shape.action.def.values[0]!;
}

function capitalized(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  allOf?: Schema[];
  required?: string[];
  properties?: Record<string, unknown>;
  propertyNames?: { enum?: string[] };
  additionalProperties?: unknown;
}

/**
 * Answers stay open for members that come later; bodies say themselves where they are closed. Addresses of mail may have letters of
 * other scripts in their domains, two patterns of one string become one, and a record with known names is an object of these.
 */
function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: unknown }): void {
  const schema = jsonSchema as Schema;
  const { def } = (zodSchema as z.ZodMiniType)._zod as { def: { type: string; catchall?: unknown } };
  if (def.type === 'object' && !def.catchall) delete schema.additionalProperties;
  if (schema.format === 'email') schema.format = 'idn-email';
  const [first, ...others] = schema.allOf ?? [];
  if (schema.type === 'string' && first?.pattern && others.every(({ pattern }) => pattern?.startsWith('^'))) {
    delete schema.allOf;
    const ahead = others.map(({ pattern }) => `(?=${pattern!.slice(1)})`).join('');
    Object.assign(schema, first, { pattern: first.pattern.replace(/^\^/, `^${ahead}`) });
  }
  const names = schema.propertyNames?.enum;
  if (names) {
    schema.properties = Object.fromEntries(names.map((name) => [name, schema.additionalProperties]));
    delete schema.propertyNames;
    // Only answers have all of the names.
    if (schema.required) delete schema.additionalProperties;
    else schema.additionalProperties = false;
  }
}

const zodToJsonConfig = { override };

/** The schemas of a route as JSON Schema, with references to the named ones. */
export const describeRoute = createJsonSchemaTransform({ zodToJsonConfig });

const addNamed = createJsonSchemaTransformObject({ zodToJsonConfig });

/** The description with every named schema and header that something refers to. */
export function withComponents(document: { openapiObject: Partial<OpenAPIV3_1.Document> }): OpenAPIV3_1.Document {
  const whole = addNamed(document as never) as OpenAPIV3_1.Document;
  const all = { schemas: whole.components!.schemas!, headers: whole.components!.headers! };
  const used = new Set<string>();
  const use = (part: unknown) => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(schemas|headers)\/([\w-]+)"/g))
      if (!used.has(`${kind} ${name}`)) {
        used.add(`${kind} ${name}`);
        use(all[kind as keyof typeof all][name!]);
      }
  };
  use(whole.paths);
  const usedOf = (kind: keyof typeof all) =>
    Object.fromEntries(Object.entries(all[kind]).filter(([name]) => used.has(`${kind} ${name}`)));
  const components = { ...whole.components, schemas: usedOf('schemas'), headers: usedOf('headers') };
  const text = JSON.stringify({ ...whole, components });
  // What is only sent needs no second name beside that of an answer.
  return JSON.parse(
    text.replace(/"(#\/components\/schemas\/)?(\w+)Input"/g, (_, path = '', name) =>
      used.has(`schemas ${name}`) ? `"${path}${name}Input"` : `"${path}${name}"`,
    ),
  );
}
