import type { promptLanguages } from '../versions.ts';
import type { CheckWords } from './check-words.ts';
import { danish } from './danish.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';

/** What the check knows of each language that the prompts know. */
export const checkWords: Readonly<Record<keyof typeof promptLanguages, CheckWords>> = {
  'en-US': english,
  'en-GB': english,
  de: german,
  fr: french,
  it: italian,
  es: spanish,
  pt: portuguese,
  sv: swedish,
  da: danish,
  nb: norwegian,
};
