/**
 * What the check of a text knows of a language besides its fillers, which it has from the prompt's list. Phrases are separated by
 * commas, words by spaces, words of one meaning by slashes. Capitals and accents do not matter (ø and æ do).
 */
export interface CheckWords {
  /** Phrases that may go like fillers, though the prompt does not name them: "right", "first of all". */
  asides: string;
  /** After these, words are said in the place of others. */
  markers: string;
  /** These take back all that was said. */
  restarts: string;
  /** Names of punctuation marks that may be spoken. */
  marks: string;
  negations: string;
  /** Negations that are also what one says to correct oneself. */
  interjections: string;
  /** Words that negate by what they mean; they count where the tone changes. */
  meansNo: string;
  interrogatives: string;
  /** What an answer begins with. */
  answers: string;
  /** Verbs of an order to write something. */
  orders: string;
  /** Words that carry little. */
  stops: string;
  /** Words that limit what is said; each group is one meaning. */
  reservations: string;
  /** Words and signs of units, and the unit. */
  units: string;
  /** Where an hour may be one of the afternoon. */
  dayparts: string;
  weekdays: string;
  months: string;
  /** What models put before a text, and after it. */
  preambles: RegExp;
  closings: RegExp;
  numbers: NumberWords;
}

/** Number words; a word and its value are joined by "=". */
export interface NumberWords {
  /** Numbers below a hundred that are one morpheme, and round hundreds that are one word. */
  small: string;
  ordinals: string;
  /** What makes any number an ordinal. */
  ordinalEnds?: string;
  hundred: string;
  thousand: string;
  million: string;
  /** Between tens and units, hundreds and the rest. */
  and: string;
  /** Words that are numbers only sometimes: they may be missing, or come. */
  weak: string;
  half: string;
  quarter: string;
  /** Half of which hour: "halb neun" is 8.30, British "half nine" 9.30. */
  halfBefore?: string;
  /** "ten past", "ten to" an hour; "moins dix" after it. */
  past?: string;
  to?: string;
  minus?: string;
  /** Compounds are one word (achttausendsiebenhundert, seimila). */
  glued?: true;
  /** Units stand before tens (einundzwanzig, enogtyve). */
  inverted?: true;
  /** "and" may also join tens and units (treinta y tres, vinte e três). */
  tensAnd?: true;
}
