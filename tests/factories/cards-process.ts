import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { developmentWebhookSecret } from '../../shared/configuration.ts';
import { bareEnvironment } from './bare-environment.ts';
import { findServerPort } from './server-process.ts';

/** The stand-in for card payments as a process of its own: what `npm start` runs. */
export interface CardsProcess {
  /** Settings that make a server use it. */
  environment: Record<string, string>;
  origin: string;
  /** A test control (stand-ins/cards/README.md). Throws when it is refused. */
  control(name: string, body: object): Promise<void>;
  /** Ends it as a crash would, and starts it again over what it has stored. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('../../stand-ins/cards/main.ts', import.meta.url));

/** `siteOrigin` is told what happens, and is where people return to. */
export async function startCardsProcess(siteOrigin = 'http://localhost:9'): Promise<CardsProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cards-'));
  const port = await findServerPort();
  const environment = { CARDS_PORT: String(port) };
  const start = async () => {
    const child = spawn(process.execPath, [script], {
      env: {
        ...bareEnvironment,
        ...environment,
        PORT: '9',
        SITE_ORIGIN: siteOrigin,
        DATA_DIR: dataDir,
        CARDS_TEST_CONTROLS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };
  const end = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  let running: ChildProcess = await start();
  const origin = `http://localhost:${port}`;
  return {
    environment,
    origin,
    async control(name, body) {
      const response = await fetch(`${origin}/_test/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    },
    async crash() {
      await end(running);
      running = await start();
    },
    async close() {
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills in the provider's page as a browser would, confirming what the bank asks; answers where it leads, or the page. */
export async function enterCard(
  url: string,
  number: string,
  decision: 'approve' | 'refuse' = 'approve',
  expiry = '12/40',
): Promise<{ status: number; location: string | null; text: string }> {
  const post = (address: string, body: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
  let response = await post(url, { number, expiry, code: '123', name: 'Åsa Müller' });
  let text = await response.text();
  if (text.includes('/confirm"')) {
    response = await post(`${url}/confirm`, { decision });
    text = await response.text();
  }
  return { status: response.status, location: response.headers.get('location'), text };
}

/** A webhook of the stand-in about something that nobody knows. */
export function aSignedEvent(id = 'evt_none') {
  const object = { object: 'refund', id: 're_none' };
  const payload = JSON.stringify({ id, object: 'event', type: 'refund.created', data: { object } });
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', developmentWebhookSecret).update(`${seconds}.${payload}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` };
  return { headers, payload };
}
