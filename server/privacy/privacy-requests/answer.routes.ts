import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routePatterns } from '../../../shared/api-paths.ts';
import { defaultLocale, findPreferredLocale } from '../../../shared/locales.ts';
import { mostWanted } from '../../../shared/quality-values.ts';
import { act } from '../../contract/act.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { getArchiver } from '../personal-data/personal-data.ts';
import { type AnswerPage, readAnswerTexts, writeAnswerPage } from './answer-page.ts';
import type { PrivacyRequest } from './privacy-requests.tables.ts';
import { type CodeCheck, checkCode, holdsCopy, lockAnswer } from './privacy-requests.ts';

/** A code, and nothing else. */
const maxFormBytes = 256;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface AnswerAddress {
  Params: { id: string; secret: string };
  Body: { code?: string; copy?: string };
}

/**
 * The page that a link to an answer opens, with the code that was mailed to the address on file. It works without JavaScript and
 * without an account; nothing of it is stored, and a copy of the data is made when it is asked for.
 */
export async function answerRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { routeLimits } = deps;
  const texts = await readAnswerTexts();
  const makeArchive = await getArchiver(deps);

  // A form of a page without JavaScript, here alone.
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    const limits = { onRequest: routeLimits.mailedLinks, schema: { hide: true } };
    scope.get<AnswerAddress>(routePatterns.privacyAnswer, limits, async (request, reply) => {
      const found = await find(request);
      return send(request, reply, found ? { kind: 'question', request: found } : { kind: 'gone' });
    });
    scope.post<AnswerAddress>(routePatterns.privacyAnswer, limits, async (request, reply) => {
      const { code = '', copy } = request.body ?? {};
      const { found, check } = await open(request.params, code);
      if (!found) return send(request, reply, { kind: 'gone' });
      if (check !== 'right') return send(request, reply, { kind: 'question', request: found, fault: check });
      if (copy === undefined || !holdsCopy(found))
        return send(request, reply, { kind: 'answer', request: found, code });
      const { fileName, bytes } = await makeArchive(found.account_id!, found.locale);
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${fileName}"` })
        .type('application/zip')
        .send(bytes);
    });
  });

  const find = ({ params: { id, secret } }: { params: AnswerAddress['Params'] }) =>
    uuid.test(id) ? act(deps, ({ trx, now }) => lockAnswer(trx, id, secret, now)) : Promise.resolve(undefined);

  /** Wrong codes are counted with the row locked, so that nobody tries many at once. */
  async function open(
    { id, secret }: AnswerAddress['Params'],
    code: string,
  ): Promise<{ found?: PrivacyRequest | undefined; check?: CodeCheck }> {
    if (!uuid.test(id)) return {};
    return act(deps, async ({ trx, now }) => {
      const found = await lockAnswer(trx, id, secret, now);
      return found ? { found, check: await checkCode(trx, found, code, now) } : {};
    });
  }

  function send(request: FastifyRequest, reply: FastifyReply, page: AnswerPage): FastifyReply {
    const known = page.kind === 'gone' ? undefined : page.request.locale;
    const locale = known ?? findPreferredLocale(mostWanted(request.headers['accept-language'])) ?? defaultLocale;
    const { status, headers, html } = writeAnswerPage(texts[locale], locale, page);
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  }
}
