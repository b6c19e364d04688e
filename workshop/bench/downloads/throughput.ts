import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../../../scripts/commands/ports.ts';

const nginxPaths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** Bytes a second that `streams` clients receive in total of the first bytes of each address. */
export async function measureThroughput(addresses: readonly string[], bytesEach: number): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(addresses.map((url) => fetchWithCurl(url, bytesEach)));
  return (addresses.length * bytesEach) / ((performance.now() - startedAt) / 1000);
}

/** Starts clients that take what they get, at most this many megabytes a second each, until they are stopped. */
export function startClients(addresses: readonly string[], megabytesPerSecond?: number): () => Promise<void> {
  const limit = megabytesPerSecond ? ['--limit-rate', `${megabytesPerSecond}M`] : [];
  const clients = addresses.map((url) =>
    spawn('curl', ['--silent', ...limit, '--output', '/dev/null', url], { stdio: 'ignore' }),
  );
  return async () => {
    const ended = clients.map((client) => new Promise((resolve) => client.once('close', resolve)));
    for (const client of clients) client.kill('SIGKILL');
    await Promise.all(ended);
  };
}

/** The 95th percentile of a page's response time, in milliseconds. */
export async function measurePage(url: string, requests: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < requests; n++) {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - startedAt);
    await wait(20);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

/** Serves the folder of `filePath` with nginx while `use` runs; undefined where nginx is not installed. */
export async function withNginx<Result>(
  filePath: string,
  use: (url: string) => Promise<Result>,
): Promise<Result | undefined> {
  const nginx = nginxPaths.find((each) => existsSync(each));
  if (!nginx) return undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-nginx-'));
  const [port = 0] = await findFreePorts(1);
  const configuration = path.join(folder, 'nginx.conf');
  writeFileSync(configuration, describeNginx(folder, path.dirname(filePath), port));
  const child = spawn(nginx, ['-c', configuration, '-e', path.join(folder, 'error.log')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}/${path.basename(filePath)}`;
  try {
    for (let tries = 0; tries < 100; tries++) {
      if ((await fetch(url, { method: 'HEAD' }).catch(() => undefined))?.ok) return await use(url);
      await wait(50);
    }
    throw new Error('nginx does not answer.');
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With its default, fastest way to send a file; one worker, as our server is one process. */
function describeNginx(folder: string, root: string, port: number): string {
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
}

async function fetchWithCurl(url: string, bytes: number): Promise<void> {
  const args = ['--silent', '--fail', '--output', '/dev/null', '--range', `0-${bytes - 1}`, url];
  const code = await new Promise((resolve) => spawn('curl', args, { stdio: 'ignore' }).once('close', resolve));
  if (code !== 0) throw new Error(`curl ended with ${code} at ${new URL(url).host}.`);
}
