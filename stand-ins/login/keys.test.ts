import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientId } from './config.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let session: { access_token: string; refresh_token: string };

beforeEach(async () => {
  provider = await startTestProvider();
  visitor = new Visitor(provider);
  session = await visitor.startSession(ada);
});
afterEach(() => provider.close());

const readKeys = async () =>
  (await (await visitor.fetch(`/sso/jwks/${clientId}`)).json()) as JSONWebKeySet & { keys: { kid: string }[] };
const keyIds = async () => (await readKeys()).keys.map(({ kid }) => kid);
const keyIdOf = (token: string) => decodeProtectedHeader(token).kid;
const verify = async (token: string) => jwtVerify(token, createLocalJWKSet(await readKeys()));
const rotate = async (body = {}) => expect((await provider.control('keys/rotate', body)).status).toBe(200);

async function refresh() {
  session = await tokensOf(await visitor.refresh(session.refresh_token));
  return session.access_token;
}

describe('a rotation of the key', () => {
  it('signs with a new one and still publishes the one before', async () => {
    const old = session.access_token;
    await rotate();
    const fresh = await refresh();
    expect(await keyIds()).toEqual([keyIdOf(fresh), keyIdOf(old)]);
    await verify(old);
    await verify(fresh);
  });

  it('can withdraw those before', async () => {
    const first = session.access_token;
    await rotate();
    const second = await refresh();
    await rotate({ keepOld: false });
    const third = await refresh();
    expect(await keyIds()).toEqual([keyIdOf(third)]);
    for (const token of [first, second]) await expect(verify(token)).rejects.toThrow(errors.JWKSNoMatchingKey);
    await verify(third);
  });

  it('lasts, and leaves sessions alone', async () => {
    await rotate();
    await rotate({ keepOld: false });
    await rotate();
    const published = await readKeys();
    await provider.restart();
    expect(await readKeys()).toEqual(published);
    expect(keyIdOf(await refresh())).toBe(published.keys[0]?.kid);
  });
});

describe('keys that do not do', () => {
  it('lying: the ids are right, the keys are not', async () => {
    const ids = await keyIds();
    await provider.control('faults', { jwks: 'lying' });
    expect(await keyIds()).toEqual(ids);
    await expect(verify(session.access_token)).rejects.toThrow(errors.JWSSignatureVerificationFailed);
    await provider.control('faults', {});
    await verify(session.access_token);
  });

  it('garbage: the answer is 200 and no set of keys', async () => {
    await provider.control('faults', { jwks: 'garbage' });
    const response = await visitor.fetch(`/sso/jwks/${clientId}`);
    expect(response.status).toBe(200);
    const set = (await response.json()) as JSONWebKeySet;
    expect(() => createLocalJWKSet(set)).toThrow(errors.JWKSInvalid);
  });

  it('slow: they come late, and nothing else does', async () => {
    expect((await provider.control('faults', { jwks: 'slow' })).status).toBe(400);
    await provider.control('faults', { jwks: 'slow', delayMs: 3000 });
    const started = performance.now();
    const arrivals: string[] = [];
    await Promise.all([readKeys().then(() => arrivals.push('keys')), refresh().then(() => arrivals.push('tokens'))]);
    expect(arrivals).toEqual(['tokens', 'keys']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(2990);
  });
});
