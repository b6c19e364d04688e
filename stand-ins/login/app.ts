import Fastify, { type FastifyInstance } from 'fastify';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { authenticateRoutes } from './authenticate.routes.ts';
import { authorizeRoutes } from './authorize.routes.ts';
import { byHandRoutes } from './by-hand.routes.ts';
import { hostnameOf } from './cookies.ts';
import { emailVerificationRoutes } from './email-verification.routes.ts';
import { impersonationRoutes } from './impersonation.routes.ts';
import { logoutRoutes } from './logout.routes.ts';
import { managementRoutes } from './management.routes.ts';
import { organizationRoutes } from './organization.routes.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { sendMessagePage } from './page-reply.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import type { Provider } from './provider.ts';
import { testControlRoutes } from './test-controls.routes.ts';

/** The provider's web application, without listening. Closing it closes the provider. */
export function buildLoginApp(provider: Provider): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true });

  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  // A foreign name that resolves to this machine (DNS rebinding) must not make its pages a part of this origin.
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopbackHostname(hostnameOf(request)))
      return reply.code(421).type('text/plain; charset=utf-8').send('This service answers only on localhost.');
  });
  app.addHook('onClose', async () => provider.close());

  app.setNotFoundHandler((request, reply) =>
    sendMessagePage(provider, request, reply, { status: 404, title: 'notFoundTitle' }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`${error.stack}\n`);
    return sendMessagePage(provider, request, reply, {
      status,
      title: 'failedTitle',
      text: status >= 500 ? 'failed' : undefined,
    });
  });

  if (provider.config.testControls) testControlRoutes(app, provider);
  app.register(async (scope) => authorizeRoutes(scope, provider));
  app.register(async (scope) => organizationRoutes(scope, provider));
  app.register(async (scope) => emailVerificationRoutes(scope, provider));
  app.register(async (scope) => passwordResetRoutes(scope, provider));
  app.register(async (scope) => impersonationRoutes(scope, provider));
  app.register(async (scope) => byHandRoutes(scope, provider));
  app.register(async (scope) => outboxRoutes(scope, provider));
  app.register(async (scope) => authenticateRoutes(scope, provider));
  app.register(async (scope) => managementRoutes(scope, provider));
  app.register(async (scope) => logoutRoutes(scope, provider));
  return app;
}
