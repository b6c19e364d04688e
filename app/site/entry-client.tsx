import { hydrateRoot } from 'react-dom/client';
import { configurationElementId, type SiteConfiguration } from '../../shared/configuration.ts';
import { pageSession } from '../account/session/page-session.ts';
import { createApp } from './app.tsx';
import { type Boot, bootElementId, rootElementId } from './boot.ts';
import { carryOverWithin } from './carry-over.ts';
import { onceInteractive } from './root-signals.ts';
import '../styles/site.css';

const read = <T,>(id: string) => JSON.parse(document.getElementById(id)!.textContent!) as T;

const root = document.getElementById(rootElementId)!;
// A document may consist of parts, with other work possible between them.
const shownDocuments = new Map<string, string>();
for (const { dataset, innerHTML } of root.querySelectorAll<HTMLElement>('[data-document]'))
  shownDocuments.set(dataset.document!, (shownDocuments.get(dataset.document!) ?? '') + innerHTML);
const boot = read<Boot>(bootElementId);
const { App, preload } = createApp(boot, read<SiteConfiguration>(configurationElementId), shownDocuments, pageSession);

/** Makes the prerendered page interactive. */
async function start() {
  // Hydrating before the page's own chunk is here would replace the content with the spinner. If it never arrives, the
  // page's text stays as it is, and everything around it becomes interactive.
  const missing = await preload().then(
    () => null,
    (fault: unknown) => fault,
  );
  // React's own message omits the cause; report the cause.
  const onRecoverableError = (error: unknown) => reportError((error as Error).cause ?? error);
  onceInteractive(carryOverWithin(root));
  hydrateRoot(root, <App missing={missing} />, { onRecoverableError });
}

// Not awaited: pages share this file's modules and could not load while it waits for one of them.
void start();
