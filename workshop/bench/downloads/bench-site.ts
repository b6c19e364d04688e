import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../../../scripts/commands/ports.ts';
import { describeSite } from '../../../scripts/commands/site.ts';
import { startProcess, waitForServer } from '../../../scripts/commands/site-processes.ts';
import { keepLinkSecret } from '../../../server/config/link-secret.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { signDownloadPath } from '../../../server/delivery/downloads/download-link.ts';
import { product } from '../../../server/features.ts';
import { partSizeBytes } from '../../../server/operator/releases/file-hash.ts';

/** A running server that offers one file of a chosen size, most of which is not on the disk. */
export interface BenchSite {
  origin: string;
  filePath: string;
  sizeBytes: number;
  /** Of the server, in bytes. */
  memory(): number;
  /** How many files of the release the server holds open. */
  openFiles(): number;
  /** Address of one more download. */
  link(): string;
}

const linkCount = 60;

/** Starts it, and stops and removes it when `use` is done. */
export async function withBenchSite(sizeBytes: number, use: (site: BenchSite) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-downloads-'));
  const [port, loginPort] = (await findFreePorts(2)) as [number, number];
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    LOGIN_PORT: String(loginPort),
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  };
  try {
    const filePath = writeSparseRelease(path.join(folder, 'releases/windows-28.0.0'), sizeBytes);
    const paths = await recordDownloads(folder, sizeBytes);
    const server = startProcess('server', environment, () => {});
    try {
      await waitForServer(server, describeSite(environment).config);
      const proc = `/proc/${server.child.pid}`;
      await use({
        origin: `http://127.0.0.1:${port}`,
        filePath,
        sizeBytes,
        memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`${proc}/status`, 'utf8'))?.[1]) * 1024,
        openFiles: () =>
          fs.readdirSync(`${proc}/fd`).filter((name) => linkOf(`${proc}/fd/${name}`) === filePath).length,
        link: () => `http://127.0.0.1:${port}${paths.shift()}`,
      });
    } finally {
      await server.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function linkOf(descriptor: string): string | undefined {
  try {
    return fs.readlinkSync(descriptor);
  } catch {
    return undefined;
  }
}

/** Zeros except for a mark every few gigabytes, so that misplaced bytes are noticed; the hash is not checked. */
function writeSparseRelease(folder: string, sizeBytes: number): string {
  fs.mkdirSync(folder, { recursive: true });
  const file = 'writing-ant-28.0.0-windows.exe';
  const filePath = path.join(folder, file);
  const descriptor = fs.openSync(filePath, 'w');
  fs.ftruncateSync(descriptor, sizeBytes);
  for (let at = 0; at < sizeBytes - 100; at += 1_000_000_007) fs.writeSync(descriptor, `mark at ${at}`, at);
  fs.writeSync(descriptor, 'end', sizeBytes - 3);
  fs.closeSync(descriptor);
  const parts = { size: partSizeBytes, sha256: new Array(Math.ceil(sizeBytes / partSizeBytes)).fill(inventedHash) };
  const manifest = { version: '28.0.0', platform: 'windows', file, size: sizeBytes, sha256: inventedHash, parts };
  const publishedAt = '2026-01-01T00:00:00Z';
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, publishedAt }));
  return filePath;
}

const inventedHash = 'ab'.repeat(32);

/** As submitted forms would have left them; returns the signed address of each. */
async function recordDownloads(dataDir: string, sizeBytes: number): Promise<string[]> {
  const database = await openDatabase({ dataDir, contents: product.databaseContents });
  const now = new Date();
  const account = { id: 'user_bench', full_name: 'Bench', email: 'bench@customers.example', country: 'CH' };
  const origin = { ip_address: '127.0.0.1', user_agent: 'bench' };
  await database.kysely
    .insertInto('accounts')
    .values({ ...account, ...origin, created_at: now, updated_at: now })
    .execute();
  const expiresAt = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  const downloads = Array.from({ length: linkCount }, () => ({
    id: randomUUID(),
    account_id: account.id,
    platform: 'windows' as const,
    version: '28.0.0',
    file_name: 'writing-ant-28.0.0-windows.exe',
    size_bytes: sizeBytes,
    sha256: inventedHash,
    country: 'CH',
    locale: 'en' as const,
    download_key: null,
    idempotency_key: null,
    request_sha256: inventedHash,
    session_id: null,
    ...origin,
    started_at: now,
    expires_at: expiresAt,
  }));
  await database.kysely.insertInto('downloads').values(downloads).execute();
  await database.close();
  const secret = keepLinkSecret(dataDir);
  return downloads.map(({ id, file_name: fileName }) =>
    signDownloadPath(secret, { downloadId: id, fileName, expiresAt }),
  );
}
