import type { FastifyInstance } from 'fastify';

/** What is said about a call that will end: since when one should not use it, when it ends, and where that is explained. */
export interface Deprecation {
  /** Days, `YYYY-MM-DD`, in UTC. */
  since: string;
  sunset: string;
  /** An address, such as that of the call that replaces it. */
  link: string;
}

/** Tells it with every answer of a route whose schema has a `deprecation` (RFC 9745, RFC 8594), also with refusals. */
export function announceDeprecations(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { deprecation } = route.schema ?? {};
    if (!deprecation) return;
    const headers = deprecationHeaders(deprecation);
    const announce = async (_request: unknown, reply: { headers(values: Record<string, string>): unknown }) => {
      reply.headers(headers);
    };
    route.onRequest = [announce, ...[route.onRequest ?? []].flat()];
  });
}

function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"`,
  };
}
