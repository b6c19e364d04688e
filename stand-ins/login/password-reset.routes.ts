import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outboxPath, steps } from './addresses.ts';
import { readOrRefuse } from './authorization.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress } from './authorization-request.ts';
import { findFormCookie } from './cookies.ts';
import { type FormPageView, formPage } from './form-page.ts';
import { emailFault } from './login-form.ts';
import { mailedLife, sendPasswordResetMail } from './mails.ts';
import { bindBrowser, languageOf, sendMessagePage, sendPage, sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';

/** Where somebody who has forgotten the password asks for a mail. */
export function passwordResetRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(steps.passwordReset, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    return asked ? sendForm(provider, request, reply, asked, asked.loginHint) : reply;
  });

  app.post(steps.passwordReset, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    if (!asked) return reply;
    const { locale, t } = languageOf(request);
    const sent = sentIn(request);
    const email = (sent.get('email') ?? '').trim();
    const browser = findFormCookie(provider.config, request);
    if (!provider.transactions.isValid(sent.get('transaction') ?? '', browser, asked.query))
      return sendForm(provider, request, reply.code(403), asked, email, { sentence: t('formNotAccepted') });
    const fault = emailFault({ email }, t).email;
    if (fault) return sendForm(provider, request, reply.code(422), asked, email, undefined, fault);

    const account = provider.accounts.findByEmail(email);
    if (account) sendPasswordResetMail(provider, account, locale);
    // The same for an address without an account, so that nobody learns here who has one.
    return sendMessagePage(provider, request, reply, {
      status: 200,
      title: 'resetSentTitle',
      text: 'resetSent',
      values: { email, minutes: mailedLife.resetMinutes },
      ways: [
        { label: t('toOutbox'), address: outboxPath },
        { label: t('backToSignIn'), address: changedAddress(asked, { screen_hint: 'sign-in', login_hint: email }) },
      ],
    });
  });
}

function sendForm(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  email: string,
  formFault?: FormPageView['formFault'],
  fault?: string,
): FastifyReply {
  const { locale, t } = languageOf(request);
  const page = formPage({
    locale,
    t,
    title: t('resetAskTitle'),
    lead: t('resetAsk'),
    hidden: { transaction: provider.transactions.issue(bindBrowser(provider, request, reply), asked.query) },
    fields: [{ name: 'email', label: t('email'), type: 'email', autocomplete: 'username', value: email, fault }],
    formFault,
    submit: t('sendLink'),
    cancelAddress: cancelAddress(asked),
  });
  return sendPage(provider, reply, locale, page);
}
