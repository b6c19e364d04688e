import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { openServiceClock } from '../../server/platform/clock/clock.ts';
import { findOverdue } from '../../server/platform/retention/retention.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { aDownloadRequest } from '../factories/api.ts';
import { bareEnvironment } from '../factories/bare-environment.ts';
import { briefDatabase } from '../factories/brief-database.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { createDatabasePlace, type DatabasePlace } from '../factories/database.ts';
import { startMailServer, type TestMailServer } from '../factories/mail-server.ts';
import { recordsOf } from '../factories/records.ts';
import { findServerPort, settingsFor, startServerProcess, waitUntilReady } from '../factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../factories/token-issuer.ts';

/** Every statement that many: `KILL_STRIDE=1 npm test -- closing-kill` dies before each of them. */
const stride = Number(process.env.KILL_STRIDE ?? 12);
const user = 'user_killed';
const preload = pathToFileURL(fileURLToPath(new URL('../factories/kill-at-statement.mjs', import.meta.url))).href;
const operator = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url));

let place: DatabasePlace;
let port: number;
let issuer: TokenIssuer;
let smtp: TestMailServer;
let site: ReturnType<typeof writeBuiltSite>;
let settings: Record<string, string>;
beforeAll(async () => {
  port = await findServerPort();
  [place, issuer, smtp] = await Promise.all([createDatabasePlace(), startTokenIssuer(), startMailServer()]);
  issuer.findEmail.of = async () => aDownloadRequest().email;
  site = writeBuiltSite();
  settings = {
    ...settingsFor(place, port),
    ...issuer.environment,
    ...{ SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent' },
  };
});
afterAll(async () => {
  site.remove();
  await smtp.close();
  await issuer.close();
  await place.remove();
});

interface Death {
  /** Before which statement, counted from the first one that matches. */
  at: number;
  after: string;
}
const dying = ({ at, after }: Death) => ({
  KILL_AT: String(at),
  KILL_AFTER: after,
  NODE_OPTIONS: `--import=${preload}`,
});

async function withServer<Result>(work: () => Promise<Result>, death?: Death): Promise<Result> {
  const server = startServerProcess({
    settings: { ...settings, ...(death && dying(death)) },
    siteDirectory: site.directory,
  });
  await waitUntilReady(server, port);
  try {
    return await work();
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

/** A process of the operator that moves the time on and does what is due. Resolves to its exit code or the signal that ended it. */
const moveOn = (time: string, death?: Death) =>
  new Promise<number | string | null>((resolve) => {
    const child = spawn(process.execPath, [briefDatabase, operator, 'clock', 'move', time], {
      env: { ...bareEnvironment, ...settings, ...(death && dying(death)) },
      stdio: 'ignore',
    });
    child.on('close', (code, signal) => resolve(signal ?? code));
  });

const ask = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
  const authorization = `Bearer ${await issuer.tokenFor(user)}`;
  const answer = fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.then(
    ({ status }) => status,
    () => 'died' as const,
  );
};
/** Copies of one mail have one id, by which mailboxes know them: a mail may leave again that was on its way when its process died. */
const arrived = (words: string) =>
  new Set(
    smtp.received
      .filter(({ message }) => message.includes(words))
      .map(({ message }) => /^Message-ID: (.+)$/im.exec(message)?.[1]),
  ).size;

it('closing and erasure are whole after a sudden death before any statement, and everything happens once', async () => {
  expect(await withServer(() => ask('POST', apiPaths.downloads, aDownloadRequest({ locale: 'en' })))).toBe(201);
  let deaths = 0;
  for (let at = 1; ; at += stride) {
    const closed = await withServer(() => ask('DELETE', apiPaths.account), {
      at,
      after: '^update "accounts" set "status"',
    });
    if (closed === 200) break;
    expect(closed).toBe('died');
    deaths += 1;
  }
  expect(deaths, 'in the closing').toBeGreaterThan(0);
  expect(await moveOn('2m')).toBe(0);

  // The first statement that only an erasure has.
  for (let at = 1, time = '30d'; ; at += stride, time = '1m') {
    const ended = await moveOn(time, { at, after: '^savepoint one_account' });
    if (ended === 0) break;
    expect(ended).toBe('SIGKILL');
    deaths += 1;
  }
  expect(await moveOn('2m')).toBe(0);
  console.log(`${deaths} deaths in a closing and an erasure.`);

  const database = await openDatabase(place);
  const now = (await openServiceClock(database)).now();
  const { accounts, downloads } = await recordsOf(database, user);
  expect(accounts).toMatchObject([{ status: 'ended', ended_by: 'holder', email: null, full_name: null }]);
  expect(accounts[0]!.login_removed_at).not.toBeNull();
  expect(downloads).toEqual([]);
  expect(issuer.removedUsers).toContain(user);
  const ends = await database.kysely.selectFrom('account_ends').select(['ended_at', 'erased']).execute();
  expect(ends.map(({ erased }) => erased).toSorted()).toEqual([false, true]);
  const mails = await database.kysely.selectFrom('mails').selectAll().where('account_id', '=', user).execute();
  expect(mails.filter(({ message }) => message !== null)).toEqual([]);
  const told = mails.filter(({ kind }) => kind.startsWith('clos')).toSorted((a, b) => a.kind.localeCompare(b.kind));
  expect(told).toMatchObject([{ kind: 'closed' }, { kind: 'closing-soon' }]);
  expect(await findOverdue(database, now)).toEqual([]);
  await database.close();
  const copies = [arrived('Your Writing Ant account is closed'), arrived('will soon be erased')];
  // Of one that was on its way, nobody knows more; an operator is told.
  for (const [index, { state }] of told.entries())
    expect(copies[index]! + (state === 'unknown' && !copies[index] ? 1 : 0), told[index]!.kind).toBe(1);
});
