import { posterAddress } from '../../../app/scenes/film-address.ts';
import { subtitlesOf } from '../../../app/scenes/film-messages.ts';
import { filmChapters, filmDurationMs } from '../../../content/film/timeline.ts';
import { placeholders } from '../../../shared/configuration.ts';
import { publisher } from './organization.ts';
import type { DescribedPage, Thing } from './thing.ts';

const origin = placeholders.siteOrigin;

/** The day of the film's first version. */
const publishedOn = '2025-08-01';

/** Addresses of the film's first picture, in the page's language, and of its MP4 file, where a page shows it. */
function findAddresses(body: string): { poster: string; mp4: string } | undefined {
  const [video] = /<video\b.*?<\/video>/s.exec(body) ?? [];
  const poster = /\bposter="([^"]+)"/.exec(video ?? '')?.[1];
  const mp4 = /\bsrc="([^"]+\.mp4)"/.exec(video ?? '')?.[1];
  return poster && mp4 ? { poster, mp4 } : undefined;
}

/** The film, on pages that show it. */
export function findVideo({ route, locale, text, body }: DescribedPage): Thing | undefined {
  const addresses = findAddresses(body);
  if (!addresses) return undefined;
  return {
    '@type': 'VideoObject',
    name: text('scenes.film.label'),
    description: text('demo.description'),
    thumbnailUrl: [addresses.poster, posterAddress(locale, 'jpg')].map((address) => origin + address),
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
