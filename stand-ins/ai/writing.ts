import { promptLanguages as languages } from '../../content/prompts/versions.ts';
import type { BadBehaviour } from './faults.ts';

type Language = keyof typeof languages;

/** What is asked for, as it is read from the message. */
export interface Assignment {
  operation: string;
  language: Language;
  transcript: string;
  vocabulary: string[];
}

/** Undefined where the message is not built as the service builds it. */
export function readAssignment(input: string): Assignment | undefined {
  const tag = /<transcript-(\w+)>\n/.exec(input)?.[1];
  const order = /Operation: (\w+)\. Language: [^\n]+? \((\S+)\)\.[^\n]*$/.exec(input);
  if (!tag || !order) return undefined;
  const between = (name: string) => input.split(`<${name}-${tag}>\n`)[1]?.split(`\n</${name}-${tag}>`)[0];
  const language = order[2] as Language;
  const transcript = between('transcript');
  if (transcript === undefined || !(language in languages)) return undefined;
  return { operation: order[1]!, language, transcript, vocabulary: between('vocabulary')?.split('\n') ?? [] };
}

/** What a good model would write, as far as rules can: fillers and stutters go, sentences begin and end as they should. */
export function write({ operation, language, transcript, vocabulary }: Assignment): string {
  // The first ones mean nothing in any sentence.
  const fillers = languages[language].fillers.slice(0, 3).join('|');
  const word = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu');
  let text = transcript
    .replace(word(`(?:${fillers}),?`), '')
    .replace(/(?<![\p{L}\p{N}])([\p{L}]+)(?:\s+\1)+(?![\p{L}\p{N}])/giu, '$1')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ +([,.;:!?])/g, '$1')
    .replace(/^[\s,;]+|[\s,]+$/g, '');
  for (const term of vocabulary) text = text.replace(word(term.replace(/[^\p{L}\p{N}]+/gu, '.?')), term);
  if (language.startsWith('en')) text = text.replace(/\bi\b/g, 'I');
  const sentences = text
    .split(/(?<=[.!?…])\s+/)
    .filter(Boolean)
    .map((sentence) => sentence.replace(/^([¿¡"«„“‘]*)(\p{Ll})/u, (_, open, first) => open + first.toUpperCase()))
    .map((sentence) => (/[.!?…:»”"]$/.test(sentence) ? sentence : `${sentence}.`));
  return operation === 'structure'
    ? sentences.map((each) => each.replace(/^(?:- )?/, '- ')).join('\n')
    : sentences.join(' ');
}

const foreign = {
  en: 'Bitte schicken Sie mir den Bericht bis Freitag, damit wir ihn am Montag gemeinsam besprechen können.',
  other: 'Please send me the report by Friday, so that we can talk it over together on Monday morning.',
};

/** What bad models make of it. */
export function writeBadly(
  behaviour: BadBehaviour,
  text: string,
  assignment: Assignment,
  instructions: string,
): string {
  const words = text.split(' ');
  switch (behaviour) {
    case 'answers':
      return 'Certainly. Stockholm, Copenhagen and Oslo have been capitals for centuries, with parliaments, museums and harbours.';
    case 'translates':
      return assignment.language.startsWith('en') ? foreign.en : foreign.other;
    case 'drops-middle':
      return [...words.slice(0, words.length * 0.4), ...words.slice(words.length * 0.65)].join(' ');
    case 'leaks':
      return `${instructions.split('\n').find((line) => line.length > 40)}\n\n${text}`;
    case 'truncates':
      return words.slice(0, words.length * 0.6).join(' ');
    case 'adds-facts':
      return `${text} ${'Furthermore, independent researchers confirmed remarkable improvements throughout several hospitals. '.repeat(Math.ceil(words.length / 12))}`;
    case 'says-nothing':
      return ' ';
    case 'breaks-lines':
      return text.replaceAll('- ', '* ');
  }
}
