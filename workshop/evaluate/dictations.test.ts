import { describe, expect, it } from 'vitest';
import { contentLanguages } from '../../shared/business/product.ts';
import { dictationKinds, readDictations } from './dictations.ts';
import { measureNumbers, measureWordErrors } from './measures.ts';

const wordsOf = (text: string) => text.split(/\s+/);
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const isWrittenOtherwise = /\d|^(h|uhr)$/;

describe.each(contentLanguages)('%s', (language) => {
  const all = readDictations(language);
  const dictations = all.slice(0, dictationKinds.length);
  const of = (kind: string) => dictations.find((each) => each.kind === kind)!;

  it('has one dictation of each kind', () => {
    expect(dictations.map(({ kind }) => kind).toSorted()).toEqual([...dictationKinds].toSorted());
    expect(wordsOf(of('long').transcript).length).toBeGreaterThanOrEqual(800);
    expect(wordsOf(of('two-words').transcript)).toHaveLength(2);
  });

  it('has each of them with punctuation, too, and requests of its own', () => {
    const others = all.slice(dictationKinds.length);
    const punctuated = others.filter(({ kind }) => kind.endsWith('-punctuated'));
    for (const { kind, transcript, reference } of punctuated) {
      const same = of(kind.replace('-punctuated', ''));
      expect(reference).toBe(same.reference);
      expect(wordsIn(transcript)).toEqual(wordsIn(same.transcript));
      expect(transcript, kind).toMatch(/^[^[\]\n=>]+$/);
    }
    expect(punctuated.length).toBeGreaterThanOrEqual(dictationKinds.length - 2);
    const requests = others.filter((each) => !punctuated.includes(each));
    expect(requests.map(({ operation }) => operation)).toContain('generate');
    const tones = requests.map(({ tone }) => tone);
    expect(tones.filter((tone) => tone === 'formal').length).toBeGreaterThanOrEqual(1);
    expect(tones.filter((tone) => tone === 'friendly').length).toBeGreaterThanOrEqual(1);
    expect(requests.some(({ vocabulary }) => vocabulary)).toBe(true);
    expect(requests.some(({ previous }) => previous)).toBe(true);
    expect(new Set(requests.map(({ kind }) => kind)).size).toBe(requests.length);
  });

  it('is heard without punctuation and written without marks', () => {
    for (const { kind, transcript, reference } of dictations) {
      expect(transcript, kind).toMatch(/^[\p{Ll}\p{M}\p{Lo}\p{N}'’\- ]+$/u);
      expect(reference, kind).not.toMatch(/[[\]]|=>| {2}| [,.]|,,|^[,.]/m);
      // Whatever is written was said: only numbers, dates and amounts are written otherwise.
      const said = new Set(wordsIn(transcript));
      if (!['numbers', 'long'].includes(kind))
        expect(
          wordsIn(reference).filter((word) => !said.has(word) && !isWrittenOtherwise.test(word)),
          kind,
        ).toEqual([]);
    }
    for (const kind of ['fillers', 'self-correction', 'long'])
      expect(wordsOf(of(kind).transcript).length, kind).toBeGreaterThan(wordsOf(of(kind).reference).length);
    expect(measureNumbers(of('numbers').reference, of('numbers').transcript)).toBeLessThan(1);
  });
});

it('one of them is as long as twenty minutes of speech, and no paragraph is said twice', () => {
  const { transcript, reference } = readDictations('en-GB').find(({ kind }) => kind === 'twenty-minutes')!;
  expect(wordsOf(transcript).length).toBeGreaterThanOrEqual(3_000);
  const paragraphs = reference.split('\n\n');
  expect(new Set(paragraphs.map((each) => each.slice(0, 40))).size).toBe(paragraphs.length);
});

it('no dictation is another language’s', () => {
  const numbers = contentLanguages.map((language) => readDictations(language).find(({ kind }) => kind === 'long')!);
  expect(new Set(numbers.map(({ reference }) => reference.length)).size).toBe(contentLanguages.length);
});

it('word errors are counted as changed, added and missing words', () => {
  expect(measureWordErrors('We meet at ten.', 'we meet at ten')).toBe(0);
  expect(measureWordErrors('We meet at ten.', 'We meet at eleven')).toBe(0.25);
  expect(measureWordErrors('We meet at ten.', 'We at ten')).toBe(0.25);
  expect(measureWordErrors('We meet at ten.', 'Well, we meet at ten')).toBe(0.25);
  expect(measureWordErrors('We meet at ten.', '')).toBe(1);
  expect(measureWordErrors('l’heure d’été', "L'heure d'été.")).toBe(0);
  expect(measureWordErrors('', '')).toBe(0);
});

it('numbers are found however they are grouped', () => {
  expect(measureNumbers('no number', 'at 10')).toBeUndefined();
  expect(measureNumbers('CHF 8\u2019740.50 in 30 days', '8740.50 francs in 30 days')).toBe(1);
  expect(measureNumbers('02 40 15 33 70', '0240153370')).toBe(1);
  expect(measureNumbers('on 12 May at 10', 'on 12 May at eleven')).toBe(0.5);
});
