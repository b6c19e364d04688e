import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthorizationRequest, cancelAddress, changedAddress } from './authorization-request.ts';
import type { Invitation } from './invitations.ts';
import { languageOf, sendMessagePage } from './page-reply.ts';
import type { Provider } from './provider.ts';

/** The invitation that `asked` carries, whatever its state. */
export function findInvitation(provider: Provider, asked: AuthorizationRequest): Invitation | undefined {
  return asked.invitationToken === undefined ? undefined : provider.invitations.find(asked.invitationToken);
}

/** An invited address settles which of the two screens is of use, whatever the site wished. */
export function withInvitation(
  provider: Provider,
  asked: AuthorizationRequest,
  invitation: Invitation | undefined,
): AuthorizationRequest {
  if (!invitation) return asked;
  return { ...asked, screen: provider.accounts.findByEmail(invitation.email) ? 'sign-in' : 'sign-up' };
}

const refusals = {
  used: { status: 410, title: 'invitationUsedTitle', text: 'invitationUsed' },
  expired: { status: 410, title: 'invitationExpiredTitle', text: 'invitationNotGood' },
  unknown: { status: 404, title: 'invitationUnknownTitle', text: 'invitationNotGood' },
} as const;

/** Says why the invitation cannot be accepted and how to go on. */
export function sendInvitationRefused(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  invitation: Invitation | undefined,
): FastifyReply {
  const { t } = languageOf(request);
  const isUsed = invitation?.state === 'used';
  const without = { invitation_token: null };
  const signIn = { ...without, screen_hint: 'sign-in', login_hint: invitation?.email ?? null };
  return sendMessagePage(provider, request, reply, {
    ...refusals[isUsed ? 'used' : invitation ? 'expired' : 'unknown'],
    ways: [
      isUsed
        ? { label: t('signIn'), address: changedAddress(asked, signIn) }
        : { label: t('withoutInvitation'), address: changedAddress(asked, without) },
      { label: t('cancel'), address: cancelAddress(asked, 'The invitation is no longer good.') },
    ],
  });
}
