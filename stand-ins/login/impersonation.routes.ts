import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../shared/paths.ts';
import { html } from '../html.ts';
import { steps } from './addresses.ts';
import { readOrRefuse } from './authorization.ts';
import { type AuthorizationRequest, changedAddress } from './authorization-request.ts';
import { findFormCookie, findImpersonationCookie, impersonationCookieHeader } from './cookies.ts';
import { formPage } from './form-page.ts';
import { bindBrowser, languageOf, sendPage, sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';
import type { Impersonator } from './sessions.ts';
import { continueSignIn } from './sign-in-continuation.ts';

/** Somebody of the staff who is about to sign in as the owner of an account. */
interface Impersonation {
  accountId: string;
  impersonator: Impersonator;
}

const subject = 'impersonation';

/**
 * Lets this browser go on as the owner of an account, with the next sign-in that the site begins. Answers the address of
 * the site that begins one, also for somebody who is signed in there: that is what the connection is for.
 */
export function startImpersonation(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  impersonation: Impersonation,
): string {
  const seal = provider.transactions.seal(bindBrowser(provider, request, reply), subject, impersonation);
  reply.header('set-cookie', impersonationCookieHeader(provider.config, seal));
  const query = new URLSearchParams({ screen_hint: 'sign-in', connection_id: subject });
  return `${provider.config.siteOrigins[0]}${paths.login}?${query}`;
}

export function findImpersonation(provider: Provider, request: FastifyRequest): Impersonation | undefined {
  const seal = findImpersonationCookie(provider.config, request);
  const browser = findFormCookie(provider.config, request);
  const found = seal ? provider.transactions.unseal<Impersonation>(seal, browser, subject) : undefined;
  return found && provider.accounts.find(found.accountId) ? found : undefined;
}

/** Asks before going on as somebody else; the password is not needed for that. */
export function sendImpersonationPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  { accountId, impersonator }: Impersonation,
): FastifyReply {
  const { locale, t } = languageOf(request);
  const { email, firstName, lastName } = provider.accounts.get(accountId);
  const page = formPage({
    locale,
    t,
    title: t('impersonationTitle', { name: [firstName, lastName].filter(Boolean).join(' ') || email }),
    lead: t('impersonationText', { impersonator: impersonator.email, email, reason: impersonator.reason ?? '–' }),
    action: changedAddress(asked, {}, steps.impersonation),
    hidden: { transaction: provider.transactions.issue(bindBrowser(provider, request, reply), asked.query) },
    fields: [],
    submit: t('impersonate'),
    below: [
      html`<p class="switch"><button class="link" name="wish" value="stop">${t('impersonationStop')}</button></p>`,
    ],
  });
  return sendPage(provider, reply, locale, page);
}

/** Takes the answer to that. */
export function impersonationRoutes(app: FastifyInstance, provider: Provider): void {
  // Reloading the page after an answer: the sign-in begins again.
  app.get(steps.impersonation, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    return asked ? reply.redirect(changedAddress(asked, {}), 303) : reply;
  });

  app.post(steps.impersonation, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    if (!asked) return reply;
    const sent = sentIn(request);
    const browser = findFormCookie(provider.config, request);
    const impersonation = findImpersonation(provider, request);
    if (!impersonation || !provider.transactions.isValid(sent.get('transaction') ?? '', browser, asked.query))
      return reply.redirect(changedAddress(asked, {}), 303);
    reply.header('set-cookie', impersonationCookieHeader(provider.config, ''));
    return sent.get('wish') === 'stop'
      ? reply.redirect(changedAddress(asked, {}), 303)
      : continueSignIn(provider, request, reply, asked, impersonation);
  });
}
