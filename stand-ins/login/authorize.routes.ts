import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Account } from './accounts.ts';
import { authorizePath } from './addresses.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { sendInvitationRefused } from './invitation.ts';
import type { Invitation } from './invitations.ts';
import { type LoginForm, readLoginForm } from './login-form.ts';
import { type LoginView, loginPage } from './login-page.ts';
import { confirmAddress, sendVerificationMail } from './mails.ts';
import { openNewPassword, takeNewPassword } from './password-reset.routes.ts';
import type { Provider } from './provider.ts';
import { continueSignIn, type SignedIn } from './sign-in-steps.ts';
import { onSignIn, type Visit } from './visit.ts';

/** The subject of a seal that stands in `connection_id` and says who acts for whom. */
export const impersonationSubject = 'impersonation';

/** The pages to sign in and up, at the address the site sends people to (specification 7). */
export function authorizeRoutes(app: FastifyInstance, provider: Provider): void {
  onSignIn(app, provider, 'GET', authorizePath, async (visit, asked) => {
    if (asked.passwordResetToken !== undefined) return openNewPassword(visit, asked, asked.passwordResetToken);
    const impersonation = await provider.seals.unseal<SignedIn>(asked.connectionId, impersonationSubject);
    if (impersonation && provider.accounts.find(impersonation.accountId))
      return continueSignIn(visit, asked, impersonation);
    const invitation = findInvitation(provider, asked);
    if (asked.invitationToken !== undefined && invitation?.state !== 'open')
      return sendInvitationRefused(visit, asked, invitation);
    return sendForm(visit, { asked, invitation }, { values: { email: asked.loginHint }, faults: {} });
  });

  onSignIn(app, provider, 'POST', authorizePath, (visit, asked) => {
    if (asked.passwordResetToken !== undefined) return takeNewPassword(visit, asked, asked.passwordResetToken);
    const invitation = findInvitation(provider, asked);
    // One that has just been accepted lets its own account in, so that a second click on the button leads on as well.
    if (asked.invitationToken !== undefined && (!invitation || invitation.state === 'expired'))
      return sendInvitationRefused(visit, asked, invitation);
    return takeForm(visit, { asked: withInvitation(provider, asked, invitation), invitation });
  });
}

/** A request, and the invitation it carries. */
interface Occasion {
  asked: AuthorizationRequest;
  invitation: Invitation | undefined;
}

/** The invitation that `asked` carries, whatever its state. */
function findInvitation({ invitations }: Provider, { invitationToken }: AuthorizationRequest): Invitation | undefined {
  return invitationToken === undefined ? undefined : invitations.find(invitationToken);
}

/** An invited address settles which of the two screens is of use, whatever the site wished. */
function withInvitation(
  { accounts }: Provider,
  asked: AuthorizationRequest,
  invitation: Invitation | undefined,
): AuthorizationRequest {
  if (!invitation) return asked;
  return { ...asked, screen: accounts.findByEmail(invitation.email) ? 'sign-in' : 'sign-up' };
}

async function takeForm(visit: Visit, { asked, invitation }: Occasion): Promise<FastifyReply> {
  const { provider, t } = visit;
  const form = readLoginForm(visit.sent, asked.screen, t, invitation?.email);
  const showAgain = (problem: Partial<LoginView>) =>
    sendForm(visit, { asked, invitation }, { ...form, ...problem }, 422);
  if (Object.keys(form.faults).length) return showAgain({});

  const isSignUp = asked.screen === 'sign-up';
  const account = isSignUp ? await signUp(visit, form, invitation) : await signIn(provider, form);
  if (account) {
    if (invitation) {
      provider.invitations.accept(invitation, account.id);
      // The invitation has arrived there.
      confirmAddress(provider, account.id);
    }
    const organizationId = asked.organizationId ?? invitation?.organizationId;
    return continueSignIn(visit, asked, { accountId: account.id, ...(organizationId && { organizationId }) });
  }
  if (invitation?.state === 'used') return sendInvitationRefused(visit, asked, invitation);
  return isSignUp
    ? showAgain({ faults: { email: t('emailTaken') }, isTaken: true })
    : showAgain({ formFault: { sentence: t('wrongCredentials'), field: 'password' } });
}

function sendForm(
  visit: Visit,
  { asked, invitation }: Occasion,
  view: Pick<LoginView, 'values' | 'faults'> & Partial<LoginView>,
  status = 200,
): FastifyReply {
  const { provider, locale, t } = visit;
  const organizationId = asked.organizationId ?? invitation?.organizationId;
  const page = loginPage({
    ...view,
    locale,
    t,
    asked: withInvitation(provider, asked, invitation),
    invitation,
    organization: organizationId ? provider.organizations.find(organizationId) : undefined,
  });
  return visit.sendPage(page, status);
}

/** `undefined` for an unknown address and for a wrong password alike. */
async function signIn({ accounts, passwords }: Provider, { values }: LoginForm): Promise<Account | undefined> {
  const account = accounts.findByEmail(values.email);
  return (await passwords.matches(values.password, account?.passwordHash)) ? account : undefined;
}

/** A second click on the button, or a known person with the right password, is simply signed in. */
async function signUp(
  { provider, locale }: Visit,
  form: LoginForm,
  invitation: Invitation | undefined,
): Promise<Account | undefined> {
  const { email, password, firstName, lastName } = form.values;
  if (provider.accounts.findByEmail(email)) return signIn(provider, form);
  const account = await provider.accounts.create({ email, password, firstName, lastName, locale });
  if (!account) return signIn(provider, form);
  if (!invitation) await sendVerificationMail(provider, account, locale);
  return account;
}
