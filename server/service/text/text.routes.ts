import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type TextAnswer, type TextRequest, textAnswer, textRequest } from '../../../shared/api/text.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import type { TextOperation } from '../../../shared/business/text-service.ts';
import { readWishes } from '../../../shared/quality-values.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { forDesktop } from '../../http/authentication.ts';
import { sendError } from '../../http/error-answers.ts';
import { Problem } from '../../http/problem.ts';
import { readProblemSentences } from '../../http/problem-sentences.ts';
import { rateLimitFields } from '../../http/rate-limit-fields.ts';
import { eventStream, eventsText, textHeaders, textProblems } from './description.ts';
import { prepareLanguages } from './faithfulness/comparison.ts';
import { CallEnd, writeText } from './text.ts';
import type { TextCall } from './text-call.ts';
import { getTextService } from './text-service.ts';
import { asEventStream, isThereAfter } from './text-stream.ts';

/** The longest transcript with its vocabulary, in a script of three bytes a character. */
const bodyLimitBytes = 128 * 1024;
/** Open at once in one process. */
const maxOpenCalls = 200;
/** Held for one reader, who does not read. */
const maxQueuedBytes = 4 * 1024;

const routes: readonly [string, TextOperation, string][] = [
  [apiPaths.textEnhance, 'enhance', 'Write a transcript well'],
  [apiPaths.textStructure, 'structure', 'Turn a transcript into bullet points'],
  [apiPaths.textGenerate, 'generate', 'Write the text that a transcript asks for'],
];

/** `POST /api/text/…`: as JSON, or with `Accept: text/event-stream` as it is written. */
export async function textRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const explain = await readProblemSentences(deps.config);
  const service = await getTextService(deps);
  const open = new Set<AbortController>();
  app.addHook('onListen', async () => prepareLanguages());
  app.addHook('preClose', async () => {
    for (const call of open) call.abort(new CallEnd('ending'));
  });

  async function answer(operation: TextOperation, request: FastifyRequest, reply: FastifyReply) {
    const requestId = String(request.headers['idempotency-key']).toLowerCase();
    if (open.size >= maxOpenCalls)
      throw new Problem('text-service-unavailable', { reason: 'full', headers: { 'retry-after': '5' } });
    const leaving = new AbortController();
    open.add(leaving);
    const cut = () => {
      leaving.abort(new CallEnd('stuck'));
      // What waits for its reader would be settled only once that reads on.
      if (reply.raw.headersSent) reply.raw.destroy();
    };
    const timer = setTimeout(cut, deps.config.text.patience.callMs);
    reply.raw.once('close', () => {
      open.delete(leaving);
      clearTimeout(timer);
      leaving.abort(new CallEnd('left'));
    });
    const call: TextCall = {
      accountId: request.session.userId,
      requestId,
      operation,
      request: request.body as TextRequest,
      log: request.log,
      isPreviewed: wantsEvents(request),
      signal: leaving.signal,
      onAllowance(quota) {
        reply.headers(rateLimitFields(quota, deps.clock()));
      },
    };
    if (service.chain.isLookDue()) void service.provider.listModels().then(service.chain.learn, () => {});
    const events = writeText(service, call);
    if (!call.isPreviewed) return readToEnd(events);
    const { patience } = deps.config.text;
    const first = events.next();
    // What goes wrong before the first word has a status of its own, unless proxies would not wait for it.
    if (await isThereAfter(first, patience.commentMs)) await first;
    const body = asEventStream(first, events, {
      id: requestId,
      patience,
      toProblem(error) {
        const problem = explain(error, request);
        request.failure = { problem, error };
        return problem.toBody(request.id);
      },
      onStuck: cut,
      hasLeft: () => flush(reply.raw),
    });
    // As strings: small buffers are slices of blocks that Node shares among all, and one of a reader who is stuck holds its block.
    return reply
      .headers({ 'content-type': `${eventStream}; charset=utf-8`, 'x-accel-buffering': 'no' })
      .send(Readable.from(body, { objectMode: false, encoding: 'utf8' }));
  }

  for (const [path, operation, summary] of routes)
    app.withTypeProvider<ZodTypeProvider>().post(
      path,
      {
        bodyLimit: bodyLimitBytes,
        onRequest: [deps.requireDesktop.onRequest, deps.routeLimits.textCalls, requireRequestId],
        schema: {
          operationId: `${operation}Text`,
          summary,
          problems: textProblems,
          ...forDesktop,
          headers: z.extend(forDesktop.headers, textHeaders),
          body: textRequest,
          response: {
            200: {
              description: 'The text, at once as JSON or while it is written as events: as Accept says.',
              headers: ['RateLimit', 'RateLimit-Policy'],
              content: { 'application/json': { schema: textAnswer }, [eventStream]: { schema: eventsText } },
            },
          },
        },
        errorHandler: (error, request, reply) => sendError(explain(error, request), request, reply),
      },
      (request, reply) => answer(operation, request, reply),
    );
}

async function requireRequestId({ headers }: FastifyRequest): Promise<void> {
  if (!isUuid(String(headers['idempotency-key']))) throw new Problem('idempotency-key-missing');
}

/** Also where both are wanted alike: only who can read events names them. */
function wantsEvents({ headers }: FastifyRequest): boolean {
  const wishes = readWishes(headers.accept);
  const weightOf = (type: string) => wishes.find(({ name }) => name === type)?.weight ?? 0;
  return weightOf(eventStream) > 0 && weightOf(eventStream) >= weightOf('application/json');
}

/**
 * Resolves at once while the reader keeps up, otherwise when what was written has left for the system. Node itself asks a writer to
 * wait after 64 KiB only, and each of the small pieces of a text costs it three entries, several times their own size.
 */
async function flush({ socket }: ServerResponse): Promise<void> {
  if (socket && socket.writableLength > maxQueuedBytes) await new Promise((resolve) => socket.write('', resolve));
}

async function readToEnd(events: ReturnType<typeof writeText>): Promise<TextAnswer> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) return value;
  }
}
