import Fastify, { type FastifyInstance } from 'fastify';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { authenticateRoutes } from './authenticate.routes.ts';
import { authorizeRoutes } from './authorize.routes.ts';
import { byHandRoutes } from './by-hand.routes.ts';
import { hostnameOf } from './cookies.ts';
import { logoutRoutes } from './logout.routes.ts';
import { managementRoutes } from './management.routes.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import type { Provider } from './provider.ts';
import { signInStepRoutes } from './sign-in-steps.ts';
import { testControlRoutes } from './test-controls.routes.ts';
import { verificationLinkRoute } from './verification-link.route.ts';
import { Visit } from './visit.ts';

const formType = 'application/x-www-form-urlencoded';

/** The provider's web application, without listening. Closing it closes the provider. */
export function buildLoginApp(provider: Provider): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true });

  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  app.addHook('onRequest', async (request, reply) => {
    // A foreign name that resolves to this machine (DNS rebinding) must not make its pages a part of this origin.
    if (!isLoopbackHostname(hostnameOf(request)))
      return reply.code(421).type('text/plain; charset=utf-8').send('This service answers only on localhost.');
    const from = request.headers['sec-fetch-site'] ?? 'none';
    if (request.headers['content-type'] === formType && !['same-origin', 'none'].includes(String(from)))
      return reply.code(403).type('text/plain; charset=utf-8').send('Forms come from the pages of this service.');
  });
  app.addHook('onClose', async () => provider.close());

  app.setNotFoundHandler((request, reply) => new Visit(provider, request, reply).sendMessage(404, 'notFoundTitle'));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`${error.stack}\n`);
    const text = status >= 500 ? 'failed' : undefined;
    return new Visit(provider, request, reply).sendMessage(status, 'failedTitle', { text });
  });

  if (provider.config.testControls) testControlRoutes(app, provider);
  authorizeRoutes(app, provider);
  signInStepRoutes(app, provider);
  verificationLinkRoute(app, provider);
  passwordResetRoutes(app, provider);
  byHandRoutes(app, provider);
  logoutRoutes(app, provider);
  // These two have hooks of their own, for their calls alone.
  app.register(async (scope) => authenticateRoutes(scope, provider));
  app.register(async (scope) => managementRoutes(scope, provider));
  return app;
}
