import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ask, open, scriptsOf, startSession } from './served.ts';

/** What the pages' scripts carry: names of parameters and texts of errors, which nothing else may rename. */
let scripts = '';

beforeAll(async () => {
  scripts = await scriptsOf('/account');
});

describe('7. The calls to the hosted login provider, as the served scripts make them', () => {
  it.each(['/user_management/authenticate', '/user_management/authorize', '/user_management/sessions/logout'])(
    'address %s',
    (address) => expect(scripts).toContain(address),
  );

  it.each([
    'client_id',
    'grant_type',
    'refresh_token',
    'organization_id',
    'authorization_code',
    'code',
    'code_verifier',
  ])('body of authenticate: %s', (name) => expect(scripts).toMatch(new RegExp(`[{,\`:]${name}[:\`]`)));

  it.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'provider',
    'state',
    'screen_hint',
    'code_challenge',
    'code_challenge_method',
    'connection_id',
    'organization_id',
    'domain_hint',
    'login_hint',
    'invitation_token',
    'password_reset_token',
  ])('query of authorize: %s', (name) => expect(scripts).toMatch(new RegExp(`[{,]${name}:`)));

  it('response_type=code, provider authkit by default, screen_hint sign-in or sign-up, challenge method S256', () => {
    expect(scripts).toMatch(/response_type:[`'"]code[`'"]/);
    expect(scripts).toMatch(/provider:\w+=[`'"]authkit[`'"]/);
    expect(scripts).toMatch(/[`'"]sign-in[`'"]/);
    expect(scripts).toMatch(/[`'"]sign-up[`'"]/);
    expect(scripts).toMatch(/[`'"]S256[`'"]/);
  });

  it.each(['session_id', 'return_to'])('query of logout: %s', (name) =>
    expect(scripts).toMatch(new RegExp(`[\`'"]${name}[\`'"]`)),
  );

  it('3. configuration: client id, hostname and base URL of the API', async () => {
    const { html } = await open('/account');
    const [, text = ''] = /id="configuration">([^<]*)</.exec(html) ?? [];
    expect(JSON.parse(text)).toMatchObject({
      loginClientId: 'client_writing_ant_development',
      loginApiHostname: 'localhost',
      apiBaseUrl: '',
    });
  });
});

describe('7. The same calls, answered by the login provider', () => {
  const post = (body: object) =>
    fetch(new URL('/user_management/authenticate', inject('loginOrigin')), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  it('3. authenticate with a refresh token answers user, organization, both tokens and impersonator', async () => {
    const { refresh_token } = await startSession({
      organizationId: 'org_anthill',
      impersonator: { email: 'support@example.com', reason: 'A question about a download' },
    });
    const response = await post({
      client_id: 'client_writing_ant_development',
      grant_type: 'refresh_token',
      refresh_token,
    });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({
      organization_id: 'org_anthill',
      impersonator: { email: 'support@example.com', reason: 'A question about a download' },
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
    });
    expect(Object.keys(answer.user as object).sort()).toEqual([
      'created_at',
      'email',
      'email_verified',
      'external_id',
      'first_name',
      'id',
      'last_name',
      'last_sign_in_at',
      'object',
      'profile_picture_url',
      'updated_at',
    ]);
  });

  it('3. claims of the access token: exp, iat, sid, org_id, role, permissions, feature_flags', async () => {
    const { access_token } = await startSession({ organizationId: 'org_anthill' });
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({
      exp: expect.any(Number),
      iat: expect.any(Number),
      sid: expect.any(String),
      org_id: 'org_anthill',
      role: 'digger',
      permissions: ['dig'],
      feature_flags: ['tunnels'],
    });
  });

  it('8. a refused refresh has an error_description', async () => {
    const response = await post({
      client_id: 'client_writing_ant_development',
      grant_type: 'refresh_token',
      refresh_token: 'old',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_grant', error_description: expect.any(String) });
  });

  it('authorize shows the page for sign-in or sign-up, and returns to /account with S256', async () => {
    const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
    for (const hint of ['sign-in', 'sign-up']) {
      const address = new URL('/user_management/authorize', inject('loginOrigin'));
      address.search = String(
        new URLSearchParams({
          client_id: 'client_writing_ant_development',
          redirect_uri: `${inject('origin')}/account`,
          response_type: 'code',
          provider: 'authkit',
          state: '{}',
          screen_hint: hint,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }),
      );
      const response = await fetch(address);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<form');
    }
  });
});

describe('8. Error catalogue, in the served scripts', () => {
  it.each([
    'Missing Client ID',
    'No access token available',
    'Lock acquisition timed out',
    'Invalid JWT format',
    'Failed to decode JWT',
    'useAuth must be used within an AuthKitProvider',
    'error_description',
  ])('‘%s’', (words) => expect(scripts).toContain(words));
});

describe('3. User and auth context, in the served scripts', () => {
  it.each([
    'object',
    'id',
    'email',
    'emailVerified',
    'firstName',
    'lastName',
    'profilePictureUrl',
    'lastSignInAt',
    'externalId',
    'createdAt',
    'updatedAt',
  ])('a user has %s', (name) => expect(scripts).toMatch(new RegExp(`[{,]${name}:`)));

  it.each(['user', 'role', 'organizationId', 'permissions', 'featureFlags', 'impersonator'])(
    'the auth context has %s',
    (name) => expect(scripts).toMatch(new RegExp(`[{,]${name}[:,}]`)),
  );
});

describe('9. Technical constants, in the served scripts', () => {
  it('development keeps the refresh token in local storage, otherwise a cookie marks the session', () => {
    expect(scripts).toContain('workos:refresh-token');
    expect(scripts).toContain('workos-has-session');
    expect(scripts).toContain('workos:code-verifier');
  });

  it('translation loader: 5 retries from 350 ms, 10 reads at once', async () => {
    const landing = await scriptsOf('/writing-ant');
    expect(landing).toMatch(/maxRetries:5\b/);
    expect(landing).toMatch(/firstWaitMs:350\b/);
    expect(landing).toMatch(/maxParallelReads:10\b/);
  });
});

it('every error of the API is a problem with a code', async () => {
  const response = await ask('/api/nowhere');
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await response.json()).toMatchObject({ code: 'not-found', status: 404, type: expect.any(String) });
});
