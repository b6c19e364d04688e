import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { documentsInForce } from '../../content/legal/in-force.ts';
import { createApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import type { CommandResult } from '../../server/contract/command.ts';
import type { Composition } from '../../server/contract/composition.ts';
import type { ServiceClock } from '../../server/contract/service-clock.ts';
import type { Database } from '../../server/database/database.ts';
import { product } from '../../server/features.ts';
import type { LogStream } from '../../server/http/request-log.ts';
import type { Jobs } from '../../server/jobs/jobs.ts';
import { perform, performOn } from '../../server/operator/perform.ts';
import type { Download, DownloadRequest } from '../../shared/api/downloads.ts';
import { apiPaths, downloadArrivalPath, downloadLinkPath } from '../../shared/api-paths.ts';
import { openTestDatabase } from './database.ts';
import { startTokenIssuer, type TokenIssuer } from './token-issuer.ts';
import { unusedPorts } from './unused-ports.ts';

/** The API without a site, with a login provider and a clock of its own. */
export interface TestApi {
  app: FastifyInstance;
  config: Config;
  database: Database;
  jobs: Jobs;
  /** Runs whatever is due: each scheduled job once, and every other one that was enqueued. */
  runDueJobs(): Promise<string[]>;
  /** Runs only what was enqueued. */
  runEnqueuedJobs(): Promise<string[]>;
  issuer: TokenIssuer;
  /** The server's present time. */
  time: { now: Date };
  get(url: string, userId?: string): Promise<LightMyRequestResponse>;
  /** What the desktop app sends with every call. */
  desktopHeaders(userId: string, claims?: Record<string, unknown>): Promise<Record<string, string>>;
  /** Submits the download form as `userId`. */
  submit(userId: string, request: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Asks for a new link to a download. */
  renewLink(userId: string, downloadId: string): Promise<LightMyRequestResponse>;
  /** Reports that the file of a download has arrived. */
  reportArrival(userId: string, downloadId: string): Promise<LightMyRequestResponse>;
  /** Runs a command of the operator at the server's present time. Its last line says that it was recorded. */
  operate(command: string, ...args: string[]): Promise<CommandResult>;
  /** Submits a valid form and returns the answer. */
  download(userId: string, request?: Partial<DownloadRequest>): Promise<Download>;
  close(): Promise<void>;
}

interface TestApiOptions {
  features?: Composition;
  /** Receives each log line. */
  logStream?: LogStream;
  /** A built site to be served with it. */
  siteDirectory?: string;
  /** An archive of legal texts other than that of this checkout. */
  legalFolder?: string;
}

/** `settings` are named as in the environment. */
export async function createTestApi(
  settings: Record<string, string> = {},
  { features = product, logStream, siteDirectory, legalFolder }: TestApiOptions = {},
): Promise<TestApi> {
  const issuer = await startTokenIssuer();
  const { database, place, remove } = await openTestDatabase(features.databaseContents);
  const config = readConfig({
    DATA_DIR: place.dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
    ...unusedPorts,
    ...issuer.environment,
    ...settings,
  });
  if (legalFolder) config.legalFolder = legalFolder;
  // Whatever address is asked about is that of the user, unless a test says otherwise.
  issuer.findEmail.of = async (userId) => {
    const asked = database.kysely.selectFrom('account_addresses').select('address').where('account_id', '=', userId);
    const [row] = await asked.where('confirmed_at', 'is', null).orderBy('noted_at').limit(1).execute();
    return row?.address;
  };
  // What a test publishes becomes visible at once.
  config.releases.lookAgainMs = 0;
  const time = { now: new Date() };
  const jobs = await database.openJobs({ byItself: false });
  const clock = () => time.now;
  const app = await createApp({
    config,
    database,
    jobs,
    features,
    clock,
    ...(logStream && { logStream }),
    ...(siteDirectory && { siteDirectory }),
  });
  await app.ready();

  const bearer = async (userId: string) => ({ authorization: `Bearer ${await issuer.tokenFor(userId)}` });
  const api: TestApi = {
    app,
    config,
    database,
    jobs,
    runDueJobs: () => jobs.runDue(),
    runEnqueuedJobs: () => jobs.runDue({ onlyEnqueued: true }),
    operate: async (name, ...args) => {
      const command = features.commands.find((each) => each.name === name);
      if (command?.kind === 'service') {
        const service = { isPublic: false, config, database, ...features, runDueJobs: () => jobs.runDue() };
        return performOn({ ...service, clock: { now: clock } as ServiceClock }, command, args);
      }
      if (command?.kind !== 'transaction' && command?.kind !== 'database') throw new Error(`There is no ${name}.`);
      return perform(database, command, args, { ...features, config, clock });
    },
    issuer,
    time,
    desktopHeaders: async (userId, claims) => ({
      authorization: `Bearer ${await issuer.desktopTokenFor(userId, claims)}`,
      'app-version': '1.0.0',
    }),
    get: async (url, userId) => app.inject({ url, headers: userId ? await bearer(userId) : {} }),
    submit: async (userId, payload, headers = {}) =>
      app.inject({
        method: 'POST',
        url: apiPaths.downloads,
        headers: { ...(await bearer(userId)), ...headers },
        payload,
      }),
    renewLink: async (userId, downloadId) =>
      app.inject({ method: 'POST', url: downloadLinkPath(downloadId), headers: await bearer(userId) }),
    reportArrival: async (userId, downloadId) =>
      app.inject({ method: 'POST', url: downloadArrivalPath(downloadId), headers: await bearer(userId) }),
    async download(userId, request) {
      const response = await api.submit(
        userId,
        aDownloadRequest({ documents: documentsInForce(time.now), ...request }),
      );
      if (response.statusCode !== 201) throw new Error(`The download was refused: ${response.body}`);
      return response.json();
    },
    async close() {
      await app.close();
      await jobs.stop();
      await remove();
      await issuer.close();
    },
  };
  return api;
}

/** A correctly completed download form. */
export function aDownloadRequest(given: Partial<DownloadRequest> = {}): DownloadRequest {
  return {
    platform: 'windows',
    fullName: 'Åsa Müller',
    email: 'asa@customers.example',
    country: 'CH',
    locale: 'de',
    confirmations: { terms: true, cookies: true, diskSpace: true, beta: true },
    documents: documentsInForce(new Date()),
    ...given,
  };
}

/** Path and query of an absolute address, as `inject` takes them. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
