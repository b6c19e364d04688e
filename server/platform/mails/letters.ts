import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { businessTimeZone } from '../../../shared/business/time-zone.ts';
import { formatDate, formatTime, joinArticles } from '../../../shared/dates.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { Letters, LetterValues } from '../../contract/letters.ts';
import { readTexts } from '../../texts.ts';
import { quoteMark, writeLetter } from './letter.ts';

const letter = z.strictObject({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** What is to be copied, such as the reference of a transfer; left out whole where one of them is not known. */
  facts: z.optional(z.array(z.strictObject({ name: z.string(), value: z.string() }))),
  /** What its picture shows, where it has one. */
  picture: z.optional(z.string()),
  action: z.string(),
  note: z.string(),
});

/** Each kind is a letter of the file; `footer` stands under all of them. */
export function lettersOf<const Kind extends string>(
  topic: string,
  kinds: readonly Kind[],
  sample: (locale: Locale) => LetterValues,
): Letters<Kind> {
  const shape = Object.fromEntries(kinds.map((kind) => [kind, letter])) as Record<Kind, typeof letter>;
  const schema = z.strictObject({ footer: z.string(), letters: z.strictObject(shape) });
  return {
    topic,
    kinds,
    sample,
    async write(kind, locale, given, url, more = {}) {
      const { footer, letters } = (await readTexts(topic, schema))[locale];
      const {
        subject,
        paragraphs,
        facts = [],
        picture,
        action,
        note,
      } = (letters as Record<Kind, z.infer<typeof letter>>)[kind];
      const values: LetterValues = { email: operator.supportEmail, ...given };
      const fill = (text: string) => {
        const filled = text.replaceAll(/(^> )?\{(\w+)\}/gm, (_, mark: string | undefined, name: string) => {
          const value = values[name];
          if (value === undefined || value === null) throw new Error(`The mail ${kind} needs a value for {${name}}.`);
          return mark ? value.replaceAll('\r\n', '\n').replaceAll(/^/gm, quoteMark) : value;
        });
        return joinArticles(locale, filled);
      };
      const isKnown = (text: string) => namesIn(text).every((name) => values[name] !== null);
      return writeLetter({
        facts: facts.every(({ value }) => isKnown(value))
          ? facts.map(({ name, value }) => ({ name, value: fill(value) }))
          : [],
        ...more,
        locale,
        subject: fill(subject),
        paragraphs: paragraphs.filter(isKnown).map(fill),
        pictureText: picture && fill(picture),
        action: { label: fill(action), url },
        note: fill(note),
        footer: fill(footer),
      });
    },
  };
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** In the operator's time zone, which it names, since a mail does not know where it is read; with ordinary spaces like the rest of a mail. */
export const formatMoment = (locale: Locale, time: Date): string =>
  formatDate(locale, time, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: businessTimeZone,
    timeZoneName: 'short',
  })
    .replaceAll('\u00a0', ' ')
    .replace(/\d\d:\d\d/, (clock) => formatTime(locale, clock));
