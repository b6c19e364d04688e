import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodeOf, onEndSignal } from './signals.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where Node keeps what it has compiled: half of the time that a command takes to start. */
const compiledCode = path.join(root, 'node_modules/.cache/writing-ant/compiled');

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;

/** How often a command checks whether npm, which started it, is still alive. */
const parentCheckMs = 500;

/**
 * Starts `script` with the Node at `node` as a process that ends when this one does, even after `kill -9`: the
 * operating system closes the channel between the two, and end-with-parent.mjs in the child watches it. `flags` are
 * Node's own.
 */
export function spawnTied(node, script, args, options) {
  const { stdio = ['inherit', 'inherit', 'inherit'], env = process.env, flags = [], ...others } = options;
  return spawn(node, [...flags, '--import', endWithParent, path.resolve(root, script), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiledCode, ...env },
    ...others,
    stdio: [...stdio, 'ipc'],
  });
}

/** Runs `script` to its end in the foreground, forwards signals to it and returns its exit code. */
export async function runTied(node, script, args, environment) {
  const bin = path.join(root, 'node_modules/.bin');
  const child = spawnTied(node, script, args, {
    env: { ...environment, PATH: `${bin}${path.delimiter}${environment.PATH ?? ''}` },
  });
  const stopListening = onEndSignal((signal) => child.kill(signal));
  const watch = endWithNpm();
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (...result) => resolve(result));
  });
  clearInterval(watch);
  stopListening();
  return code ?? exitCodeOf(signal);
}

/** npm cannot report that it was killed with -9, so it is watched. */
function endWithNpm() {
  const npm = process.env.npm_lifecycle_event && findNpm();
  return npm && setInterval(() => npm.isAlive() || process.exit(1), parentCheckMs);
}

/**
 * npm starts a command through a shell, and some shells stay in between; a process whose parent ends gets another one.
 */
function findNpm() {
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  return { isAlive: () => process.ppid === parent && (!grandparent || parentOf(parent) === grandparent) };
}

function isShell(pid) {
  return /^(sh|dash|bash|ash|busybox|zsh|ksh)$/.test(readProcess(pid, 'comm').trim());
}

function parentOf(pid) {
  // "pid (name) state parent …"; the name may contain anything.
  return Number(readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
}

/** Only Linux tells; elsewhere, the end of the direct parent has to do. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
