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

/** Throws when `webp` is not an extended WebP, as Chromium writes them (RFC 9649, section 2.7). */
function checkWebp(webp: Buffer): void {
  if (webp.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('The file is no WebP of this kind.');
}

/** `webp` with an XMP chunk that describes the picture as `text` (RFC 9649, section 2.7.1.5; ISO 16684-1). */
export function withDescription(webp: Buffer, text: string): Buffer {
  checkWebp(webp);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const data = Buffer.from(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>' +
      `<rdf:li xml:lang="x-default">${escaped}</rdf:li>` +
      '</rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>',
  );
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
    if (webp.toString('latin1', at, at + 4) === descriptionChunk)
      description = data
        .toString()
        .match(/<rdf:li[^>]*>([^<]*)</)![1]!
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&');
    at += chunkHeaderBytes + length + (length % 2);
  }
  return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1, description };
}
