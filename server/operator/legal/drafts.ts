import fs from 'node:fs';
import path from 'node:path';
import type { PublishedDocument } from '../../../shared/business/documents.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import { findValue, isOfVersion } from './document-values.ts';

/** `{{name}}` is replaced by its value; `{{!name}}`, on a line of its own, only says that the text depends on it. */
const placeholder = /\{\{(!?)([a-z0-9.-]+)\}\}/g;
const dependencyLine = /^\{\{![a-z0-9.-]+\}\}\n?/gm;

/** A draft with today's facts filled in, as it would be published. */
export interface RenderedDraft {
  texts: Record<Locale, string>;
  /** What the English texts say for each fact that they depend on. */
  values: Record<string, string>;
}

/** Why a draft cannot be published: one sentence for each fault. */
export class DraftFaults extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
  }
}

/** Where the drafts and the published versions are. */
export const legalFolder = path.resolve(import.meta.dirname, '../../../content/legal');

/**
 * The draft of `document` as it would read if published to take effect on `version`. Throws `DraftFaults` when a
 * language is missing or empty, when a placeholder is unknown, and when languages depend on different facts.
 */
export function renderDraft(document: PublishedDocument, version: string, folder = legalFolder): RenderedDraft {
  const faults: string[] = [];
  const texts: Partial<Record<Locale, string>> = {};
  const used = new Map<Locale, Set<string>>();
  for (const locale of locales) {
    const file = path.join(folder, document, 'draft', `${locale}.md`);
    const draft = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    if (!draft.trim()) faults.push(`${document} has no draft in ${locale}.`);
    used.set(locale, new Set([...draft.matchAll(placeholder)].map(([, , name = '']) => name)));
    const text = draft.replace(dependencyLine, '').replace(placeholder, (_whole, _mark, name) => {
      const value = findValue(name, locale, version);
      if (value === undefined) faults.push(`${document} in ${locale}: nobody knows what {{${name}}} stands for.`);
      return value ?? name;
    });
    texts[locale] = `${text.trimEnd()}\n`;
    if (/\{\{|\}\}/.test(text)) faults.push(`${document} in ${locale} has braces that are no placeholder.`);
  }
  const names = [...new Set([...used.values()].flatMap((set) => [...set]))].sort();
  for (const name of names) {
    const missing = locales.filter((locale) => !used.get(locale)!.has(name));
    if (missing.length) faults.push(`${document}: {{${name}}} is missing in ${missing.join(', ')}.`);
  }
  if (faults.length) throw new DraftFaults([...new Set(faults)]);
  const facts = names.filter((name) => !isOfVersion(name));
  return {
    texts: texts as Record<Locale, string>,
    values: Object.fromEntries(facts.map((name) => [name, findValue(name, 'en', version) ?? ''])),
  };
}
