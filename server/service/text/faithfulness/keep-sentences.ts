import type { Finding } from './finding.ts';
import type { Comparison, Side } from './sides.ts';
import type { Place } from './tokens.ts';

/** Where more of a text than this share of its sentences is at fault, it is not trusted at all. */
const mostAtFault = 1 / 3;

/** From a sentence of a text to what was said in its place; both may be nothing. */
interface Sentence {
  written: Place;
  said: Place;
}

/**
 * The text with what was said in the place of each sentence that is at fault; undefined where that is not possible. It has to be
 * judged anew.
 */
export function keepFaultless(comparison: Comparison, findings: readonly Finding[]): string | undefined {
  const { said, written } = comparison;
  // More than a sentence is gone.
  if (findings.some(({ kind }) => kind === 'lost-part')) return undefined;
  const sentences = readSentences(comparison);
  // A share of the whole has no place; what makes it up often has.
  const placed = findings.flatMap(({ said: place, written: other }) => ((other ?? place) ? [{ place, other }] : []));
  const atFault = new Set(
    placed.map(({ place, other }) =>
      sentences.findIndex((each) => (other ? overlap(each.written, other) : overlap(each.said, place!))),
    ),
  );
  if (atFault.has(-1) || !atFault.size || atFault.size > sentences.length * mostAtFault) return undefined;
  return sentences
    .map((sentence, index) => {
      const text = written.text.slice(sentence.written.from, sentence.written.to);
      return atFault.has(index) ? asSaid(said.text.slice(sentence.said.from, sentence.said.to), text) : text;
    })
    .join('')
    .trim();
}

const overlap = (one: Place, other: Place) => one.from < other.to && other.from < one.to;

/** What was said, as a sentence: with its capital letter, mark and space. */
function asSaid(said: string, sentence: string): string {
  const words = said.trim();
  if (!words) return '';
  const [start = ''] = /^(?:\s*- )?/.exec(sentence) ?? [];
  const [end = ''] = /[.!?…]*["”»’]?\s*$/.exec(sentence) ?? [];
  const isMarked = /[.!?…]["”»’]?$/.test(words);
  return `${start}${words[0]!.toLocaleUpperCase()}${words.slice(1)}${isMarked ? end.replace(/^\S+/, '') : end}`;
}

/** Each sentence with the words of the transcript that belong to it: those after the last word of the one before it. */
function readSentences(comparison: Comparison): Sentence[] {
  const { said, written } = comparison;
  const places = placesOfSentences(written);
  let [first, partner] = [0, -1];
  const begins = places.map(({ from }) => {
    for (; first < written.items.length && written.items[first]!.token.place.from < from; first++)
      partner = Math.max(partner, written.partners[first]!);
    return first === written.items.length ? said.text.length : placeAfter(said, partner);
  });
  begins[0] = 0;
  return places.map((place, index) => ({
    written: place,
    said: { from: begins[index]!, to: begins[index + 1] ?? said.text.length },
  }));
}

function placeAfter({ items, text }: Side, index: number): number {
  const next = items[index + 1];
  return next ? next.token.place.from : text.length;
}

/** A sentence ends with its mark, or with its line. */
function placesOfSentences({ text, items }: Side): Place[] {
  const places: Place[] = [];
  let [from, word] = [0, 0];
  for (const match of text.matchAll(/(?:[.!?…]+["”»’]?(?=\s)|(?=\n))\s+/gu)) {
    const to = match.index + match[0].length;
    const begin = word;
    while (word < items.length && items[word]!.token.place.to <= to) word += 1;
    if (word === begin) continue;
    places.push({ from, to });
    from = to;
  }
  if (from < text.length) places.push({ from, to: text.length });
  return places;
}
