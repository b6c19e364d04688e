import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { accessPaths } from '../../shared/open-paths.ts';
import { createTestApi, type TestApi } from '../../tests/factories/api.ts';
import { aBuyerAt } from '../../tests/factories/billing.ts';

/** What anybody can ask about an address is answered after the same statements, whether the address is known or not. */
let api: TestApi;
const statements: string[] = [];
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  const { kysely } = api.database;
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  api.database.kysely = kysely.withPlugin(recorder);
  const { enqueue } = api.jobs;
  api.jobs.enqueue = (trx, job, data) => {
    statements.push(`job ${job.name} with ${Object.keys(data).toSorted()}`);
    return enqueue(trx, job, data);
  };
});
afterAll(() => api.close());

const askFor =
  (list: Record<string, string> = {}) =>
  (email: string) =>
    api.app.inject({
      method: 'POST',
      url: accessPaths.ask,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email, country: 'CH', language: 'en', ...list }).toString(),
    });
const sendNotice = (kind: string) => (email: string) =>
  api.app.inject({
    method: 'POST',
    url: apiPaths.notices,
    payload: { kind, fullName: 'Åsa Müller', email, contract: 'My plan', locale: 'en' },
  });

/** Forms that take an address of anybody. */
const forms = {
  'the waiting list': askFor(),
  'the list for paid plans': askFor({ list: 'sale', kind: 'private' }),
  'the list for macOS': askFor({ list: 'macos' }),
  'a withdrawal': sendNotice('withdrawal'),
  'a cancellation': sendNotice('cancellation'),
};

interface Operation {
  security?: object[];
  requestBody?: { content: Record<string, { schema?: { $ref?: string } }> };
}

it('there are no other forms of that kind', async () => {
  const { paths, components } = (await api.app.inject('/api/openapi.json')).json();
  const bodyOf = (operation: Operation) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    const name = schema?.$ref?.split('/').at(-1);
    return name ? components.schemas[name] : schema;
  };
  const open: string[] = [];
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths))
    for (const [method, operation] of Object.entries(operations))
      if (/"email":/.test(JSON.stringify(bodyOf(operation) ?? {})) && !operation.security?.length)
        open.push(`${method} ${path}`);
  expect(open).toEqual([`post ${apiPaths.notices}`]);
});

it.each(Object.entries(forms))('%s', async (name, ask) => {
  const slug = name.replaceAll(' ', '-');
  const of = (state: string) => `${slug}.${state}@customers.example`;
  const buyer = aBuyerAt(api);
  await buyer.give({ email: of('paying'), country: 'CH' });
  expect((await buyer.order()).statusCode).toBe(201);
  await buyer.pay();
  await api.download(`user_${slug}`, { email: of('typed') });
  for (const list of [{}, { list: 'sale', kind: 'business' }, { list: 'macos' }]) await askFor(list)(of('asked'));
  await api.operate('invite add', of('waiting'), '--country', 'CH');
  await ask(of('before'));
  expect(await api.runEnqueuedJobs()).toEqual([]);
  const work = async (state: string) => {
    statements.length = 0;
    const { statusCode, headers, body } = await ask(of(state));
    const told = Object.keys(headers).toSorted().join();
    return { statusCode, told, length: body.length, statements: [...statements] };
  };
  const ofNew = await work('new');
  expect(ofNew.statements.length, 'what it does is seen').toBeGreaterThan(1);
  for (const state of ['paying', 'typed', 'asked', 'waiting', 'before'])
    expect(await work(state), state).toEqual(ofNew);
});
