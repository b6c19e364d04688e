import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';

/** Sends a request without reading the answer. */
export async function openSlowly(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const request = get(url, { agent: false, headers });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return { request, response };
}

/** How many files in `directory` this process, including a server running in it, holds open. */
export function filesOpenIn(directory: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(directory);
    } catch {
      return false;
    }
  }).length;
}
