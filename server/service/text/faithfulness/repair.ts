import type { TextRequest } from '../../../../shared/api/text.ts';
import type { TextOperation } from '../../../../shared/business/text-service.ts';
import { readSaid } from './said.ts';
import { tokenize } from './tokens.ts';
import { type Tongue, tongueOf } from './tongue.ts';

/** Wrappers may stand in each other. */
const mostLayers = 4;
/** Nobody writes more spaces or empty lines in a row; to look for the end of thousands from each of them takes minutes. */
const longGap = /(\s{20})\s+/g;

/** Whether most of the words of a piece of text were said. */
type IsSaid = (piece: string) => boolean;

/** Takes off what models put around a text and nobody said: fences, tags, openings, closings, quotes, mark-up. */
export function repairText(operation: TextOperation, request: TextRequest, given: string): string {
  const { transcript } = request;
  const tongue = tongueOf(request.language);
  const { words: saidWords } = readSaid(request);
  const isSaid: IsSaid = (piece) => {
    const words = tokenize(piece.normalize('NFC'), tongue.code).filter(({ word }) => word.length > 2);
    return words.filter(({ word }) => saidWords.has(word)).length > words.length / 2;
  };
  // Models answer in English, too.
  const tongues = [tongue, tongueOf('en-GB')];
  let text = given.trim().replace(longGap, '$1');
  for (let layer = 0; layer < mostLayers; layer++) {
    const before = text;
    text = withoutFence(text, transcript);
    for (const each of tongues) text = withoutOpening(text, each, isSaid);
    if (operation !== 'generate') for (const each of tongues) text = withoutClosing(text, each, isSaid);
    text = withoutMarkUp(withoutQuotes(text, transcript), transcript, isSaid);
    if (text === before) break;
  }
  return operation === 'structure' ? repairPoints(text, isSaid) : text;
}

function withoutFence(text: string, transcript: string): string {
  const inner = text.replace(/^```[\w-]*\n([\s\S]*?)\n?```$/, '$1').trim();
  if (transcript.includes('<')) return inner;
  return inner.replace(/^<([a-z]+)(?:-[0-9a-f]+)?>\s*([\s\S]*?)\s*<\/\1(?:-[0-9a-f]+)?>$/, '$2').trim();
}

function withoutOpening(text: string, { preambles }: Tongue, isSaid: IsSaid): string {
  const [opening] = preambles.exec(text) ?? [];
  return opening && opening.length < text.length && !isSaid(opening) ? text.slice(opening.length).trim() : text;
}

function withoutClosing(text: string, { closings }: Tongue, isSaid: IsSaid): string {
  const [closing] = closings.exec(text) ?? [];
  return closing && closing.length < text.length && !isSaid(closing) ? text.slice(0, -closing.length).trim() : text;
}

/** Only where they stand around the whole, and nowhere else. */
function withoutQuotes(text: string, transcript: string): string {
  const [, inner] = /^["“„«»‘”']\s*([\s\S]*?)\s*["”“»«’']$/.exec(text) ?? [];
  return inner && !/["“”„«»]/.test(inner) && !/["“”„«»]/.test(transcript) ? inner : text;
}

function withoutMarkUp(text: string, transcript: string, isSaid: IsSaid): string {
  if (/[*_#`]/.test(transcript)) return text;
  return text
    .replace(/^#{1,6}\s+([^\n]*)\n+/, (line, heading: string) => (isSaid(heading) ? line : ''))
    .replace(/\*\*(\S(?:[^*\n]*\S)?)\*\*/g, '$1')
    .replace(/__(\S(?:[^_\n]*\S)?)__/g, '$1')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/`([^`\n]+)`/g, '$1');
}

const point = /^(\s*)(?:[-*•·–—‣◦]|\(?\d{1,2}[.)]|[a-z]\))\s+(\S.*)$/;

/** Points of any kind as "- ", at two levels; a line above points is the point that they belong to. */
function repairPoints(text: string, isSaid: IsSaid): string {
  const lines = text.split('\n').filter((line) => line.trim());
  const read = (line: string) => {
    const [, indent = '', said] = point.exec(line) ?? [];
    return { indent: indent.replaceAll('\t', '  ').length, said };
  };
  const isPoint = (line: string) => read(line).said !== undefined;
  if (!lines.some(isPoint)) return text;
  const kept = lines.filter(
    (line, index) =>
      isPoint(line) || isSaid(line) || (index > 0 && index < lines.length - 1 && !line.trimEnd().endsWith(':')),
  );
  const least = Math.min(...kept.filter(isPoint).map((line) => read(line).indent));
  let isBelow = false;
  return kept
    .map((line) => {
      const { indent, said } = read(line);
      if (said !== undefined) return `${isBelow || indent > least ? '  ' : ''}- ${said.trim()}`;
      isBelow = true;
      return `- ${line.trim().replace(/:$/, '')}`;
    })
    .join('\n');
}
