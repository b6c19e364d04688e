import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod/mini';
import { type AddressKind, kindOf } from '../../shared/address-kinds.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { operator } from '../../shared/business/company.ts';
import { paths } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { sha256Hex } from '../sha256.ts';
import { matchesEtag } from './content-encoding.ts';
import { describeRoute, withComponents } from './openapi-components.ts';
import {
  bearerScheme,
  describeAnswers,
  describedTags,
  describeOperation,
  desktopScheme,
} from './openapi-operations.ts';
import { answerHeaders, problemSchema } from './openapi-problems.ts';
import { updateRoutes } from './openapi-updates.ts';

/** What programs call; pages and their files describe themselves. */
const described: ReadonlySet<AddressKind> = new Set(['api', 'transfer']);

const aboutAnswers = [
  'Calls of the website and of the desktop app; `docs/guides/write-a-client.md` says what a client does with them.',
  'Answers grow: members, values of enums, codes and events can be added at any time, and a client leaves alone what it does not know.',
  'Bodies are read strictly. What else changes is announced: `docs/api-changes.md`.',
].join(' ');

/** Describes the routes that are registered after it, at `/api/openapi.json`. Pages and their files are left out. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  const answers = new Map<string, OpenAPIV3_1.ResponsesObject>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.2.0',
      info: {
        title: 'Writing Ant API',
        version: config.version,
        description: aboutAnswers,
        contact: { name: 'Writing Ant', email: operator.supportEmail, url: config.siteOrigin + paths.contact },
        license: { name: 'Proprietary', identifier: 'LicenseRef-proprietary' },
      },
      servers: [{ url: config.apiBaseUrl || config.siteOrigin }],
      tags: describedTags,
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
        headers: answerHeaders,
      },
    },
    transform: (document) => {
      const { url, route } = document;
      const given = updateRoutes[url] ?? document.schema;
      if (!(given?.operationId || described.has(kindOf(url)))) return { schema: { hide: true }, url };
      const { response, ...schema } = describeRoute({ ...document, schema: given }).schema;
      const methods = [route.method].flat();
      for (const method of methods)
        answers.set(`${method} ${url}`, describeAnswers(given, (response ?? {}) as never, { ...route, method }));
      return { schema: { ...schema, ...describeOperation(url, methods[0]!, given) }, url };
    },
    transformObject: (document) => {
      const { paths } = (document as { openapiObject: Partial<OpenAPIV3_1.Document> }).openapiObject;
      for (const [name, responses] of answers) {
        const [method, url] = name.split(' ') as [string, string];
        const item = paths?.[url.replace(/:(\w+)/g, '{$1}')];
        const key = method.toLowerCase() as 'get';
        const operation = item?.[key];
        if (!operation) continue;
        // Described together with the GET of the same file.
        const operationId = operation.operationId!.replace(/^get/, method === 'HEAD' ? 'head' : 'get');
        item[key] = { ...operation, operationId, responses: responses as never };
      }
      return withComponents(document as never);
    },
  });
  const schema = {
    operationId: 'getDescription',
    summary: 'This description',
    response: {
      200: {
        description: 'The description.',
        headers: ['ETag'],
        content: { 'application/json': { schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }) } },
      },
    },
  };
  let file: { text: string; etag: string } | undefined;
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.openapi, { schema }, async ({ headers }, reply) => {
    if (!file) {
      const text = JSON.stringify(app.swagger());
      file = { text, etag: `"${sha256Hex(text).slice(0, 32)}"` };
    }
    reply.headers({ etag: file.etag, 'cache-control': 'no-cache' });
    if (matchesEtag(headers['if-none-match'], file.etag)) return (reply as FastifyReply).code(304).send();
    return reply.type('application/json; charset=utf-8').send(Buffer.from(file.text) as never);
  });
}
