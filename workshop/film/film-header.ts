/** What a film file says about itself. */
export interface FilmHeader {
  durationMs: number;
  /** Pixels. */
  width: number;
  height: number;
}

/** The content of the first box with this name, searched inside the boxes on the path (ISO/IEC 14496-12). */
function requireBox(file: Buffer, path: readonly string[]): Buffer {
  const [name, ...rest] = path;
  for (let at = 0; at + 8 <= file.length; ) {
    const size = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === name) {
      const content = file.subarray(at + 8, at + size);
      return rest.length > 0 ? requireBox(content, rest) : content;
    }
    if (size < 8) break;
    at += size;
  }
  throw new Error(`The MP4 file has no box ${name}.`);
}

/**
 * The header of an MP4 file. Throws when there is none, or none before the pictures: it could not play while it loads.
 */
export function readMp4(file: Buffer): FilmHeader {
  const media = file.indexOf('mdat', 0, 'latin1');
  if (file.indexOf('moov', 0, 'latin1') > media) throw new Error('The MP4 file has its index at the end.');
  // Versions 0 of both boxes, as ffmpeg writes them for short films.
  const movie = requireBox(file, ['moov', 'mvhd']);
  const track = requireBox(file, ['moov', 'trak', 'tkhd']);
  return {
    durationMs: (movie.readUInt32BE(16) / movie.readUInt32BE(12)) * 1000,
    width: track.readUInt32BE(76) / 65_536,
    height: track.readUInt32BE(80) / 65_536,
  };
}

/** Identifier and size of the EBML element at `at` (RFC 8794, sections 4 and 5). */
function elementHead(file: Buffer, at: number): { id: number; size: number; contentAt: number } {
  const idLength = Math.clz32(file[at]! << 24) + 1;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(file[sizeAt]! << 24) + 1;
  let size = file[sizeAt]! & (0xff >> sizeLength);
  for (let index = 1; index < sizeLength; index++) size = size * 256 + file[sizeAt + index]!;
  return { id: file.readUIntBE(at, idLength), size, contentAt: sizeAt + sizeLength };
}

/** The content of the first element with this identifier, searched inside the elements on the path. */
function requireElement(file: Buffer, path: readonly number[]): Buffer {
  const [wanted, ...rest] = path;
  for (let at = 0; at < file.length; ) {
    const { id, size, contentAt } = elementHead(file, at);
    if (id === wanted) {
      const content = file.subarray(contentAt, contentAt + size);
      return rest.length > 0 ? requireElement(content, rest) : content;
    }
    at = contentAt + size;
  }
  throw new Error(`The WebM file has no element ${wanted?.toString(16)}.`);
}

const segment = 0x18538067;
const video = [segment, 0x1654ae6b, 0xae, 0xe0];

/** The header of a WebM file: its duration and the size of its first track (RFC 9559). Throws when it has none. */
export function readWebm(file: Buffer): FilmHeader {
  const duration = requireElement(file, [segment, 0x1549a966, 0x4489]);
  const unsigned = (content: Buffer) => content.readUIntBE(0, content.length);
  return {
    // The scale is the default: a millisecond.
    durationMs: duration.length === 8 ? duration.readDoubleBE() : duration.readFloatBE(),
    width: unsigned(requireElement(file, [...video, 0xb0])),
    height: unsigned(requireElement(file, [...video, 0xba])),
  };
}
