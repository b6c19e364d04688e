import { paths } from '../../../shared/paths.ts';
import type { SessionFault } from './auth.ts';
import { freshToken, remainingMs } from './held-token.ts';
import { answerWithinMs } from './provider-requests.ts';
import { afterAttempt, afterSuccess, hurried, waitMs } from './refresh-pace.ts';
import type { Errand, Of, SessionEvent, SessionState, Surroundings, Turn } from './session-events.ts';
import { looking, signedOut } from './session-states.ts';
import {
  askOrConclude,
  close,
  end,
  endSearch,
  failSearch,
  isUnderWay,
  look,
  lookAnew,
  type Step,
  sayLate,
  send,
  show,
  showFault,
} from './session-step.ts';

/** What becomes of a session when `event` happens, and what is to be done about it, in order. */
export function transition(state: SessionState, event: SessionEvent, seen: Surroundings) {
  const copy = { ...state, search: { ...state.search } };
  const step: Step = { state: copy, seen, shown: seen.shown, effects: [] };
  react(reactions, step, event);
  return { state: step.state, effects: step.effects };
}

/**
 * What still goes on in the page must not bring back a session that somebody has signed out of: not until the browser
 * has left, nor where the provider has not answered and the session is open there still.
 */
const hasSignedOut = ({ isSigningOut, unanswered }: SessionState) => isSigningOut || unanswered !== null;

function takeTurn(step: Step, turn: Turn): void {
  const { state } = step;
  const isFree = !state.turns.some(({ line }) => line === turn.line);
  state.turns = [...state.turns, turn];
  if (isFree) send(step, turn);
}

function refresh(step: Step): void {
  const { state, seen } = step;
  if (state.turns.some(({ kind }) => kind === 'refresh')) return;
  state.pace = afterAttempt(state.pace, seen.openMs, seen.spread);
  takeTurn(step, { kind: 'refresh', line: state.line });
}

type Reactions<T extends { kind: string }, Outcome extends unknown[] = []> = {
  [K in T['kind']]: (step: Step, happened: Of<T, K>, ...outcome: Outcome) => void;
};

function react<T extends { kind: string }, Outcome extends unknown[]>(
  reactions: Reactions<T, Outcome>,
  step: Step,
  happened: T,
  ...outcome: Outcome
): void {
  const reaction = reactions[happened.kind as T['kind']] as (step: Step, happened: T, ...outcome: Outcome) => void;
  reaction(step, happened, ...outcome);
}

const sendNow = ({ effects }: Step, errand: Errand, client: number) => effects.push({ kind: 'send', client, errand });

/** The client is open for an errand. */
const readiness: Reactions<Errand, [client: number]> = {
  search(step, errand, client) {
    const { state, seen } = step;
    if (!isUnderWay(state, errand.search)) return;
    if (errand.wasReturning && !state.held) {
      // There may be an older session, which a failed sign-in does not end.
      state.search.fault = 'exchange-failed';
      state.client = null;
      if (seen.hasSign) return send(step, { ...errand, wasReturning: false });
    }
    askOrConclude(step, client);
  },
  leave: sendNow,
  'sign-out'(step, errand, client) {
    const { state, effects } = step;
    const token = state.held?.token ?? null;
    endSearch(step);
    Object.assign(state, { held: null, isSigningOut: true });
    effects.push({ kind: 'forget-answers' }, { kind: 'forget-entries' }, { kind: 'tell', news: { userId: null } });
    sendNow(step, { ...errand, token }, client);
  },
  refresh: sendNow,
  token(step, errand, client) {
    const { state, seen } = step;
    const fresh = freshToken(state.held, seen);
    // The library goes by a clock that may have been set back: what is due is refreshed all the same.
    if (fresh === null) sendNow(step, { ...errand, isForced: state.held !== null }, client);
    else settle(step, errand, fresh);
  },
  switch(step, errand, client) {
    step.state.isSwitching = true;
    sendNow(step, errand, client);
  },
};

/** Keeps the promise of an errand's action, and lets the next one have its turn. */
function settle(step: Step, errand: Errand, value: string | null, refusal?: { error: unknown }): void {
  const { state, effects } = step;
  if ('ask' in errand)
    effects.push(
      refusal ? { kind: 'reject', ask: errand.ask, error: refusal.error } : { kind: 'resolve', ask: errand.ask, value },
    );
  if (!('line' in errand)) return;
  const [, ...waiting] = state.turns.filter(({ line }) => line === errand.line);
  state.turns = state.turns.filter(({ line }) => line !== errand.line);
  // They go on with the client that is there now.
  for (const turn of waiting) {
    if (!hasSignedOut(state)) takeTurn(step, { ...turn, line: state.line });
    else if ('ask' in turn) effects.push({ kind: 'reject', ask: turn.ask });
  }
}

const reactions: Reactions<SessionEvent> = {
  look: (step, { ask }) => look(step, ask),

  leave(step, { ask, screen, options }) {
    const { state, seen, effects } = step;
    const refuse = (fault: SessionFault, error: Error) => {
      show(step, { ...step.shown, isLoading: false, fault });
      effects.push({ kind: 'reject', ask, error });
    };
    if (!seen.isSecure) return refuse('insecure-context', new Error('Signing in needs a secure connection.'));
    // A new attempt; what became of the last one is over.
    showFault(step, null);
    if (!seen.isOnline) return refuse('unreachable', new Error('The browser is offline.'));
    // A code whose answer is late has had its time when somebody signs in anew.
    const { waitingSinceMs } = state;
    if (waitingSinceMs !== null && seen.clockMs - waitingSinceMs >= answerWithinMs)
      effects.push({ kind: 'give-up-requests' });
    send(step, { kind: 'leave', ask, screen, options });
  },

  'sign-out'(step, { ask }) {
    const { state, seen, effects } = step;
    if (seen.isOnline && state.unanswered === null) return send(step, { kind: 'sign-out', ask, token: null });
    if (!seen.isOnline) showFault(step, 'sign-out-failed');
    // The browser is still on its way there, or has given up.
    else effects.push({ kind: 'assign', address: state.unanswered! });
    effects.push({ kind: 'resolve', ask, value: null });
  },

  switch: (step, { ask, organizationId }) =>
    takeTurn(step, { kind: 'switch', ask, organizationId, line: step.state.line }),

  token(step, { ask }) {
    const { state, seen, effects } = step;
    const fresh = freshToken(state.held, seen);
    if (hasSignedOut(state)) effects.push({ kind: 'reject', ask });
    else if (fresh !== null) effects.push({ kind: 'resolve', ask, value: fresh });
    else takeTurn(step, { kind: 'token', ask, isForced: false, line: state.line });
  },

  retry(step, { ask }) {
    const { state, seen, effects } = step;
    show(step, looking);
    // A code can be exchanged only once: its answer is waited for.
    if (state.client !== null && seen.isReturning) {
      sayLate(step, state.search.number);
      effects.push({ kind: 'resolve', ask, value: null });
      return;
    }
    // What is still waited for holds the lock that the new search needs.
    effects.push({ kind: 'give-up-requests' });
    close(step);
    look(step, ask);
  },

  recheck(step) {
    if (!step.seen.hasSign) end(step);
    else if (step.state.held) refresh(step);
    else look(step);
  },

  tick(step) {
    const { state, seen } = step;
    if (!state.held || seen.isHidden || waitMs(state.pace, seen.openMs) > 0) return;
    if (freshToken(state.held, seen) === null) refresh(step);
  },

  online({ state, seen }) {
    state.pace = hurried(state.pace, seen.openMs);
  },

  hear(step, { news: { userId, ended } }) {
    const { state, seen, effects } = step;
    // Who signs in here is the newest, whatever other tabs have found before.
    if (state.waitingSinceMs !== null && seen.isReturning) return;
    if (userId === null) {
      if (!ended) effects.push({ kind: 'forget-entries' });
      return end(step, ended ? 'ended' : null);
    }
    if (userId === state.userId && !state.isSigningOut) return;
    // A tab that asks already hears it by its own turn; a second question would only make the queue longer.
    if (state.search.stage === 'looking') state.search.heardUserId = userId;
    else lookAnew(step);
  },

  session(step, { client, held, stored, sessionId, session }) {
    const { state, seen, effects } = step;
    if (client !== state.client || state.isSigningOut) return;
    const userId = session.user!.id;
    const isNews = userId !== state.userId;
    const pace = afterSuccess(seen.openMs);
    Object.assign(state, { held, userId, pace, unanswered: null, knownTokens: stored });
    show(step, { ...session, fault: seen.signOutMark === sessionId ? 'sign-out-undone' : null });
    if (isNews) effects.push({ kind: 'tell', news: { userId } });
  },

  lost(step, { client }) {
    const { state, effects } = step;
    if (client !== state.client) return;
    Object.assign(state, { held: null, userId: null });
    // A refused switch goes on to the login provider's sign-in page.
    if (state.isSwitching) return show(step, looking);
    show(step, signedOut('ended'));
    effects.push({ kind: 'tell', news: { userId: null, ended: true } });
  },

  opened({ state, effects }, { client, returnTo }) {
    if (client !== state.client) return;
    state.waitingSinceMs = null;
    if (returnTo !== null) effects.push({ kind: 'navigate', address: returnTo, replace: true });
  },

  'not-opened'({ state }, { client }) {
    if (client === state.client) Object.assign(state, { client: null, waitingSinceMs: null });
  },

  ready: (step, { errand, client }) => react(readiness, step, errand, client),

  done(step, { client, errand, value }) {
    const { state, effects } = step;
    if (errand.kind === 'search' && isUnderWay(state, errand.search)) askOrConclude(step, client);
    if (errand.kind === 'switch') state.isSwitching = false;
    if (errand.kind === 'sign-out') {
      state.unanswered = value ?? state.unanswered;
      effects.push({ kind: 'end-with-page' });
    }
    settle(step, errand, value);
  },

  failed(step, failure) {
    const { state, seen, effects } = step;
    const { errand, sent, fault, isWithoutToken } = failure;
    if (errand.kind === 'search' && isUnderWay(state, errand.search)) failSearch(step, failure);
    if (errand.kind === 'leave') show(step, { ...step.shown, isLoading: false, fault });
    if (errand.kind === 'switch' && sent) {
      state.isSwitching = false;
      showFault(step, 'unreachable');
    }
    if (errand.kind === 'sign-out' && sent) {
      // Without a token there is no session to end at the provider.
      end(step);
      effects.push({ kind: 'navigate', address: paths.loggedOut });
      return settle(step, errand, null);
    }
    const { held } = state;
    const isGood = errand.kind === 'token' && !isWithoutToken && held && remainingMs(held, seen) > 0;
    settle(step, errand, isGood ? held.token : null, isGood ? undefined : failure);
  },

  'address-read'(step, { search, fault }) {
    const { state, seen } = step;
    if (!isUnderWay(state, search)) return;
    state.search.fault = fault;
    send(step, { kind: 'search', search, wasReturning: seen.isReturning });
  },

  'search-late'(step, { search }) {
    if (isUnderWay(step.state, search) && !step.shown.user) show(step, signedOut('unreachable'));
  },

  arrived(step, { search }) {
    if (isUnderWay(step.state, search)) look(step);
  },

  chance(step, { search, client }) {
    if (isUnderWay(step.state, search)) askOrConclude(step, client);
  },

  ended(step, { fault }) {
    // Unless somebody has signed in meanwhile, in another tab.
    if (step.state.isSigningOut) end(step, fault);
  },
};
