import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readPdf } from '../../../tests/factories/pdf.ts';
import { legalFolder } from './drafts.ts';
import { drawLegalPdf, type LegalText } from './legal-pdf.ts';

const version = '2026-11-27';
const draw = (text: string, given: Partial<LegalText> = {}) =>
  drawLegalPdf({ document: 'terms', version, locale: 'de', text, ...given });

it('is the same, byte by byte, each time it is drawn', () => {
  const text = readFileSync(path.join(legalFolder, 'cookie-policy', version, 'sv.md'), 'utf8');
  expect(draw(text).equals(draw(text))).toBe(true);
  expect(draw(text, { version: '2026-11-28' }).equals(draw(text))).toBe(false);
});

it('brings its typefaces, and names its parts for whoever has it read aloud', async () => {
  const bytes = draw(
    '# Titel\n\n## 1. Teil\n\nEin **Wort** an <post@writing-ant.example>.\n\n- eins\n- zwei\n\n| A | B |\n|---|---|\n| c | d |\n\n> Zitat\n',
  );
  const plain = bytes.toString('latin1');
  // A subset of a typeface has its own name, and its outlines.
  expect(plain.match(/\/FontName \/[A-Z]{6}\+/g)?.length).toBeGreaterThanOrEqual(2);
  expect(plain.match(/\/FontFile2/g)?.length).toBeGreaterThanOrEqual(2);
  expect(plain).toContain('<pdfuaid:part>1</pdfuaid:part>');
  const { roles, words, feet } = await readPdf(bytes);
  for (const role of ['H1', 'H2', 'P', 'Link', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD', 'BlockQuote'])
    expect([...roles]).toContain(role);
  expect(words).toBe('Titel1.TeilEinWortanpost@writing-ant.example.•eins•zweiABcdZitat');
  expect(feet).toEqual([`Titel · Version ${version} (DE) · Seite 1 von 1`]);
});

it('repeats the heading of a table on each page, for the eye alone', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => `| Zeile ${index} | Wert |`);
  const { pages, words, roles } = await readPdf(
    draw(['# Titel', '', '| Kopf | Zahl |', '|---|---|', ...rows].join('\n')),
  );
  expect(pages).toBeGreaterThan(2);
  expect(words.match(/Kopf/g)).toHaveLength(1);
  expect(words.match(/Zeile/g)).toHaveLength(120);
  expect(roles).toContain('TH');
});

it.each([
  ['a picture', '# Titel\n\n![Bild](bild.png)'],
  ['markup', '# Titel\n\n<div>Wort</div>'],
  ['a line', '# Titel\n\n---'],
  ['code', '# Titel\n\n```\nx\n```'],
  ['no title', 'Wort'],
])('refuses a text with what it would have to leave out: %s', (_, text) => {
  expect(() => draw(text)).toThrow(/on paper|no title/);
});
