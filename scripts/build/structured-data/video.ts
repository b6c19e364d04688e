import { posterAddress } from '../../../app/scenes/film-address.ts';
import { subtitlesOf } from '../../../app/scenes/film-messages.ts';
import { filmChapters, filmDurationMs } from '../../../content/film/timeline.ts';
import { placeholders } from '../../../shared/configuration.ts';
import { publisher } from './organization.ts';
import type { DescribedPage, Thing } from './thing.ts';

const origin = placeholders.siteOrigin;

/** The day of the film's first version. */
const publishedOn = '2025-08-01';

/** Addresses of the wide cut's first picture, in the page's language, and of its MP4 file, where a page shows it. */
function findAddresses(body: string): { picture: string; mp4: string } | undefined {
  const [film] = /<div class="film">.*?<\/video>/s.exec(body) ?? [];
  const picture = /<img src="([^"]+)"/.exec(film ?? '')?.[1];
  // That of the tall cut is for some screens only.
  const mp4 = /<source src="([^"]+\.mp4)"(?![^>]*media=)/.exec(film ?? '')?.[1];
  return picture && mp4 ? { picture, mp4 } : undefined;
}

/** The film, on pages that show it. */
export function findVideo({ route, locale, text, body }: DescribedPage): Thing | undefined {
  const addresses = findAddresses(body);
  if (!addresses) return undefined;
  return {
    '@type': 'VideoObject',
    name: text('player.label'),
    description: text('demo.description'),
    thumbnailUrl: [addresses.picture, posterAddress(locale, 'wide', 'jpg')].map((address) => origin + address),
    contentUrl: origin + addresses.mp4,
    uploadDate: `${publishedOn}T00:00:00Z`,
    duration: `PT${Math.round(filmDurationMs / 1000)}S`,
    inLanguage: locale,
    isFamilyFriendly: true,
    publisher,
    // On its own page the film is described in full.
    ...(route.id === 'demo' && {
      transcript: filmChapters.flatMap(({ id }) => subtitlesOf(id, locale, text)).join(' '),
    }),
  };
}
