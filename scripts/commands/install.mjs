import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExplainedError, runStep } from './step.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = path.join(root, 'node_modules');

/** Written last, so that an interrupted installation has none; npm removes it with the folder when it starts over. */
const stampFile = path.join(modules, '.installed-from');

/** npm also writes its own record last: where it exists, the installation is complete. */
const npmRecord = path.join(modules, '.package-lock.json');

/** The npm package that contains Node for this machine; the lockfile pins version and hash of each. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeFile = path.join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The Node that everything runs on: the lockfile's, or on a machine for which npm has none, the running one if it is
 * new enough. Throws an `ExplainedError` otherwise.
 */
export function requireProjectNode() {
  if (existsSync(nodeFile)) return nodeFile;
  const { optionalDependencies = {} } = readJson('package.json');
  const packages = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  const major = Number.parseInt(optionalDependencies[packages[0] ?? ''] ?? '24', 10);
  if (Number.parseInt(process.versions.node, 10) >= major) return process.execPath;
  throw new ExplainedError(
    packages.includes(nodePackage)
      ? `npm left out the package ${nodePackage}, which brings Node ${major}: allow optional packages (npm config delete omit) and run the command again.`
      : `There is no npm package of Node ${major} for ${process.platform} on ${process.arch}: install Node ${major} (nodejs.org) and run the command again.`,
  );
}

/**
 * Installs exactly what the lockfile says, unless that has been done already. An installation that this command did not
 * make is used when it fits and never replaced: a running server may depend on it.
 */
export async function installDependencies() {
  const wanted = describeInstallation();
  const isOurs = existsSync(stampFile);
  if (isOurs && readFileSync(stampFile, 'utf8') === wanted) return;
  if (isOurs || !existsSync(npmRecord))
    await runStep({ title: 'Installing dependencies', log: 'install', ...npmCommand(), env: installEnvironment() });
  else if (!fitsLockfile())
    throw new ExplainedError(
      [
        'node_modules was installed by other means and lacks packages that this command needs. It stays as it is, because a',
        'server may run from it. Operator commands need nothing else: node_modules/.bin/node server/operator/main.ts <command>.',
        'For development, remove node_modules and run the command again.',
      ].join('\n'),
    );
  requireProjectNode();
  try {
    writeFileSync(stampFile, wanted);
  } catch (error) {
    throw new ExplainedError(`The installation cannot be recorded (${error.message}); free some space and try again.`);
  }
}

/** Whether every mandatory package of the lockfile is installed in its version. */
function fitsLockfile() {
  const installed = JSON.parse(readFileSync(npmRecord, 'utf8')).packages ?? {};
  return Object.entries(readJson('package-lock.json').packages ?? {}).every(
    ([place, { version, optional }]) => place === '' || optional || installed[place]?.version === version,
  );
}

/**
 * Changes whenever another installation is needed: through the lockfile, the wanted packages or the kind of machine.
 */
function describeInstallation() {
  const { dependencies, optionalDependencies, devDependencies } = readJson('package.json');
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(JSON.stringify([dependencies, optionalDependencies, devDependencies, process.platform, process.arch]))
    .digest('hex');
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

/** The npm that started this command, otherwise the one on the path. */
function npmCommand() {
  // Development packages build and test the site, even where the environment says "production".
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=warn'];
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) return { command: process.execPath, args: [npm, ...args] };
  return { command: 'npm', args, shell: process.platform === 'win32' };
}

/** Settings of the npm that runs this command, such as --silent, would otherwise reach the one that installs. */
function installEnvironment() {
  const passedOn = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(loglevel|silent)|lifecycle|package)/i.test(name),
  );
  return Object.fromEntries(passedOn);
}
