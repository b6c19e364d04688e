import { ApiProblem } from '../../api-client/api-client.ts';
import { problemOf } from '../../api-client/problem.ts';
import { DownloadFault, faultOfProblem } from './parts/download-fault.ts';

/** Throws the reason why a link was not renewed, as a fault of the download. */
export function asDownloadFault(error: unknown): never {
  const problem = problemOf(error);
  if (!(problem instanceof ApiProblem)) throw new DownloadFault('interrupted', { cause: error });
  if (problem.code === 'authentication-required' || problem.code === 'not-found')
    throw new DownloadFault('sign-in-needed', { cause: error });
  throw new DownloadFault(faultOfProblem(problem.code) ?? 'interrupted', { cause: error });
}
