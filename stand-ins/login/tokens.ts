import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Account, userOnWire } from './accounts.ts';
import { clientId, type LoginConfig } from './config.ts';
import type { Keys } from './keys.ts';
import type { Membership } from './organizations.ts';
import type { OpenSession } from './sessions.ts';

/** What an answer is made of. */
interface AnswerDetails {
  session: OpenSession;
  account: Account;
  /** The account's place in the organization of the session. */
  membership: Membership | undefined;
  tokenSeconds: number;
}

/** Signs the access token of a session (specification 3). The same session state gives the same token, byte for byte. */
async function signAccessToken(config: LoginConfig, keys: Keys, details: AnswerDetails): Promise<string> {
  const { session, account, membership, tokenSeconds } = details;
  const issuedAt = Math.floor(session.issuedAtMs / 1000);
  const tokenId = createHmac('sha256', keys.secret)
    .update(`token id of ${session.refreshToken} for ${membership?.organization.id}`)
    .digest('base64url');
  const { organization, role, permissions } = membership ?? {};
  const featureFlags = organization?.featureFlags;
  return new SignJWT({
    sid: session.id,
    client_id: session.clientId,
    ...(organization && { org_id: organization.id }),
    ...(role && { role }),
    ...(permissions?.length && { permissions }),
    ...(featureFlags?.length && { feature_flags: featureFlags }),
    // Who acts in the place of the subject (RFC 8693, 4.1).
    ...(session.impersonator && { act: { sub: session.impersonator.email } }),
  })
    .setProtectedHeader({ alg: 'RS256', kid: keys.keyId, typ: 'JWT' })
    .setIssuer(config.issuer.replace(clientId, session.clientId))
    .setSubject(account.id)
    .setJti(tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenSeconds)
    .sign(keys.signing);
}

/** The answer to a successful call of `/user_management/authenticate` (specification 7). */
export async function authenticationAnswer(config: LoginConfig, keys: Keys, details: AnswerDetails) {
  const { session, account, membership } = details;
  return {
    user: userOnWire(account),
    ...(membership && { organization_id: membership.organization.id }),
    access_token: await signAccessToken(config, keys, details),
    refresh_token: session.refreshToken,
    authentication_method: session.impersonator ? 'Impersonation' : 'Password',
    ...(session.impersonator && { impersonator: session.impersonator }),
  };
}
