import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../operator/explained-error.mjs';
import type { Layout } from './layout.ts';

/** Runs a program of the system. Throws what it says where it fails; what goes to its input stands in no list of processes. */
export function runProgram(program: string, args: readonly string[], input = ''): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new ExplainedError(`${program} failed: ${stderr?.trim() || message}`);
  }
}

const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/local/sbin', '/usr/local/bin'];

export const hasProgram = (name: string): boolean => folders.some((folder) => existsSync(path.join(folder, name)));

/** `programs` by the packages that bring them. Throws with the command that installs what is missing. */
export function requirePrograms(programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).flatMap(([program, bringer]) => (hasProgram(program) ? [] : bringer));
  if (missing.length) throw new ExplainedError(`Something is not installed: apt-get install ${missing.join(' ')}`);
}

/** A user of the machine below `layout.root`. */
export function findUser({ root }: Layout, name: string): { uid: number; gid: number } | undefined {
  const users = path.join(root, 'etc/passwd');
  const line =
    existsSync(users) &&
    readFileSync(users, 'utf8')
      .split('\n')
      .find((each) => each.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const database = 'writing_ant';

/**
 * The database with two logins, one that owns its tables and one under which the service works, on this machine's PostgreSQL. What is
 * there stays; passwords are new. A cluster that was made without a locale would give a database that counts bytes where others count
 * characters. Returns the addresses.
 */
export function makeDatabase(): { owner: string; application: string } {
  const password = () => randomBytes(24).toString('hex');
  const logins = { owner: [`${database}_owner`, password()], application: [database, password()] } as const;
  const makeRole = ([name, secret]: readonly [string, string], rights: string) => `
    select 'create role ${name}' where not exists (select from pg_roles where rolname = '${name}') \\gexec
    alter role ${name} login ${rights} password '${secret}';`;
  const script = `${makeRole(logins.owner, 'createrole')}${makeRole(logins.application, '')}
    select $$create database ${database} owner ${logins.owner[0]} template template0 encoding 'UTF8' locale 'C.UTF-8'$$ where not exists
      (select from pg_database where datname = '${database}') \\gexec
    select current_setting('port');`;
  const psql = ['psql', '--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1', 'postgres'];
  const port = runProgram('runuser', ['-u', 'postgres', '--', ...psql], script).trim();
  const addressOf = ([name, secret]: readonly [string, string]) =>
    `postgres://${name}:${secret}@127.0.0.1:${port}/${database}`;
  return { owner: addressOf(logins.owner), application: addressOf(logins.application) };
}
