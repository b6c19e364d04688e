import { crc32, deflateSync } from 'node:zlib';
import { crossParts, crossShare } from '../../../shared/payment-cross.ts';
import type { PaymentCode } from './qr-payload.ts';

/** Pixels of a module: twice what a mail shows. */
const scale = 6;
/** Modules that stay white around it, so that it is found. */
const margin = 4;

/** The code as a PNG (RFC 2083) in black and white, for mails: their programs show no SVG. */
export function drawCodePicture({ size, path }: PaymentCode): Buffer {
  const dark = new Uint8Array(size * size);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) dark[Number(y) * size + Number(x)] = 1;
  const isInk = (x: number, y: number): boolean => {
    if (Math.min(x, y) < 0 || Math.max(x, y) >= size) return false;
    const [right, down] = [(x - size / 2) / (size * crossShare), (y - size / 2) / (size * crossShare)];
    const part = crossParts.findLast((part) => Math.abs(right) <= part.x && Math.abs(down) <= part.y);
    return part ? part.ink : dark[Math.floor(y) * size + Math.floor(x)] === 1;
  };
  const side = (size + 2 * margin) * scale;
  const bytesPerRow = Math.ceil(side / 8);
  // One bit a pixel, 1 is white; each row begins with its filter, which is none.
  const rows = Buffer.alloc(side * (1 + bytesPerRow));
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [x, y] = [(column + 0.5) / scale - margin, (row + 0.5) / scale - margin];
      if (!isInk(x, y)) rows[row * (1 + bytesPerRow) + 1 + (column >> 3)]! |= 0x80 >> (column & 7);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
