import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { isThere, nameOfUser } from './file-access.ts';

/** What a process writes after it has become another user is for that user alone. */
const ownerOnly = 0o077;

/**
 * Makes this process the user to whom `dataDir` belongs, so that nothing in it ever belongs to anybody else, whom the next start
 * would lock out: root becomes that user for good. Throws a sentence where the process is neither. To be called before anything is
 * opened; a folder that is not there yet belongs to whoever makes it.
 */
export function workAsOwnerOf(dataDir: string): void {
  const own = process.geteuid?.();
  if (own === undefined || !isThere(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === own) return;
  if (own !== 0) {
    const [owner, user] = [nameOfUser(uid), nameOfUser(own)];
    throw new Error(
      `The data folder ${dataDir} belongs to ${owner}, and this process runs as ${user}: files of ${user} in it would stop ` +
        `the service. Run it as ${owner}, for example with: sudo -u ${owner} …`,
    );
  }
  become(uid, findGroups(uid) ?? [gid || uid]);
}

function become(uid: number, groups: number[]): void {
  process.setgroups!(groups);
  process.setgid!(groups[0]!);
  process.setuid!(uid);
  process.umask(ownerOnly);
}

/** The groups of a user, the own one first; undefined for a number that this machine does not know. */
function findGroups(uid: number): number[] | undefined {
  try {
    const told = execFileSync('id', ['-G', String(uid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return told.trim().split(' ').map(Number);
  } catch {
    return undefined;
  }
}
