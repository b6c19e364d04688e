import type { MessageId } from '../../content/generated/message-arguments.ts';
import type { ProblemCode } from '../../shared/problems.ts';
import { useAuth } from '../account/session/auth.ts';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { ApiProblem } from './api-client.ts';
import type { CallProblem } from './problem.ts';

/** A page, or a part of one, with sentences of its own: `<page>.problem.<code>`, and `otherwise` for all that has none. */
export type ProblemPage =
  | 'account'
  | 'account.address'
  | 'billing'
  | 'closing'
  | 'personal-data'
  | 'personal-data.archive';

/** Problems that a page or every page has a sentence for. */
type Told = {
  [Id in MessageId]: Id extends `${'' | `${ProblemPage}.`}problem${'' | 's'}.${infer Code}` ? Code : never;
}[MessageId];

/** What no page meets unless we have made a mistake: answers to other programs, and to requests that no page sends. */
type Mistake =
  | 'malformed-request'
  | 'consent-id-reused'
  | 'idempotency-key-reused'
  | 'webhook-signature-invalid'
  | 'text-service-blocked'
  | 'account-throttled'
  | 'sign-in-too-old'
  | 'desktop-app-required'
  | 'app-version-not-supported'
  | 'country-blocked'
  | 'cross-site-request'
  | 'link-invalid'
  | 'link-expired'
  | 'range-not-satisfiable'
  | 'not-found'
  | 'document-unknown'
  | 'document-version-unknown'
  | 'language-unknown'
  | 'method-not-allowed'
  | 'precondition-failed'
  | 'request-timeout'
  | 'payload-too-large'
  | 'address-too-long'
  | 'unsupported-media-type'
  | 'headers-too-large'
  | 'link-used-up'
  | 'idempotency-key-missing'
  | 'request-in-progress'
  | 'request-already-answered'
  | 'recording-too-long'
  | 'transcript-too-long'
  | 'content-not-allowed'
  | 'quota-exhausted'
  | 'too-many-open-requests'
  | 'daily-ceiling-reached'
  | 'text-service-unavailable';

type Untold = Exclude<ProblemCode, Told | Mistake>;

/** What is said about a mistake. A new code that is none and has no sentence is an error here. */
const ofMistakes: [Untold] extends [never] ? 'internal-error' : { untold: Untold } = 'internal-error';

/** The sentences about a problem, the one that fits best first; those that a page has not are left out. */
export function sentencesAbout(problem: CallProblem, page: ProblemPage): string[] {
  const rest = problem instanceof ApiProblem ? ofMistakes : 'connection';
  const code = problem instanceof ApiProblem ? problem.code : rest;
  const own = [`${page}.problem.${code}`, `problems.${code}`];
  const others = [`${page}.problem.otherwise`, `problems.${rest}`];
  return code === rest ? others : [...own, ...others];
}

/** What a page says about a problem. */
export function useProblemSentence(page: ProblemPage): (problem: CallProblem) => string {
  const { text, has } = useMessages();
  return (problem) => text(sentencesAbout(problem, page).find(has)!);
}

/** Where something was typed that is kept: the way on is offered, too. */
const forms: readonly ProblemPage[] = ['account', 'billing'];

interface Props {
  problem: CallProblem | null;
  page: ProblemPage;
  /** Where to come back to after signing in again; the address that is shown, unless the page has several. */
  returnTo?: string;
}

/** Says what went wrong, in the page's words or in everybody's, and what to do about it; announced when it appears. */
export function ProblemNotice({ problem, page, returnTo }: Props) {
  const { t } = useMessages();
  const sentenceOf = useProblemSentence(page);
  const { signIn } = useAuth();
  if (!problem) return null;
  const code = problem instanceof ApiProblem && forms.includes(page) ? problem.code : null;
  return (
    <Notice kind="error">
      <p>{sentenceOf(problem)}</p>
      {problem instanceof ApiProblem && problem.code === ofMistakes && problem.requestId && (
        <p>{t('problems.request-number', { number: problem.requestId })}</p>
      )}
      {code === 'authentication-required' && (
        <Button
          variant="secondary"
          onClick={() => signIn({ returnTo: returnTo ?? location.pathname + location.search }).catch(() => {})}
        >
          {t('account.form.sign-in-again')}
        </Button>
      )}
      {(code === 'documents-changed' || code === 'confirmations-changed' || code === 'order-changed') && (
        <Button variant="secondary" onClick={() => location.reload()}>
          {t('account.form.reload')}
        </Button>
      )}
    </Notice>
  );
}
