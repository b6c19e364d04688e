/** Marks that only invented facts carry: reserved domains (RFC 2606), sample names, zeroed and specimen numbers. */
const marksOfFiction = [
  /\bexample\b/i,
  /\.(test|invalid|localhost)\b/i,
  /\bMuster/,
  /\b0{2,3}(?:[ .-]0{2,3}){2}\b/,
  /^EXAMCHZZXXX$/,
  /^CH93 ?0076 ?2011 ?6238 ?5295 ?7$/,
];

/** Names, such as `euRepresentative.email`, of the facts that are still invented. */
export function listFictionalFacts(facts: object, prefix = ''): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value !== null && typeof value === 'object') return listFictionalFacts(value, `${prefix}${name}.`);
    return typeof value === 'string' && marksOfFiction.some((mark) => mark.test(value)) ? [prefix + name] : [];
  });
}
