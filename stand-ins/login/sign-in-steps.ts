import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../html.ts';
import { steps } from './addresses.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress, returnAddress } from './authorization-request.ts';
import { confirmAddress, sendVerificationMail } from './mails.ts';
import { organizationPage } from './organization-page.ts';
import type { Provider } from './provider.ts';
import type { Impersonator } from './sessions.ts';
import { onSignIn, type Visit } from './visit.ts';

/** Somebody who has shown who they are, and what they have chosen since. */
export interface SignedIn {
  accountId: string;
  impersonator?: Impersonator;
  organizationId?: string;
}

/** Goes on after the password: asks what is still open, or goes back to the site with a code. */
export async function continueSignIn(
  visit: Visit,
  asked: AuthorizationRequest,
  signedIn: SignedIn,
): Promise<FastifyReply> {
  const { provider, reply } = visit;
  const { accountId, impersonator } = signedIn;
  const account = provider.accounts.get(accountId);
  if (!impersonator && provider.demandsVerification(account)) {
    if (!provider.mailedTokens.hasOpen('email-verification', accountId))
      await sendVerificationMail(provider, account, visit.locale);
    return askForCode(visit, asked, signedIn);
  }
  const memberships = provider.organizations.membershipsOf(accountId);
  const wanted = signedIn.organizationId ?? asked.organizationId;
  if (wanted !== undefined && !memberships.some(({ organization }) => organization.id === wanted))
    return sendNotMemberPage(visit, asked, wanted);
  if (wanted === undefined && memberships.length > 1) {
    const carried = await provider.seals.seal(asked.query, signedIn);
    const { email } = account;
    return visit.sendPage(organizationPage({ visit, asked, email, memberships, signedIn: carried }));
  }
  const organizationId = wanted ?? memberships[0]?.organization.id ?? null;
  const owner = { clientId: asked.clientId, accountId, organizationId, impersonator: impersonator ?? null };
  const code = provider.sessions.issueCode(owner, asked.codeChallenge);
  return reply.header('cache-control', 'no-store').redirect(returnAddress(asked, { code }), 303);
}

/** Takes the answers to the questions after the password. */
export function signInStepRoutes(app: FastifyInstance, provider: Provider): void {
  const onStep = (
    path: string,
    answer: (visit: Visit, asked: AuthorizationRequest, signedIn: SignedIn) => Promise<FastifyReply>,
  ) => {
    const beginAgain = ({ reply }: Visit, asked: AuthorizationRequest) =>
      reply.redirect(changedAddress(asked, {}), 303);
    // Reloading the page after an answer.
    onSignIn(app, provider, 'GET', path, beginAgain);
    onSignIn(app, provider, 'POST', path, async (visit, asked) => {
      const signedIn = await provider.seals.unseal<SignedIn>(visit.sent.get('signedIn') ?? '', asked.query);
      return signedIn && provider.accounts.find(signedIn.accountId)
        ? answer(visit, asked, signedIn)
        : beginAgain(visit, asked);
    });
  };

  onStep(steps.organization, (visit, asked, signedIn) => {
    const organizationId = visit.sent.get('organization');
    return continueSignIn(visit, asked, { ...signedIn, ...(organizationId && { organizationId }) });
  });

  onStep(steps.verification, async (visit, asked, signedIn) => {
    const { sent, t } = visit;
    const account = provider.accounts.get(signedIn.accountId);
    // The link may have been opened meanwhile.
    if (account.emailVerified) return continueSignIn(visit, asked, signedIn);
    if (sent.get('wish') === 'mail') {
      await sendVerificationMail(provider, account, visit.locale);
      return askForCode(visit, asked, signedIn, { notice: t('mailOnItsWay') });
    }
    const code = sent.get('code') ?? '';
    if (!code.trim()) return askForCode(visit, asked, signedIn, { fault: t('codeMissing') });
    if (!provider.mailedTokens.matchesCode('email-verification', account.id, code))
      return askForCode(visit, asked, signedIn, { fault: t('codeWrong') });
    confirmAddress(provider, account.id);
    return continueSignIn(visit, asked, signedIn);
  });
}

/** Asks for the code of the confirmation mail. The link in it does as well. */
async function askForCode(
  visit: Visit,
  asked: AuthorizationRequest,
  signedIn: SignedIn,
  { fault, notice }: { fault?: string; notice?: string } = {},
): Promise<FastifyReply> {
  const { provider, t } = visit;
  const view = {
    title: t('verificationTitle'),
    lead: t('verificationText', { email: provider.accounts.get(signedIn.accountId).email }),
    notice,
    action: changedAddress(asked, {}, steps.verification),
    hidden: { signedIn: await provider.seals.seal(asked.query, signedIn) },
    fields: [{ name: 'code', label: t('code'), autocomplete: 'one-time-code', fault }],
    submit: t('confirm'),
    cancelAddress: cancelAddress(asked),
    below: [
      html`<p class="switch">${t('mailMissing')}
<button class="link" name="wish" value="mail">${t('sendAgain')}</button></p>`,
      html`<p><a href="${provider.config.inboxAddress}">${t('toInbox')}</a></p>`,
    ],
  };
  return visit.sendForm(view, fault ? 422 : 200);
}

function sendNotMemberPage(visit: Visit, asked: AuthorizationRequest, organizationId: string): FastifyReply {
  const { provider, t } = visit;
  return visit.sendMessage(403, 'notMemberTitle', {
    text: 'notMember',
    values: { organization: provider.organizations.find(organizationId)?.name ?? organizationId },
    ways: [
      { label: t('otherAccount'), address: changedAddress(asked, { login_hint: null }) },
      { label: t('withoutOrganization'), address: changedAddress(asked, { organization_id: null }) },
      { label: t('cancel'), address: cancelAddress(asked, 'This account does not belong to the organization.') },
    ],
  });
}
