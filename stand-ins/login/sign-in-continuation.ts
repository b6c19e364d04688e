import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { steps } from './addresses.ts';
import { type AuthorizationRequest, cancelAddress, changedAddress, returnAddress } from './authorization-request.ts';
import { findFormCookie } from './cookies.ts';
import { sendVerificationMail } from './mails.ts';
import { organizationPage } from './organization-page.ts';
import type { Membership } from './organizations.ts';
import { bindBrowser, languageOf, sendMessagePage, sendPage, sentIn } from './page-reply.ts';
import type { Provider } from './provider.ts';
import type { Impersonator } from './sessions.ts';
import { verificationPage } from './verification-page.ts';

/** Somebody who has shown who they are, and what they have chosen since. */
export interface SignedIn {
  accountId: string;
  impersonator?: Impersonator;
  organizationId?: string;
}

/** As a form carries it from one question to the next. */
type Carried = SignedIn & { passwordMark: string };

/** Goes on after the password: asks what is still open, or goes back to the site with a code. */
export function continueSignIn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  signedIn: SignedIn,
): FastifyReply {
  reply.header('cache-control', 'no-store');
  const { accountId, impersonator } = signedIn;
  const account = provider.accounts.get(accountId);
  if (!impersonator && provider.demandsVerification(account)) {
    if (!provider.mailedTokens.hasOpen('email-verification', accountId))
      sendVerificationMail(provider, account, languageOf(request).locale);
    return sendVerificationStep(provider, request, reply, asked, signedIn);
  }
  const memberships = provider.organizations.membershipsOf(accountId);
  const wanted = signedIn.organizationId ?? asked.organizationId;
  if (wanted !== undefined && !memberships.some(({ organization }) => organization.id === wanted))
    return sendNotMemberPage(provider, request, reply, asked, wanted);
  if (wanted === undefined && memberships.length > 1)
    return sendOrganizationPage(provider, request, reply, asked, signedIn, memberships);

  const organizationId = wanted ?? memberships[0]?.organization.id ?? null;
  const owner = { clientId: asked.clientId, accountId, organizationId, impersonator: impersonator ?? null };
  const code = provider.sessions.issueCode(owner, asked.codeChallenge);
  return reply.redirect(returnAddress(asked, { code }), 303);
}

/** Lets the forms that follow know who signed in; worth nothing in another browser, or after a change of password. */
function carry(provider: Provider, browser: string, asked: AuthorizationRequest, signedIn: SignedIn): string {
  const carried: Carried = { ...signedIn, passwordMark: passwordMark(provider, signedIn.accountId) };
  return provider.transactions.seal(browser, asked.query, carried);
}

/** Who has signed in for `asked`, by what the form brought back. */
export function findSignedIn(
  provider: Provider,
  request: FastifyRequest,
  asked: AuthorizationRequest,
): SignedIn | undefined {
  const sent = sentIn(request).get('signedIn') ?? '';
  const browser = findFormCookie(provider.config, request);
  const carried = provider.transactions.unseal<Carried>(sent, browser, asked.query);
  if (!carried) return undefined;
  const { passwordMark: mark, ...signedIn } = carried;
  return passwordMark(provider, signedIn.accountId) === mark ? signedIn : undefined;
}

function passwordMark(provider: Provider, accountId: string): string {
  return createHash('sha256').update(provider.accounts.get(accountId).passwordHash).digest('base64url').slice(0, 16);
}

/** Asks for the code of the confirmation mail before the sign-in goes on. */
export function sendVerificationStep(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  signedIn: SignedIn,
  more: { codeFault?: string; notice?: string } = {},
): FastifyReply {
  const language = languageOf(request);
  const page = verificationPage({
    ...language,
    ...more,
    action: changedAddress(asked, {}, steps.verification),
    hidden: { signedIn: carry(provider, bindBrowser(provider, request, reply), asked, signedIn) },
    email: { known: provider.accounts.get(signedIn.accountId).email },
    cancelAddress: cancelAddress(asked),
  });
  return sendPage(provider, reply, language.locale, page);
}

function sendOrganizationPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  signedIn: SignedIn,
  memberships: readonly Membership[],
): FastifyReply {
  const language = languageOf(request);
  const page = organizationPage({
    ...language,
    memberships,
    asked,
    email: provider.accounts.get(signedIn.accountId).email,
    signedIn: carry(provider, bindBrowser(provider, request, reply), asked, signedIn),
  });
  return sendPage(provider, reply, language.locale, page);
}

function sendNotMemberPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  organizationId: string,
): FastifyReply {
  const { t } = languageOf(request);
  const organization = provider.organizations.find(organizationId)?.name ?? organizationId;
  return sendMessagePage(provider, request, reply, {
    status: 403,
    title: 'notMemberTitle',
    text: 'notMember',
    values: { organization },
    ways: [
      { label: t('otherAccount'), address: changedAddress(asked, { login_hint: null }) },
      { label: t('withoutOrganization'), address: changedAddress(asked, { organization_id: null }) },
      {
        label: t('cancel'),
        address: cancelAddress(asked, 'This account does not belong to the organization.'),
      },
    ],
  });
}
