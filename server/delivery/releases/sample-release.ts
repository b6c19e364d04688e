import { createCipheriv } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Hex } from '../../sha256.ts';
import type { StoredRelease } from './release.ts';

const sizeBytes = 4 * 1024 * 1024;
const partSizeBytes = 64 * 1024 * 1024;
const version = '0.0.0';
const fileName = `writing-ant-sample-${version}-windows.bin`;

/** Says in every language, at the very start of the file, that this is not the installer. */
const noticePath = path.join(import.meta.dirname, '../../../content/sample-release/notice.txt');

/** What is offered while no release is published, so that a download can be tried from beginning to end. */
export interface SampleRelease {
  release: StoredRelease;
  openFile(): Promise<FileHandle>;
}

/** Writes its file into `dataDir`, unless it is there. */
export async function makeSampleRelease(dataDir: string): Promise<SampleRelease> {
  const content = createContent(await readFile(noticePath));
  const sha256 = sha256Hex(content);
  const filePath = path.join(dataDir, 'sample-release', fileName);
  if (!(await holds(filePath, content))) await writeWhole(filePath, content);
  return {
    release: {
      platform: 'windows',
      version,
      fileName,
      sizeBytes,
      sha256,
      parts: { sizeBytes: partSizeBytes, sha256: [sha256] },
      sha512: null,
      signature: null,
      sparkleSignature: null,
      blockMap: null,
      components: [],
      publicKey: null,
      minimumSystem: null,
      notes: null,
      publishedAt: new Date(0),
      withdrawnAt: null,
      pausedAt: null,
      stagingPercentage: null,
    },
    async openFile() {
      const file = await open(filePath);
      if ((await file.stat()).size === sizeBytes) return file;
      await file.close();
      throw new Error(`${filePath} is not the sample any more; it is made anew at the next start.`);
    },
  };
}

/** The notice, followed by bytes that look random, do not compress, and are the same on every machine. */
function createContent(notice: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16));
  return Buffer.concat([notice, cipher.update(Buffer.alloc(sizeBytes - notice.length))]);
}

async function holds(filePath: string, content: Buffer): Promise<boolean> {
  try {
    return content.equals(await readFile(filePath));
  } catch {
    return false;
  }
}

/** Written to a temporary file first: a process that serves the file never sees half of it. */
async function writeWhole(filePath: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(filePath), { recursive: true });
  const draft = `${filePath}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, filePath);
}
