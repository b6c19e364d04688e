import { isLoopbackHostname } from '../../shared/loopback.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Where the database is; the embedded one in the data folder unless configured otherwise. */
export interface DatabaseConfig {
  databaseUrl?: string;
  /** The login that owns the tables, if it is not the application's own. */
  databaseMigrationUrl?: string;
}

const schemes = ['postgres', 'postgresql'] as const;

export function readDatabase(settings: SettingsReader, isPublic: boolean): DatabaseConfig {
  const databaseUrl = readAddress(settings, 'DATABASE_URL', isPublic);
  const databaseMigrationUrl = readAddress(settings, 'DATABASE_MIGRATION_URL', isPublic);
  if (isPublic && !settings.find('DATABASE_URL'))
    settings.fault('DATABASE_URL', 'needed for a public address: the embedded database can lose the last moments.');
  if (databaseMigrationUrl && !settings.find('DATABASE_URL'))
    settings.fault(
      'DATABASE_MIGRATION_URL',
      'needs DATABASE_URL, the same database with the login of the application.',
    );
  return { ...(databaseUrl && { databaseUrl }), ...(databaseMigrationUrl && { databaseMigrationUrl }) };
}

/** Passwords and personal data cross a network only encrypted, and only to the intended server (ASVS 5.0, 12.3.1). */
function readAddress(settings: SettingsReader, name: string, isPublic: boolean): string | undefined {
  const address = settings.findSecretUrl(name, schemes);
  if (address && isPublic && !staysOnMachine(new URL(address)) && !isVerified(new URL(address)))
    settings.fault(name, 'another host needs sslmode=verify-full, so that nobody on the way reads or answers.');
  return address;
}

/** The client library prefers a `host` parameter to the host in the address. */
function staysOnMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopbackHostname(host);
}

function isVerified({ searchParams }: URL): boolean {
  return searchParams.getAll('sslmode').join() === 'verify-full' && !searchParams.has('ssl');
}
