import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, type Tokens, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let person: typeof ada;
let people = 0;

const colony = { id: 'org_colony', name: 'Ant Colony', featureFlags: ['beta', 'voice-commands'] };
const hill = { id: 'org_hill', name: 'Ant <Hill>', featureFlags: [] };

beforeAll(async () => {
  provider = await startTestProvider();
  for (const organization of [colony, hill]) {
    const made = await provider.control('organizations', organization);
    expect(made.status).toBe(200);
    expect(await made.json()).toEqual(organization);
  }
});
afterAll(() => provider.close());
beforeEach(async () => {
  visitor = new Visitor(provider);
  person = { ...ada, email: `member${++people}@example.com` };
  await provider.control('accounts', person);
});

const join = async (organizationId: string, rights = {}) => {
  const organization = [colony, hill].find(({ id }) => id === organizationId);
  const members = [{ email: person.email, ...rights }];
  expect((await provider.control('organizations', { ...organization, members })).status).toBe(200);
};

const signInAddress = (changes = {}) => visitor.authorizeAddress({ screen_hint: 'sign-in', ...changes });
const signIn = (changes = {}) => visitor.post(signInAddress(changes), person);

function rightsIn({ access_token, organization_id }: Tokens) {
  const { org_id, role, permissions, feature_flags } = decodeJwt(access_token);
  expect(organization_id).toBe(org_id);
  return { org_id, role, permissions, feature_flags };
}

const rightsInColony = {
  org_id: 'org_colony',
  role: 'admin',
  permissions: ['text:enhance', 'members:invite'],
  feature_flags: ['beta', 'voice-commands'],
};
const { role, permissions } = rightsInColony;
const rightsInHill = { org_id: 'org_hill', role: 'member', permissions: undefined, feature_flags: undefined };
const noRights = { org_id: undefined, role: undefined, permissions: undefined, feature_flags: undefined };

describe('a sign-in', () => {
  it('of somebody in one organization is for that one', async () => {
    await join('org_colony', { role, permissions });
    expect(rightsIn(await tokensOf(await visitor.exchange(codeOf(await signIn()))))).toEqual(rightsInColony);
  });

  it('of somebody in none is for none', async () => {
    expect(rightsIn(await tokensOf(await visitor.exchange(codeOf(await signIn()))))).toEqual(noRights);
  });

  it('is for the organization the site names', async () => {
    await join('org_colony', { role, permissions });
    await join('org_hill');
    const answer = await signIn({ organization_id: 'org_hill' });
    expect(rightsIn(await tokensOf(await visitor.exchange(codeOf(answer))))).toEqual(rightsInHill);
  });

  it('tells the site at once when there is no such organization', async () => {
    const response = await visitor.fetch(signInAddress({ organization_id: 'org_unknown' }));
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(`${provider.siteOrigin}/account`);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'organization_invalid',
      error_description: 'The organization is not known.',
      state: '{"returnTo":"/writing-ant"}',
    });
  });

  it('explains to an account of another organization what it can do, only after the password', async () => {
    const address = signInAddress({ organization_id: 'org_hill', login_hint: person.email });
    expect(await (await visitor.fetch(address)).text()).not.toContain('does not belong');
    const refused = await visitor.post(address, person);
    expect(refused.status).toBe(403);
    const page = await refused.text();
    expect(page).toContain('This account does not belong to Ant &lt;Hill&gt;');
    const ways = [...page.matchAll(/<a class="(?:button|cancel)" href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), address),
    );
    expect(
      ways.map(({ searchParams }) => [searchParams.get('organization_id'), searchParams.get('login_hint')]),
    ).toEqual([
      ['org_hill', null],
      [null, person.email],
      [null, null],
    ]);
    expect(ways[2]?.searchParams.get('error')).toBe('access_denied');
    expect(codeOf(await visitor.post(ways[1]?.href ?? '', person))).toMatch(/^code_/);
  });
});

describe('the choice between several organizations', () => {
  beforeEach(async () => {
    await join('org_colony', { role, permissions });
    await join('org_hill');
  });

  /** The page after the password, and what its form brings back. */
  async function openChoice() {
    const response = await signIn();
    expect(response.status).toBe(200);
    const page = await response.text();
    const address = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const signedIn = /name="signedIn" value="([^"]+)"/.exec(page)?.[1] ?? '';
    return { page, address, signedIn };
  }

  it('offers them by name and goes on with the chosen one and the state', async () => {
    const { page, address, signedIn } = await openChoice();
    expect(page).toContain('Which organization is this for?');
    expect([...page.matchAll(/name="organization" value="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'org_hill',
      'org_colony',
    ]);
    expect(page).toContain('Ant &lt;Hill&gt;');
    const answer = await visitor.post(address, { signedIn, organization: 'org_colony' });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('state')).toBe('{"returnTo":"/writing-ant"}');
    expect(rightsIn(await tokensOf(await visitor.exchange(codeOf(answer))))).toEqual(rightsInColony);
  });

  it('is asked again without an answer, and refuses an organization of others', async () => {
    const { address, signedIn } = await openChoice();
    expect((await visitor.post(address, { signedIn })).status).toBe(200);
    await provider.control('organizations', { id: 'org_foreign', name: 'Foreign' });
    for (const organization of ['org_foreign', 'org_unknown'])
      expect((await visitor.post(address, { signedIn, organization })).status).toBe(403);
  });

  it('counts only for the request of the password, and for an hour', async () => {
    const { address, signedIn } = await openChoice();
    const choice = { signedIn, organization: 'org_colony' };
    const beginsAgain = async (answer: Response) => {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(/^\/user_management\/authorize\?/);
    };
    await beginsAgain(await visitor.fetch(address));
    await beginsAgain(await visitor.post(address, { ...choice, signedIn: '' }));
    await beginsAgain(await visitor.post(address, { ...choice, signedIn: `x${signedIn}` }));
    await beginsAgain(await visitor.post(`${address}&login_hint=x`, choice));
    provider.passTime(61 * 60_000);
    await beginsAgain(await visitor.post(address, choice));
  });
});

describe('a refresh', () => {
  let tokens: Tokens;
  beforeEach(async () => {
    await join('org_colony', { role, permissions });
    await join('org_hill');
    const answer = await signIn({ organization_id: 'org_colony' });
    tokens = await tokensOf(await visitor.exchange(codeOf(answer)));
  });

  it('changes to another organization, and the session stays there', async () => {
    const changed = await tokensOf(await visitor.refresh(tokens.refresh_token, { organization_id: 'org_hill' }));
    expect(rightsIn(changed)).toEqual(rightsInHill);
    await provider.restart();
    const next = await tokensOf(await visitor.refresh(changed.refresh_token));
    expect(rightsIn(next)).toEqual(rightsInHill);
  });

  it('for an organization of others is refused and changes nothing', async () => {
    const refused = await visitor.refresh(tokens.refresh_token, { organization_id: 'org_unknown' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'organization_not_authorized' });
    expect(rightsIn(await tokensOf(await visitor.refresh(tokens.refresh_token)))).toEqual(rightsInColony);
  });

  it('shows at once what has changed in the organization', async () => {
    await join('org_colony', { role: 'reader' });
    await provider.control('organizations', { ...colony, featureFlags: ['offline'] });
    const changed = await tokensOf(await visitor.refresh(tokens.refresh_token, { organization_id: 'org_colony' }));
    expect(rightsIn(changed)).toEqual({
      org_id: 'org_colony',
      role: 'reader',
      permissions: undefined,
      feature_flags: ['offline'],
    });
    await provider.control('organizations', colony);
  });

  it('of somebody who left the organization is refused for it, and goes on without one', async () => {
    const which = { email: person.email, organizationId: 'org_colony' };
    expect(await (await provider.control('memberships/end', which)).json()).toEqual({ ended: 1 });
    expect(await (await provider.control('memberships/end', which)).json()).toEqual({ ended: 0 });
    const refused = await visitor.refresh(tokens.refresh_token, { organization_id: 'org_colony' });
    expect(refused.status).toBe(400);
    expect(rightsIn(await tokensOf(await visitor.refresh(tokens.refresh_token)))).toEqual(noRights);
  });

  it('repeated after a lost reply gives the token of the organization it asks for', async () => {
    const { refresh_token } = tokens;
    const first = await tokensOf(await visitor.refresh(refresh_token, { organization_id: 'org_hill' }));
    const again = await tokensOf(await visitor.refresh(refresh_token, { organization_id: 'org_hill' }));
    expect(again).toEqual(first);
    const other = await tokensOf(await visitor.refresh(refresh_token, { organization_id: 'org_colony' }));
    expect(rightsIn(other)).toEqual(rightsInColony);
    expect(decodeJwt(other.access_token).jti).not.toBe(decodeJwt(first.access_token).jti);
  });
});

describe('the test controls', () => {
  it('make members with the organization, and sessions for one of several', async () => {
    const made = await provider.control('organizations', { name: 'Nest', members: [{ email: person.email, role }] });
    const { id } = (await made.json()) as { id: string };
    await join('org_hill');
    const start = (body: object) => provider.control('sessions', { email: person.email, ...body });
    expect(rightsIn(await tokensOf(await start({ organizationId: id })))).toMatchObject({ org_id: id, role });
    expect(rightsIn(await tokensOf(await start({})))).toEqual(noRights);
    expect((await start({ organizationId: 'org_colony' })).status).toBe(404);
  });

  it('say what is wrong', async () => {
    for (const [path, body, status] of [
      ['organizations', {}, 400],
      ['organizations', { name: 'x', members: [{ email: 'nobody@example.com' }] }, 404],
      ['memberships/end', { email: person.email }, 400],
    ] as const)
      expect((await provider.control(path, body)).status).toBe(status);
  });
});
