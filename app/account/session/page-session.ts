import { configurationElementId, type SiteConfiguration } from '../../../shared/configuration.ts';
import { hasSignal } from '../../site/root-signals.ts';
import { createSessionStore } from './session-store.ts';

/**
 * The session of this page load. A file of its own, because the page's head starts it before everything else when it has
 * found the sign of a session: the provider is asked while the rest of the page is on its way.
 */
export const pageSession = createSessionStore(
  JSON.parse(document.getElementById(configurationElementId)!.textContent!) as SiteConfiguration,
);

const hasSign = hasSignal('session');
// Nothing depends on it: the page's scripts say the same a little later.
if (hasSign)
  import('./early-name.ts').then(
    ({ nameEarly }) => nameEarly(pageSession),
    () => {},
  );

/** Resolves when the provider is being asked and had its chance to answer at once, where there is something to ask. */
export const begun = hasSign ? pageSession.begin() : Promise.resolve();
