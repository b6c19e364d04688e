/**
 * Where a spreadsheet could begin a cell: systems of some languages split a line at semicolons or elsewhere, also within quotes. What
 * stands there must not begin as a formula would.
 */
const formulas = /(?<=(?:^|[,;|:\t\r\n])[\s"']*)(?<!')(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** As RFC 4180 wants it. */
function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '')
    .replace(/^(?=[\t\r])/, "'")
    .replaceAll(formulas, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table that no spreadsheet runs, however its system separates cells. The mark tells it how letters are written. */
export const toCsv = (lines: readonly (readonly unknown[])[]): string =>
  `\uFEFF${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
