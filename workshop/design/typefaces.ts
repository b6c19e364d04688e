/** The typefaces of the site: the parts in use, and the fallbacks until they arrive. */

const charactersFrom = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/**
 * Basic Latin, Latin-1 (nearly all letters of the ten content languages) and the marks of good typography. Characters
 * missing from a typeface are left out; its test says when a text needs one.
 */
export const latin = `${charactersFrom(0x20, 0x7e)}${charactersFrom(0xa0, 0xff)}ŒœŸ–—‘’‚“”„‹›†•…‰′″€™−≈≤≥←↑→↓↗✓`;
/** Latin Extended-A: names of people and places that a visitor types. */
export const latinExtended = charactersFrom(0x100, 0x17f);

export interface Face {
  family: string;
  /** Package below @fontsource-variable, and its file. */
  source: string;
  file: string;
  name: string;
  characters: string;
  axes: Record<string, number | { min: number; max: number }>;
  weights: string;
  /** CSS unicode-range of a file that is only fetched when one of its characters occurs. */
  unicodeRange?: string;
}

// Optical size 72 keeps the hairlines of Fraunces visible at 20 px and its character at 70 px.
export const faces: readonly Face[] = [
  {
    family: 'Fraunces',
    source: 'fraunces',
    file: 'fraunces-latin-full-normal.woff2',
    name: 'fraunces',
    characters: latin,
    axes: { opsz: 72, SOFT: 0, WONK: 0, wght: { min: 350, max: 650 } },
    weights: '350 650',
  },
  {
    family: 'Instrument Sans',
    source: 'instrument-sans',
    file: 'instrument-sans-latin-wght-normal.woff2',
    name: 'instrument-sans',
    characters: latin,
    axes: { wght: { min: 400, max: 700 } },
    weights: '400 700',
  },
  {
    family: 'Instrument Sans',
    source: 'instrument-sans',
    file: 'instrument-sans-latin-ext-wght-normal.woff2',
    name: 'instrument-sans-extended',
    characters: latinExtended,
    axes: { wght: { min: 400, max: 700 } },
    weights: '400 700',
    // Œ and œ are in the file above.
    unicodeRange: 'U+100-151, U+154-17F',
  },
];

interface Fallback {
  family: string;
  /** Names of the installed fonts that share these metrics. */
  local: readonly string[];
  averageWidthEm: number;
}

/**
 * Mean width of the sample text, measured with `readFontMetrics` on the metric-compatible free fonts (Liberation Sans,
 * Liberation Serif, Gelasio); Roboto and Noto Serif through their published ratio to Arial.
 */
export const fallbacks: Record<string, readonly Fallback[]> = {
  Fraunces: [
    { family: 'Fraunces on Georgia', local: ['Georgia', 'Gelasio'], averageWidthEm: 0.4306 },
    { family: 'Fraunces on Times', local: ['Times New Roman', 'Liberation Serif'], averageWidthEm: 0.3927 },
    { family: 'Fraunces on Noto', local: ['Noto Serif'], averageWidthEm: 0.464 },
  ],
  'Instrument Sans': [
    { family: 'Instrument on Arial', local: ['Arial', 'Liberation Sans', 'Helvetica'], averageWidthEm: 0.43 },
    { family: 'Instrument on Roboto', local: ['Roboto'], averageWidthEm: 0.4291 },
  ],
};

/** The weight at which a fallback must match: headings and running text. */
export const matchedWeights: Record<string, number> = { Fraunces: 450, 'Instrument Sans': 400 };

export const keptFeatures = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'liga', 'calt', 'tnum', 'lnum'];
