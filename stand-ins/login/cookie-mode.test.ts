import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../tests/factories/free-port.ts';
import { clientId } from './config.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, tokensOf, Visitor } from './testing/visitor.ts';

const signedUp = (response: Response) => response.headers.getSetCookie().sort();

describe('a site on localhost', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  it('gets cookies for this host, the marker readable and the token not', async () => {
    const visitor = new Visitor(provider);
    const response = await visitor.exchange(await visitor.signUp());
    const { refresh_token } = await tokensOf(response.clone());
    expect(signedUp(response)).toEqual([
      `login-refresh-token=${refresh_token}; Path=/user_management; Max-Age=2592000; SameSite=Lax; HttpOnly`,
      `workos-has-session=${clientId}; Path=/; Max-Age=2592000; SameSite=Lax`,
    ]);
  });

  it('refreshes by cookie, and only for a page of the site', async () => {
    const visitor = new Visitor(provider);
    await visitor.startSession({ ...ada, email: 'cookie@example.com' });
    const before = visitor.cookies.get('login-refresh-token');
    const withoutOrigin = await new Visitor(provider).authenticate({ grant_type: 'refresh_token' }, null);
    expect(withoutOrigin.status).toBe(400);
    const foreign = await visitor.authenticate({ grant_type: 'refresh_token' }, 'https://evil.example');
    expect(foreign.status).toBe(403);
    expect(foreign.headers.getSetCookie()).toEqual([]);
    const answer = await tokensOf(await visitor.refresh());
    expect(visitor.cookies.get('login-refresh-token')).toBe(answer.refresh_token);
    expect(answer.refresh_token).not.toBe(before);
  });

  it('keeps cookies out of a refresh by body', async () => {
    const visitor = new Visitor(provider);
    const { refresh_token } = await visitor.startSession({ ...ada, email: 'body@example.com' });
    expect((await visitor.refresh(refresh_token)).headers.getSetCookie()).toEqual([]);
    expect((await visitor.refresh('rt_unknown')).headers.getSetCookie()).toEqual([]);
  });

  it('loses both cookies when the session is dead', async () => {
    const visitor = new Visitor(provider);
    await visitor.startSession({ ...ada, email: 'dead@example.com' });
    await provider.control('sessions/end', { email: 'dead@example.com' });
    const response = await visitor.refresh();
    expect(response.status).toBe(400);
    expect(signedUp(response)).toEqual([
      'login-refresh-token=; Path=/user_management; Max-Age=0; SameSite=Lax; HttpOnly',
      'workos-has-session=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
    expect([...visitor.cookies.keys()]).toEqual([]);
  });

  it('keeps both cookies when only the organization is refused', async () => {
    const visitor = new Visitor(provider);
    await visitor.startSession({ ...ada, email: 'organization@example.com' });
    const response = await visitor.refresh(undefined, { organization_id: 'org_unknown' });
    expect(await response.json()).toMatchObject({ error: 'organization_not_authorized' });
    expect(response.headers.getSetCookie()).toEqual([]);
    await tokensOf(await visitor.refresh());
  });

  it('shares the marker with other clients', async () => {
    const visitor = new Visitor(provider);
    visitor.cookies.set('workos-has-session', 'client_other');
    await visitor.startSession({ ...ada, email: 'shared@example.com' });
    expect(visitor.cookies.get('workos-has-session')).toBe(`client_other.${clientId}`);
    await provider.control('sessions/end', { email: 'shared@example.com' });
    await visitor.refresh();
    expect(visitor.cookies.get('workos-has-session')).toBe('client_other');
  });
});

it('sets the marker for the domain of a site whose subdomain signs in, with Secure over https', async () => {
  const site = `https://app.localhost:${await findFreePort()}`;
  const provider = await startTestProvider({ SITE_ORIGIN: site });
  try {
    const visitor = new Visitor({ ...provider, host: `auth.app.localhost:${provider.config.port}` });
    const cookies = signedUp(await visitor.exchange(await visitor.signUp()));
    expect(cookies).toEqual([
      expect.stringMatching(
        /^login-refresh-token=rt_[^;]+; Path=\/user_management; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/,
      ),
      `workos-has-session=${clientId}; Path=/; Max-Age=2592000; Domain=app.localhost; SameSite=Lax; Secure`,
    ]);
  } finally {
    await provider.close();
  }
});
