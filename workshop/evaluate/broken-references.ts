import { checkWords } from '../../content/prompts/words/words.ts';
import type { Dictation } from './dictations.ts';

/** What is done to a reference, so that it says something else. */
export type Damage =
  | 'digit'
  | 'negation'
  | 'sentence'
  | 'paragraph'
  | 'half'
  | 'middle'
  | 'addition'
  | 'name'
  | 'weekday';

/** A sentence that nobody said, and a name. */
const inventions: Record<string, { sentence: string; name: string }> = {
  en: { sentence: 'We also agreed to raise the annual fee by a small amount.', name: 'Fletcher' },
  de: { sentence: 'Ausserdem wurde beschlossen, den Jahresbeitrag leicht zu erhöhen.', name: 'Ruckstuhl' },
  fr: { sentence: 'Nous avons aussi décidé d’augmenter légèrement la cotisation annuelle.', name: 'Delaunay' },
  it: { sentence: 'Abbiamo anche deciso di aumentare leggermente la quota annuale.', name: 'Tamburini' },
  es: { sentence: 'También acordamos subir un poco la cuota anual.', name: 'Zubizarreta' },
  pt: { sentence: 'Também decidimos aumentar ligeiramente a quota anual.', name: 'Quaresma' },
  sv: { sentence: 'Vi beslutade också att höja årsavgiften något.', name: 'Bergqvist' },
  da: { sentence: 'Vi besluttede også at hæve det årlige kontingent lidt.', name: 'Mortensen' },
  nb: { sentence: 'Vi vedtok også å heve årsavgiften litt.', name: 'Halvorsen' },
};

interface Broken {
  damage: Damage;
  text: string;
}

/** Every digit, negation, sentence, paragraph, name and weekday of a reference changed or left out, one at a time. */
export function breakReference(dictation: Dictation): Broken[] {
  const { reference } = dictation;
  const broken = (damage: Damage, texts: readonly string[]) => texts.map((text) => ({ damage, text }));
  const paragraphs = reference.split('\n\n');
  const isLong = paragraphs.length > 3;
  return [
    ...broken('digit', changeDigits(reference)),
    ...broken('negation', leaveOutNegations(dictation)),
    ...broken('sentence', leaveOutSentences(reference)),
    ...broken('paragraph', isLong ? paragraphs.map((_, index) => paragraphs.toSpliced(index, 1).join('\n\n')) : []),
    ...broken('half', isLong ? [reference.slice(0, reference.length / 2)] : []),
    ...broken('middle', leaveOutMiddle(reference)),
    ...broken('addition', addSentence(dictation)),
    ...broken('name', changeNames(dictation)),
    ...broken('weekday', changeWeekdays(dictation)),
  ];
}

const replaceAt = (text: string, at: number, length: number, by: string) =>
  text.slice(0, at) + by + text.slice(at + length);

/** The same one each time: another one of each number. */
function changeDigits(reference: string): string[] {
  return [...reference.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const at = index % digits.length;
    const other = String((Number(digits[at]) + 1 + (index % 8)) % 10);
    const isLeadingZero = at === 0 && other === '0' && digits.length > 1;
    return replaceAt(reference, index + at, 1, isLeadingZero ? '9' : other);
  });
}

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function leaveOutNegations({ language, reference }: Dictation): string[] {
  const negations = new Set(plain(checkWords[language].negations).split(/\s+/));
  // One of two is enough in these languages, or they join what is not.
  const others = new Set(['ne', 'ni', 'ej']);
  return [...reference.matchAll(/(?<!\p{L})(\p{L}+n't|\p{L}+)(?!\p{L})/gu)].flatMap(({ 0: word, index }) => {
    if (word.endsWith("n't")) return [replaceAt(reference, index + word.length - 3, 3, '')];
    const isNegation = word !== '' && negations.has(plain(word)) && !others.has(word);
    return isNegation ? [reference.slice(0, index) + reference.slice(index + word.length).replace(/^ /, '')] : [];
  });
}

function sentencesOf(reference: string) {
  return [...reference.matchAll(/[^.!?\n]+[.!?]+["»”]?\s*/g)].filter(
    ({ 0: sentence }) => (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 3).length >= 4,
  );
}

function leaveOutSentences(reference: string): string[] {
  const sentences = sentencesOf(reference);
  if (sentences.length < 2) return [];
  return sentences.map(({ 0: sentence, index }) => replaceAt(reference, index, sentence.length, ''));
}

/** Of a shorter text, a correction may have taken back a third. */
const shortestMiddle = 12;

/** The middle third of its words: where the seam is, no sentence needs to end. */
function leaveOutMiddle(reference: string): string[] {
  const words = reference.split(' ');
  const third = Math.floor(words.length / 3);
  return third < shortestMiddle ? [] : [words.toSpliced(third, third).join(' ')];
}

function addSentence({ language, reference }: Dictation): string[] {
  const sentences = sentencesOf(reference);
  const before = sentences[reference.length % Math.max(1, sentences.length)];
  return before ? [replaceAt(reference, before.index, 0, `${inventions[language.slice(0, 2)]!.sentence} `)] : [];
}

/** Words with a capital letter inside a sentence; in German, most of them are no names. */
function changeNames({ language, reference }: Dictation): string[] {
  if (language === 'de') return [];
  const { name } = inventions[language.slice(0, 2)]!;
  return [...reference.matchAll(/(?<=\p{L},? )\p{Lu}\p{Ll}{3,}(?!\p{L})/gu)].map(({ 0: old, index }) =>
    replaceAt(reference, index, old.length, name),
  );
}

function changeWeekdays({ language, reference }: Dictation): string[] {
  const days = plain(checkWords[language].weekdays).split(/\s+/);
  return [...reference.matchAll(/\p{L}{5,}/gu)].flatMap(({ 0: word, index }) => {
    const at = days.indexOf(plain(word));
    // "Segunda" and the like are ordinals, too.
    if (at < 0 || language === 'pt') return [];
    return [replaceAt(reference, index, word.length, days[(at + 2) % days.length]!)];
  });
}
