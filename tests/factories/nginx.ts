import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { canInstallPackages, installPackages } from '../../scripts/commands/system-packages.ts';
import { type Certificate, makeCertificate } from '../../workshop/bench/certificate.ts';

/** The proxy of deploy/nginx.conf in front of a test's servers. */
export interface TestProxy {
  port: number;
  certificate: Certificate;
  plainPort: number;
  /** Everything that it has logged so far. */
  readLogs(): string;
  stop(): Promise<void>;
}

const guide = path.join(import.meta.dirname, '../../deploy/nginx.conf');
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** Runs nginx with the configuration that operators are given; only ports and certificate belong to the test. */
export async function startProxy(serverPorts: readonly [number, number]): Promise<TestProxy> {
  const nginx = await requireNginx();
  const [port, plainPort] = (await findFreePorts(2)) as [number, number];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-nginx-'));
  const certificate = makeCertificate();
  fs.writeFileSync(path.join(folder, 'fullchain.pem'), certificate.cert);
  fs.writeFileSync(path.join(folder, 'privkey.pem'), certificate.key);
  const site = replaceEach(fs.readFileSync(guide, 'utf8'), [
    [/^ *listen \[::\]:.*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['127.0.0.1:3000', `127.0.0.1:${serverPorts[0]}`],
    ['127.0.0.1:3010', `127.0.0.1:${serverPorts[1]}`],
    [/\/etc\/ssl\/www\.example\.com/g, folder],
    [/\/var\/log\/nginx/g, folder],
  ]);
  const configuration = path.join(folder, 'nginx.conf');
  fs.writeFileSync(configuration, withSurroundings(site, folder));
  const options = ['-c', configuration, '-e', path.join(folder, 'error.log')];
  // Says what is wrong with the file.
  execFileSync(nginx, ['-t', '-q', ...options]);
  const child = spawn(nginx, options, { stdio: 'ignore' });
  return {
    port,
    plainPort,
    certificate,
    readLogs: () =>
      fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
        .join(''),
    async stop() {
      await end(child);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function replaceEach(text: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  return replacements.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`deploy/nginx.conf has no ${from} any more.`);
    return after;
  }, text);
}

/** The surrounding configuration from the distribution's own file; everything that it writes goes into `folder`. */
function withSurroundings(site: string, folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
access_log ${folder}/access.log;
${site}
}`;
}

async function requireNginx(): Promise<string> {
  const find = () => places.find((place) => fs.existsSync(place));
  if (!find() && canInstallPackages()) await installPackages('Installing nginx', 'nginx', ['nginx']);
  const found = find();
  if (!found) throw new ExplainedError('There is no nginx: install the package "nginx".');
  return found;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
}
