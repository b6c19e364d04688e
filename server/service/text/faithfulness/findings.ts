import { promptLanguages } from '../../../../content/prompts/versions.ts';
import type { TextRequest } from '../../../../shared/api/text.ts';
import type { TextOperation } from '../../../../shared/business/text-service.ts';
import type { Prompt } from '../prompt.ts';
import { compare, isHopeless } from './comparison.ts';
import { findLanguage } from './detected-language.ts';
import type { Finding } from './finding.ts';
import { judgeLost } from './judge-lost.ts';
import { judgeNew } from './judge-new.ts';
import { judgeCorrections, judgeSpeech } from './judge-speech.ts';
import { isNumberOfPoint, judgeValues } from './judge-values.ts';
import { alone } from './match-values.ts';
import { isNeighbour } from './neighbours.ts';
import { readPoints } from './points.ts';
import { Reasons } from './reasons.ts';
import type { Comparison } from './sides.ts';

/** A line of the rules that is this long does not stand in a text by chance. */
const telltaleLineLength = 40;

/** What is wrong with a text, which must be whole, and how it was compared with what was said. */
export interface Judgement {
  findings: Finding[];
  comparison?: Comparison;
}

export async function judgeText(
  operation: TextOperation,
  request: TextRequest,
  prompt: Prompt,
  text: string,
): Promise<Judgement> {
  const only = (kind: Finding['kind']) => ({ findings: [{ kind }] });
  if (!/[\p{L}\p{N}]/u.test(text)) return only('empty');
  if (leaks(prompt, request.transcript, text)) return only('leaked-prompt');
  if (operation === 'generate' && (await isForeign(operation, request, text))) return only('wrong-language');
  if (operation === 'structure' && !readPoints(text)) return only('no-points');
  const comparison = compare(operation, request, text);
  if (operation === 'generate') return { findings: judgeInvented(comparison), comparison };
  const { keptShare, saidWords, tongue, written } = comparison;
  // A language is told by the words that stayed; only where few did, by how it looks.
  if (keptShare < 0.5 && (await isForeign(operation, request, text))) return only('wrong-language');
  if (isHopeless(comparison)) return only('lost-part');
  if (isNeighbour(tongue.code, saidWords, written.tokens)) return only('wrong-language');
  const reasons = new Reasons(comparison);
  const findings = [
    // First: a month that was written as its number is a value from then on.
    ...judgeLost(comparison, reasons),
    ...judgeValues(comparison, reasons),
    ...judgeNew(comparison),
    ...judgeCorrections(comparison, reasons),
    ...judgeSpeech(comparison),
  ];
  return { findings, comparison };
}

function leaks({ instructions, tag }: Prompt, transcript: string, text: string): boolean {
  if (text.includes(tag)) return true;
  return instructions
    .split('\n')
    .some((line) => line.length >= telltaleLineLength && text.includes(line) && !transcript.includes(line));
}

/** Whoever dictates in another language than the one named gets that one back, unless a text is generated. */
async function isForeign(operation: TextOperation, request: TextRequest, text: string): Promise<boolean> {
  const found = await findLanguage(text);
  if (!found || promptLanguages[request.language].detected.includes(found)) return false;
  return operation === 'generate' || found !== (await findLanguage(request.transcript));
}

/** Figures in an invented text that its order did not have, outside the gaps that it leaves. */
function judgeInvented({ written }: Comparison): Finding[] {
  const isGap = new Uint8Array(written.text.length);
  for (const { index, 0: gap } of written.text.matchAll(/\[[^[\]]*\]/g)) isGap.fill(1, index, index + gap.length);
  return written.atoms.flatMap((atom, index): Finding[] => {
    const { isDigits, raw, place } = written.tokens[atom.from]!;
    if (written.match[index] !== alone || atom.isWeak || !isDigits) return [];
    if (isGap[place.from]) return [];
    return isNumberOfPoint(written.text, raw, place.from) ? [] : [{ kind: 'new-value', written: place }];
  });
}
