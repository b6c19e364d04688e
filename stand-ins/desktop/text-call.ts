import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { repeats } from '../../shared/business/text-service.ts';
import { Refused, type Service, type ServiceProblem } from './service.ts';

/** What may be inserted, and nothing before it has come. */
export interface Done {
  id: string;
  text: string;
  outcome: 'changed' | 'unchanged';
  model: string;
  quota: { remaining: number | null; resetsAt: string };
}

/** Shown while the text is being written; never inserted. */
export interface Preview {
  delta(text: string): void;
  restart(): void;
}

/** The stream ended without `done` or `error`: nobody knows what became of the request. */
class CutOff extends Error {}

/** Worth another try under the same id, which counts once. */
const transient = ['request-in-progress', 'text-service-unavailable', 'service-unavailable', 'too-many-open-requests'];

const longestWaitSeconds = 30;

/** Asks for text. An answer that is lost is asked for again under the same id, as often as the service answers it again. */
export async function askForText(service: Service, operation: string, body: object, preview?: Preview): Promise<Done> {
  const id = randomUUID();
  for (let attempt = 0; ; attempt++) {
    try {
      return await askOnce(service, operation, { id, body, preview });
    } catch (error) {
      const isFinal = error instanceof Refused && !transient.includes(error.problem.code);
      if (isFinal || attempt >= repeats.max) throw error;
      const told = error instanceof Refused ? error.retryAfterSeconds : 0;
      await sleep(Math.min(Math.max(told, attempt + 1), longestWaitSeconds) * 1000);
      preview?.restart();
    }
  }
}

async function askOnce(
  service: Service,
  operation: string,
  { id, body, preview }: { id: string; body: object; preview: Preview | undefined },
): Promise<Done> {
  const response = await service.call(`/api/text/${operation}`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': id, accept: preview ? 'text/event-stream' : 'application/json' },
  });
  if (!preview) return (await response.json()) as Done;
  const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'delta') preview.delta((JSON.parse(data) as { text: string }).text);
    if (event === 'restart') preview.restart();
    if (event === 'done') return JSON.parse(data) as Done;
    if (event === 'error') throw new Refused(JSON.parse(data) as ServiceProblem);
  }
  throw new CutOff('The connection ended before the text was whole.');
}
