import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defaultLocale } from '../../shared/locales.ts';
import { ControlFault, controls } from './controls.ts';
import type { Provider } from './provider.ts';
import { logRequests, type RequestEntry } from './request-log.ts';

/** What tests may do to the provider; see README.md. Only registered with LOGIN_TEST_CONTROLS=1. */
export function testControlRoutes(app: FastifyInstance, provider: Provider): void {
  const entries: RequestEntry[] = [];
  logRequests(app, entries);
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      const status = error instanceof z.ZodError ? 400 : error instanceof ControlFault ? 404 : 500;
      return reply.code(status).send({ error: (error as Error).message });
    });
    for (const [name, control] of Object.entries(controls))
      scope.post(`/_test/${name}`, (request) => control(provider, request.body, defaultLocale));
    scope.get('/_test/requests', () => entries);
  });
}
