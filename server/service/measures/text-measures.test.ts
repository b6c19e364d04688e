import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { aUsageRequest } from '../../../tests/factories/records.ts';
import { aTextRequest } from '../../../tests/factories/text-api.ts';

let api: TestApi;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  api = await createTestApi({ SMTP_URL: smtp.url });
  api.time.now = new Date('2026-11-24T12:00:00Z');
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

/** Only the jobs of measures and mails: others would meet records that began later. */
const pass = async (minutes = 1) => {
  api.time.now = new Date(api.time.now.getTime() + minutes * minuteMs);
  const failed = await api.runDueJobs();
  expect(failed.filter((job) => job === 'measures' || job === 'mail-delivery')).toEqual([]);
};
async function anAccount(): Promise<string> {
  const id = 'user_text';
  const documents = documentsInForce(api.time.now);
  await api.download(id, aDownloadRequest({ locale: 'de', documents }));
  await pass(0);
  return id;
}
const why = ['--reason', 'terms', '--sentence', 'Sie haben die App weiterverkauft.'];
const account = async (id: string) => (await api.get(apiPaths.account, id)).json();
const idIn = ({ lines }: { lines: string[] }) => /^[0-9a-f-]{36}/.exec(lines[0]!)![0];

const ask = async (id: string, requests: number, given = {}) => {
  const { kysely } = api.database;
  await kysely.deleteFrom('usage_requests').where('account_id', '=', id).execute();
  for (let index = 0; index < requests; index += 1) {
    const settled = { state: 'counted', open_until: null, settled_at: api.time.now } as const;
    const request = aUsageRequest(
      { id },
      {
        ...settled,
        requested_at: new Date(api.time.now.getTime() - index * minuteMs),
        request_id: crypto.randomUUID(),
        ...given,
      },
    );
    await kysely.insertInto('usage_requests').values(request).execute();
  }
  const { headers, ...answer } = await api.app.inject({
    method: 'POST',
    url: apiPaths.textEnhance,
    headers: {
      ...(await api.desktopHeaders(id)),
      'idempotency-key': crypto.randomUUID(),
      'accept-language': 'de',
    },
    payload: aTextRequest(),
  });
  return { ...answer.json(), wait: headers['retry-after'], left: headers.ratelimit };
};

it('a block refuses every text, and a throttle those after six in an hour', async () => {
  const id = await anAccount();
  const block = idIn(await api.operate('measure block', id, ...why));
  const throttle = idIn(await api.operate('measure throttle', id, ...why));
  expect(['text-service-blocked', 'account-throttled']).not.toContain((await ask(id, 6)).code);
  await pass();
  await pass();
  expect((await account(id)).measures.map(({ act }: { act: string }) => act).toSorted()).toEqual(['block', 'throttle']);
  expect(await ask(id, 0)).toMatchObject({
    code: 'text-service-blocked',
    ...{ reason: 'terms', until: null },
    message: expect.stringContaining('Kontoseite'),
  });
  await api.operate('measure lift', block);
  await pass();
  expect(await ask(id, 6)).toMatchObject({
    code: 'account-throttled',
    ...{ reason: 'terms', until: null },
    status: 429,
    // The oldest of the six is five minutes old.
    wait: '3300',
    left: '"throttled";r=0;t=3300',
  });
  expect((await ask(id, 5)).code).not.toBe('account-throttled');
  // What the app made into text without the service.
  expect((await ask(id, 30, { feature: 'speech-to-text' })).code).not.toBe('account-throttled');
  await api.operate('measure lift', throttle);
  await pass();
  expect((await ask(id, 6)).code).not.toBe('account-throttled');
  expect((await account(id)).status).toBe('active');
});
