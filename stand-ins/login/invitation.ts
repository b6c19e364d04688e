import type { FastifyReply } from 'fastify';
import { type AuthorizationRequest, cancelAddress, changedAddress } from './authorization-request.ts';
import type { Invitation } from './invitations.ts';
import type { Visit } from './visit.ts';

/** Says why the invitation cannot be accepted and how to go on. */
export function sendInvitationRefused(
  visit: Visit,
  asked: AuthorizationRequest,
  invitation: Invitation | undefined,
): FastifyReply {
  const { t } = visit;
  const cancel = { label: t('cancel'), address: cancelAddress(asked, 'The invitation is no longer good.') };
  const without = { invitation_token: null };
  if (invitation?.state === 'used') {
    const signIn = { ...without, screen_hint: 'sign-in', login_hint: invitation.email };
    const ways = [{ label: t('signIn'), address: changedAddress(asked, signIn) }, cancel];
    return visit.sendMessage(410, 'invitationUsedTitle', { text: 'invitationUsed', ways });
  }
  return visit.sendMessage(invitation ? 410 : 404, 'invitationNotGoodTitle', {
    text: 'invitationNotGood',
    ways: [{ label: t('withoutInvitation'), address: changedAddress(asked, without) }, cancel],
  });
}
