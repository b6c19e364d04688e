import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionsInForce } from '../../content/legal/in-force.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import { writeBuiltSite } from '../../tests/factories/built-site.ts';
import { createTestServer, type TestServer } from '../../tests/factories/server.ts';
import { readBuiltSite } from './built-site.ts';

const film = Buffer.from('0123456789');
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ settings: { PORT: '4100', LOGIN_PORT: '4101' }, files: { 'film/demo.mp4': film } });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

const configurationIn = (page: string): SiteConfiguration =>
  JSON.parse(/id="configuration">(.*?)<\/script>/.exec(page)?.[1] ?? '');

describe('pages', () => {
  it.each([
    ['/writing-ant', 'landing en'],
    ['/writing-ant?lang=de', 'landing de'],
    ['/login?lang=fr&screen_hint=sign-up', 'account fr'],
    ['/account?lang=xx', 'account en'],
    ['/account?lang=sv&lang=it', 'account sv'],
    ['/account?lang=xx&lang=it', 'account en'],
  ])('%s is %s', async (url, title) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain(`<title>${title}</title>`);
  });

  it('hold the origin and the configuration of this server', async () => {
    server.time.now = new Date();
    const { body } = await get('/writing-ant');
    expect(body).toContain('href="http://localhost:4100/landing"');
    expect(configurationIn(body)).toEqual({
      loginClientId: 'client_writing_ant_development',
      loginApiHostname: 'localhost',
      loginPort: 4101,
      loginHttps: false,
      apiBaseUrl: '',
      standIns: true,
      salesOpen: [],
      documentVersions: versionsInForce(server.time.now),
    });
    delete server.time.now;
  });

  it('tell the legal versions of the moment in which they are served, and are sent anew when one takes effect', async () => {
    const versions = { ...legalVersions, 'cookie-policy': ['2100-01-01', '2100-03-01'] };
    const built = writeBuiltSite();
    const site = readBuiltSite(built.directory, { siteOrigin: 'http://localhost', salesOpen: [] }, (now) => ({
      ...({} as SiteConfiguration),
      documentVersions: versionsInForce(now, versions),
    }));
    built.remove();
    const servedAt = async (now: string) => {
      const { body, etag } = await site.pages.get('/account')!.de.at(new Date(now)).represent('identity');
      return { version: configurationIn(body.toString()).documentVersions['cookie-policy'], etag };
    };
    const before = await servedAt('2100-01-01T00:00:00Z');
    expect(before.version).toBe('2100-01-01');
    expect(await servedAt('2100-02-28T23:59:59.999Z')).toEqual(before);
    const after = await servedAt('2100-03-01T00:00:00Z');
    expect(after.version).toBe('2100-03-01');
    expect(after.etag).not.toBe(before.etag);
    expect(await servedAt('2100-03-02T00:00:00Z')).toEqual(after);
    // Two servers need not agree on the second in which a day begins.
    expect(await servedAt('2100-02-28T23:59:59.999Z')).toEqual(before);
  });

  it.each([
    ['/', '/writing-ant'],
    ['/?lang=de&x=%2F', '/writing-ant?lang=de&x=%2F'],
    ['/ai-dictation', '/writing-ant'],
    ['/ai-dictation/?a=b', '/writing-ant?a=b'],
    ['/speech-to-well-written-text?lang=sv', '/writing-ant?lang=sv'],
    ['/account/?lang=it', '/account?lang=it'],
  ])('%s is permanently %s', async (url, location) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(308);
    expect(answer.headers.location).toBe(location);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/missing', '/missing/deeper?lang=de', '/Writing-Ant', '//writing-ant', '/index.html', '/%2e%2e/site.json'])(
    '%s is the not-found page',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain(`<title>not-found ${url.includes('lang=de') ? 'de' : 'en'}</title>`);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it.each(['/assets/gone-a1b2c3d4.js', '/messages/de/gone.json', '/fonts', '/api', '/downloads/x/y'])(
    '%s is for machines and answers with a problem',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-found', status: 404 });
    },
  );

  it.each(['/..%2fsite.json', '/assets/..%2f..%2fsite.json', '/pages/en/landing.html', '/site.json'])(
    '%s does not reach a file beside the site',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );
});

describe('files', () => {
  it('below hashed addresses are kept for ever, others are asked for again', async () => {
    const script = await get('/assets/entry-a1b2c3d4.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const icon = await get('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    expect(icon.headers['content-type']).toBe('image/svg+xml');
  });

  it.each(['/robots.txt', '/.well-known/security.txt'])('%s names this server, compressed too', async (url) => {
    expect((await get(url)).body).toContain('http://localhost:4100/');
    const { rawPayload } = await get(url, { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(rawPayload).toString()).toContain('http://localhost:4100/');
  });
});

it('security.txt never expires and never promises a year, however old the build is (RFC 9116)', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const url = '/.well-known/security.txt';
  const expiresIn = async (now: Date) => {
    server.time.now = now;
    const { body, headers } = await get(url);
    const expires = body.match(/^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m)?.[1] ?? '';
    return { days: (Date.parse(expires) - now.getTime()) / dayMs, etag: String(headers.etag), body };
  };
  for (const years of [0, 1, 5, 30]) {
    const { days, body } = await expiresIn(new Date(Date.UTC(2026 + years, 1, 28, 23, 59, 59)));
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    expect(body).not.toContain('%');
    expect(body.match(/^Expires:/gm)).toHaveLength(1);
  }
  // The same all day, so that whoever has it need not fetch it again; a new one the next day.
  const [morning, evening, next] = [
    await expiresIn(new Date('2026-03-01T00:00:00Z')),
    await expiresIn(new Date('2026-03-01T23:59:59Z')),
    await expiresIn(new Date('2026-03-02T00:00:00Z')),
  ];
  expect(evening.etag).toBe(morning.etag);
  expect(next.etag).not.toBe(morning.etag);
  const unchanged = await get(url, { 'if-none-match': next.etag });
  expect(unchanged.statusCode).toBe(304);
  delete server.time.now;
});

describe.each([
  ['/writing-ant', 'accept-encoding, cookie'],
  ['/assets/entry-a1b2c3d4.js', 'accept-encoding'],
])('transfer of %s', (url, vary) => {
  it('is compressed as the client likes it, with an ETag for each encoding', async () => {
    const plain = await get(url);
    const brotli = await get(url, { 'accept-encoding': 'gzip, br' });
    const gzip = await get(url, { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
    const etags = [plain, brotli, gzip].map((answer) => answer.headers.etag);
    expect(new Set(etags).size).toBe(3);
    for (const each of [plain, brotli, gzip]) {
      expect(each.headers.etag).toMatch(/^"[^"]+"$/);
      expect(each.headers.vary).toBe(vary);
      expect(each.headers['content-length']).toBe(String(each.rawPayload.length));
    }
  });

  it('is not repeated to a client that has it', async () => {
    const { etag } = (await get(url, { 'accept-encoding': 'br' })).headers;
    const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers).toMatchObject({ etag, vary });
    const other = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) });
    expect(other.statusCode).toBe(200);
  });

  it('has the same headers without a body for HEAD', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [whole, head] = [await get(url, headers), await server.app.inject({ method: 'HEAD', url, headers })];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'cache-control', 'vary'])
      expect(head.headers[name], name).toBe(whole.headers[name]);
  });
});

it('refuses to start without a built site and says what to do', async () => {
  const { createApp } = await import('../app.ts');
  const { readConfig } = await import('../config/config.ts');
  await expect(
    createApp({ ...server, config: readConfig({}), siteDirectory: 'missing', clock: () => new Date() }),
  ).rejects.toThrow(/no built site in missing.*npm start/);
});

describe('a film', () => {
  it('comes whole, and says that it can be had in parts', async () => {
    const answer = await get('/film/demo.mp4');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['accept-ranges']).toBe('bytes');
    expect(answer.headers['content-type']).toBe('video/mp4');
    expect(answer.rawPayload).toEqual(film);
  });

  it.each([
    ['bytes=0-', '0123456789', 'bytes 0-9/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
  ])('comes in part for %s', async (range, body, contentRange) => {
    const answer = await get('/film/demo.mp4', { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.body).toBe(body);
  });

  it('is refused in a part beyond its end, and not sent again to who has it', async () => {
    const { etag } = (await get('/film/demo.mp4')).headers;
    expect((await get('/film/demo.mp4', { range: 'bytes=10-' })).statusCode).toBe(416);
    expect((await get('/film/demo.mp4', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });
});
