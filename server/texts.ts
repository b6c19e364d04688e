import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod/mini';
import { defaultLocale, type Locale, locales } from '../shared/locales.ts';

const textsFolder = path.join(import.meta.dirname, '../content/server');

const known = new WeakMap<z.ZodMiniType, Promise<unknown>>();

/** What the server says about `name` in every language, as `readTextsIn` reads it: once for each schema, which belongs to one name. */
export function readTexts<Texts>(name: string, schema: z.ZodMiniType<Texts>): Promise<Record<Locale, Texts>> {
  const texts = known.get(schema) ?? readTextsIn(textsFolder, name, schema);
  known.set(schema, texts);
  return texts as Promise<Record<Locale, Texts>>;
}

/**
 * Reads `<folder>/<language>/<name>.json` of every language. Rejects when a text is missing in a language, or lacks an argument such as
 * `{days}` that the English one has.
 */
export async function readTextsIn<Texts>(
  folder: string,
  name: string,
  schema: z.ZodMiniType<Texts>,
): Promise<Record<Locale, Texts>> {
  const entries = locales.map(async (locale) => {
    const json: unknown = JSON.parse(await readFile(path.join(folder, locale, `${name}.json`), 'utf8'));
    return [locale, schema.parse(json)] as const;
  });
  const texts = Object.fromEntries(await Promise.all(entries)) as Record<Locale, Texts>;
  const expected = argumentsOf(texts[defaultLocale]);
  for (const locale of locales)
    for (const [key, names] of argumentsOf(texts[locale]))
      if (names !== expected.get(key))
        throw new Error(`${name} in ${locale}: ${key} has the arguments [${names}], English [${expected.get(key)}].`);
  return texts;
}

/** A sentence with its arguments filled in; one without a value stays, for whoever fills it in later. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** The arguments of each text inside `value`, by the path of its key. */
function argumentsOf(value: unknown, key = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[key, (value.match(/\{\w+\}/g) ?? []).sort().join(', ')]]);
  return new Map(Object.entries(value as object).flatMap(([name, inner]) => [...argumentsOf(inner, `${key}/${name}`)]));
}
