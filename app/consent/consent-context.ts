import { createContext, use, useSyncExternalStore } from 'react';
import type { Consent } from './consent.ts';
import { type ConsentState, prerenderedState } from './consent-state.ts';

export const ConsentContext = createContext<Consent | null>(null);

/** The visitor's consent, and the actions that change it. Only for use within the site. */
export function useConsent(): Pick<Consent, 'act'> & { consent: ConsentState } {
  const { subscribe, getState, act } = use(ConsentContext)!;
  return { consent: useSyncExternalStore(subscribe, getState, () => prerenderedState), act };
}
