/**
 * Long words of titles, with the places where they may end a line. Not every browser knows how to hyphenate every
 * language, and a word longer than a phone's line would be cut anywhere.
 */
const longWords = [
  // German
  'Barriere|freiheit',
  'Datenschutz|erklärung',
  'Geschäfts|bedingungen',
  // Swedish
  'Företags|uppgifter',
  'Integritets|policy',
  'Tillgänglighets|redo|görelse',
  // Italian
  'accessi|bilità',
  // French
  'accessi|bilité',
  'confiden|tialité',
];

/** `title` with soft hyphens in its long words: for headings, not for what machines read. */
export function withSoftHyphens(title: string): string {
  return longWords.reduce(
    (text, word) => text.replaceAll(word.replaceAll('|', ''), word.replaceAll('|', '\u00ad')),
    title,
  );
}
