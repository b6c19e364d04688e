import type { FastifyInstance } from 'fastify';
import { developmentApiKey } from '../../shared/configuration.ts';
import { answerWithFault } from './faults.ts';
import type { Provider } from './provider.ts';

const userPath = '/user_management/users/:id';

/** What the site's server asks with its key about users: their sessions, and to remove them. */
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
      created_at: new Date(session.startedAtMs - provider.faults.sessionMinutes * 60_000).toISOString(),
    }));
    return reply.send({ object: 'list', data, list_metadata: { before: null, after: null } });
  });

  app.delete<{ Params: { id: string } }>(userPath, (request, reply) => {
    const { id } = request.params;
    if (provider.accounts.remove(id)) return reply.code(200).send();
    return reply.code(404).send({ message: `User not found: '${id}'.` });
  });
}
