import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TextRequest } from '../../shared/api/text.ts';
import type { contentLanguages } from '../../shared/business/product.ts';
import type { TextOperation } from '../../shared/business/text-service.ts';

export type Language = (typeof contentLanguages)[number];

/** What each language has one dictation of (text-service design, section 9), besides its requests. */
export const dictationKinds = [
  ...['fillers', 'self-correction', 'question', 'command', 'injection', 'numbers', 'names', 'foreign-words'],
  ...['two-words', 'list', 'brief', 'long'],
] as const;

/** Something that was said, and how it should be written. */
export interface Dictation {
  language: Language;
  kind: string;
  /** `structure` of lists, `enhance` of the others, unless it says so. */
  operation?: TextOperation;
  tone?: TextRequest['tone'];
  vocabulary?: string[];
  previous?: string;
  /** As a recogniser without punctuation and capitals hears it, or one with them. */
  transcript: string;
  /** What a careful person would write of it. */
  reference: string;
}

const folder = path.join(import.meta.dirname, '../../content/evaluation');

/** What else is asked for: other operations and tones, vocabulary, what was dictated before, and what a recogniser hears wrongly. */
function readRequests(language: Language): Dictation[] {
  const requests: Omit<Dictation, 'language'>[] = JSON.parse(
    readFileSync(path.join(folder, language.toLowerCase(), 'requests.json'), 'utf8'),
  );
  return requests.map((request) => ({ ...request, language }));
}

/** The dictations of a language, each as two kinds of recognisers hear it, its other requests, and in one language twenty minutes. */
export function readDictations(language: Language): Dictation[] {
  const dictations = readMarked(language, 'dictations.md');
  const punctuated = dictations
    .map(({ marked, ...each }) => ({ ...each, kind: `${each.kind}-punctuated`, transcript: hearPunctuated(marked) }))
    // There is nothing to write of what is said as it is written.
    .filter(({ transcript, reference }) => transcript !== reference);
  const longest = language === 'en-GB' ? readMarked(language, 'twenty-minutes.md') : [];
  const withoutMarks = (each: readonly Marked[]) => each.map(({ marked: _, ...dictation }) => dictation);
  return [...withoutMarks(dictations), ...punctuated, ...readRequests(language), ...withoutMarks(longest)];
}

interface Marked extends Dictation {
  marked: string;
}

/** What stands in brackets was said and is not to be written, or written as after the arrow. */
function readMarked(language: Language, file: string): Marked[] {
  const text = readFileSync(path.join(folder, language.toLowerCase(), file), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [kind = '', ...lines] = section.split('\n');
      const marked = lines.join('\n').trim();
      return { language, kind: kind.trim(), transcript: hear(marked), reference: write(marked), marked };
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

/** Hesitations and numbers as they were said, between the marks of a sentence. */
function hearPunctuated(marked: string): string {
  return marked
    .replace(mark, (_, said: string) => said)
    .replace(/:?\n- */g, (start) => (start.startsWith(':') ? ': ' : ', '))
    .replace(/[ \t]*\n\s*/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** What the service is asked for it. */
export function requestOf({
  kind,
  operation,
  language,
  transcript,
  tone = 'neutral',
  vocabulary,
  previous,
}: Dictation) {
  return {
    operation: operation ?? (kind.startsWith('list') ? ('structure' as const) : ('enhance' as const)),
    request: { transcript, language, tone, ...(vocabulary && { vocabulary }), ...(previous && { previous }) },
  };
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
