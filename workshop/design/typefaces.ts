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
  /** Package, and its file. */
  source: string;
  file: string;
  name: string;
  characters: string;
  axes: Record<string, number | { min: number; max: number }>;
  weights: string;
  /** OpenType features that it keeps. */
  features: readonly string[];
  /** CSS unicode-range of a file that is only fetched when one of its characters occurs. */
  unicodeRange?: string;
  /** Fetched when a page asks for it, not ahead: what was spoken is never the first thing read. */
  later?: true;
}

const proportional = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'liga', 'calt', 'tnum', 'lnum'];

// Optical size 72 keeps the hairlines of Fraunces visible at 20 px and its character at 70 px.
export const faces: readonly Face[] = [
  {
    family: 'Fraunces',
    source: '@fontsource-variable/fraunces',
    file: 'fraunces-latin-full-normal.woff2',
    name: 'fraunces',
    characters: latin,
    axes: { opsz: 72, SOFT: 0, WONK: 0, wght: { min: 350, max: 650 } },
    weights: '350 650',
    features: proportional,
  },
  {
    family: 'Instrument Sans',
    source: '@fontsource-variable/instrument-sans',
    file: 'instrument-sans-latin-wght-normal.woff2',
    name: 'instrument-sans',
    characters: latin,
    axes: { wght: { min: 400, max: 700 } },
    weights: '400 700',
    features: proportional,
  },
  {
    family: 'Instrument Sans',
    source: '@fontsource-variable/instrument-sans',
    file: 'instrument-sans-latin-ext-wght-normal.woff2',
    name: 'instrument-sans-extended',
    characters: latinExtended,
    axes: { wght: { min: 400, max: 700 } },
    weights: '400 700',
    features: proportional,
    // Œ and œ are in the file above.
    unicodeRange: 'U+100-151, U+154-17F',
  },
  {
    family: 'JetBrains Mono',
    source: '@fontsource/jetbrains-mono',
    file: 'jetbrains-mono-latin-400-normal.woff2',
    name: 'jetbrains-mono',
    characters: latin,
    axes: {},
    weights: '400',
    // Without its ligatures, which would join what was spoken and are two thirds of the file.
    features: ['ccmp', 'locl', 'mark'],
    later: true,
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
 * Liberation Serif, Gelasio); Roboto and Noto Serif through their published ratio to Arial; of a monospaced font, the width
 * of each of its characters.
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
  'JetBrains Mono': [
    {
      family: 'Mono on Liberation',
      local: ['Liberation Mono', 'SF Mono', 'Menlo', 'Roboto Mono', 'DejaVu Sans Mono', 'Courier New'],
      averageWidthEm: 0.6,
    },
    { family: 'Mono on Cascadia', local: ['Cascadia Mono', 'Cascadia Code'], averageWidthEm: 0.5859 },
    { family: 'Mono on Consolas', local: ['Consolas'], averageWidthEm: 0.5498 },
  ],
};

/** The weight at which a fallback must match: headings and running text. */
export const matchedWeights: Record<string, number> = { Fraunces: 450, 'Instrument Sans': 400, 'JetBrains Mono': 400 };
