/**
 * `npm run dev`: pages are rendered for each request, and changes are replaced in open pages; the server, which answers
 * everything else, restarts when its files change. Prints how long a saved change took to become visible.
 */
import { workAsOwnerOf } from '../../server/data-folder-owner.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { startBackend } from '../dev/backend.ts';
import { servePages } from '../dev/pages.ts';
import { requireSiteBuild } from './build.ts';
import { secondsSinceCall } from './command.ts';
import { requireFreePorts } from './ports.ts';
import { onEndSignal } from './signals.mjs';
import { describeSite } from './site.ts';

await runCommand(async () => {
  const site = describeSite(process.env);
  await requireFreePorts(site.ports);
  // The sitemap, the list of licences and the like are those of the last build.
  await requireSiteBuild();
  workAsOwnerOf(site.config.dataDir);
  const backend = await startBackend(site);
  const close = await servePages(site.config, backend);
  console.log(
    `\n  ${site.config.siteOrigin} after ${secondsSinceCall()} s, changes are shown when saved. Ctrl-C ends it.\n`,
  );
  await new Promise<void>((resolve) => onEndSignal(() => resolve()));
  await close();
  await backend.stop();
});
