import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { parseSettings } from '../../server/deployment/settings-file.ts';
import { bareEnvironment } from './bare-environment.ts';

/**
 * What systemd does for the service, on a machine without it: a `systemctl` for the path of a command, and behind it the real processes of
 * the unit, which live on when the command is killed.
 */
export interface TestSystemd {
  /** To be put in front of the path. */
  binFolder: string;
  /** What the processes have said. */
  output(): string;
  stop(): Promise<void>;
}

const unit = /^writing-ant@(\d+)\.service$/;

/** For the service below `root`, as deploy/writing-ant@.service starts it. */
export async function startTestSystemd(root: string): Promise<TestSystemd> {
  const processes = new Map<string, ChildProcess>();
  let output = '';
  const end = async (port: string) => {
    const child = processes.get(port);
    processes.delete(port);
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await closed;
  };
  const start = (port: string) => {
    const current = path.join(root, 'opt/writing-ant/current');
    const { settings } = parseSettings(fs.readFileSync(path.join(root, 'etc/writing-ant/settings.env'), 'utf8'));
    const child = spawn(path.join(current, 'node_modules/.bin/node'), ['--max-semi-space-size=8', 'server/main.ts'], {
      cwd: current,
      env: { ...bareEnvironment, ...settings, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    // A unit whose program is not there has failed, as far as systemd is concerned.
    child.on('error', (error) => {
      output += `${error.message}\n`;
    });
    processes.set(port, child);
  };
  const isRunning = (port: string) => {
    const child = processes.get(port);
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  };
  const server = http.createServer(async (request, response) => {
    const [verb = '', ...names] = decodeURIComponent(request.url!.slice(1)).split(' ');
    const ports = names.map((name) => unit.exec(name)?.[1]);
    const [port] = ports;
    // Other units are none of ours, and enabling is for the next start of a machine.
    if (verb === 'enable' || !port) return void response.end('0');
    if (verb === 'is-active') return void response.end(isRunning(port) ? '0 active' : '3 failed');
    if (verb !== 'restart') return void response.end('1');
    await end(port);
    start(port);
    response.end('0');
  });
  const socket = path.join(root, 'systemd.sock');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const binFolder = path.join(root, 'test-bin');
  fs.mkdirSync(binFolder);
  fs.writeFileSync(
    path.join(binFolder, 'systemctl'),
    [
      `#!${process.execPath}`,
      `const url = encodeURIComponent(process.argv.slice(2).join(' '));`,
      `require('node:http').get({ socketPath: ${JSON.stringify(socket)}, path: '/' + url }, async (response) => {`,
      `  const [code, ...words] = String(Buffer.concat(await response.toArray())).split(' ');`,
      `  process.exitCode = Number(code);`,
      `  if (words.length) console.log(words.join(' '));`,
      `});`,
    ].join('\n'),
    { mode: 0o755 },
  );
  return {
    binFolder,
    output: () => output,
    async stop() {
      for (const child of processes.values()) child.kill('SIGKILL');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A command of `writing-ant` that goes on until it is killed. The system tells its arguments, by which it is known, once it runs. */
export async function startEndlessCommand(): Promise<ChildProcess> {
  const script = 'console.log(); setInterval(() => {}, 1_000)';
  const child = spawn(process.execPath, ['-e', script, 'server/deployment/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
