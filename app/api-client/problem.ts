import { ApiProblem, ConnectionFault } from './api-client.ts';

/** Why a call failed: what the API answered, or that nothing usable came of it. */
export type CallProblem = ApiProblem | ConnectionFault;

/** What went wrong with a call, as a problem or a connection fault. */
export function problemOf(error: unknown): CallProblem {
  if (error instanceof ApiProblem || error instanceof ConnectionFault) return error;
  // What the session throws when no token is available (specification 8).
  if (/No access token available/.test((error as Error).message))
    return new ApiProblem({
      type: 'urn:writing-ant:problem:authentication-required',
      code: 'authentication-required',
      title: 'Sign in again.',
      status: 401,
    });
  return new ConnectionFault('The session could not be renewed.', { cause: error });
}
