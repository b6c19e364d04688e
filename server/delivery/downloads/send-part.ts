import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../../http/byte-range.ts';
import { LoopTurns, ReadQueue } from './turns.ts';

/**
 * The size of the two buffers of each transfer from disk; apart from the socket's own, that is all it holds in memory.
 */
const bufferBytes = 512 * 1024;

/** Above this many transfers, new ones have buffers of half the size, so that memory grows half as fast. */
const transfersWithLargeBuffers = 8;

/** The least given to the operating system at once, which copies it while nothing else runs here. */
const leastWriteBytes = 128 * 1024;

/**
 * How many file operations of transfers run at the same time, leaving one of Node's four threads for everything else.
 */
const maxFileOperations = 3;

/** Sends parts of files concurrently, so that none of them, and nothing else, waits for the others. */
export class PartSender {
  readonly #files = new ReadQueue(maxFileOperations);
  readonly #turns = new LoopTurns();
  #underWay = 0;

  /** Opens or closes a file in its turn among the reads. */
  handleFile<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#files.run(operation);
  }

  /**
   * Writes `range` of `file` as the body of `answer`, whose head has been written, and reports to `onSent` how many
   * bytes this process has given to the operating system. A file that is truncated or cannot be read breaks the
   * connection off, so that the client can resume instead of waiting. Settles when the file is no longer needed, and
   * never rejects.
   */
  async send(
    file: Pick<FileHandle, 'read'>,
    range: ByteRange,
    answer: ServerResponse,
    onSent: (bytes: number) => void,
  ): Promise<void> {
    this.#underWay++;
    try {
      await this.#copy(file, range, answer, onSent);
      answer.end();
    } catch {
      answer.destroy();
    } finally {
      this.#underWay--;
    }
  }

  /**
   * Uses two buffers in turn: one is filled while the other is written, and neither is ever reallocated, unlike a
   * stream's chunks (docs/decisions/0020). Reads are large, which means few switches between threads.
   */
  async #copy(
    file: Pick<FileHandle, 'read'>,
    { first, last }: ByteRange,
    answer: ServerResponse,
    onSent: (bytes: number) => void,
  ): Promise<void> {
    const most = this.#underWay > transfersWithLargeBuffers ? bufferBytes / 2 : bufferBytes;
    const size = Math.min(most, last - first + 1);
    let [buffer, other] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
    let position = first;
    let written = Promise.resolve();
    while (position <= last) {
      const wanted = Math.min(size, last - position + 1);
      const { bytesRead } = await this.#files.run(async () => {
        // No more disk reads for a client that has left.
        if (answer.destroyed) throw new ClientHasLeft();
        return file.read(buffer, 0, wanted, position);
      });
      if (bytesRead === 0) throw new Error('The file ends before the part does.');
      await written;
      written = this.#write(answer, buffer.subarray(0, bytesRead), onSent);
      // It is only awaited after the next read; until then a failure must not count as unhandled.
      written.catch(() => {});
      position += bytesRead;
      [buffer, other] = [other, buffer];
    }
    await written;
  }

  /**
   * Resolves when the operating system has taken the bytes, so that the buffer is free; rejects when the client has
   * left. Writes small pieces when there are many transfers, each in its own turn of the event loop, so that a page
   * does not wait for fifty downloads.
   */
  async #write(answer: ServerResponse, bytes: Buffer, onSent: (bytes: number) => void): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      await this.#turns.next();
      // Alone, a transfer keeps nobody waiting for long, and large pieces are faster.
      const piece = bytes.subarray(at, at + Math.max(leastWriteBytes, Math.ceil(bufferBytes / this.#underWay)));
      await writePiece(answer, piece);
      onSent(piece.length);
      at += piece.length;
    }
  }
}

class ClientHasLeft extends Error {
  override name = 'ClientHasLeft';
}

function writePiece(answer: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    // Node drops a write between the end of a connection and the news of it, together with its callback.
    const leave = () => reject(new ClientHasLeft());
    if (answer.destroyed) return leave();
    answer.once('close', leave);
    answer.write(piece, (error) => {
      answer.off('close', leave);
      if (error) reject(error);
      else resolve();
    });
  });
}
