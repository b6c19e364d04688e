/** What people and banks put between the characters of a reference: blanks of all kinds, what cannot be seen, and strokes. */
const between = String.raw`[\s\p{Cf}\p{Pd}._:/,'+]{0,3}`;
/** Also what looks like a digit on a keyboard or to a reader of paper. */
const digit = '[0-9OIL]';
const shape = new RegExp(['R', 'F', ...Array<string>(12).fill(`(${digit})`)].join(between), 'gu');

/** Ours are `RF`, two check digits, the year and six digits; each once, in the order in which they stand in `texts`. */
export function findReferences(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => {
    const plain = text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, ' ');
    return [...plain.matchAll(shape)].flatMap((match) => {
      // More digits, without anything between: another one, which is longer.
      if (/^\d/.test(plain.slice(match.index + match[0].length))) return [];
      const reference = `RF${match.slice(1).join('').replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`;
      return isOurs(reference) ? [reference] : [];
    });
  });
  return [...new Set(found)];
}

/** ISO 11649: with the check digits at its end, it is 1 modulo 97. */
const isOurs = (reference: string): boolean =>
  /^RF\d{2}20\d{8}$/.test(reference) && Number(BigInt(`${reference.slice(4)}2715${reference.slice(2, 4)}`) % 97n) === 1;
