import { configurationElementId, type SiteConfiguration } from '../../shared/configuration.ts';
import { createSessionStore } from './session-store.ts';

/**
 * The session of this page load. A file of its own, because start-page.js starts it before everything else when the page's
 * head has found the sign of a session: the provider is asked while the rest of the page is on its way.
 */
export const pageSession = createSessionStore(
  JSON.parse(document.getElementById(configurationElementId)!.textContent!) as SiteConfiguration,
);

/**
 * Resolves when the provider is being asked, where there is something to ask. The client library waits for its lock before
 * it asks; the browser answers what comes after that in turn.
 */
export const begun = document.documentElement.dataset.session
  ? pageSession.begin().then(() => navigator.locks?.query())
  : Promise.resolve();
