import { crc32 } from 'node:zlib';

const signatureBytes = 8;
/** Besides its data, a chunk has a length, a type and a checksum of four bytes each. */
const frameBytes = 12;
const keyword = 'Title';
/** Keyword, not compressed, no language, no translated keyword (PNG specification, section 11.3.3.4). */
const textHead = Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1');

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** `png` with `title` as its title, an `iTXt` chunk right after the header. */
export function withTitle(png: Buffer, title: string): Buffer {
  const headerEnd = signatureBytes + frameBytes + png.readUInt32BE(signatureBytes);
  const text = chunk('iTXt', Buffer.concat([textHead, Buffer.from(title)]));
  return Buffer.concat([png.subarray(0, headerEnd), text, png.subarray(headerEnd)]);
}

/** Size in pixels and title of a PNG; an empty title where it has none. */
export function readPng(png: Buffer): { width: number; height: number; title: string } {
  let title = '';
  for (let start = signatureBytes; start < png.length; start += frameBytes + png.readUInt32BE(start)) {
    const data = png.subarray(start + 8, start + 8 + png.readUInt32BE(start));
    if (png.toString('latin1', start + 4, start + 8) === 'iTXt' && data.subarray(0, textHead.length).equals(textHead))
      title = data.toString('utf8', textHead.length);
  }
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), title };
}
