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

/** Size in pixels and comment of a JPEG. Throws when it is none. */
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

/** Size in pixels of a WebP that names its colours, as Chromium writes them (RFC 9649, section 2.7). Throws when it is none. */
export function readWebp(webp: Buffer): PosterHeader {
  if (webp.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('The file is no WebP of this kind.');
  return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 };
}
