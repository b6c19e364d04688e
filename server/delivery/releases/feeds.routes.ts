import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { updateFilePath } from '../../../shared/api-paths.ts';
import { platformNames, updateChannels } from '../../../shared/business/product.ts';
import { defaultLocale, isLocale, type Locale } from '../../../shared/locales.ts';
import { updateFeedPaths } from '../../../shared/open-paths.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Config } from '../../config/config.ts';
import { Problem } from '../../http/problem.ts';
import {
  describeForElectron,
  describeForReaders,
  describeForSparkle,
  describeForTauri,
  type FeedEntry,
} from './feeds.ts';
import { type StoredFile, type StoredRelease, updateFileOf } from './release.ts';
import type { Releases } from './releases.ts';
import { readStagingId, website } from './rollout.ts';

/** What a request tells of the app that sends it. */
interface Asked {
  locale: Locale;
  stagingId: string | undefined;
}

interface FeedsContext {
  config: Pick<Config, 'siteOrigin' | 'apiBaseUrl'>;
  releases: Releases;
  clock: () => Date;
}

/**
 * What update programs and feed readers request. Generated from the signed manifests for each request, so that a
 * release appears in all of them in the one step that publishes it, and disappears when it is withdrawn.
 */
export function feedsRoutes(app: FastifyInstance, { config, releases, clock }: FeedsContext): void {
  const origin = config.apiBaseUrl || config.siteOrigin;

  const toEntry = (release: StoredRelease): FeedEntry => {
    const file = updateFileOf(release);
    return { release, file, fileUrl: origin + updateFilePath({ ...release, fileName: file.fileName }) };
  };

  /** What the website offers, the highest version of each platform first. */
  const findAll = async () => {
    const all = await Promise.all(platformNames.map((platform) => releases.findOffered(platform, clock(), website)));
    return all.flat();
  };

  function serve(address: string, type: string, describe: (asked: Asked) => Promise<string | undefined>): void {
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      const body = await describe({ locale: localeOf(request), stagingId: readStagingId(request.headers) });
      return body === undefined ? reply.code(204).send() : send(reply, type, body);
    });
  }

  for (const channel of updateChannels)
    for (const platform of platformNames) {
      const findNewest = async (stagingId: Asked['stagingId'], fits: (file: StoredFile) => unknown) => {
        const offered = await releases.findOffered(platform, clock(), { channel, stagingId });
        return offered.find((each) => fits(updateFileOf(each)));
      };
      serve(updateFeedPaths.electron[channel][platform], 'application/yaml; charset=utf-8', async (asked) => {
        const newest = await findNewest(asked.stagingId, ({ sha512 }) => sha512);
        if (!newest) throw new Problem('not-found');
        return describeForElectron(toEntry(newest), asked.locale);
      });
      serve(updateFeedPaths.tauri[channel][platform], 'application/json', async ({ locale, stagingId }) => {
        const newest = await findNewest(stagingId, ({ signature }) => signature);
        // An answer without content says that there is no update.
        return newest && JSON.stringify(describeForTauri([toEntry(newest)], locale));
      });
    }
  serve(updateFeedPaths.tauriOfAll, 'application/json', async ({ locale }) => {
    const signed = (await findAll()).filter((each) => updateFileOf(each).signature);
    const newest = platformNames.flatMap((name) => signed.find(({ platform }) => platform === name) ?? []);
    if (!newest.length) throw new Problem('not-found');
    return JSON.stringify(describeForTauri(newest.map(toEntry), locale));
  });
  serve(updateFeedPaths.sparkle, 'application/rss+xml; charset=utf-8', async ({ locale, stagingId }) => {
    const offered = await releases.findOffered('macos', clock(), { channel: 'beta', stagingId });
    const entries = offered.filter((each) => updateFileOf(each).sparkleSignature);
    return describeForSparkle(entries.map(toEntry), config.siteOrigin + updateFeedPaths.sparkle, locale);
  });
  serve(updateFeedPaths.atom, 'application/atom+xml; charset=utf-8', async ({ locale }) =>
    describeForReaders((await findAll()).toSorted(byAge), {
      feedUrl: config.siteOrigin + localizedPath(updateFeedPaths.atom, locale),
      pageUrl: config.siteOrigin + localizedPath(paths.download, locale),
      locale,
    }),
  );
}

function byAge(one: StoredRelease, other: StoredRelease): number {
  return other.publishedAt.getTime() - one.publishedAt.getTime();
}

function localeOf({ query }: FastifyRequest): Locale {
  const [lang] = [(query as { lang?: unknown }).lang].flat();
  return isLocale(lang) ? lang : defaultLocale;
}

function send(reply: FastifyReply, type: string, body: string): FastifyReply {
  // A cache in between cannot know for whom a share of the apps is meant.
  return reply.header('cache-control', 'private, no-cache').type(type).send(Buffer.from(body));
}
