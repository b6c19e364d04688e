import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { dayMs } from '../../../shared/durations.ts';
import type { Config } from '../../config/config.ts';
import { nameOfUser } from '../../file-access.ts';
import { type DoctorCheck, unset, well, wrong } from './finding.ts';

const patienceMs = 10_000;
const oldestPostgresql = 15;
/** Let's Encrypt's are renewed when they have 30 days left. */
const certificateDays = 14;
const freePercent = 10;

/** The machine itself: data folder, disk, database, and the certificate that visitors see. */
export function listMachineChecks(config: Config): DoctorCheck[] {
  const { dataDir, databaseUrl, databaseMigrationUrl, siteOrigin, isPublic } = config;
  return [
    {
      name: 'data folder',
      mends: `Give it back: chown -R --no-dereference $(stat -c %U ${dataDir}) ${dataDir}`,
      async ask() {
        const foreign = await findForeignFile(dataDir);
        return foreign ? wrong(foreign) : well(`${dataDir}, all files of one owner`);
      },
    },
    {
      name: 'disk',
      mends: 'Free some space, or move DATA_DIR to a larger disk: a full one stops backups, mails and the database.',
      async ask() {
        const { bavail, blocks } = await statfs(dataDir);
        const free = Math.round((100 * bavail) / blocks);
        return free < freePercent ? wrong(`only ${free} % free`) : well(`${free} % free`);
      },
    },
    {
      name: 'database',
      mends: 'Start PostgreSQL (systemctl status postgresql), or correct DATABASE_URL.',
      ask: async () => (databaseUrl ? askDatabase(databaseUrl) : unset('the embedded one')),
    },
    {
      name: 'database owner',
      mends: 'Correct DATABASE_MIGRATION_URL: its login owns the tables.',
      ask: async () =>
        databaseMigrationUrl && databaseMigrationUrl !== databaseUrl
          ? askDatabase(databaseMigrationUrl)
          : unset('the same login'),
    },
    {
      name: 'certificate',
      mends: 'Look at it with: certbot certificates; renew it with: certbot renew',
      ask: async () => (isPublic ? askCertificate(new URL(siteOrigin)) : unset('no public address')),
    },
  ];
}

async function findForeignFile(folder: string): Promise<string | undefined> {
  const { uid } = await lstat(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    // Gone meanwhile: the service works in it.
    const found = await lstat(file).catch(() => undefined);
    if (found && found.uid !== uid) return `${file} belongs to ${nameOfUser(found.uid)}`;
  }
  return undefined;
}

async function askDatabase(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query('select version(), current_user as login');
    const [{ version, login }] = rows as [{ version: string; login: string }];
    const [, major] = /^PostgreSQL (\d+)/.exec(version) ?? [];
    return Number(major) < oldestPostgresql
      ? wrong(`PostgreSQL ${major} is too old`)
      : well(`PostgreSQL ${major}, as ${login}`);
  } finally {
    await client.end();
  }
}

/** As a visitor meets it, name and chain included. */
async function askCertificate({ hostname, port }: URL) {
  const socket = tls.connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: patienceMs });
  try {
    const until = await new Promise<Date>((resolve, reject) => {
      socket.once('secureConnect', () => resolve(new Date(socket.getPeerCertificate().valid_to)));
      socket.once('timeout', () => reject(new Error('no answer')));
      socket.once('error', reject);
    });
    const days = Math.floor((until.getTime() - Date.now()) / dayMs);
    return days < certificateDays
      ? wrong(`of ${hostname}, ends in ${days} days`)
      : well(`of ${hostname}, good for ${days} days`);
  } finally {
    socket.destroy();
  }
}
