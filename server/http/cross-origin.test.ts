import { afterEach, expect, it } from 'vitest';
import { createTestServer, publicSettings, type TestServer } from '../../tests/factories/server.ts';

let server: TestServer;
afterEach(() => server.close());

const elsewhere = { ...publicSettings, API_BASE_URL: 'https://api.ameisen.ch' };
const site = publicSettings.SITE_ORIGIN;

const preflight = (origin: string, url = '/api/downloads') =>
  server.app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST' } });

it('lets the site in where the API has an origin of its own', async () => {
  server = await createTestServer({ settings: elsewhere });
  const asked = await preflight(site);
  expect(asked.statusCode).toBe(204);
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': site,
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, range',
    vary: 'origin',
  });
  expect(asked.headers['access-control-allow-methods']).toContain('POST');
  expect(asked.headers).not.toHaveProperty('access-control-allow-credentials');

  for (const url of ['/api/health', '/api/missing']) {
    const { headers } = await server.app.inject({ url, headers: { origin: site } });
    expect(headers).toMatchObject({ 'access-control-allow-origin': site, vary: 'origin' });
  }
  const refused = await server.app.inject({ url: '/downloads/missing/file', headers: { origin: site } });
  expect(refused.headers['access-control-allow-origin']).toBe(site);
});

it.each(['https://evil.example', 'null', 'https://www.ameisen.ch.evil.example', 'http://www.ameisen.ch'])(
  'keeps %s out',
  async (origin) => {
    server = await createTestServer({ settings: elsewhere });
    const asked = await preflight(origin);
    expect(asked.statusCode).toBe(405);
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
    expect(asked.headers.vary).toBe('origin');
  },
);

it('says nothing about pages', async () => {
  server = await createTestServer({ settings: elsewhere });
  const { headers } = await server.app.inject({ url: '/account', headers: { origin: site } });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

it.each([publicSettings, { ...publicSettings, API_BASE_URL: 'https://www.ameisen.ch/v1' }])(
  'lets nobody in where site and API share an origin',
  async (settings) => {
    server = await createTestServer({ settings });
    const asked = await preflight(site);
    expect(asked.statusCode).toBe(405);
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
  },
);
