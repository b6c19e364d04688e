import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/database/database.ts';
import type { JobRunner } from '../../server/jobs/jobs.ts';
import { writeBuiltSite } from './built-site.ts';
import { openTestDatabase } from './database.ts';
import { unusedPorts } from './unused-ports.ts';

/** The whole server with a database and a built site of its own, not listening. */
export interface TestServer {
  app: FastifyInstance;
  config: Config;
  database: Database;
  jobs: JobRunner;
  /** Every line of the log so far. */
  logLines: string[];
  /** The server's present time; the real one if undefined. */
  time: { now?: Date };
  close(): Promise<void>;
}

interface TestServerOptions {
  /** As in the environment. */
  settings?: Record<string, string>;
  /** Added to the public files of the site. */
  files?: Record<string, string | Buffer>;
  /** Prepares the application before it is ready, such as with routes that fail on purpose. */
  prepare?: (app: FastifyInstance) => void;
}

/** Facts without the marks of invented ones, for servers with a public address. */
const realOperatorFacts = { companyName: 'Ameisen AG', generalEmail: 'info@ameisen.ch' };

/** Settings of a server with a public address. */
export const publicSettings = {
  SITE_ORIGIN: 'https://www.ameisen.ch',
  LOGIN_CLIENT_ID: 'client_live',
  LOGIN_API_HOSTNAME: 'auth.ameisen.ch',
  LINK_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://ant:secret@mail.ameisen.ch',
  OPENAI_API_KEY: 'sk_live',
  MAIL_FROM: 'post@ameisen.ch',
  BOUNCE_IMAP_URL: 'imaps://bounce:secret@mail.ameisen.ch',
  TRUSTED_PROXIES: '127.0.0.1',
  /** Only read: the server gets a database of its own. */
  DATABASE_URL: 'postgres://ant:secret@db.ameisen.ch/site?sslmode=verify-full',
};

export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { database, place, remove } = await openTestDatabase();
  const site = writeBuiltSite(options.files);
  const config = readConfig(
    { DATA_DIR: place.dataDir, ...unusedPorts, ...options.settings },
    { operatorFacts: realOperatorFacts },
  );
  // What a test publishes becomes visible at once.
  config.releases.lookAgainMs = 0;
  const logLines: string[] = [];
  const time: TestServer['time'] = {};
  const jobs = await database.openJobs({ byItself: false });
  const app = await createApp({
    config,
    database,
    jobs,
    siteDirectory: site.directory,
    clock: () => time.now ?? new Date(),
    logStream: { write: (line) => void logLines.push(line) },
  });
  options.prepare?.(app);
  await app.ready();
  return {
    app,
    config,
    database,
    jobs,
    logLines,
    time,
    async close() {
      await app.close();
      await jobs.stop();
      site.remove();
      await remove();
    },
  };
}

/** Listens on a free port of this machine and returns it. */
export async function listen({ app }: TestServer): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}
