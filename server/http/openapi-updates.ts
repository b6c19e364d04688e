import type { FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import { type Platform, platformNames, type UpdateChannel, updateChannels } from '../../shared/business/product.ts';
import { locales } from '../../shared/locales.ts';
import { updateFeedPaths } from '../../shared/open-paths.ts';

const querystring = z.object({ lang: z.optional(z.enum(locales)) });

/** Not of feeds that say the same to everybody. */
const headers = z.object({
  'x-user-staging-id': z.optional(
    z
      .uuid()
      .check(
        z.describe(
          'Made once by the installation: whether a version for a share of the apps is for this one. Without it, among the last.',
        ),
      ),
  ),
});

const feedOf = (operationId: string, summary: string, type: string, schema: z.ZodMiniType = z.string()) => ({
  operationId,
  summary,
  querystring,
  problems: ['not-found'] as const,
  response: { 200: { description: 'The feed.', content: { [type]: { schema } } } },
});

/** What a Tauri app reads; other members are its own. */
const tauri = z.looseObject({ version: z.string(), platforms: z.record(z.string(), z.looseObject({})) });

const systems = { windows: ['Windows', ''], macos: ['macOS', 'ForMac'] } as const;
const channels = { stable: ['version', ''], beta: ['version or pre-release', 'Beta'] } as const;

/** One feed for each channel and platform. */
function feedsOf(
  addresses: Readonly<Record<UpdateChannel, Readonly<Record<Platform, string>>>>,
  describe: (id: string, what: string) => FastifySchema,
): Record<string, FastifySchema> {
  return Object.fromEntries(
    updateChannels.flatMap((channel) =>
      platformNames.map((platform) => {
        const [what, mark] = channels[channel];
        const [system, suffix] = systems[platform];
        return [addresses[channel][platform], describe(`${mark}${suffix}`, `Newest ${what} on ${system}`)];
      }),
    ),
  );
}

const noUpdate = { 204: z.null().check(z.describe('There is no update.')) };

/** The feeds of releases, whose form is that of the programs that read them, by their addresses. */
export const updateRoutes: Readonly<Record<string, FastifySchema>> = {
  ...feedsOf(updateFeedPaths.electron, (id, what) => ({
    ...feedOf(`getElectron${id}Feed`, `${what}, for electron-updater`, 'application/yaml'),
    headers,
  })),
  ...feedsOf(updateFeedPaths.tauri, (id, what) => {
    const feed = feedOf(`getTauri${id}Feed`, `${what}, for the updater of Tauri`, 'application/json', tauri);
    return { ...feed, headers, response: { ...feed.response, ...noUpdate } };
  }),
  [updateFeedPaths.tauriOfAll]: feedOf(
    'getTauriFeedOfAll',
    'Newest version of all platforms, for older apps with the updater of Tauri',
    'application/json',
    tauri,
  ),
  [updateFeedPaths.sparkle]: {
    ...feedOf('getAppcast', 'Versions for Sparkle on macOS', 'application/rss+xml'),
    headers,
  },
  [updateFeedPaths.atom]: feedOf('getReleaseNews', 'Versions for feed readers', 'application/atom+xml'),
};
