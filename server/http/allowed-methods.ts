import type { FastifyInstance } from 'fastify';

/**
 * Records the routes of `app`, which must not have any yet, and tells which methods an address supports, so that a
 * wrong method is answered with 405 and `Allow` (RFC 9110, section 15.5.6).
 */
export function rememberMethods(app: FastifyInstance): (pathname: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    routes.set(url, route);
    for (const each of [method].flat()) route.methods.add(each);
  });
  return (pathname) => {
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(pathname));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** `:name` stands for one segment, `*` at the end for the rest of the address. */
function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) => {
      if (segment.startsWith(':')) return '[^/]+';
      return segment === '*' ? '.*' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
