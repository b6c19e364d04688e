import type { Feature } from '../../contract/feature.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { releaseCommands } from './releases.operator.ts';
import { releasesRoutes } from './releases.routes.ts';
import { getReleases } from './releases.ts';

/** What can be downloaded, from a folder or a bucket; stores nothing in the database. */
export const releasesFeature: Feature = {
  async routes(app, deps) {
    const context = { ...deps, releases: await getReleases(deps) };
    releasesRoutes(app, context);
    feedsRoutes(app, context);
  },
  findFaults: async (deps) => (await getReleases(deps)).faults(),
  commands: releaseCommands,
};
