import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listMigrations } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { aDownloadRequest } from '../factories/api.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { createDatabasePlace, type DatabasePlace, productContents } from '../factories/database.ts';
import { checkOutFormer, findFormerVersions } from '../factories/former-versions.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../factories/token-issuer.ts';

/**
 * Whoever goes back starts a version on what a newer one has made (docs/operations.md, "Going back"). Real former versions from the
 * history, with today's packages.
 */

const folders: string[] = [];
const makeFolder = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-former-'));
  folders.push(folder);
  return folder;
};

/** What is needed to run `commit`, in a folder of its own. Returns its program that serves a site. */
const checkOut = (commit: string) => path.join(checkOutFormer(commit, makeFolder()), 'tests/factories/serve-site.ts');

let place: DatabasePlace;
let issuer: TokenIssuer;
let site: ReturnType<typeof writeBuiltSite>;
let server: ServerProcess | undefined;
beforeAll(async () => {
  place = await createDatabasePlace();
  issuer = await startTokenIssuer();
  site = writeBuiltSite();
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
});
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  site.remove();
  await issuer.close();
  await place.remove();
});

const user = 'user_former';

/** Runs a version, today's unless a program is given, has somebody download with it, and returns the ids of all their downloads. */
async function serveWith(script?: string): Promise<string[]> {
  const port = await findServerPort();
  const settings = { ...settingsFor(place, port), ...issuer.environment, LOG_LEVEL: 'warn' };
  server = startServerProcess({ settings, siteDirectory: site.directory, ...(script && { script }) });
  await waitUntilReady(server, port);
  const ask = async (address: string, body?: object) => {
    const headers = { authorization: `Bearer ${await issuer.tokenFor(user)}`, 'content-type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, request);
    expect(answer.ok, `${address}: ${answer.status}\n${server?.output()}`).toBe(true);
    return answer.json();
  };
  // What the version itself wants accepted.
  const { documents } = await ask(apiPaths.documents);
  await ask(apiPaths.downloads, aDownloadRequest({ documents }));
  const { downloads } = await ask(apiPaths.downloads);
  server.child.kill('SIGTERM');
  expect(await server.ended, server.output()).toBe(0);
  return downloads.map(({ id }: { id: string }) => id);
}

/** What the next version may do. */
async function addNovelty(): Promise<void> {
  const folder = makeFolder();
  const number = String(listMigrations(productContents.migrationFolders).size + 1).padStart(4, '0');
  writeFileSync(
    path.join(folder, `${number}-novelty.ts`),
    `export const up = (owner) =>
      owner.schema.alterTable('downloads').addColumn('novelty', 'text', (column) => column.defaultTo('new').notNull()).execute();`,
  );
  const contents = { ...productContents, migrationFolders: [...productContents.migrationFolders, folder] };
  await (await openDatabase({ ...place, contents })).close();
}

it('the last two versions serve on the newest database, and the newest one finds what they have written', async () => {
  const seen = [await serveWith()];
  await addNovelty();
  for (const commit of await findFormerVersions()) seen.push(await serveWith(checkOut(commit)));
  seen.push(await serveWith());
  expect(seen.map(({ length }) => length)).toEqual(seen.map((_, index) => index + 1));
  expect(new Set(seen.flat()).size).toBe(seen.length);
});
