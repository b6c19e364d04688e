import type { FastifyInstance, FastifyReply } from 'fastify';
import { steps } from './addresses.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress } from './authorization-request.ts';
import type { FormField } from './form-page.ts';
import { emailFault, newPasswordFault } from './login-form.ts';
import { confirmAddress, mailedLife, sendPasswordResetMail } from './mails.ts';
import { passwordLength } from './passwords.ts';
import type { Provider } from './provider.ts';
import { onSignIn, type Visit } from './visit.ts';

/** Where somebody who has forgotten the password asks for a mail. */
export function passwordResetRoutes(app: FastifyInstance, provider: Provider): void {
  const path = steps.passwordReset;
  onSignIn(app, provider, 'GET', path, (visit, asked) => sendAskForm(visit, asked, asked.loginHint));

  onSignIn(app, provider, 'POST', path, async (visit, asked) => {
    const { sent, t } = visit;
    const email = (sent.get('email') ?? '').trim();
    const fault = emailFault({ email }, t).email;
    if (fault) return sendAskForm(visit, asked, email, fault);
    const account = provider.accounts.findByEmail(email);
    if (account) await sendPasswordResetMail(provider, account, visit.locale);
    // The same for an address without an account, as a hosted provider does.
    return visit.sendMessage(200, 'resetSentTitle', {
      text: 'resetSent',
      values: { email, minutes: mailedLife.resetMinutes },
      ways: [
        { label: t('toInbox'), address: provider.config.inboxAddress },
        { label: t('backToSignIn'), address: changedAddress(asked, { screen_hint: 'sign-in', login_hint: email }) },
      ],
    });
  });
}

function sendAskForm(visit: Visit, asked: AuthorizationRequest, email: string, fault?: string): FastifyReply {
  const { t } = visit;
  const view = {
    title: t('resetAskTitle'),
    lead: t('resetAsk'),
    fields: [{ ...emailField(visit, email), fault }],
    submit: t('sendLink'),
    cancelAddress: cancelAddress(asked),
  };
  return visit.sendForm(view, fault ? 422 : 200);
}

const emailField = ({ t }: Visit, value: string): FormField => ({
  name: 'email',
  label: t('email'),
  type: 'email',
  autocomplete: 'username',
  value,
});

/** The page that the link of the mail opens: for a new password, as long as the link is good. */
export function openNewPassword(visit: Visit, asked: AuthorizationRequest, token: string): FastifyReply {
  const found = visit.provider.mailedTokens.find('password-reset', token);
  return found?.state === 'open'
    ? sendNewPasswordForm(visit, asked, found.accountId)
    : sendLinkRefused(visit, asked, found !== undefined);
}

/** Takes the new password. Whoever was signed in with the old one is signed out, and the sign-in goes on from there. */
export async function takeNewPassword(visit: Visit, asked: AuthorizationRequest, token: string): Promise<FastifyReply> {
  const { provider, t } = visit;
  const found = provider.mailedTokens.find('password-reset', token);
  if (found?.state !== 'open') return sendLinkRefused(visit, asked, found !== undefined);
  const { accountId } = found;
  const password = visit.sent.get('password') ?? '';
  const fault = newPasswordFault({ password }, t).password;
  if (fault) return sendNewPasswordForm(visit, asked, accountId, fault);

  const passwordHash = await provider.passwords.hash(password);
  // Of two at once only one gets past this.
  if (!provider.mailedTokens.spendAll('password-reset', accountId)) return sendLinkRefused(visit, asked, true);
  provider.accounts.setPasswordHash(accountId, passwordHash);
  provider.sessions.endAllOf(accountId);
  // The mail has arrived, so the address is theirs.
  confirmAddress(provider, accountId);
  const { email } = provider.accounts.get(accountId);
  return visit.sendMessage(200, 'resetDoneTitle', {
    text: 'resetDone',
    ways: [{ label: t('signIn'), address: signInAddress(asked, { login_hint: email }) }],
  });
}

/** The same sign-in, as it was before the password was forgotten. */
const signInAddress = (asked: AuthorizationRequest, changes: Record<string, string> = {}) =>
  changedAddress(asked, { password_reset_token: null, screen_hint: 'sign-in', ...changes });

function sendNewPasswordForm(
  visit: Visit,
  asked: AuthorizationRequest,
  accountId: string,
  fault?: string,
): FastifyReply {
  const { provider, t } = visit;
  const password: FormField = {
    name: 'password',
    label: t('newPassword'),
    type: 'password',
    autocomplete: 'new-password',
    hint: t('passwordRule', { min: passwordLength.min }),
    fault,
  };
  const view = {
    title: t('resetTitle'),
    lead: t('resetText'),
    fields: [{ ...emailField(visit, provider.accounts.get(accountId).email), fixed: true }, password],
    submit: t('setPassword'),
    cancelAddress: cancelAddress(asked),
  };
  return visit.sendForm(view, fault ? 422 : 200);
}

function sendLinkRefused(visit: Visit, asked: AuthorizationRequest, isKnown: boolean): FastifyReply {
  const { t } = visit;
  return visit.sendMessage(isKnown ? 410 : 404, 'linkNotGoodTitle', {
    text: 'resetLinkText',
    values: { minutes: mailedLife.resetMinutes },
    ways: [
      {
        label: t('sendLinkAgain'),
        address: changedAddress(asked, { password_reset_token: null }, steps.passwordReset),
      },
      { label: t('backToSignIn'), address: signInAddress(asked) },
      { label: t('cancel'), address: cancelAddress(asked) },
    ],
  });
}
