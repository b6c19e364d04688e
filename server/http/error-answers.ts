import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseOutage } from '../database/outage.ts';
import { Problem, problemMediaType, requestIdHeader } from './problem.ts';

/** A restarting database is back within moments. */
const retryAfterSeconds = 5;

declare module 'fastify' {
  interface FastifyRequest {
    /** What went wrong with this request, for its log line. */
    failure: { problem: Problem; error: unknown } | null;
  }
}

/** Makes every error below `app` a problem answer (RFC 9457). */
export function answerErrorsAsProblems(app: FastifyInstance): void {
  app.decorateRequest('failure', null);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** Answers with the problem that `error` is or corresponds to. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  request.failure = { problem, error };
  // Headers of the intended answer would describe this one wrongly.
  for (const name of ['etag', 'content-encoding', 'content-range', 'content-disposition', 'last-modified'])
    reply.removeHeader(name);
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', [requestIdHeader]: request.id, ...problem.headers })
    .type(problemMediaType)
    .send(Buffer.from(JSON.stringify(problem.toBody(request.id))));
}

/** Maps errors of the framework, by code or status, to our problems; everything unknown is an internal error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseOutage(error))
    return new Problem('service-unavailable', { headers: { 'retry-after': `${retryAfterSeconds}` }, cause: error });
  const { code = '', statusCode = 500 } = (error ?? {}) as Partial<FastifyError>;
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  )
    return statusCode < 500
      ? new Problem('malformed-request', { detail: 'The body is not valid JSON.', cause: error })
      : new Problem('internal-error', { cause: error });
  switch (statusCode) {
    case 404:
      return new Problem('not-found', { cause: error });
    case 413:
      return new Problem('payload-too-large', { cause: error });
    case 414:
      return new Problem('address-too-long', { cause: error });
    case 415:
      return new Problem('unsupported-media-type', { cause: error });
    case 429:
      return new Problem('too-many-requests', { cause: error });
    default:
      return new Problem(statusCode >= 400 && statusCode < 500 ? 'malformed-request' : 'internal-error', {
        cause: error,
      });
  }
}
