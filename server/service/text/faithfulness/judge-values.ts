import type { Finding } from './finding.ts';
import { alone } from './match-values.ts';
import type { Reasons } from './reasons.ts';
import { type Comparison, isAlone, placeOf, type Side } from './sides.ts';
import type { Place } from './tokens.ts';
import type { Tongue } from './tongue.ts';

/** Units that another one may not stand for; hours are written in many ways. */
const strictUnits = /^(?:EUR|CHF|USD|GBP|SEK|DKK|NOK|PCT|FT|METRE|METER|METRI|METROS|KG|SQM)$/;

/** Values, units and reservations that are gone, and values and units that nobody said. */
export function judgeValues(comparison: Comparison, reasons: Reasons): Finding[] {
  return [
    ...judgeLostValues(comparison, reasons),
    ...judgeNewValues(comparison),
    ...judgeUnits(comparison),
    ...(comparison.isToned ? [] : judgeReservations(comparison, reasons)),
    ...(comparison.tongue.code === 'en' ? judgeHalvesOfDay(comparison) : []),
  ];
}

function judgeLostValues({ said }: Comparison, reasons: Reasons): Finding[] {
  const firstItems = new Array<number | undefined>(said.atoms.length).fill(undefined);
  for (const [index, { atom }] of said.items.entries()) if (atom !== undefined) firstItems[atom] ??= index;
  return said.atoms.flatMap((atom, index): Finding[] => {
    const from = firstItems[index];
    if (said.match[index] !== alone || atom.isWeak || from === undefined) return [];
    const to = from + atom.to - atom.from;
    if (reasons.excusesValue(from, to) || isSaidAgain(said, index)) return [];
    return [{ kind: 'lost-value', said: placeOf(said, from, to) }];
  });
}

function isSaidAgain({ atoms, match }: Side, index: number): boolean {
  const [digits] = atoms[index]!.strings;
  return [index - 2, index - 1, index + 1, index + 2].some(
    (other) => atoms[other]?.strings[0] === digits && match[other] !== alone,
  );
}

function judgeNewValues({ written }: Comparison): Finding[] {
  return written.atoms.flatMap((atom, index): Finding[] => {
    if (written.match[index] !== alone || atom.isWeak) return [];
    const { raw, place } = written.tokens[atom.from]!;
    return isNumberOfPoint(written.text, raw, place.from) ? [] : [{ kind: 'new-value', written: place }];
  });
}

/** "1." at the beginning of a line. */
export function isNumberOfPoint(text: string, raw: string, at: number): boolean {
  return (
    /^\d{1,2}$/.test(raw) &&
    /(^|\n)\s*(?:[-*] )?$/.test(text.slice(Math.max(0, at - 20), at)) &&
    /^\d{1,2}[.)]\s/.test(text.slice(at, at + 5))
  );
}

function judgeUnits({ said, written, tongue }: Comparison): Finding[] {
  const saidUnits = new Set(unitsOf(said, tongue).map(({ unit }) => unit));
  if (!saidUnits.size) return [];
  return unitsOf(written, tongue)
    .filter(({ unit }) => !saidUnits.has(unit) && unit !== 'PCT')
    .map(({ place }) => ({ kind: 'changed-unit', written: place }));
}

function unitsOf({ tokens }: Side, { units }: Tongue) {
  const found: { unit: string; place: Place }[] = [];
  for (const { word, raw, place } of tokens) {
    const unit = units.get(word) ?? units.get(raw);
    if (unit && strictUnits.test(unit)) found.push({ unit, place });
  }
  return found;
}

/** In a neutral text each reservation that was said is there, or another of its kind. */
function judgeReservations({ said, written, tongue }: Comparison, reasons: Reasons): Finding[] {
  const { reservations } = tongue;
  const newOnes = new Set(
    written.items.flatMap(({ token }, index) => (isAlone(written, index) ? [reservations.get(token.word)] : [])),
  );
  /** The words without a partner around the last reservation. */
  let run = { to: 0, isWithdrawn: false };
  return said.items.flatMap((item, index): Finding[] => {
    const { word } = item.token;
    const meaning = reservations.get(word);
    if (!meaning || !isAlone(said, index) || item.kind === 'marker' || item.kind === 'filler') return [];
    if (newOnes.has(meaning)) return [];
    if (index >= run.to) {
      let [from, to] = [index, index + 1];
      while (from > 0 && isAlone(said, from - 1)) from -= 1;
      while (to < said.items.length && isAlone(said, to)) to += 1;
      run = { to, isWithdrawn: reasons.withdrawable(from, to) > 0 };
    }
    const begin = Math.max(0, index - 12);
    const isSaidAgain = said.items
      .slice(begin, index + 13)
      .some((other, at) => begin + at !== index && !isAlone(said, begin + at) && other.token.word === word);
    if (isSaidAgain || run.isWithdrawn) return [];
    return [{ kind: 'lost-reservation', said: placeOf(said, index - 2, index + 3) }];
  });
}

/** One time of day, of which the morning became the afternoon. */
function judgeHalvesOfDay({ said, written }: Comparison): Finding[] {
  const [before, after] = [halvesOf(said), halvesOf(written)];
  if (before.size !== 1 || after.size !== 1) return [];
  const [[half, place]] = [...after] as [[string, Finding['written'] & object]];
  return before.has(half) ? [] : [{ kind: 'changed-value', written: place }];
}

function halvesOf({ tokens }: Side) {
  const halves = new Map<string, Finding['written'] & object>();
  for (const [index, { word, place, isDigits }] of tokens.entries()) {
    if (isDigits) continue;
    const before = tokens[index - 1];
    const isLetter = /^[ap]$/.test(word) && tokens[index + 1]?.word === 'm';
    // "I am" is none.
    const isHalf = word === 'pm' || (before?.isDigits && (word === 'am' || isLetter));
    if (before && isHalf) halves.set(word[0]!, place);
  }
  return halves;
}
