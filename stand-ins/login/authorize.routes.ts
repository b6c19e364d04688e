import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../shared/locales.ts';
import { type Account, normalizeEmail } from './accounts.ts';
import { authorizePath } from './addresses.ts';
import { readOrRefuse } from './authorization.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { findFormCookie } from './cookies.ts';
import { confirmAddress } from './email-verification.ts';
import { findImpersonation, sendImpersonationPage } from './impersonation.routes.ts';
import { findInvitation, sendInvitationRefused, withInvitation } from './invitation.ts';
import type { Invitation } from './invitations.ts';
import { type LoginForm, readLoginForm } from './login-form.ts';
import { type LoginView, loginPage } from './login-page.ts';
import { sendVerificationMail } from './mails.ts';
import { carriesResetToken, openNewPassword, takeNewPassword } from './new-password.ts';
import { bindBrowser, languageOf, sendPage } from './page-reply.ts';
import type { Provider } from './provider.ts';
import { continueSignIn } from './sign-in-continuation.ts';

/** The pages to sign in and up, at the address the site sends people to (specification 7). */
export function authorizeRoutes(app: FastifyInstance, provider: Provider): void {
  app.get(authorizePath, (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    if (!asked) return reply;
    if (carriesResetToken(asked)) return openNewPassword(provider, request, reply, asked);
    const invitation = findInvitation(provider, asked);
    if (asked.invitationToken !== undefined && invitation?.state !== 'open')
      return sendInvitationRefused(provider, request, reply, asked, invitation);
    const impersonation = invitation ? undefined : findImpersonation(provider, request);
    if (impersonation) return sendImpersonationPage(provider, request, reply, asked, impersonation);
    const values = { email: asked.loginHint };
    return sendForm(provider, request, reply, { asked, invitation }, { values, faults: {} });
  });

  app.post(authorizePath, async (request, reply) => {
    const asked = readOrRefuse(provider, request, reply);
    if (!asked) return reply;
    if (carriesResetToken(asked)) return takeNewPassword(provider, request, reply, asked);
    const invitation = findInvitation(provider, asked);
    // One that has just been accepted lets its own account in, so that a second click on the button leads on as well.
    if (asked.invitationToken !== undefined && (!invitation || invitation.state === 'expired'))
      return sendInvitationRefused(provider, request, reply, asked, invitation);
    return takeForm(provider, request, reply, { asked: withInvitation(provider, asked, invitation), invitation });
  });
}

/** A request, and the invitation it carries. */
interface Occasion {
  asked: AuthorizationRequest;
  invitation: Invitation | undefined;
}

async function takeForm(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, invitation }: Occasion,
): Promise<FastifyReply> {
  const { locale, t } = languageOf(request);
  const form = readLoginForm(request.body, asked.screen, t, invitation?.email);
  const showAgain = (status: number, problem: Partial<LoginView>) =>
    sendForm(provider, request, reply.code(status), { asked, invitation }, { ...form, ...problem });

  if (!provider.transactions.isValid(form.transaction, findFormCookie(provider.config, request), asked.query))
    return showAgain(403, { faults: {}, formFault: { sentence: t('formNotAccepted') } });
  if (Object.keys(form.faults).length) return showAgain(422, {});

  const waitMs = provider.passwordGuesses.waitMs(normalizeEmail(form.values.email));
  if (waitMs > 0) {
    reply.header('retry-after', String(Math.ceil(waitMs / 1000)));
    return showAgain(429, { formFault: { sentence: t('tooManyGuesses', { minutes: Math.ceil(waitMs / 60_000) }) } });
  }
  const isSignUp = asked.screen === 'sign-up';
  const account = isSignUp
    ? await signUp(provider, form, { locale, isInvited: invitation !== undefined })
    : await signIn(provider, form);
  if (account) {
    if (invitation) {
      provider.invitations.accept(invitation, account.id);
      // The invitation has arrived there.
      confirmAddress(provider, account.id);
    }
    const organizationId = asked.organizationId ?? invitation?.organizationId;
    const signedIn = { accountId: account.id, ...(organizationId && { organizationId }) };
    return continueSignIn(provider, request, reply, asked, signedIn);
  }
  if (invitation?.state === 'used') return sendInvitationRefused(provider, request, reply, asked, invitation);
  return isSignUp
    ? showAgain(422, { faults: { email: t('emailTaken') }, isTaken: true })
    : showAgain(422, { formFault: { sentence: t('wrongCredentials'), field: 'password' } });
}

function sendForm(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  occasion: Occasion,
  view: Pick<LoginView, 'values' | 'faults'> & Partial<LoginView>,
): FastifyReply {
  const { invitation } = occasion;
  const asked = withInvitation(provider, occasion.asked, invitation);
  const language = languageOf(request);
  const organizationId = asked.organizationId ?? invitation?.organizationId;
  const page = loginPage({
    ...view,
    ...language,
    asked,
    invitation,
    organization: organizationId ? provider.organizations.find(organizationId) : undefined,
    transaction: provider.transactions.issue(bindBrowser(provider, request, reply), asked.query),
  });
  return sendPage(provider, reply, language.locale, page);
}

/** `undefined` for an unknown address and for a wrong password alike. */
async function signIn(provider: Provider, { values }: LoginForm): Promise<Account | undefined> {
  const email = normalizeEmail(values.email);
  const account = provider.accounts.findByEmail(email);
  if (await provider.passwords.matches(values.password, account?.passwordHash)) {
    provider.passwordGuesses.forget(email);
    return account;
  }
  provider.passwordGuesses.recordWrong(email);
  return undefined;
}

/** A second click on the button, or a known person with the right password, is simply signed in. */
async function signUp(
  provider: Provider,
  form: LoginForm,
  { locale, isInvited }: { locale: Locale; isInvited: boolean },
): Promise<Account | undefined> {
  const { email, password, firstName, lastName } = form.values;
  if (provider.accounts.findByEmail(email)) return signIn(provider, form);
  const account = await provider.accounts.create({ email, password, firstName, lastName });
  if (!account) return signIn(provider, form);
  if (!isInvited) sendVerificationMail(provider, account, locale);
  return account;
}
