import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;

/** The files of a ZIP, by their names in the order of its directory (APPNOTE.TXT 4.3). Throws for what is none. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw new Error('The archive has no end.');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw new Error('An entry of the archive is broken.');
    const [method, packed, size] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = bytes.subarray(start, start + packed);
    const file = method === 0 ? content : inflateRawSync(content);
    if (file.length !== size) throw new Error('A file of the archive is not whole.');
    files.set(bytes.subarray(at + 46, at + 46 + name).toString(), file);
    at += 46 + name + extra + comment;
  }
  return files;
}
