import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { updateFilePath } from '../../../shared/api-paths.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
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
import type { StoredRelease } from './release.ts';
import type { Releases } from './releases.ts';

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

  const findOffered = (platform: Platform) => releases.findOffered(platform, clock());
  const toEntry = (release: StoredRelease): FeedEntry => ({ release, fileUrl: origin + updateFilePath(release) });

  function serve(address: string, type: string, describe: (locale: Locale) => Promise<string>): void {
    app.get(address, { schema: { hide: true } }, async (request, reply) =>
      send(reply, type, await describe(localeOf(request))),
    );
  }

  for (const platform of ['windows', 'macos'] as const)
    serve(updateFeedPaths.electron[platform], 'application/yaml; charset=utf-8', async (locale) => {
      const newest = (await findOffered(platform)).find(({ sha512 }) => sha512);
      if (!newest) throw new Problem('not-found');
      return describeForElectron(toEntry(newest), locale);
    });
  serve(updateFeedPaths.tauri, 'application/json', async (locale) => {
    const all = await Promise.all((Object.keys(platforms) as Platform[]).map(findOffered));
    const newest = all.flatMap((offered) => offered.find(({ signature }) => signature) ?? []);
    if (!newest.length) throw new Problem('not-found');
    return JSON.stringify(describeForTauri(newest.map(toEntry), locale));
  });
  serve(updateFeedPaths.sparkle, 'application/rss+xml; charset=utf-8', async (locale) => {
    const entries = (await findOffered('macos')).filter(({ sparkleSignature }) => sparkleSignature);
    return describeForSparkle(entries.map(toEntry), config.siteOrigin + updateFeedPaths.sparkle, locale);
  });
  serve(updateFeedPaths.atom, 'application/atom+xml; charset=utf-8', async (locale) => {
    const all = await Promise.all((Object.keys(platforms) as Platform[]).map(findOffered));
    return describeForReaders(all.flat().toSorted(byAge), {
      feedUrl: config.siteOrigin + localizedPath(updateFeedPaths.atom, locale),
      pageUrl: config.siteOrigin + localizedPath(paths.download, locale),
      locale,
    });
  });
}

function byAge(one: StoredRelease, other: StoredRelease): number {
  return other.publishedAt.getTime() - one.publishedAt.getTime();
}

function localeOf({ query }: FastifyRequest): Locale {
  const [lang] = [(query as { lang?: unknown }).lang].flat();
  return isLocale(lang) ? lang : defaultLocale;
}

function send(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(type).send(Buffer.from(body));
}
