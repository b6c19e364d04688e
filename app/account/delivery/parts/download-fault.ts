import type { ProblemCode } from '../../../../shared/problems.ts';

/**
 * What can stop a download. `interrupted` passes by itself and is retried; `link-refused` is retried with a new link;
 * everything else needs the visitor.
 */
export type DownloadFaultKind =
  | 'interrupted'
  | 'link-refused'
  | 'link-used-up'
  | 'sign-in-needed'
  | 'withdrawn'
  | 'account-ended'
  | 'account-suspended'
  | 'account-restricted'
  | 'unusable'
  | 'damaged'
  | 'no-space'
  | 'place-full'
  | 'place-forbidden'
  | 'place-gone'
  | 'storage';

/** A reason why a download cannot continue as it is. */
export class DownloadFault extends Error {
  override name = 'DownloadFault';
  readonly kind: DownloadFaultKind;
  /** With `interrupted`: how long the server asks to wait. */
  readonly retryAfterMs: number;

  constructor(kind: DownloadFaultKind, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(kind, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

const faultsOfProblems: Partial<Record<ProblemCode, DownloadFaultKind>> = {
  'link-expired': 'link-refused',
  'link-invalid': 'link-refused',
  'link-used-up': 'link-used-up',
  'release-withdrawn': 'withdrawn',
  'account-ended': 'account-ended',
  'account-suspended': 'account-suspended',
  'account-restricted': 'account-restricted',
};

/** What a problem of the service means for the download, if it ends it. */
export function faultOfProblem(code: ProblemCode | undefined): DownloadFaultKind | undefined {
  return code && faultsOfProblems[code];
}
