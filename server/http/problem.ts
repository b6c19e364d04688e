import { type ProblemBody, type ProblemCode, type ProblemMembers, problems } from '../../shared/problems.ts';

/** The media type of every error answer (RFC 9457). */
export const problemMediaType = 'application/problem+json';

/** Names a request to whoever asks about it: the same id as in its lines of the log. */
export const requestIdHeader = 'request-id';

interface ProblemOptions {
  /** English, for developers; never personal data or internals. */
  detail?: string;
  errors?: NonNullable<ProblemBody['errors']>;
  members?: ProblemMembers;
  /** Sent with the answer, such as `Retry-After` or `Content-Range`. */
  headers?: Record<string, string>;
  /** Logged with 5xx, never sent. */
  cause?: unknown;
  /** A word on the reason, for the log only; never anything that was sent to us. */
  reason?: string;
}

/** An error that is an answer: thrown anywhere below a route, sent as `application/problem+json`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly reason: string | undefined;
  readonly #detail: string | undefined;
  readonly #errors: ProblemBody['errors'];
  readonly #members: ProblemMembers;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(problems[code].title, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.headers = options.headers ?? {};
    this.reason = options.reason;
    this.#detail = options.detail;
    this.#errors = options.errors;
    this.#members = { ...options.members };
  }

  /** The same problem, with more to tell about this occurrence. */
  with(members: ProblemMembers): this {
    Object.assign(this.#members, members);
    return this;
  }

  /** What is sent, of the request with that id. */
  toBody(requestId: string): ProblemBody {
    const retryAfter = this.headers['retry-after'];
    return {
      type: `urn:writing-ant:problem:${this.code}`,
      code: this.code,
      title: problems[this.code].title,
      status: this.status,
      ...(this.#detail !== undefined && { detail: this.#detail }),
      ...(this.#errors && { errors: this.#errors }),
      ...this.#members,
      ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
      requestId,
    };
  }
}
