import type { FastifyInstance } from 'fastify';
import { outboxPath } from './addresses.ts';
import { outboxPage } from './outbox-page.ts';
import { sendPage } from './page-reply.ts';
import type { Provider } from './provider.ts';

/** The mail of this provider, readable in the browser. */
export function outboxRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(outboxPath, (_request, reply) => {
    const page = outboxPage({ mails: provider.outbox.list(), folder: provider.config.mailFolder });
    return sendPage(provider, reply, 'en', page);
  });
}
