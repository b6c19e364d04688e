import type { TextRequest } from '../../../../shared/api/text.ts';
import { type Token, tokenize } from './tokens.ts';
import { codeOf } from './tongue.ts';

/** What was said, as every text that is written of it is compared with it. */
interface Said {
  text: string;
  tokens: readonly Token[];
  words: ReadonlySet<string>;
}

const known = new WeakMap<TextRequest, Said>();

/** Read once: a text is repaired and judged, and what was kept of it is judged anew. */
export function readSaid(request: TextRequest): Said {
  const found = known.get(request);
  if (found) return found;
  const text = request.transcript.normalize('NFC');
  const tokens = tokenize(text, codeOf(request.language));
  const said = { text, tokens, words: new Set(tokens.map(({ word }) => word)) };
  known.set(request, said);
  return said;
}
