import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../config/config.ts';
import { findSession } from './authentication.ts';
import type { Mark } from './log-marks.ts';
import { Problem, requestIdHeader } from './problem.ts';
import { writeStandardOutput } from './standard-output.ts';

/** Receives JSON lines. */
export interface LogStream {
  write(line: string): void;
}

/**
 * The fields of a line besides time, level, message and request id; `err` and `account` are logged as `error` and `user`. Whatever
 * else is logged is dropped.
 */
export const allowedFields: ReadonlySet<string> = new Set([
  'method',
  'route',
  'status',
  'durationMs',
  'cut',
  'problem',
  'reason',
  'from',
  'user',
  'actor',
  'address',
  'database',
  'signal',
  'job',
  'rule',
  'table',
  'records',
  'version',
  'feature',
  'model',
  'outcome',
  'faults',
  ...['mail', 'kind', 'attempt', 'state', 'isNoted'],
  ...['subscription', 'invoice', 'invoices', 'entry', 'refund', 'charge'],
  ...['day', 'days'],
  ...['head', 'actions'],
]);

/**
 * Settings of the log: JSON lines on standard output with an allow-list of fields. Errors are reduced to type, code and
 * place, because their messages quote what people sent.
 */
export function logOptions(
  level: Config['logLevel'],
  mark: Mark,
  stream?: LogStream,
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: undefined as never,
    timestamp: writeTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => keepAllowed(fields, mark),
    },
    hooks: {
      logMethod([first, second], method) {
        // Without a message of its own, a line would take over the error's.
        const fields = first instanceof Error ? { err: first } : typeof first === 'object' && first ? first : {};
        const message = typeof first === 'string' ? first : second;
        method.apply(this, [fields, typeof message === 'string' ? withoutValues(message, fields) : 'failed']);
      },
    },
    // Not the library's own output: after a fault of ours, it waits forever on a broken one.
    stream: stream ?? { write: writeStandardOutput },
  };
}

/** Lines of the same moment share their time: formatting a date takes longer than most of a line. */
let lastTime = { ms: 0, text: '' };

function writeTime(): string {
  const ms = Date.now();
  if (ms !== lastTime.ms) lastTime = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return lastTime.text;
}

function keepAllowed(fields: Record<string, unknown>, mark: Mark): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (allowedFields.has(name)) kept[name] = fields[name];
  if ('err' in fields) kept.error = describeError(fields.err);
  // The same as in the lines of its requests.
  if (typeof fields.account === 'string') kept.user = mark('user', fields.account);
  return kept;
}

/** Writes one line for each request to `app`, whose id its answer names. */
export function logRequests(app: FastifyInstance, mark: Mark): void {
  app.addHook('onRequest', (request, reply, done) => {
    logAtEnd(request, reply, mark);
    reply.header(requestIdHeader, request.id);
    done();
  });
}

/**
 * Writes the line of a request once its connection is done with it: method, route, status, duration, why it failed,
 * whether it was cut off, and keyed marks of the address, the user and whoever acts for the user.
 */
export function logAtEnd(request: FastifyRequest, reply: FastifyReply, mark: Mark): void {
  // By the end, the connection may be gone.
  const { ip } = request;
  reply.raw.once('close', () => {
    const { failure } = request;
    const session = findSession(request);
    const status = reply.raw.headersSent ? reply.raw.statusCode : reply.statusCode;
    const line = {
      method: request.method,
      // An unknown address can contain anything, so it is not repeated.
      route: request.routeOptions.url ?? null,
      status,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ...(!reply.raw.writableFinished && { cut: true }),
      ...(failure && { problem: failure.problem.code }),
      ...(failure?.problem.reason && { reason: failure.problem.reason }),
      from: mark('address', ip),
      ...(session && { user: mark('user', session.userId) }),
      ...(session?.actedBy && { actor: mark('user', session.actedBy) }),
      ...(failure && status >= 500 && { err: failure.error }),
    };
    if (status >= 500) request.log.error(line, 'request failed');
    else request.log.info(line, 'request');
  });
}

interface ErrorDescription {
  type: string;
  code?: string;
  /** Frames only: the first line of a stack is the message. */
  stack?: string[];
  cause?: ErrorDescription;
}

function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && /^[\w-]{1,60}$/.test(String(error.code)) ? String(error.code) : undefined;
  const stack = error.stack
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line));
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return {
    type: error instanceof Problem ? 'Problem' : error.constructor.name,
    ...(code && { code }),
    ...(stack?.length && { stack }),
    ...(cause && { cause }),
  };
}

/** The framework's own sentences can quote an address, and some repeat the message of the error they report. */
function withoutValues(message: string, fields: object): string {
  if ('err' in fields && fields.err instanceof Error && fields.err.message === message) return 'failed';
  return message.replace(/"[^"]*"|\S*[?@]\S*/g, '…');
}
