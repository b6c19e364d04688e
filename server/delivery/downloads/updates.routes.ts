import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { componentsAnswer } from '../../../shared/api/releases.ts';
import { routePatterns } from '../../../shared/api-paths.ts';
import { platformNames } from '../../../shared/business/product.ts';
import { eitherClientSecurity, refuseImpersonation, type SessionGuards } from '../../http/authentication.ts';
import { accountProblems } from '../../http/openapi-problems.ts';
import { tellUsersOfProblems } from '../../http/problem-sentences.ts';
import type { RouteLimits } from '../../http/rate-limits.ts';
import { type DownloadsContext, userAgentOf } from './downloads.ts';
import { isBlockMap, listComponents, openBlockMap, startUpdate } from './updates.ts';

const binary = { 'application/octet-stream': { schema: z.unknown() } };
const versionParams = { platform: z.enum(platformNames), version: z.string() };

/** What an installed app fetches of a version, for whoever has accepted the conditions with a download. */
export function updatesRoutes(
  app: FastifyInstance,
  context: DownloadsContext & Pick<SessionGuards, 'requireEitherClient'> & { routeLimits: RouteLimits },
): void {
  const { requireEitherClient, routeLimits } = context;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const tellUsers = tellUsersOfProblems(context.config);
  const guards: Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'> = {
    // Of any version: an app that is too old for everything else has no other way out.
    onRequest: [requireEitherClient.onRequest, routeLimits.writes],
    errorHandler: async (error, request, reply) => (await tellUsers)(error, request, reply),
  };
  const problems = [
    'confirmation-missing',
    'impersonation-not-allowed',
    'release-withdrawn',
    ...accountProblems,
  ] as const;

  typed.get(
    routePatterns.updateComponents,
    {
      ...guards,
      schema: {
        operationId: 'getComponents',
        summary: 'What an installed app of a version consists of: the files that it fetches where it lacks their hash',
        problems,
        security: eitherClientSecurity,
        params: z.object(versionParams),
        response: { 200: componentsAnswer },
      },
    },
    async (request, reply) => {
      refuseImpersonation(request.session);
      const answer = await listComponents(context, request.session.userId, request.params);
      return reply.header('cache-control', 'private, no-cache').send(answer);
    },
  );

  typed.get(
    routePatterns.updateFile,
    {
      ...guards,
      schema: {
        operationId: 'getUpdateFile',
        summary: 'A file of an update, for an app whose user has downloaded before',
        problems: ['too-many-downloads', ...problems] as const,
        security: eitherClientSecurity,
        params: z.object({ ...versionParams, fileName: z.string() }),
        response: {
          200: {
            description: 'A block map, `<file name>.blockmap`, as electron-updater asks for it.',
            content: binary,
          },
          302: { description: 'A signed link to the file.', content: binary },
        },
      },
    },
    async (request, reply) => {
      refuseImpersonation(request.session);
      const { userId, sessionId } = request.session;
      if (isBlockMap(request.params.fileName)) {
        const { sizeBytes, content } = await openBlockMap(context, userId, request.params);
        return reply
          .headers({ 'content-length': sizeBytes, 'cache-control': 'private, no-transform' })
          .type('application/octet-stream')
          .send(content);
      }
      const { url } = await startUpdate(context, userId, {
        ...request.params,
        sessionId,
        ipAddress: request.ip,
        userAgent: userAgentOf(request),
      });
      return reply.code(302).headers({ location: url, 'cache-control': 'no-store' }).send();
    },
  );
}
