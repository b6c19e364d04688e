import type { MarkedToken, Token } from 'marked';
import type PDFDocument from 'pdfkit';
import { bold, regular } from '../../paper/paper.ts';
import { DraftFaults } from './drafts.ts';

export type LegalPdf = InstanceType<typeof PDFDocument>;

/** Words in one hand, as they follow each other in a paragraph. */
export interface Run {
  text: string;
  font: string;
  link?: string;
}

export const left = 70;
export const width = 455;
export const bottom = 74;

/** Where no line stands any more. */
export const endOf = (pdf: LegalPdf): number => pdf.page.height - bottom;

/** One paragraph, whose words may change their hand and lead somewhere. */
export function drawRuns(
  pdf: LegalPdf,
  parent: PDFKit.PDFStructureElement,
  type: string,
  runs: readonly Run[],
  { x, width, size }: { x: number; width: number; size: number },
): void {
  const element = pdf.struct(type);
  parent.add(element);
  const { y } = pdf;
  for (const [index, { text, font, link }] of runs.entries()) {
    const options = {
      width,
      lineGap: 2,
      continued: index < runs.length - 1,
      link: link ?? null,
      underline: link !== undefined,
    };
    const write = () => {
      pdf.font(font).fontSize(size).fillColor('black');
      if (index) pdf.text(text, options);
      else pdf.text(text, x, y, options);
    };
    element.add(link === undefined ? write : pdf.struct('Link', {}, write));
  }
  element.end();
}

/** The words of a paragraph or cell. Throws where they are more than words: nothing of a contract may be left out. */
export function runsOf(tokens: readonly Token[], font: string = regular): Run[] {
  const runs = (tokens as MarkedToken[]).flatMap((token): Run[] => {
    if (token.type === 'strong') return runsOf(token.tokens, bold);
    if (token.type === 'br') return [{ text: '\n', font }];
    if (token.type === 'codespan' || token.type === 'escape') return [{ text: token.text, font }];
    if (token.type === 'text')
      return 'tokens' in token && token.tokens ? runsOf(token.tokens, font) : [{ text: token.text, font }];
    if (token.type !== 'link') throw new DraftFaults([`A legal text cannot have this on paper: ${token.raw}`]);
    // What leads to another page of the site is named, and paper has no site.
    if (token.href.startsWith('/')) return runsOf(token.tokens, font);
    return runsOf(token.tokens, font).map((run) => ({ ...run, link: token.href }));
  });
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.font === run.font && last.link === run.link) last.text += run.text;
    else joined.push({ ...run });
  }
  return joined;
}
