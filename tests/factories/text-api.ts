import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TextRequest } from '../../shared/api/text.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { type AiStandIn, startAiStandIn } from './ai-stand-in.ts';
import { createTestApi, type TestApi } from './api.ts';

/** The API with an AI provider that answers in this process, and an account to ask it with. */
export interface TextApi extends TestApi {
  ai: AiStandIn;
  /** Asks as `userId`; with `accept` in `headers` as a stream, whose whole body is returned. */
  ask(given?: Partial<TextRequest>, options?: AskOptions): Promise<LightMyRequestResponse>;
}

interface AskOptions {
  operation?: 'enhance' | 'structure' | 'generate';
  userId?: string;
  id?: string;
  headers?: Record<string, string>;
}

/** Lets whatever is waited for the provider end soon. */
const briefPatience = { firstTextMs: 2_000, silenceMs: 2_000 };

export async function createTextApi(
  settings: Record<string, string> = {},
  options: Parameters<typeof createTestApi>[1] = {},
): Promise<TextApi> {
  const ai = await startAiStandIn();
  const api = await createTestApi({ ...ai.settings, ...settings }, options);
  Object.assign(api.config.text.patience, briefPatience);
  return {
    ...api,
    ai,
    async ask(given = {}, { operation = 'enhance', userId = 'user_text', id = randomUUID(), headers = {} } = {}) {
      return api.app.inject({
        method: 'POST',
        url: `${apiPaths.textEnhance.replace('enhance', operation)}`,
        headers: {
          ...(await api.desktopHeaders(userId)),
          'idempotency-key': id,
          ...headers,
        },
        payload: aTextRequest(given),
      });
    },
    async close() {
      await api.close();
      await ai.close();
    },
  };
}

/** For `expect.poll`: at once on a machine that has nothing else to do. */
export const soon = { timeout: 30_000 };

/** A dictation as it is transcribed. */
export function aTextRequest(given: Partial<TextRequest> = {}): TextRequest {
  return {
    transcript:
      'um so I wanted to tell you that that the meeting about the annual report is moved to Thursday at ten. please bring the printed invoices and tell the others',
    language: 'en-GB',
    tone: 'neutral',
    ...given,
  };
}

/** The events of a stream, in order. */
export function readEvents(body: string): { event: string; data: Record<string, unknown> }[] {
  return body
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
      return { event, data: JSON.parse(data) };
    });
}
