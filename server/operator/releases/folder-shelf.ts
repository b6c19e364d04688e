import { createReadStream, existsSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorMistake } from '../../contract/command.ts';
import { nameRelease } from '../../delivery/releases/manifest.ts';
import { draftMark, listFolders, manifestName, sharedFolder } from '../../delivery/releases/release-folder.ts';
import { isThere } from '../../file-access.ts';
import { requireHash } from './file-hash.ts';
import type { BroughtFile, NewFile, ReleaseShelf } from './release-shelf.ts';

/** Large reads: disks are fastest with them. */
const chunkBytes = 4 * 1024 * 1024;

/** Releases in folders on the local disk. A folder is prepared under another name and then renamed. */
export function openFolderShelf(directory: string): ReleaseShelf {
  const folderOf = ({ platform, version }: { platform: string; version: string }) =>
    path.join(directory, `${platform}-${version}`);
  const findFolder = async ({ platform, version }: { platform: string; version: string }) => {
    for (const folder of await listFolders(directory)) {
      const text = await readFile(path.join(directory, folder, manifestName), 'utf8').catch(() => '');
      if (nameRelease(text) === `${platform}-${version}`) return path.join(directory, folder);
    }
    return undefined;
  };

  return {
    place: directory,
    async manifests() {
      const found = new Map<string, string | Error>();
      for (const folder of await listFolders(directory)) {
        const file = path.join(directory, folder, manifestName);
        if (existsSync(file)) found.set(folder, await readFile(file, 'utf8').catch((error: Error) => error));
      }
      return found;
    },
    async bring(file) {
      if (await findFolder(file))
        throw new OperatorMistake(`Version ${file.version} for ${file.platform} is published already.`);
      if (existsSync(folderOf(file)))
        throw new OperatorMistake(`${folderOf(file)} holds something else, or half a release: remove it first.`);
      const mark = `${draftMark}${file.platform}-${file.version}-`;
      await removeLeftOvers(directory, mark, `Version ${file.version} for ${file.platform}`);
      const draft = path.join(directory, `${mark}${process.pid}`);
      await mkdir(draft, { recursive: true });
      const draftFile = path.join(draft, file.fileName);
      await bringFile(file, draftFile);
      return draftOf(draft, draftFile, folderOf(file), directory);
    },
    async replace(manifest, text) {
      const folder = await findFolder(manifest);
      if (!folder) throw new OperatorMistake(`There is no version ${manifest.version} for ${manifest.platform}.`);
      const draft = path.join(folder, `.${manifestName}.${process.pid}`);
      await writeFile(draft, text, { flush: true });
      await rename(draft, path.join(folder, manifestName));
      await flushFolder(folder);
    },
    async share({ sourcePath, sizeBytes, sha256 }) {
      const shared = path.join(directory, sharedFolder);
      const file = path.join(shared, sha256);
      if ((await stat(file).catch(() => undefined))?.size === sizeBytes) return {};
      await removeLeftOvers(shared, `${draftMark}${sha256}-`, sourcePath);
      await mkdir(shared, { recursive: true });
      const draft = path.join(shared, `${draftMark}${sha256}-${process.pid}`);
      try {
        await copyFlushed(sourcePath, draft, requireHash(sourcePath, sha256));
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
      await flushFolder(shared);
      return {};
    },
    async readShared(sha256) {
      return createReadStream(path.join(directory, sharedFolder, sha256), { highWaterMark: chunkBytes });
    },
    async read(manifest) {
      const folder = await findFolder(manifest);
      if (!folder) throw new Error(`its folder is gone`);
      return createReadStream(path.join(folder, manifest.file), { highWaterMark: chunkBytes });
    },
  };
}

function draftOf(draft: string, draftFile: string, folder: string, directory: string): BroughtFile {
  return {
    facts: {},
    reread: () => createReadStream(draftFile, { highWaterMark: chunkBytes }),
    async publish(text) {
      await writeFile(path.join(draft, manifestName), text, { flush: true });
      await flushFolder(draft);
      // Fails when somebody else has published the version meanwhile: a folder that is not empty is not replaced.
      await rename(draft, folder);
      await flushFolder(directory);
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

/** Copies or links the file, reading it once. The bytes have reached the disk when this resolves. */
async function bringFile(file: NewFile, draftFile: string): Promise<void> {
  if (file.mayLink) {
    await linkFile(file.sourcePath, draftFile);
    for await (const chunk of createReadStream(file.sourcePath, { highWaterMark: chunkBytes })) file.onChunk(chunk);
  } else await copyFlushed(file.sourcePath, draftFile, { update: file.onChunk });
}

/** Copies the file; `reader` gets every piece of it once, and may reject the whole at its end. */
async function copyFlushed(
  source: string,
  target: string,
  reader: { update: (chunk: Buffer) => void; end?: () => void },
): Promise<void> {
  const file = await open(target, 'wx');
  try {
    for await (const chunk of createReadStream(source, { highWaterMark: chunkBytes })) {
      reader.update(chunk);
      await file.writeFile(chunk);
    }
    reader.end?.();
    await file.sync();
  } finally {
    await file.close();
  }
}

async function linkFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    throw new OperatorMistake('--link needs the file on the same file system as the releases.');
  }
}

/** Remains of an interrupted publication, unless it is still running. */
async function removeLeftOvers(directory: string, mark: string, what: string): Promise<void> {
  for (const name of isThere(directory) ? await readdir(directory) : []) {
    if (!name.startsWith(mark)) continue;
    if (isRunning(Number(name.slice(mark.length))))
      throw new OperatorMistake(`${what} is being published by another process.`);
    await rm(path.join(directory, name), { recursive: true, force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** A name only survives a power cut for certain once its folder has been written. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
