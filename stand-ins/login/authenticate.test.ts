import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId } from './config.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeVerifier, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let people = 0;
const someone = () => ({ ...ada, email: `person${++people}@example.com` });

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  visitor = new Visitor(provider);
});

const readKeys = async () =>
  (await (await visitor.fetch(`/sso/jwks/${clientId}`)).json()) as JSONWebKeySet & { keys: { kid: string }[] };

async function claimsOf(token: string) {
  const keys = createLocalJWKSet(await readKeys());
  const { payload } = await jwtVerify(token, keys, { issuer: provider.config.issuer, algorithms: ['RS256'] });
  return payload;
}

async function expectRefused(response: Response, error: string, status = 400) {
  expect(response.status).toBe(status);
  const body = (await response.json()) as Record<string, string>;
  expect(body).toEqual({ error, error_description: expect.stringMatching(/\S/) });
}

describe('the exchange of a code', () => {
  it('answers with the user, an access token and a refresh token', async () => {
    const response = await visitor.exchange(
      await visitor.signUp({ ...someone(), firstName: ' Ada ', lastName: 'Ødegård' }),
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const answer = await tokensOf(response);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(answer).toEqual({
      user: {
        object: 'user',
        id: expect.stringMatching(/^user_/),
        email: `person${people}@example.com`,
        email_verified: false,
        first_name: 'Ada',
        last_name: 'Ødegård',
        profile_picture_url: null,
        last_sign_in_at: time,
        external_id: null,
        created_at: time,
        updated_at: time,
      },
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      authentication_method: 'Password',
    });
    const claims = await claimsOf(answer.access_token);
    expect(claims).toEqual({
      iss: provider.config.issuer,
      sub: answer.user.id,
      sid: expect.stringMatching(/^session_/),
      jti: expect.any(String),
      client_id: clientId,
      iat: expect.any(Number),
      exp: claims.iat! + 300,
    });
    const { keys } = await readKeys();
    expect(decodeProtectedHeader(answer.access_token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: keys[0]!.kid });
    expect(keys).toEqual([
      { kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB', n: expect.any(String), kid: keys[0]!.kid },
    ]);
  });

  it('needs the verifier of the challenge, and a wrong one uses the code up', async () => {
    const code = await visitor.signUp(someone());
    await expectRefused(await visitor.exchange(code, 'x'.repeat(43)), 'invalid_grant');
    await expectRefused(await visitor.exchange(code), 'invalid_grant');
    for (const verifier of ['', 'short'])
      await expectRefused(
        await visitor.exchange(await visitor.signUp(someone()), verifier),
        verifier ? 'invalid_grant' : 'invalid_request',
      );
  });

  it('works once; a second try ends the session of the first', async () => {
    const code = await visitor.signUp(someone());
    const { refresh_token } = await tokensOf(await visitor.exchange(code));
    await expectRefused(await visitor.exchange(code), 'invalid_grant');
    await expectRefused(await visitor.refresh(refresh_token), 'invalid_grant');
  });

  it('works for ten minutes', async () => {
    const [soon, late] = [await visitor.signUp(someone()), await visitor.signUp(someone())];
    provider.passTime(9 * 60_000);
    await tokensOf(await visitor.exchange(soon));
    provider.passTime(60_000);
    await expectRefused(await visitor.exchange(late), 'invalid_grant');
  });
});

describe('a malformed request', () => {
  it.each([
    [{}, 'unsupported_grant_type'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: ['refresh_token', 'x'] }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code', code_verifier: codeVerifier }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 1, code_verifier: codeVerifier }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'code_x', code_verifier: codeVerifier }, 'invalid_grant'],
    [{ grant_type: 'refresh_token', refresh_token: {} }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'client_other' }, 'invalid_client'],
    [{ grant_type: 'refresh_token', refresh_token: 'rt_unknown' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 'invalid_grant'],
  ])('%j is answered in the shape of OAuth: %s', async (body, error) => {
    await expectRefused(await visitor.authenticate(body), error);
  });

  it.each([
    ['application/json', '{"grant_type":', 400],
    ['application/json', '', 400],
    ['text/plain', '{}', 415],
    ['application/x-www-form-urlencoded', 'grant_type=refresh_token', 400],
    ['application/json', '[]', 400],
    ['application/json', 'null', 400],
  ])('%s %j too', async (type, body, status) => {
    const response = await visitor.fetch('/user_management/authenticate', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
  });
});

describe('a refresh', () => {
  it('rotates the refresh token and keeps the session', async () => {
    const first = await visitor.startSession(someone());
    provider.passTime(60_000);
    const second = await tokensOf(await visitor.refresh(first.refresh_token));
    const third = await tokensOf(await visitor.refresh(second.refresh_token));
    expect(new Set([first, second, third].map(({ refresh_token }) => refresh_token)).size).toBe(3);
    const [before, after] = [await claimsOf(first.access_token), await claimsOf(third.access_token)];
    expect(after.sid).toBe(before.sid);
    expect(after.exp! - before.exp!).toBeGreaterThanOrEqual(60);
  });

  it('answers a lost reply with the same pair for 30 seconds, also after a restart', async () => {
    const { refresh_token } = await visitor.startSession(someone());
    const rotated = await tokensOf(await visitor.refresh(refresh_token));
    expect(await tokensOf(await visitor.refresh(refresh_token))).toEqual(rotated);
    provider.passTime(25_000);
    await provider.restart();
    expect(await tokensOf(await visitor.refresh(refresh_token))).toEqual(rotated);
    await tokensOf(await visitor.refresh(rotated.refresh_token));
  });

  it('gives parallel requests with one token one successor', async () => {
    const { refresh_token } = await visitor.startSession(someone());
    const answers = await Promise.all([1, 2, 3].map(async () => tokensOf(await visitor.refresh(refresh_token))));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
  });

  it('with a token used longer ago ends the session', async () => {
    const { refresh_token } = await visitor.startSession(someone());
    const rotated = await tokensOf(await visitor.refresh(refresh_token));
    provider.passTime(31_000);
    await expectRefused(await visitor.refresh(refresh_token), 'invalid_grant');
    await expectRefused(await visitor.refresh(rotated.refresh_token), 'invalid_grant');
  });

  it('is refused after 30 days without one', async () => {
    const { refresh_token } = await visitor.startSession(someone());
    provider.passTime(29 * 86_400_000);
    const rotated = await tokensOf(await visitor.refresh(refresh_token));
    provider.passTime(31 * 86_400_000);
    await expectRefused(await visitor.refresh(rotated.refresh_token), 'invalid_grant');
  });

  it('for a foreign organization is refused and leaves the session alone', async () => {
    const { refresh_token } = await visitor.startSession(someone());
    const refused = await visitor.refresh(refresh_token, { organization_id: 'org_unknown' });
    await expectRefused(refused, 'organization_not_authorized');
    await tokensOf(await visitor.refresh(refresh_token));
  });
});

describe('calls from a page', () => {
  const preflight = (path: string, origin: string) =>
    visitor.fetch(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });

  it.each(['/user_management/authenticate', `/sso/jwks/${clientId}`])('of the site may read %s', async (path) => {
    for (const origin of provider.config.siteOrigins) {
      const response = await preflight(path, origin);
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
      expect(response.headers.get('access-control-allow-headers')).toBe('content-type');
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  it.each(['https://evil.example', 'null', 'http://localhost'])('of %s may not', async (origin) => {
    const { refresh_token } = await visitor.startSession(someone());
    const body = { grant_type: 'refresh_token', refresh_token };
    for (const response of [
      await preflight('/user_management/authenticate', origin),
      await visitor.authenticate(body, origin),
      await visitor.fetch(`/sso/jwks/${clientId}`, { headers: { origin } }),
    ]) {
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    const answer = await visitor.authenticate(body, provider.siteOrigin);
    expect(answer.headers.get('access-control-allow-origin')).toBe(provider.siteOrigin);
  });

  it('of the site can read errors, too', async () => {
    const refused = await visitor.authenticate({ grant_type: 'refresh_token', refresh_token: 'rt_unknown' });
    expect(refused.headers.get('access-control-allow-origin')).toBe(provider.siteOrigin);
  });

  it('find no keys of another client', async () => {
    await expectRefused(await visitor.fetch('/sso/jwks/client_other'), 'invalid_client', 404);
  });
});
