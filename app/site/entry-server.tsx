import { prerender } from 'react-dom/static';
import { versionsInForce } from '../../content/legal/in-force.ts';
import type { SiteConfiguration } from '../../shared/configuration.ts';
import { createSessionStore } from '../account/session/session-store.ts';
import { createApp } from './app.tsx';
import type { Boot } from './boot.ts';
import type { Prerendered } from './site-context.ts';

export { tabTitleOf, titleOf } from './page-titles.ts';
export { frameMessages, notFoundRoute, routes } from './routes.ts';

/** Only effects use the configuration, and they do not run here; the server writes the real one into the page. */
const configurationOn = (day: string): SiteConfiguration => ({
  loginClientId: '',
  loginApiHostname: '',
  loginHttps: true,
  apiBaseUrl: '',
  standIns: false,
  salesOpen: [],
  documentVersions: versionsInForce(new Date(day)),
});

/** The HTML of a page in the language of `boot`. Rejects when anything on it cannot be rendered. */
export async function renderPage(page: Prerendered, boot: Boot, documents: Map<string, string>): Promise<string> {
  const configuration = configurationOn(page.day);
  const { App } = createApp(boot, configuration, documents, createSessionStore(configuration), page);
  const faults: unknown[] = [];
  const { prelude } = await prerender(<App />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // Thrown here, it would reach nobody who waits, and end the process.
    onError: (fault) => void faults.push(fault),
  });
  if (faults.length > 0) throw faults[0];
  return new Response(prelude).text();
}
