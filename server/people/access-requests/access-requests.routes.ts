import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { access } from '../../../shared/business/access.ts';
import { countries } from '../../../shared/business/countries.ts';
import { emailPattern, withPlainDomain } from '../../../shared/email-address.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import { accessPaths } from '../../../shared/open-paths.ts';
import { anchors, localizedPath, paths } from '../../../shared/paths.ts';
import type { ProblemCode } from '../../../shared/problems.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { refuseCrossSite } from '../../http/cross-site.ts';
import { Problem } from '../../http/problem.ts';
import { preferredLocale, sendSmallPage } from '../../http/small-page.ts';
import { fillText, readTexts } from '../../texts.ts';
import {
  askForAccess,
  confirmRequest,
  findConfirmation,
  findLeaving,
  leaveList,
  type NewAccessRequest,
} from './access-requests.ts';

const pageNames = ['sent', 'refused', 'busy', 'elsewhere', 'confirm', 'confirmed', 'expired', 'leave', 'left'] as const;
type PageName = (typeof pageNames)[number];

const textsSchema = z.record(
  z.enum(pageNames),
  z.strictObject({ title: z.string(), text: z.string(), action: z.string() }),
);

const pagesOfProblems: Partial<Record<ProblemCode, PageName>> = {
  'too-many-requests': 'busy',
  'cross-site-request': 'elsewhere',
};

/** Where each page leads on, unless it sends a form. */
const ways: Partial<Record<PageName, string>> = { left: paths.landing };

/** RFC 5321, section 4.5.3.1.3. */
const maxAddressLength = 254;

type LinkRequest = FastifyRequest<{ Params: { id: string; key: string } }>;

/** The waiting list for the beta. Everything here is a form and a page, so that it works without a script, too. */
export async function accessRequestsRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, routeLimits } = deps;
  const texts = await readTexts('access-pages', textsSchema);

  const answer = (reply: FastifyReply, locale: Locale, name: PageName, sendsTo?: string) => {
    const { title, text, action } = texts[locale][name];
    const way = ways[name] ?? `${paths.beta}#${anchors.accessRequest}`;
    return sendSmallPage(reply, {
      locale,
      siteOrigin: config.siteOrigin,
      title,
      paragraphs: [fillText(text, { hours: access.confirmationHours })],
      action: sendsTo
        ? { label: action, url: sendsTo, sends: true }
        : { label: action, url: config.siteOrigin + localizedPath(way, locale) },
    });
  };
  const languageOf = (request: FastifyRequest) => preferredLocale(request.headers['accept-language']);

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const name = error instanceof Problem && pagesOfProblems[error.code];
      if (!name) throw error;
      return answer(reply.code(error.status).headers({ ...error.headers }), languageOf(request), name);
    });

    const { onRequest: limit, preHandler } = routeLimits.accessRequests;
    scope.post(accessPaths.ask, { onRequest: [refuseCrossSite(config), limit], preHandler }, async (request, reply) => {
      const asked = readForm(request.body);
      const locale = asked.locale ?? languageOf(request);
      const { email, country } = asked;
      if (!email || !country) return answer(reply.code(422), locale, 'refused');
      await askForAccess(deps, { email, country, locale });
      return answer(reply, locale, 'sent');
    });

    // Mail programs open links by themselves; only a button does something.
    scope.get(accessPaths.confirm, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await findConfirmation(deps, id, key) : undefined;
      if (!link) return answer(reply.code(410), languageOf(request), 'expired');
      return answer(reply, link.locale, 'confirm', request.url);
    });
    scope.post(accessPaths.confirm, { onRequest: routeLimits.mailedLinks }, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await confirmRequest(deps, id, key) : undefined;
      if (!link) return answer(reply.code(410), languageOf(request), 'expired');
      return answer(reply, link.locale, 'confirmed');
    });
    scope.get(accessPaths.leave, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await findLeaving(deps, id, key) : undefined;
      return answer(reply, link?.locale ?? languageOf(request), 'leave', request.url);
    });
    // Also what mail programs send for their own button (RFC 8058).
    scope.post(accessPaths.leave, { onRequest: routeLimits.mailedLinks }, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await findLeaving(deps, id, key) : undefined;
      const locale = link?.locale ?? languageOf(request);
      const isLeft = isId(id) && (await leaveList(deps, id, key));
      return isLeft ? answer(reply, locale, 'left') : answer(reply.code(410), locale, 'expired');
    });
  });
}

const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** What can be used of a form that anybody may have sent. */
function readForm(body: unknown): Partial<NewAccessRequest> {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const email = withPlainDomain(form.get('email')?.trim() ?? '');
  const country = countries.find((each) => each === form.get('country'));
  const locale = locales.find((each) => each === form.get('language'));
  return {
    ...(email.length <= maxAddressLength && emailPattern.test(email) && { email }),
    ...(country && { country }),
    ...(locale && { locale }),
  };
}
