import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sections } from './by-hand-page.ts';
import { clientId } from './config.ts';
import { linkTo, mailsTo } from './testing/mails.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, tokensOf, transactionIn, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let accountId: string;

// Without test controls, as `npm start` runs it.
beforeAll(async () => {
  provider = await startTestProvider({ LOGIN_TEST_CONTROLS: '' });
  visitor = new Visitor(provider);
  accountId = String((await visitor.startSession(ada)).user.id);
});
afterEach(() => act('end-faults'));
afterAll(() => provider.close());

const readPage = async (address = '/') => (await visitor.fetch(address)).text();

/** Presses a button of the page; answers the place it leads to and what is said there. */
async function act(name: string, fields: Record<string, string> = {}) {
  const answer = await visitor.submit('/', { act: name, ...fields });
  expect(answer.status).toBe(303);
  const place = new URL(answer.headers.get('location') ?? '', provider.address);
  const said = /<p class="done"[^>]*>([^<]+)</.exec(await readPage(place.pathname + place.search))?.[1];
  return { place, said };
}

const organizationId = async (name: string) =>
  new RegExp(`<h3 id="(org_\\w+)">${name}</h3>`).exec(await readPage())?.[1] ?? '';

describe('the page by hand', () => {
  it('leads to every part of itself, to the site and to the mail', async () => {
    const page = await readPage();
    expect(page.match(/<section class="card" id=/g)).toHaveLength(sections.length);
    expect(page).toContain(`href="${provider.siteOrigin}/login?screen_hint=sign-up"`);
    expect((await visitor.fetch('/outbox')).status).toBe(200);
    expect(page).toContain('(development mode)');
    expect(page).toContain(`LOGIN_API_HOSTNAME=auth.app.localhost:${provider.config.port}`);
  });

  it('shows each label with its field once', async () => {
    const page = await readPage();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/<label for="([^"]+)"/g)) expect(ids).toContain(id);
    for (const [, id] of page.matchAll(/aria-describedby="([^"]+)"/g)) expect(ids).toContain(id);
  });

  it('does nothing for a form of another page or browser', async () => {
    const transaction = transactionIn(await readPage());
    const fields = { act: 'end-sessions', account: accountId };
    const signInForm = transactionIn(await readPage(visitor.authorizeAddress()));
    for (const [who, sent] of [
      [visitor, ''],
      [visitor, signInForm],
      [new Visitor(provider), transaction],
    ] as const) {
      const answer = await who.post('/', { ...fields, transaction: sent });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('Please send it again.');
    }
    expect(await readPage()).toContain('sessions: 1');
  });

  it.each(['', 'unknown', 'constructor', 'impersonate'])('says that it did nothing for the button %j', async (name) => {
    expect((await act(name)).said).toBe('Nothing was changed: what was entered does not fit.');
  });
});

describe('an account', () => {
  it('shows what belongs to it and can be signed out everywhere', async () => {
    const { refresh_token } = await tokensOf(await visitor.exchange(await visitor.signIn()));
    expect(await readPage()).toContain('Ada Lovelace · address not confirmed · no organization · sessions: 2');
    const { place, said } = await act('end-sessions', { account: accountId });
    expect(place.searchParams.get('section')).toBe('accounts');
    expect(said).toBe('Done.');
    expect((await visitor.refresh(refresh_token)).status).toBe(400);
    expect(await readPage()).toContain('sessions: 0');
  });

  it('can be sent both mails', async () => {
    expect((await act('mail-reset', { account: accountId })).said).toBe('Done. The mail is in the outbox.');
    const outbox = await readPage('/outbox');
    expect(outbox).toMatch(/<h2[^>]*>A new password for Writing/);
    expect((await act('mail-verification', { account: accountId })).said).toBe('Done. The mail is in the outbox.');
    const link = /href="([^"]+\/email-verification\?[^"]+)"/.exec(await readPage('/outbox'))?.[1];
    await visitor.fetch(link?.replaceAll('&amp;', '&') ?? '');
    expect(await readPage()).toContain('address confirmed');
    expect((await act('mail-verification', { account: accountId })).said).toMatch(/^Nothing was changed/);
  });
});

describe('an organization', () => {
  it('is made, gets members with roles, and loses them', async () => {
    expect((await act('save-organization', { name: ' Ant Colony ', flags: 'beta, voice-commands' })).said).toBe(
      'Done.',
    );
    const organization = await organizationId('Ant Colony');
    expect(await readPage()).toContain(`${organization} · beta · voice-commands`);
    await act('set-member', { account: accountId, organization, role: 'admin', permissions: 'a b' });
    expect(await readPage()).toContain('Ant Colony (admin)');
    await act('set-member', { account: accountId, organization, role: ' ', permissions: '' });
    expect(await readPage()).toContain('Ant Colony (member)');
    await act('remove-member', { account: accountId, organization });
    expect(await readPage()).toContain('no organization');
    for (const wrong of [
      { account: 'user_x', organization },
      { account: accountId, organization: 'org_x' },
    ])
      expect((await act('set-member', { ...wrong, role: '', permissions: '' })).said).toMatch(/^Nothing/);
    expect((await act('save-organization', { name: ' ', flags: '' })).said).toMatch(/^Nothing/);
  });

  it('invites somebody', async () => {
    await act('save-organization', { name: 'Ant Hill', flags: '' });
    const organization = await organizationId('Ant Hill');
    const invited = await act('invite', { email: 'Invited@example.com', organization, role: 'reader' });
    expect(invited.said).toBe('Done. The mail is in the outbox.');
    const link = /href="([^"]+invitation_token=[^"]+)"/.exec(await readPage('/outbox'))?.[1] ?? '';
    const token = new URL(link.replaceAll('&amp;', '&')).searchParams.get('invitation_token');
    const page = await readPage(visitor.authorizeAddress({ invitation_token: token }));
    expect(page).toContain('You are invited to Ant Hill.');
    expect(page).toContain('value="invited@example.com"');
    expect((await act('invite', { email: 'nobody', organization: '', role: '' })).said).toMatch(/^Nothing/);
    expect((await act('invite', { email: 'a@b.ch', organization: 'org_x', role: '' })).said).toMatch(/^Nothing/);
  });
});

describe('faults', () => {
  const usual = {
    ...{ authenticate: 'ok', management: 'ok', jwks: 'ok' },
    ...{ delayMs: '', tokenSeconds: '', sessionMinutes: '', emailVerification: 'offered' },
  };

  it('are the same as those of the test controls, and end', async () => {
    await act('set-faults', { ...usual, jwks: 'unavailable', tokenSeconds: '-5', emailVerification: 'required' });
    expect((await visitor.fetch(`/sso/jwks/${clientId}`)).status).toBe(503);
    const page = await readPage();
    expect(page).toContain('<option value="unavailable" selected>');
    expect(page).toContain('<option value="required" selected>');
    expect(page).toContain('name="tokenSeconds" value="-5"');
    const signUp = await visitor.submit(visitor.authorizeAddress({ screen_hint: 'sign-up' }), {
      ...ada,
      email: 'strict@example.com',
    });
    expect(signUp.status).toBe(200);
    expect((await act('end-faults')).said).toBe('Done.');
    expect((await visitor.fetch(`/sso/jwks/${clientId}`)).status).toBe(200);
  });

  it.each([{ jwks: 'explode' }, { delayMs: 'soon' }, { delayMs: '-1' }, { jwks: 'slow' }])(
    '%j is refused',
    async (wrong) => {
      expect((await act('set-faults', { ...usual, ...wrong })).said).toMatch(/^Nothing was changed/);
    },
  );
});

it('keys rotate, with the old ones kept or withdrawn', async () => {
  const keyIds = async () => [...(await readPage()).matchAll(/<code>([\w-]{43})<\/code>/g)].map(([, id]) => id);
  const [first] = await keyIds();
  await act('rotate-keys');
  expect(await keyIds()).toEqual([expect.any(String), first]);
  await act('replace-keys');
  expect(await keyIds()).toHaveLength(1);
  expect(await keyIds()).not.toContain(first);
});

it('a provider for a site with a name of its own says that it is in cookie mode', async () => {
  const named = await startTestProvider({ SITE_ORIGIN: 'http://app.localhost:4999' });
  try {
    expect(await (await new Visitor(named).fetch('/')).text()).toContain('(cookie mode)');
    await named.control('accounts', ada);
    const own = new Visitor(named);
    await own.submit('/', { act: 'mail-reset', account: 'user_x' });
    expect(await mailsTo(named, ada.email)).toEqual([]);
    await named.control('invitations', { email: ada.email });
    expect((await linkTo(named, ada.email)).origin).toBe('http://app.localhost:4999');
  } finally {
    await named.close();
  }
});
