import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { retention } from '../../../shared/business/retention.ts';
import { formatDay, joinArticles } from '../../../shared/dates.ts';
import { formattingLocales, type Locale, locales } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import { type PersonalDataPart, personalDataParts } from '../../../shared/personal-data-parts.ts';
import { formatMoment } from '../../platform/mails/mails.ts';
import { fillText, readTexts } from '../../texts.ts';
import { archiveStyle, markImage } from './archive-look.ts';
import { asWritten, type FieldWords, writeField } from './archive-values.ts';

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
  /** Above the names of the parts in which nothing is stored. */
  empty: z.string(),
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
  parts: z.record(z.enum(personalDataParts), z.string()),
  /** What people read; of what is not here, only data.json and the tables tell. */
  fields: z.record(z.string(), z.string()),
  /** Of a field that holds one of a few words of ours, what each of them means. */
  values: z.record(z.string(), z.record(z.string(), z.string())),
});
export type ArchiveTexts = z.infer<typeof schema>;

const planNames = z.object({ products: z.record(z.string(), z.string()) });

export async function readArchiveTexts(): Promise<Record<Locale, ArchiveTexts>> {
  const [texts, names] = await Promise.all([readTexts('data-archive', schema), readTexts('plan-names', planNames)]);
  const withNames = locales.map((locale) => {
    const { products } = names[locale];
    const values = { ...texts[locale].values, plan: products, product: products, next_product: products };
    return [locale, { ...texts[locale], values }];
  });
  return Object.fromEntries(withNames);
}

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
  /** What the accepted texts are called. */
  documents: Readonly<Record<string, string>>;
  counted: readonly CountedList[];
}

/** The page that people read and print; it loads nothing. */
export function writeArchivePage(
  texts: ArchiveTexts,
  { locale, exportedAt, policy, data, documents, counted }: ArchivePage,
): string {
  const fill = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    escapeMarkup(joinArticles(locale, fillText(text, values)));
  const time = formatMoment(locale, exportedAt);
  const periods = keptParts.map((part) => `<li>${fill(texts.kept[part], retention)}</li>`).join('\n');
  const words: PageWords = { ...texts, values: { ...texts.values, document: documents }, locale };
  const section = (title: string, content: string) =>
    `<section>\n<h2>${fill(title)}</h2>\n<div>\n${content}\n</div>\n</section>`;
  const sections: string[] = [];
  const empty: string[] = [];
  for (const part of personalDataParts.filter((each) => each in data)) {
    const lists = counted.filter((each) => each.part === part && each.count > 0);
    const more = lists.map(({ list, count }) => `<p>${fill(texts.more, { count, file: csvNameOf(part, list) })}</p>`);
    const content = describePart(part, data[part], words);
    if (lists.length || content.includes('<dl>')) sections.push(section(texts.parts[part], content + more.join('')));
    else empty.push(`<li>${fill(texts.parts[part])}</li>`);
  }
  if (empty.length) sections.push(section(texts.empty, `<ul>\n${empty.join('\n')}\n</ul>`));
  return `<!doctype html>
<html lang="${formattingLocales[locale]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${fill(texts.title)}</title><style>${archiveStyle}</style></head>
<body><main>
<p class="mark">${markImage}Writing Ant</p>
<h1>${fill(texts.title)}</h1>
<p>${fill(texts.made, { time })}</p>
<p>${fill(texts.contents)}</p>
${sections.join('\n')}
<section>
<h2>${fill(texts.facts)}</h2>
<div>
<p><a href="${escapeMarkup(policy.file)}">${fill(texts.policy, { version: formatDay(locale, policy.version) })}</a></p>
<p>${fill(texts.source)}</p>
<h3>${fill(texts.periods)}</h3>
<ul>
${periods}
</ul>
<p>${fill(texts.texts)}</p>
<p>${fill(texts.authority, { email: operator.privacyEmail })}</p>
</div>
</section>
</main></body>
</html>
`;
}

export const csvNameOf = (part: string, list?: string): string => `csv/${list ? `${part}-${list}` : part}.csv`;

interface PageWords extends FieldWords {
  nothing: string;
  more: string;
}

function describePart(part: PersonalDataPart, value: unknown, words: PageWords): string {
  if (value === null || value === undefined) return `<p>${escapeMarkup(words.nothing)}</p>`;
  if (Array.isArray(value)) return describeRows(value, csvNameOf(part), words);
  const lists = Object.entries(value).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[0] in words.fields,
  );
  const own = Object.entries(value).filter(([, each]) => !Array.isArray(each));
  return [
    describeRecord(Object.fromEntries(own), words),
    ...lists.map(
      ([name, rows]) =>
        `<h3>${escapeMarkup(words.fields[name]!)}</h3>\n${describeRows(rows, csvNameOf(part, name), words)}`,
    ),
  ].join('\n');
}

function describeRows(rows: readonly unknown[], file: string, words: PageWords): string {
  if (!rows.length) return `<p>${escapeMarkup(words.nothing)}</p>`;
  const shown = rows.slice(0, shownRows).map((row) => describeRecord(row as object, words));
  const more = fillText(words.more, { count: rows.length, file });
  return [...shown, ...(rows.length > shownRows ? [`<p>${escapeMarkup(more)}</p>`] : [])].join('\n');
}

/** What has a name in words and is not empty; the lists of a part stand below it. */
function describeRecord(record: object, words: PageWords): string {
  const lines = Object.entries(asWritten(record, words.locale)).flatMap(([name, value]) => {
    const label = words.fields[name];
    const written = label === undefined ? '' : describeField(name, value, words);
    return written ? [`<dt>${escapeMarkup(label!)}</dt><dd>${written}</dd>`] : [];
  });
  return lines.length ? `<dl>${lines.join('\n')}</dl>` : '';
}

function describeField(name: string, value: unknown, words: PageWords): string {
  if (Array.isArray(value)) return value.map((each) => describeRecord(each as object, words)).join('\n');
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) return describeRecord(value, words);
  return escapeMarkup(writeField(name, value, words));
}
