import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { download, downloadRequest, downloadsAnswer } from '../../../shared/api/downloads.ts';
import { routePatterns } from '../../../shared/api-paths.ts';
import { platformNames } from '../../../shared/business/product.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { eitherClientSecurity, refuseImpersonation, type SessionGuards } from '../../http/authentication.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { mount } from '../../http/mount.ts';
import type { RouteLimits } from '../../http/rate-limits.ts';
import {
  type DownloadsContext,
  listDownloads,
  renewLink,
  reportArrival,
  startDownload,
  startUpdate,
  updateKeyPrefix,
} from './downloads.ts';
import { fileRoute } from './file.routes.ts';

/** User agents are free text from the client; this many characters identify any browser. */
const maxUserAgentLength = 512;

const submissionHeaders = z.object({
  'idempotency-key': z.optional(idempotencyKey.check(z.regex(new RegExp(`^(?!${updateKeyPrefix})`)))),
});

const nothing = { 'application/octet-stream': { schema: z.unknown() } };

/** `POST` and `GET /api/downloads` for signed-in users, and the file itself for whoever holds a signed link. */
export function downloadsRoutes(
  app: FastifyInstance,
  context: DownloadsContext &
    Pick<SessionGuards, 'requireSession' | 'requireEitherClient'> & { routeLimits: RouteLimits },
): void {
  const { requireEitherClient, routeLimits } = context;

  mount(
    app,
    endpoints.startDownload,
    context,
    {
      onRequest: routeLimits.writes,
      schema: {
        summary: 'Accept the conditions and start a download',
        headers: submissionHeaders,
        body: downloadRequest,
        response: { 201: download },
      },
    },
    async (request, reply) => {
      const started = await startDownload(context, {
        accountId: request.session.userId,
        sessionId: request.session.sessionId,
        request: request.body,
        idempotencyKey: request.headers['idempotency-key'],
        ipAddress: request.ip,
        userAgent: userAgentOf(request),
      });
      return reply.code(201).send(started);
    },
  );

  mount(
    app,
    endpoints.getDownloads,
    context,
    { schema: { summary: 'One’s own downloads', response: { 200: downloadsAnswer } } },
    async (request) => ({ downloads: await listDownloads(context, request.session.userId) }),
  );

  mount(
    app,
    endpoints.renewLink,
    context,
    {
      onRequest: routeLimits.writes,
      schema: {
        summary: 'Make a new link to the same version, to continue a download',
        params: z.object({ id: z.uuid() }),
        response: { 200: download },
      },
    },
    async (request) => renewLink(context, request.session.userId, request.params.id),
  );

  mount(
    app,
    endpoints.reportArrival,
    context,
    {
      onRequest: routeLimits.writes,
      schema: {
        summary: 'Report that the whole file has arrived, so that the download is not offered again',
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await reportArrival(context, request.session.userId, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    routePatterns.updateFile,
    {
      // Of any version: an app that is too old for everything else has no other way out.
      onRequest: [requireEitherClient.onRequest, routeLimits.writes],
      schema: {
        summary: 'The file of an update, for an app whose user has downloaded before',
        security: eitherClientSecurity,
        params: z.object({
          platform: z.enum(platformNames),
          version: z.string(),
          fileName: z.string(),
        }),
        response: { 302: { description: 'A signed link to the file.', content: nothing } },
      },
    },
    async (request, reply) => {
      refuseImpersonation(request.session);
      const { url } = await startUpdate(context, request.session.userId, {
        ...request.params,
        sessionId: request.session.sessionId,
        ipAddress: request.ip,
        userAgent: userAgentOf(request),
      });
      return reply.code(302).headers({ location: url, 'cache-control': 'no-store' }).send();
    },
  );

  fileRoute(app, context);
}

function userAgentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
}
