import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../commands/ports.ts';
import { describeSite } from '../commands/site.ts';
import { type SiteProcess, startProcess, waitForPort, waitForServer } from '../commands/site-processes.ts';
import { ExplainedError } from '../commands/step.mjs';
import { makeCertificate } from './certificate.ts';
import { type FrontPage, startFront } from './front.ts';

/** Where the site and its login provider are measured. */
export interface ServedSite {
  origin: string;
  loginOrigin: string;
  /** Adds a page of the front's own to those of the site. */
  addPage(path: string, page: FrontPage): void;
}

/** Serves the built site and the stand-in login provider behind the front while `use` runs. */
export async function withServedSite(use: (site: ServedSite) => Promise<void>): Promise<void> {
  const [frontPort, port, loginPort] = (await findFreePorts(3)) as [number, number, number];
  const origin = `https://localhost:${frontPort}`;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    LOGIN_PORT: String(loginPort),
    LOGIN_TEST_CONTROLS: '1',
    SITE_ORIGIN: origin,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  };
  const { config, loginEnvironment } = describeSite(environment);
  const server = startProcess('server', environment, () => {});
  const login = startProcess('login', { ...environment, ...loginEnvironment }, () => {});
  const explain = (process: SiteProcess) => (error: Error) => {
    throw new ExplainedError(`${error.message}\n${process.output()}`);
  };
  try {
    await waitForServer(server, config).catch(explain(server));
    await waitForPort(login, loginPort).catch(explain(login));
    const pages = new Map<string, FrontPage>();
    const front = await startFront(frontPort, port, makeCertificate(), pages);
    const addPage = pages.set.bind(pages);
    await use({ origin, loginOrigin: `http://localhost:${loginPort}`, addPage }).finally(front.close);
  } finally {
    await Promise.all([server.stop(), login.stop()]);
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
