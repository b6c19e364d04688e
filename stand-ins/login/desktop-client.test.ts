import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientId, desktopClientId } from './config.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, codeVerifier, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
beforeAll(async () => {
  provider = await startTestProvider();
  visitor = new Visitor(provider);
  await visitor.signUp();
});
afterAll(() => provider.close());

const askFrom = (redirect_uri: string) => visitor.authorizeAddress({ client_id: desktopClientId, redirect_uri });
const loopback = 'http://127.0.0.1:49152/callback';

async function codeForApp(): Promise<string> {
  return codeOf(await visitor.post(askFrom(loopback), { email: ada.email, password: ada.password }));
}

const exchange = (code: string, client_id = desktopClientId) =>
  visitor.authenticate({ grant_type: 'authorization_code', client_id, code, code_verifier: codeVerifier }, null);
const refresh = (refresh_token: string, client_id = desktopClientId) =>
  visitor.authenticate({ grant_type: 'refresh_token', client_id, refresh_token }, null);

it('the app gets tokens of its own client, and no cookies', async () => {
  const answer = await exchange(await codeForApp());
  expect(answer.headers.getSetCookie()).toEqual([]);
  const tokens = await tokensOf(answer);
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    client_id: desktopClientId,
    iss: `http://localhost:${provider.config.port}/user_management/${desktopClientId}`,
  });
  const next = await tokensOf(await refresh(tokens.refresh_token));
  expect(decodeJwt(next.access_token).sid).toBe(decodeJwt(tokens.access_token).sid);
  const keys = await visitor.fetch(`/sso/jwks/${desktopClientId}`);
  expect(await keys.json()).toEqual(await (await visitor.fetch(`/sso/jwks/${clientId}`)).json());
});

it('any port of this machine will do, and nothing else', async () => {
  const statusOf = async (address: string) => (await visitor.fetch(askFrom(address))).status;
  for (const port of [1, 80, 65_535]) expect(await statusOf(`http://127.0.0.1:${port}/callback`)).toBe(200);
  for (const address of [
    'http://127.0.0.1/callback',
    'http://127.0.0.1:0/callback',
    'http://127.0.0.1:5000/callback/',
    'http://127.0.0.1:5000/callback?a=b',
    'http://127.0.0.1:5000@evil.example/callback',
    'http://127.0.0.1.evil.example:5000/callback',
    'https://127.0.0.1:5000/callback',
    'http://localhost:5000/callback',
    `${provider.siteOrigin}/account`,
  ])
    expect(await statusOf(address), address).toBe(400);
  // Nor may the site send its codes there.
  expect((await visitor.fetch(visitor.authorizeAddress({ redirect_uri: loopback }))).status).toBe(400);
});

it('the app must use PKCE', async () => {
  const address = new URL(askFrom(loopback), provider.address);
  address.searchParams.set('code_challenge_method', 'plain');
  const answer = await visitor.fetch(address.href);
  expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
});

it('neither client can use what belongs to the other', async () => {
  expect((await exchange(await codeForApp(), clientId)).status).toBe(400);
  expect((await exchange(await visitor.signIn(), desktopClientId)).status).toBe(400);
  const tokens = await tokensOf(await exchange(await codeForApp()));
  expect((await refresh(tokens.refresh_token, clientId)).status).toBe(400);
  expect((await refresh(tokens.refresh_token)).status).toBe(200);
});
