/**
 * Compounds that are too long for one heading line at 320 px, with the place where they may break. Only some browsers
 * can hyphenate each language; the others would break the word anywhere, without a hyphen.
 */
const compounds = [
  ['Tillgänglighets', 'redogörelse'],
  ['Geschäfts', 'bedingungen'],
  ['Datenschutz', 'erklärung'],
] as const;

const softHyphen = '\u00ad';

/** `text` for a heading, with soft hyphens in its longest words. Not for tab titles and texts that are searched. */
export function partLongWords(text: string): string {
  return compounds.reduce((parted, parts) => parted.replaceAll(parts.join(''), parts.join(softHyphen)), text);
}
