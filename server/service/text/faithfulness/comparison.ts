import type { TextRequest } from '../../../../shared/api/text.ts';
import { contentLanguages } from '../../../../shared/business/product.ts';
import type { TextOperation } from '../../../../shared/business/text-service.ts';
import { align, pairedLoosely, unpaired } from './align.ts';
import { isContentWord, joinCompounds, keyValues, toItems } from './items.ts';
import { alone, matchValues, type ValueSide } from './match-values.ts';
import { mendWords, pairMovedWords } from './mend.ts';
import { numbersOf } from './number-words.ts';
import { readNumbers } from './numbers.ts';
import { readSaid } from './said.ts';
import type { Comparison, Side } from './sides.ts';
import { type Token, tokenize } from './tokens.ts';
import { type Tongue, tongueOf } from './tongue.ts';

/** Builds the word lists of every language, for which the first text in it would have to wait. */
export function prepareLanguages(): void {
  for (const language of contentLanguages) numbersOf(tongueOf(language).code);
}

/** From so many words on, a text that keeps less than this share is not looked at more closely. */
const hopeless = { words: 80, keptShare: 0.15 } as const;

export function compare(operation: TextOperation, request: TextRequest, text: string): Comparison {
  const tongue = tongueOf(request.language);
  const isToned = request.tone !== 'neutral';
  const { said, written, saidWords } = readBoth(request, text.normalize('NFC'), tongue);
  const match = matchValues(said, written, tongue, isToned || operation !== 'enhance');
  const sideOf = (values: typeof said, isSaid: boolean) => {
    const { text, tokens, numbers } = values;
    const side = { text, tokens, atoms: numbers.atoms, match: isSaid ? match.said : match.written };
    const items = toItems(tokens, side.atoms, tongue, isSaid);
    keyValues(items, side.atoms, side.match, isSaid ? 's' : 'w');
    return { ...side, items };
  };
  const saidSide = sideOf(said, true);
  const writtenSide = sideOf(written, false);
  const partners = align(saidSide.items, writtenSide.items);
  const comparison = {
    ...{ operation, request, tongue, isToned, saidWords },
    said: { ...saidSide, partners: partners.said },
    written: { ...writtenSide, partners: partners.written },
    keptShare: 0,
  };
  for (const side of [comparison.said, comparison.written])
    for (const [index, { atom }] of side.items.entries())
      if (atom !== undefined && side.match[atom] !== alone && side.partners[index]! < 0)
        side.partners[index] = pairedLoosely;
  comparison.keptShare = shareOfKept(comparison.said);
  if (isHopeless(comparison)) return comparison;
  mendWords(comparison);
  pairMovedWords(comparison);
  comparison.keptShare = shareOfKept(comparison.said);
  return comparison;
}

/** So much is gone that it is another text. */
export const isHopeless = ({ said, keptShare }: Comparison): boolean =>
  said.items.length > hopeless.words &&
  keptShare < hopeless.keptShare &&
  !said.items.some(({ isRestart }) => isRestart);

function readBoth(request: TextRequest, text: string, tongue: Tongue) {
  const { text: transcript, tokens, words: saidWords } = readSaid(request);
  const written = tokenize(text, tongue.code);
  const writtenWords = new Set(written.map(({ word }) => word));
  const joinedSaid = joinCompounds(tokens, without(writtenWords, saidWords));
  const newlySaid = without(new Set(joinedSaid.map(({ word }) => word)), writtenWords);
  const sideOf = (of: string, joined: Token[]): ValueSide & { text: string } => ({
    text: of,
    tokens: joined,
    numbers: readNumbers(joined, tongue.code),
  });
  return {
    said: sideOf(transcript, joinedSaid),
    written: sideOf(text, joinCompounds(written, newlySaid)),
    saidWords,
  };
}

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...words].filter((word) => !others.has(word)));

function shareOfKept({ items, partners }: Side): number {
  let [all, kept] = [0, 0];
  for (let at = 0; at < items.length; at++) {
    if (!isContentWord(items[at]!)) continue;
    all += 1;
    if (partners[at] !== unpaired) kept += 1;
  }
  return kept / Math.max(1, all);
}
