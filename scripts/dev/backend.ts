import http from 'node:http';
import { findFreePorts, loopbackHost } from '../commands/ports.ts';
import { describeSite, type Site } from '../commands/site.ts';
import { type SiteProcess, startProcess, waitForPort, waitForServer } from '../commands/site-processes.ts';

/** Editors write a file in several steps. */
const quietMs = 100;

/** The server and the stand-ins behind the pages being worked on. */
export interface Backend {
  /** Restarts them once no file changes any more; `onReady` is called when they answer. Failures are reported. */
  restart(onReady: () => void): void;
  /** The server's answer, once it is ready. */
  ask(request: http.IncomingMessage): Promise<http.IncomingMessage>;
  stop(): Promise<unknown>;
}

export async function startBackend(site: Site): Promise<Backend> {
  const [port = 0] = await findFreePorts(1);
  const environment = { ...site.serverEnvironment, PORT: String(port), SITE_ORIGIN: site.config.siteOrigin };
  const { config } = describeSite(environment);

  let running: SiteProcess[] = [];
  const stop = () => Promise.all(running.map((each) => each.stop()));
  const start = async () => {
    await stop();
    const server = startProcess('server', environment);
    running = [server];
    const standIns = site.standIns.map(async ({ name, port: standInPort, environment: own }) => {
      const standIn = startProcess(name, own);
      running.push(standIn);
      await waitForPort(standIn, standInPort);
    });
    await Promise.all([waitForServer(server, config), ...standIns]);
  };

  let ready = start();
  await ready;
  let timer: NodeJS.Timeout | undefined;
  return {
    restart(onReady) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        ready = ready.catch(() => {}).then(start);
        ready.then(onReady).catch((error: Error) => console.error(error.message));
      }, quietMs);
    },
    async ask(request) {
      await ready;
      const { method, url: path, headers } = request;
      return new Promise((resolve, reject) => {
        const asked = http.request({ host: loopbackHost, port, method, path, headers }, resolve).on('error', reject);
        request.on('close', () => request.complete || asked.destroy());
        request.pipe(asked);
      });
    },
    async stop() {
      await ready.catch(() => {});
      await stop();
    },
  };
}
