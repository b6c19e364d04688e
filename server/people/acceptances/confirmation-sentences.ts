import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { type ConfirmationName, confirmationNames, type LegalDocument } from '../../../shared/business/documents.ts';
import { installationSpaceGigabytes, installer } from '../../../shared/business/product.ts';
import { formatDay, joinArticles } from '../../../shared/dates.ts';
import { type Locale, locales } from '../../../shared/locales.ts';

/** The sentences beside the four boxes, as they stand in the catalogues. */
export type ConfirmationSentences = Record<Locale, Record<ConfirmationName, string>>;

/** Where the form gets its sentences from. */
const messageFile = 'account.json';
const messageKeys: Record<ConfirmationName, string> = {
  terms: 'account.form.confirmation.terms',
  cookies: 'account.form.confirmation.cookies',
  diskSpace: 'account.form.confirmation.disk-space',
  beta: 'account.form.confirmation.beta',
};

/** What the form fills into the placeholders: the day of a document's version, or a number. */
const placeholders: Record<string, LegalDocument | number> = {
  terms: 'terms',
  eula: 'eula',
  ai: 'ai-service-use-policy',
  privacy: 'privacy-policy',
  cookies: 'cookie-policy',
  download: installer.downloadGigabytes,
  installed: installer.installedGigabytes,
  total: installationSpaceGigabytes,
};

const placeholder = /\{(\w+)\}/g;
const linkTag = /<\/?\w+>/g;

const messagesFolder = path.join(import.meta.dirname, '../../../content/messages');

/**
 * Reads the sentences in every language. Throws when one is missing, or contains something that cannot be filled in:
 * the confirmation could not be proven.
 */
export async function readConfirmationSentences(folder = messagesFolder): Promise<ConfirmationSentences> {
  const entries = await Promise.all(
    locales.map(async (locale) => {
      const file = path.join(folder, locale, messageFile);
      const messages: unknown = JSON.parse(await readFile(file, 'utf8'));
      const sentences = confirmationNames.map((name) => [name, requireSentence(messages, messageKeys[name], file)]);
      return [locale, Object.fromEntries(sentences)];
    }),
  );
  return Object.fromEntries(entries);
}

function requireSentence(messages: unknown, key: string, file: string): string {
  const sentence = z.record(z.string(), z.unknown()).parse(messages)[key];
  if (typeof sentence !== 'string' || !sentence) throw new Error(`${file} has no sentence "${key}".`);
  // Choices, quotes and other features of the message format have no place in sentences that must be proven.
  const rest = sentence
    .replace(placeholder, (whole, name) => (Object.hasOwn(placeholders, name) ? '' : whole))
    .replace(linkTag, '');
  if (/[{}<>#']/.test(rest)) throw new Error(`${file}: "${key}" holds more than known placeholders and links.`);
  return sentence;
}

/** `sentence` as the form shows it to somebody who reads `documents` in `locale`, without the markup of its links. */
export function fillInSentence(sentence: string, locale: Locale, documents: DocumentVersion[]): string {
  const filled = sentence.replace(linkTag, '').replace(placeholder, (_whole, name) => {
    const value = placeholders[name]!;
    return typeof value === 'number' ? String(value) : describeVersion(value, locale, documents);
  });
  return joinArticles(locale, filled);
}

/** A version is the day from which it applies; the form writes it out. */
function describeVersion(document: LegalDocument, locale: Locale, documents: DocumentVersion[]): string {
  const found = documents.find((each) => each.document === document);
  if (!found) throw new Error(`A sentence names the version of ${document}, and the form does not.`);
  return formatDay(locale, found.version);
}
