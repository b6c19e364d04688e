import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailVerificationPath, steps } from './addresses.ts';
import { readOrRefuse } from './authorization.ts';
import { changedAddress } from './authorization-request.ts';
import { findFormCookie } from './cookies.ts';
import { confirmAddress, confirmByCode } from './email-verification.ts';
import { emailFault } from './login-form.ts';
import { mailedLife, sendVerificationMail } from './mails.ts';
import { bindBrowser, languageOf, queryOf, sendMessagePage, sendPage, sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';
import { continueSignIn, findSignedIn, sendVerificationStep } from './sign-in-continuation.ts';
import { sendAgain, verificationPage } from './verification-page.ts';

const fieldIn = (request: FastifyRequest, name: string) => sentIn(request).get(name) ?? '';
const wantsMail = (request: FastifyRequest) => fieldIn(request, sendAgain.name) === sendAgain.value;

/** Confirms e-mail addresses: by the link of a mail, by its code, and on the way through a sign-in that demands it. */
export function emailVerificationRoutes(app: FastifyInstance, provider: Provider): void {
  // A HEAD request must not confirm anything.
  app.get(emailVerificationPath, { exposeHeadRoute: false }, (request, reply) => {
    const token = new URLSearchParams(queryOf(request)).get('token');
    return token === null
      ? sendForm(provider, request, reply, { email: '' })
      : confirmByLink(provider, request, reply, token);
  });

  app.post(emailVerificationPath, (request, reply) => {
    const { locale, t } = languageOf(request);
    const email = fieldIn(request, 'email').trim();
    const showAgain = (status: number, problem: Partial<FormProblem>) =>
      sendForm(provider, request, reply.code(status), { email, ...problem });
    const transaction = fieldIn(request, 'transaction');
    if (!provider.transactions.isValid(transaction, findFormCookie(provider.config, request), emailVerificationPath))
      return showAgain(403, { formFault: { sentence: t('formNotAccepted') } });
    const fault = emailFault({ email }, t).email;
    if (fault) return showAgain(422, { emailFault: fault });
    const account = provider.accounts.findByEmail(email);
    if (wantsMail(request)) {
      if (account && !account.emailVerified) sendVerificationMail(provider, account, locale);
      return showAgain(200, { notice: t('mailOnItsWay') });
    }
    const wrong = confirmByCode(provider, { email, account, code: fieldIn(request, 'code') }, t);
    return wrong
      ? showAgain(wrong.status, { codeFault: wrong.sentence })
      : sendConfirmed(provider, request, reply, email);
  });

  // Reloading the page after an answer, or coming back late: the sign-in begins again.
  app.get(steps.verification, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    return asked ? reply.redirect(changedAddress(asked, {}), 303) : reply;
  });

  app.post(steps.verification, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    if (!asked) return reply;
    const signedIn = findSignedIn(provider, request, asked);
    if (!signedIn) return reply.redirect(changedAddress(asked, {}), 303);
    const { locale, t } = languageOf(request);
    const account = provider.accounts.get(signedIn.accountId);
    // The link may have been opened meanwhile.
    if (account.emailVerified) return continueSignIn(provider, request, reply, asked, signedIn);
    if (wantsMail(request)) {
      sendVerificationMail(provider, account, locale);
      return sendVerificationStep(provider, request, reply, asked, signedIn, { notice: t('mailOnItsWay') });
    }
    const wrong = confirmByCode(provider, { email: account.email, account, code: fieldIn(request, 'code') }, t);
    return wrong
      ? sendVerificationStep(provider, request, reply.code(wrong.status), asked, signedIn, {
          codeFault: wrong.sentence,
        })
      : continueSignIn(provider, request, reply, asked, signedIn);
  });
}

interface FormProblem {
  email: string;
  emailFault: string;
  codeFault: string;
  formFault: { sentence: string };
  notice: string;
}

function sendForm(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, emailFault, ...problem }: Pick<FormProblem, 'email'> & Partial<FormProblem>,
): FastifyReply {
  const language = languageOf(request);
  const browser = bindBrowser(provider, request, reply);
  const page = verificationPage({
    ...language,
    ...problem,
    action: `${emailVerificationPath}?${new URLSearchParams({ ui_locales: language.locale })}`,
    hidden: { transaction: provider.transactions.issue(browser, emailVerificationPath) },
    email: { typed: email, fault: emailFault },
  });
  return sendPage(provider, reply, language.locale, page);
}

function confirmByLink(provider: Provider, request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
  const { locale, t } = languageOf(request);
  const found = provider.mailedTokens.find('email-verification', token);
  if (!found || found.state === 'expired') {
    const query = new URLSearchParams({ ui_locales: locale });
    return sendMessagePage(provider, request, reply, {
      status: found ? 410 : 404,
      title: found ? 'linkExpiredTitle' : 'linkUnknownTitle',
      text: 'verificationLinkText',
      values: { hours: mailedLife.verificationHours },
      ways: [{ label: t('sendAgain'), address: `${emailVerificationPath}?${query}` }],
    });
  }
  if (found.state === 'open') confirmAddress(provider, found.accountId);
  return sendConfirmed(provider, request, reply, provider.accounts.get(found.accountId).email);
}

function sendConfirmed(provider: Provider, request: FastifyRequest, reply: FastifyReply, email: string): FastifyReply {
  const values = { email };
  return sendMessagePage(provider, request, reply, { status: 200, title: 'verifiedTitle', text: 'verified', values });
}
