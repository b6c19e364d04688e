import Fastify, { type FastifyInstance } from 'fastify';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { apiRoutes } from './api.routes.ts';
import { ApiError } from './api-error.ts';
import type { Fault } from './faults.ts';
import { payRoutes } from './pay.routes.ts';
import type { CardsProvider } from './provider.ts';
import { testControlRoutes } from './test-controls.routes.ts';

/** The provider's web application, without listening. Closing it closes the provider. */
export function buildCardsApp(provider: CardsProvider): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true });
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  // A foreign name that resolves to this machine (DNS rebinding) must not make its pages a part of this origin.
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopbackHostname(request.hostname))
      return reply.code(421).type('text/plain; charset=utf-8').send('This service answers only on localhost.');
  });
  app.addHook('onClose', async () => provider.close());

  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`;
    return reply.code(404).send(new ApiError(404, { message }).body);
  });

  const fault: { planned?: Fault | undefined } = {};
  if (provider.config.testControls) testControlRoutes(app, provider, fault);
  payRoutes(app, provider);
  apiRoutes(app, provider, (call) => {
    const { planned } = fault;
    if (!planned || !call.startsWith(planned.call)) return undefined;
    planned.times -= 1;
    if (planned.times === 0) fault.planned = undefined;
    return planned.kind;
  });
  return app;
}
