import type { Problem } from './generated-types.ts';

/** What only the user can change, by `kind`; the message says it in English. */
export class ClientFault extends Error {
  override name = 'ClientFault';
  readonly kind: 'sign-in' | 'go-online' | 'clock' | 'update' | 'quota' | 'refused';

  constructor(kind: ClientFault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Enough of a problem to go by, also where what answered was not the service. */
export type TellingProblem = Pick<Problem, 'title' | 'status'> & { code: string } & Partial<
    Omit<Problem, 'title' | 'status' | 'code'>
  >;

/** The code of what was not answered by the service. */
export const unknownCode = 'unknown';

/** The service refuses (RFC 9457). */
export class Refused extends ClientFault {
  override name = 'Refused';
  readonly problem: TellingProblem;
  readonly retryAfterSeconds: number;

  constructor(problem: TellingProblem, retryAfterSeconds = problem.retryAfter ?? 0) {
    const resets = problem.resetsAt ? ` It starts anew at ${problem.resetsAt}.` : '';
    const where = problem.action ? ` See ${problem.action.url}` : '';
    const detail = problem.detail ? ` ${problem.detail}` : '';
    super('refused', `${problem.code}: ${problem.message ?? problem.title}${detail}${resets}${where}`);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The refusal that an answer is. */
export async function refusalOf(response: Response): Promise<Refused> {
  const unknown: TellingProblem = {
    code: unknownCode,
    title: `The service answered ${response.status}.`,
    status: response.status,
  };
  const told = (await response.json().catch(() => undefined)) as Partial<TellingProblem> | null | undefined;
  // Of others on the way it may be any JSON, and a day in place of seconds.
  const problem = typeof told?.code === 'string' ? (told as TellingProblem) : unknown;
  return new Refused(problem, Number(response.headers.get('retry-after') ?? problem.retryAfter) || 0);
}
