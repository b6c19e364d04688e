import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { type DescribedApi, readDescription } from '../../tests/factories/described-api.ts';
import { createTextApi, type TextApi } from '../../tests/factories/text-api.ts';

let api: TextApi;
let described: DescribedApi;
beforeAll(async () => {
  api = await createTextApi();
  described = await readDescription(api);
  await api.download('user_1');
});
afterAll(() => api.close());

// "Audio never leaves your device": the privacy policy, the terms and fifteen sentences of the site.
it('no endpoint takes a recording', async () => {
  const web = { authorization: `Bearer ${await api.issuer.tokenFor('user_1')}` };
  const desktop = await api.desktopHeaders('user_1');
  const taking = described.operations.filter(
    ({ operation, path }) => operation.requestBody && path !== apiPaths.cardWebhook,
  );
  expect(taking.length).toBeGreaterThan(10);
  for (const { method, path } of taking)
    for (const type of ['audio/wav', 'audio/webm', 'video/webm', 'application/octet-stream', 'multipart/form-data']) {
      const send = async (headers: object) => {
        const url = path.replaceAll(/\{\w+\}/g, 'x');
        const all = { ...headers, 'content-type': `${type}; boundary=x`, 'idempotency-key': randomUUID() };
        return (await api.app.inject({ method, url, headers: all, payload: Buffer.alloc(64) })).statusCode;
      };
      const statuses = [await send(web), await send(desktop)];
      expect(Math.min(...statuses), `${method} ${path} ${type}`).toBeGreaterThanOrEqual(400);
      expect(statuses, `${method} ${path} ${type}`).toContain(415);
    }
});

it('no browser gives a page the microphone', async () => {
  expect((await api.get('/writing-ant')).headers['permissions-policy']).toContain('microphone=()');
});
