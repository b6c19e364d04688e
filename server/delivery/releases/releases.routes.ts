import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { releasesAnswer, releaseVersionAnswer } from '../../../shared/api/releases.ts';
import { platformNames } from '../../../shared/business/product.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { mount } from '../../http/mount.ts';
import { Problem } from '../../http/problem.ts';
import type { Releases } from './releases.ts';

/** `GET /api/releases`: what can be downloaded and what is coming, and every detail of one version. */
export function releasesRoutes(app: FastifyInstance, dependencies: { releases: Releases; clock: () => Date }): void {
  const { releases, clock } = dependencies;
  const schema = { summary: 'Releases of every platform', response: { 200: releasesAnswer } };
  mount(app, endpoints.getReleases, {}, { schema }, async () => {
    return { releases: await releases.list(clock()) };
  });

  mount(
    app,
    endpoints.getReleaseVersion,
    {},
    {
      schema: {
        summary: 'One version of a platform, with the hashes of its parts',
        params: z.object({ platform: z.enum(platformNames), version: z.string() }),
        response: { 200: releaseVersionAnswer },
      },
    },
    async ({ params }) => {
      const release = await releases.findVersion(params.platform, params.version, clock());
      if (!release) throw new Problem('not-found');
      return release;
    },
  );
}
