/**
 * What can stop a download. `interrupted` passes by itself and is retried; `link-refused` is retried with a new link;
 * everything else needs the visitor.
 */
export type DownloadFaultKind =
  | 'interrupted'
  | 'link-refused'
  | 'sign-in-needed'
  | 'withdrawn'
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
