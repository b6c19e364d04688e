import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import type { MailFolder } from '../mail-folder.ts';
import { styleSource } from '../page-style.ts';
import { inboxPage, mailPage, notFoundPage } from './pages.ts';
import { type Behaviour, manners } from './smtp.ts';

type MailRequest = { Params: { name: string } };

/** The inbox in the browser, without listening. */
export function buildMailApp(folder: MailFolder, behaviour: Behaviour): FastifyInstance {
  const app = Fastify({ bodyLimit: 1024, forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onRequest', async ({ hostname, method, headers }, reply) => {
    // A foreign name that resolves to this machine (DNS rebinding) must not make its pages a part of this origin.
    if (!isLoopbackHostname(hostname.replace(/:\d+$/, ''))) return reply.code(421).send('Only on localhost.');
    if (method === 'POST' && headers['sec-fetch-site'] === 'cross-site') return reply.code(403).send('Not from there.');
  });

  app.get('/', async (_request, reply) =>
    sendPage(reply, inboxPage(await folder.list(), folder.path, behaviour.manner)),
  );
  app.post('/manner', (request, reply) => {
    const chosen = request.body instanceof URLSearchParams ? request.body.get('manner') : null;
    behaviour.manner = manners.find((each) => each === chosen) ?? 'deliver';
    return reply.redirect('/', 303);
  });
  /** For programs, such as tests: `?to=` chooses a recipient. */
  app.get<{ Querystring: { to?: string } }>('/mails.json', async ({ query: { to } }) =>
    (await folder.list()).filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
  );
  app.get<MailRequest>('/mails/:name', async ({ params: { name } }, reply) => {
    const [mail, source] = await Promise.all([folder.find(name), folder.read(name)]);
    if (!mail || !source) return sendPage(reply.code(404), notFoundPage());
    return sendPage(reply, mailPage(mail, source.toString()));
  });
  app.get<MailRequest>('/mails/:name/html', async ({ params: { name } }, reply) => {
    const mail = await folder.find(name);
    if (mail?.html == null) return sendPage(reply.code(404), notFoundPage());
    return (
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          // As in a mail program: it runs nothing and loads nothing.
          'content-security-policy':
            "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
          'cache-control': 'no-store',
        })
        // Its links open beside this page, which the site would not be shown in.
        .send(mail.html.replace(/<head>/i, '<head><base target="_blank">'))
    );
  });
  app.get<MailRequest>('/mails/:name/source', async ({ params: { name } }, reply) => {
    const source = await folder.read(name);
    if (!source) return sendPage(reply.code(404), notFoundPage());
    return reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).send(source);
  });
  return app;
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${styleSource}; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(page);
}
