import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { developmentCardsKey } from '../../shared/configuration.ts';
import { ApiError } from './api-error.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { type Fault, failAfter, failBefore } from './faults.ts';
import { readParameters } from './form.ts';
import { apiVersion, type CardsProvider } from './provider.ts';

/** Mounts the provider's interface; `takeFault` says what goes wrong with a call. */
export function apiRoutes(
  app: FastifyInstance,
  provider: CardsProvider,
  takeFault: (call: string) => Fault['kind'] | undefined,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => requireKey(request));
    scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      if (error instanceof ApiError) return reply.code(error.status).send(error.body);
      const status = error.statusCode ?? 500;
      if (status >= 500) process.stderr.write(`${error.stack}\n`);
      return reply.code(status).send({ error: { type: 'api_error', message: error.message } });
    });
    for (const each of calls)
      scope.route<{ Params: { id?: string } }>({
        method: each.method,
        url: each.path,
        handler(request, reply) {
          const kind = takeFault(`${request.method} ${request.url.split('?')[0]}`);
          if (failBefore(kind, reply)) return reply;
          const { status, body, isReplayed } = answer(provider, each, request);
          if (failAfter(kind, reply)) return reply;
          if (isReplayed) reply.header('idempotent-replayed', 'true');
          return reply
            .code(status)
            .headers({ 'content-type': 'application/json', 'stripe-version': apiVersion })
            .send(body);
        },
      });
  });
}

function requireKey(request: FastifyRequest): void {
  if (request.headers.authorization !== `Bearer ${developmentCardsKey}`)
    throw new ApiError(401, { message: 'Invalid API Key provided.' });
  const version = request.headers['stripe-version'];
  if (version !== apiVersion)
    throw new ApiError(400, { message: `Only version ${apiVersion} is understood here, not ${version}.` });
}

/**
 * Carries a call out, once for each idempotency key: the same parameters again get the first answer again, others are
 * refused. What is not understood does not use up its key (docs.stripe.com/api/idempotent_requests).
 */
function answer(provider: CardsProvider, call: Call, request: FastifyRequest<{ Params: { id?: string } }>) {
  const sent = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : String(request.body ?? '');
  const header = request.headers['idempotency-key'];
  const key = call.method === 'POST' && typeof header === 'string' ? header : undefined;
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n${sent}`).digest('hex');
  const earlier = key === undefined ? undefined : provider.findAnswer(key);
  if (earlier && earlier.request !== hash)
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  if (earlier) return { status: earlier.status, body: earlier.body, isReplayed: true };

  const input = understand(call.input, readParameters(sent));
  const id = request.params.id ?? '';
  try {
    return provider.change(() => {
      const { status, body: content } = call.run(provider, input as never, id);
      const body = JSON.stringify(content);
      if (key !== undefined) provider.keepAnswer(key, { request: hash, status, body });
      return { status, body, isReplayed: false };
    }, key);
  } catch (error) {
    if (key !== undefined && error instanceof ApiError)
      provider.keepAnswer(key, { request: hash, status: error.status, body: JSON.stringify(error.body) });
    throw error;
  }
}

function understand(schema: z.ZodType, parameters: object): unknown {
  const { success, data, error } = schema.safeParse(parameters);
  if (success) return data;
  // What is unknown comes first, as at the provider.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0];
  const place = (issue?.path ?? []).map(String);
  const nameOf = ([first = '', ...rest]: string[]) => first + rest.map((step) => `[${step}]`).join('');
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...place, issue.keys[0] ?? '']);
    throw new ApiError(400, { code: 'parameter_unknown', message: `Received unknown parameter: ${param}`, param });
  }
  const param = nameOf(place);
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    throw new ApiError(400, { code: 'parameter_missing', message: `Missing required param: ${param}.`, param });
  throw new ApiError(400, { message: `Invalid ${param}: ${issue?.message}`, param });
}
