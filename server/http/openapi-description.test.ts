import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { aDownloadRequest } from '../../tests/factories/api.ts';
import { type DescribedApi, readDescription } from '../../tests/factories/described-api.ts';
import { createTextApi, type TextApi } from '../../tests/factories/text-api.ts';

/** What the description says, beside what answers look like (openapi.test.ts). */
let api: TextApi;
let described: DescribedApi;
beforeAll(async () => {
  api = await createTextApi({ SALES_OPEN: 'ch' });
  described = await readDescription(api);
});
afterAll(() => api.close());

it('names every address of the API', () => {
  expect(Object.keys(described.document.paths ?? {})).toEqual(expect.arrayContaining(Object.values(apiPaths)));
});

it('says what each operation does, how it fails and who may use it', () => {
  const guarded = [];
  for (const { method, path, operation } of described.operations) {
    const name = `${method} ${path}`;
    expect(operation.summary, name).toBeTruthy();
    expect(operation.responses, name).toHaveProperty(['default', 'content', 'application/problem+json']);
    for (const answer of Object.values(operation.responses ?? {}))
      expect((answer as OpenAPIV3_1.ResponseObject).description, name).not.toBe('Default Response');
    expect(operation.security, name).toBeDefined();
    if (operation.security!.length) guarded.push(name);
  }
  expect(guarded.toSorted()).toEqual([
    'delete /api/account',
    'delete /api/session',
    'get /api/account',
    'get /api/account/archive',
    'get /api/account/export',
    'get /api/customer',
    'get /api/desktop/start',
    'get /api/downloads',
    'get /api/invoices',
    'get /api/invoices/{id}/pdf',
    'get /api/orders/{id}',
    'get /api/subscription',
    'get /api/usage',
    'get /api/usage/export',
    'get /updates/{platform}/{version}/components.json',
    'get /updates/{platform}/{version}/{fileName}',
    'post /api/account/address-confirmations',
    'post /api/account/correction',
    'post /api/account/keep',
    'post /api/account/measures/{id}/objection',
    'post /api/account/objection',
    'post /api/account/restriction',
    'post /api/downloads',
    'post /api/downloads/{id}/arrival',
    'post /api/downloads/{id}/link',
    'post /api/entitlements',
    'post /api/orders',
    'post /api/speech/requests',
    'post /api/subscription',
    'post /api/text/enhance',
    'post /api/text/generate',
    'post /api/text/structure',
    'put /api/customer',
  ]);
  const forEither = described.operations.filter(({ operation }) => operation.security?.length === 2);
  const shared = forEither.map(({ method, path }) => `${method} ${path}`).toSorted();
  expect(shared).toEqual([
    'delete /api/session',
    'get /api/account',
    'get /api/usage',
    'get /api/usage/export',
    'get /updates/{platform}/{version}/components.json',
    'get /updates/{platform}/{version}/{fileName}',
  ]);
  expect(described.document.components?.securitySchemes).toHaveProperty('bearer.scheme', 'bearer');
});

it('names the headers without which a call of the app is refused', () => {
  const required = described.operations
    .filter(({ path }) => path.startsWith('/api/text/'))
    .map(({ operation }) =>
      (operation.parameters as OpenAPIV3_1.ParameterObject[]).filter((each) => each.required).map(({ name }) => name),
    );
  expect(required).toEqual(Array(3).fill(['app-version', 'idempotency-key']));
  const feeds = described.operations.filter(({ operation }) =>
    JSON.stringify(operation.parameters ?? []).includes('x-user-staging-id'),
  );
  expect(feeds).toHaveLength(9);
});

it('is kept by whoever has it', async () => {
  const { etag } = (await api.get(apiPaths.openapi)).headers;
  const asked = { url: apiPaths.openapi, headers: { 'if-none-match': String(etag) } };
  expect((await api.app.inject(asked)).statusCode).toBe(304);
  expect((await api.app.inject({ ...asked, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
});

it('names every part once, and leaves answers open', () => {
  const { schemas = {} } = described.document.components ?? {};
  for (const name of ['Account', 'Quota', 'Download', 'Problem', 'TextAnswer', 'EntitlementClaims'])
    expect(schemas[name], name).toMatchObject({ type: 'object' });
  const closed = Object.keys(schemas).filter((name) =>
    JSON.stringify(schemas[name]).includes('"additionalProperties":false'),
  );
  expect(closed.filter((name) => !/Request|Report/.test(name))).toEqual([]);
  expect(closed).toContain('TextRequest');
  expect(JSON.stringify(schemas.TextRequest)).not.toContain('allOf');
  // Its answers have addresses with letters of any script.
  expect(JSON.stringify(schemas.Customer)).toContain('"format":"idn-email"');
  const ids = described.operations.map(({ operation }) => operation.operationId);
  expect(ids).toEqual(expect.arrayContaining(['enhanceText', 'getAccount', 'getUpdateFile', 'getEntitlementKeys']));
  expect(described.document.paths).toHaveProperty(['/updates/latest.yml', 'get', 'responses', '200']);
});

interface EventItem {
  properties: { event: { const: string }; data: { contentSchema: { $ref: string } } };
}

it('has the schema of each event of a stream', () => {
  const { responses } = described.operations.find(({ path }) => path === apiPaths.textEnhance)!.operation;
  const { content } = responses!['200'] as unknown as {
    content: Record<string, { itemSchema: { oneOf: EventItem[] } }>;
  };
  const events = content['text/event-stream']!.itemSchema.oneOf.map(({ properties: { event, data } }) => [
    event.const,
    data.contentSchema.$ref.split('/').at(-1),
  ]);
  expect(Object.fromEntries(events)).toEqual({
    start: 'TextStart',
    delta: 'TextDelta',
    restart: 'TextRestart',
    done: 'TextAnswer',
    error: 'Problem',
  });
});

it('takes the form that the server takes', () => {
  const validate = described.validatorOf([
    ...['paths', apiPaths.downloads, 'post', 'requestBody'],
    ...['content', 'application/json', 'schema'],
  ]);
  expect(validate(aDownloadRequest())).toBe(true);
  expect(validate(aDownloadRequest({ country: 'Switzerland' }))).toBe(false);
});
