import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { layoutIn } from './layout.ts';
import { installProxy } from './proxy.ts';

let root: string;
let layout: ReturnType<typeof layoutIn>;
const at = (...parts: string[]) => path.join(root, ...parts);

function write(file: string, text: string, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
}

/** In place of the machine's own. */
const setProgram = (name: string, script: string) => write(at('bin', name), `#!/bin/sh\n${script}\n`, 0o755);

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-proxy-'));
  layout = layoutIn(root);
  write(layout.settingsFile, 'SITE_ORIGIN=https://ant.example\n');
  write(at('etc/nginx/nginx.conf'), 'worker_connections 768;');
  write(at('etc/nginx/sites-available/default'), 'of Debian');
  fs.mkdirSync(at('etc/nginx/sites-enabled'));
  fs.symlinkSync('../sites-available/default', debians());
  for (const file of ['chain.pem', 'key.pem']) write(at(file), '');
  setProgram('nginx', 'true');
  setProgram('systemctl', 'true');
  vi.stubEnv('PATH', `${at('bin')}:${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(root, { recursive: true, force: true });
});

const debians = () => at('etc/nginx/sites-enabled/default');

async function install(certificate?: string, certificateKey?: string): Promise<void> {
  const options = { layout, certificate, certificateKey, host: undefined, isDryRun: false };
  await installProxy({ ...options, say: () => {}, now: () => new Date() }, async (_, isDone, work) => {
    if (!isDone()) await work();
  });
}

it.each([
  ['nginx', 'does not take the file'],
  ['systemctl', 'does not start nginx'],
])('leaves nothing behind where %s %s, so that the next setup tries again', async (program) => {
  setProgram(program, 'exit 1');
  await expect(install(at('chain.pem'), at('key.pem'))).rejects.toThrow();
  expect(fs.existsSync(layout.proxyFile)).toBe(false);
  expect(fs.readFileSync(debians(), 'utf8')).toBe('of Debian');
  setProgram(program, 'true');
  await install(at('chain.pem'), at('key.pem'));
  expect(fs.readFileSync(layout.proxyFile, 'utf8')).toContain(`ssl_certificate_key ${at('key.pem')};`);
  expect(fs.readdirSync(at('etc/nginx/sites-enabled'))).toEqual([]);
  expect(fs.readFileSync(at('etc/nginx/nginx.conf'), 'utf8')).toBe('worker_connections 8192;');
});

it('asks for the certificate and for its key', async () => {
  await expect(install(at('chain.pem'), at('other.pem'))).rejects.toThrow(`There is no ${at('other.pem')}.`);
  await expect(install(at('other.pem'), at('key.pem'))).rejects.toThrow(`There is no ${at('other.pem')}.`);
  expect(fs.existsSync(layout.proxyFile)).toBe(false);
});
