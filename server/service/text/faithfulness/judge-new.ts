import type { Finding } from './finding.ts';
import { type Item, isContentWord } from './items.ts';
import { limitsOf } from './judge-lost.ts';
import { vocabularyOf } from './mend.ts';
import { countOpposite, isDoubled, isKeptAround, isNeAlone, type Run, runFrom } from './runs.ts';
import { type Comparison, isAlone, isContent, placeOf, type Side } from './sides.ts';

/** Words that were written and that nobody said. */
export function judgeNew(comparison: Comparison): Finding[] {
  const { said, written, tongue, isToned } = comparison;
  const limit = limitsOf(comparison);
  const vocabulary = vocabularyOf(comparison).words;
  /** Said as a negation of which nothing is left. */
  const wasNegated = said.items.some(
    ({ kind, token }, index) => isAlone(said, index) && (kind === 'negation' || tongue.meansNo.has(token.word)),
  );
  const findings: Finding[] = [];
  let added = 0;
  for (let at = 0; at < written.items.length; ) {
    if (!isAlone(written, at)) {
      at += 1;
      continue;
    }
    const run = runFrom(written, at, isContentWord);
    findings.push(...judgeItems(comparison, run, { vocabulary, wasNegated }));
    const { content, light } = count(written, run);
    added += content;
    const gone = countOpposite(comparison, 'written', run);
    const unexplained = isToned ? content - gone * 1.5 : Math.max(0, content - gone) + light / 8;
    if (unexplained >= limit.newRun + 1)
      findings.push({ kind: 'new-words', written: placeOf(written, run.from, run.to) });
    at = run.to;
  }
  const goneInAll = said.items.filter((item, index) => isAlone(said, index) && isContent(said, item)).length;
  const all = written.items.filter((item) => isContentWord(item) || item.kind === 'value').length;
  const most = isToned ? 1.8 * goneInAll + limit.newFree : Math.max(limit.newFree, all * limit.newShare);
  if (added > most) findings.push({ kind: 'new-words' });
  if (isToned && !findings.some(({ kind }) => kind === 'new-words')) findings.push(...judgeNewSentences(comparison));
  return findings;
}

/** So many words with a meaning are no politeness. */
const mostPolite = 3;

/** Another tone says everything in other words, but no sentence of which nothing was said where nothing is gone in its place. */
function judgeNewSentences(comparison: Comparison): Finding[] {
  const { written } = comparison;
  const placeAt = (at: number) => written.items[at]?.token.place.from ?? written.text.length;
  let to = 0;
  return [...written.text.matchAll(/[^.!?\n]+(?:[.!?]+|\n|$)/g)].flatMap(({ 0: sentence, index }): Finding[] => {
    while (to < written.items.length && placeAt(to) < index) to += 1;
    const from = to;
    while (to < written.items.length && placeAt(to) < index + sentence.length) to += 1;
    if (
      !/[.!?]$/.test(sentence) ||
      from === to ||
      written.items.slice(from, to).some((item, at) => isContentWord(item) && !isAlone(written, from + at))
    )
      return [];
    const { content } = count(written, { from, to });
    const gone = countOpposite(comparison, 'written', { from, to });
    return content > mostPolite && gone * 2 <= content
      ? [{ kind: 'new-words', written: placeOf(written, from, to) }]
      : [];
  });
}

function count(side: Side, { from, to }: Run): { content: number; light: number } {
  const words = side.items
    .slice(from, to)
    .filter(
      ({ kind, atom }, index) =>
        isAlone(side, from + index) && kind !== 'negation' && kind !== 'unit' && atom === undefined,
    );
  const content = words.filter(isContentWord).length;
  return { content, light: words.length - content };
}

/** What is known of the whole text. */
interface Known {
  vocabulary: ReadonlySet<string>;
  wasNegated: boolean;
}

function judgeItems(comparison: Comparison, { from, to }: Run, { vocabulary, wasNegated }: Known): Finding[] {
  const { written } = comparison;
  return written.items.slice(from, to).flatMap((item, index): Finding[] => {
    const at = from + index;
    if (!isAlone(written, at)) return [];
    if (isNewNegation(comparison, item, at) && !(comparison.isToned && wasNegated))
      return [{ kind: 'new-negation', written: placeOf(written, at - 2, at + 3) }];
    if (item.kind === 'date') return [{ kind: 'changed-value', written: item.token.place }];
    if (isNewName(comparison, item, at) && !vocabulary.has(item.token.word))
      return [{ kind: 'new-name', written: item.token.place }];
    return [];
  });
}

function isNewNegation({ written, tongue, isToned }: Comparison, item: Item, at: number): boolean {
  if (item.kind !== 'negation' || isDoubled(tongue.code, written, at) || isNeAlone(tongue.code, item)) return false;
  return !isToned || isKeptAround(written, at);
}

const titles = new Set(['herr', 'herrn', 'frau', 'dr', 'doktor', 'familie', 'prof', 'professor']);
/** Pronouns that are written with a capital letter. */
const polite = /^(?:I|Sie|Ihnen|Ihre?[nmrs]?|Le|La|Lei|Vous|De|Deres|Dem|Ni|Er|U|Usted|Ustedes|V)$/;

function isNewName({ saidWords, written, tongue }: Comparison, { token, weight }: Item, at: number): boolean {
  if (!token.isName || weight < 3 || polite.test(token.raw) || saidWords.has(token.word)) return false;
  // In German, every noun has a capital letter.
  return tongue.code !== 'de' || titles.has(written.items[at - 1]?.token.word ?? '');
}
