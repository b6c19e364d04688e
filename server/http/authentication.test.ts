import { createHmac, createPublicKey } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuardedApp, type GuardedApp, refused } from '../../tests/factories/guarded-app.ts';
import { sendRaw } from '../../tests/factories/raw-request.ts';
import { startTokenIssuer, type TokenIssuer } from '../../tests/factories/token-issuer.ts';

let issuer: TokenIssuer;
let guarded: GuardedApp;
beforeEach(async () => {
  issuer = await startTokenIssuer();
  guarded = createGuardedApp(issuer);
});
afterEach(async () => {
  await guarded.app.close();
  await issuer.close();
});

const encode = (text: string | Buffer) => Buffer.from(text).toString('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('a good token', () => {
  it('opens a session with what the token says', async () => {
    const claims = { org_id: 'org_1', role: 'admin', permissions: ['a', 'b'], feature_flags: ['c'] };
    const { status, body } = await guarded.askWith(issuer.tokenFor('user_1', claims));
    expect(status).toBe(200);
    expect(body).toEqual({
      client: 'website',
      userId: 'user_1',
      sessionId: 'session_of_user_1',
      issuedAt: expect.any(Number),
      organizationId: 'org_1',
      role: 'admin',
      permissions: ['a', 'b'],
      featureFlags: ['c'],
    });
  });

  it('needs none of the optional claims', async () => {
    expect((await guarded.askWith(issuer.tokenFor('user_1'))).body).toEqual({
      client: 'website',
      userId: 'user_1',
      sessionId: 'session_of_user_1',
      issuedAt: expect.any(Number),
      permissions: [],
      featureFlags: [],
    });
  });

  it.each<JWTPayload>([{ client_id: 'client_test' }, { aud: 'client_test' }, { aud: ['other', 'client_test'] }])(
    'may name its client: %j',
    async (claims) => expect((await guarded.askWith(issuer.tokenFor('user_1', claims))).status).toBe(200),
  );

  it.each<[string, () => JWTPayload]>([
    ['may be up to 10 s past its end', () => ({ exp: nowSeconds() - 5 })],
    ['may begin up to 10 s from now', () => ({ nbf: nowSeconds() + 5 })],
    ['may have been issued up to 10 s from now', () => ({ iat: nowSeconds() + 5 })],
  ])('%s, because clocks differ', async (_, claims) => {
    expect((await guarded.askWith(issuer.tokenFor('user_1', claims()))).status).toBe(200);
  });

  it('is good again and again, until it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const token = await issuer.tokenFor('user_1');
      const end = Date.now() + 300_000;
      for (const [when, status] of [
        [Date.now(), 200],
        [end + 8_000, 200],
        [end + 11_000, 401],
        [end + 8_000, 200],
      ] as const) {
        vi.setSystemTime(when);
        expect((await guarded.askWith(token)).status).toBe(status);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('is taken with any letter case of the scheme', async () => {
    expect((await guarded.ask(`bEARER ${await issuer.tokenFor('user_1')}`)).status).toBe(200);
  });
});

describe('a request without a usable token', () => {
  it('is told to bring one, without an error code', async () => {
    expect(await guarded.ask()).toEqual({ ...refused, challenge: 'Bearer' });
  });

  it.each([
    'Basic dTpw',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer a.b.c.d',
    'Bearer ä.b.c',
  ])('is refused: %s', async (authorization) => {
    expect(await guarded.ask(authorization)).toEqual(refused);
    expect(issuer.keysRead()).toBe(0);
  });

  it('is refused when the token is longer than 8 KiB, without asking for keys', async () => {
    const token = await issuer.tokenFor('user_1', { permissions: ['x'.repeat(9_000)] });
    expect(await guarded.askWith(token)).toEqual(refused);
    expect(issuer.keysRead()).toBe(0);
  });

  it('is refused when it brings several Authorization headers, be they good or the same', async () => {
    await guarded.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = guarded.app.server.address() as AddressInfo;
    const header = `Authorization: Bearer ${await issuer.tokenFor('user_1')}\r\n`;
    const send = (headers: string) =>
      sendRaw(port, `GET /session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
    expect((await send(header)).status).toBe(200);
    for (const other of [header, 'authorization: Basic dTpw\r\n', 'AUTHORIZATION: \r\n'])
      for (const headers of [header + other, other + header]) {
        const answer = await send(headers);
        expect(answer.status, headers).toBe(401);
        expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      }
  });
});

it('an issuer that serves several clients must name ours in its token, and is known by its exact spelling', async () => {
  const bare = new URL(issuer.issuer).origin;
  const shared = createGuardedApp({ environment: { ...issuer.environment, LOGIN_ISSUERS: bare } });
  const statusOf = async (claims: JWTPayload) =>
    (await shared.askWith(issuer.tokenFor('user_1', { iss: bare, ...claims }))).status;
  expect(await statusOf({ client_id: issuer.clientId })).toBe(200);
  expect(await statusOf({ aud: issuer.clientId })).toBe(200);
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ client_id: 'client_other' })).toBe(401);
  expect(await statusOf({ iss: `${bare}/`, client_id: issuer.clientId })).toBe(401);
  expect(await statusOf({ iss: issuer.issuer })).toBe(401);
  await shared.app.close();
});

describe('the claims of a signed token are refused', () => {
  const hour = 3600;

  it.each<[string, () => Record<string, unknown>]>([
    ['expired', () => ({ exp: nowSeconds() - hour })],
    ['of more than an hour', () => ({ exp: nowSeconds() + hour + 60 })],
    ['expired by more than clocks differ', () => ({ exp: nowSeconds() - 12 })],
    ['not yet valid', () => ({ nbf: nowSeconds() + hour })],
    ['issued in the future', () => ({ iat: nowSeconds() + hour })],
    ['issued further ahead than clocks differ', () => ({ iat: nowSeconds() + 14 })],
    ['of a foreign issuer', () => ({ iss: 'https://login.example' })],
    ['of an issuer that only starts alike', () => ({ iss: 'http://127.0.0.1' })],
    ['of an issuer that goes on', () => ({ iss: `${issuer.issuer}/` })],
    ['of several issuers', () => ({ iss: [issuer.issuer] })],
    ['without issuer', () => ({ iss: undefined })],
    ['without user', () => ({ sub: undefined })],
    ['with an empty user', () => ({ sub: '' })],
    ['with an endless user', () => ({ sub: 'u'.repeat(256) })],
    ['with a user that is a number', () => ({ sub: 7 })],
    ['with several users', () => ({ sub: ['user_1'] })],
    ['without session', () => ({ sid: undefined })],
    ['with a session that is no text', () => ({ sid: { id: 'session_1' } })],
    ['without end', () => ({ exp: undefined })],
    ['with an end in words', () => ({ exp: '2999-01-01' })],
    ['with an end that is a numeral', () => ({ exp: String(nowSeconds() + hour) })],
    ['with an end of null', () => ({ exp: null })],
    ['with a beginning in words', () => ({ nbf: 'now' })],
    ['without time of issue', () => ({ iat: undefined })],
    ['with a time of issue in words', () => ({ iat: 'yesterday' })],
    ['for another client', () => ({ client_id: 'client_other' })],
    ['for several clients', () => ({ client_id: ['client_test'] })],
    ['for another audience', () => ({ aud: ['client_other'] })],
    ['for no audience', () => ({ aud: [] })],
    ['for an audience that only contains the client', () => ({ aud: 'client_test_2' })],
    ['for an audience that is no text', () => ({ aud: { client_test: true } })],
    ['with an organization of another shape', () => ({ org_id: 7 })],
    ['with roles', () => ({ role: ['admin'] })],
    ['with permissions of another shape', () => ({ permissions: 'all' })],
    ['with feature flags of another shape', () => ({ feature_flags: [1] })],
  ])('%s', async (_, claims) => {
    const token = issuer.sign({ alg: 'RS256', kid: 'key-1' }, { ...issuer.claimsFor('user_1'), ...claims() });
    expect(await guarded.askWith(token)).toEqual(refused);
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', 'user_1'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['text that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('that are %s', async (_, claims) => {
    expect(await guarded.askWith(issuer.sign({ alg: 'RS256', kid: 'key-1' }, claims))).toEqual(refused);
  });

  it('with an end beyond all numbers, everything else being good', async () => {
    const claims = JSON.stringify({ ...issuer.claimsFor('user_1'), exp: 1 }).replace('"exp":1', '"exp":1e999');
    expect(await guarded.askWith(issuer.sign({ alg: 'RS256', kid: 'key-1' }, claims))).toEqual(refused);
  });
});

describe('the signature of a token is refused', () => {
  it('for other claims than it was made for, or changed, cut, longer or left out', async () => {
    const [header = '', claims = '', signature = ''] = (await issuer.tokenFor('user_1')).split('.');
    const other = encode(JSON.stringify(issuer.claimsFor('user_2')));
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const token of [
      `${header}.${other}.${signature}`,
      `${header}.${claims}.${flipped}`,
      `${header}.${claims}.${signature.slice(4)}`,
      `${header}.${claims}.${signature}AAAA`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `.${claims}.${signature}`,
      `${header}..${signature}`,
    ])
      expect(await guarded.askWith(token), token).toEqual(refused);
    expect((await guarded.askWith(`${header}.${claims}.${signature}`)).status).toBe(200);
  });

  it('by another key under the same name', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await guarded.askWith(issuer.tokenFor('user_1', {}, { key: privateKey }))).toEqual(refused);
  });

  it.each(['none', 'None', 'NONE', '', 'rs256', 'HS256', 7, null, ['RS256'], undefined])(
    'with the algorithm %j in its header, without asking for keys',
    async (alg) => {
      const header = { alg, kid: 'key-1' };
      expect(await guarded.askWith(issuer.sign(header, issuer.claimsFor('user_1')))).toEqual(refused);
      const unsecured = [JSON.stringify(header), JSON.stringify(issuer.claimsFor('user_1')), ''].map(encode).join('.');
      expect(await guarded.askWith(unsecured)).toEqual(refused);
      expect(issuer.keysRead()).toBe(0);
    },
  );

  it('made with the public key as a secret, in every form of it', async () => {
    const jwk = issuer.publicKey();
    const key = createPublicKey({ format: 'jwk', key: jwk });
    const published = await (await fetch(issuer.environment.LOGIN_JWKS_URL)).text();
    const secrets = [
      published,
      JSON.stringify(jwk),
      jwk.n!,
      Buffer.from(jwk.n!, 'base64url'),
      key.export({ format: 'pem', type: 'spki' }),
      key.export({ format: 'pem', type: 'pkcs1' }),
      key.export({ format: 'der', type: 'spki' }),
    ];
    for (const [alg, hash] of Object.entries({ HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }))
      for (const secret of secrets) {
        const signed = [{ alg, kid: 'key-1' }, issuer.claimsFor('user_1')].map((part) => encode(JSON.stringify(part)));
        const signature = createHmac(hash, secret).update(signed.join('.')).digest('base64url');
        expect(await guarded.askWith([...signed, signature].join('.'))).toEqual(refused);
      }
  });

  it.each(['RS384', 'RS512', 'PS256', 'ES256', 'EdDSA'])(
    'made by %s, also with a key that is published',
    async (alg) => {
      const { privateKey } = await generateKeyPair(alg);
      const token = new SignJWT(issuer.claimsFor('user_1')).setProtectedHeader({ alg, kid: 'key-1' }).sign(privateKey);
      expect(await guarded.askWith(token)).toEqual(refused);
    },
  );
});

describe('the header of a token is refused', () => {
  it.each<[string, unknown]>([
    ['is missing', undefined],
    ['is empty', ''],
    ['is null', null],
    ['is a number', 1],
    ['is true', true],
    ['is a list', ['key-1']],
    ['is an object', { toString: 'key-1' }],
    ['is endless', 'k'.repeat(256)],
  ])('when the id of its key %s, without asking for keys', async (_, kid) => {
    expect(await guarded.askWith(issuer.sign({ alg: 'RS256', kid }, issuer.claimsFor('user_1')))).toEqual(refused);
    expect(issuer.keysRead()).toBe(0);
  });

  it.each([
    'key-2',
    'KEY-1',
    ' key-1',
    'key-1\u0000',
    '../key-1',
    '../../../etc/passwd',
    '/dev/null',
    '__proto__',
    "' or 1=1 --",
  ])('when nobody knows the key: %j', async (kid) => {
    expect(await guarded.askWith(issuer.sign({ alg: 'RS256', kid }, issuer.claimsFor('user_1')))).toEqual(refused);
    expect(issuer.addressesRead()).toEqual([new URL(issuer.environment.LOGIN_JWKS_URL).pathname]);
  });

  it.each<object>([
    { crit: ['exp'], exp: 1 },
    { crit: ['b64'], b64: false },
    { crit: ['invented'], invented: true },
    { crit: ['missing'] },
    { crit: [] },
    { crit: 'exp' },
    { b64: false, crit: ['b64', 'exp'] },
  ])('when it demands what is not understood: %j', async (demand) => {
    const token = issuer.sign({ alg: 'RS256', kid: 'key-1', ...demand }, issuer.claimsFor('user_1'));
    expect(await guarded.askWith(token)).toEqual(refused);
  });

  it.each(['no JSON', '[]', 'null', '"RS256"', '{"alg":"RS256","kid":"key-1"'])('when it is %s', async (header) => {
    const [, claims, signature] = (await issuer.tokenFor('user_1')).split('.');
    expect(await guarded.askWith([encode(header), claims, signature].join('.'))).toEqual(refused);
  });
});

describe('a key that a token brings or points to', () => {
  /** Publishes its own key and signs with it; nobody must ever ask it for anything. */
  let stranger: TokenIssuer;
  beforeEach(async () => {
    stranger = await startTokenIssuer();
  });
  afterEach(() => stranger.close());

  const offers: [string, (address: string) => object][] = [
    ['jku', (address) => ({ jku: address })],
    ['x5u', (address) => ({ x5u: address })],
    ['jwk', () => ({ jwk: stranger.publicKey() })],
    ['x5c', () => ({ x5c: [Buffer.from('certificate').toString('base64')] })],
  ];

  it.each(offers)('is never used nor fetched: %s', async (_, offer) => {
    const more = offer(stranger.environment.LOGIN_JWKS_URL);
    for (const kid of ['key-1', 'key-of-a-stranger', undefined]) {
      const token = stranger.sign({ alg: 'RS256', kid, ...more }, issuer.claimsFor('user_1'));
      expect(await guarded.askWith(token)).toEqual(refused);
    }
    // It makes a good token neither better nor worse.
    const good = issuer.sign({ alg: 'RS256', kid: 'key-1', ...more }, issuer.claimsFor('user_1'));
    expect((await guarded.askWith(good)).status).toBe(200);
    expect(stranger.keysRead()).toBe(0);
  });
});

it('a route that forgot to require a session fails instead of serving a stranger', async () => {
  const headers = { authorization: `Bearer ${await issuer.tokenFor('user_1')}` };
  expect((await guarded.app.inject({ url: '/open', headers })).statusCode).toBe(500);
});
