import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { access, type WaitingList, waitingLists } from '../../../shared/business/access.ts';
import { countries } from '../../../shared/business/countries.ts';
import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { customerKinds } from '../../../shared/business/sales.ts';
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
import { askForList, type NewListRequest } from './list-requests.ts';

const pageNames = [
  'sent',
  'refused',
  'busy',
  'elsewhere',
  'confirm',
  'confirm-sale',
  'confirm-macos',
  'confirmed',
  'confirmed-sale',
  'confirmed-macos',
  'expired',
  'leave',
  'left',
] as const;
type PageName = (typeof pageNames)[number];

const textsSchema = z.record(
  z.enum(pageNames),
  z.strictObject({ title: z.string(), text: z.string(), action: z.string() }),
);

const pagesOfProblems: Partial<Record<ProblemCode, PageName>> = {
  'too-many-requests': 'busy',
  'cross-site-request': 'elsewhere',
};

/** Where the form of each list stands. */
const forms = {
  beta: `${paths.beta}#${anchors.accessRequest}`,
  sale: `${paths.pricing}#${anchors.saleList}`,
  macos: `${paths.downloadGuide}#${anchors.macosList}`,
} as const;

/** Where each page leads on, unless it sends a form or leads to one. */
const ways: Partial<Record<PageName, string>> = {
  left: paths.landing,
  'confirmed-sale': paths.pricing,
  'confirmed-macos': paths.downloadGuide,
};

/** RFC 5321, section 4.5.3.1.3. */
const maxAddressLength = 254;

type LinkRequest = FastifyRequest<{ Params: { id: string; key: string }; Querystring: { list?: unknown } }>;

/** The waiting lists. Everything here is a form and a page, so that it works without a script, too. */
export async function accessRequestsRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, routeLimits } = deps;
  const texts = await readTexts('access-pages', textsSchema);

  const answer = (
    reply: FastifyReply,
    locale: Locale,
    name: PageName,
    { list, sendsTo }: { list?: WaitingList | undefined; sendsTo?: string } = {},
  ) => {
    const { title, text, action } = texts[locale][name];
    const way = ways[name] ?? forms[list ?? 'beta'];
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
      // The form itself may not have been read.
      const { list } = request.query as LinkRequest['query'];
      const answered = reply.code(error.status).headers({ ...error.headers });
      return answer(answered, languageOf(request), name, { list: findList(list) });
    });

    const { onRequest: limit, preHandler } = routeLimits.accessRequests;
    scope.post(accessPaths.ask, { onRequest: [refuseCrossSite(config), limit], preHandler }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const named = form.get('list');
      const list = findList(named);
      const locale = locales.find((each) => each === form.get('language')) ?? languageOf(request);
      // An address that was given for one list is never put on another.
      const asked = list ? readListForm(list, form, locale) : named === null && readForm(form, locale);
      if (!asked) return answer(reply.code(422), locale, 'refused', { list });
      await ('purpose' in asked ? askForList(deps, asked) : askForAccess(deps, asked));
      return answer(reply, locale, 'sent', { list });
    });

    // Mail programs open links by themselves; only a button does something.
    scope.get(accessPaths.confirm, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await findConfirmation(deps, id, key) : undefined;
      if (!link) return answer(reply.code(410), languageOf(request), 'expired', { list: findList(request.query.list) });
      const name = link.purpose ? (`confirm-${link.purpose}` as const) : 'confirm';
      return answer(reply, link.locale, name, { sendsTo: request.url });
    });
    scope.post(accessPaths.confirm, { onRequest: routeLimits.mailedLinks }, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await confirmRequest(deps, id, key) : undefined;
      if (!link) return answer(reply.code(410), languageOf(request), 'expired', { list: findList(request.query.list) });
      return answer(reply, link.locale, link.purpose ? `confirmed-${link.purpose}` : 'confirmed');
    });
    scope.get(accessPaths.leave, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await findLeaving(deps, id, key) : undefined;
      return answer(reply, link?.locale ?? languageOf(request), 'leave', { sendsTo: request.url });
    });
    // Also what mail programs send for their own button (RFC 8058).
    scope.post(accessPaths.leave, { onRequest: routeLimits.mailedLinks }, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const link = isId(id) ? await findLeaving(deps, id, key) : undefined;
      const locale = link?.locale ?? languageOf(request);
      const isLeft = isId(id) && (await leaveList(deps, id, key));
      if (!isLeft) return answer(reply.code(410), locale, 'expired', { list: findList(request.query.list) });
      return answer(reply, locale, 'left');
    });
  });
}

const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

const findList = (name: unknown): WaitingList | undefined => waitingLists.find((each) => each === name);

/** The address of a form that anybody may have sent, if it is one. */
function readAddress(form: URLSearchParams): string | undefined {
  const email = withPlainDomain(form.get('email')?.trim() ?? '');
  return email.length <= maxAddressLength && emailPattern.test(email) ? email : undefined;
}

/** None where something is missing or cannot be used. */
function readForm(form: URLSearchParams, locale: Locale): NewAccessRequest | undefined {
  const email = readAddress(form);
  const country = countries.find((each) => each === form.get('country'));
  return email && country ? { email, country, locale } : undefined;
}

/** As `readForm`. Where nobody may use the product, nothing will be sold before the list of the beta has told of it. */
function readListForm(purpose: WaitingList, form: URLSearchParams, locale: Locale): NewListRequest | undefined {
  const email = readAddress(form);
  if (!email) return undefined;
  if (purpose === 'macos') return { purpose, email, locale, country: null, kind: null };
  const country = eligibleCountries.find((each) => each === form.get('country'));
  const kind = customerKinds.find((each) => each === form.get('kind'));
  return country && kind ? { purpose, email, locale, country, kind } : undefined;
}
