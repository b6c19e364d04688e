import { getClaims } from '@workos-inc/authkit-js';
import { shareAnswers } from './shared-answers.ts';

/** How long an answer of the login provider is waited for. */
export const answerWithinMs = 10_000;

/** A code can be exchanged only once: its answer is still taken when it comes late. */
const exchangeWithinMs = 60_000;

/** What the login provider means by an answer that ends a session; every other failure passes (RFC 6749, section 5.2). */
const refusals = [400, 401];

/** The same for a switch to another organization, which can be forbidden; a sign-in there follows (specification 4). */
const refusalsOfSwitch = [...refusals, 403];

/** Failures that the client library itself takes for passing ones. */
const passingFaults = [408, 429, 500, 502, 503, 504];

/** The client library's requests to the login provider. */
export interface ProviderRequests {
  /** Gives up all that are under way. */
  giveUp(): void;
  /** Somebody has signed in or out: answers that other tabs got before are not taken over. */
  forget(): void;
}

/**
 * Limits the time of each request to `origin`, which the client library does not, lets no answer through that would end or
 * break a session by mistake, and takes over what another tab was just answered. Everything else that the page asks for is left alone.
 */
export function limitProviderRequests(origin: string, isSwitching = () => false): ProviderRequests {
  const open = new Set<AbortController>();
  const fetchAsUsual = globalThis.fetch.bind(globalThis);
  const answers = shareAnswers();

  const ask = async (address: URL, init: RequestInit) => {
    const question = questionOf(init);
    // The library asks under its lock: what another tab has just been told there need not be asked again.
    const known = answers.take(question);
    if (known !== null) return new Response(known);
    const giving = new AbortController();
    open.add(giving);
    const isExchange = question.grant_type === 'authorization_code';
    // Not `AbortSignal.timeout`: the request can be given up earlier as well.
    const timer = setTimeout(() => giving.abort(), isExchange ? exchangeWithinMs : answerWithinMs);
    try {
      const response = await fetchAsUsual(address, { ...init, signal: giving.signal });
      // The body is read here because it can hang as well.
      const body = await response.text();
      const checked = checkedAnswer(response, body, isSwitching() ? refusalsOfSwitch : refusals);
      if (response.ok) answers.share(body);
      return checked;
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
    forget: answers.forget,
  };
}

const questionOf = ({ body }: RequestInit) => (typeof body === 'string' ? readJson(body) : {});

/** The answer with its body, if the library understands it as it is meant. Throws a `TypeError` for one that passes. */
export function checkedAnswer(response: Response, body: string, refused = refusals): Response {
  const { status, headers } = response;
  const answer = readJson(body);
  if (response.ok) requireTokens(answer);
  else if (!passingFaults.includes(status) && !(refused.includes(status) && typeof answer.error === 'string'))
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

/** The library stores an answer before it reads the token, and could never recover from a faulty one. */
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
