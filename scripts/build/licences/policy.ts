/** The terms under which a work of others may be part of the site. Reviewing a new one means adding it here. */
export const allowedLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
];

/** A tool that only made a file is not passed on, so that its terms ask nothing of the site beyond naming it. */
export const licencesOfTools: readonly string[] = [...allowedLicences, 'GPL-2.0-or-later'];

/**
 * The licences of an SPDX expression that apply: all of those joined by AND, the first allowed one of those joined by OR.
 * `null` when the expression is empty, cannot be read, or leaves no allowed choice.
 */
export function chooseLicences(expression: string, allowed: readonly string[] = allowedLicences): string[] | null {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let next = 0;

  const readOne = (): string[] | null | undefined => {
    const token = tokens[next++];
    if (token === '(') {
      const inner = readEither();
      return tokens[next++] === ')' ? inner : undefined;
    }
    if (!token || /^(AND|OR|WITH|\))$/.test(token)) return undefined;
    return allowed.includes(token) ? [token] : null;
  };
  // Undefined is what cannot be read, null what is not allowed.
  const readAll = (): string[] | null | undefined => {
    let all = readOne();
    while (tokens[next] === 'AND') {
      next++;
      const one = readOne();
      if (one === undefined || all === undefined) return undefined;
      all = all && one && [...all, ...one];
    }
    return all;
  };
  const readEither = (): string[] | null | undefined => {
    let chosen = readAll();
    while (tokens[next] === 'OR') {
      next++;
      const other = readAll();
      if (other === undefined || chosen === undefined) return undefined;
      chosen ??= other;
    }
    return chosen;
  };

  const chosen = readEither();
  return next === tokens.length ? (chosen ?? null) : null;
}
