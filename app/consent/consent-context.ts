import { createContext, use, useSyncExternalStore } from 'react';
import { type Consent, type ConsentParts, prerenderedParts } from './consent.ts';

export const ConsentContext = createContext<Consent | null>(null);

/** What is shown of the visitor's consent, and how something is done about it. Only to be used within the site. */
export function useConsent(): Pick<Consent, 'act'> & { parts: ConsentParts } {
  const { subscribe, getParts, act } = use(ConsentContext)!;
  return { parts: useSyncExternalStore(subscribe, getParts, () => prerenderedParts), act };
}
