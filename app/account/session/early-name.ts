import { endSignal, giveSignal, hasSignal } from '../../site/root-signals.ts';
import type { SessionStore } from './session-store.ts';

/**
 * Says who is signed in as soon as the provider has answered, while the scripts that make the page interactive are still
 * at work: on a page with an element whose `data-signed-in-as` is the sentence, with `{email}` in the address's place.
 */
export function nameEarly(session: SessionStore): void {
  const name = () => {
    if (hasSignal('interactive')) return stop();
    const place = document.querySelector<HTMLElement>('[data-signed-in-as]');
    if (!place) return;
    const { user, isLoading } = session.current();
    // The first frame has waited for this.
    if (!isLoading) endSignal('waiting');
    place.textContent = user ? place.dataset.signedInAs!.replace('{email}', () => user.email) : '';
    // The page's styles show what becomes of the search.
    giveSignal('session', user ? 'found' : isLoading ? 'sign' : 'none');
  };
  const stop = session.subscribe(name);
  // The answer may be here before this script is, or before the rest of the page.
  document.addEventListener('DOMContentLoaded', name);
  name();
}
