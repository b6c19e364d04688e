import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExplainedError } from '../../server/operator/explained-error.mjs';
import { explain } from './explanations.mjs';
import { onEndSignal } from './signals.mjs';

export { ExplainedError };

const root = fileURLToPath(new URL('../..', import.meta.url));
const logFolder = path.join(root, '.logs');

/** On a terminal the line is rewritten in place; elsewhere each update is a new line, so they are rarer. */
const updateMs = process.stdout.isTTY ? 1_000 : 10_000;
const keptCharacters = 2_000_000;

/** npm takes its time when asked to end in the middle of an installation. */
const patienceMs = 3_000;
const shownLines = 80;

/**
 * Runs a program as one step of a command: one line with the elapsed time, the whole output in `.logs/<log>.log`, and its
 * end on the screen when it fails. Returns the output; throws an `ExplainedError` unless it exits with 0.
 * @param {{ title: string, log: string, command: string, args: string[], env?: object, shell?: boolean }} step
 */
export async function runStep({ title, log, command, args, env = process.env, shell = false }) {
  const line = showProgress(title);
  const logFile = path.join(logFolder, `${log}.log`);
  const { code, output } = await runAndRecord(command, args, { env, shell }, logFile);
  if (code === 0) {
    line.end('done');
    return output;
  }
  line.end('failed');
  const end = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  const cause = explain(output);
  throw new ExplainedError(
    [
      end,
      '',
      `${title} failed; the whole output is in ${path.relative(root, logFile)}.`,
      ...(cause ? [cause] : []),
    ].join('\n'),
  );
}

/**
 * Shows `title` with the elapsed time until `end(word)` is called.
 * @param {string} title
 */
function showProgress(title) {
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`;
  const write = (text) => process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  write(`${title} …`);
  const timer = setInterval(() => write(`${title} … ${seconds()}`), updateMs);
  timer.unref();
  return {
    end(word) {
      clearInterval(timer);
      write(`${title}: ${word} after ${seconds()}`);
      if (process.stdout.isTTY) process.stdout.write('\n');
    },
  };
}

async function runAndRecord(command, args, options, logFile) {
  let output = '';
  const log = openLog(logFile);
  const record = (chunk) => {
    output = (output + chunk).slice(-keptCharacters);
    log?.write(chunk);
  };
  // A process group of its own, so that whatever the program has started ends with it.
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
  const stopListening = onEndSignal((signal, exitCode) => {
    child.on('close', () => process.exit(exitCode));
    process.kill(-child.pid, signal);
    setTimeout(() => process.kill(-child.pid, 'SIGKILL'), patienceMs);
  });
  const code = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', record);
    child.stderr.setEncoding('utf8').on('data', record);
    child.on('error', (error) => {
      record(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  stopListening();
  log?.end();
  return { code, output };
}

/** A missing log is better than no answer: on a full disk the output is still shown. */
function openLog(file) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
  } catch {
    return undefined;
  }
  return createWriteStream(file).on('error', () => {});
}
