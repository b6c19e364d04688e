import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type OrderConfirmation, type OrderRequest, orderConfirmations } from '../../../shared/api/orders.ts';
import { confirmationDocuments } from '../../../shared/business/documents.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import { Problem } from '../../http/problem.ts';
import type { LegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { sha256Hex } from '../../sha256.ts';
import type { ShownText } from './orders.tables.ts';

/** The sentences beside the boxes of an order, without the markup of their links. */
export type OrderSentences = Record<Locale, Record<OrderConfirmation, string>>;

const messageKeys: Record<OrderConfirmation, string> = {
  terms: 'order.confirmation.terms',
  immediateStart: 'order.confirmation.immediate-start',
};

const messagesFolder = path.join(import.meta.dirname, '../../../content/messages');
const linkTag = /<\/?\w+>/g;

/** Throws when one is missing: what was confirmed could not be proven. */
export function readOrderSentences(folder = messagesFolder): OrderSentences {
  const entries = locales.map((locale) => {
    const file = path.join(folder, locale, 'order.json');
    const messages: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    const sentences = orderConfirmations.map((name) => {
      const sentence = messages[messageKeys[name]];
      if (typeof sentence !== 'string' || /[{}]/.test(sentence))
        throw new Error(`${file} has no sentence "${messageKeys[name]}", or one with a placeholder.`);
      return [name, sentence.replaceAll(linkTag, '')];
    });
    return [locale, Object.fromEntries(sentences)];
  });
  return Object.fromEntries(entries);
}

const hashOf = (text: string): string => sha256Hex(text);

interface Given extends Pick<OrderRequest, 'confirmations' | 'documents' | 'shownSentences' | 'locale'> {
  mayWithdraw: boolean;
}

/**
 * What was shown and confirmed, to be kept with the order. Throws `confirmation-missing`, `documents-changed` where other
 * versions are in force, and `confirmations-changed` where another sentence was shown.
 */
export function requireTexts(
  { confirmations, documents, shownSentences, locale, mayWithdraw }: Given,
  sentences: OrderSentences,
  legalDocuments: LegalDocuments,
  now: Date,
): ShownText[] {
  const needed = orderConfirmations.filter((name) => name === 'terms' || mayWithdraw);
  const missing = needed.filter((name) => !confirmations[name]);
  if (missing.length)
    throw new Problem('confirmation-missing', {
      errors: missing.map((name) => ({
        pointer: `/confirmations/${name}`,
        fault: 'required' as const,
        detail: 'must be confirmed',
      })),
    });
  const inForce = legalDocuments.inForce(now).filter(({ document }) => confirmationDocuments.terms.includes(document));
  const named = new Map(documents.map(({ document, version }) => [document, version]));
  const isSame = inForce.every(({ document, version }) => named.get(document) === version);
  if (!isSame || named.size !== inForce.length || documents.length !== named.size) {
    const names = inForce.map(({ document, version }) => `${document} ${version}`).join(', ');
    throw new Problem('documents-changed', { detail: `In force: ${names}.` });
  }
  const confirmed = orderConfirmations.filter((name) => confirmations[name]);
  const changed = confirmed.filter((name) => shownSentences[name] !== hashOf(sentences[locale][name]));
  if (changed.length) throw new Problem('confirmations-changed', { detail: `Changed: ${changed.join(', ')}.` });
  return [
    ...confirmed.map((confirmation) => {
      const text = sentences[locale][confirmation];
      return { confirmation, document: null, version: '', text, sha256: hashOf(text) };
    }),
    ...inForce.map(({ document, version }) => ({
      confirmation: 'terms' as const,
      document,
      version,
      text: null,
      sha256: legalDocuments.getSha256(document, version, locale),
    })),
  ];
}
