import type { FastifyInstance } from 'fastify';
import { outboxPath } from './addresses.ts';
import { outboxPage } from './outbox-page.ts';
import { languageOf, sendPage } from './page-reply.ts';
import type { Provider } from './provider.ts';

/** The mail of this provider, readable in the browser. */
export function outboxRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(outboxPath, (request, reply) => {
    const language = languageOf(request);
    const page = outboxPage({ ...language, mails: provider.outbox.list(), folder: provider.config.mailFolder });
    return sendPage(provider, reply, language.locale, page);
  });
}
