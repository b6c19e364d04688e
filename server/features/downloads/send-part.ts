import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../../http/byte-range.ts';

/** One of two buffers that each transfer from disk has for itself; with the socket's own all that it holds in memory. */
const bufferBytes = 512 * 1024;

/** A part of a file on its way to a client. */
export interface SentPart {
  /** Bytes that this process has handed to the operating system. */
  sentBytes: number;
}

/**
 * Writes `range` of `file`, which it closes in the end, as the body of `answer`, whose head has been written. Two buffers are used in turn: one
 * is read into while the other is written, and neither is ever allocated anew, which a stream does for each of its chunks
 * (docs/decisions/0020). A file that is cut off or cannot be read breaks the connection off, so that the client can resume
 * instead of waiting. Never rejects.
 */
export function sendPart(file: FileHandle, range: ByteRange, answer: ServerResponse): SentPart {
  const part: SentPart = { sentBytes: 0 };
  copyPart(file, range, answer, part)
    .then(() => answer.end())
    .catch(() => answer.destroy())
    .finally(() => file.close());
  return part;
}

async function copyPart(file: FileHandle, { first, last }: ByteRange, answer: ServerResponse, part: SentPart) {
  const length = last - first + 1;
  const size = Math.min(bufferBytes, length);
  let [buffer, other] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
  let position = first;
  let written = Promise.resolve();
  while (position <= last) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(size, last - position + 1), position);
    if (bytesRead === 0) throw new Error('The file ends before the part does.');
    await written;
    written = write(answer, buffer.subarray(0, bytesRead), part);
    position += bytesRead;
    [buffer, other] = [other, buffer];
  }
  await written;
}

/** Resolves when the operating system has taken the bytes, so that the buffer is free; rejects when the client has left. */
function write(answer: ServerResponse, bytes: Buffer, part: SentPart): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    if (answer.destroyed) return reject(new Error('The client has left.'));
    answer.write(bytes, (error) => {
      if (error) return reject(error);
      part.sentBytes += bytes.length;
      resolve();
    });
  });
  // It is awaited only after the next read; until then a failure must not count as unhandled.
  written.catch(() => {});
  return written;
}
