import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** The launcher in an empty project, with a stand-in for npm that does what that project's `npm.mjs` says. */
let project: string;
const started: ChildProcess[] = [];

const writeProject = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  fs.writeFileSync(path.join(project, file), text);
};

const nodePackage = `node-${process.platform}-${process.arch}`;

const installNode = `
  import fs from 'node:fs';
  fs.rmSync('node_modules', { recursive: true, force: true });
  fs.mkdirSync('node_modules/${nodePackage}/bin', { recursive: true });
  fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/${nodePackage}/bin/node');
  fs.appendFileSync('installations', process.argv.slice(2).join(' ') + '\\n');
`;

beforeEach(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'launch-'));
  const launchers = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'));
  for (const file of ['server/operator/explained-error.mjs', ...launchers.map((name) => `scripts/commands/${name}`)])
    writeProject(file, fs.readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'));
  writeProject('package.json', JSON.stringify({ engines: { node: '>=20.19' }, dependencies: { one: '1.0.0' } }));
  writeProject('package-lock.json', '{}');
  writeProject('npm-cli.js', installNode);
  writeProject('command.mjs', "console.log('the command runs');");
});

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  fs.rmSync(project, { recursive: true, force: true });
});

function launch(...args: string[]) {
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const child = spawn(process.execPath, ['scripts/commands/launch.mjs', 'command.mjs', ...args], {
    cwd: project,
    env: { ...environment, npm_execpath: path.join(project, 'npm-cli.js') },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, ended, output: () => output };
}

async function run(...args: string[]) {
  const launched = launch(...args);
  const code = await launched.ended;
  return { code, output: launched.output() };
}

const installations = () => fs.readFileSync(path.join(project, 'installations'), 'utf8').trim().split('\n').length;

describe('the installation', () => {
  it('happens before the first command and not again', async () => {
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('the command runs') });
    expect(await run()).toMatchObject({ code: 0, output: 'the command runs\n' });
    expect(installations()).toBe(1);
  });

  it('follows the lockfile exactly, development packages included', async () => {
    await run();
    expect(fs.readFileSync(path.join(project, 'installations'), 'utf8')).toMatch(/^ci --include=dev /);
  });

  it.each([
    ['the lockfile', 'package-lock.json', '{"changed":true}'],
    ['a wanted package', 'package.json', '{"engines":{"node":">=20.19"},"dependencies":{"one":"2.0.0"}}'],
  ])('happens again when %s has changed', async (_, file, text) => {
    await run();
    writeProject(file, text);
    await run();
    expect(installations()).toBe(2);
  });

  it('is not repeated for another script in package.json', async () => {
    await run();
    writeProject(
      'package.json',
      '{"engines":{"node":">=20.19"},"scripts":{"new":"true"},"dependencies":{"one":"1.0.0"}}',
    );
    await run();
    expect(installations()).toBe(1);
  });

  it('is redone after it was interrupted', async () => {
    writeProject('npm-cli.js', `${installNode}; process.kill(process.pid, 'SIGKILL');`);
    expect((await run()).code).toBe(1);
    writeProject('npm-cli.js', installNode);
    expect((await run()).code).toBe(0);
    expect(installations()).toBe(2);
  });

  it.each([
    ['a full disk', 'npm error code ENOSPC\nnpm error ENOSPC: no space left on device, write', /disk is full: free/],
    ['no network', 'npm error code ENOTFOUND\nnpm error network request to host failed', /network cannot be reached/],
    [
      'a folder of somebody else',
      "npm error EACCES: permission denied, mkdir 'node_modules'",
      /make the project folder/,
    ],
  ])('explains %s and shows the whole output', async (_, message, advice) => {
    writeProject('npm-cli.js', `console.error(${JSON.stringify(message)}); process.exit(1);`);
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output.trim().split('\n').at(-1)).toMatch(advice);
    expect(output).not.toContain('the command runs');
    expect(fs.readFileSync(path.join(project, '.logs/install.log'), 'utf8')).toContain(message);
  });

  it.each([
    [nodePackage, `npm left out the package ${nodePackage}`],
    ['node-plan9-mips', `no npm package of Node 99 for ${process.platform} on ${process.arch}: install Node 99`],
  ])('says what to do when there is no Node, with %s in the lockfile', async (name, sentence) => {
    writeProject(
      'package.json',
      JSON.stringify({ engines: { node: '>=20.19' }, optionalDependencies: { [name]: '99.0.0' } }),
    );
    writeProject('npm-cli.js', "import fs from 'node:fs'; fs.mkdirSync('node_modules');");
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining(sentence) });
  });

  it('leaves an installation that others made as it is, and says how to go on', async () => {
    writeProject(
      'package-lock.json',
      JSON.stringify({ packages: { '': {}, 'node_modules/one': { version: '1.0.0' } } }),
    );
    writeProject('node_modules/.package-lock.json', '{"packages":{}}');
    writeProject('node_modules/kept.txt', 'kept');
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain('node_modules/.bin/node server/operator/main.ts');
    expect(fs.existsSync(path.join(project, 'installations'))).toBe(false);
    expect(fs.readFileSync(path.join(project, 'node_modules/kept.txt'), 'utf8')).toBe('kept');
  });

  it('uses an installation that others made when it fits', async () => {
    const packages = { '': {}, 'node_modules/one': { version: '1.0.0' }, 'node_modules/other': { optional: true } };
    writeProject('package-lock.json', JSON.stringify({ packages }));
    writeProject('node_modules/.package-lock.json', JSON.stringify({ packages }));
    expect(await run()).toMatchObject({ code: 0, output: 'the command runs\n' });
    expect(fs.existsSync(path.join(project, 'installations'))).toBe(false);
  });

  it('ends at Ctrl-C with all that it has started, even when npm does not want to', async () => {
    writeProject(
      'npm-cli.js',
      `import { spawn } from 'node:child_process';
       process.on('SIGINT', () => {});
       const inner = spawn(process.execPath, ['-e', "process.on('SIGINT', () => {}); setInterval(() => {}, 1000)"]);
       console.log('inner', inner.pid);
       setInterval(() => {}, 1000);`,
    );
    const launched = launch();
    const log = path.join(project, '.logs/install.log');
    while (!fs.existsSync(log) || !fs.readFileSync(log, 'utf8').includes('inner')) await wait(20);
    const inner = Number(/inner (\d+)/.exec(fs.readFileSync(log, 'utf8'))?.[1]);
    launched.child.kill('SIGINT');
    expect(await launched.ended).toBe(128 + os.constants.signals.SIGINT);
    // A killed process keeps its number until the system has noticed its end.
    const exists = () => {
      try {
        return process.kill(inner, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(exists, { timeout: 10_000 }).toBe(false);
  });

  it('is not tried with a Node that is too old', async () => {
    writeProject('package.json', JSON.stringify({ engines: { node: '>=99.1' } }));
    expect(await run()).toEqual({
      code: 1,
      output: `Node ${process.versions.node} is too old: install Node 99.1 or newer (nodejs.org) and run the command again.\n`,
    });
  });
});

describe('the command', () => {
  it('gets its arguments, and its exit code is the launcher’s', async () => {
    writeProject('command.mjs', 'console.log(process.argv.slice(2)); process.exit(7);');
    const { code, output } = await run('one', '--two=3');
    expect(code).toBe(7);
    expect(output).toContain("[ 'one', '--two=3' ]");
  });

  it('finds the programs of the project first on its path', async () => {
    writeProject('command.mjs', 'console.log(process.env.PATH.split(":")[0]);');
    expect((await run()).output).toContain(path.join(fs.realpathSync(project), 'node_modules/.bin'));
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends in order at %s', async (signal) => {
    writeProject(
      'command.mjs',
      `setInterval(() => {}, 1000);
       process.on('${signal}', () => { console.log('ended in order'); process.exit(0); });
       console.log('ready');`,
    );
    const launched = launch();
    await untilOutput(launched, 'ready');
    launched.child.kill(signal);
    expect(await launched.ended).toBe(0);
    expect(launched.output()).toContain('ended in order');
  });

  it('may fork programs that live by their own channel', async () => {
    writeProject(
      'command.mjs',
      `import { fork } from 'node:child_process';
       const worker = fork('worker.mjs');
       worker.on('message', (text) => { console.log('worker:', text); worker.disconnect(); });
       setTimeout(() => worker.send('hello'), 1000);`,
    );
    writeProject('worker.mjs', "process.on('message', (text) => process.send(text + ' back'));");
    expect((await run()).output).toContain('worker: hello back');
  });

  it('reports an end by signal as a shell does', async () => {
    writeProject('command.mjs', "process.kill(process.pid, 'SIGKILL');");
    expect((await run()).code).toBe(128 + os.constants.signals.SIGKILL);
  });

  it('ends in order when the launcher is killed', async () => {
    writeProject(
      'command.mjs',
      `import fs from 'node:fs';
       setInterval(() => {}, 1000);
       process.on('SIGTERM', () => { fs.writeFileSync('ended', ''); process.exit(0); });
       console.log('ready');`,
    );
    const launched = launch();
    await untilOutput(launched, 'ready');
    launched.child.kill('SIGKILL');
    await launched.ended;
    // By then its output is closed, so it has ended, too.
    expect(fs.existsSync(path.join(project, 'ended'))).toBe(true);
  });
});

describe('the version', () => {
  const stampFile = () => path.join(project, 'dist/version');

  it('is stamped into a clone with each command, before that runs', async () => {
    writeProject('.gitignore', 'node_modules\ndist\ninstallations\n.logs\n');
    writeProject('command.mjs', "import fs from 'node:fs'; console.log(fs.readFileSync('dist/version', 'utf8'));");
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      [...author, 'commit', '--quiet', '--message', 'Begin'],
    ])
      execFileSync('git', args, { cwd: project });
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: project, encoding: 'utf8' });
    expect((await run()).output).toMatch(new RegExp(`\\d-${commit.slice(0, 10)}\\n`));
    writeProject(
      'command.mjs',
      "import fs from 'node:fs'; console.log('It is', fs.readFileSync('dist/version', 'utf8'));",
    );
    expect((await run()).output).toMatch(new RegExp(`^It is .*-${commit.slice(0, 10)}-changed\\n`));
  });

  it('stays where there is no git, as whoever built it has stamped it', async () => {
    writeProject('dist/version', 'as it was');
    expect((await run()).code).toBe(0);
    expect(fs.readFileSync(stampFile(), 'utf8')).toBe('as it was');
  });
});

const author = ['-c', 'user.name=Ant', '-c', 'user.email=ant@ant.example'];

async function untilOutput(launched: { output(): string }, text: string): Promise<void> {
  while (!launched.output().includes(text)) await wait(20);
}
