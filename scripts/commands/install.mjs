import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExplainedError, runStep } from './step.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = path.join(root, 'node_modules');

/** Written last, so that an interrupted installation has none; npm removes it with the folder when it starts anew. */
const stampFile = path.join(modules, '.installed-from');

/** The Node that everything runs on, brought by the npm package `node`. */
export const projectNode = path.join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Installs exactly what the lockfile says, unless that has been done already. */
export async function installDependencies() {
  const wanted = describeInstallation();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  await runStep({ title: 'Installing dependencies', log: 'install', ...npmCommand(), env: installEnvironment() });
  if (!existsSync(projectNode))
    throw new ExplainedError(
      'npm did not run the install script of the package "node": allow it (npm config delete ignore-scripts) and run the command again.',
    );
  try {
    writeFileSync(stampFile, wanted);
  } catch (error) {
    throw new ExplainedError(`The installation cannot be recorded (${error.message}); free some space and try again.`);
  }
}

/** Changes whenever another installation is needed: by the lockfile, the wanted packages or the kind of machine. */
function describeInstallation() {
  const { dependencies, devDependencies, allowScripts } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, allowScripts, process.platform, process.arch]))
    .digest('hex');
}

/** The npm that started this command, else the one on the path. */
function npmCommand() {
  // Development packages build and test the site, also where the surroundings say "production".
  const args = ['ci', '--include=dev', '--loglevel=warn'];
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) return { command: process.execPath, args: [npm, ...args] };
  return { command: 'npm', args, shell: process.platform === 'win32' };
}

/** Settings of the npm that runs this command would otherwise reach the one that installs, such as --silent. */
function installEnvironment() {
  const passedOn = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(loglevel|silent)|lifecycle|package)/i.test(name),
  );
  return Object.fromEntries(passedOn);
}
