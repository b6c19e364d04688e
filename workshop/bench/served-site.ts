import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cookieModeSettings } from '../../scripts/commands/cookie-mode.ts';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { describeSite } from '../../scripts/commands/site.ts';
import { type SiteProcess, startProcess, waitForPort, waitForServer } from '../../scripts/commands/site-processes.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { type Certificate, makeCertificate } from './certificate.ts';
import { type Front, type FrontPage, startFront } from './front.ts';

/** Where the site and its login provider are measured. */
export interface ServedSite {
  origin: string;
  /** Where browsers find the login provider. */
  loginOrigin: string;
  /** Where its test controls are. */
  controlOrigin: string;
  certificate: Certificate;
  /** The headers with which the server sends a page. */
  headersOf(path: string): Promise<Headers>;
  /** Adds a page of the front's own to those of the site. */
  addPage(path: string, page: FrontPage): void;
}

/**
 * Serves the built site and the stand-in login provider behind the front while `use` runs. In cookie mode, as in
 * production, the provider has a host name below the site's and is behind a front, too.
 */
export async function withServedSite(
  use: (site: ServedSite) => Promise<void>,
  { inCookieMode = false } = {},
): Promise<void> {
  const [frontPort, port, loginPort, loginFrontPort] = (await findFreePorts(4)) as [number, number, number, number];
  const origin = `https://${inCookieMode ? 'app.' : ''}localhost:${frontPort}`;
  const controlOrigin = `http://localhost:${loginPort}`;
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
  const cookieMode = inCookieMode ? cookieModeSettings(origin, loginPort, loginFrontPort) : null;
  const serverEnvironment = { ...environment, ...cookieMode?.server };
  const { config, loginEnvironment } = describeSite(serverEnvironment);
  const server = startProcess('server', serverEnvironment, () => {});
  const login = startProcess('login', { ...environment, ...loginEnvironment }, () => {});
  const explain = (process: SiteProcess) => (error: Error) => {
    throw new ExplainedError(`${error.message}\n${process.output()}`);
  };
  const fronts: Front[] = [];
  try {
    await waitForServer(server, config).catch(explain(server));
    await waitForPort(login, loginPort).catch(explain(login));
    const pages = new Map<string, FrontPage>();
    const certificate = makeCertificate();
    fronts.push(await startFront(frontPort, port, certificate, pages));
    if (cookieMode) fronts.push(await startFront(loginFrontPort, loginPort, certificate));
    const loginOrigin = cookieMode?.loginOrigin ?? controlOrigin;
    const headersOf = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).headers;
    await use({ origin, loginOrigin, controlOrigin, certificate, headersOf, addPage: pages.set.bind(pages) });
  } finally {
    await Promise.all([...fronts.map(({ close }) => close()), server.stop(), login.stop()]);
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
