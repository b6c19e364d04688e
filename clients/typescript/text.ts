import { randomUUID } from 'node:crypto';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Client } from './client.ts';
import { ClientFault, Refused, type TellingProblem, unknownCode } from './faults.ts';
import {
  longestAnswerSeconds,
  mostRepeats,
  type TextAnswer,
  type TextDelta,
  type TextRequest,
} from './generated-types.ts';
import { tryAgain } from './retry.ts';

export type TextOperation = 'enhanceText' | 'structureText' | 'generateText';

/** Shown while the text is being written; never inserted. */
export interface Preview {
  delta(text: string): void;
  restart(): void;
}

/** The stream ended without `done` or `error`: nobody knows what became of the request. */
class CutOff extends Error {}

/** Worth another try under the same key, which counts once; so is whatever has a status of 500 or more. */
const transient: ReadonlySet<string> = new Set([
  'request-in-progress',
  'too-many-open-requests',
  'too-many-requests',
  'account-throttled',
]);

/** Longer than this, nobody waits for a text that was dictated. */
const longestWaitSeconds = 60;

function judge(error: unknown): { again: boolean; afterSeconds?: number } {
  if (!(error instanceof Refused)) return { again: !(error instanceof ClientFault) };
  const { problem, retryAfterSeconds: afterSeconds } = error;
  const { code, status } = problem;
  const isTransient = transient.has(code) || status >= 500 || (code === unknownCode && status === 429);
  return { again: isTransient && afterSeconds <= longestWaitSeconds, afterSeconds };
}

/**
 * Asks for a text. One whose answer is lost, or has not come after the seconds in which the service gives a request back, is
 * asked for again under the same key, as often as the service answers it again.
 */
export async function askForText(
  client: Client,
  operation: TextOperation,
  body: TextRequest,
  preview?: Preview,
  { withinSeconds = longestAnswerSeconds } = {},
): Promise<TextAnswer> {
  const key = randomUUID();
  const askInTime = () =>
    askOnce(client, operation, { key, body, preview, signal: AbortSignal.timeout(withinSeconds * 1000) });
  return tryAgain(askInTime, {
    ...{ repeats: mostRepeats, judge },
    onRepeat: () => preview?.restart(),
  });
}

async function askOnce(
  client: Client,
  operation: TextOperation,
  { key, body, preview, signal }: { key: string; body: TextRequest; preview: Preview | undefined; signal: AbortSignal },
): Promise<TextAnswer> {
  const headers = { 'idempotency-key': key, accept: preview ? 'text/event-stream' : 'application/json' };
  if (!preview) return client.call(operation, { body, headers, signal });
  const response = await client.send(operation, { body, headers, signal });
  const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'delta') preview.delta((JSON.parse(data) as TextDelta).text);
    if (event === 'restart') preview.restart();
    if (event === 'done') return JSON.parse(data) as TextAnswer;
    if (event === 'error') throw new Refused(JSON.parse(data) as TellingProblem);
  }
  throw new CutOff('The connection ended before the text was whole.');
}
