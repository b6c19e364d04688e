import type { Session, SessionFault } from './auth.ts';
import { answerWithinMs } from './provider-requests.ts';
import { afterAttempt, waitMs } from './refresh-pace.ts';
import {
  type Ask,
  type Effect,
  type Errand,
  noSearch,
  type Of,
  type SessionEvent,
  type SessionState,
  type Surroundings,
} from './session-events.ts';
import { looking, signedOut } from './session-states.ts';

/** A transition in the making: `state` is a copy, `shown` what the page shows by then. */
export interface Step {
  state: SessionState;
  seen: Surroundings;
  shown: Session;
  effects: Effect[];
}

export function show(step: Step, session: Session): void {
  step.shown = session;
  step.effects.push({ kind: 'show', session });
}

export const showFault = (step: Step, fault: SessionFault | null) => show(step, { ...step.shown, fault });

/** Has the client do `errand` when it is open. */
export function send({ state, seen, effects }: Step, errand: Errand): void {
  if (state.client === null) {
    state.client = ++state.clients;
    state.waitingSinceMs = seen.clockMs;
    effects.push({ kind: 'open', client: state.client });
  }
  effects.push({ kind: 'await-client', client: state.client, errand });
}

/** Forgets the client and its tokens, not the session at the login provider. */
export function close(step: Step): void {
  const { state, effects } = step;
  if (state.client !== null) effects.push({ kind: 'dispose', client: state.client });
  endSearch(step);
  state.line++;
  Object.assign(state, { client: null, waitingSinceMs: null, held: null, userId: null, isSigningOut: false });
}

export function end(step: Step, fault: SessionFault | null = null): void {
  close(step);
  step.effects.push({ kind: 'forget-answers' });
  show(step, signedOut(fault));
}

export const isUnderWay = ({ search }: SessionState, number: number) =>
  search.number === number && search.stage !== 'over';

export function endSearch({ state, effects }: Step): void {
  const { number, ask } = state.search;
  if (ask) effects.push({ kind: 'resolve', ask, value: null });
  state.search = { ...noSearch, number };
}

function beginSearch(step: Step, stage: 'looking' | 'arriving', ask: Ask | null = null): number {
  endSearch(step);
  Object.assign(step.state.search, { stage, ask });
  return ++step.state.search.number;
}

/** In a while, says so if nothing is known of a session by then. */
export const sayLate = ({ effects }: Step, search: number) =>
  effects.push({ kind: 'wait', ms: answerWithinMs, next: { kind: 'search-late', search } });

export function look(step: Step, ask?: Ask): void {
  const search = beginSearch(step, 'looking', ask);
  sayLate(step, search);
  step.effects.push({ kind: 'read-address', search });
}

export function lookAnew(step: Step): void {
  close(step);
  show(step, looking);
  const search = beginSearch(step, 'arriving');
  const known = step.state.knownTokens;
  step.effects.push({ kind: 'await-stored-session', known, next: { kind: 'arrived', search } });
}

/** Tells a session that is over from an answer that did not arrive. */
export function askOrConclude(step: Step, client: number): void {
  const { state, seen, effects } = step;
  const { number, fault } = state.search;
  if (!state.held && seen.hasSign) {
    state.search.stage = 'looking';
    effects.push({ kind: 'send', client, errand: { kind: 'search', search: number, wasReturning: false } });
  } else conclude(step, fault);
}

function conclude(step: Step, fault: SessionFault | null): void {
  const { state, shown } = step;
  const { heardUserId } = state.search;
  if (!state.held && !shown.user) show(step, signedOut(fault));
  if (state.held && fault) showFault(step, fault);
  endSearch(step);
  // The question was on its way when somebody else signed in.
  if (heardUserId !== null && heardUserId !== state.userId) lookAnew(step);
}

/** The client could not be opened, knows of no session, or has not been answered and tries again in a while. */
export function failSearch(step: Step, { client, sent, fault, isWithoutToken }: Of<SessionEvent, 'failed'>): void {
  const { state, seen, effects } = step;
  if (!sent || isWithoutToken) {
    conclude(step, sent ? state.search.fault : fault);
    return;
  }
  state.pace = afterAttempt(state.pace, seen.openMs, seen.spread);
  if (!state.held) state.search.stage = 'paused';
  const next = { kind: 'chance', search: state.search.number, client } as const;
  effects.push({ kind: 'await-chance', ms: waitMs(state.pace, seen.openMs), next });
}
