/**
 * `node server/deployment/prepare.ts look|migrate`: called by the version that deploys, of the version that is deployed, with the settings and
 * as the service's user. `look` changes nothing and prints one line of JSON; what it refuses, no start of this version would get over. A
 * version to come may print more, and never less: older ones read it.
 */
import { loadConfig } from '../config/config.ts';
import { legalFolder } from '../config/legal-texts.ts';
import { openDatabase } from '../database/open-database.ts';
import { findPendingMigrations } from '../database/postgresql.ts';
import { product } from '../features.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { runCommand } from '../operator/run-command.ts';
import type { Prepared } from './deploy.ts';

await runCommand(async () => {
  const {
    databaseUrl,
    databaseMigrationUrl = databaseUrl,
    dataDir,
  } = loadConfig({ servedLegalTexts: { folder: legalFolder } });
  if (!databaseUrl || !databaseMigrationUrl)
    throw new ExplainedError('DATABASE_URL: a version beside another one needs PostgreSQL.');
  const { databaseContents: contents } = product;
  if (process.argv[2] === 'migrate') {
    await (await openDatabase({ databaseUrl, databaseMigrationUrl, dataDir, contents })).close();
    return;
  }
  const found: Prepared = await findPendingMigrations(databaseMigrationUrl, contents.migrationFolders);
  console.log(JSON.stringify(found));
});
