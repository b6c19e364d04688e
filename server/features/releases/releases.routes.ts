import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { releasesAnswer } from '../../../shared/api/releases.ts';
import { apiPaths } from '../../../shared/paths.ts';
import type { Releases } from './releases.ts';

/** `GET /api/releases`: what can be downloaded, and what is coming. */
export function releasesRoutes(app: FastifyInstance, dependencies: { releases: Releases; clock: () => Date }): void {
  const { releases, clock } = dependencies;
  const schema = { summary: 'Releases of every platform', response: { 200: releasesAnswer } };
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.releases, { schema }, async () => {
    return { releases: await releases.list(clock()) };
  });
}
