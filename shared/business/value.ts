/**
 * What dictating saves (specification 9, value examples). The specification gives the typist and the results;
 * everything else is the simplest basis that yields exactly these results, and the pricing page states all of it: a
 * page of 500 words at the five characters a word that 300 characters and 60 words per minute imply, thirty days a
 * month, and 59 % of the typing time saved: the rest is for speaking and correcting.
 */
export const valueBasis = {
  charactersPerMinute: 300,
  wordsPerMinute: 60,
  charactersPerPage: 2_500,
  daysPerMonth: 30,
  /** Share of the typing time, between 0 and 1. */
  timeSaved: 0.59,
} as const;

/** Pages per day: the accepted range, and the specification's two examples. */
export const valuePages = { min: 1, max: 20, examples: [3, 15] } as const;

/** What a month of writing takes and saves. Hours and keystrokes are not rounded. */
export interface MonthlyValue {
  typingHours: number;
  dictatingHours: number;
  savedHours: number;
  /** One keystroke for each character that is not typed. */
  savedKeystrokes: number;
}

/** What dictating `pagesPerDay` pages saves in a month. */
export function monthlyValue(pagesPerDay: number): MonthlyValue {
  const { charactersPerMinute, charactersPerPage, daysPerMonth, timeSaved } = valueBasis;
  const savedKeystrokes = pagesPerDay * charactersPerPage * daysPerMonth;
  const typingHours = savedKeystrokes / charactersPerMinute / 60;
  const savedHours = typingHours * timeSaved;
  return { typingHours, dictatingHours: typingHours - savedHours, savedHours, savedKeystrokes };
}
