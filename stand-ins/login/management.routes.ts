import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { developmentApiKey } from '../../shared/configuration.ts';
import { userOnWire } from './accounts.ts';
import { answerWithFault } from './faults.ts';
import type { Provider } from './provider.ts';

const invitationSchema = z.object({ email: z.email(), expires_in_days: z.int().check(z.minimum(1), z.maximum(30)) });

const listSchema = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 10),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  after: z.optional(z.string()),
});

const usersPath = '/user_management/users';
const userPath = `${usersPath}/:id`;

/** What the site's server asks with its key: about users and their sessions, to remove users, and to invite people. */
export function managementRoutes(app: FastifyInstance, provider: Provider): void {
  app.addHook('onRequest', async (request, reply) => {
    if (await answerWithFault(provider.faults, 'management', reply)) return reply;
    if (request.headers.authorization === `Bearer ${developmentApiKey}`) return;
    return reply.code(401).send({ message: 'Unauthorized' });
  });

  app.get<{ Params: { id: string } }>(`${userPath}/sessions`, (request, reply) => {
    const { id } = request.params;
    if (!provider.accounts.find(id)) return reply.code(404).send({ message: `User not found: '${id}'.` });
    const data = provider.sessions.listOf(id).map((session) => ({
      object: 'session',
      id: session.id,
      user_id: id,
      status: 'active',
      created_at: new Date(session.startedAtMs - (provider.faults.sessionMinutes ?? 0) * 60_000).toISOString(),
    }));
    return reply.send({ object: 'list', data, list_metadata: { before: null, after: null } });
  });

  // As a hosted provider that is told not to send the mail itself: the site has its own.
  app.post('/user_management/invitations', (request, reply) => {
    const { data } = invitationSchema.safeParse(request.body);
    if (!data) return reply.code(422).send({ message: 'Validation failed' });
    const lifeMs = data.expires_in_days * 24 * 3600_000;
    const invitation = { email: data.email, organizationId: null, lifeMs };
    const { id, token } = provider.invitations.create(invitation);
    return reply.code(201).send({ object: 'invitation', id, email: data.email, state: 'pending', token });
  });

  // Only the newest first, which is all that the site asks for.
  app.get(usersPath, (request, reply) => {
    const { data: asked } = listSchema.safeParse(request.query);
    if (asked?.order !== 'desc') return reply.code(422).send({ message: 'Validation failed' });
    const found = provider.accounts.listNewest(asked.limit + 1, asked.after);
    const shown = found.slice(0, asked.limit);
    const after = found.length > shown.length ? shown.at(-1)!.id : null;
    const data = shown.map((account) => ({ ...userOnWire(account), locale: account.locale }));
    return reply.send({ object: 'list', data, list_metadata: { before: null, after } });
  });

  app.get<{ Params: { id: string } }>(userPath, (request, reply) => {
    const { id } = request.params;
    const account = provider.accounts.find(id);
    if (!account) return reply.code(404).send({ message: `User not found: '${id}'.` });
    return reply.send(userOnWire(account));
  });

  app.delete<{ Params: { id: string } }>(userPath, (request, reply) => {
    const { id } = request.params;
    if (provider.accounts.remove(id)) return reply.code(200).send();
    return reply.code(404).send({ message: `User not found: '${id}'.` });
  });
}
