import { authorizePath } from './addresses.ts';
import { clientId, isClientId, type LoginConfig } from './config.ts';
import type { MessageId } from './messages.ts';

export type Screen = 'sign-in' | 'sign-up';

/** A sign-in as the site asked for it (specification 7). */
export interface AuthorizationRequest {
  clientId: string;
  /** The query as it came, percent-encoding included, and what a header must not hold percent-encoded, too. */
  query: string;
  redirectUri: string;
  /** As it came, percent-encoding included, so that it goes back byte for byte. */
  encodedState: string | undefined;
  /** As the site wishes; sign-in when it does not say. */
  screen: Screen;
  codeChallenge: string;
  loginHint: string;
  organizationId: string | undefined;
  connectionId: string;
  invitationToken: string | undefined;
  passwordResetToken: string | undefined;
}

/** A code challenge is a SHA-256 hash in base64url (RFC 7636, 4.2). */
const challengePattern = /^[\w-]{43}$/;

/** Where the app listens: on whichever port is free, so any is accepted (RFC 8252, 7.3). */
const loopbackRedirect = /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}\/callback$/;

type Reading =
  | { request: AuthorizationRequest }
  /** Told to the person: an address that is not listed must never be redirected to (RFC 6749, 4.1.2.1). */
  | { refusal: MessageId }
  /** Told to the site. */
  | { returnAddress: string };

/** Reads the query of `/user_management/authorize`. */
export function readAuthorizationRequest(config: LoginConfig, rawQuery: string): Reading {
  const query = rawQuery.replace(/[^\x21-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length) return { refusal: 'parameterRepeated' };
  const client = parameters.get('client_id');
  if (!isClientId(client)) return { refusal: 'clientUnknown' };
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const isListed = client === clientId ? config.redirectUris.includes(redirectUri) : loopbackRedirect.test(redirectUri);
  if (!isListed) return { refusal: 'redirectNotListed' };

  const encodedState = rawPairs(query).find(({ name }) => name === 'state')?.encodedValue;
  const fault = findFault(parameters);
  if (fault) return { returnAddress: returnAddress({ redirectUri, encodedState }, fault) };
  return {
    request: {
      clientId: client,
      query,
      redirectUri,
      encodedState,
      screen: parameters.get('screen_hint') === 'sign-up' ? 'sign-up' : 'sign-in',
      codeChallenge: parameters.get('code_challenge') ?? '',
      loginHint: parameters.get('login_hint') ?? '',
      organizationId: parameters.get('organization_id') || undefined,
      connectionId: parameters.get('connection_id') ?? '',
      invitationToken: parameters.get('invitation_token') || undefined,
      passwordResetToken: parameters.get('password_reset_token') || undefined,
    },
  };
}

/** The descriptions are for developers; RFC 6749 wants them in ASCII. */
function findFault(parameters: URLSearchParams): { error: string; error_description: string } | undefined {
  if (parameters.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', error_description: 'The response_type must be code.' };
  const provider = parameters.get('provider');
  if (
    provider !== 'authkit' &&
    !(provider === null && (parameters.has('connection_id') || parameters.has('organization_id')))
  )
    return { error: 'invalid_request', error_description: 'The provider must be authkit.' };
  if (
    parameters.get('code_challenge_method') !== 'S256' ||
    !challengePattern.test(parameters.get('code_challenge') ?? '')
  )
    return { error: 'invalid_request', error_description: 'PKCE with the code_challenge_method S256 is required.' };
  return undefined;
}

/** Where the browser goes back to, with `parameters` and the state. */
export function returnAddress(
  { redirectUri, encodedState }: Pick<AuthorizationRequest, 'redirectUri' | 'encodedState'>,
  parameters: Record<string, string>,
): string {
  const state = encodedState === undefined ? '' : `&state=${encodedState}`;
  return `${redirectUri}?${new URLSearchParams(parameters)}${state}`;
}

/** The answer to someone who does not want to sign in after all, or cannot. */
export function cancelAddress(request: AuthorizationRequest, description = 'The sign-in was cancelled.'): string {
  return returnAddress(request, { error: 'access_denied', error_description: description });
}

/** The same request on the other screen, everything else kept as it came. */
export function screenAddress(request: AuthorizationRequest, screen: Screen, loginHint?: string): string {
  return changedAddress(request, {
    screen_hint: screen,
    ...(loginHint !== undefined && { login_hint: loginHint }),
  });
}

/** The same request with other values; `null` leaves a parameter out, everything else is kept as it came. */
export function changedAddress(
  request: AuthorizationRequest,
  changes: Record<string, string | null>,
  path: string = authorizePath,
): string {
  const kept = rawPairs(request.query)
    .filter(({ name }) => !(name in changes))
    .map(({ pair }) => pair);
  const added = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null);
  const pairs = [...kept, ...(added.length ? [new URLSearchParams(added).toString()] : [])];
  return `${path}?${pairs.join('&')}`;
}

function rawPairs(query: string): { name: string; encodedValue: string; pair: string }[] {
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [[name = ''] = []] = new URLSearchParams(pair);
      const equals = pair.indexOf('=');
      return { name, encodedValue: equals < 0 ? '' : pair.slice(equals + 1), pair };
    });
}
