/**
 * `writing-ant <command>`, as deploy/writing-ant calls it: whatever is done on a server, with the settings of its file. Root becomes the
 * service's user wherever data is touched.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../config/version.ts';
import { askHidden } from '../operator/ask-hidden.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { runCommand } from '../operator/run-command.ts';
import { deploy, goBack, restartAll, restartWith } from './deploy.ts';
import { environmentOf, type Layout, layoutIn, readSettings } from './layout.ts';
import { describeSecrets, rotateSecret, type SecretName, secrets } from './secrets.ts';
import { setUp } from './setup.ts';
import { describeStatus } from './status.ts';

const usage = `writing-ant <command>

  setup [--host <name>] [--certificate <file> --certificate-key <file>] [--dry-run]
      Prepares this machine: user, folders, database, secrets, units, proxy; called again, it does what is missing
  deploy <archive> [--unsigned] [--without-way-back] [--patience <seconds>]
      Brings a version into service, and the one before again where it does not become healthy within a minute
  back [<version>] [--patience <seconds>]
      Lets the version before serve again, or another one that is there
  restart [--patience <seconds>]
      Restarts one process after the other, so that they have the settings of now and nobody notices
  status
      What runs here; ends with code 1 where something does not
  secret list | secret rotate <${Object.keys(secrets).join('|')}>
      How old secrets are; replaces one and restarts, so that nobody notices. Those that others give are typed, or piped in
  doctor
      Asks every setting and every outside service, and says what mends it

Everything else is a command of the operator: writing-ant --help-commands lists them.`;

const machineCommands = ['setup', 'deploy', 'back', 'restart', 'status', 'secret'];

const say = (line: string) => console.log(line);

async function runOnMachine(layout: Layout, name: string, args: string[]): Promise<void> {
  if (layout.root === '/' && process.getuid?.() !== 0)
    throw new ExplainedError(`writing-ant ${name} needs root: sudo writing-ant ${name}`);
  const now = () => new Date();
  const read = <const Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(options: Options) => {
    try {
      return parseArgs({ args, options: options!, allowPositionals: true });
    } catch (error) {
      throw new ExplainedError(`${(error as Error).message}\n\n${usage}`);
    }
  };
  switch (name) {
    case 'setup': {
      const { values } = read({
        host: { type: 'string' },
        certificate: { type: 'string' },
        'certificate-key': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      });
      await setUp({
        layout,
        say,
        now,
        host: values.host as string | undefined,
        certificate: values.certificate as string | undefined,
        certificateKey: values['certificate-key'] as string | undefined,
        isDryRun: values['dry-run'] === true,
      });
      return;
    }
    case 'deploy': {
      const { values, positionals } = read({
        unsigned: { type: 'boolean', default: false },
        'without-way-back': { type: 'boolean', default: false },
        patience: { type: 'string' },
      });
      const [archive] = requireOne(positionals, 'deploy takes one archive.');
      const options = { unsigned: values.unsigned === true, withoutWayBack: values['without-way-back'] === true };
      await deploy(path.resolve(archive), {
        layout,
        say,
        now,
        ...options,
        ...readPatience(values.patience),
      });
      return;
    }
    case 'back': {
      const { values, positionals } = read({ patience: { type: 'string' } });
      await goBack(positionals[0], { layout, say, ...readPatience(values.patience) });
      return;
    }
    case 'restart': {
      const { values } = read({ patience: { type: 'string' } });
      await restartAll({ layout, say, ...readPatience(values.patience) });
      return;
    }
    case 'status': {
      const { lines, isWell } = await describeStatus(layout, now());
      for (const line of lines) say(line);
      if (!isWell) process.exitCode = 1;
      return;
    }
    default:
      await runSecret(layout, read({}).positionals, now());
  }
}

async function runSecret(layout: Layout, [what, name, ...rest]: string[], now: Date): Promise<void> {
  if (what === 'list' && !name) {
    for (const line of describeSecrets(layout, now)) say(line);
    return;
  }
  if (what !== 'rotate' || !name || !(name in secrets) || rest.length) throw new ExplainedError(usage);
  const isOurs = name === 'link' || name === 'entitlement';
  const value = isOurs ? undefined : await readValue(secrets[name as SecretName]);
  await restartWith(
    () => {
      for (const line of rotateSecret(layout, name as SecretName, { now, ...(value && { value }) })) say(line);
    },
    { layout, say },
  );
}

/** The first line that is typed or piped in; an argument would stand in the list of processes. */
async function readValue(setting: string): Promise<string> {
  if (process.stdin.isTTY) return (await askHidden(`${setting}: `)).trim();
  for await (const chunk of process.stdin.setEncoding('utf8')) return String(chunk).split('\n')[0]!.trim();
  return '';
}

/** How long a process may take to become healthy, where somebody said so. */
function readPatience(seconds: unknown): { patienceMs?: number } {
  if (seconds === undefined) return {};
  if (!/^\d{1,4}$/.test(String(seconds))) throw new ExplainedError('--patience is a number of seconds.');
  return { patienceMs: Number(seconds) * 1000 };
}

function requireOne(given: readonly string[], sentence: string): [string] {
  if (given.length !== 1) throw new ExplainedError(`${sentence}\n\n${usage}`);
  return [given[0]!];
}

/** In a process of its own, whose environment is nothing but the settings. */
async function runOperator(layout: Layout, args: readonly string[]): Promise<void> {
  const settings = readSettings(layout);
  const program = path.resolve(import.meta.dirname, '../operator/main.ts');
  const env = environmentOf(settings);
  const child = spawn(process.execPath, [program, ...args], { env, stdio: 'inherit' });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

await runCommand(async () => {
  const given = process.argv.slice(2);
  // Another folder than / is for tests, and for whoever prepares a disk.
  const root = given[0] === '--root' ? given.splice(0, 2)[1]! : '/';
  const layout = layoutIn(path.resolve(root));
  const [name = '--help', ...args] = given;
  if (name === '--help' || name === '-h') console.log(usage);
  else if (name === '--version') console.log(version);
  else if (machineCommands.includes(name)) await runOnMachine(layout, name, args);
  else await runOperator(layout, name === '--help-commands' ? ['--help'] : given);
});
