import { STATUS_CODES } from 'node:http';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as endpoints from '../../shared/endpoints.ts';
import type { ProblemCode } from '../../shared/problems.ts';
import type { Deprecation } from './deprecation.ts';
import { describeProblems, headersOf, problemsOf } from './openapi-problems.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** How generators of clients call it; an endpoint of `shared/endpoints.ts` has its name there. Programs of others depend on it. */
    operationId?: string;
    /** What it refuses with, besides what follows from its schemas and guards. */
    problems?: readonly ProblemCode[];
    deprecation?: Deprecation;
  }
}

/** Name of the security scheme that routes behind sign-in refer to. */
export const bearerScheme = 'bearer';
/** The same for those that only the desktop app may call. */
export const desktopScheme = 'desktop';

/** By the beginning of the address; the first that fits. */
const tags: readonly [string, string, string][] = [
  ['/api/text/', 'Text', 'Online mode: what was said, written well.'],
  ['/api/desktop/', 'App', 'What the installed app asks at its start, and what it may do and reports offline.'],
  ['/api/entitlements', 'App', ''],
  ['/api/speech/', 'App', ''],
  ['/.well-known/', 'App', ''],
  ['/updates/', 'Updates', 'Feeds for update programs, and the files that they name.'],
  ['/downloads/', 'Downloads', 'Releases and their files.'],
  ['/api/downloads', 'Downloads', ''],
  ['/api/releases', 'Downloads', ''],
  ['/api/account', 'Account', 'The account, its sign-in and its use.'],
  ['/api/session', 'Account', ''],
  ['/api/usage', 'Account', ''],
  ['/api/customer', 'Billing', 'Orders, subscriptions and invoices.'],
  ['/api/orders', 'Billing', ''],
  ['/api/subscription', 'Billing', ''],
  ['/api/invoices', 'Billing', ''],
  ['/api/notices', 'Billing', ''],
  ['/api/webhooks/', 'Billing', ''],
  ['/api/documents', 'Legal', 'Legal documents, and choices about cookies and statistics.'],
  ['/api/consents', 'Legal', ''],
  ['/api/statistics', 'Legal', ''],
  ['/api/', 'Service', 'The service itself.'],
];

export const describedTags = tags.flatMap(([, name, description]) => (description ? [{ name, description }] : []));

/** What a call is named, whose token it takes, and where it belongs. Throws where it has no name. */
export function describeOperation(
  url: string,
  method: string,
  { operationId, description, security, deprecation }: FastifySchema,
): Pick<OpenAPIV3_1.OperationObject, 'operationId' | 'tags' | 'description' | 'security' | 'deprecated'> {
  const found = Object.entries(endpoints).find(
    ([, each]) => typeof each === 'object' && each.path === url && each.method === method,
  );
  const name = operationId ?? found?.[0];
  if (!name) throw new Error(`${method} ${url} has no operationId.`);
  const whose = whoseToken(security ?? []);
  return {
    operationId: name,
    ...(deprecation && { deprecated: true }),
    tags: [tags.find(([start]) => url.startsWith(start))![1]],
    description: description ? `${description} ${whose}` : whose,
    // Said in so many words, as what is missing may have been forgotten.
    security: (security ?? []).map((each) => Object.fromEntries(Object.entries(each).map(([k, v]) => [k, [...v]]))),
  };
}

function whoseToken(security: NonNullable<FastifySchema['security']>): string {
  const schemes = security.flatMap((each) => Object.keys(each));
  if (!schemes.length) return 'Takes no token.';
  if (schemes.length > 1) return 'Takes a token of the website or of the desktop app.';
  return schemes[0] === desktopScheme ? 'Takes a token of the desktop app.' : 'Takes a token of the website.';
}

interface GivenAnswer {
  description?: string;
  /** Names of headers, besides those that every answer has. */
  headers?: readonly string[];
}

interface DescribedAnswer {
  description?: string;
  content?: OpenAPIV3_1.ResponseObject['content'];
}

/** Every answer of a route: those that its schema promises, and its problems. */
export function describeAnswers(
  schema: FastifySchema,
  described: Readonly<Record<string, DescribedAnswer>>,
  route: Pick<RouteOptions, 'method' | 'config'>,
): OpenAPIV3_1.ResponsesObject {
  const given = (schema.response ?? {}) as Record<string, GivenAnswer>;
  const answers = Object.entries(described).map(([status, answer]) => {
    const content =
      answer.content ?? (status !== '204' && { 'application/json': { schema: withoutDescription(answer) } });
    const names = [
      'Request-Id',
      ...(status === '302' ? ['Location'] : []),
      ...(given[status]?.headers ?? []),
      ...(schema.deprecation ? ['Deprecation', 'Sunset'] : []),
    ];
    return [
      status,
      {
        description: answer.description ?? STATUS_CODES[status],
        headers: headersOf(names),
        ...(content && { content: withEvents(content as never) }),
      },
    ];
  });
  return { ...Object.fromEntries(answers), ...describeProblems(problemsOf(schema, route)) };
}

const withoutDescription = ({ description: _, ...schema }: DescribedAnswer): object => schema;

/** Events of a stream (OpenAPI 3.2): each has a name and a line of JSON. */
function withEvents(content: Record<string, { schema?: { 'x-events'?: Record<string, object> } }>): object {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const events = media.schema?.['x-events'];
      if (!events) return [type, isEmpty(media.schema) ? {} : media];
      const items = Object.entries(events).map(([event, contentSchema]) => ({
        type: 'object',
        required: ['event', 'data'],
        properties: {
          event: { const: event },
          data: { type: 'string', contentMediaType: 'application/json', contentSchema },
        },
      }));
      return [type, { ...media, itemSchema: { oneOf: items } }];
    }),
  );
}

/** Of a file there is nothing to say but its media type. */
const isEmpty = (schema: object | undefined) => !schema || Object.keys(schema).length === 0;
