/** A language as its number words and contractions know it. */
export type TongueCode = 'en' | 'de' | 'fr' | 'it' | 'es' | 'pt' | 'sv' | 'da' | 'nb';

/** Characters of a text, from one to before another. */
export interface Place {
  from: number;
  to: number;
}

export interface Token {
  raw: string;
  /** In small letters, without accents. */
  word: string;
  isDigits: boolean;
  /** Parts of a contraction share its place. */
  place: Place;
  /** Written with a capital letter where no sentence begins. */
  isName: boolean;
}

export const plain = (text: string): string => {
  if (/^[a-z]*$/.test(text)) return text;
  return /^[\w]*$/.test(text) ? text.toLowerCase() : withoutAccents(text);
};

const withoutAccents = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/[’`´]/g, "'");

/** The entries of a list that spaces separate. */
export const wordsOf = (list: string): string[] => list.split(/\s+/).filter(Boolean);

const parts = /\p{Nd}+|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[%€$£]/gu;
const isDigit = /^\p{Nd}/u;
const abbreviation = /^(?:dr|mr|mrs|ms|st|prof|sr|sra|dra|fr|hr|nr|ca|dott|ing|avv|art|tel)$/;
const sentenceEnd = /[.?!:\n"“„«»‘”(–—•]/;
const lineOfPoint = /(?:^|\n)\s*[-*]\s*$/;

/** The words of a text in NFC; contractions are opened, elided articles dropped, and "per cent" is its sign. */
export function tokenize(text: string, tongue: TongueCode): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    const [found] = match;
    const place = { from: match.index, to: match.index + found.length };
    const before = text.slice(end, match.index);
    end = place.to;
    if (isEndOfGenitive(found, before, tongue)) continue;
    const last = tokens.at(-1);
    if (last && before === ' ' && isPercent(last.word, found)) {
      tokens.splice(-1, 1, { ...last, raw: '%', word: '%', place: join(last.place, place) });
      continue;
    }
    if (isDigit.test(found)) {
      tokens.push({ raw: found, word: plain(found), isDigits: true, place, isName: false });
      continue;
    }
    for (const [index, raw] of openContraction(found, tongue).entries())
      tokens.push({
        raw,
        word: plain(raw),
        isDigits: false,
        place,
        isName: /^\p{Lu}/u.test(raw) && (index > 0 || !beginsSentence(before, tokens)),
      });
  }
  return tokens;
}

function beginsSentence(before: string, tokens: readonly Token[]): boolean {
  if (!tokens.length || lineOfPoint.test(before)) return true;
  const isAbbreviated = /^\.\s?$/.test(before) && abbreviation.test(tokens.at(-1)!.word);
  return !isAbbreviated && sentenceEnd.test(before);
}

/** The "s" of "the 14's" and the like. */
const isEndOfGenitive = (found: string, before: string, tongue: TongueCode) =>
  tongue === 'en' && /['’]$/.test(before) && /^(?:s|re|ve|ll|d|m)$/.test(found);

const isPercent = (per: string, cent: string) =>
  /^(?:per|pour|por)$/.test(per) && /^(?:cent|cento|ciento)$/i.test(cent);

const englishNot =
  /^(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need|might|ca|ai|wo)n(?:['’]t|t)$/i;

function openContraction(word: string, tongue: TongueCode): string[] {
  const hasApostrophe = word.includes("'") || word.includes('’');
  if (!hasApostrophe && tongue !== 'en') return [word];
  if (tongue === 'en') {
    // "dont", "cannot", "wasnt".
    if (!hasApostrophe && !/[nN][oO]?[tT]$/.test(word)) return [word];
    if (/^(?:cannot|can['’]t|cant)$/i.test(word)) return [word.slice(0, 3), 'not'];
    if (/^dont$/i.test(word)) return [word.slice(0, 2), 'not'];
    const [, verb] = englishNot.exec(word) ?? [];
    // "wont" is a word of its own.
    if (verb && !/^wont$/i.test(word)) return [/^wo$/i.test(verb) ? 'will' : verb, 'not'];
    return word.replace(/['’](?:s|re|ve|ll|d|m)$/i, '').split(/['’]/);
  }
  if (tongue === 'fr')
    return word
      .replace(/^n['’]/i, 'ne ')
      .replace(/^qu['’]/i, 'que ')
      .replace(/(^|\s)[dljmtsc]['’]/gi, '$1')
      .split(/['’ ]/);
  if (tongue === 'it') return word.replace(/^(?:dell|all|nell|sull|dall|quell|l|d|c|un)['’]/i, '').split(/['’]/);
  return word.split(/['’]/);
}

/** What two places have between and in them. */
export const join = (one: Place, other: Place): Place => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
});
