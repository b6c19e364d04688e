import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { download, downloadRequest, downloadsAnswer } from '../../../shared/api/downloads.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { SessionGuards } from '../../http/authentication.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { mount } from '../../http/mount.ts';
import { accountProblems } from '../../http/openapi-problems.ts';
import type { RouteLimits } from '../../http/rate-limits.ts';
import { updateKeyPrefix } from './downloads.queries.ts';
import {
  type DownloadsContext,
  listDownloads,
  renewLink,
  reportArrival,
  startDownload,
  userAgentOf,
} from './downloads.ts';
import { fileRoute } from './file.routes.ts';
import { updatesRoutes } from './updates.routes.ts';

const submissionHeaders = z.object({
  'idempotency-key': z.optional(idempotencyKey.check(z.regex(new RegExp(`^(?!${updateKeyPrefix})`)))),
});

/** `POST` and `GET /api/downloads` for signed-in users, and the file itself for whoever holds a signed link. */
export function downloadsRoutes(
  app: FastifyInstance,
  context: DownloadsContext &
    Pick<SessionGuards, 'requireSession' | 'requireEitherClient'> & { routeLimits: RouteLimits },
): void {
  const { routeLimits } = context;

  mount(
    app,
    endpoints.startDownload,
    context,
    {
      onRequest: routeLimits.writes,
      schema: {
        summary: 'Accept the conditions and start a download',
        problems: [
          'country-not-eligible',
          'confirmation-missing',
          'confirmations-changed',
          'documents-changed',
          'platform-not-available',
          'idempotency-key-reused',
          'too-many-downloads',
          ...accountProblems,
        ] as const,
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
        problems: ['release-withdrawn', ...accountProblems] as const,
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

  updatesRoutes(app, context);
  fileRoute(app, context);
}
