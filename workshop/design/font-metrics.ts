/** The properties of a font that a layout needs, in units of the em square. */
export interface FontMetrics {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  /** Mean advance width of `sampleText`. */
  averageWidth: number;
}

/**
 * Article 1 of the Universal Declaration of Human Rights in the site's languages: letters at their natural frequency.
 */
const sampleText = [
  'All human beings are born free and equal in dignity and rights.',
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
  'Alla människor är födda fria och lika i värde och rättigheter.',
  'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.',
  'Tous les êtres humains naissent libres et égaux en dignité et en droits.',
].join(' ');

/** Offset of each table of an OpenType file, by its four-letter tag. */
function tableOffsets(font: DataView): Map<string, number> {
  const offsets = new Map<string, number>();
  for (let index = 0; index < font.getUint16(4); index++) {
    const record = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((letter) => font.getUint8(record + letter)));
    offsets.set(tag, font.getUint32(record + 8));
  }
  return offsets;
}

/** Glyph number of each character, from a format 4 subtable of `cmap` (OpenType specification, cmap). */
function readGlyphNumbers(font: DataView, cmap: number): (codePoint: number) => number {
  for (let index = 0; index < font.getUint16(cmap + 2); index++) {
    const table = cmap + font.getUint32(cmap + 4 + index * 8 + 4);
    if (font.getUint16(table) !== 4) continue;
    const segments = font.getUint16(table + 6) / 2;
    const ends = table + 14;
    const starts = ends + segments * 2 + 2;
    const deltas = starts + segments * 2;
    const rangeOffsets = deltas + segments * 2;
    return (codePoint) => {
      for (let segment = 0; segment < segments; segment++) {
        if (codePoint > font.getUint16(ends + segment * 2)) continue;
        const start = font.getUint16(starts + segment * 2);
        if (codePoint < start) return 0;
        const delta = font.getUint16(deltas + segment * 2);
        const rangeOffset = font.getUint16(rangeOffsets + segment * 2);
        if (rangeOffset === 0) return (codePoint + delta) & 0xffff;
        const glyph = font.getUint16(rangeOffsets + segment * 2 + rangeOffset + (codePoint - start) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  throw new Error('The font has no format 4 character map.');
}

/** A TrueType font, and where each of its tables begins. */
function openFont(file: Uint8Array) {
  const font = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const offsets = tableOffsets(font);
  const table = (tag: string) => {
    const offset = offsets.get(tag);
    if (offset === undefined) throw new Error(`The font has no ${tag} table.`);
    return offset;
  };
  return { font, table };
}

/** The characters of `text` that a TrueType font lacks, each once. */
export function findMissingCharacters(file: Uint8Array, text: string): string[] {
  const { font, table } = openFont(file);
  const glyphNumber = readGlyphNumbers(font, table('cmap'));
  return [...new Set(text)].filter((character) => glyphNumber(character.codePointAt(0)!) === 0);
}

/** Reads the metrics of a static TrueType font. */
export function readFontMetrics(file: Uint8Array): FontMetrics {
  const { font, table } = openFont(file);
  const glyphNumber = readGlyphNumbers(font, table('cmap'));
  const longMetrics = font.getUint16(table('hhea') + 34);
  const widths = [...sampleText].map((character) => {
    const glyph = glyphNumber(character.codePointAt(0)!);
    return font.getUint16(table('hmtx') + Math.min(glyph, longMetrics - 1) * 4);
  });
  return {
    unitsPerEm: font.getUint16(table('head') + 18),
    ascent: font.getInt16(table('hhea') + 4),
    descent: font.getInt16(table('hhea') + 6),
    lineGap: font.getInt16(table('hhea') + 8),
    averageWidth: widths.reduce((sum, width) => sum + width, 0) / widths.length,
  };
}

/**
 * The descriptors that make `fallback` take up the same space as `font`, so that nothing moves when it arrives (CSS
 * Fonts 5, size-adjust and the metric overrides).
 */
export function fallbackDescriptors(font: FontMetrics, fallback: FontMetrics): Record<string, string> {
  const sizeAdjust = font.averageWidth / font.unitsPerEm / (fallback.averageWidth / fallback.unitsPerEm);
  const percent = (share: number) => `${(share * 100).toFixed(2).replace(/\.?0+$/, '')}%`;
  const override = (units: number) => percent(Math.abs(units) / font.unitsPerEm / sizeAdjust);
  return {
    'size-adjust': percent(sizeAdjust),
    'ascent-override': override(font.ascent),
    'descent-override': override(font.descent),
    'line-gap-override': override(font.lineGap),
  };
}
