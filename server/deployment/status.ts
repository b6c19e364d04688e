import { statfsSync } from 'node:fs';
import { hourMs } from '../../shared/durations.ts';
import { findNewestDump } from './deploy.ts';
import { type Layout, readSettings } from './layout.ts';
import { findServedVersion, stateOf, unitOf } from './processes.ts';
import { findVersion, listVersions } from './versions.ts';

/** What runs here, in a few lines; `isWell` where every process serves the current version. */
export async function describeStatus(layout: Layout, now: Date): Promise<{ lines: string[]; isWell: boolean }> {
  const { all, ports } = readSettings(layout);
  const [current, previous] = [findVersion(layout.current), findVersion(layout.previous)];
  const others = listVersions(layout).filter((version) => version !== current && version !== previous);
  const processes = await Promise.all(
    ports.map(async (port) => ({ port, state: await stateOf(unitOf(port)), version: await findServedVersion(port) })),
  );
  const dataDir = all.DATA_DIR ?? layout.dataDir;
  const dump = findNewestDump(dataDir);
  const { bavail, blocks } = statfsSync(dataDir);
  return {
    isWell: current !== undefined && processes.every(({ version }) => version === current),
    lines: [
      `Address   ${all.SITE_ORIGIN ?? 'not set'}`,
      `Version   ${current ?? 'none'}`,
      `Before    ${previous ?? 'none'}${others.length ? `; also there: ${others.join(', ')}` : ''}`,
      ...processes.map(
        ({ port, state, version }) =>
          `Port ${String(port).padEnd(5)} ${state}, ${version ? `serves ${version}` : 'does NOT answer well'}`,
      ),
      `Dump      ${dump ? `${Math.floor((now.getTime() - dump.getTime()) / hourMs)} hours old` : 'none'}`,
      `Disk      ${Math.round((100 * bavail) / blocks)} % free where the data is`,
    ],
  };
}
