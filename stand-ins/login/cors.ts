import type { FastifyInstance } from 'fastify';
import type { Provider } from './provider.ts';

/**
 * Lets the scripts of the site call `path`, with credentials, and no other site's: the origin is named exactly, never
 * `*`. A request without an origin does not come from a page of another site.
 */
export function allowSite(app: FastifyInstance, provider: Provider, path: string, method: 'GET' | 'POST'): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined) return;
    if (!provider.config.siteOrigins.includes(origin))
      return reply.code(403).send({ error: 'invalid_request', error_description: 'This origin may not call here.' });
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
  });

  app.options(path, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '600')
      .send(),
  );
}
