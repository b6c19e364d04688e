import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promptLanguages, promptVersions } from '../../../content/prompts/versions.ts';
import type { TextRequest } from '../../../shared/api/text.ts';
import { type TextOperation, textOperations } from '../../../shared/business/text-service.ts';
import { findResembling } from './vocabulary.ts';

/** What a model is told. */
export interface Prompt {
  /** Such as `enhance-2026-11-28`. */
  version: string;
  instructions: string;
  input: string;
  /** What of the user's is in it. */
  said: string[];
  /** Stands in the tags around what was said, which nobody can guess and so nobody can close. */
  tag: string;
}

const folder = path.join(import.meta.dirname, '../../../content/prompts');

const templates = Object.fromEntries(
  textOperations.map((operation) => [
    operation,
    readFileSync(path.join(folder, operation, promptVersions[operation], 'prompt.md'), 'utf8'),
  ]),
) as Record<TextOperation, string>;

const tagBytes = 6;

/** The rules as instructions; whatever the user said as data between tags, followed by one line that says what to do with it. */
export function composePrompt(
  operation: TextOperation,
  request: TextRequest,
  makeTag = () => randomBytes(tagBytes).toString('hex'),
): Prompt {
  const { transcript, language, vocabulary = [], previous = '' } = request;
  const { name } = promptLanguages[language];
  const terms = findResembling(vocabulary, transcript).join('\n');
  let tag = makeTag();
  while (`${transcript}${previous}`.includes(tag)) tag = makeTag();
  const inTags = (what: string, text: string) => (text ? [`<${what}-${tag}>\n${text}\n</${what}-${tag}>`] : []);
  return {
    version: `${operation}-${promptVersions[operation]}`,
    instructions: writeInstructions(templates[operation], request),
    input: [
      ...inTags('previous', previous),
      ...inTags('vocabulary', terms),
      ...inTags('transcript', transcript),
      `Operation: ${operation}. Language: ${name} (${language}).`,
    ].join('\n\n'),
    said: [previous, terms, transcript].filter(Boolean),
    tag,
  };
}

function writeInstructions(template: string, { language, tone }: TextRequest): string {
  const { name, spelling, quotes, fillers } = promptLanguages[language];
  const values: Record<string, string> = {
    language: name,
    spelling,
    quotes: `${quotes}.`,
    fillers: fillers.join(', '),
  };
  return template
    .split('\n')
    .flatMap((line) => {
      const [, ofTone, rest] = /^\[tone (\w+)\] (.*)$/.exec(line) ?? [];
      if (ofTone === undefined) return [line];
      return ofTone === tone ? [rest] : [];
    })
    .join('\n')
    .replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key]!)
    .trim();
}
