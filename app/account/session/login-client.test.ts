import { createClient, getClaims, LoginRequiredError } from '@workos-inc/authkit-js';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useAuth } from './auth.ts';
import { readClocks, remainingMs } from './held-token.ts';
import { isWithoutToken, sessionOf, tokenOf, withoutRefreshes } from './login-client.ts';

const segment = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
const tokenWith = (claims: object) => `${segment({ alg: 'RS256' })}.${segment(claims)}.signature`;

/** An answer of the login provider with a token of these claims. */
const answerWith = (claims: object, rest: object = {}) =>
  ({ user: { id: 'user_1' }, accessToken: tokenWith(claims), ...rest }) as Parameters<typeof sessionOf>[0];

afterEach(() => vi.unstubAllGlobals());

test('the session has the organization, role, permissions and feature flags of the token', () => {
  const session = sessionOf(
    answerWith(
      { org_id: 'org_1', role: 'admin', permissions: ['downloads:read'], feature_flags: ['film'] },
      { impersonator: { email: 'support@example.com', reason: null } },
    ),
  );
  expect(session).toEqual({
    isLoading: false,
    user: { id: 'user_1' },
    organizationId: 'org_1',
    role: 'admin',
    permissions: ['downloads:read'],
    featureFlags: ['film'],
    impersonator: { email: 'support@example.com', reason: null },
    fault: null,
  });
});

test('an exchange waits ten seconds for a refresh, and not longer', async () => {
  const asked: unknown[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms);
    return AbortSignal.abort();
  });
  const request = (_name: string, { signal }: LockOptions) => Promise.reject(signal!.reason);
  vi.stubGlobal('navigator', { locks: { request } });
  expect(await withoutRefreshes(async () => 'exchanged')).toBe('exchanged');
  expect(asked).toEqual([10_000]);
  timeout.mockRestore();
});

test('what the token does not say is empty', () => {
  expect(sessionOf(answerWith({}))).toMatchObject({
    organizationId: null,
    role: null,
    permissions: [],
    featureFlags: [],
    impersonator: null,
  });
});

test('a token is good for its life from now on, whatever the clock of the provider shows', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const held = tokenOf(answerWith({ iat: 5, exp: 305 }));
  expect(remainingMs(held, readClocks())).toBe(300_000);
  vi.advanceTimersByTime(100_000);
  expect(remainingMs(held, readClocks())).toBe(200_000);
  vi.useRealTimers();
});

test('a clock that is set back makes no token live longer', () => {
  vi.useFakeTimers({ now: 10_000_000 });
  const held = tokenOf(answerWith({ iat: 5, exp: 305 }));
  vi.advanceTimersByTime(299_000);
  vi.setSystemTime(6_400_000);
  expect(remainingMs(held, readClocks())).toBe(1_000);
  vi.useRealTimers();
});

test('a machine that slept wakes up with a token that is over', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  const held = tokenOf(answerWith({ iat: 5, exp: 305 }));
  vi.setSystemTime(1_301_000);
  expect(remainingMs(held, readClocks())).toBeLessThan(0);
  vi.useRealTimers();
});

test('the error texts of the specification are the library’s own, word for word', async () => {
  vi.stubGlobal('location', new URL('http://localhost/account'));
  vi.stubGlobal('window', { origin: 'http://localhost' });
  await expect(createClient('')).rejects.toThrow(/^Missing Client ID/);
  expect(() => getClaims('no token')).toThrow('Invalid JWT format');
  expect(() => getClaims('a.%.c')).toThrow(/^Failed to decode JWT/);
  const error = new LoginRequiredError();
  expect(error.message).toBe('No access token available');
  expect(isWithoutToken(error)).toBe(true);
  expect(isWithoutToken(new Error('offline'))).toBe(false);
});

test('the session cannot be used outside its provider', () => {
  const Outside = () => {
    useAuth();
    return null;
  };
  expect(() => renderToString(createElement(Outside))).toThrow('useAuth must be used within an AuthKitProvider');
});
