import type { FastifyReply, FastifyRequest } from 'fastify';
import { steps } from './addresses.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress } from './authorization-request.ts';
import { findFormCookie } from './cookies.ts';
import { confirmAddress } from './email-verification.ts';
import { type FormPageView, formPage } from './form-page.ts';
import { newPasswordFault } from './login-form.ts';
import { mailedLife } from './mails.ts';
import { bindBrowser, languageOf, sendMessagePage, sendPage, sentIn } from './page-reply.ts';
import { passwordLength } from './passwords.ts';
import type { Provider } from './provider.ts';

type AskedWithToken = AuthorizationRequest & { passwordResetToken: string };

export const carriesResetToken = (asked: AuthorizationRequest): asked is AskedWithToken =>
  asked.passwordResetToken !== undefined;

/** The page that the link of a mail opens: for a new password, as long as the link is good. */
export function openNewPassword(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedWithToken,
): FastifyReply {
  const found = provider.mailedTokens.find('password-reset', asked.passwordResetToken);
  return found?.state === 'open'
    ? sendForm(provider, request, reply, asked, found.accountId)
    : sendLinkRefused(provider, request, reply, asked);
}

/** Takes the new password. Whoever was signed in with the old one is signed out, and the sign-in goes on from there. */
export async function takeNewPassword(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedWithToken,
): Promise<FastifyReply> {
  const { t } = languageOf(request);
  const found = provider.mailedTokens.find('password-reset', asked.passwordResetToken);
  if (found?.state !== 'open') return sendLinkRefused(provider, request, reply, asked);
  const { accountId } = found;
  const sent = sentIn(request);
  const browser = findFormCookie(provider.config, request);
  if (!provider.transactions.isValid(sent.get('transaction') ?? '', browser, asked.query))
    return sendForm(provider, request, reply.code(403), asked, accountId, {
      formFault: { sentence: t('formNotAccepted') },
    });
  const password = sent.get('password') ?? '';
  const fault = newPasswordFault({ password }, t).password;
  if (fault) return sendForm(provider, request, reply.code(422), asked, accountId, { fault });

  const passwordHash = await provider.passwords.hash(password);
  // Of two at once only one gets past this.
  if (!provider.mailedTokens.spendAll('password-reset', accountId))
    return sendLinkRefused(provider, request, reply, asked);
  provider.accounts.setPasswordHash(accountId, passwordHash);
  provider.sessions.endAllOf(accountId);
  // The mail has arrived, so the address is theirs.
  confirmAddress(provider, accountId);
  const { email } = provider.accounts.get(accountId);
  provider.passwordGuesses.forget(email);
  return sendMessagePage(provider, request, reply, {
    status: 200,
    title: 'resetDoneTitle',
    text: 'resetDone',
    ways: [{ label: t('signIn'), address: signInAddress(asked, email) }],
  });
}

/** The same sign-in, as it was before the password was forgotten. */
const signInAddress = (asked: AuthorizationRequest, email: string | null) =>
  changedAddress(asked, { password_reset_token: null, screen_hint: 'sign-in', ...(email && { login_hint: email }) });

function sendForm(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  accountId: string,
  { fault, formFault }: { fault?: string; formFault?: FormPageView['formFault'] } = {},
): FastifyReply {
  const { locale, t } = languageOf(request);
  const page = formPage({
    locale,
    t,
    title: t('resetTitle'),
    lead: t('resetText'),
    hidden: { transaction: provider.transactions.issue(bindBrowser(provider, request, reply), asked.query) },
    fields: [
      {
        name: 'email',
        label: t('email'),
        type: 'email',
        autocomplete: 'username',
        value: provider.accounts.get(accountId).email,
        fixed: true,
      },
      {
        name: 'password',
        label: t('newPassword'),
        type: 'password',
        autocomplete: 'new-password',
        hint: t('passwordRule', { min: passwordLength.min }),
        fault,
      },
    ],
    formFault,
    submit: t('setPassword'),
    cancelAddress: cancelAddress(asked),
  });
  return sendPage(provider, reply, locale, page);
}

const refusedLinks = {
  used: { status: 410, title: 'linkUsedTitle' },
  expired: { status: 410, title: 'linkExpiredTitle' },
  unknown: { status: 404, title: 'linkUnknownTitle' },
} as const;

function sendLinkRefused(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedWithToken,
): FastifyReply {
  const { t } = languageOf(request);
  const state = provider.mailedTokens.find('password-reset', asked.passwordResetToken)?.state ?? 'unknown';
  return sendMessagePage(provider, request, reply, {
    ...refusedLinks[state === 'open' ? 'used' : state],
    text: 'resetLinkText',
    values: { minutes: mailedLife.resetMinutes },
    ways: [
      {
        label: t('sendLinkAgain'),
        address: changedAddress(asked, { password_reset_token: null }, steps.passwordReset),
      },
      { label: t('backToSignIn'), address: signInAddress(asked, null) },
      { label: t('cancel'), address: cancelAddress(asked) },
    ],
  });
}
