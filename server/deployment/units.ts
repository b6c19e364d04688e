import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Layout, replaceFile } from './layout.ts';
import { systemctl } from './processes.ts';

/** Puts the units of a version where systemd finds them. Returns whether one was another than before. */
export async function installUnits({ units }: Layout, versionFolder: string): Promise<boolean> {
  const from = path.join(versionFolder, 'deploy');
  mkdirSync(units, { recursive: true });
  const changed = readdirSync(from)
    .filter((name) => /\.(service|timer)$/.test(name))
    .filter((name) => {
      const text = readFileSync(path.join(from, name), 'utf8');
      const file = path.join(units, name);
      if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
      replaceFile(file, text, 0o644);
      return true;
    });
  if (changed.length) await systemctl('daemon-reload');
  return changed.length > 0;
}
