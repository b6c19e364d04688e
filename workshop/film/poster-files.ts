/** What the files of a poster say about themselves. */
interface PosterHeader {
  width: number;
  height: number;
}

const startBytes = 2;
const comment = 0xfe;

interface Segment {
  marker: number;
  /** Without marker and length. */
  data: Buffer;
}

/** The segments of a JPEG before its picture, in their order (ITU-T T.81, annex B). */
function segmentsOf(jpeg: Buffer): Segment[] {
  const segments: Segment[] = [];
  const scan = 0xda;
  for (let at = startBytes; jpeg[at] === 0xff && jpeg[at + 1] !== scan; ) {
    const length = jpeg.readUInt16BE(at + 2);
    segments.push({ marker: jpeg[at + 1]!, data: jpeg.subarray(at + 4, at + 2 + length) });
    at += 2 + length;
  }
  return segments;
}

/** `jpeg` with a comment right after its start. */
export function withComment(jpeg: Buffer, text: string): Buffer {
  const data = Buffer.from(text);
  const head = Buffer.from([0xff, comment, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, startBytes), head, data, jpeg.subarray(startBytes)]);
}

/** Size in pixels and comment of a JPEG. Throws when it is not one. */
export function readJpeg(jpeg: Buffer): PosterHeader & { comment: string } {
  const segments = segmentsOf(jpeg);
  // Baseline or progressive.
  const frame = segments.find(({ marker }) => marker === 0xc0 || marker === 0xc2);
  if (!frame) throw new Error('The JPEG file has no picture.');
  return {
    width: frame.data.readUInt16BE(3),
    height: frame.data.readUInt16BE(1),
    comment: segments.find(({ marker }) => marker === comment)?.data.toString() ?? '',
  };
}

const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;
const descriptionChunk = 'XMP ';

/** Throws when `webp` is not an extended WebP (RFC 9649, section 2.7). */
function checkWebp(webp: Buffer): void {
  if (webp.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('The file is no WebP of this kind.');
}

/** `webp` as an extended WebP, which may hold a description. Chromium writes a plain one of a picture without a clear edge. */
function extended(webp: Buffer): Buffer {
  if (webp.toString('latin1', 8, 16) !== 'WEBPVP8 ') return webp;
  const header = Buffer.alloc(chunkHeaderBytes + 10);
  header.write('VP8X', 'latin1');
  header.writeUInt32LE(10, 4);
  // Width and height are in the first frame (RFC 6386, section 9.1), there as they are, here less one.
  header.writeUIntLE((webp.readUInt16LE(26) & 0x3fff) - 1, 12, 3);
  header.writeUIntLE((webp.readUInt16LE(28) & 0x3fff) - 1, 15, 3);
  return Buffer.concat([webp.subarray(0, riffHeaderBytes), header, webp.subarray(riffHeaderBytes)]);
}

/** A text as an XMP packet that describes a picture (ISO 16684-1). */
function packetOf(text: string): Buffer {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>' +
      `<rdf:li xml:lang="x-default">${escaped}</rdf:li>` +
      '</rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>',
  );
}

const textIn = (packet: Buffer): string =>
  packet
    .toString()
    .match(/<rdf:li[^>]*>([^<]*)</)![1]!
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

/** `picture`, a WebP, with an XMP chunk that describes it as `text` (RFC 9649, section 2.7.1.5). */
export function withDescription(picture: Buffer, text: string): Buffer {
  const webp = extended(picture);
  checkWebp(webp);
  const data = packetOf(text);
  const header = Buffer.alloc(chunkHeaderBytes);
  header.write(descriptionChunk, 'latin1');
  header.writeUInt32LE(data.length, 4);
  const described = Buffer.concat([webp, header, data, Buffer.alloc(data.length % 2)]);
  described.writeUInt32LE(described.length - chunkHeaderBytes, 4);
  described[riffHeaderBytes + chunkHeaderBytes]! |= 0x04;
  return described;
}

/** Size in pixels and description of a WebP. Throws when it is not one. */
export function readWebp(webp: Buffer): PosterHeader & { description: string } {
  checkWebp(webp);
  let description = '';
  for (let at = riffHeaderBytes; at < webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    const data = webp.subarray(at + chunkHeaderBytes, at + chunkHeaderBytes + length);
    if (webp.toString('latin1', at, at + 4) === descriptionChunk) description = textIn(data);
    at += chunkHeaderBytes + length + (length % 2);
  }
  return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1, description };
}

/** What marks a box as an XMP packet (ISO 16684-3, section 1.1). */
const packetId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** `avif` with a box behind it that describes it as `text` (ISO/IEC 14496-12, section 4.2). */
export function withDescriptionBox(avif: Buffer, text: string): Buffer {
  const data = Buffer.concat([packetId, packetOf(text)]);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + data.length);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([avif, header, data]);
}

/** Size in pixels and description of an AVIF. Throws when it is not one. */
export function readAvif(avif: Buffer): PosterHeader & { description: string } {
  if (avif.toString('latin1', 4, 12) !== 'ftypavif') throw new Error('The file is no AVIF.');
  // Its property of that name (ISO/IEC 23008-12, section 6.5.3).
  const size = avif.indexOf('ispe') + 8;
  return {
    width: avif.readUInt32BE(size),
    height: avif.readUInt32BE(size + 4),
    description: textIn(avif.subarray(avif.lastIndexOf(packetId))),
  };
}
