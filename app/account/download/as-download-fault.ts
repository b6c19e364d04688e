import { ApiProblem } from '../../api-client/api-client.ts';
import { DownloadFault } from './parts/download-fault.ts';
import { problemOf } from './problem-of.ts';

/** Throws the reason why a link was not renewed, as a fault of the download. */
export function asDownloadFault(error: unknown): never {
  const problem = problemOf(error);
  if (!(problem instanceof ApiProblem)) throw new DownloadFault('interrupted', { cause: error });
  if (problem.code === 'release-withdrawn') throw new DownloadFault('withdrawn', { cause: error });
  if (problem.code === 'authentication-required' || problem.code === 'not-found')
    throw new DownloadFault('sign-in-needed', { cause: error });
  if (problem.code === 'account-ended' || problem.code === 'account-suspended')
    throw new DownloadFault('link-refused', { cause: error });
  throw new DownloadFault('interrupted', { cause: error });
}
