import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defaultLocale, locales } from '../../shared/locales.ts';
import { type Account, normalizeEmail, userOnWire } from './accounts.ts';
import { clientId, desktopClientId } from './config.ts';
import { faultsSchema, noFaults } from './faults.ts';
import { sendInvitation } from './mails.ts';
import { standardRole } from './organizations.ts';
import { passwordLength } from './passwords.ts';
import type { Provider } from './provider.ts';
import { logRequests, type RequestEntry } from './request-log.ts';

const names = z.array(z.string().min(1));

const accountSchema = z.strictObject({
  email: z.string().min(3),
  password: z.string().min(passwordLength.min).max(passwordLength.max),
  firstName: z.string().default('Test'),
  lastName: z.string().default('Account'),
  emailVerified: z.boolean().default(true),
  organizationId: z.string().optional(),
  role: z.string().optional(),
  permissions: names.optional(),
  featureFlags: names.optional(),
});

const rights = { role: z.string().min(1).default(standardRole), permissions: names.default([]) };

const organizationSchema = z.strictObject({
  id: z.string().min(1).optional(),
  name: z.string().min(1),
  featureFlags: names.default([]),
  members: z.array(z.strictObject({ email: z.string(), ...rights })).default([]),
});

const membershipSchema = z.strictObject({ email: z.string(), organizationId: z.string(), ...rights });

const invitationSchema = z.strictObject({
  email: z.string().min(3),
  organizationId: z.string().optional(),
  ...rights,
  lifeSeconds: z.int().optional(),
  language: z.enum(locales).default(defaultLocale),
});

const sessionSchema = z.strictObject({
  email: z.string(),
  clientId: z.enum([clientId, desktopClientId]).default(clientId),
  organizationId: z.string().optional(),
  impersonator: z.strictObject({ email: z.string().min(3), reason: z.string().nullable().default(null) }).optional(),
});

const endedSessionsSchema = z.union([z.strictObject({ email: z.string() }), z.strictObject({ sessionId: z.string() })]);

/** A control names something that is not there. */
class NotFoundError extends Error {}

/** What tests may do to the provider; see README.md. Only registered with LOGIN_TEST_CONTROLS=1. */
export function testControlRoutes(app: FastifyInstance, provider: Provider): void {
  const { accounts, organizations, sessions } = provider;
  const entries: RequestEntry[] = [];
  logRequests(app, entries);

  const requireAccount = (email: string): Account => {
    const account = accounts.findByEmail(email);
    if (!account) throw new NotFoundError('There is no such account.');
    return account;
  };
  const requireOrganization = (id: string) => {
    const organization = organizations.find(id);
    if (!organization) throw new NotFoundError('There is no such organization.');
    return organization;
  };

  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      const status = error instanceof z.ZodError ? 400 : error instanceof NotFoundError ? 404 : 500;
      return reply.code(status).send({ error: (error as Error).message });
    });

    scope.post('/_test/faults', (request) =>
      Object.assign(provider.faults, noFaults, faultsSchema.parse(request.body)),
    );

    scope.post('/_test/accounts', async (request, reply) => {
      const { organizationId, role, permissions, featureFlags, ...required } = accountSchema.parse(request.body);
      const ownRights = {
        ...(role && { role }),
        ...(permissions && { permissions }),
        ...(featureFlags && { featureFlags }),
      };
      const account = await accounts.create({ ...required, ...(organizationId === undefined && ownRights) });
      if (!account) return reply.code(409).send({ error: 'There is an account with this e-mail address.' });
      if (organizationId !== undefined) {
        const known = organizations.find(organizationId);
        const flags = featureFlags ?? known?.featureFlags ?? [];
        organizations.save({ id: organizationId, name: known?.name ?? organizationId, featureFlags: flags });
        organizations.setMember(account.id, organizationId, {
          role: role ?? standardRole,
          permissions: permissions ?? [],
        });
      }
      return reply.code(201).send(userOnWire(account));
    });

    scope.post('/_test/organizations', (request, reply) => {
      const { members, ...described } = organizationSchema.parse(request.body);
      const people = members.map(({ email, ...granted }) => ({ account: requireAccount(email), granted }));
      const organization = organizations.save(described);
      for (const { account, granted } of people) organizations.setMember(account.id, organization.id, granted);
      return reply.code(201).send(organization);
    });

    scope.post('/_test/memberships', (request, reply) => {
      const { email, organizationId, ...granted } = membershipSchema.parse(request.body);
      const organization = requireOrganization(organizationId);
      organizations.setMember(requireAccount(email).id, organizationId, granted);
      return reply.code(201).send({ email, organization, ...granted });
    });

    scope.post('/_test/memberships/end', (request) => {
      const which = z.strictObject({ email: z.string(), organizationId: z.string() }).parse(request.body);
      return { ended: organizations.removeMember(requireAccount(which.email).id, which.organizationId) ? 1 : 0 };
    });

    scope.post('/_test/invitations', (request, reply) => {
      const { organizationId, lifeSeconds, language, ...invited } = invitationSchema.parse(request.body);
      if (organizationId !== undefined) requireOrganization(organizationId);
      const invitation = { ...invited, email: normalizeEmail(invited.email), organizationId: organizationId ?? null };
      const life = lifeSeconds === undefined ? {} : { lifeMs: lifeSeconds * 1000 };
      const { id, token } = provider.invitations.create({ ...invitation, ...life });
      const address = sendInvitation(provider, invitation, token, language);
      return reply.code(201).send({ id, token, address });
    });

    scope.get<{ Querystring: { to?: string } }>('/_test/mails', ({ query: { to } }) =>
      provider.outbox.list().filter((mail) => to === undefined || mail.to === normalizeEmail(to)),
    );

    scope.post('/_test/sessions', async (request, reply) => {
      const { email, clientId: owningClient, organizationId, impersonator } = sessionSchema.parse(request.body);
      const accountId = requireAccount(email).id;
      const memberships = organizations.membershipsOf(accountId);
      const wanted = organizationId ?? (memberships.length === 1 ? memberships[0]?.organization.id : undefined);
      if (wanted !== undefined && !organizations.findMembership(accountId, wanted))
        throw new NotFoundError('The account does not belong to such an organization.');
      const owner = {
        ...{ clientId: owningClient, accountId },
        ...{ organizationId: wanted ?? null, impersonator: impersonator ?? null },
      };
      return reply.code(201).send(await provider.answerFor(sessions.start(owner)));
    });

    scope.post('/_test/sessions/end', (request) => {
      const which = endedSessionsSchema.parse(request.body);
      if ('sessionId' in which) return { ended: sessions.end(which.sessionId) ? 1 : 0 };
      const account = accounts.findByEmail(which.email);
      return { ended: account ? sessions.endAllOf(account.id) : 0 };
    });

    scope.post('/_test/keys/rotate', async (request) => {
      await provider.keys.rotate(z.strictObject({ keepOld: z.boolean().default(true) }).parse(request.body));
      return { keys: provider.keys.publicJwks };
    });

    scope.get('/_test/requests', () => entries);
  });
}
