import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { apiPaths } from '../../shared/api-paths.ts';
import { Visitor } from '../../stand-ins/login/testing/visitor.ts';
import { aDownloadRequest, createTestApi, type TestApi } from './api.ts';
import { bareEnvironment } from './bare-environment.ts';
import { findFreePort } from './free-port.ts';
import { type LoginProcess, startLoginProcess } from './login-process.ts';

const script = fileURLToPath(new URL('../../stand-ins/desktop/main.ts', import.meta.url));

interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** The service, the login stand-in, one customer, and the app of a computer. */
export interface DesktopWorld {
  api: TestApi;
  provider: LoginProcess;
  siteOrigin: string;
  folder: string;
  /** Runs the app, with more settings. */
  app(args: string[], settings?: Record<string, string>, input?: string): Promise<Run>;
  /** Signs in, and does in the browser what the customer does there. */
  signIn(settings?: Record<string, string>): Promise<Run>;
  close(): Promise<void>;
}

const customer = { email: 'asa@customers.example', password: 'a long enough password' };

/** `settings` are those of the service. The customer has an account and has accepted the documents. */
export async function startDesktopWorld(settings: Record<string, string> = {}): Promise<DesktopWorld> {
  const provider = await startLoginProcess();
  const ofIssuer = [
    'CLIENT_ID',
    'DESKTOP_CLIENT_ID',
    'API_HOSTNAME',
    'API_KEY',
    'ISSUERS',
    'JWKS_URL',
    'DESKTOP_JWKS_URL',
  ];
  const none = Object.fromEntries(ofIssuer.map((name) => [`LOGIN_${name}`, '']));
  const port = await findFreePort();
  const api = await createTestApi({
    ...none,
    PORT: String(port),
    LOGIN_PORT: provider.environment.LOGIN_PORT!,
    ...settings,
  });
  await api.app.listen({ port, host: 'localhost' });
  const siteOrigin = `http://localhost:${port}`;
  await provider.control('accounts', customer);
  const { access_token } = await provider.control('sessions', { email: customer.email });
  await acceptDocuments(siteOrigin, access_token!);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-desktop-'));
  const base = {
    SITE_ORIGIN: siteOrigin,
    DESKTOP_LOGIN_ORIGIN: `http://localhost:${provider.environment.LOGIN_PORT}`,
    DESKTOP_DIR: folder,
  };
  const start = (args: string[], more: Record<string, string>) =>
    spawn(process.execPath, [script, ...args], { env: { ...bareEnvironment, ...base, ...more } });
  const finish = async (child: ReturnType<typeof start>): Promise<Run> => {
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out: out.trim(), err: err.trim() };
  };
  return {
    ...{ api, provider, siteOrigin, folder },
    app(args, more = {}, input = '') {
      const child = start(args, more);
      child.stdin.end(input);
      return finish(child);
    },
    async signIn(more = {}) {
      const child = start(['login'], more);
      child.stdin.end();
      child.stderr.on('data', (chunk) => {
        const address = /http:\S+authorize\S+/.exec(String(chunk))?.[0];
        if (address) void signInAt(base.DESKTOP_LOGIN_ORIGIN, siteOrigin, address);
      });
      return finish(child);
    },
    async close() {
      await api.close();
      await provider.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Fills in the form of the login provider and follows it back to the app. */
async function signInAt(address: string, siteOrigin: string, authorize: string): Promise<void> {
  const visitor = new Visitor({ address, siteOrigin });
  const back = (await visitor.post(authorize, customer)).headers.get('location')!;
  const callback = new URL(back);
  // A page that guesses at the address is not listened to.
  await fetch(`${callback.origin}/callback?code=stolen&state=guessed`);
  await fetch(back);
}

async function acceptDocuments(siteOrigin: string, token: string): Promise<void> {
  const response = await fetch(siteOrigin + apiPaths.downloads, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(aDownloadRequest()),
  });
  if (response.status !== 201) throw new Error(`The documents were not accepted: ${await response.text()}`);
}
