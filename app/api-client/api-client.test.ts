import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ConnectionFault, createApiClient } from './api-client.ts';

/** Takes every request and answers none. */
const silent = createServer(() => {});
let api: ReturnType<typeof createApiClient>;

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  api = createApiClient(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, async () => 'token');
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});
afterEach(() => void vi.restoreAllMocks());

it('who does not answer in time cannot be reached; a file may take as long as it takes', async () => {
  const patience = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const asked = once(silent, 'request');
  const account = api.getAccount();
  await asked;
  expect(limit.mock.calls).toEqual([[30_000]]);
  patience.abort(new DOMException('', 'TimeoutError'));
  await expect(account).rejects.toThrow(ConnectionFault);

  const archive = api.getArchive('en');
  await once(silent, 'request');
  expect(limit).toHaveBeenCalledTimes(1);
  silent.closeAllConnections();
  await expect(archive).rejects.toThrow(ConnectionFault);
});

it('an answer without content is an answer', async () => {
  const arrival = api.reportArrival('1');
  const [, response] = await once(silent, 'request');
  response.writeHead(204).end();
  await expect(arrival).resolves.toBeUndefined();
});
