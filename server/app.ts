import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { kindOf } from '../shared/address-kinds.ts';
import { minuteMs } from '../shared/durations.ts';
import type { Config } from './config/config.ts';
import type { Composition } from './contract/composition.ts';
import type { Database } from './database/database.ts';
import { product } from './features.ts';
import { decodedPathname, kindOfRequest } from './http/address-kind.ts';
import { rememberMethods } from './http/allowed-methods.ts';
import { authenticate } from './http/authentication.ts';
import { answerClientError, maxAddressBytes } from './http/client-errors.ts';
import { endConnectionsWhenIdle, limitConnections, limitConnectionsPerAddress } from './http/connections.ts';
import { allowSiteOrigin } from './http/cross-origin.ts';
import { announceDeprecations } from './http/deprecation.ts';
import { answerErrorsAsProblems, sendError } from './http/error-answers.ts';
import { countHeaders } from './http/header-count.ts';
import { healthRoute } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { createMark, type Mark } from './http/log-marks.ts';
import { describeApi } from './http/openapi.ts';
import { Problem, requestIdHeader } from './http/problem.ts';
import { limitRates } from './http/rate-limits.ts';
import { type LogStream, logAtEnd, logOptions, logRequests } from './http/request-log.ts';
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts';
import { compileValidator } from './http/validation.ts';
import type { JobRunner } from './jobs/jobs.ts';
import { hasEnded } from './people/sessions/sessions.ts';
import { guardDesktop } from './service/desktop/desktop.ts';
import { type SendNotFoundPage, serveSite } from './site/static-site.ts';

/** The largest body that is read, in bytes; the largest form fills about a tenth of it. */
const bodyLimitBytes = 64 * 1024;

/** How long a request may take to arrive. Answers may take hours: a connection is only cut when nothing moves on it. */
const timeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleConnectionMs: 75_000,
  silentConnectionMs: 10 * minuteMs,
  /** How often Node looks for requests that are late. */
  checkMs: 5_000,
} as const;

/** Simultaneous clients. Downloads have a limit of their own (shared/business/download-limits.ts). */
export const maxConnections = 4000;

/**
 * Connections from one address that is not a trusted proxy: browsers open six, and a household has several browsers.
 */
export const maxConnectionsPerAddress = 100;

interface AppOptions {
  config: Config;
  database: Database;
  /** Registers the jobs; running them is left to whoever builds the server. */
  jobs: JobRunner;
  /** The features it is made of. */
  features?: Composition;
  /** Holds the built site; without it only the API is served. */
  siteDirectory?: string;
  /** The service's present time. */
  clock: () => Date;
  logStream?: LogStream;
}

/** Builds the whole server without listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, jobs, features = product, clock } = options;
  const guards = securityHeaders(config);
  const mark = createMark(config.linkSecret);
  const pages: { sendNotFound?: SendNotFoundPage } = {};
  const app: FastifyInstance = Fastify(serverOptions(config, { guards, mark, pages }, options.logStream));
  endConnectionsWhenIdle(app.server);
  limitConnections(app, maxConnections);
  limitConnectionsPerAddress(app.server, maxConnectionsPerAddress * config.rateLimitFactor, config.trustedProxies);
  // An unknown expectation is no reason to refuse (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(compileValidator).setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);

  answerErrorsAsProblems(app);
  distrustForwardedNonsense(app);
  logRequests(app, mark);
  sendSecurityHeaders(app, config);
  refuseWhileClosing(app);
  allowSiteOrigin(app, config);
  const { routeLimits, requireBudgets } = await limitRates(app, config.rateLimitFactor);
  refuseBadRequests(app, rememberMethods(app));

  announceDeprecations(app);
  await describeApi(app, config);
  const { accountParts, retentionRules, promiseChecks, waitingKinds } = features;
  const ofAll = { accountParts, retentionRules, promiseChecks, waitingKinds };
  const dependencies = { config, database, clock, jobs, log: app.log, ...ofAll };
  healthRoute(app, { config, database, findFaults: () => features.findFaults(dependencies) });
  const { requireDesktopToken, ...guardsOfRoutes } = authenticate(app, config.login, {
    hasEnded: (session) => hasEnded(database, session),
  });
  await features.mountRoutes(app, {
    ...dependencies,
    ...guardsOfRoutes,
    routeLimits,
    ...guardDesktop(requireDesktopToken, dependencies),
  });
  requireBudgets();
  await jobs.prepare(features.bindJobs(dependencies), (job, error) =>
    app.log.error({ err: error, job }, 'a job failed'),
  );

  if (options.siteDirectory) pages.sendNotFound = serveSite(app, config, options.siteDirectory, clock);
  app.setNotFoundHandler((request, reply) => {
    // Programs receive errors as problems, never as a page.
    if (!pages.sendNotFound || kindOfRequest(request) !== 'page') throw new Problem('not-found');
    return pages.sendNotFound(request, reply);
  });
  return app;
}

function serverOptions(
  config: Config,
  {
    guards,
    mark,
    pages,
  }: { guards: Readonly<Record<string, string>>; mark: Mark; pages: { sendNotFound?: SendNotFoundPage } },
  logStream?: LogStream,
): FastifyHttpOptions<RawServerDefault> {
  return {
    logger: logOptions(config.logLevel, mark, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleConnectionMs,
    connectionTimeout: timeouts.silentConnectionMs,
    // A missing Host is answered here, as a problem.
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Runs before all hooks, so it does what they would have done.
    frameworkErrors(error, request, reply) {
      logAtEnd(request, reply, mark);
      reply.headers({ ...guards, [requestIdHeader]: request.id });
      // A link that a mail program has broken leads nowhere, like any other that does.
      const isPage = ['GET', 'HEAD'].includes(request.method) && kindOf(decodedPathname(request)) === 'page';
      if (pages.sendNotFound && isPage) void pages.sendNotFound(request, reply);
      else sendError(error, request, reply);
    },
    clientErrorHandler(this: FastifyInstance, error, socket) {
      answerClientError(error, socket, { log: this.log, headers: guards });
    },
  };
}

/** A forwarded client address that is not an IP address is ignored; the proxy's own address is used instead. */
function distrustForwardedNonsense(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined && !isIP(request.ip))
      delete request.raw.headers['x-forwarded-for'];
    done();
  });
}

/** Requests under way are finished; those still arriving on open connections are told to come back. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new Problem('service-unavailable', { headers: { 'retry-after': '10' } }) : undefined);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Decided before a body is read, so that a wrong address or method is never reported as a wrong body. */
function refuseBadRequests(app: FastifyInstance, methodsOf: (pathname: string) => string[]): void {
  const findFault = (request: FastifyRequest) => {
    if (request.url.length > maxAddressBytes) return new Problem('address-too-long');
    if (!hasOneHost(request)) return new Problem('malformed-request');
    if (!request.is404) return undefined;
    const methods = methodsOf(decodedPathname(request));
    if (methods.length) return new Problem('method-not-allowed', { headers: { allow: methods.join(', ') } });
    return ['GET', 'HEAD'].includes(request.method) ? undefined : new Problem('not-found');
  };
  app.addHook('onRequest', (request, _reply, done) => done(findFault(request)));
}

/** RFC 9112, section 3.2. */
function hasOneHost(request: FastifyRequest): boolean {
  return countHeaders(request, 'host') <= 1 && Boolean(request.headers.host || request.raw.httpVersion !== '1.1');
}
