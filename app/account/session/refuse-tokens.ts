import { endSession } from '../../../shared/endpoints.ts';

/** How long a sign-out waits for the API. Without its answer, the tokens run out by themselves within minutes. */
const withinMs = 1_000;

/**
 * Has the API refuse the tokens that the session of `token` was given. Never rejects, because the session at the login
 * provider ends in any case, and does not go on with the page: a request that outlives it would keep the browser from
 * showing the page again at once.
 */
export async function refuseTokens(apiBaseUrl: string, token: string): Promise<void> {
  await fetch(apiBaseUrl + endSession.path, {
    method: endSession.method,
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(withinMs),
  }).catch(() => {});
}
