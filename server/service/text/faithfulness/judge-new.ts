import type { Finding } from './finding.ts';
import { type Item, isContentWord } from './items.ts';
import { limitsOf } from './judge-lost.ts';
import { vocabularyOf } from './mend.ts';
import { countOpposite, isDoubled, isKeptAround, isNeAlone, type Run, runFrom } from './runs.ts';
import { type Comparison, isAlone, isContent, placeOf, type Side } from './sides.ts';

/** Words that were written and that nobody said. */
export function judgeNew(comparison: Comparison): Finding[] {
  const { said, written, isToned } = comparison;
  const limit = limitsOf(comparison);
  const vocabulary = vocabularyOf(comparison).words;
  const findings: Finding[] = [];
  let added = 0;
  for (let at = 0; at < written.items.length; ) {
    if (!isAlone(written, at)) {
      at += 1;
      continue;
    }
    const run = runFrom(written, at, isContentWord);
    findings.push(...judgeItems(comparison, run, vocabulary));
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
  return findings;
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

function judgeItems(comparison: Comparison, { from, to }: Run, vocabulary: ReadonlySet<string>): Finding[] {
  const { written } = comparison;
  return written.items.slice(from, to).flatMap((item, index): Finding[] => {
    const at = from + index;
    if (!isAlone(written, at)) return [];
    if (isNewNegation(comparison, item, at))
      return [{ kind: 'new-negation', written: placeOf(written, at - 2, at + 3) }];
    if (item.kind === 'date') return [{ kind: 'changed-value', written: item.token.place }];
    if (isNewName(comparison, item, at) && !vocabulary.has(item.token.word))
      return [{ kind: 'new-name', written: item.token.place }];
    return [];
  });
}

function isNewNegation({ said, written, tongue, isToned }: Comparison, item: Item, at: number): boolean {
  if (item.kind !== 'negation' || isDoubled(tongue.code, written, at) || isNeAlone(tongue.code, item)) return false;
  if (!isToned) return true;
  const standsForOne = said.items.some(
    ({ kind, token }, index) => isAlone(said, index) && (kind === 'negation' || tongue.meansNo.has(token.word)),
  );
  return isKeptAround(written, at) && !standsForOne;
}

const titles = new Set(['herr', 'herrn', 'frau', 'dr', 'doktor', 'familie', 'prof', 'professor']);
/** Pronouns that are written with a capital letter. */
const polite = /^(?:I|Sie|Ihnen|Ihre?[nmrs]?|Le|La|Lei|Vous|De|Deres|Dem|Ni|Er|U|Usted|Ustedes|V)$/;

function isNewName({ saidWords, written, tongue }: Comparison, { token, weight }: Item, at: number): boolean {
  if (!token.isName || weight < 3 || polite.test(token.raw) || saidWords.has(token.word)) return false;
  // In German, every noun has a capital letter.
  return tongue.code !== 'de' || titles.has(written.items[at - 1]?.token.word ?? '');
}
