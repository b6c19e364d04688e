import type { Finding } from './finding.ts';
import { type Item, isContentWord } from './items.ts';
import type { Reasons } from './reasons.ts';
import { type Comparison, isAlone, isContent, placeOf, type Side } from './sides.ts';

/** Words at the beginning that tell a question or an order. */
const leadWords = 3;
/** So far away from a marker stand the words that it puts right. */
const markerReach = 3;

/** Questions that were answered, and orders that were carried out. */
export function judgeSpeech(comparison: Comparison): Finding[] {
  const { said } = comparison;
  const begin = said.items.findIndex(({ kind }) => kind !== 'filler' && kind !== 'marker');
  if (begin < 0) return [];
  return [...judgeQuestion(comparison, begin), ...judgeOrder(comparison, begin)];
}

function judgeQuestion(comparison: Comparison, begin: number): Finding[] {
  const { said, written, tongue, request } = comparison;
  const hasMark = said.text.includes('?');
  const isAsked = asks(comparison, said.items[begin]!);
  const isAnswer = (item?: Item) => item && tongue.answers.has(item.token.word) && isAlone(written, 0);
  if (!hasMark && !isAsked) return [];
  const place = placeOf(said, begin, begin + leadWords);
  if (isAnswer(written.items[0])) return [{ kind: 'answered-question', said: place, written: placeOf(written, 0, 1) }];
  if (written.text.includes('?') || said.items.some(({ isRestart }) => isRestart)) return [];
  if (wasLeftOut(comparison)) return [];
  const hasLostWord =
    isAsked &&
    said.items
      .slice(begin, begin + leadWords)
      .some((item, index) => asks(comparison, item) && isAlone(said, begin + index));
  const hasGone = hasMark && request.tone === 'neutral' && !said.items.some(({ kind }) => kind === 'marker');
  return hasLostWord || hasGone || countNew(written) > 0 ? [{ kind: 'answered-question', said: place }] : [];
}

/** In Spanish only with its accent: "que" is no question. */
function asks({ tongue, request }: Comparison, { token }: Item): boolean {
  if (!tongue.interrogatives.has(token.word)) return false;
  return !request.language.startsWith('es') || /\P{ASCII}/u.test(token.raw) || token.word.startsWith('pued');
}

const countNew = (written: Side) =>
  written.items.filter((item, index) => isAlone(written, index) && (isContentWord(item) || item.atom !== undefined))
    .length;

/** The question was a filler, or was taken back: nothing of it stayed, and nothing came in its place. */
function wasLeftOut({ said, written }: Comparison): boolean {
  const end = said.text.indexOf('?');
  // Punctuated, it begins where the sentence does, or in Spanish at its own mark.
  const begin = Math.max(...['.', '!', '¿'].map((mark) => said.text.lastIndexOf(mark, end))) + 1;
  if (end < 0 || countNew(written) > 0) return false;
  const isInside = ({ token }: Item) => token.place.from >= begin && token.place.from < end;
  const inside = said.items.flatMap((item, index) => (isInside(item) ? [{ item, isGone: isAlone(said, index) }] : []));
  const contents = inside.filter(({ item }) => isContentWord(item));
  // "You know?" has no word that says anything.
  const asked = contents.length > 0 ? contents : inside;
  return (
    asked.length > 0 &&
    asked.every(({ isGone }) => isGone) &&
    (contents.length <= 2 || said.items.some(({ kind }) => kind === 'marker'))
  );
}

function judgeOrder({ said, tongue, request }: Comparison, begin: number): Finding[] {
  if (request.tone !== 'neutral' || said.items.some(({ isRestart }) => isRestart)) return [];
  const lead = said.items.slice(begin, begin + leadWords);
  const order = lead.findIndex(({ token }, index) => tongue.orders.has(token.word) && isAlone(said, begin + index));
  return order < 0 ? [] : [{ kind: 'carried-out', said: lead[order]!.token.place }];
}

/** Corrections the wrong way round: "Monday, no, Tuesday" became Monday. */
export function judgeCorrections(comparison: Comparison, reasons: Reasons): Finding[] {
  const { said, written, tongue } = comparison;
  const carries = (item: Item) => isContent(said, item) && item.kind !== 'marker' && item.kind !== 'filler';
  return reasons.markers.flatMap((marker): Finding[] => {
    const { token, isRestart } = said.items[marker]!;
    const corrects = tongue.interjections.has(token.word) || isRestart || token.word.length > 3;
    if (!corrects || said.items[marker + 1]?.kind === 'marker') return [];
    const after = marker + 1 + said.items.slice(marker + 1, marker + 1 + markerReach).findIndex(carries);
    const begin = Math.max(0, marker - markerReach);
    const before = begin + said.items.slice(begin, marker).findLastIndex(carries);
    if (after === marker || before < begin || !isAlone(said, after) || isAlone(said, before)) return [];
    const [kept, gone] = [said.items[before]!, said.items[after]!];
    const partner = written.items[said.partners[before]!];
    const isSameKind = kept.kind === gone.kind && (gone.kind === 'date' || partner?.token.isName);
    if (!isSameKind || reasons.isRepeated(after, after + 1)) return [];
    return [{ kind: 'kept-withdrawn', said: placeOf(said, before, after + 1) }];
  });
}
