import { onScreen } from '../../content/film/on-screen.ts';
import { type FilmChapterId, filmChapters } from '../../content/film/timeline.ts';
import type { MessageId } from '../../content/generated/message-arguments.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { type PlanName, planNames, plans } from '../../shared/business/plans.ts';
import { platforms } from '../../shared/business/product.ts';
import { formatCountries, formatList, formatNumber, formatPrice } from '../../shared/format.ts';
import type { Locale } from '../../shared/locales.ts';

/** Messages with values that differ from chapter to chapter; the catalogue's check holds ids and values together. */
export type FilmText = (id: string, values?: Record<string, string>) => string;

/** The subtitles of a chapter, in order. */
export function subtitlesOf(chapter: FilmChapterId, locale: Locale, text: FilmText): string[] {
  const { subtitles } = filmChapters.find(({ id }) => id === chapter)!;
  const values = {
    countries: formatCountries(locale, eligibleCountries),
    requests: formatNumber(locale, plans.free.onlineRequestsPerMonth),
  };
  return subtitles.map((_, index) => text(`film.${chapter}.${index + 1}`, values));
}

const { windows } = platforms;
const sentence = (parts: readonly string[]) => parts.join('');

/** A text in a chapter's pictures, in English like everything the app shows. */
interface SeenPassage {
  kind: 'spoken' | 'written';
  label?: SeenLabel;
  text: string;
}

type SeenLabel = Extract<MessageId, `film.seen.${string}`>;

interface Seen {
  /** The values of the message `film.<chapter>.seen`, which describes the pictures; undefined where there is none. */
  values?: Record<string, string>;
  passages: readonly SeenPassage[];
}

const spoken = (text: string): SeenPassage => ({ kind: 'spoken', label: 'film.seen.spoken', text });
const written = (text: string, label?: SeenLabel): SeenPassage => ({ kind: 'written', ...(label && { label }), text });
const spokenAndWritten = (heard: string, text: string) => [spoken(heard), written(text, 'film.seen.written')];

const { bullets, mail, modes, prices, tones, vocabulary } = onScreen;

const priceOf = (plan: PlanName) =>
  `${prices.plans[plan]} ${formatPrice('en', plans[plan].monthlyRappen)}: ` +
  `${formatNumber('en', plans[plan].onlineRequestsPerMonth)} ${prices.requests}`;

/** What the pictures of a chapter show: described in the page's language, with each text set apart. */
export const seenIn: Record<FilmChapterId, Seen> = {
  opening: { values: {}, passages: [] },
  cursor: { values: {}, passages: spokenAndWritten(mail.spoken, mail.written) },
  modes: { values: {}, passages: [written(modes.claim)] },
  tone: {
    passages: [
      written(tones.neutral, 'film.seen.neutral'),
      written(tones.formal, 'film.seen.formal'),
      written(tones.friendly, 'film.seen.friendly'),
    ],
  },
  vocabulary: {
    passages: [
      written(vocabulary.terms.join(', '), 'film.seen.listed'),
      ...spokenAndWritten(vocabulary.spoken, sentence(vocabulary.written)),
    ],
  },
  bullets: {
    passages: [
      spoken(bullets.spoken),
      written([bullets.title, ...bullets.points.map((point) => `• ${point}`)].join('\n'), 'film.seen.written.list'),
    ],
  },
  prices: { values: {}, passages: [written(planNames.map(priceOf).join('\n'))] },
  ending: {
    values: {
      invitation: onScreen.download,
      platform: `${windows.name} ${formatList('en', windows.testedVersions)}`,
    },
    passages: [],
  },
};
