import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod/mini';
import { type AddressKind, kindOf } from '../../shared/address-kinds.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { measureReasons } from '../../shared/business/measures.ts';
import { fieldFaults, problems } from '../../shared/problems.ts';
import type { Config } from '../config/config.ts';
import { problemMediaType } from './problem.ts';

/** Name of the security scheme that routes behind sign-in refer to. */
export const bearerScheme = 'bearer';
/** The same for those that only the desktop app may call. */
export const desktopScheme = 'desktop';

/** What programs call; pages, their files and feeds describe themselves. */
const described: ReadonlySet<AddressKind> = new Set(['api', 'transfer']);

const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  description: 'An error (RFC 9457).',
  required: ['type', 'code', 'title', 'status'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', pattern: '^urn:writing-ant:problem:' },
    code: { type: 'string', enum: Object.keys(problems) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'fault', 'detail'],
        additionalProperties: false,
        properties: {
          pointer: { type: 'string', description: 'JSON pointer (RFC 6901) into the body.' },
          fault: { type: 'string', enum: [...fieldFaults] },
          detail: { type: 'string' },
        },
      },
    },
    message: { type: 'string', description: 'What to tell the user, in the language of Accept-Language.' },
    resetsAt: { type: 'string', format: 'date-time', description: 'When a limit that was reached ends.' },
    reason: {
      type: 'string',
      enum: [...measureReasons],
      description: 'Why the account is suspended, blocked or throttled.',
    },
    until: { type: ['string', 'null'], format: 'date-time', description: 'When that ends; null: with no end.' },
    categories: { type: 'array', items: { type: 'string' }, description: 'What content-not-allowed found.' },
    policy: { type: 'string', format: 'uri', description: 'The policy that does not allow it.' },
    objections: { type: 'string', format: 'email', description: 'Where a person reviews objections.' },
    requestId: { type: 'string', format: 'uuid' },
  },
};

const problemAnswer = {
  description: 'Any error.',
  headers: {
    'Retry-After': { type: 'integer', description: 'Seconds, where waiting helps.' },
  },
  content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Describes the routes that are registered after it, at `/api/openapi.json`. Pages and their files are left out. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Writing Ant API', version: config.version },
      servers: [{ url: config.apiBaseUrl || config.siteOrigin }],
      components: {
        securitySchemes: {
          [bearerScheme]: {
            ...({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const),
            description: 'A token of the website’s client.',
          },
          [desktopScheme]: {
            ...({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const),
            description:
              'A token of the desktop app’s own client. Where that is the only one that is taken, the calls of a browser are refused.',
          },
        },
        schemas: { Problem: problemSchema },
      },
    },
    transform: (document) => {
      if (!described.has(kindOf(document.url))) return { schema: { hide: true }, url: document.url };
      const { schema, url } = jsonSchemaTransform(document);
      return { schema: { ...schema, response: describeAnswers(schema?.response) }, url };
    },
  });
  const schema = {
    summary: 'This description',
    response: { 200: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }) },
  };
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.openapi, { schema }, async () => app.swagger() as never);
}

/** Every route can also answer with a problem; answers without a description get the name of their status. */
function describeAnswers(answers: unknown): Record<string, object> {
  const given = (answers ?? {}) as Record<string, { description?: string }>;
  const described = Object.entries(given).map(([status, answer]) => [
    status,
    { 'x-response-description': answer.description ?? STATUS_CODES[status], ...answer },
  ]);
  return { ...Object.fromEntries(described), default: problemAnswer };
}
