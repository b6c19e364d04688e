/**
 * `npm run dev`: the site as `npm start` serves it; what changes is built again, the server starts again and open pages
 * load again.
 */
import fs from 'node:fs';
import path from 'node:path';
import { buildSite } from './build.ts';
import { runCommand, secondsSinceCall } from './command.ts';
import { startDevProxy } from './dev-proxy.ts';
import { findFreePorts, requireFreePorts } from './ports.ts';
import { onEndSignal } from './signals.mjs';
import { describeSite } from './site.ts';
import { type SiteProcess, startProcess, waitForPort, waitForServer } from './site-processes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const watched = ['app', 'content', 'shared', 'public', 'scripts/build', 'server', 'stand-ins'];

/** Editors write a file in several steps. */
const quietMs = 150;

await runCommand(async () => {
  const site = describeSite(process.env);
  await requireFreePorts(site.ports);
  const { host, port, siteOrigin } = site.config;
  const [serverPort = 0] = await findFreePorts(1);
  const serverEnvironment = { ...process.env, PORT: String(serverPort), SITE_ORIGIN: siteOrigin };
  const { config: serverConfig } = describeSite(serverEnvironment);

  let running: SiteProcess[] = [];
  const start = async () => {
    await buildSite();
    await Promise.all(running.map((each) => each.stop()));
    const server = startProcess('server', serverEnvironment);
    const login = site.loginEnvironment && startProcess('login', site.loginEnvironment);
    running = login ? [server, login] : [server];
    await Promise.all([
      waitForServer(server, serverConfig),
      login && waitForPort(login, site.config.login.standInPort),
    ]);
  };

  let ready = start();
  await ready;
  // After a failed build the server from before still answers.
  const readyPort = () => ready.catch(() => {}).then(() => serverPort);
  const proxy = await startDevProxy({ host, port, readyPort });
  console.log(`\n  ${siteOrigin} after ${secondsSinceCall()} s, built and loaded again on change. Ctrl-C ends it.\n`);

  const watchers = watchFolders(() => {
    // What does not build or start is told, and the next change is the next attempt.
    ready = ready.catch(() => {}).then(start);
    ready.then(() => proxy.reloadPages()).catch((error: Error) => console.error(error.message));
  });
  await new Promise<void>((resolve) => onEndSignal(() => resolve()));
  for (const watcher of watchers) watcher.close();
  proxy.close();
  await ready.catch(() => {});
  await Promise.all(running.map((each) => each.stop()));
});

/** Calls `onChange` once things are quiet after a change; what the build itself writes is none. */
function watchFolders(onChange: () => void): fs.FSWatcher[] {
  let timer: NodeJS.Timeout | undefined;
  return watched
    .map((folder) => path.join(root, folder))
    .filter((folder) => fs.existsSync(folder))
    .map((folder) =>
      fs.watch(folder, { recursive: true }, (_, file) => {
        if (file?.split(path.sep).includes('generated')) return;
        clearTimeout(timer);
        timer = setTimeout(onChange, quietMs);
      }),
    );
}
