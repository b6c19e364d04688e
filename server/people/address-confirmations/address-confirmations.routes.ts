import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { addressConfirmationRequest } from '../../../shared/api/address-confirmation.ts';
import { routePatterns } from '../../../shared/api-paths.ts';
import { addressConfirmation } from '../../../shared/business/address-confirmation.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { mount } from '../../http/mount.ts';
import { preferredLocale, sendSmallPage } from '../../http/small-page.ts';
import { fillText, readTexts } from '../../texts.ts';
import { askAgain, confirmByLink, findConfirmation } from './address-confirmations.ts';

const pageNames = ['confirm', 'confirmed', 'expired'] as const;

const textsSchema = z.record(
  z.enum(pageNames),
  z.strictObject({ title: z.string(), text: z.string(), action: z.string() }),
);

type LinkRequest = FastifyRequest<{ Params: { id: string; key: string } }>;

/** The link in the mail, a page with a button that works without a script and a sign-in; and the wish for another mail. */
export async function addressConfirmationsRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void> {
  const { config, routeLimits } = deps;
  const texts = await readTexts('address-pages', textsSchema);

  const answer = (reply: FastifyReply, locale: Locale, name: (typeof pageNames)[number], sendsTo?: string) => {
    const { title, text, action } = texts[locale][name];
    return sendSmallPage(reply, {
      locale,
      siteOrigin: config.siteOrigin,
      title,
      paragraphs: [fillText(text, { days: addressConfirmation.linkDays })],
      action: sendsTo
        ? { label: action, url: sendsTo, sends: true }
        : { label: action, url: config.siteOrigin + localizedPath(paths.account, locale) },
    });
  };
  const expired = (request: FastifyRequest, reply: FastifyReply) =>
    answer(reply.code(410), preferredLocale(request.headers['accept-language']), 'expired');

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
      body.resume().once('end', () => done(null, null));
    });
    // Mail programs open links by themselves; only a button does something.
    scope.get(routePatterns.addressConfirmation, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const asked = isUuid(id) ? await findConfirmation(deps, id, key) : undefined;
      if (!asked) return expired(request, reply);
      return asked.confirmed_at
        ? answer(reply, asked.locale, 'confirmed')
        : answer(reply, asked.locale, 'confirm', request.url);
    });
    const onRequest = routeLimits.mailedLinks;
    scope.post(routePatterns.addressConfirmation, { onRequest }, async (request: LinkRequest, reply) => {
      const { id, key } = request.params;
      const asked = isUuid(id) ? await confirmByLink(deps, id, key) : undefined;
      return asked ? answer(reply, asked.locale, 'confirmed') : expired(request, reply);
    });
  });

  mount(
    app,
    endpoints.confirmAddressAgain,
    deps,
    {
      onRequest: routeLimits.writes,
      schema: {
        summary: 'Mail the link once more that confirms an address of one’s own account',
        problems: ['not-found', 'too-many-requests'] as const,
        body: addressConfirmationRequest,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await askAgain(deps, { accountId: request.session.userId, ...request.body });
      return reply.code(204).send(null);
    },
  );
}
