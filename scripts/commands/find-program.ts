import fs from 'node:fs';
import path from 'node:path';

const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];

/**
 * The first program with one of these names on this machine, otherwise the first of these files; undefined if none
 * exists.
 */
export function findProgram(names: readonly string[], files: readonly string[] = []): string | undefined {
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...folders, ...onPath].flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...candidates, ...files].find((file) => fs.existsSync(file));
}
