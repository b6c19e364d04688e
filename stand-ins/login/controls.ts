import { z } from 'zod';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { type Account, normalizeEmail, userOnWire } from './accounts.ts';
import { clientId, desktopClientId } from './config.ts';
import { faultsSchema } from './faults.ts';
import { sendInvitation, sendPasswordResetMail, sendVerificationMail } from './mails.ts';
import { standardRole } from './organizations.ts';
import { passwordLength } from './passwords.ts';
import type { Provider } from './provider.ts';

/** What was asked for names something that is not there, or would be there twice. */
export class ControlFault extends Error {}

const names = z.array(z.string().min(1));
const rights = { role: z.string().min(1).default(standardRole), permissions: names.default([]) };
const member = z.strictObject({ email: z.string(), ...rights });

/** An empty field of the page by hand is as good as none. */
const organizationId = z
  .string()
  .optional()
  .transform((id) => id || null);

const schemas = {
  account: z.strictObject({
    email: z.string().min(3),
    password: z.string().min(passwordLength.min).max(passwordLength.max),
    firstName: z.string().default('Test'),
    lastName: z.string().default('Account'),
    emailVerified: z.boolean().default(true),
    locale: z.string().optional(),
  }),
  organization: z.strictObject({
    id: z.string().min(1).optional(),
    name: z.string().trim().min(1),
    featureFlags: names.default([]),
    members: z.array(member).default([]),
  }),
  membership: z.strictObject({ email: z.string(), organizationId: z.string() }),
  invitation: z.strictObject({ email: z.email(), organizationId, language: z.enum(locales).default(defaultLocale) }),
  session: z.strictObject({
    email: z.string(),
    clientId: z.enum([clientId, desktopClientId]).default(clientId),
    organizationId,
    impersonator: z.strictObject({ email: z.string().min(3), reason: z.string().nullable().default(null) }).optional(),
  }),
  person: z.strictObject({ email: z.string() }),
  rotation: z.strictObject({ keepOld: z.boolean().default(true) }),
};

type Control = (provider: Provider, body: unknown, locale: Locale) => object | Promise<object>;

/**
 * What tests may do to the provider, and in part the page by hand, by name; see README.md. Each checks what it is sent, and
 * throws a `ZodError` or a `ControlFault`.
 */
export const controls: Readonly<Record<string, Control>> = {
  faults(provider, body) {
    provider.faults = faultsSchema.parse(body);
    return provider.faults;
  },

  async accounts({ accounts }, body) {
    const account = await accounts.create(schemas.account.parse(body));
    if (!account) throw new ControlFault('There is an account with this e-mail address.');
    return userOnWire(account);
  },

  organizations(provider, body) {
    const { members, ...described } = schemas.organization.parse(body);
    const people = members.map(({ email, ...granted }) => ({ id: requireAccount(provider, email).id, granted }));
    const organization = provider.organizations.save(described);
    for (const { id, granted } of people) provider.organizations.setMember(id, organization.id, granted);
    return organization;
  },

  'memberships/end'(provider, body) {
    const which = schemas.membership.parse(body);
    const { id } = requireAccount(provider, which.email);
    return { ended: provider.organizations.removeMember(id, which.organizationId) ? 1 : 0 };
  },

  async invitations(provider, body) {
    const { language, ...invited } = schemas.invitation.parse(body);
    if (invited.organizationId !== null && !provider.organizations.find(invited.organizationId))
      throw new ControlFault('There is no such organization.');
    const invitation = { ...invited, email: normalizeEmail(invited.email) };
    const { id, token } = provider.invitations.create(invitation);
    return { id, token, address: await sendInvitation(provider, invitation, token, language) };
  },

  sessions(provider, body) {
    const { email, clientId: client, organizationId: named, impersonator } = schemas.session.parse(body);
    const accountId = requireAccount(provider, email).id;
    const places = provider.organizations.membershipsOf(accountId).map(({ organization }) => organization.id);
    const wanted = named ?? (places.length === 1 ? places[0]! : null);
    if (wanted !== null && !places.includes(wanted))
      throw new ControlFault('The account does not belong to such an organization.');
    const owner = { clientId: client, accountId, organizationId: wanted, impersonator: impersonator ?? null };
    return provider.answerFor(provider.sessions.start(owner));
  },

  'sessions/end'({ accounts, sessions }, body) {
    const account = accounts.findByEmail(schemas.person.parse(body).email);
    return { ended: account ? sessions.endAllOf(account.id) : 0 };
  },

  async 'verification-mails'(provider, body, locale) {
    await sendVerificationMail(provider, requireAccount(provider, schemas.person.parse(body).email), locale);
    return {};
  },

  async 'reset-mails'(provider, body, locale) {
    await sendPasswordResetMail(provider, requireAccount(provider, schemas.person.parse(body).email), locale);
    return {};
  },

  async 'keys/rotate'({ keys }, body) {
    await keys.rotate(schemas.rotation.parse(body));
    return { keys: keys.publicJwks };
  },
};

export function requireAccount({ accounts }: Provider, email: string): Account {
  const account = accounts.findByEmail(email);
  if (!account) throw new ControlFault('There is no such account.');
  return account;
}
