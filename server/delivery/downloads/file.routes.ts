import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { routePatterns } from '../../../shared/api-paths.ts';
import type { Locale } from '../../../shared/locales.ts';
import { sendError } from '../../http/error-answers.ts';
import { accountProblems } from '../../http/openapi-problems.ts';
import { Problem } from '../../http/problem.ts';
import { requireActiveAccount } from '../../people/accounts/accounts.ts';
import { requireValidLink } from './download-link.ts';
import { findDownload } from './downloads.queries.ts';
import type { DownloadsContext } from './downloads.ts';
import { sendProblemPage } from './problem-page.ts';
import { type FileAnswer, Transfers } from './transfers.ts';

const binary = { content: { 'application/octet-stream': { schema: z.unknown() } } };

/** A link without its signature is not malformed; it is just not one of ours. */
const signedQuery = z.object({ expires: z.catch(z.string(), ''), signature: z.catch(z.string(), '') });

/** `GET` and `HEAD /downloads/{id}/{fileName}`: the file behind a signed link, resumable (RFC 9110). */
export function fileRoute(app: FastifyInstance, context: DownloadsContext): void {
  const { config, database, clock, releases, problemTexts } = context;
  const transfers = new Transfers(context, (error) =>
    app.log.error({ err: error }, 'the progress of a download cannot be written'),
  );
  app.addHook('onClose', () => transfers.close());
  const localeOf = new WeakMap<FastifyRequest, Locale>();

  async function requireDownload(request: FastifyRequest, link: Parameters<typeof requireValidLink>[1]) {
    requireValidLink(config, link, clock());
    const download = await findDownload(database.kysely, link.downloadId);
    if (!download) throw new Problem('not-found');
    localeOf.set(request, download.locale);
    await requireActiveAccount(database.kysely, download.account_id);
    if ((await releases.findWithdrawn([download])).size > 0) throw new Problem('release-withdrawn');
    return download;
  }

  app.withTypeProvider<ZodTypeProvider>().route({
    method: ['GET', 'HEAD'],
    url: routePatterns.downloadFile,
    schema: {
      operationId: 'getFile',
      summary: 'The file of a download, or a part of it',
      problems: [
        'link-invalid',
        'link-expired',
        'link-used-up',
        'release-withdrawn',
        'range-not-satisfiable',
        'precondition-failed',
        ...accountProblems,
      ] as const,
      params: z.object({ id: z.uuid(), fileName: z.string() }),
      querystring: signedQuery,
      response: {
        200: { description: 'The file.', ...binary },
        206: { description: 'The part that `Range` asks for.', ...binary },
        302: { description: 'Where the file lies in a store of its own; signed anew for each request.', ...binary },
        304: { description: 'The client has the file.', ...binary },
      },
    },
    errorHandler: (error, request, reply) =>
      sendProblemPage(problemTexts, config.siteOrigin, { error, locale: localeOf.get(request) }, request, reply) ??
      sendError(error, request, reply),
    async handler(request, reply) {
      const { id, fileName } = request.params;
      const download = await requireDownload(request, { downloadId: id, fileName, ...request.query });
      return send(reply, await transfers.answer({ request, connection: reply.raw }, download));
    },
  });
}

async function send(reply: FastifyReply, { status, headers, body }: FileAnswer): Promise<FastifyReply> {
  reply.code(status).headers(headers);
  if (typeof body !== 'function') return reply.send(body);
  reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
  reply.hijack();
  await body();
  return reply;
}
