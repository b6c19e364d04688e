import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  visitor = new Visitor(provider);
});

const signUpAddress = (changes = {}) => visitor.authorizeAddress({ screen_hint: 'sign-up', ...changes });
const signInAddress = (changes = {}) => visitor.authorizeAddress({ screen_hint: 'sign-in', ...changes });
const locationOf = (response: Response) => response.headers.get('location') ?? '';

describe('a request to sign in', () => {
  it.each(['https://evil.example/account', 'http://localhost:1/account', '/account', ''])(
    'never redirects to %j',
    async (redirectUri) => {
      for (const changes of [{}, { response_type: 'token' }, { code_challenge: null }]) {
        const response = await visitor.fetch(signInAddress({ redirect_uri: redirectUri, ...changes }));
        expect(response.status).toBe(400);
        expect(response.headers.get('location')).toBeNull();
        const page = await response.text();
        expect(page).toContain('SITE_ORIGIN');
        expect(page).not.toContain('<form');
      }
    },
  );

  it('wants the redirect address byte for byte', async () => {
    for (const ending of ['/', '?a=1', '#x', '/../account', '%2F']) {
      const response = await visitor.fetch(signInAddress({ redirect_uri: `${provider.siteOrigin}/account${ending}` }));
      expect(response.status).toBe(400);
    }
  });

  it('wants its own client, and each parameter once', async () => {
    expect((await visitor.fetch(signInAddress({ client_id: 'client_other' }))).status).toBe(400);
    const twice = `${signInAddress()}&redirect_uri=${encodeURIComponent('https://evil.example')}`;
    expect((await visitor.fetch(twice)).status).toBe(400);
  });

  it('accepts both names of a loopback site', async () => {
    const twin = provider.config.redirectUris[1]!;
    expect((await visitor.fetch(signInAddress({ redirect_uri: twin }))).status).toBe(200);
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ provider: 'GoogleOAuth' }, 'invalid_request'],
    [{ provider: null }, 'invalid_request'],
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
  ])('tells the site what is wrong with %j', async (changes, error) => {
    const response = await visitor.fetch(signInAddress(changes));
    expect(response.status).toBe(303);
    const back = new URL(locationOf(response));
    expect(back.origin + back.pathname).toBe(`${provider.siteOrigin}/account`);
    expect(back.searchParams.get('error')).toBe(error);
    expect(back.searchParams.get('error_description')).toMatch(/^[\x20-\x7e]+$/);
    expect(back.searchParams.get('state')).toBe('{"returnTo":"/writing-ant"}');
  });

  it('may name a connection and a domain', async () => {
    const address = signUpAddress({ connection_id: 'conn_1', domain_hint: 'example.org' });
    const response = await visitor.post(address, { ...ada, email: 'extras@example.com' });
    expect(new URL(locationOf(response)).searchParams.get('code')).toMatch(/^code_/);
  });
});

describe('the page', () => {
  it('shows what was asked for', async () => {
    expect(await (await visitor.fetch(signInAddress())).text()).toContain('<h1>Sign in to Writing\u00a0Ant</h1>');
    expect(await (await visitor.fetch(signInAddress({ screen_hint: null }))).text()).toContain('Sign in to');
    const signUp = await (await visitor.fetch(signUpAddress({ login_hint: '"a"@example.com' }))).text();
    expect(signUp).toContain('<h1>Sign up for Writing\u00a0Ant</h1>');
    expect(signUp).toContain('value="&quot;a&quot;@example.com"');
    expect(signUp).toContain('At least 10 characters.');
    expect(signUp).toContain('development');
  });

  it('speaks the language of the browser, or the one the site names', async () => {
    const german = await visitor.fetch(signInAddress(), { headers: { 'accept-language': 'de-CH' } });
    expect(german.headers.get('content-language')).toBe('de');
    expect(await german.text()).toContain('<html lang="de">');
    const french = await visitor.fetch(signInAddress({ ui_locales: 'fr' }), { headers: { 'accept-language': 'de' } });
    expect(await french.text()).toContain('Mot de passe');
  });

  it('can run and load nothing and cannot be framed', async () => {
    const response = await visitor.fetch(signInAddress());
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/style-src 'sha256-[^']+';/);
    expect(policy).toContain(`form-action 'self' ${provider.config.siteOrigins.join(' ')} http://127.0.0.1:*;`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/);
  });

  it('leads to the other screen and keeps every parameter as it came', async () => {
    const state = '%7b%22a%22%3a%22+%2B%20%C3%BC%22%7D';
    const address = `${signUpAddress({ state: null, domain_hint: 'example.com' })}&state=${state}`;
    const page = await (await visitor.fetch(address)).text();
    const other = /<p class="switch">[^<]*<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(other).toContain(`&state=${state}&`);
    const query = new URL(other, address).searchParams;
    expect(query.getAll('screen_hint')).toEqual(['sign-in']);
    expect(query.get('domain_hint')).toBe('example.com');
    expect((await visitor.fetch(new URL(other, address).href)).status).toBe(200);
  });

  it('leads back to the site when the person does not want to', async () => {
    const page = await (await visitor.fetch(`${signInAddress({ state: null })}&state=%7E~+%20`)).text();
    const cancel = /class="cancel" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    expect(cancel).toBe(
      `${provider.siteOrigin}/account?error=access_denied&error_description=The+sign-in+was+cancelled.&state=%7E~+%20`,
    );
  });

  it('shows nothing on a foreign host name that points here', async () => {
    const stranger = new Visitor({ ...provider, host: `evil.example:${provider.config.port}` });
    expect((await stranger.fetch('/')).status).toBe(421);
  });

  it('says so when there is nothing at an address', async () => {
    const response = await visitor.fetch('/nothing', { headers: { 'accept-language': 'sv' } });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Det finns inget på den här adressen');
  });
});
