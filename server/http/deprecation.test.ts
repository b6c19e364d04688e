import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { apiPaths } from '../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../tests/factories/api.ts';
import { composeFeatures } from '../contract/composition.ts';
import type { Feature } from '../contract/feature.ts';
import { features } from '../features.ts';
import { Problem } from './problem.ts';

/** A call that will end. */
const old: Feature = {
  routes(app) {
    const schema = {
      operationId: 'getOldThing',
      summary: 'An old thing',
      deprecation: { since: '2027-01-01', sunset: '2028-01-01', link: 'https://writing-ant.example/new' },
      params: z.object({ name: z.string() }),
      response: { 200: z.object({ name: z.string() }) },
    };
    app.get<{ Params: { name: string } }>('/api/old/:name', { schema }, async ({ params: { name } }) => {
      if (name === 'gone') throw new Problem('not-found');
      return { name };
    });
  },
};

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { features: composeFeatures([...features, old]) });
});
afterAll(() => api.close());

it('a call that will end says so with every answer, and nothing else does', async () => {
  const told = {
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: '<https://writing-ant.example/new>; rel="deprecation"',
  };
  const answer = await api.get('/api/old/thing');
  expect([answer.statusCode, answer.headers]).toEqual([200, expect.objectContaining(told)]);
  const refusal = await api.get('/api/old/gone');
  expect([refusal.statusCode, refusal.headers]).toEqual([404, expect.objectContaining(told)]);
  expect((await api.get(apiPaths.releases)).headers).not.toHaveProperty('deprecation');
});

it('the description says so, too', async () => {
  const { paths } = (await api.get(apiPaths.openapi)).json();
  const { deprecated, responses } = paths['/api/old/{name}'].get;
  expect([deprecated, Object.keys(responses[200].headers)]).toEqual([true, ['Request-Id', 'Deprecation', 'Sunset']]);
  expect(paths[apiPaths.releases].get.deprecated).toBeUndefined();
});
