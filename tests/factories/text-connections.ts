import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TextRequest } from '../../shared/api/text.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { aTextRequest, createTextApi, type TextApi } from './text-api.ts';

/** A request that was sent; `response` comes with its first byte, which nobody has read yet. */
interface SentText {
  request: ClientRequest;
  response: Promise<IncomingMessage>;
}

interface SendOptions {
  operation?: 'enhance' | 'generate';
  accept?: string;
  userId?: string;
  given?: Partial<TextRequest>;
}

/** The text service over real connections, for whoever leaves, or does not read. */
export async function listenForTexts(): Promise<
  TextApi & { send(id: string, options?: SendOptions): Promise<SentText> }
> {
  const api = await createTextApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  return {
    ...api,
    async send(id, { operation = 'enhance', accept = 'text/event-stream', userId = 'user_text', given = {} } = {}) {
      const headers = {
        ...(await api.desktopHeaders(userId)),
        ...{ 'idempotency-key': id, 'content-type': 'application/json', accept },
      };
      const options = {
        port,
        host: '127.0.0.1',
        path: apiPaths.textEnhance.replace('enhance', operation),
        method: 'POST',
        agent: false,
        headers,
      };
      const request = openRequest(options).on('error', () => {});
      request.end(JSON.stringify(aTextRequest(given)));
      const response = once(request, 'response').then(([answer]) => answer as IncomingMessage);
      response.then((answer) => answer.on('error', () => {})).catch(() => {});
      return { request, response };
    },
  };
}
