import { getClaims } from '@workos-inc/authkit-js';

const answersChannelName = 'writing-ant:answers';

/** For this long after one tab got its tokens, other tabs of the same session need none of their own. */
const sharedForMs = 5_000;

/** What was asked of the login provider, and what it answered, as far as a tab can take it over from another. */
interface Question {
  grant_type?: unknown;
  refresh_token?: unknown;
  organization_id?: unknown;
}

interface Answer {
  access_token: string;
  refresh_token?: string;
  organization_id?: string;
}

export interface SharedAnswers {
  /** Gives an answer with tokens to the other tabs. */
  share(body: string): void;
  /** Forgets the answers that other tabs got, since somebody has signed in or out. */
  forget(): void;
  /** What another tab was just answered, once, if the provider would answer this question alike; `null` otherwise. */
  take(question: Question): string | null;
}

/** Lets tabs that need new tokens at the same time ask for them once. */
export function shareAnswers(now: () => number = Date.now): SharedAnswers {
  const channel = new BroadcastChannel(answersChannelName);
  let latest: { body: string; atMs: number } | null = null;
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    latest = { body: data, atMs: now() };
  };
  return {
    share(body) {
      latest = null;
      channel.postMessage(body);
    },
    forget() {
      latest = null;
    },
    take(question) {
      if (!latest || question.grant_type !== 'refresh_token') return null;
      const { body, atMs } = latest;
      latest = null;
      const ageMs = now() - atMs;
      return ageMs >= 0 && ageMs < sharedForMs && answers(JSON.parse(body) as Answer, question, ageMs) ? body : null;
    },
  };
}

function answers(answer: Answer, question: Question, ageMs: number): boolean {
  const { iat, exp, org_id } = getClaims(answer.access_token);
  const isYoung = ageMs < ((exp - iat) * 1000) / 2;
  // In development mode the library reads the stored token under the lock: it is the one that came with this answer.
  const isSameSession = question.refresh_token === undefined || question.refresh_token === answer.refresh_token;
  return isYoung && isSameSession && (question.organization_id ?? null) === (answer.organization_id ?? org_id ?? null);
}
