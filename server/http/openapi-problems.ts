import type { FastifySchema, RouteOptions } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { measureReasons } from '../../shared/business/measures.ts';
import { fieldFaults, type ProblemCode, problems } from '../../shared/problems.ts';
import { problemMediaType } from './problem.ts';

/** The problems of an account that may not act; for `problems` of a route. */
export const accountProblems = ['account-ended', 'account-suspended', 'account-restricted'] as const;

/** How an error looks. */
export const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  description: 'An error (RFC 9457). Decide by `code`; what is not known yet, by `status`.',
  required: ['type', 'code', 'title', 'status'],
  properties: {
    type: { type: 'string', pattern: '^urn:writing-ant:problem:' },
    code: { type: 'string', enum: Object.keys(problems), description: 'More codes can be added.' },
    title: { type: 'string', description: 'In English, for developers.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'More about this occurrence, in English, for developers.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'fault', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON pointer (RFC 6901) into the body.' },
          fault: { type: 'string', enum: [...fieldFaults] },
          detail: { type: 'string' },
        },
      },
    },
    message: { type: 'string', description: 'What to tell the user, in the language of Accept-Language.' },
    action: {
      type: 'object',
      description: 'Where the user can do something about it.',
      required: ['url'],
      properties: { url: { type: 'string', format: 'uri', description: 'To open in a browser.' } },
    },
    resetsAt: { type: 'string', format: 'date-time', description: 'When a limit that was reached ends.' },
    retryAfter: { type: 'integer', description: 'Seconds, as in the header Retry-After; for the event `error`.' },
    reason: {
      type: 'string',
      enum: [...measureReasons],
      description: 'Why the account is suspended, blocked or throttled.',
    },
    until: { type: ['string', 'null'], format: 'date-time', description: 'When that ends; null: with no end.' },
    categories: { type: 'array', items: { type: 'string' }, description: 'What content-not-allowed found.' },
    policy: { type: 'string', format: 'uri', description: 'The policy that does not allow it.' },
    objections: { type: 'string', format: 'email', description: 'Where a person reviews objections.' },
    requestId: { type: 'string', format: 'uuid', description: 'As in the header Request-Id; to name to support.' },
  },
};

const always: readonly ProblemCode[] = [
  'malformed-request',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
];

/** Problems of every address and of every method, which nobody expects; described by `default`. */
const everywhere: readonly ProblemCode[] = [
  'address-too-long',
  'headers-too-large',
  'method-not-allowed',
  'request-timeout',
];

/** All that a route can refuse with: what follows from its schemas and guards, and what it names itself. */
export function problemsOf(schema: FastifySchema, { method, config }: Pick<RouteOptions, 'method' | 'config'>) {
  const schemes = new Set((schema.security ?? []).flatMap((each) => Object.keys(each)));
  const codes: ProblemCode[] = [...always, ...(schema.problems ?? [])];
  if (schema.body) codes.push('validation-failed', 'payload-too-large', 'unsupported-media-type');
  if (schema.params) codes.push('not-found');
  if (schemes.size) codes.push('authentication-required', 'login-keys-unreachable');
  if (schemes.size && method !== 'GET' && !config?.forActing) codes.push('impersonation-not-allowed');
  if (schemes.size === 1 && schemes.has('desktop'))
    codes.push(
      'desktop-app-required',
      'sign-in-too-old',
      'confirmation-missing',
      'country-blocked',
      ...accountProblems,
    );
  return [...new Set(codes)];
}

/** Answers with problems, one for each status, and one for whatever else goes wrong. */
export function describeProblems(codes: readonly ProblemCode[]): Record<string, OpenAPIV3_1.ResponseObject> {
  const byStatus = Map.groupBy(codes.toSorted(), (code) => String(problems[code].status));
  const answers = [...byStatus].map(([status, ofStatus]) => [
    status,
    problemAnswer(ofStatus.map((code) => `- \`${code}\`: ${problems[code].title}`).join('\n'), status, ofStatus),
  ]);
  return { ...Object.fromEntries(answers), default: problemAnswer('Any other error.', 'default', everywhere) };
}

function problemAnswer(description: string, status: string, codes: readonly ProblemCode[]): OpenAPIV3_1.ResponseObject {
  const names = [
    'Request-Id',
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(['429', '503', '409'].includes(status) ? ['Retry-After'] : []),
    ...(status === '429' ? ['RateLimit', 'RateLimit-Policy'] : []),
  ];
  return {
    description,
    headers: headersOf(names),
    content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
    ...{ 'x-problem-codes': codes },
  };
}

export const headersOf = (names: readonly string[]): Record<string, OpenAPIV3_1.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const text = (description: string, example: string): OpenAPIV3_1.HeaderObject => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of answers, by name. */
export const answerHeaders: Record<string, OpenAPIV3_1.HeaderObject> = {
  'Request-Id': text('Of this request, as it stands in our log.', '0198f0c2-5f0e-4c1d-9a43-3f5d1c2b7a10'),
  'Retry-After': { description: 'Seconds, where waiting helps.', schema: { type: 'integer' } },
  'WWW-Authenticate': text('What is wrong with the token (RFC 6750, RFC 9470).', 'Bearer error="invalid_token"'),
  RateLimit: text('What is left, and in how many seconds it starts anew.', '"online";r=44;t=2591935'),
  'RateLimit-Policy': text('How many in how many seconds.', '"online";q=45;w=2678400'),
  Location: text('Where to go on.', 'https://writing-ant.example/downloads/…'),
  ETag: text('Of this state; for `If-None-Match`.', '"5d41402abc4b2a76"'),
  Deprecation: text('Since when this call is deprecated (RFC 9745).', '@1798761600'),
  Sunset: text('When this call ends (RFC 8594).', 'Fri, 01 Oct 2027 00:00:00 GMT'),
};
