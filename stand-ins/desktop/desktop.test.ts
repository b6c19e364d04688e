import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DesktopWorld, startDesktopWorld } from '../../tests/factories/desktop-app.ts';
import type { Kept } from './keychain.ts';

let world: DesktopWorld;
beforeAll(async () => {
  world = await startDesktopWorld();
}, 180_000);
afterAll(() => world.close());

const file = () => path.join(world.folder, 'keychain.json');
const kept = () => JSON.parse(readFileSync(file(), 'utf8')) as Kept;
const change = (changes: Partial<Kept>) => writeFileSync(file(), JSON.stringify({ ...kept(), ...changes }));

const userId = () => decodeJwt(kept().tokens!.access).sub!;

/** Runs the app and expects it to succeed. */
async function run(...args: string[]): Promise<string> {
  const { code, out, err } = await world.app(args);
  expect([code, err]).toEqual([0, expect.anything()]);
  return out;
}

/** What it says when it refuses. */
async function refusalOf(args: string[], settings?: Record<string, string>): Promise<string> {
  const { code, out, err } = await world.app(args, settings);
  expect([code, out]).toEqual([1, '']);
  expect(err).not.toContain('    at ');
  return err;
}

it('nobody is signed in at first', async () => {
  expect(await refusalOf(['status'])).toContain('npm run desktop -- login');
});

it('signs in by the browser, and tells what is left', async () => {
  const { code, out } = await world.signIn();
  expect([code, out]).toEqual([0, expect.stringMatching(/^Signed in as user_/)]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(world.folder)).toEqual(['keychain.json']);
  expect(await run('status')).toMatch(
    /plan free\.\nonline: 0 of 45 used, 45 left, anew at .*\noffline: 0 of 55 used, 55 left/,
  );
});

it('learns at its start what has to be known', async () => {
  expect(await run('start')).toMatch(/^Texts are available\. Newest version: 0\.0\.0, oldest: 0\.0\.0\.\nGood offline/);
});

it('refreshes a token that has ended, and goes on with the same session', async () => {
  const before = kept().tokens!;
  await world.provider.control('faults', { tokenSeconds: -60 });
  change({ tokens: { ...before, access: `${before.access.split('.')[0]}.${btoa('{"exp":1}')}.x` } });
  expect((await world.app(['status'])).code).toBe(1);
  await world.provider.control('faults', {});
  expect(await run('status')).toContain('plan free');
  expect(kept().tokens!.refresh).not.toBe(before.refresh);
});

it('works offline by its entitlement, counts, and reports later', async () => {
  expect(await refusalOf(['record-offline'])).toContain('Go online once');
  expect(await run('entitlement')).toMatch(/^Plan free, good until .*\nOffline requests left: 55\.$/);
  // Without a service from here on.
  const offline = { SITE_ORIGIN: world.siteOrigin, DESKTOP_LOGIN_ORIGIN: 'http://localhost:1' };
  for (const left of [54, 53, 52])
    expect((await world.app(['record-offline', '--language', 'de'], offline)).out).toBe(
      `Recorded; ${left} offline requests are left.`,
    );
  expect(await run('entitlement', '--offline')).toContain('left: 52.');
  const reported = await run('report');
  expect(reported.split('\n')).toHaveLength(3);
  expect(reported).not.toContain('known');
  expect(await run('report')).toBe('');
  // An answer that was lost: told again, counted once.
  change({ recordings: kept().recordings.map((each) => ({ ...each, isReported: false })) });
  expect(await run('report')).toMatch(/^(\S+ known\n?){3}$/);
  expect(await run('entitlement', '--offline')).toContain('left: 52.');
  expect(await run('entitlement')).toContain('left: 52.');
  expect(await run('status')).toContain('offline: 3 of 55 used');
});

it('reports and counts nothing that somebody else recorded on the same computer', async () => {
  await run('record-offline');
  const [own] = kept().recordings.filter(({ isReported }) => !isReported);
  change({ recordings: [{ ...own!, accountId: 'user_else' }] });
  expect(await run('report')).toBe('');
  expect(await run('entitlement')).toContain('left: 52.');
  expect(kept().recordings).toMatchObject([{ accountId: 'user_else', isReported: false }]);
  change({ recordings: [] });
});

it('stops when the quota is used up, and goes on in the next month', async () => {
  const used = Array.from({ length: 52 }, (_, index) => ({
    id: crypto.randomUUID(),
    startedAt: new Date(Date.now() + index).toISOString(),
    ...{ accountId: userId(), seconds: 3, language: 'de' as const, model: 'stand-in', isReported: true },
  }));
  change({ recordings: used });
  expect(await refusalOf(['record-offline'])).toContain('used up. They start anew at');
  change({ recordings: [] });
});

it('refuses an entitlement that is over, and a clock that was turned back', async () => {
  const at = (days: number) => ({ DESKTOP_CLOCK_HOURS: String(days * 24) });
  const before = kept();
  expect((await world.app(['record-offline'], at(14.9))).code).toBe(0);
  expect(await refusalOf(['record-offline'], at(15.1))).toContain('"exp" claim');
  // Back to where it would be good again: but that time has been seen.
  expect(await refusalOf(['record-offline'])).toContain('The clock of this computer is before');
  expect(await refusalOf(['record-offline'], at(-1))).toContain('The clock of this computer is before');
  // The service's time is believed.
  change({ recordings: before.recordings });
  expect(await run('entitlement')).toContain('Plan free');
  expect((await world.app(['record-offline'])).code).toBe(0);
});

it('refuses an entitlement that is forged, changed, or of something else', async () => {
  const { entitlement, keys, installationId } = kept();
  const [header, claims, signature] = entitlement!.token.split('.');
  const payload = JSON.parse(Buffer.from(claims!, 'base64url').toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const signed = (changes: object, typ = 'entitlement+jwt') =>
    new SignJWT({ ...payload, ...changes }).setProtectedHeader({ alg: 'EdDSA', typ, kid: 'ours' }).sign(privateKey);
  const ours = { keys: [{ ...(await exportJWK(publicKey)), kid: 'ours', alg: 'EdDSA' }] };
  const refused = async (token: string, known = keys!) => {
    change({ entitlement: { ...entitlement!, token }, keys: known });
    const { code, err } = await world.app(['record-offline']);
    change({ entitlement: entitlement!, keys: keys! });
    return code === 0 ? 'taken' : err;
  };
  // Where the key is known, a good one is taken: so the refusals are for what they say.
  expect(await refused(await signed({}), ours)).toBe('taken');
  // One of before December 2026 does not say whether the account ends.
  expect(await refused(await signed({ closing: undefined }), ours)).toBe('taken');
  // Nor does an app of today know every plan there will be: it goes by the quotas.
  expect(await refused(await signed({ plan: 'of-another-year' }), ours)).toBe('taken');
  const ended = { closing: { at: Math.floor(Date.now() / 1000) - 1, reason: 'country' } };
  expect(await refused(await signed(ended), ours)).toContain('account has ended');
  expect(await refused(await signed({}))).toContain('not good');
  expect(await refused(`${header}.${encode({ ...payload, plan: 'high' })}.${signature}`)).toContain('not good');
  const unsecured = encode({ alg: 'none', typ: 'entitlement+jwt' });
  expect(await refused(`${unsecured}.${claims}.`)).toContain('not good');
  expect(await refused(await signed({}, 'JWT'), ours)).toContain('typ');
  expect(await refused(await signed({ iss: 'https://evil.example' }), ours)).toContain('iss');
  expect(await refused(await signed({ aud: 'client_other' }), ours)).toContain('aud');
  expect(await refused(await signed({ minimumVersion: '1.0.1' }), ours)).toContain('too old');
  change({ installationId: crypto.randomUUID() });
  expect(await refusalOf(['record-offline'])).toContain('another installation');
  change({ installationId });
});

it('signs out at the service, at the provider and here', async () => {
  const { tokens } = kept();
  expect(await run('logout')).toBe('Signed out.');
  expect(kept().tokens).toBeUndefined();
  expect(kept().installationId).toMatch(/^[\da-f-]{36}$/);
  expect(await refusalOf(['status'])).toContain('Nobody is signed in');
  change({ tokens: tokens! });
  expect(await refusalOf(['status'])).toContain('The sign-in has ended');
});
