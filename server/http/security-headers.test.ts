import { afterEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../tests/factories/raw-request.ts';
import { createTestServer, listen, publicSettings, type TestServer } from '../../tests/factories/server.ts';

let server: TestServer;
afterEach(() => server.close());

async function policyOf(settings: Record<string, string>): Promise<Record<string, string>> {
  server = await createTestServer({ settings });
  const { headers } = await server.app.inject('/writing-ant');
  const directives = String(headers['content-security-policy']).split('; ');
  return Object.fromEntries(directives.map((each) => [each.split(' ', 1)[0], each.split(' ').slice(1).join(' ')]));
}

describe('the content security policy', () => {
  it('admits nothing but what the site is made of', async () => {
    expect(await policyOf({ PORT: '4100', LOGIN_PORT: '4101' })).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-c2NyaXB0'",
      'style-src': "'self' 'sha256-c3R5bGU='",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'media-src': "'self'",
      'manifest-src': "'self'",
      'connect-src': "'self' http://localhost:4101 http://127.0.0.1:4101",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'documents',
    });
  });

  it('of a public address admits the login provider and an API elsewhere, all over TLS', async () => {
    const policy = await policyOf({ ...publicSettings, API_BASE_URL: 'https://api.ameisen.ch/v1' });
    expect(policy['connect-src']).toBe("'self' https://auth.ameisen.ch https://api.ameisen.ch");
    expect(policy).toHaveProperty('upgrade-insecure-requests');
  });

  it('admits the styles of the pages, and none in other files', async () => {
    server = await createTestServer({ files: { 'documents/en/eula-a1b2c3d4.html': '<p>Text</p>' } });
    for (const [url, styles] of [
      ['/writing-ant', "style-src 'self' 'sha256-c3R5bGU='; "],
      ['/login?lang=de', "style-src 'self' 'sha256-c3R5bGU='; "],
      ['/missing', "style-src 'self' 'sha256-c3R5bGU='; "],
      ['/documents/en/eula-a1b2c3d4.html', "style-src 'self'; "],
    ] as const)
      expect((await server.app.inject(url)).headers['content-security-policy'], url).toContain(styles);
  });

  it('of what is no page lets nothing be loaded for it', async () => {
    server = await createTestServer({ files: { 'documents/en/eula-a1b2c3d4.html': '<p>Text</p>' } });
    for (const [url, expected] of [
      ['/account', true],
      ['/missing', true],
      ['/documents/en/eula-a1b2c3d4.html', true],
      ['/assets/entry-a1b2c3d4.js', false],
      ['/api/health', false],
      ['/api/missing', false],
      ['/', false],
    ] as const)
      expect((await server.app.inject(url)).headers['content-security-policy'], url).toMatch(
        expected ? /script-src 'self'/ : /^default-src 'none'; frame-ancestors 'none'$/,
      );
  });
});

describe('what other sites may embed', () => {
  it('is the pictures for shared links and the film’s poster, and nothing else', async () => {
    const embedded = ['share/writing-ant-de.png', 'film/poster.de.jpg', 'film/poster.fr.webp'];
    const own = ['icon-512.png', 'film/writing-ant-demo.mp4', 'shared/a.png', 'film/posters.png'];
    server = await createTestServer({ files: Object.fromEntries([...embedded, ...own].map((name) => [name, 'x'])) });
    for (const name of [...embedded, ...own]) {
      const { headers } = await server.app.inject(`/${name}`);
      const policy = embedded.includes(name) ? 'cross-origin' : 'same-origin';
      expect(headers['cross-origin-resource-policy'], name).toBe(policy);
    }
  });
});

describe('every answer', () => {
  const expected = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(), display-capture=()'),
  };

  it('is guarded, whatever it says', async () => {
    server = await createTestServer();
    for (const url of ['/account', '/missing', '/assets/entry-a1b2c3d4.js', '/api/health', '/api/missing', '/']) {
      const { headers } = await server.app.inject(url);
      expect(headers, url).toMatchObject(expected);
      expect(headers, url).not.toHaveProperty('strict-transport-security');
      expect(headers, url).not.toHaveProperty('x-powered-by');
    }
    expect((await server.app.inject({ method: 'POST', url: '/account' })).headers).toMatchObject(expected);
  });

  it('is guarded also where it comes before every route', async () => {
    server = await createTestServer({ settings: publicSettings });
    const { headers } = await server.app.inject('/api/%zz');
    expect(headers).toMatchObject({
      ...expected,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    const refused = await sendRaw(await listen(server), 'NONSENSE\r\n\r\n');
    expect(refused.status).toBe(400);
    expect(refused.headers).toMatchObject(expected);
    expect(refused.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });

  it('about a download hands its address on to nobody', async () => {
    server = await createTestServer();
    const { headers } = await server.app.inject({ url: '/downloads/x/y', headers: { accept: 'text/html' } });
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('of a public address asks for TLS from then on', async () => {
    server = await createTestServer({ settings: publicSettings });
    const { headers } = await server.app.inject('/account');
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
});
