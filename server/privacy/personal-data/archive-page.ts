import * as z from 'zod/mini';
import { type PersonalDataPart, personalDataParts } from '../../../shared/api/personal-data.ts';
import { operator } from '../../../shared/business/company.ts';
import { retention } from '../../../shared/business/retention.ts';
import { support } from '../../../shared/business/support.ts';
import { formatDate, formatDay, joinArticles } from '../../../shared/dates.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { fillText, readTexts } from '../../texts.ts';

const keptParts = [
  'account',
  'downloads',
  'acceptances',
  'books',
  'usage',
  'mails',
  'requests',
  'measures',
  'acts',
  'backups',
] as const;

const schema = z.strictObject({
  title: z.string(),
  made: z.string(),
  contents: z.string(),
  nothing: z.string(),
  more: z.string(),
  yes: z.string(),
  no: z.string(),
  facts: z.string(),
  policy: z.string(),
  periods: z.string(),
  source: z.string(),
  authority: z.string(),
  texts: z.string(),
  kept: z.record(z.enum(keptParts), z.string()),
  /** Of those without an entry, people read the name that it has in data.json. */
  parts: z.record(z.string(), z.string()),
  fields: z.record(z.string(), z.string()),
});
export type ArchiveTexts = z.infer<typeof schema>;

export const readArchiveTexts = (): Promise<Record<Locale, ArchiveTexts>> => readTexts('data-archive', schema);

/** Of longer lists, the page shows the beginning and names the table that has all. */
const shownRows = 200;

/** A list that the page only counts. */
export interface CountedList {
  part: PersonalDataPart;
  list: string;
  count: number;
}

interface ArchivePage {
  locale: Locale;
  exportedAt: Date;
  /** Version of the policy in force. */
  policy: { version: string; file: string };
  data: Readonly<Record<string, unknown>>;
  counted: readonly CountedList[];
}

const style = `body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem;font:1rem/1.55 system-ui,sans-serif;color:#1b1813;background:#fff}
h1,h2,h3{font-family:Georgia,serif;line-height:1.2}h2{margin-top:2.5rem;border-top:1px solid #d9d2c5;padding-top:1.5rem}
dl{display:grid;grid-template-columns:minmax(8rem,13rem) 1fr;gap:.15rem 1rem;margin:0 0 1.25rem;break-inside:avoid}dt{color:#5c554a}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
@media print{body{padding:0;font-size:10pt}h2{break-after:avoid}}`;

/** The page that people read and print; it loads nothing. */
export function writeArchivePage(
  texts: ArchiveTexts,
  { locale, exportedAt, policy, data, counted }: ArchivePage,
): string {
  const fill = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    escapeMarkup(joinArticles(locale, fillText(text, values)));
  const time = describeTime(locale, exportedAt);
  const periods = keptParts.map((part) => `<li>${fill(texts.kept[part], retention)}</li>`).join('\n');
  const sections = [...personalDataParts, ...Object.keys(data)]
    .filter((part, index, all) => part in data && all.indexOf(part) === index)
    .map((part) => {
      const lists = counted.filter((each) => each.part === part && each.count > 0);
      const more = lists.map(({ list, count }) => `<p>${fill(texts.more, { count, file: csvNameOf(part, list) })}</p>`);
      return `<section>\n<h2>${fill(texts.parts[part] ?? part)}</h2>\n${describePart(part, data[part], texts, locale)}${more.join('')}\n</section>`;
    });
  return `<!doctype html>
<html lang="${formattingLocales[locale]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${fill(texts.title)}</title><style>${style}</style></head>
<body><main>
<h1>${fill(texts.title)}</h1>
<p>${fill(texts.made, { time })}</p>
<p>${fill(texts.contents)}</p>
${sections.join('\n')}
<section>
<h2>${fill(texts.facts)}</h2>
<p><a href="${escapeMarkup(policy.file)}">${fill(texts.policy, { version: formatDay(locale, policy.version) })}</a></p>
<p>${fill(texts.source)}</p>
<h3>${fill(texts.periods)}</h3>
<ul>
${periods}
</ul>
<p>${fill(texts.texts)}</p>
<p>${fill(texts.authority, { email: operator.privacyEmail })}</p>
</section>
</main></body>
</html>
`;
}

export const csvNameOf = (part: string, list?: string): string => `csv/${list ? `${part}-${list}` : part}.csv`;

function describePart(part: string, value: unknown, texts: ArchiveTexts, locale: Locale): string {
  if (value === null || value === undefined) return `<p>${escapeMarkup(texts.nothing)}</p>`;
  if (!Array.isArray(value)) {
    const entries = Object.entries(value as object);
    const lists = entries.filter(([, each]) => Array.isArray(each));
    const own = entries.filter(([, each]) => !Array.isArray(each));
    return [
      own.length ? describeRecord(Object.fromEntries(own), texts, locale) : '',
      ...lists.map(
        ([name, rows]) =>
          `<h3>${escapeMarkup(texts.fields[name] ?? name)}</h3>\n${describeRows(rows as unknown[], csvNameOf(part, name), texts, locale)}`,
      ),
    ].join('\n');
  }
  return describeRows(value, csvNameOf(part), texts, locale);
}

function describeRows(rows: unknown[], file: string, texts: ArchiveTexts, locale: Locale): string {
  if (!rows.length) return `<p>${escapeMarkup(texts.nothing)}</p>`;
  const shown = rows.slice(0, shownRows).map((row) => describeRecord(row as object, texts, locale));
  const more = fillText(texts.more, { count: rows.length, file });
  return [...shown, ...(rows.length > shownRows ? [`<p>${escapeMarkup(more)}</p>`] : [])].join('\n');
}

function describeRecord(record: object, texts: ArchiveTexts, locale: Locale): string {
  const lines = Object.entries(record).map(([name, value]) => {
    const label = escapeMarkup(texts.fields[name] ?? name);
    return `<dt>${label}</dt><dd>${describeValue(value, texts, locale)}</dd>`;
  });
  return `<dl>${lines.join('\n')}</dl>`;
}

function describeValue(value: unknown, texts: ArchiveTexts, locale: Locale): string {
  if (value === null || value === undefined || value === '') return '–';
  if (value instanceof Date) return escapeMarkup(describeTime(locale, value));
  if (typeof value === 'boolean') return escapeMarkup(value ? texts.yes : texts.no);
  if (typeof value === 'object') return describeRecord(value, texts, locale);
  return escapeMarkup(String(value));
}

const describeTime = (locale: Locale, time: Date) =>
  formatDate(locale, time, { dateStyle: 'long', timeStyle: 'long', timeZone: support.timeZone });
