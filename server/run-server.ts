import { createApp } from './app.ts';
import { ConfigError, loadConfig } from './config/config.ts';
import { listClaimWarnings } from './config/launch-warnings.ts';
import { legalFolder } from './config/legal-texts.ts';
import type { ServiceClock } from './contract/service-clock.ts';
import { openDatabase } from './database/open-database.ts';
import { product } from './features.ts';
import type { OnBackgroundFault } from './jobs/jobs.ts';
import { openSecondAddress } from './listen.ts';
import { requireAcceptedVersions } from './people/acceptances/acceptances.ts';
import { readLegalDocuments } from './people/legal-documents/legal-documents.ts';
import { openServiceClock } from './platform/clock/clock.ts';
import { bringUpToDate } from './privacy/backups/backups.ts';
import { followReplayed } from './privacy/closing/closing.ts';
import { ensurePrivateFolder } from './private-folder.ts';
import { endOnFault, endOnSignal } from './shutdown.ts';
import { explainStartFailure } from './start-failure.ts';

/**
 * Runs the server of this process until a signal ends it: settings, database, background work, site, and only then the
 * port, so that the first answer comes from a complete server. When it cannot start, it says why and ends with code 1.
 */
export async function runServer(siteDirectory: string): Promise<void> {
  // Everything that has been opened, in the order in which to close it.
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const config = loadConfig({ servedLegalTexts: { folder: legalFolder } });
    ensurePrivateFolder(config.dataDir);
    let tellFault = (error: Error) => console.error(explainStartFailure(error));
    const database = await openDatabase({
      databaseUrl: config.databaseUrl,
      databaseMigrationUrl: config.databaseMigrationUrl,
      dataDir: config.dataDir,
      contents: product.databaseContents,
      onFault: (error) => tellFault(error),
    });
    closers.unshift(() => database.close());
    const jobs = await database.openJobs();
    closers.unshift(() => jobs.stop());
    const clock = await openServiceClock(database);
    // Where others are served, time is what it is, and what they have accepted is there.
    if (config.isPublic) {
      await clock.reset({ isPublic: true });
      await requireAcceptedVersions(database.kysely, await readLegalDocuments());
    } else closers.unshift(followClock(clock, (error) => tellFault(error)));
    // Somebody may have restored a dump, and nobody who is gone is served.
    const { dataDir } = config;
    const follow = followReplayed({ config, clock: clock.now });
    const replayed = await bringUpToDate(database, { dataDir, now: clock.now(), follow }, product.retentionRules);
    const app = await createApp({ config, database, jobs, siteDirectory, clock: clock.now });
    tellFault = (error) => app.log.error({ err: error }, 'failure in the background');
    const second = openSecondAddress(app, config);
    closers.unshift(() => second.close());
    endOnSignal(app, closers);
    endOnFault(app);
    jobs.start(clock.reload);
    if (replayed) app.log.warn({ records: replayed }, 'ends of accounts were replayed into a restored database');
    if (config.isPublic) for (const warning of listClaimWarnings(clock.now())) app.log.warn(warning);
    if (database.kind === 'pglite') {
      const { isPublic } = config;
      const { databaseContents, retentionRules } = product;
      const service = { isPublic, config, database, databaseContents, retentionRules, clock, runDueJobs: jobs.runDue };
      // With it come all commands, and what they alone need.
      const { listenForOperators } = await import('./operator/socket.ts');
      closers.unshift(await listenForOperators(service, config.dataDir));
    }
    await app.listen({ host: config.host, port: config.port });
    await second.listen();
    app.log.info({ address: config.siteOrigin, database: database.kind, version: config.version }, 'ready');
    console.log(`Writing Ant is ready at ${config.siteOrigin}, version ${config.version}`);
  } catch (error) {
    for (const close of closers) await close();
    console.error(error instanceof ConfigError ? error.message : explainStartFailure(error));
    process.exit(1);
  }
}

/** Another process may set the clock of a service that only this machine uses. */
function followClock({ reload }: ServiceClock, onFault: OnBackgroundFault): () => Promise<void> {
  const timer = setInterval(() => reload().catch(onFault), 1_000);
  return async () => clearInterval(timer);
}
