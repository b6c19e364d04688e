/**
 * Compounds that a heading does not hold on one line of 320 px, with the joint where they part. Only some browsers know how
 * to hyphenate each language; the others would cut the word anywhere, without a hyphen.
 */
const compounds = [['Tillgänglighets', 'redogörelse']] as const;

const softHyphen = '\u00ad';

/** `text` for a heading, with soft hyphens in its longest words. Titles of tabs and what is searched for do without. */
export function partLongWords(text: string): string {
  return compounds.reduce((parted, parts) => parted.replaceAll(parts.join(''), parts.join(softHyphen)), text);
}
