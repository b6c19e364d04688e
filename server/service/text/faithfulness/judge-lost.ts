import { unpaired } from './align.ts';
import { type Finding, limits, shortWords } from './finding.ts';
import type { Item } from './items.ts';
import { alone } from './match-values.ts';
import type { Reasons } from './reasons.ts';
import { countOpposite, isDoubled, isKeptAround, isNeAlone, type Run, runFrom } from './runs.ts';
import { type Comparison, isAlone, isContent, partnerBefore, placeOf } from './sides.ts';

/** A run of words that were said and not written, and what is known of it. */
interface LostRun extends Run {
  /** Content words without a partner at the same place of the text. */
  replaced: number;
  isWithdrawn: boolean;
  isRepeated: boolean;
}

export const limitsOf = ({ operation, isToned }: Comparison) => {
  if (isToned) return limits.toned;
  return operation === 'structure' ? limits.points : limits.neutral;
};

/** Words that were said and left out without a reason. */
export function judgeLost(comparison: Comparison, reasons: Reasons): Finding[] {
  const { said } = comparison;
  const findings: Finding[] = [];
  const all = said.items.filter((item) => isContent(said, item) && item.kind !== 'marker' && item.kind !== 'filler');
  const { lostFree, lostShare, lostRun } = limitsOf(comparison);
  const months = writtenMonths(comparison);
  const isShort = !comparison.isToned && all.length <= shortWords;
  let lost = 0;
  for (let at = 0; at < said.items.length; ) {
    const item = said.items[at]!;
    if (!isAlone(said, at) || (item.weight === 0 && item.atom === undefined)) {
      at += 1;
      continue;
    }
    const run = describe(comparison, reasons, at);
    const told = [...judgeNegations(comparison, reasons, run), ...judgeDates(comparison, run, months)];
    findings.push(...told);
    if (!run.isWithdrawn && !run.isRepeated) {
      const missing = weigh(comparison, run);
      lost += missing;
      // In another tone as well, something has to stand for what is gone.
      const most = Math.min(lostRun, limits.neutral.lostRun + run.replaced);
      const isPart = run.to >= said.items.length - 1 || missing > 8;
      // A little more than a whole word: function words count as well.
      if (missing > (isShort && !told.length ? 0 : most) + 0.34)
        findings.push({ kind: isPart ? 'lost-part' : 'lost-words', said: placeOf(said, run.from, run.to) });
    }
    at = run.to;
  }
  if (lost > Math.max(lostFree, all.length * lostShare)) findings.push({ kind: 'lost-words' });
  return findings;
}

function describe(comparison: Comparison, reasons: Reasons, from: number): LostRun {
  const { said } = comparison;
  const run = runFrom(said, from, (item) => isContent(said, item));
  // What was said before a new beginning is judged by itself.
  if (reasons.restart >= from) run.to = Math.min(run.to, reasons.restart + 1);
  const gone = said.items
    .slice(from, run.to)
    .filter((item, index) => isAlone(said, from + index) && isContent(said, item));
  return {
    ...run,
    replaced: countOpposite(comparison, 'said', run),
    isWithdrawn: gone.filter(({ kind }) => kind !== 'marker').length <= reasons.withdrawable(from, run.to),
    isRepeated: reasons.isRepeated(from, run.to),
  };
}

/** How many content words are gone, less those that others stand for. */
function weigh({ said, isToned, operation }: Comparison, { from, to, replaced }: LostRun): number {
  const words = said.items
    .slice(from, to)
    .filter(({ kind }, index) => isAlone(said, from + index) && /^(?:word|date|negation)$/.test(kind));
  const content = words.filter((item) => isContent(said, item)).length;
  // In another tone words are replaced by others: what counts is what nothing stands for.
  if (isToned) return Math.max(0, content - replaced * 1.5);
  const missing = content + (operation === 'structure' ? 0 : (words.length - content) / 4);
  return missing - Math.min(missing, replaced) * 0.34;
}

function judgeNegations(comparison: Comparison, reasons: Reasons, run: LostRun): Finding[] {
  const { said, tongue, isToned } = comparison;
  const isGone = (at: number) =>
    isAlone(said, at) &&
    said.items[at]!.kind === 'negation' &&
    at > reasons.restart &&
    !isSaidTwice(comparison, at) &&
    !wasInterjection(comparison, run, at) &&
    !isDoubled(tongue.code, said, at) &&
    !isNeAlone(tongue.code, said.items[at]!) &&
    !(isToned && isSaidOtherwise(comparison, run, at));
  return indexesOf(run)
    .filter(isGone)
    .map((at) => ({ kind: 'lost-negation', said: placeOf(said, at - 2, at + 3) }));
}

const indexesOf = ({ from, to }: Run) => Array.from({ length: to - from }, (_, index) => from + index);

/** Stuttered: the other one stayed. */
function isSaidTwice({ said }: Comparison, at: number): boolean {
  const { word } = said.items[at]!.token;
  return [at - 1, at + 1].some((other) => {
    const item = said.items[other];
    return item?.key === '¬' && item.token.word === word && !isAlone(said, other);
  });
}

/** "No" alone takes back only what is gone before it; any other negation goes with what was taken back. */
function wasInterjection({ said, tongue }: Comparison, run: LostRun, at: number): boolean {
  const item = said.items[at]!;
  if (!item.isBoth && !tongue.interjections.has(item.token.word)) return run.isWithdrawn && run.to - run.from > 1;
  const begin = Math.max(0, at - 5);
  const tookBack = said.items
    .slice(begin, at)
    .some((other, index) => isAlone(said, begin + index) && isContent(said, other) && other.kind !== 'marker');
  const hasMarker = said.items
    .slice(Math.max(0, at - 6), at + 7)
    .some(({ kind, isSoft }) => kind === 'marker' && !isSoft);
  return tookBack || hasMarker;
}

/** In another tone: a word that means the same, or a whole clause by other words. */
function isSaidOtherwise({ said, written, tongue }: Comparison, { from, replaced }: LostRun, at: number): boolean {
  const place = partnerBefore(said, from + 1);
  const begin = Math.max(0, place - 4);
  const means = written.items
    .slice(begin, Math.max(0, place + 14))
    .some(
      ({ token, kind }, index) =>
        tongue.meansNo.has(token.word) || (kind === 'negation' && isAlone(written, begin + index)),
    );
  return means || (replaced > 0 && !isKeptAround(said, at));
}

/** The numbers that nobody said and that may be those of months, in their order: by which they are. */
function writtenMonths({ written, tongue }: Comparison): Map<number, number[]> {
  const isFree = (index: number) => written.match[index] === alone;
  const indexes = [...written.atoms.keys()].filter(isFree);
  const byNumber = Map.groupBy(indexes, (index) => Number(written.atoms[index]!.strings[0]));
  return new Map([...byNumber].filter(([number]) => number >= 1 && number <= tongue.months.length));
}

/** Days and months; a month may be written as its number. */
function judgeDates({ said, written, tongue }: Comparison, run: LostRun, months: Map<number, number[]>): Finding[] {
  if (run.isWithdrawn || run.isRepeated) return [];
  return indexesOf(run).flatMap((at): Finding[] => {
    const item = said.items[at]!;
    if (item.kind !== 'date' || said.partners[at] !== unpaired) return [];
    const atom = months.get(numberOfMonth(item, tongue.months))?.shift();
    if (atom === undefined) return [{ kind: 'lost-value', said: item.token.place }];
    written.match[atom] = monthMatch;
    return [];
  });
}

/** Stands for the group of a month and its number. */
const monthMatch = 1_000_000;

/** NaN for a weekday. */
function numberOfMonth({ token }: Item, months: readonly string[]): number {
  const index = months.indexOf(token.word);
  return index < 0 ? Number.NaN : index + 1;
}
