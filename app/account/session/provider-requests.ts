import { getClaims } from '@workos-inc/authkit-js';

/** How long an answer of the login provider is waited for. */
export const answerWithinMs = 10_000;

/** A code can be exchanged only once: its answer is still taken when it comes late. */
const exchangeWithinMs = 60_000;

/** What the login provider means by an answer that ends a session; every other failure passes (RFC 6749, section 5.2). */
const refusals = [400, 401];

/** Failures that the client library itself takes for passing ones. */
const passingFaults = [408, 429, 500, 502, 503, 504];

/** The client library's requests to the login provider. */
export interface ProviderRequests {
  /** Gives up all that are under way. */
  giveUp(): void;
}

/**
 * Limits the time of each request to `origin`, which the client library does not, and lets no answer through that would
 * end or break a session by mistake. Everything else that the page asks for is left alone.
 */
export function limitProviderRequests(origin: string): ProviderRequests {
  const open = new Set<AbortController>();
  const fetchAsUsual = globalThis.fetch.bind(globalThis);

  const ask = async (address: URL, init: RequestInit) => {
    const giving = new AbortController();
    open.add(giving);
    const isExchange = grantTypeOf(init) === 'authorization_code';
    // Not `AbortSignal.timeout`: the request can be given up earlier as well.
    const timer = setTimeout(() => giving.abort(), isExchange ? exchangeWithinMs : answerWithinMs);
    try {
      const response = await fetchAsUsual(address, { ...init, signal: giving.signal });
      // The body is read here because it can hang as well.
      return checkedAnswer(response, await response.text());
    } catch (error) {
      if (error instanceof TypeError) throw error;
      // Inside its lock the library takes an `AbortError` for a lock that could not be had.
      throw new TypeError('The login provider did not answer.', { cause: error });
    } finally {
      clearTimeout(timer);
      open.delete(giving);
    }
  };

  // The library always passes a URL object and options.
  globalThis.fetch = (input, init) =>
    input instanceof URL && input.origin === origin && init ? ask(input, init) : fetchAsUsual(input, init);

  return {
    giveUp() {
      for (const giving of open) giving.abort();
    },
  };
}

function grantTypeOf({ body }: RequestInit): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as { grant_type?: unknown }).grant_type : undefined;
}

/** The answer with its body, if the library understands it as it is meant. Throws a `TypeError` for one that passes. */
export function checkedAnswer(response: Response, body: string): Response {
  const { status, headers } = response;
  const answer = readJson(body);
  if (response.ok) requireTokens(answer);
  else if (!passingFaults.includes(status) && !(refusals.includes(status) && typeof answer.error === 'string'))
    throw new TypeError(`The login provider answered ${status}, which is not its refusal.`);
  return new Response(body, { status, headers });
}

function readJson(body: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(body);
    return answer !== null && typeof answer === 'object' ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The library stores an answer before it reads the token, and could not do anything with it ever after. */
function requireTokens({ access_token: token, user }: Record<string, unknown>): void {
  if (typeof token !== 'string' || user === null || typeof user !== 'object')
    throw new TypeError('The login provider answered without a token.');
  try {
    const { exp, iat } = getClaims(token);
    if (Number.isFinite(exp) && Number.isFinite(iat)) return;
  } catch (error) {
    // 'Invalid JWT format' or 'Failed to decode JWT…' (specification 8).
    throw new TypeError((error as Error).message, { cause: error });
  }
  throw new TypeError('The login provider answered with a token without times.');
}
