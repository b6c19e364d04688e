import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../operator/explained-error.mjs';
import { type Layout, readSettings, replaceFile } from './layout.ts';
import { hasProgram, runProgram } from './machine.ts';
import { systemctl } from './processes.ts';
import type { SetupOptions, Step } from './setup-step.ts';

const guide = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');

/** Debian allows too few connections for a few hundred visitors. */
const connections = { debians: 'worker_connections 768;', ours: 'worker_connections 8192;' };

/** nginx in front of the processes, with a certificate; a file that is there, and may have been changed, stays. */
export async function installProxy(options: SetupOptions, step: Step): Promise<void> {
  const { layout, certificate, certificateKey } = options;
  if (existsSync(layout.proxyFile))
    return step(
      `proxy in ${layout.proxyFile}`,
      () => true,
      () => {},
    );
  const host = options.host ?? hostOf(options);
  if (!host) return;
  if ((certificate === undefined) !== (certificateKey === undefined))
    throw new ExplainedError('--certificate and --certificate-key belong together.');
  const given =
    certificate && certificateKey ? { chain: path.resolve(certificate), key: path.resolve(certificateKey) } : undefined;
  const folder = path.join(layout.root, 'etc/letsencrypt/live', host);
  const files = given ?? { chain: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
  await step(
    `certificate of ${host}`,
    () => existsSync(files.chain) && existsSync(files.key),
    () => {
      if (given) throw new ExplainedError(`There is no ${existsSync(files.chain) ? files.key : files.chain}.`);
      askForCertificate(host);
    },
  );
  await step(
    `proxy in ${layout.proxyFile}`,
    () => false,
    () => writeProxy(layout, describeProxy(host, files, readSettings(layout).ports)),
  );
}

/** What nginx does not take goes again, or the next `setup` would find it done. */
async function writeProxy({ root, proxyFile }: Layout, text: string): Promise<void> {
  const at = (file: string) => path.join(root, 'etc/nginx', file);
  mkdirSync(path.dirname(proxyFile), { recursive: true });
  replaceFile(proxyFile, text, 0o644);
  // It would log whoever asks for another name.
  const debians = at('sites-enabled/default');
  const aside = at('default.aside');
  const hadDebians = lstatSync(debians, { throwIfNoEntry: false }) !== undefined;
  if (hadDebians) renameSync(debians, aside);
  const main = at('nginx.conf');
  const isWhole = existsSync(main);
  if (isWhole) replaceFile(main, readFileSync(main, 'utf8').replace(connections.debians, connections.ours), 0o644);
  try {
    if (isWhole) runProgram('nginx', ['-t', '-q', '-c', main]);
    await systemctl('reload-or-restart', 'nginx');
  } catch (error) {
    rmSync(proxyFile);
    if (hadDebians) renameSync(aside, debians);
    throw error;
  }
  rmSync(aside, { force: true });
}

function hostOf({ layout }: SetupOptions): string | undefined {
  if (!existsSync(layout.settingsFile)) return undefined;
  return URL.parse(readSettings(layout).all.SITE_ORIGIN ?? '')?.hostname;
}

function askForCertificate(host: string): void {
  if (!hasProgram('certbot'))
    throw new ExplainedError(
      'Let’s Encrypt gives a certificate through certbot: apt-get install certbot python3-certbot-nginx. ' +
        'Where you have one, name its files with --certificate and --certificate-key.',
    );
  const quiet = ['--non-interactive', '--agree-tos', '--register-unsafely-without-email'];
  runProgram('certbot', ['certonly', '--nginx', ...quiet, '--deploy-hook', 'systemctl reload nginx', '--domain', host]);
}

/** deploy/nginx.conf with the names of this machine. */
export function describeProxy(
  host: string,
  { chain, key }: { chain: string; key: string },
  ports: readonly number[],
): string {
  const servers = ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;\n`).join('');
  return readFileSync(guide, 'utf8')
    .replace(/( {4}server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, servers)
    .replaceAll('/etc/ssl/www.example.com/fullchain.pem', chain)
    .replaceAll('/etc/ssl/www.example.com/privkey.pem', key)
    .replaceAll('www.example.com', host);
}
