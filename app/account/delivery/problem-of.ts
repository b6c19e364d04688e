import { ApiProblem, ConnectionFault } from '../../api-client/api-client.ts';

/** What went wrong with a call for the signed-in user, as a problem or a connection fault. */
export function problemOf(error: unknown): ApiProblem | ConnectionFault {
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
