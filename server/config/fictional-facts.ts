/** Numbers in groups of zeros. */
const zeros = /\b0{2,3}(?:[ .-]0{2,3}){2}\b/;

/** Marks that only invented facts carry: reserved domains (RFC 2606), sample names, zeroed and specimen numbers. */
const marksOfFiction = [
  /\bexample\b/i,
  /\.(test|invalid|localhost)\b/i,
  /\bMuster/,
  zeros,
  /^EXAMCHZZXXX$/,
  /^CH93 ?0076 ?2011 ?6238 ?5295 ?7$/,
];

/** The same in running text, where "example" and "Muster" may be ordinary words. */
const marksInTexts = [
  /\b(?:Writing Ant|Andrea|Datenschutz) Muster(?: AG\b)?/g,
  /\bMuster(?:strasse|weg) \d+/g,
  /\bPrivacy Example Ltd\b/g,
  /\b1 Example Street\b/g,
  /[\w.@+-]*[\w-]\.(?:example|test|invalid|localhost)\b/gi,
  /[\w.@+-]*\bexample\.(?:com|net|org)\b/gi,
  new RegExp(zeros, 'g'),
];

/** Names, such as `euRepresentative.email`, of the facts that are still invented. */
export function listFictionalFacts(facts: object, prefix = ''): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value !== null && typeof value === 'object') return listFictionalFacts(value, `${prefix}${name}.`);
    return typeof value === 'string' && marksOfFiction.some((mark) => mark.test(value)) ? [prefix + name] : [];
  });
}

/** What a text says of a company that does not exist, each name or address once. */
export function listFictionIn(text: string): string[] {
  const plain = text.replaceAll(/[\s\u2060]+/g, ' ');
  return [...new Set(marksInTexts.flatMap((mark) => [...plain.matchAll(mark)].map(([found]) => found)))];
}
