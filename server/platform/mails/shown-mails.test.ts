import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aUsageRequest } from '../../../tests/factories/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it('what an account was mailed can be read at a terminal: words and names of attachments, not their bytes', async () => {
  await api.download('user_read', { email: 'read@customers.example', locale: 'de' });
  const asked = Array.from({ length: 40 }, (_, index) =>
    aUsageRequest({ id: 'user_read' }, { requested_at: new Date(Date.UTC(2026, 2, 1, 10, index)) }),
  );
  await api.database.kysely.insertInto('usage_requests').values(asked).execute();
  const { lines } = await api.operate('account show', 'read@customers.example');
  const text = lines.join('\n');
  const { message } = await api.database.kysely.selectFrom('mails').select('message').executeTakeFirstOrThrow();
  expect(message).toContain('base64');

  expect(text).toMatch(/^ {4}subject: .*Writing Ant.*$/m);
  expect(text).toMatch(/^ {4}text:\n {6}\| \S.*\n {6}\| /m);
  expect(text).toMatch(/^ {4}attachments: \d\n {6}1: terms-[\d-]+-de\.pdf, application\/pdf$/m);
  expect(text).not.toMatch(/base64|MIME-Version|\r|\uFFFD/);
  // Of what may be endless there is the number, and the last of it.
  expect(text).toMatch(/^ {2}requests \(40\): 5$/m);
  expect(text).toContain(asked.at(-1)!.request_id);
  expect(text).not.toContain(asked[0]!.request_id);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400);
  expect(lines.length).toBeLessThan(300);
});
