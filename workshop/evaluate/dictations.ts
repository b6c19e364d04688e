import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { contentLanguages } from '../../shared/business/product.ts';

export type Language = (typeof contentLanguages)[number];

/** What each language has one dictation of (text-service design, section 9). */
export const dictationKinds = [
  ...['fillers', 'self-correction', 'question', 'command', 'injection', 'numbers', 'names', 'foreign-words'],
  ...['two-words', 'list', 'brief', 'long'],
] as const;

/** Something that was said, and how it should be written. */
export interface Dictation {
  language: Language;
  kind: string;
  /** As a recogniser without punctuation and capitals hears it. */
  transcript: string;
  /** What a careful person would write of it. */
  reference: string;
}

const folder = path.join(import.meta.dirname, '../../content/evaluation');

/** The dictations of a language: what stands in brackets was said and is not to be written, or written as after the arrow. */
export function readDictations(language: Language): Dictation[] {
  const text = readFileSync(path.join(folder, language.toLowerCase(), 'dictations.md'), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [kind = '', ...lines] = section.split('\n');
      const marked = lines.join('\n').trim();
      return { language, kind: kind.trim(), transcript: hear(marked), reference: write(marked) };
    });
}

const mark = /\[([^\]]*?)(?: => ([^\]]*))?\]/g;

function write(marked: string): string {
  return marked
    .replace(mark, (_, _said, written?: string) => written ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ([,.])/g, '$1')
    .replace(/^[ ,]+/gm, '')
    .replace(/(?:^|[.?!] )\p{Ll}/gmu, (start) => start.toUpperCase())
    .trim();
}

function hear(marked: string): string {
  return marked
    .replace(mark, (_, said: string) => said)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’\-\s]/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])['’-]+|['’-]+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
